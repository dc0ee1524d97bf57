//! What is kept: terms, seats and the append-only log of every match.
//!
//! [`Store`] is narrow so that another database can take SQLite's place. All that implement it pass
//! one suite of tests (`contract`). A table that is open has been acquired: what is written to it
//! names the epoch of that, and nothing is written by whoever has it no more.

mod checksum;
mod copy;
mod events;
mod folder;
mod health;
mod migrate;
mod nodes;
mod postgres;
mod schema;
mod sqlite;
mod writer;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod damage;
#[cfg(test)]
pub(crate) mod model;

use std::path::PathBuf;

use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_rules::{BySeat, Millis, Seat};
use tokio::sync::oneshot;

use crate::bots::BotKind;
use crate::ids::{MatchId, SecretHash};
use crate::terms::Terms;

pub use copy::{Copied, Place, copy};
pub(crate) use events::{
    EventRecord, EventRow, EventStore, EventStoreError, Listing, SqliteEvents,
};
pub(crate) use nodes::{BEAT, Moments, Nodes, Peer};
pub use nodes::{NodeId, Owner};
pub(crate) use postgres::{Address, PostgresEvents, PostgresStore};
pub use sqlite::SqliteStore;

/// Why something could not be stored or read. After a write each but [`StoreError::Unknown`] says
/// that nothing was stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder can't be used.
    #[error("the data folder {} can't be used: {why}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The folder was written by a newer program.
    #[error(
        "the data folder {} was written by a newer version of tandem (data version {found}, \
         this one knows up to {known})", folder.display()
    )]
    Newer {
        /// Which.
        folder: PathBuf,
        /// Its version.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// Another server has the folder.
    #[error(
        "another tandem{} serves the data folder {}; stop it first, or choose another folder \
         with --data", by.map(|id| format!(" (process {id})")).unwrap_or_default(), folder.display()
    )]
    InUse {
        /// Which.
        folder: PathBuf,
        /// Its process, if it has said so.
        by: Option<u32>,
    },
    /// What was opened is no longer what the folder holds.
    #[error(
        "{} was deleted or replaced while the server ran; put it back, or start the server again",
        path.display()
    )]
    Lost {
        /// The file that is not what it was.
        path: PathBuf,
    },
    /// PostgreSQL can't be used.
    #[error("PostgreSQL at {at}: {why}")]
    Postgres {
        /// Where it is.
        at: String,
        /// What is wrong with it.
        why: String,
    },
    /// The database refused.
    #[error("the database failed: {0}")]
    Database(String),
    /// What is stored is not what was written, or can't be understood.
    #[error("match {0} was damaged on the disk")]
    Damaged(MatchId),
    /// A newer program wrote it, and this one can't read it.
    #[error("match {0} was written by a newer version of tandem")]
    NewerMatch(MatchId),
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
    /// The table is somebody else's by now, or its log is not where the writer took it to be.
    #[error("match {0} has another owner")]
    Fenced(MatchId),
    /// Another node has the table, and lives.
    #[error("match {0} is played on another machine")]
    Elsewhere(MatchId, Owner),
    /// It may be stored or not: nothing may be told of it before it has been looked up.
    #[error("whether it was stored is not known: {0}")]
    Unknown(String),
}

impl StoreError {
    /// Whether whoever wrote to a table knows no longer how it stands, and has to leave it.
    #[must_use]
    pub fn loses_table(&self) -> bool {
        match self {
            StoreError::Fenced(_) | StoreError::Unknown(_) => true,
            StoreError::Folder { .. }
            | StoreError::Newer { .. }
            | StoreError::InUse { .. }
            | StoreError::Lost { .. }
            | StoreError::Postgres { .. }
            | StoreError::Database(_)
            | StoreError::Damaged(_)
            | StoreError::NewerMatch(_)
            | StoreError::Elsewhere(..)
            | StoreError::Stopped => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

/// How often a table has changed hands: a write of an earlier epoch is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch(pub i64);

/// What came of wanting a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acquired {
    /// It is the asker's from now on.
    Ours(Epoch),
    /// A node that lives has it.
    Elsewhere(Owner),
}

impl Acquired {
    /// Since when it is the asker's, if it is.
    #[must_use]
    pub fn ours(self) -> Option<Epoch> {
        match self {
            Acquired::Ours(epoch) => Some(epoch),
            Acquired::Elsewhere(_) => None,
        }
    }
}

/// How far a match has come, as lists need to know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It waits for its players.
    #[default]
    Open,
    /// It is being played.
    Running,
    /// It is over.
    Over,
    /// It was being played, and everybody has left it.
    Abandoned,
}

impl Stage {
    /// The number by which databases know it.
    fn number(self) -> u8 {
        match self {
            Stage::Open => 0,
            Stage::Running => 1,
            Stage::Over => 2,
            Stage::Abandoned => 3,
        }
    }

