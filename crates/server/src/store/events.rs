//! The logs of events, in a database of their own in the data folder: append-only, each row's checksum rests on the one
//! before it, and nothing is acknowledged before it is on the disk.
//!
//! [`EventStore`] is narrow so that another database can take SQLite's place.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use super::checksum::{Sum, checksum, teach};
use super::folder::Watch;
use super::{Owner, StoreError};
use crate::ids::{EventId, SecretHash};

/// The version of the data that this program writes.
const VERSION: i64 = 1;
const FILE: &str = "events.sqlite";
const FILES: [&str; 2] = [FILE, "events.sqlite-wal"];

const TABLES: &str = "
    CREATE TABLE events (
        number    INTEGER PRIMARY KEY,
        id        TEXT NOT NULL UNIQUE,
        created   INTEGER NOT NULL,
        organiser BLOB NOT NULL,
        maker     BLOB,
        made      BLOB NOT NULL,
        last      INTEGER NOT NULL,
        sum       BLOB NOT NULL,
        listed    INTEGER NOT NULL,
        running   INTEGER NOT NULL,
        line      TEXT NOT NULL
    );
    CREATE INDEX events_listed ON events (created) WHERE listed;
    CREATE INDEX events_running ON events (number) WHERE running;
    CREATE INDEX events_made ON events (maker, created) WHERE maker IS NOT NULL;
    CREATE TABLE log (
        event   INTEGER NOT NULL,
        seq     INTEGER NOT NULL,
        command TEXT,
        entry   TEXT NOT NULL,
        sum     BLOB NOT NULL,
        PRIMARY KEY (event, seq)
    ) WITHOUT ROWID;
";

/// What is kept of an event beside its log.
#[derive(Clone, Debug)]
pub(crate) struct EventRecord {
    /// Its id.
    pub(crate) id: EventId,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// What opens the organiser's desk.
    pub(crate) organiser: SecretHash,
    /// Who made it, as far as their address tells.
    pub(crate) maker: Option<[u8; 16]>,
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventRow {
    /// The client's name of the command, if it was one.
    pub(crate) command: Option<String>,
    /// What was written down, as JSON.
    pub(crate) entry: String,
}

/// What lists and restarts need to know; it says nothing that the log does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// Whether everybody may find it.
    pub(crate) listed: bool,
    /// Whether tables of the server are being played for it, so that it goes on though nobody comes.
    pub(crate) running: bool,
    /// The line of the list, as JSON.
    pub(crate) line: String,
}

/// Why something could not be stored or read.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum EventStoreError {
    /// What is stored is not what was written.
    #[error("event {0} was damaged on the disk")]
    Damaged(EventId),
    /// Somebody else has written meanwhile.
    #[error("event {0} was changed by another program")]
    Changed(EventId),
    /// Another node has the event.
    #[error("event {0} is on another machine")]
    Elsewhere(EventId),
    /// The database refused.
    #[error("the database failed: {0}")]
    Database(String),
}

impl From<rusqlite::Error> for EventStoreError {
    fn from(error: rusqlite::Error) -> EventStoreError {
        EventStoreError::Database(error.to_string())
    }
}

