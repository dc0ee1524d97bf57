//! A move as somebody wrote it.

use std::fmt;

use serde::{Deserialize, Serialize};
use tandem_rules::Coordinates;

/// A move as somebody wrote it: SAN, coordinates, or nonsense that fits on a score sheet. What it
/// means, only the boards can tell.
///
/// ```
/// use tandem_referee::MoveText;
///
/// assert!(MoveText::new("Nf3").is_some());
/// assert!(MoveText::new("").is_none());
/// assert!(MoveText::new("knight to f3").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Box<str>", into = "Box<str>")]
pub struct MoveText(Box<str>);

/// A text that is no move in any notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is one word of at most {} letters, figures and signs", MoveText::LONGEST)]
pub struct NoMoveText;

impl MoveText {
    /// The most characters that a move has: `e7xd8=Qd1+` and room to spare.
    pub const LONGEST: usize = 16;

    /// A move as it is written; none if it is empty, too long, or more than a word.
    #[must_use]
    pub fn new(text: &str) -> Option<MoveText> {
        let fits = (1..=MoveText::LONGEST).contains(&text.len());
        (fits && text.chars().all(|c| c.is_ascii_graphic())).then(|| MoveText(text.into()))
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Coordinates> for MoveText {
    fn from(coordinates: Coordinates) -> MoveText {
        // The longest are of seven letters: `e7e8qd1`.
        MoveText(coordinates.to_string().into())
    }
}

impl From<MoveText> for Box<str> {
    fn from(text: MoveText) -> Box<str> {
        text.0
    }
}

impl TryFrom<Box<str>> for MoveText {
    type Error = NoMoveText;

    fn try_from(text: Box<str>) -> Result<MoveText, NoMoveText> {
        MoveText::new(&text).ok_or(NoMoveText)
    }
}
