//! What can be wrong with the play of a game.

use tandem_rules::{BoardId, Millis, Seat};

use crate::bfen::BfenError;
use crate::bpgn::{GameResult, MoveNumber, Severity};
use crate::record::RecordError;
use crate::san::{San, SanError};

/// What is wrong with the play of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// The starting position can't be read.
    #[error("FEN: {0}")]
    Fen(BfenError),
    /// Moves are missing at the beginning.
    #[error("the game starts in the middle and has no FEN")]
    StartsInMiddle,
    /// Somebody moves who is not on move.
    #[error("it is not {}'s turn on board {}", .0.color(), .0.board())]
    OutOfTurn(Seat),
    /// The move is not legal.
    #[error("{san}: {why}")]
    Illegal {
        /// The move in English letters.
        san: San,
        /// Why it is not legal.
        why: SanError,
    },
    /// The game was over before.
    #[error("the game on board {board} ended with move {by}, and play goes on")]
    AfterEnd {
        /// The board that had ended.
        board: BoardId,
        /// The move that ended it.
        by: MoveNumber,
    },
    /// A joint move that was under way when the other board ended: a move or two behind the mate.
    #[error(
        "board {board} ended with move {by}; {} on the other board {} dropped",
        if *.moves == 1 { "the move" } else { "the moves" },
        if *.moves == 1 { "is" } else { "are" }
    )]
    Tail {
        /// The board that had ended.
        board: BoardId,
        /// The move that ended it.
        by: MoveNumber,
        /// How many half-moves are dropped.
        moves: usize,
    },
    /// The ending names another player than the one who is mated on the board.
    #[error("{mated} is mated, but the ending names {name}")]
    OtherMated {
        /// Who is mated.
        mated: String,
        /// Who is named.
        name: String,
    },
    /// The ending claims a mate that is none.
    #[error("the ending says that {name} is checkmated, but {why}")]
    NotMated {
        /// Who.
        name: String,
        /// Why it is no mate.
        why: &'static str,
    },
    /// The ending claims that the flag of somebody fell whose clock was not running.
    #[error("the ending says that {name} lost on time, but it was not {name}'s move")]
    NotThatFlag {
        /// Who.
        name: String,
    },
    /// The closing comment names a loser that is no player.
    #[error("the ending is '{0}', but no player has that name")]
    UnknownLoser(String),
    /// The numbers of a seat's moves have a gap.
    #[error("the move should have number {0}")]
    Number(u32),
    /// A clock shows more than before.
    #[error("the clock shows {shown} s, {most} s at most expected")]
    Clock {
        /// What it shows.
        shown: Millis,
        /// What it can show.
        most: Millis,
    },
    /// The tag and the end of the moves tell different results.
    #[error("the tag says {}, the moves end with {}", .tag.sign(), .moves.sign())]
    TwoResults {
        /// The tag's.
        tag: GameResult,
        /// That at the end of the moves.
        moves: GameResult,
    },
    /// The result does not fit the loser.
    #[error("the result says {}, but {loser} lost, which makes {}", .told.sign(), .is.sign())]
    WrongResult {
        /// The result that is told.
        told: GameResult,
        /// What it is.
        is: GameResult,
        /// Who lost.
        loser: String,
    },
    /// The moves end with mate, but the ending says otherwise.
    #[error("{mated} is mated, but the ending says '{ending}'")]
    OtherEnding {
        /// Who is mated.
        mated: String,
        /// The closing comment.
        ending: String,
    },
    /// The record of a match of ours can't be replayed through the referee.
    #[error("{0}")]
    Record(RecordError),
    /// The referee comes to another result than the record.
    #[error("the result says {}, the referee says {}", .told.sign(), .is.sign())]
    OtherResult {
        /// The result that is told.
        told: GameResult,
        /// The referee's.
        is: GameResult,
    },
    /// The referee comes to another time left than the record.
    #[error("the clock shows {shown} s, by the referee it is {is} s")]
    OtherClock {
        /// What it shows.
        shown: Millis,
        /// The referee's.
        is: Millis,
    },
    /// A move that is marked as mate is none.
    #[error("the move is marked as mate, but {0}")]
    MarkedMate(&'static str),
}

impl ReplayFault {
    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            ReplayFault::Fen(_)
            | ReplayFault::StartsInMiddle
            | ReplayFault::OutOfTurn(_)
            | ReplayFault::Illegal { .. }
            | ReplayFault::AfterEnd { .. }
            | ReplayFault::NotMated { .. }
            | ReplayFault::Record(_)
            | ReplayFault::OtherResult { .. }
            | ReplayFault::OtherClock { .. } => Severity::Error,
            ReplayFault::Tail { .. }
            | ReplayFault::OtherMated { .. }
            | ReplayFault::NotThatFlag { .. }
            | ReplayFault::UnknownLoser(_)
            | ReplayFault::Number(_)
            | ReplayFault::Clock { .. }
            | ReplayFault::TwoResults { .. }
            | ReplayFault::WrongResult { .. }
            | ReplayFault::OtherEnding { .. }
            | ReplayFault::MarkedMate(_) => Severity::Warning,
        }
    }
}
