//! Standard algebraic notation with drops (sscr E7 to E13).
//!
//! [`San`] is what is written, before a position says what it means: [`San::parse`] reads the
//! form, [`San::to_move`] finds the legal move, [`San::from_move`] goes the other way.

mod error;
mod legalise;
mod parse;
mod write;

use std::borrow::Borrow;

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};
use tandem_rules::{Bughouse, Coordinates, Move, Position};

pub use error::{ParseSanError, ReadMoveError, SanError};
pub(crate) use parse::plain;
pub use write::SanDisplay;

/// A move as it is written.
///
/// ```
/// use tandem_notation::San;
/// use tandem_rules::{Bughouse, Rulebook};
///
/// let san = San::parse("Nf3+")?; // only the form is read
/// assert_eq!(san.to_string(), "Nf3");
/// let book = Rulebook::builtin("fics").expect("a built-in book");
/// assert_eq!(san.to_move(Bughouse::new(&book).view())?.to_string(), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use tandem_notation::{Letters, SanPlus, Suffix};
///
/// let plus = SanPlus::from_ascii(b"Sf6+", Letters::German)?;
/// assert_eq!(plus.suffix, Suffix::Check);
/// assert_eq!(plus.to_string(), "Nf6+");
/// assert_eq!(plus.display(Letters::Czech).to_string(), "Jf6+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// The sign.
    pub suffix: Suffix,
}

/// Moves as text on a [`Bughouse`]: one `use` and a board reads and writes them.
///
/// ```
/// use tandem_notation::Notation;
/// use tandem_rules::{Bughouse, Rulebook};
///
/// let book = Rulebook::builtin("minerva").expect("a built-in book");
/// let board = Bughouse::new(&book);
/// let m = board.read("Nf3")?;
/// assert_eq!(m, board.read("g1f3")?);
/// assert_eq!(board.san(m).to_string(), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation {
    /// How a legal move is written here, with `+` for check and `#` for what the book calls mate.
    fn san(&self, m: Move) -> SanPlus;

    /// Finds the legal move that a text means, in SAN or in coordinates (`e2e4`, `e7e8qd1`).
    ///
    /// # Errors
    /// The text is no move, or no legal move is meant by it.
    fn read(&self, text: &str) -> Result<Move, ReadMoveError>;

    /// Finds what a text in SAN or coordinates means as coordinates, for a board on which hands
    /// may do what the rules forbid. SAN can only mean a legal move; coordinates can mean anything.
    ///
    /// # Errors
    /// The text is no move, or it is SAN and no legal move is meant by it.
    fn read_coordinates(&self, text: &str) -> Result<Coordinates, ReadMoveError>;
}

impl<P: Borrow<Position>> Notation for Bughouse<'_, P> {
    fn san(&self, m: Move) -> SanPlus {
        SanPlus::from_move(m, self.view())
    }

    fn read(&self, text: &str) -> Result<Move, ReadMoveError> {
        // `e1g1` could pass for an over-full pawn move in SAN: coordinates are asked first.
        if let Ok(coordinates @ Coordinates::Walk { .. }) = text.parse() {
            return self
                .legal_move(coordinates)
                .map_err(|why| ReadMoveError::Rule(SanError::Illegal(why)));
        }
        Ok(San::parse(text)?.to_move(self.view())?)
    }

    fn read_coordinates(&self, text: &str) -> Result<Coordinates, ReadMoveError> {
        if let Ok(coordinates) = text.parse() {
            return Ok(coordinates);
        }
        Ok(San::parse(text)?.to_move(self.view())?.into())
    }
}
