//! What can be asked of a table.

use axum::extract::ws::Utf8Bytes;
use tandem_notation::score::SheetEntry;
use tandem_referee::{Act, MoveText, Ruling};
use tandem_rules::{Millis, Seat};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::{mpsc, oneshot};

use super::core::NotEntered;
use super::room::{Followed, Follower, Look, Printed, Thought};
use crate::bots::BotKind;
use crate::codes::Problem;
use crate::fanout::ConnectionId;
use crate::ids::Secret;
use crate::store::StoreError;
use crate::view::ScoresView;
use crate::wire::{Bye, Hello, Refused, Role};

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
    /// The player's name.
    pub(crate) name: String,
    /// What opens it.
    pub(crate) secret: Secret,
}

/// Why somebody got no seat.
#[derive(Clone, Debug)]
pub(crate) enum NoSeat {
    /// There is none to have.
    Refused(Problem),
    /// It could not be stored.
    CantStore,
}

/// A player, and the connection that asks for something: it may have been replaced by now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sitter {
    pub(super) seat: Seat,
    pub(super) connection: Option<ConnectionId>,
}

/// A command of a player or of the arbiter.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Act(Act<MoveText>),
    Rule(Ruling),
}

/// What goes to a connection; the welcome first.
pub(super) type Outbox = mpsc::Sender<Utf8Bytes>;

pub(super) enum Request {
    Join {
        connection: ConnectionId,
        hello: Box<Hello>,
        outbox: Option<Outbox>,
        reply: oneshot::Sender<Result<Joined, Bye>>,
    },
    Leave {
        connection: ConnectionId,
    },
    Command {
        connection: ConnectionId,
        role: Role,
        id: u64,
        asked: Asked,
        /// The moment at which it was done, by the clock beside the board.
        told: Option<Millis>,
    },
    /// By how much a server that came back is behind, as a clock beside a board knows it.
    Behind {
        by: Sitter,
        millis: Millis,
    },
    /// The arbiter asks what a ruling would bring about.
    Foresee {
        connection: ConnectionId,
        id: u64,
        rule: Ruling,
    },
    Why {
        by: Sitter,
        id: u64,
        tried: MoveText,
    },
    /// A player sets a move in advance, or forgets it.
    Ahead {
        by: Sitter,
        id: u64,
        tried: Option<MoveText>,
    },
    /// A player acts who hears of the match by its events.
    Do {
        connection: ConnectionId,
        seat: Seat,
        act: Act<MoveText>,
        /// None: the seat is open somewhere else.
        reply: oneshot::Sender<Option<Result<(), Refused>>>,
    },
    /// Somebody of this process follows the match by its events.
    Follow {
        follower: Option<Follower>,
        reply: oneshot::Sender<Result<Followed, StoreError>>,
    },
    /// Follows it no more.
    Unfollow {
        tag: u64,
    },
    /// The match begins, whoever is there.
    Begin {
        reply: oneshot::Sender<()>,
    },
    /// How the match stands.
    Look {
        reply: oneshot::Sender<Look>,
    },
    Ready {
        by: Sitter,
        on: bool,
    },
    Rematch {
        by: Sitter,
        on: bool,
    },
    Bot {
        asked_by: ConnectionId,
        seat: Seat,
        kind: Option<BotKind>,
    },
    Substitute {
        by: Sitter,
        seat: Seat,
        kind: Option<BotKind>,
    },
    TakeBack {
        by: Sitter,
    },
    Measured {
        connection: ConnectionId,
        seat: Seat,
        round_trip: Millis,
        /// The least that the kernel has seen.
        seen: Option<Millis>,
    },
    TakeSeat {
        seat: Option<Seat>,
        name: String,
        reply: oneshot::Sender<Result<SeatTaken, NoSeat>>,
    },
    Snapshot {
        reply: oneshot::Sender<Utf8Bytes>,
    },
    /// Whether a secret is one of the match.
    Knows {
        secret: Secret,
        reply: oneshot::Sender<bool>,
    },
    /// The score sheet, after something was written on it if that is wanted; none if it is known.
    Score {
        wanted: Option<(SheetEntry, usize)>,
        known: Option<u64>,
        reply: oneshot::Sender<Result<Option<ScoresView>, NotEntered>>,
    },
    /// A bot of ours has decided.
    Thought(Thought),
    /// Somebody else's engine has said something.
    Printed(Printed),
    /// There are places for the match's bots.
    Places(OwnedSemaphorePermit),
    /// Another node has the match.
    Abandon,
    Stop {
        reply: oneshot::Sender<()>,
    },
}
