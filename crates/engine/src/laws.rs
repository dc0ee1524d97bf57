//! What a search must know of a rulebook.

use tandem_rules::book::Stalemate;
use tandem_rules::{BoardRules, BoardView, OtherBoard, Position, Rulebook, Stuck};

use crate::score::{DRAW, Score, mated_in};

/// The part of a book that decides what a search may play and what a dead end is worth.
#[derive(Clone, Debug)]
pub struct Laws {
    /// Which moves are legal, and what a player without one is.
    pub rules: BoardRules,
    stalemate: Stalemate,
    /// Whether a repeated position can be claimed as a draw. Where it can't, going round in
    /// circles still gains nothing, so a search scores both alike; the match tells them apart.
    pub repetition_claims: bool,
}

/// What waiting costs the side that must wait, seen from one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitCosts {
    /// In check, until a piece comes.
    pub in_check: Score,
    /// Stalemated, until a piece comes.
    pub stalemated: Score,
}

impl Default for WaitCosts {
    fn default() -> WaitCosts {
        // A clock that runs and a king that can't move: near to lost, but a piece may come.
        WaitCosts { in_check: 1_400, stalemated: 350 }
    }
}

impl Laws {
    /// The laws of a book.
    #[must_use]
    pub fn of(book: &Rulebook) -> Laws {
        Laws {
            rules: *book.board_rules(),
            stalemate: book.stalemate(),
            repetition_claims: book.repetition_can_be_claimed(),
        }
    }

    /// A position by these laws, with the other board.
    #[inline]
    pub(crate) fn board<'a>(
        &'a self,
        position: &'a Position,
        other: Option<OtherBoard<'a>>,
    ) -> BoardView<'a> {
        position.by(&self.rules).with_other(other)
    }

    /// What a position without a legal move is worth to the side that should move.
    pub(crate) fn dead_end(&self, board: BoardView<'_>, costs: WaitCosts, ply: usize) -> Score {
        match board.stuck() {
            Stuck::Mate => mated_in(ply),
            Stuck::WaitInCheck => -costs.in_check,
            Stuck::Free => DRAW,
            Stuck::Stalemate { nothing_can_come } => {
                // Once the other game has ended nothing comes any more (fer 5.4, stein 5.5).
                let other_ended = board.other().is_some_and(|other| other.ended);
                match self.stalemate {
                    Stalemate::Draw => DRAW,
                    Stalemate::WaitUnlessAllOnBoard if nothing_can_come => DRAW,
                    Stalemate::WaitForOtherGame if other_ended => DRAW,
                    Stalemate::Wait
                    | Stalemate::WaitUnlessAllOnBoard
                    | Stalemate::WaitForOtherGame => -costs.stalemated,
                }
            }
        }
    }
}