/// Where events are kept. What returns is durable.
pub(crate) trait EventStore: Send + Sync + 'static {
    /// A new event with the first rows of its log.
    fn make(
        &self,
        record: &EventRecord,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError>;

    /// More rows behind the so many that there are: all of them, or none.
    fn append(
        &self,
        id: &EventId,
        after: u64,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError>;

    /// Everything that is kept of an event.
    fn load(&self, id: &EventId) -> Result<Option<(EventRecord, Vec<EventRow>)>, EventStoreError>;

    /// The lines of the newest listed events.
    fn list(&self, limit: usize) -> Result<Vec<String>, EventStoreError>;

    /// Events whose tables are being played.
    fn running(&self) -> Result<Vec<EventId>, EventStoreError>;

    /// How many events of a maker were made since a time.
    fn count(&self, maker: &[u8; 16], since: i64) -> Result<usize, EventStoreError>;

    /// Which other node has an event; it is taken if none has.
    fn elsewhere(&self, id: &EventId) -> Result<Option<Owner>, EventStoreError>;

    /// All events, oldest first, with what lists know of them.
    fn all(&self) -> Result<Vec<(EventId, Listing)>, EventStoreError>;
}

/// SQLite in the data folder.
#[derive(Debug)]
pub(crate) struct SqliteEvents {
    connection: Mutex<Connection>,
    watch: Watch,
}

impl SqliteEvents {
    /// Opens the database of a folder that this server has, and makes it if it isn't there.
    ///
    /// # Errors
    /// The folder can't be used, or was written by a newer program.
    pub(crate) fn open(folder: &Path) -> Result<SqliteEvents, StoreError> {
        let unusable = |error: rusqlite::Error| StoreError::Folder {
            folder: folder.to_path_buf(),
            why: error.to_string(),
        };
        let connection = Connection::open(folder.join(FILE)).map_err(unusable)?;
        let found: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unusable)?;
        if found > VERSION {
            let folder = folder.to_path_buf();
            return Err(StoreError::Newer { folder, found, known: VERSION });
        }
        teach(&connection).map_err(unusable)?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = FULL;
                 PRAGMA busy_timeout = 5000;
                 PRAGMA cell_size_check = ON;",
            )
            .map_err(unusable)?;
        if found == 0 {
            let all = format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&all).map_err(unusable)?;
        }
        // The write-ahead log is there once something was written.
        connection
            .execute_batch(&format!("BEGIN IMMEDIATE; PRAGMA user_version = {VERSION}; COMMIT"))
            .map_err(unusable)?;
        Ok(SqliteEvents {
            connection: Mutex::new(connection),
            watch: Watch::over_files(folder, &FILES),
        })
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, EventStoreError>,
    ) -> Result<T, EventStoreError> {
        // A transaction that was not finished is undone before the lock is given back.
        work(&self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// All of it in one transaction, or nothing.
    fn writing(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), EventStoreError>,
    ) -> Result<(), EventStoreError> {
        self.with(|connection| {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let written = work(connection)
                // What goes into files that nobody will find again must not be acknowledged.
                .and_then(|()| {
                    self.watch.check().map_err(|error| EventStoreError::Database(error.to_string()))
                })
                .and_then(|()| Ok(connection.execute_batch("COMMIT")?));
            if written.is_err() {
                // If this fails too there was no transaction left to undo.
                let _ = connection.execute_batch("ROLLBACK");
            }
            written
        })
    }
}

/// What the log of an event begins with.
fn beginning(number: i64) -> Sum {
    checksum([ValueRef::Text(b"event"), ValueRef::Integer(number)])
}

/// The sum of a row, which rests on the one before it.
fn sum_of(before: &Sum, number: i64, seq: i64, row: &EventRow) -> Sum {
    let command =
        row.command.as_ref().map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes()));
    checksum([
        ValueRef::Blob(before),
        ValueRef::Integer(number),
        ValueRef::Integer(seq),
        command,
        ValueRef::Text(row.entry.as_bytes()),
    ])
}

/// Writes rows behind others; gives the last sum.
fn add(
    connection: &Connection,
    number: i64,
    after: i64,
    mut sum: Sum,
    rows: &[EventRow],
) -> Result<(i64, Sum), rusqlite::Error> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO log (event, seq, command, entry, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut seq = after;
    for row in rows {
        seq += 1;
        sum = sum_of(&sum, number, seq, row);
        insert.execute(params![number, seq, row.command, row.entry, sum])?;
    }
    Ok((seq, sum))
}

const OF_RECORD: &str = "checksum(number, id, created, organiser, maker)";

