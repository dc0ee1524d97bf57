//! Events: one actor each, around the pure core of `tandem-event`.
//!
//! ```text
//! request → office (finds the actor) → actor → core decides → store → snapshot → views, sockets, files
//!                                        ↑ ↓
//!                                 tables of the hall (online)
//! ```
//!
//! An actor takes commands one by one, makes durable what came of them, and only then answers and shows a new
//! [`Snapshot`]. Whoever reads takes the latest snapshot and asks the actor nothing.

mod actor;
mod clocks;
mod desk;
mod entry;
mod export;
mod gallery;
mod hall;
mod import;
mod made;
mod office;
mod online;
mod player;
mod snapshot;
mod tidy;
mod view;

pub(crate) use actor::{NotDone, Order};
pub(crate) use clocks::TableClocks;
pub(crate) use entry::Visible;
pub(crate) use export::{Export, games, written};
pub(crate) use gallery::{Boards, EventBoard};
pub(crate) use hall::TableView;
pub(crate) use import::{open_file, read_entries};
pub(crate) use made::{EventWish, MakeEventError, NewEvent, book, desk_name};
pub(crate) use office::{Handle, Office};
pub(crate) use player::PlayerView;
pub(crate) use snapshot::{Shut, Snapshot, Viewer};
pub(crate) use view::{EventLine, EventView};

/// The most players of an event.
const MAX_PLAYERS: usize = 1_000;
/// The longest name of an event, a team or a player, in characters.
const LONGEST_NAME: usize = 60;
/// The most bytes of an event's log.
const LONGEST_LOG: usize = 64 * 1024 * 1024;