    fn of_number(number: u8) -> Stage {
        match number {
            0 => Stage::Open,
            1 => Stage::Running,
            3 => Stage::Abandoned,
            _ => Stage::Over,
        }
    }
}

/// A seat as it is kept.
#[derive(Clone, Debug)]
pub struct SeatRecord {
    /// What opens it.
    pub secret: SecretHash,
    /// Who sits there, or did.
    pub name: Option<String>,
    /// The bot that plays there, for them if there is a name.
    pub bot: Option<BotKind>,
}

impl SeatRecord {
    /// The name that files of games have: which bot it was, wherever it sat.
    #[must_use]
    pub fn recorded(&self) -> Option<String> {
        match (&self.name, &self.bot) {
            (Some(name), Some(bot)) => Some(format!("{name} ({})", bot.kind_name())),
            (None, Some(bot)) => Some(bot.kind_name()),
            (name, None) => name.clone(),
        }
    }

    /// The name that lists and replays show.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Option<String> {
        match (&self.name, &self.bot) {
            (Some(name), Some(bot)) => Some(format!("{name} ({})", bot.name(seat))),
            (None, Some(bot)) => Some(bot.name(seat)),
            (name, None) => name.clone(),
        }
    }
}

/// A match as it was made.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    /// Its id.
    pub id: MatchId,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// What was agreed.
    pub terms: Terms,
    /// Who made it, as far as their address tells; nobody can tell the address from it.
    pub maker: Option<[u8; 16]>,
    /// What opens the arbiter's desk.
    pub arbiter: SecretHash,
    /// The seats.
    pub seats: BySeat<SeatRecord>,
    /// The match that followed it.
    pub rematch: Option<MatchId>,
}

/// One accepted command, or what time brought about, with its events.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number of the first event.
    pub seq: u64,
    /// The moment.
    pub at: Millis,
    /// Who did it: the seats in their order, then the arbiter; nobody if it was time.
    pub actor: Option<u8>,
    /// The client's number of the command.
    pub command: Option<u64>,
    /// What is written down of it.
    pub step: String,
    /// How far the match has come afterwards, and its result.
    pub stage: Stage,
    /// The result of the match, once it has one.
    pub result: Option<&'static str>,
}

/// Something to be made durable.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new match. It is nobody's until it is acquired.
    Make(Box<MatchRecord>),
    /// Something about a table, by whoever has it.
    Change {
        /// The match.
        id: MatchId,
        /// Since when the writer has it.
        epoch: Epoch,
        /// What.
        change: Change,
    },
}

/// What changes at a table.
#[derive(Clone, Debug)]
pub enum Change {
    /// Events.
    Append(Entry),
    /// Somebody takes a seat, or its link changes.
    Seat {
        /// Which seat.
        seat: Seat,
        /// Its new state.
        record: SeatRecord,
    },
    /// The moment that a running match has reached.
    Moment(Millis),
    /// How far a match has come, if no event tells.
    Stage(Stage),
    /// The match that follows this one is made.
    Rematch(Box<MatchRecord>),
    /// The table is given away: it is nobody's.
    Release,
}

/// Resolves when what was asked for is durable.
pub type Pending = oneshot::Receiver<Result<(), StoreError>>;

