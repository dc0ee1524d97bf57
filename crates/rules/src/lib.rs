#![doc = include_str!("../README.md")]

mod board_rules;
pub mod book;
mod bughouse;
mod chess960;
pub mod code;
mod dead;
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
mod texts;
mod vocabulary;
mod wanted;
mod why;

pub use board_rules::{BoardRules, DropLimit, PromotionRoles, PromotionSource};
pub use book::Rulebook;
pub use bughouse::{BoardView, Bughouse, OtherBoard, PlayError};
pub use chess960::CHESS960_STARTS;
pub use lone::Lone;
pub use millis::{Millis, ParseMillisError};
pub use moves::{Coordinates, Move, MoveList, ParseCoordinatesError, Promotion};
pub use position::{Captured, Castling, Lifted, Position, Setup, SetupError};
pub use stock::{STOCK_ROLES, Stock};
pub use stuck::{MateRule, Stuck};
pub use texts::texts;
pub use vocabulary::{BoardId, ByBoard, BySeat, ByTeam, ParseSeatError, Seat, Team};
pub use wanted::Wanted;
pub use why::Illegal;

pub use shakmaty;
