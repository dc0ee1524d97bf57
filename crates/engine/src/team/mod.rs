//! Playing as a team: what the other board makes this one's men worth, when to make no move,
//! what to tell the partner.

mod heard;
mod sit;
mod talk;
mod view;
mod weigh;

pub use heard::Heard;
pub use sit::Why;
pub use talk::may_say;
pub use view::{Owed, Seen, View};

pub(crate) use sit::{Situation, sit};
pub(crate) use talk::Said;
pub(crate) use view::sits;
pub(crate) use weigh::weigh;