/// Waits until something is durable.
pub(crate) async fn durable(pending: Pending) -> Result<(), StoreError> {
    // Whoever was to answer has ended in the middle of it.
    pending.await.unwrap_or_else(|_| Err(StoreError::Unknown("the store gave up".to_owned())))
}

/// What a store answers in its own time.
pub type Answer<'s, T> = BoxFuture<'s, Result<T, StoreError>>;

/// A row of the log.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the first event.
    pub seq: u64,
    /// The moment.
    pub at: Millis,
    /// Who did it.
    pub actor: Option<u8>,
    /// The client's number of the command.
    pub command: Option<u64>,
    /// What was written down.
    pub step: String,
}

/// Everything that is kept of a match.
#[derive(Clone, Debug)]
pub struct Stored {
    /// How it was made.
    pub record: MatchRecord,
    /// How far it has come.
    pub stage: Stage,
    /// The moment that it has reached.
    pub moment: Millis,
    /// Its log.
    pub rows: Vec<Row>,
}

/// Tells whether what is stored of a match has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The last row of its log.
    pub head: i64,
    /// Who sits where.
    pub seats: String,
}

/// A line of a list of matches.
#[derive(Clone, Debug)]
pub struct Listed {
    /// How it was made.
    pub record: MatchRecord,
    /// How far it has come.
    pub stage: Stage,
    /// Its result.
    pub result: Option<String>,
}

/// How the store is.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// Why nothing can be stored, if nothing can.
    pub trouble: Option<StoreError>,
    /// The matches that were found damaged since the start; the others go on.
    pub damaged: Vec<MatchId>,
}

/// Where matches are kept.
pub trait Store: Send + Sync + 'static {
    /// Makes something durable. Writes of one caller keep their order.
    fn write(&self, write: Write) -> Pending;

    /// Takes a table: whoever had it writes to it no more, and all that was written before is what
    /// [`Store::load`] finds afterwards. A table that another node has stays there as long as that lives.
    /// None if there is no such match.
    ///
    /// # Errors
    /// It can't be had.
    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Acquired>>;

    /// Whether other processes use it too.
    fn is_shared(&self) -> bool {
        false
    }

    /// Everything that is kept of a match.
    ///
    /// # Errors
    /// The database fails, or what it holds can't be read.
    fn load<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Stored>>;

    /// The rows of the log whose first event has a higher number, in their order.
    ///
    /// # Errors
    /// The database fails, or what it holds can't be read.
    fn events_after<'s>(&'s self, id: &'s MatchId, seq: u64) -> Answer<'s, Vec<Row>>;

    /// What changes whenever the match does; none if there is no such match.
    ///
    /// # Errors
    /// The database fails.
    fn version<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Version>>;

    /// The newest public matches of a stage.
    ///
    /// # Errors
    /// The database fails.
    fn list(&self, stage: Stage, limit: usize) -> Answer<'_, Vec<Listed>>;

    /// How many matches of a maker, made since a time (in milliseconds since 1970), are not over;
    /// counted up to a limit.
    ///
    /// # Errors
    /// The database fails.
    fn count_open<'s>(&'s self, maker: &'s [u8; 16], since: i64, limit: usize)
    -> Answer<'s, usize>;

    /// The same for all of them, over or not.
    ///
    /// # Errors
    /// The database fails.
    fn count_made<'s>(&'s self, maker: &'s [u8; 16], since: i64, limit: usize)
    -> Answer<'s, usize>;

    /// All matches, oldest first.
    ///
    /// # Errors
    /// The database fails.
    fn all(&self) -> Answer<'_, Vec<MatchId>>;

    /// Matches that go on after a restart though nobody comes, oldest first: those that are being
    /// played, and those of bots alone.
    ///
    /// # Errors
    /// The database fails.
    fn unfinished(&self) -> Answer<'_, Vec<MatchId>>;

    /// Notes that a match is damaged: it is named once, and kept apart from the others.
    fn set_apart(&self, id: &MatchId);

    /// How the store is, now.
    fn health(&self) -> Health;

    /// Waits until everything is durable and takes no more.
    fn stop(&self) -> BoxFuture<'_, ()>;
}
