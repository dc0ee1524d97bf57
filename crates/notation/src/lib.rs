//! Bughouse as text: moves in SAN, positions in BFEN, games in BPGN.
//!
//! Nothing here opens a file or speaks to a terminal. What is read is first taken apart by its
//! form alone and only then by the rules, so that a slip of the pen ([`ParseSanError`]) is never
//! mistaken for an illegal move ([`SanError`]).
//!
//! ```
//! use tandem_notation::{Bfen, read_move};
//! use tandem_rules::{BoardId, Rulebook};
//!
//! let bfen: Bfen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/N w KQkq - 120 119.5 | \
//!                   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 120 120".parse()?;
//! let book = Rulebook::builtin("fics").expect("a built-in book");
//! let position = &bfen.boards[BoardId::A].position;
//! let m = read_move("N@f6+", position, book.board_rules(), None)?;
//! assert_eq!(m.to_string(), "N@f6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bfen;
pub mod bpgn;
pub mod draw;
mod letters;
pub mod record;
pub mod replay;
pub mod san;
pub mod script;
pub mod svg;
mod table;

pub use bfen::{Bfen, BfenBoard, BfenError, write_bfen};
pub use letters::Letters;
pub use san::{
    ParseSanError, ReadMoveError, San, SanError, SanPlus, Suffix, read_coordinates, read_move,
};
pub use table::table;
