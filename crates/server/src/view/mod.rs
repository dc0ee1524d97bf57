//! A match as the protocol shows it: the same boards for all, and what each may do and know.

mod events;
mod granted;
mod moves;
mod powers;
mod sheet;
mod state;

pub(crate) use events::{Viewer, enrich, seen_by};
pub(crate) use granted::SeatView;
pub(crate) use powers::ArbiterView;
pub(crate) use sheet::{Line, Sheet};
pub(crate) use state::{StateView, color_word, placement};
