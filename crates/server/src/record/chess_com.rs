//! Boards saved from chess.com that somebody brought: both of a match, or one alone.

use tandem_notation::bpgn::Game;
use tandem_notation::chess_com::{Found, ImportError, match_up, merge, read_boards, single};
use tandem_rules::Rulebook;

use crate::codes::UploadError;

/// A game of a body, counted from 0: a pair merged, or a board that came alone as a single one. Two
/// boards that are no pair are an error: whoever brings two wants to see them together.
pub(super) fn game(text: &[u8], nth: usize, book: &Rulebook) -> Result<Option<Game>, UploadError> {
    let boards = read_boards(text).map_err(why)?;
    let boards: Vec<_> = boards.into_iter().collect::<Result<_, _>>().map_err(why)?;
    let game = match match_up(&boards).get(nth) {
        None => return Ok(None),
        Some(&Found::Pair(a, b)) => merge(&boards[a], &boards[b], book).map(|merged| merged.game),
        Some(&Found::Single(place)) if boards.len() == 1 => single(&boards[place], book),
        Some(Found::Single(_) | Found::Again(_)) => Err(ImportError::NotAPair),
    };
    game.map(Some).map_err(why)
}

fn why(error: ImportError) -> UploadError {
    match error {
        ImportError::NotJson(_) | ImportError::NoBoard => UploadError::NoBoard,
        ImportError::OtherVariant(variant) => UploadError::OtherVariant { variant },
        ImportError::NotAPair => UploadError::NotAPair,
        ImportError::Untimed => UploadError::Untimed,
        ImportError::Field(_)
        | ImportError::OtherStart(_)
        | ImportError::NoMove { .. }
        | ImportError::TooLong(_)
        | ImportError::Clocks { .. }
        | ImportError::Contradiction(_)
        | ImportError::Illegal { .. } => UploadError::NotReplayed { detail: error.to_string() },
    }
}
