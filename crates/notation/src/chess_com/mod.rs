//! Bughouse games of chess.com, as people save them: a file a board, in JSON.
//!
//! [`read_boards`] reads the boards that are in a text, [`match_up`] finds the two that belong
//! together, [`merge()`] makes one game of them and [`single`] one of a board whose partner is not
//! there. Nothing is fetched, and nothing that the files don't tell is made up.

mod error;
mod json;
mod merge;
mod tcn;

use tandem_rules::shakmaty::Color;
use tandem_rules::{Coordinates, Millis};

use crate::bpgn::{GameResult, TimeControl};

pub use error::ImportError;
pub use json::{is_json, read_boards};
pub use merge::{Merged, merge, single};

/// A board as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedBoard {
    /// The number of the game; a record of the public archive has it in its address only.
    pub id: Option<u64>,
    /// The number of the game on the other board; the public archive doesn't tell it.
    pub partner: Option<u64>,
    /// Where it is from: `chess.com 158858846801`, or the address of the game.
    pub source: String,
    /// White's and Black's.
    white: Player,
    black: Player,
    event: Option<String>,
    site: Option<String>,
    date: Option<String>,
    control: Option<TimeControl>,
    moves: Vec<Coordinates>,
    /// The time left after each half-move, and at the end that of the player on move; empty in
    /// the public archive.
    clocks: Vec<Millis>,
    /// As White of this board sees it.
    result: GameResult,
    /// The site's word for how the board ended, such as `checkmated`.
    reason: Option<String>,
    /// The site's sentence for it.
    message: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Player {
    name: Option<String>,
    rating: Option<i64>,
}

impl SavedBoard {
    fn player(&self, color: Color) -> &Player {
        if color.is_white() { &self.white } else { &self.black }
    }

    /// How many half-moves it has.
    #[must_use]
    pub fn half_moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether it tells the clocks, without which nobody knows what happened first.
    #[must_use]
    pub fn has_clocks(&self) -> bool {
        !self.clocks.is_empty() && self.control.is_some()
    }

    /// When a half-move was made: the time that both players have used until then.
    fn at(&self, half_move: usize) -> Option<Millis> {
        let TimeControl { time, increment } = self.control?;
        let left = *self.clocks.get(half_move)?;
        let before = half_move.checked_sub(1).map_or(time, |before| self.clocks[before]);
        let added = i64::try_from(half_move + 1).unwrap_or(i64::MAX);
        Some(time + time + Millis(increment.0.saturating_mul(added)) - left - before)
    }

    /// When the board ended: its last half-move, or what the last clock tells.
    fn ended(&self) -> Option<Millis> {
        let TimeControl { time, increment } = self.control?;
        let (Some(last), false) = (self.clocks.get(self.moves.len()), self.moves.is_empty()) else {
            return self.at(self.moves.len().checked_sub(1)?);
        };
        let before = self.clocks[self.moves.len() - 1];
        let added = i64::try_from(self.moves.len()).unwrap_or(i64::MAX);
        Some(time + time + Millis(increment.0.saturating_mul(added)) - *last - before)
    }

    /// Whether its last move mates, by the site's own word.
    fn ends_with_mate(&self) -> bool {
        self.reason.as_deref() == Some("checkmated")
    }

    /// Whether it ended because the other board did.
    fn ended_by_partner(&self) -> bool {
        self.reason.as_deref() == Some("bughousepartnerlose")
    }
}

/// What a heap of boards is, by their places in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Two boards that name each other; the one with the lower number, board A, first.
    Pair(usize, usize),
    /// A board whose partner is not there.
    Single(usize),
    /// A board that is there already.
    Again(usize),
}

/// Finds the boards that belong together, in the order in which they came.
#[must_use]
pub fn match_up(boards: &[SavedBoard]) -> Vec<Found> {
    let mut first = std::collections::BTreeMap::new();
    for (place, board) in boards.iter().enumerate() {
        if let Some(id) = board.id {
            first.entry(id).or_insert(place);
        }
    }
    let partner = |place: usize| {
        let board = &boards[place];
        let other = *first.get(&board.partner?)?;
        let mutual = boards[other].partner == board.id && other != place;
        // A record of the archive tells no clocks: it is no half of a pair.
        (mutual && board.has_clocks() && boards[other].has_clocks()).then_some(other)
    };
    let mut found = Vec::new();
    for (place, board) in boards.iter().enumerate() {
        if board.id.is_some_and(|id| first[&id] != place) {
            found.push(Found::Again(place));
            continue;
        }
        match partner(place) {
            Some(other) if other < place => {}
            Some(other) if boards[other].id < board.id => found.push(Found::Pair(other, place)),
            Some(other) => found.push(Found::Pair(place, other)),
            None => found.push(Found::Single(place)),
        }
    }
    found
}
