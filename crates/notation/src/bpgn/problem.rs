//! What is wrong with a game: where, at which move, how badly.

use std::fmt;

use tandem_rules::{Seat, shakmaty::Color};

use crate::letters::Letters;
use crate::replay::ReplayFault;
use crate::san::ParseSanError;

/// A place in a file. Columns count bytes, both count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The number of a move with its seat: `12a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The number as it is written.
    pub number: u32,
    /// Who moves.
    pub seat: Seat,
}

impl MoveNumber {
    /// The colour that moves.
    #[must_use]
    pub fn color(self) -> Color {
        self.seat.color()
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.seat)
    }
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The game can be read and played; something about it is odd.
    Warning,
    /// The game is bad.
    Error,
}

/// Something that is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is in the file.
    pub place: Place,
    /// The move at which it shows.
    pub at: Option<MoveNumber>,
    /// What it is.
    pub fault: Fault,
}

impl Problem {
    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match &self.fault {
            Fault::Read(fault) => fault.severity(),
            Fault::Replay(fault) => fault.severity(),
        }
    }

    /// Whether it makes the game bad.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl Problem {
    /// Whether another problem is of the same kind, whatever its names and numbers.
    #[must_use]
    pub fn is_like(&self, other: &Problem) -> bool {
        use std::mem::discriminant;
        match (&self.fault, &other.fault) {
            (Fault::Read(one), Fault::Read(other)) => discriminant(one) == discriminant(other),
            (Fault::Replay(one), Fault::Replay(other)) => discriminant(one) == discriminant(other),
            (Fault::Read(_), Fault::Replay(_)) | (Fault::Replay(_), Fault::Read(_)) => false,
        }
    }
}

/// `move 12a: …`, or the sentence alone.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at {
            write!(f, "move {at}: ")?;
        }
        write!(f, "{}", self.fault)
    }
}

/// What is wrong: with the text, or with the play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// With the text.
    #[error(transparent)]
    Read(#[from] ReadFault),
    /// With the play.
    #[error(transparent)]
    Replay(#[from] ReplayFault),
}

/// What is wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadFault {
    /// A word in the place of a move that is none.
    #[error("'{word}': {why}")]
    NoMove {
        /// The word.
        word: String,
        /// Why it is no move.
        why: ParseSanError,
    },
    /// A move of which nobody knows who made it.
    #[error("'{0}' has no number and seat before it, such as 12A.")]
    NoSeat(String),
    /// A word that means nothing.
    #[error("'{0}' is not a move, comment or result")]
    Stray(String),
    /// A brace that is not closed.
    #[error("the comment that begins here is not closed with a brace")]
    UnclosedBrace,
    /// A closing brace too many.
    #[error("a closing brace without an opening one")]
    StrayBrace,
    /// A variation that is not closed.
    #[error("the variation that begins here is not closed")]
    UnclosedVariation,
    /// A parenthesis too many.
    #[error("a closing parenthesis without an opening one")]
    StrayParenthesis,
    /// A tag that can't be read.
    #[error("malformed tag; expected something like [WhiteA \"name\"]")]
    BadTag,
    /// Variations in variations without end.
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
    /// More text than any game has.
    #[error("the game has more than {0} bytes")]
    TooLong(usize),
    /// A word that never ends.
    #[error("a word of more than {0} bytes")]
    LongWord(usize),
    /// Bytes that are no text.
    #[error("contains a NUL byte; not a text file")]
    Binary,
    /// Letters that could be of several languages.
    #[error("the letters of the pieces could be {}; say which they are",
            .0.iter().map(|letters| letters.code()).collect::<Vec<_>>().join(" or "))]
    Letters(Vec<Letters>),
    /// A move number that no move follows.
    #[error("a move number without its move")]
    NumberAlone,
    /// The repeat of a move at a fallen flag.
    #[error(
        "the move is there twice, as some programs write it when a flag falls; \
             the second is dropped"
    )]
    Repeated,
    /// A seat that is named twice while another has no name.
    #[error("{twice} appears twice; the second is read as {missing}")]
    NamedTwice {
        /// The tag that is there twice.
        twice: &'static str,
        /// The tag that is missing.
        missing: &'static str,
    },
    /// A tag that is there twice.
    #[error("tag {0} appears twice; the first one is used")]
    TagTwice(String),
    /// A plain score of one board.
    #[error(
        "the moves name no seats: they are read as those of board A alone, whose stocks \
             nobody knows"
    )]
    OneBoard,
}

impl ReadFault {
    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            ReadFault::NumberAlone
            | ReadFault::Repeated
            | ReadFault::NamedTwice { .. }
            | ReadFault::TagTwice(_)
            | ReadFault::OneBoard => Severity::Warning,
            ReadFault::NoMove { .. }
            | ReadFault::NoSeat(_)
            | ReadFault::Stray(_)
            | ReadFault::UnclosedBrace
            | ReadFault::StrayBrace
            | ReadFault::UnclosedVariation
            | ReadFault::StrayParenthesis
            | ReadFault::BadTag
            | ReadFault::TooDeep(_)
            | ReadFault::TooLong(_)
            | ReadFault::LongWord(_)
            | ReadFault::Binary
            | ReadFault::Letters(_) => Severity::Error,
        }
    }
}
