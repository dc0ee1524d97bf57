//! Why a saved board makes no game.

use tandem_rules::Illegal;

use crate::bpgn::MoveNumber;

/// Why a saved board makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The text is no JSON.
    #[error("this is no JSON, which is what chess.com gives for a game: {0}")]
    NotJson(String),
    /// The JSON is something else.
    #[error(
        "this JSON is no board of chess.com: neither 'game' with its 'moveList' nor 'tcn' is in it"
    )]
    NoBoard,
    /// A field is not what it should be.
    #[error("this board of chess.com can't be read: {0}")]
    Field(String),
    /// Another game than bughouse.
    #[error("this is a game of '{0}', not of bughouse")]
    OtherVariant(String),
    /// Another start.
    #[error("the game starts from a position of its own, '{0}', which can't be imported")]
    OtherStart(String),
    /// Two characters of the move list that mean nothing.
    #[error("half-move {number} of the move list, '{text}', is no move")]
    NoMove {
        /// Which, counted from 1.
        number: usize,
        /// The characters.
        text: String,
    },
    /// More moves than any game has.
    #[error("the board has more than {0} half-moves")]
    TooLong(usize),
    /// Clocks are missing.
    #[error("the board has {moves} half-moves but only {clocks} clock times")]
    Clocks {
        /// How many half-moves.
        moves: usize,
        /// How many times.
        clocks: usize,
    },
    /// Two boards that are not of one match.
    #[error("these are boards of two different games: neither names the other as its partner")]
    NotAPair,
    /// Two boards without what is needed to merge them.
    #[error("a board that tells no clocks can't be merged: nobody knows what happened first")]
    Untimed,
    /// Boards of one match that can't be.
    #[error("the two boards contradict each other: {0} differs")]
    Contradiction(&'static str),
    /// A move that the rules don't know.
    #[error("move {number}, {coordinates}: {why}")]
    Illegal {
        /// Which.
        number: MoveNumber,
        /// The move.
        coordinates: String,
        /// Why not.
        why: Illegal,
    },
}
