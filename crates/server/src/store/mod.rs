//! What is kept: terms, seats and the append-only log of every match.
//!
//! [`Store`] is narrow so that another database can take SQLite's place.

mod schema;
mod sqlite;
mod writer;

use std::path::PathBuf;

use tandem_rules::{BySeat, Millis, Seat};
use tokio::sync::oneshot;

use crate::bots::BotKind;
use crate::ids::{MatchId, SecretHash};
use crate::terms::Terms;

pub use sqlite::SqliteStore;

/// Why something could not be stored or read.
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
    /// The database refused.
    #[error("the database failed: {0}")]
    Database(String),
    /// What was stored can't be understood.
    #[error("match {0} can't be read back")]
    Damaged(MatchId),
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

/// How far a match has come, as lists need to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for its players.
    Open,
    /// It is being played.
    Running,
    /// It is over.
    Over,
}

/// A seat as it is kept.
#[derive(Clone, Debug)]
pub struct SeatRecord {
    /// What opens it.
    pub secret: SecretHash,
    /// Who sits there, or did.
    pub name: Option<String>,
    /// The bot that plays there, for him if there is a name.
    pub bot: Option<BotKind>,
}

impl SeatRecord {
    /// The name that records and lists show.
    #[must_use]
    pub fn shown(&self) -> Option<String> {
        match (&self.name, &self.bot) {
            (Some(name), Some(bot)) => Some(format!("{name} ({})", bot.name())),
            (None, Some(bot)) => Some(bot.name()),
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
    /// Who made it, as far as his address tells; nobody can tell the address from it.
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
    /// The match.
    pub id: MatchId,
    /// The number of the first event.
    pub seq: u64,
    /// The moment.
    pub at: Millis,
    /// Who did it: the seats in their order, then the arbiter; nobody if it was time.
    pub actor: Option<u8>,
    /// The client's number of the command.
    pub command: Option<u64>,
    /// The events as a JSON array.
    pub events: String,
    /// How far the match has come afterwards, and its result.
    pub stage: Stage,
    /// The result of the match, once it has one.
    pub result: Option<&'static str>,
}

/// Something to be made durable.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new match.
    Make(Box<MatchRecord>),
    /// Events.
    Append(Entry),
    /// Somebody takes a seat, or its link changes.
    Seat {
        /// The match.
        id: MatchId,
        /// Which seat.
        seat: Seat,
        /// Its new state.
        record: SeatRecord,
    },
    /// The moment that a running match has reached.
    Moment {
        /// The match.
        id: MatchId,
        /// The moment.
        at: Millis,
    },
    /// The match that follows another.
    Rematch {
        /// The old one.
        id: MatchId,
        /// The new one.
        next: MatchId,
    },
}

/// Resolves when what was asked for is durable.
pub type Pending = oneshot::Receiver<Result<(), StoreError>>;

/// A row of the log.
#[derive(Clone, Debug)]
pub struct Row {
    /// Who did it.
    pub actor: Option<u8>,
    /// The client's number of the command.
    pub command: Option<u64>,
    /// The events as a JSON array.
    pub events: String,
}

/// Everything that is kept of a match.
#[derive(Clone, Debug)]
pub struct Stored {
    /// How it was made.
    pub record: MatchRecord,
    /// The moment that it has reached.
    pub moment: Millis,
    /// Its log.
    pub rows: Vec<Row>,
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

/// Where matches are kept.
pub trait Store: Send + Sync + 'static {
    /// Makes something durable. Writes of one caller keep their order.
    fn write(&self, write: Write) -> Pending;

    /// Everything that is kept of a match.
    ///
    /// # Errors
    /// The database fails, or what it holds can't be read.
    fn load(&self, id: &MatchId) -> Result<Option<Stored>, StoreError>;

    /// The newest public matches of a stage.
    ///
    /// # Errors
    /// The database fails.
    fn list(&self, stage: Stage, limit: usize) -> Result<Vec<Listed>, StoreError>;

    /// How many matches of a maker, made since a time (in milliseconds since 1970), are not over;
    /// counted up to a limit.
    ///
    /// # Errors
    /// The database fails.
    fn count_open(&self, maker: &[u8; 16], since: i64, limit: usize) -> Result<usize, StoreError>;

    /// Matches that are being played by bots alone: nobody will come to bring them back.
    ///
    /// # Errors
    /// The database fails.
    fn unattended(&self) -> Result<Vec<MatchId>, StoreError>;

    /// Waits until everything is durable and takes no more.
    fn stop(&self);
}