impl EventStore for SqliteEvents {
    fn make(
        &self,
        record: &EventRecord,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError> {
        self.writing(|connection| {
            let number: i64 = connection.query_row(
                "INSERT INTO events (id, created, organiser, maker, made, last, sum, listed, running, line) \
                 VALUES (?1, ?2, ?3, ?4, x'', 0, x'', ?5, ?6, ?7) RETURNING number",
                params![
                    record.id.as_str(),
                    record.created,
                    record.organiser.0,
                    record.maker,
                    listing.listed,
                    listing.running,
                    listing.line
                ],
                |row| row.get(0),
            )?;
            let (last, sum) = add(connection, number, 0, beginning(number), rows)?;
            connection.execute(
                &format!("UPDATE events SET last = ?2, sum = ?3, made = {OF_RECORD} WHERE number = ?1"),
                params![number, last, sum],
            )?;
            Ok(())
        })
    }

    fn append(
        &self,
        id: &EventId,
        after: u64,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError> {
        self.writing(|connection| {
            let (number, last, sum): (i64, i64, Sum) = connection
                .prepare_cached("SELECT number, last, sum FROM events WHERE id = ?1")?
                .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?
                .ok_or_else(|| EventStoreError::Damaged(id.clone()))?;
            if last.cast_unsigned() != after {
                return Err(EventStoreError::Changed(id.clone()));
            }
            let (last, sum) = add(connection, number, last, sum, rows)?;
            connection
                .prepare_cached(
                    "UPDATE events SET last = ?2, sum = ?3, listed = ?4, running = ?5, line = ?6 \
                     WHERE number = ?1",
                )?
                .execute(params![
                    number,
                    last,
                    sum,
                    listing.listed,
                    listing.running,
                    listing.line
                ])?;
            Ok(())
        })
    }

    fn load(&self, id: &EventId) -> Result<Option<(EventRecord, Vec<EventRow>)>, EventStoreError> {
        self.with(|connection| {
            let damaged = || EventStoreError::Damaged(id.clone());
            let found = connection
                .prepare_cached(&format!(
                    "SELECT number, created, organiser, maker, made = {OF_RECORD}, last, sum \
                     FROM events WHERE id = ?1"
                ))?
                .query_row([id.as_str()], |row| {
                    Ok((
                        row.get::<_, i64>(0)?,
                        row.get::<_, i64>(1)?,
                        row.get::<_, [u8; 32]>(2)?,
                        row.get::<_, Option<[u8; 16]>>(3)?,
                        row.get::<_, bool>(4)?,
                        row.get::<_, i64>(5)?,
                        row.get::<_, Sum>(6)?,
                    ))
                })
                .optional()?;
            let Some((number, created, organiser, maker, whole, last, head)) = found else {
                return Ok(None);
            };
            if !whole {
                return Err(damaged());
            }
            let mut statement = connection.prepare_cached(
                "SELECT seq, command, entry, sum FROM log WHERE event = ?1 ORDER BY seq",
            )?;
            let mut found = statement.query([number])?;
            let (mut sum, mut rows) = (beginning(number), Vec::new());
            while let Some(row) = found.next()? {
                let kept = EventRow { command: row.get(1)?, entry: row.get(2)? };
                let seq = rows.len() as i64 + 1;
                sum = sum_of(&sum, number, seq, &kept);
                if row.get::<_, i64>(0)? != seq || row.get::<_, Sum>(3)? != sum {
                    return Err(damaged());
                }
                rows.push(kept);
            }
            if rows.len() as i64 != last || sum != head {
                return Err(damaged());
            }
            let organiser = SecretHash(organiser);
            Ok(Some((EventRecord { id: id.clone(), created, organiser, maker }, rows)))
        })
    }

    fn list(&self, limit: usize) -> Result<Vec<String>, EventStoreError> {
        self.with(|connection| {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let mut statement = connection.prepare_cached(
                "SELECT line FROM events WHERE listed ORDER BY created DESC LIMIT ?1",
            )?;
            let lines = statement.query_map([limit], |row| row.get(0))?;
            Ok(lines.collect::<Result<_, _>>()?)
        })
    }

    fn running(&self) -> Result<Vec<EventId>, EventStoreError> {
        self.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id FROM events WHERE running ORDER BY number")?;
            let ids: Vec<String> =
                statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
        })
    }

