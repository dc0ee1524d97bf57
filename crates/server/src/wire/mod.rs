//! The messages of `docs/protocol.md`, and nothing that decides.

mod act;
pub(crate) mod schema;
mod tidy;
mod to_client;
mod to_server;

pub(crate) use act::{tidied, tidied_ruling};
pub(crate) use tidy::{look_alike, tidy};
pub(crate) use to_client::{
    Ack, ForeseenAnswer, MatchInfo, Notice, Pong, Refused, RematchMade, Snapshot, ToClient, Update,
    Welcome, WhyAnswer, part,
};
pub use to_client::{Bye, ByeCode, NoticeCode};
pub use to_server::{Hello, Role, ToServer};

/// The version of the protocol.
pub(crate) const VERSION: u32 = 2;
/// The longest message that a client may send, in bytes.
pub(crate) const LONGEST_MESSAGE: usize = 8 * 1024;
/// The longest name, in characters.
pub(crate) const LONGEST_NAME: usize = 24;
/// The longest title of a match, in characters.
pub(crate) const LONGEST_TITLE: usize = 60;
/// The longest text to a partner, in characters.
pub(crate) const LONGEST_TEXT: usize = 140;
