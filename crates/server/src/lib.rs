//! Tables for four: the referee over WebSocket, with every event durable before anybody sees it.
//!
//! ```text
//! bytes → wire → session (http/socket) → table (a room and a match core) → referee → store → fan-out
//! ```
//!
//! The protocol is in `docs/protocol.md`. [`Server::open`] opens the data folder and the port,
//! [`Server::run`] serves until it is told to stop.

mod books;
mod bots;
mod buckets;
mod codes;
mod crowd;
mod events;
mod fanout;
mod guests;
mod hall;
mod http;
mod ics;
mod ids;
mod limits;
mod log;
mod metrics;
mod record;
mod server;
mod site;
mod store;
mod table;
mod terms;
mod time;
mod tls;
mod view;
mod wire;
mod work;

pub use books::Books;
pub use bots::{BadEngine, BotConfig, BotKind, EngineSpec, NoBot};
pub use codes::{BadTerms, Denied, Problem, SessionRefusal, UploadError};
pub use fanout::{ConnectionId, FanOut, LocalFanOut, Member};
pub use ids::{MatchId, NoRandomness, ParseMatchIdError, Secret, SecretHash};
pub use log::{Entered, Seated, Step};
pub use server::{Bounds, Config, PeerConfig, ServeError, Server, Waits};
pub use store::{
    Acquired, Answer, Change, Copied, Entry, Epoch, Health, Listed, MatchRecord, NodeId, Owner,
    Pending, Place, Row, SeatRecord, SqliteStore, Stage, Store, StoreError, Stored, Version, Write,
    copy,
};
pub use terms::{NewMatchRequest, Terms};
pub use tls::{TlsConfig, TlsError};
pub use wire::{Bye, ByeCode, Hello, NoticeCode, Role, ToServer};
pub use work::give_way;
