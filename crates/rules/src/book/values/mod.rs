//! The values that the axes of a rulebook can take.

mod numbers;
mod sets;
mod words;

pub use numbers::{FreezeTimes, Ranks, Roles, Seconds};
pub use sets::{Power, Set, TalkKind};
pub use words::*;

use super::answer::Answer;
use super::raw::Raw;

/// A value that an axis can take, read from a rulebook file.
pub trait AxisValue: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// What is allowed instead.
    fn read(raw: &Raw) -> Result<Self, String>;

    /// The value, ready to be put into words.
    fn answer(&self) -> Answer;

    /// What the axis can be.
    fn answers() -> Answers;
}

/// What an axis can be.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// One of these words, each with the code of what it means ([`book_texts`](super::book_texts)).
    OneOf(&'static [(&'static str, &'static str)]),
    /// Any that this describes.
    Any(&'static str),
}
