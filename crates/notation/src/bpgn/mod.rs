//! BPGN: games of bughouse as files keep them.
//!
//! [`Reader`] reads a stream of any length; a [`Game`] is a tree of moves over two boards with
//! all that was said about them; [`write_game`] writes it in one clean form, and reading that
//! gives the same game.

mod builder;
mod detect;
mod ending;
mod game;
mod input;
mod plain;
mod problem;
mod reader;
mod scan;
mod tags;
mod text;
mod write;

pub use ending::{Cause, Ending};
pub use game::{Clock, Game, GameResult, Glyph, Line, Ply, Remark, Written};
pub use problem::{Fault, MoveNumber, Place, Problem, ReadFault, Severity};
pub use reader::{MAX_GAME_BYTES, Reader};
pub use tags::{STANDARD_TAGS, Tag, Tags, TimeControl, elo_tag, name_tag};
pub use text::{comment_text, decode};
pub use write::{LINE_WIDTH, write_game};
