//! A match of our own as BPGN, whole: a file that replays through the referee to the same state.
//!
//! The tags name the rulebook and what else was agreed. The moves that stood are the moves of the
//! game, as every reader knows them. All else that happened, from claims to penalties, follows as
//! annotations in the words of a match script, which other readers skip:
//!
//! ```text
//! [Rulebook "stein"]
//! …
//! {A:tandem 0 start} 1A. e4 {418.750} {A:tandem 1.25} {A:tandem 3 a offer draw} 1a. e5 …
//! ```
//!
//! `{A:tandem 1.25}` is the time of the move before it, in seconds since the match began. A move
//! that was taken back is no move of the game: it too is an annotation. Where the boards stood on the table the
//! moves are those of the score sheet, and the annotation behind each is the press that completed it.

mod event_text;
mod explain;
mod read;
mod tags;
mod write;

pub use explain::explain;
pub(crate) use read::ply_text;
pub use read::{RecordError, Replayed, book_of, follow_match, is_record, read_match};
pub(crate) use write::result_of;
pub use write::{MatchToWrite, write_match, write_scored};

/// What an annotation of ours begins with.
const MARK: &str = "tandem ";
