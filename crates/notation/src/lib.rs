#![doc = include_str!("../README.md")]

pub mod bfen;
pub mod bpgn;
pub mod chess_com;
pub mod conformance;
pub mod draw;
mod in_columns;
mod letters;
pub mod pixels;
mod reading;
pub mod record;
pub mod replay;
pub mod san;
pub mod score;
pub mod script;
pub mod svg;

pub use bfen::{Bfen, BfenBoard, BfenError, write_bfen};
pub use in_columns::in_columns;
pub use letters::Letters;
pub use reading::{carry_out, read_act, read_attempt, read_command};
pub use san::{Notation, ParseSanError, ReadMoveError, San, SanError, SanPlus, Suffix};
