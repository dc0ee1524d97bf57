//! What a search must know of a rulebook.

use tandem_rules::book::{Repetition, Stalemate};
use tandem_rules::{BoardRules, MateRule, OtherBoard, Position, Rulebook, Stuck};

use crate::score::{DRAW, Score, mated_in};

/// The part of a book that decides what a search may play and what a dead end is worth.
#[derive(Clone, Debug)]
pub struct Laws {
    /// Which moves are legal.
    pub rules: BoardRules,
    /// What makes a check a mate.
    pub mate: MateRule,
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
            mate: book.mate_rule(),
            stalemate: book.axes.stuck.stalemate.is,
            repetition_claims: book.axes.draws.repetition.is != Repetition::None,
        }
    }

    /// What a position without a legal move is worth to the side that should move.
    pub(crate) fn dead_end(
        &self,
        position: &Position,
        other: Option<OtherBoard<'_>>,
        costs: WaitCosts,
        ply: usize,
    ) -> Score {
        match position.stuck(&self.rules, self.mate, other) {
            Stuck::Mate => mated_in(ply),
            Stuck::WaitInCheck => -costs.in_check,
            Stuck::Free => DRAW,
            Stuck::Stalemate { nothing_can_come } => {
                // Once the other game has ended nothing comes any more (fer 5.4, stein 5.5).
                let other_ended = other.is_some_and(|other| other.ended);
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
