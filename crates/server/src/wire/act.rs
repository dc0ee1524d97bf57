//! What people write in an act, made fit to be seen.

use tandem_referee::{Act, Message, MoveText, Ruling};

use super::{LONGEST_TEXT, tidy};

/// An act as others may see it; none if nothing is left of what is said.
#[must_use]
pub(crate) fn tidied(act: Act<MoveText>) -> Option<Act<MoveText>> {
    Some(match act {
        Act::Say { say: Message::Text(text) } => {
            Act::Say { say: Message::Text(tidy(&text, LONGEST_TEXT)?) }
        }
        act => act,
    })
}

/// A ruling as others may see it: of why somebody is warned, what can be seen.
#[must_use]
pub(crate) fn tidied_ruling(rule: Ruling) -> Ruling {
    match rule {
        Ruling::Warn { seat, why } => {
            Ruling::Warn { seat, why: why.and_then(|why| tidy(&why, LONGEST_TEXT)) }
        }
        rule => rule,
    }
}
