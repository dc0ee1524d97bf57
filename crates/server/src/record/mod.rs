//! Matches as files and as films: BPGN, and the frames of a replay.

mod bpgn;
mod chess_com;
mod frames;
mod scored;
mod upload;

pub(crate) use bpgn::write;
pub(crate) use frames::{Replay, of_match};
pub(crate) use upload::of_file;

use scored::scores_to_show;
