//! A file that somebody brought, as a film.

use tandem_notation::Letters;
use tandem_notation::bpgn::{Cause, Clock, Ending, Game, Ply, Reader, Remark, Tags, write_game};
use tandem_notation::chess_com::is_json;
use tandem_notation::replay::{Replay, check_with};
use tandem_referee::TimeControl;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Rulebook, Seat};

use super::chess_com;
use super::frames::{Checks, Frame, boards};
use crate::codes::UploadError;

/// The longest game, in bytes: some ten times the longest of the archives.
const LONGEST_GAME: usize = 256 * 1024;
/// The most moves of a game; each is a picture in the answer.
const MAX_PLIES: usize = 2_000;
/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 8 * 1024 * 1024;

/// Between moves of a file that tells no times.
const STEP: Millis = Millis(1000);

fn bad(detail: impl ToString) -> UploadError {
    UploadError::NotReplayed { detail: detail.to_string() }
}

/// Reads a game of a file, counted from 1, and plays it by a book.
///
/// The answer is JSON. All of it is bounded: what is read of the file, the moves, the answer.
pub(crate) fn of_file(file: &[u8], number: usize, book: &Rulebook) -> Result<Vec<u8>, UploadError> {
    let game = find(file, number, book)?.ok_or(UploadError::NoSuchGame { game: number })?;
    if let Some(problem) = game.error() {
        return Err(bad(problem));
    }
    if game.main.plies.len() > MAX_PLIES {
        return Err(UploadError::TooManyMoves { moves: MAX_PLIES });
    }
    let start = Replay::of_game(book, &game).map_err(bad)?;
    let mut film = Film::new(&game);
    film.frames.push(film.picture(start.positions()));
    let checked = check_with(&game, book, |ply, played, positions| {
        film.take(ply, &played.m.to_string(), positions);
    });
    let film = super::Replay {
        book: book.id().to_owned(),
        names: BySeat::new_with(|seat| game.tags.player(seat).map(str::to_owned)),
        time: TimeControl { base: film.base, increment: film.increment, delay: Millis::ZERO },
        tags: game.tags.in_order().map(|tag| (tag.name.to_string(), tag.value.clone())).collect(),
        result: checked.verdict.result.sign().to_owned(),
        reason: game.ending.as_deref().map(|ending| reason(ending, &game.tags)),
        article: None,
        problem: checked.error().map(ToString::to_string),
        single: game.one_board,
        frames: film.frames,
        bpgn: Some(write_game(&game, Letters::English)),
    };
    let text = serde_json::to_vec(&film).map_err(bad)?;
    if text.len() > LONGEST_ANSWER {
        return Err(UploadError::TooLongToShow);
    }
    Ok(text)
}

/// Why a game ended: by the word that the pages say in every language, or else as the file itself says it.
fn reason(ending: &str, tags: &Tags) -> String {
    match Ending::read(ending, tags).cause {
        // The word of the standard for it is that of somebody who resigned.
        Some(Cause::Resignation) if ending.contains("adjudication") => ending.to_owned(),
        Some(cause @ (Cause::Mate | Cause::Resignation | Cause::Flag)) => cause.word().to_owned(),
        Some(Cause::Disconnection | Cause::Draw | Cause::Aborted) | None => ending.to_owned(),
    }
}

/// A game of a file of BPGN, or of boards saved from chess.com.
fn find(file: &[u8], number: usize, book: &Rulebook) -> Result<Option<Game>, UploadError> {
    let before = number.saturating_sub(1);
    if is_json(file) {
        return chess_com::game(file, before, book);
    }
    let mut reader = Reader::new(file).with_longest(LONGEST_GAME);
    for _ in 0..before {
        let skipped = reader.read_game().map_err(bad)?;
        // What stands between games interests nobody here.
        reader.stray_problems();
        if skipped.is_none() {
            return Ok(None);
        }
    }
    reader.read_game().map_err(bad)
}

struct Film {
    frames: Vec<Frame>,
    base: Millis,
    increment: Millis,
    timed: bool,
    at: Millis,
    clocks: BySeat<Millis>,
    moves: BySeat<i64>,
    last: ByBoard<Option<String>>,
}

impl Film {
    fn new(game: &Game) -> Film {
        let control = game.tags.time_control();
        let clock = |ply: &Ply| matches!(ply.clock, Some(Clock::Left(_)));
        let timed = game.main.plies.iter().any(clock);
        // Without a tag the longest clock that is shown is the best guess.
        let shown = game.main.plies.iter().filter_map(|ply| match ply.clock {
            Some(Clock::Left(time)) => Some(time),
            Some(Clock::Since(_)) | None => None,
        });
        let guess = shown.max().unwrap_or(Millis::ZERO);
        let base = control.map_or(guess, |control| control.time);
        Film {
            frames: Vec::new(),
            base,
            increment: control.map_or(Millis::ZERO, |control| control.increment),
            timed,
            at: Millis::ZERO,
            clocks: BySeat::new_with(|_| base),
            moves: BySeat::default(),
            last: ByBoard::default(),
        }
    }

    fn picture(&self, positions: ByBoard<&Position>) -> Frame {
        let turns = positions.map(Position::turn);
        Frame {
            at: self.at.0,
            seat: None,
            number: None,
            san: None,
            uci: None,
            comment: None,
            boards: boards(positions, turns, &self.last, Checks::Shown),
            clocks: self.timed.then_some(self.clocks),
        }
    }

    fn take(&mut self, ply: &Ply, uci: &str, positions: ByBoard<&Position>) {
        let seat = ply.seat();
        self.moves[seat] += 1;
        let next = match ply.clock {
            Some(Clock::Left(left)) => {
                self.clocks[seat] = left;
                self.used(seat.board())
            }
            Some(Clock::Since(since)) => since,
            None => self.at + STEP,
        };
        // Two boards' clocks never agree to the millisecond: time only goes on.
        self.at = self.at.max(next);
        self.last[seat.board()] = Some(uci.to_owned());
        let mut frame = self.picture(positions);
        frame.seat = Some(seat);
        frame.number = Some(ply.number.number.into());
        frame.san = Some(match &ply.written {
            tandem_notation::bpgn::Written::San(san) => san.to_string(),
            tandem_notation::bpgn::Written::Unread(text) => text.to_string(),
        });
        frame.uci = Some(uci.to_owned());
        frame.comment = comment(ply);
        self.frames.push(frame);
    }

    /// The time that both players of a board have used together.
    fn used(&self, board: BoardId) -> Millis {
        Seat::ALL
            .into_iter()
            .filter(|seat| seat.board() == board)
            .map(|seat| {
                let had = self.base + Millis(self.increment.0.saturating_mul(self.moves[seat]));
                had - self.clocks[seat]
            })
            .fold(Millis::ZERO, |sum, used| sum + used)
    }
}

fn comment(ply: &Ply) -> Option<String> {
    let said: Vec<&str> = ply
        .remarks
        .iter()
        .filter_map(|remark| match remark {
            Remark::Comment(text)
            | Remark::Annotation(text)
            | Remark::Request(text)
            | Remark::Plain(text) => Some(text.as_str()),
            Remark::Diagram(_) | Remark::Nag(_) | Remark::DrawOffer | Remark::Variation(_) => None,
        })
        .collect();
    (!said.is_empty()).then(|| said.join(" "))
}
