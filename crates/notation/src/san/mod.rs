//! Standard algebraic notation with drops (sscr E7 to E13).
//!
//! [`San`] is what is written, before a position says what it means: [`San::parse`] reads the
//! form, [`San::to_move`] finds the legal move, [`San::from_move`] goes the other way.

mod error;
mod legalise;
mod parse;
mod write;

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};
use tandem_rules::{BoardRules, Coordinates, Move, OtherBoard, Position};

pub use error::{ParseSanError, ReadMoveError, SanError};
pub use write::SanDisplay;

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A man goes to a square.
    Walk {
        /// The kind of man.
        role: Role,
        /// The file it comes from, if that is written.
        file: Option<File>,
        /// The rank it comes from, if that is written.
        rank: Option<Rank>,
        /// Whether a capture is written. Not every score writes them all.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes, and the square of the other board that it is taken from.
        becomes: Option<(Role, Option<Square>)>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A man from the stock.
    Drop {
        /// The kind of man.
        role: Role,
        /// Where it is put.
        to: Square,
    },
}

/// What follows a move: nothing, check or mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// Nothing.
    #[default]
    None,
    /// `+`.
    Check,
    /// `#`, or `++` as in sscr E13.
    Mate,
}

/// A move as it is written, with the sign of check or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// The sign.
    pub suffix: Suffix,
}

/// Finds the legal move that a text means, in SAN or in coordinates (`e2e4`, `e7e8qd1`).
///
/// # Errors
/// The text is no move, or no legal move is meant by it.
pub fn read_move(
    text: &str,
    position: &Position,
    rules: &BoardRules,
    other: Option<OtherBoard<'_>>,
) -> Result<Move, ReadMoveError> {
    // `e1g1` could pass for an over-full pawn move in SAN: coordinates are asked first.
    if let Ok(coordinates @ Coordinates::Walk { .. }) = text.parse() {
        return position
            .legal_move(coordinates, rules, other)
            .map_err(|why| ReadMoveError::Rule(SanError::Illegal(why)));
    }
    Ok(San::parse(text)?.to_move(position, rules, other)?)
}

/// Finds what a text in SAN or coordinates means as coordinates, for a board on which hands may
/// do what the rules forbid. SAN can only mean a legal move; coordinates can mean anything.
///
/// # Errors
/// The text is no move, or it is SAN and no legal move is meant by it.
pub fn read_coordinates(
    text: &str,
    position: &Position,
    rules: &BoardRules,
    other: Option<OtherBoard<'_>>,
) -> Result<Coordinates, ReadMoveError> {
    if let Ok(coordinates) = text.parse() {
        return Ok(coordinates);
    }
    let m = San::parse(text)?.to_move(position, rules, other)?;
    m.to_string().parse().map_err(|_| ReadMoveError::Syntax(ParseSanError::NoMove))
}
