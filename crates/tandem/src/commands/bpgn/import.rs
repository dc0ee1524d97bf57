//! `tandem bpgn import`: boards saved from chess.com as BPGN.

use std::io::{Read, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use tandem_notation::Letters;
use tandem_notation::bpgn::{Game, write_game};
use tandem_notation::chess_com::{
    Found, ImportError, SavedBoard, is_json, match_up, merge, read_boards, single,
};
use tandem_rules::{Millis, Rulebook};

use super::input::Inputs;
use crate::failure::Failure;
use crate::library::Library;

/// Boards that end further apart than this by their clocks may be in a wrong order.
const TOLERANCE: Millis = Millis(2000);

/// Makes BPGN of boards saved from chess.com.
///
/// Each file is what callback/live/game/NUMBER of the site gives, or a month of its public
/// archive. Boards that name each other as partners are merged into one game, in the order of
/// their clocks; any other is written as a single board, and told as such. Games of other variants
/// are passed over and counted; where there is nothing else, exit code 1. Nothing is fetched.
#[derive(Args)]
pub(crate) struct Import {
    /// Saved boards, two for each game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Import {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let book = library.book(Some("fics"))?;
        let mut desk = Desk::default();
        for path in &self.files {
            desk.take(path);
        }
        desk.tell_of_other_variants();
        let found = match_up(&desk.boards);
        let mut out = stdout().lock();
        for one in found {
            if let Some(game) = desk.game(one, &book) {
                out.write_all(write_game(&game, Letters::English).as_bytes())?;
            }
        }
        match (desk.unreadable, desk.wrong) {
            (true, _) => Err(Failure::AlreadyReported(2)),
            (false, true) => Err(Failure::AlreadyReported(1)),
            (false, false) => Ok(()),
        }
    }
}

/// The boards that were read, with the file of each.
#[derive(Default)]
struct Desk {
    boards: Vec<SavedBoard>,
    files: Vec<String>,
    /// Files with games of other variants: which, and how many of each.
    other_variants: Vec<(String, Vec<(ImportError, u64)>)>,
    wrong: bool,
    unreadable: bool,
}

impl Desk {
    fn take(&mut self, path: &std::path::Path) {
        let name = path.display().to_string();
        let mut text = Vec::new();
        let read = Inputs::one(path).and_then(|mut file| {
            file.read_to_end(&mut text)
                .map_err(|error| Failure::Impossible(format!("{name} can't be read: {error}")))
        });
        if let Err(failure) = read {
            failure.report();
            self.unreadable = true;
            return;
        }
        let boards = match read_boards(&text) {
            Err(_) if !text.is_empty() && !is_json(&text) => {
                let hint = "it is no JSON, which is what chess.com gives for a game; BPGN needs no \
                            import";
                self.tell(&name, hint);
                return;
            }
            Err(error) => return self.tell(&name, &error.to_string()),
            Ok(boards) => boards,
        };
        // A month of the archive has games of all kinds.
        let mut others: Vec<(ImportError, u64)> = Vec::new();
        for board in boards {
            match board {
                Ok(board) => {
                    self.boards.push(board);
                    self.files.push(name.clone());
                }
                Err(error) => match others.iter_mut().find(|(known, _)| *known == error) {
                    Some((_, count)) => *count += 1,
                    None => others.push((error, 1)),
                },
            }
        }
        let (variants, wrong): (Vec<_>, Vec<_>) = others
            .into_iter()
            .partition(|(error, _)| matches!(error, ImportError::OtherVariant(_)));
        self.tell_counted(&name, &wrong);
        if !variants.is_empty() {
            self.other_variants.push((name, variants));
        }
    }

    /// They are nothing wrong, unless somebody took them for bughouse.
    fn tell_of_other_variants(&mut self) {
        for (name, variants) in std::mem::take(&mut self.other_variants) {
            if self.boards.is_empty() {
                self.tell_counted(&name, &variants);
                continue;
            }
            match variants.iter().map(|(_, count)| count).sum() {
                1_u64 => eprintln!("tandem: {name}: a game of another variant is passed over"),
                count => {
                    eprintln!("tandem: {name}: {count} games of other variants are passed over");
                }
            }
        }
    }

    fn tell_counted(&mut self, name: &str, errors: &[(ImportError, u64)]) {
        for (error, count) in errors {
            match count {
                1 => self.tell(name, &error.to_string()),
                count => self.tell(name, &format!("{error} ({count} times)")),
            }
        }
    }

    fn tell(&mut self, name: &str, sentence: &str) {
        eprintln!("tandem: {name}: {sentence}");
        self.wrong = true;
    }

    fn game(&mut self, found: Found, book: &Rulebook) -> Option<Game> {
        match found {
            Found::Again(place) => {
                eprintln!("tandem: {}: this board is there twice", self.files[place]);
                None
            }
            Found::Single(place) => {
                let board = &self.boards[place];
                let why = match board.partner {
                    Some(partner) if board.has_clocks() => {
                        format!("its partner, board {partner}, is not among the files")
                    }
                    Some(_) => "it tells no clocks".to_owned(),
                    None => {
                        "it names no partner, as no record of the public archive does".to_owned()
                    }
                };
                eprintln!("tandem: {}: a single board, for {why}", self.files[place]);
                match single(board, book) {
                    Ok(game) => Some(game),
                    Err(error) => {
                        self.tell(&self.files[place].clone(), &error.to_string());
                        None
                    }
                }
            }
            Found::Pair(a, b) => {
                let names = format!("{} and {}", self.files[a], self.files[b]);
                match merge(&self.boards[a], &self.boards[b], book) {
                    Ok(merged) => {
                        if merged.apart > TOLERANCE {
                            eprintln!(
                                "tandem: {names}: their clocks end {} s apart, so the order of the \
                                 moves is not certain (warning)",
                                merged.apart
                            );
                        }
                        Some(merged.game)
                    }
                    Err(error) => {
                        self.tell(&names, &error.to_string());
                        None
                    }
                }
            }
        }
    }
}
