//! What the server says, as far as it does not depend on a match.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use serde_json::json;
use tandem_referee::Refusal;
use tandem_rules::{Millis, Seat};

use super::{Role, VERSION, tell_form};
use crate::ids::MatchId;

/// The answer to `hello`.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "welcome")]
pub struct Welcome {
    version: u32,
    server: &'static str,
    #[serde(rename = "match")]
    table: MatchId,
    role: &'static str,
    seat: Option<Seat>,
    command: u64,
}

impl Welcome {
    /// The welcome of somebody.
    #[must_use]
    pub fn new(table: MatchId, role: Role, command: u64) -> Welcome {
        let (word, seat) = match role {
            Role::Seat(seat) => ("seat", Some(seat)),
            Role::Arbiter => ("arbiter", None),
            Role::Spectator => ("spectator", None),
        };
        let server = concat!("tandem ", env!("CARGO_PKG_VERSION"));
        Welcome { version: VERSION, server, table, role: word, seat, command }
    }
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// A newer connection has taken the seat.
    Replaced,
    /// The secret is wrong.
    Unauthorised,
    /// There is no such match.
    NotFound,
    /// The client speaks another version.
    Version,
    /// The message can't be read.
    BadMessage,
    /// Too many messages.
    TooFast,
    /// Too many connections.
    TooMany,
    /// The server stops.
    Stopping,
    /// Nothing was heard for too long.
    Idle,
}

/// Something that a table should know of its seats, though it is no event of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeCode {
    /// A bot can't sit or leave there now.
    SeatNotFree,
    /// The server has no such bot.
    NoSuchBot,
    /// Too many bots are playing.
    TooManyBots,
    /// A bot plays for somebody who left.
    BotTookOver,
    /// He plays himself again.
    PlayerIsBack,
    /// The engine can't be started; the built-in bot plays for it.
    EngineMissing,
    /// Too many engines run; the built-in bot plays until there is room.
    EngineNoRoom,
    /// The engine's process has ended.
    EngineDied,
    /// The engine does not answer.
    EngineSilent,
    /// The engine has failed too often, and resigns.
    EngineForfeits,
    /// The book forbids the engine's move; it is asked for another.
    EngineAskedAgain,
    /// The book forbids the engine's move; the built-in bot moves for it.
    EngineIllegal,
    /// The engine's answer is no move; the built-in bot moves for it.
    EngineNonsense,
}

/// The last message of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "bye")]
pub struct Bye {
    /// Why, for programs.
    pub code: ByeCode,
    /// Why, for people.
    pub reason: String,
}

impl Bye {
    /// A bye with its reason.
    pub fn new(code: ByeCode, reason: impl Into<String>) -> Bye {
        Bye { code, reason: reason.into() }
    }
}

/// A message as text. What is serialised here can't fail; should it, nothing is better than a
/// panic.
pub(crate) fn text(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

pub(crate) fn ack(id: u64, repeated: bool) -> Utf8Bytes {
    if repeated {
        text(&json!({ "type": "ack", "id": id, "repeated": true }))
    } else {
        text(&json!({ "type": "ack", "id": id }))
    }
}

pub(crate) fn refused(id: u64, refusal: &Refusal) -> Utf8Bytes {
    let mut message = json!({
        "type": "refused",
        "id": id,
        "article": refusal.article,
        "reason": refusal.reason.to_string(),
    });
    tell_form(&mut message, &refusal.reason);
    text(&message)
}

pub(crate) fn notice(seat: Option<Seat>, code: NoticeCode, detail: &str) -> Utf8Bytes {
    let detail: String = detail.chars().filter(|c| !c.is_control()).take(120).collect();
    text(&json!({ "type": "notice", "seat": seat, "code": code, "detail": detail }))
}

pub(crate) fn pong(sent: &serde_json::Number, now: Millis) -> Utf8Bytes {
    text(&json!({ "type": "pong", "sent": sent, "now": now.0 }))
}

pub(crate) fn rematch(table: &MatchId, seat: Option<Seat>) -> Utf8Bytes {
    text(&json!({ "type": "rematch", "match": table, "seat": seat }))
}
