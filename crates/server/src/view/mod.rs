//! A match as the protocol shows it: the same boards for all, and what each may do and know.

mod audience;
mod events;
mod glimpse;
mod scores;
mod sheet;
mod state;
mod you;

pub(crate) use audience::{Happened, Logged, Seen, seen_by, sees, sights};
pub(crate) use events::{EventLine, Note, told_by};
pub(crate) use glimpse::Glimpse;
pub(crate) use scores::ScoresView;
pub(crate) use sheet::{ChangedLine, Line, Sheet};
pub(crate) use state::{ColorWord, MatchState, placement};
pub(crate) use tandem_referee::{Sight, Viewer};
pub(crate) use you::{You, YouArbiter, YouSeat};
