//! Who meets whom.

mod bracket;
mod colours;
pub(crate) mod knockout;
mod matching;
mod rotating;
mod round_robin;
mod swiss;
mod upfloaters;

use serde::{Deserialize, Serialize};

use crate::codes::Reason;
use crate::ids::PairingNumber;

pub use rotating::{Square, squares};
pub use round_robin::berger;
pub use swiss::{NoPairing, swiss};

/// Two numbers that meet, or one that has no opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paired {
    /// The one with White on the first board, by the system; a bye's own number.
    pub white: PairingNumber,
    /// The opponent.
    pub black: Option<PairingNumber>,
    /// Why.
    pub reasons: Vec<Reason>,
}
