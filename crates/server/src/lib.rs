//! Tables for four: the referee over WebSocket, with every event durable before anybody sees it.
//!
//! ```text
//! bytes → wire → session (http/socket) → table (one actor a match) → referee → store → fan-out
//! ```
//!
//! The protocol is in `docs/protocol.md`. [`Server::open`] opens the data folder and the port,
//! [`Server::run`] serves until it is told to stop.

mod books;
mod bots;
mod fanout;
mod hall;
mod http;
mod ids;
mod limits;
mod metrics;
mod record;
mod server;
mod store;
mod table;
mod terms;
mod view;
mod wire;

pub use books::Books;
pub use bots::{BadEngine, BotConfig, BotKind, EngineSpec, NoBot};
pub use fanout::{ConnectionId, FanOut, LocalFanOut, Member};
pub use ids::{MatchId, NoRandomness, ParseMatchIdError, Secret, SecretHash};
pub use server::{Bounds, Config, ServeError, Server};
pub use store::{
    Entry, Listed, MatchRecord, Pending, Row, SeatRecord, SqliteStore, Stage, Store, StoreError,
    Stored, Write,
};
pub use terms::{BadTerms, FlagWord, Terms, Wish};
pub use wire::{
    ActWire, Bye, ByeCode, ClaimWord, Hello, NoticeCode, Role, RuleWire, ToServer, Welcome,
};
