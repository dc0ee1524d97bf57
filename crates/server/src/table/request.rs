//! What can be asked of a table's actor.

use axum::extract::ws::Utf8Bytes;
use tandem_rules::{Millis, Seat};
use tokio::sync::{mpsc, oneshot};

use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::ids::Secret;
use crate::wire::{ActWire, Bye, Hello, Role, RuleWire};

/// The table has been put away; whoever asks again gets it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table has been put away")]
pub(crate) struct Gone;

/// What a connection gets that was let in.
#[derive(Debug)]
pub(crate) struct Joined {
    /// As what it is there.
    pub(crate) role: Role,
}

/// A seat that somebody took.
#[derive(Debug)]
pub(crate) struct SeatTaken {
    /// Which.
    pub(crate) seat: Seat,
    /// What opens it.
    pub(crate) secret: Secret,
}

/// A command of a player or of the arbiter.
#[derive(Debug)]
pub(crate) enum Asked {
    Act(ActWire),
    Rule(RuleWire),
}

/// A way to somebody who must be told to leave.
pub(super) type Way = mpsc::Sender<Utf8Bytes>;

#[derive(Debug)]
pub(super) enum Request {
    Join {
        connection: ConnectionId,
        hello: Box<Hello>,
        way: Way,
        reply: oneshot::Sender<Result<Joined, Bye>>,
    },
    Leave {
        connection: ConnectionId,
    },
    Command {
        connection: ConnectionId,
        role: Role,
        at: Millis,
        id: u64,
        asked: Asked,
    },
    Ready {
        seat: Seat,
        on: bool,
    },
    Rematch {
        seat: Seat,
        on: bool,
    },
    Bot {
        asked_by: ConnectionId,
        seat: Seat,
        kind: Option<BotKind>,
    },
    Substitute {
        by: Seat,
        seat: Seat,
        kind: Option<BotKind>,
    },
    TakeBack {
        seat: Seat,
    },
    Measured {
        seat: Seat,
        round_trip: Millis,
    },
    TakeSeat {
        seat: Option<Seat>,
        name: String,
        reply: oneshot::Sender<Result<SeatTaken, &'static str>>,
    },
    Snapshot {
        reply: oneshot::Sender<String>,
    },
    Stop {
        reply: oneshot::Sender<()>,
    },
}