    fn count(&self, maker: &[u8; 16], since: i64) -> Result<usize, EventStoreError> {
        self.with(|connection| {
            let count: i64 = connection
                .prepare_cached("SELECT count(*) FROM events WHERE maker = ?1 AND created >= ?2")?
                .query_row(params![maker, since], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
    }

    fn elsewhere(&self, _: &EventId) -> Result<Option<Owner>, EventStoreError> {
        Ok(None)
    }

    fn all(&self) -> Result<Vec<(EventId, Listing)>, EventStoreError> {
        self.with(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT id, listed, running, line FROM events ORDER BY number")?;
            let rows = statement.query_map([], |row| {
                let listing =
                    Listing { listed: row.get(1)?, running: row.get(2)?, line: row.get(3)? };
                Ok((row.get::<_, String>(0)?, listing))
            })?;
            let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
            let read = |(id, listing): (String, Listing)| Some((id.parse().ok()?, listing));
            Ok(rows.into_iter().filter_map(read).collect())
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("tandem-events-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn record() -> EventRecord {
        let secret = crate::ids::Secret::random().unwrap();
        let id = EventId::random().unwrap();
        EventRecord { id, created: 7, organiser: secret.hash(), maker: Some([3; 16]) }
    }

    fn row(entry: &str) -> EventRow {
        EventRow { command: Some(format!("do {entry}")), entry: entry.to_owned() }
    }

    /// What every store of events does.
    pub(crate) fn keeps_the_contract(store: &dyn EventStore) {
        let record = record();
        let line = Listing { listed: true, running: true, line: "{}".to_owned() };
        store.make(&record, &[row("one")], &line).unwrap();
        store.append(&record.id, 1, &[row("two"), row("three")], &line).unwrap();
        let late = store.append(&record.id, 1, &[row("twice")], &line);
        assert!(matches!(late, Err(EventStoreError::Changed(_))), "nothing is overwritten");
        let (kept, rows) = store.load(&record.id).unwrap().unwrap();
        assert_eq!((kept.organiser, kept.maker), (record.organiser, record.maker));
        assert_eq!(rows, [row("one"), row("two"), row("three")]);
        assert_eq!(store.running().unwrap(), std::slice::from_ref(&record.id));
        assert_eq!((store.list(9).unwrap().len(), store.count(&[3; 16], 0).unwrap()), (1, 1));
        assert!(store.load(&EventId::random().unwrap()).unwrap().is_none());
        let all = store.all().unwrap();
        assert_eq!(all.len(), 1);
        assert!(all[0].0 == record.id && all[0].1.listed && all[0].1.line == "{}");
    }

    #[test]
    fn sqlite_keeps_the_contract_and_a_log_comes_back() {
        let folder = Folder::new("back");
        {
            keeps_the_contract(&SqliteEvents::open(&folder.0).unwrap());
        }
        let store = SqliteEvents::open(&folder.0).unwrap();
        let id = store.running().unwrap().remove(0);
        let (_, rows) = store.load(&id).unwrap().unwrap();
        assert_eq!(rows, [row("one"), row("two"), row("three")]);
    }

    #[test]
    fn what_was_changed_on_the_disk_is_noticed() {
        for change in [
            "UPDATE log SET entry = 'else' WHERE seq = 2",
            "DELETE FROM log WHERE seq = 3",
            "UPDATE log SET seq = seq + 10 WHERE seq > 1",
            "UPDATE events SET organiser = zeroblob(32)",
        ] {
            let folder = Folder::new("damage");
            let record = record();
            let store = SqliteEvents::open(&folder.0).unwrap();
            let line = Listing::default();
            store.make(&record, &[row("one"), row("two"), row("three")], &line).unwrap();
            Connection::open(folder.0.join(FILE)).unwrap().execute_batch(change).unwrap();
            let found = store.load(&record.id);
            assert!(matches!(found, Err(EventStoreError::Damaged(_))), "{change}: {found:?}");
        }
    }

    #[test]
    fn a_folder_of_a_newer_program_is_left_alone() {
        let folder = Folder::new("newer");
        let other = Connection::open(folder.0.join(FILE)).unwrap();
        other.execute_batch("PRAGMA user_version = 99").unwrap();
        let opened = SqliteEvents::open(&folder.0);
        assert!(matches!(opened, Err(StoreError::Newer { found: 99, .. })), "{opened:?}");
    }
}
