//! What the referee keeps of a match whose boards stand on the table (R55): claims that it can't
//! see for itself, and whether the players want to go on.

use serde::{Deserialize, Serialize};
use tandem_rules::book::Cite;
use tandem_rules::{BoardId, ByTeam, Seat};

use crate::command::Claim;

/// What only a board can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoardClaim {
    /// The opponent made an illegal move.
    Illegal,
    /// The opponent is mated.
    Mate,
    /// The player on move is stalemated.
    Stalemate,
    /// The position has come three times.
    Repetition,
    /// Fifty moves.
    Fifty,
    /// Nobody can mate any more, or the opponent can't win.
    Material,
}

impl BoardClaim {
    /// Every kind.
    pub const ALL: [BoardClaim; 6] = [
        BoardClaim::Illegal,
        BoardClaim::Mate,
        BoardClaim::Stalemate,
        BoardClaim::Repetition,
        BoardClaim::Fifty,
        BoardClaim::Material,
    ];

    /// What a claim says of a board; a flag needs none.
    #[must_use]
    pub fn of<M>(claim: &Claim<M>) -> Option<BoardClaim> {
        match claim {
            Claim::Flag => None,
            Claim::Illegal => Some(BoardClaim::Illegal),
            Claim::Mate => Some(BoardClaim::Mate),
            Claim::Stalemate => Some(BoardClaim::Stalemate),
            Claim::Repetition { .. } => Some(BoardClaim::Repetition),
            Claim::Fifty { .. } => Some(BoardClaim::Fifty),
            Claim::Material => Some(BoardClaim::Material),
        }
    }

    /// The claim as it is made.
    #[must_use]
    pub fn claim<M>(self) -> Claim<M> {
        match self {
            BoardClaim::Illegal => Claim::Illegal,
            BoardClaim::Mate => Claim::Mate,
            BoardClaim::Stalemate => Claim::Stalemate,
            BoardClaim::Repetition => Claim::Repetition { intended: None },
            BoardClaim::Fifty => Claim::Fifty { intended: None },
            BoardClaim::Material => Claim::Material,
        }
    }
}

/// A claim that waits for the opponent's answer or the arbiter's ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingClaim {
    /// Who claims.
    pub seat: Seat,
    /// What.
    pub claim: BoardClaim,
    /// Of which board.
    pub board: BoardId,
    /// The article that it rests on.
    pub article: Cite,
    /// Whether the opponent has denied it.
    pub denied: bool,
}

impl StandingClaim {
    /// Who answers it: the enemy at that board.
    #[must_use]
    pub fn answered_by(&self) -> Seat {
        enemy_at(self.seat, self.board)
    }
}

/// The enemy of a player at a board.
pub(crate) fn enemy_at(seat: Seat, board: BoardId) -> Seat {
    if board == seat.board() { seat.opponent() } else { seat.partner().opponent() }
}

/// What is kept while the boards stand on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnTable {
    /// The claim that waits, if there is one.
    pub claim: Option<StandingClaim>,
    /// Which teams want the clocks to go on.
    pub go_on: ByTeam<bool>,
    /// Whether a player stopped them, so that the players can let them go on.
    pub stopped_by_player: bool,
}
