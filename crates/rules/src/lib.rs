//! Bughouse by the book: vocabulary, positions, legal moves and rulebooks.
//!
//! Nothing here reads a clock, a file or a global: a [`Position`] is one board, a
//! [`Rulebook`] is a published book as data, and [`BoardRules`] is the part of it that decides
//! which moves are legal.
//!
//! ```
//! use tandem_rules::{Position, Rulebook};
//!
//! let book = Rulebook::builtin("minerva").expect("a built-in book");
//! let start = Position::default();
//! assert_eq!(start.legal_moves(book.board_rules(), None).len(), 20);
//! ```

mod board_rules;
pub mod book;
mod generate;
mod hands;
mod lone;
mod material;
mod millis;
mod moves;
mod position;
mod promotion;
mod sinks;
mod stock;
mod stuck;
mod vocabulary;
mod wanted;
mod why;

pub use board_rules::{BoardRules, DropLimit, PromotionRoles, PromotionSource};
pub use book::Rulebook;
pub use generate::OtherBoard;
pub use lone::Lone;
pub use millis::{Millis, ParseMillisError};
pub use moves::{Coordinates, Move, MoveList, ParseCoordinatesError, Promotion};
pub use position::{
    Captured, Castling, Lifted, Position, Setup, SetupError, king_home, rook_corner,
};
pub use promotion::takeable;
pub use stock::{STOCK_ROLES, Stock};
pub use stuck::{MateRule, Stuck};
pub use vocabulary::{BoardId, ByBoard, BySeat, ByTeam, ParseSeatError, Seat, Team};
pub use wanted::Wanted;
pub use why::Illegal;

pub use shakmaty;
