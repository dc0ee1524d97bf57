//! SQLite in the data folder.

use std::path::Path;
use std::sync::Mutex;

use rusqlite::{Connection, OptionalExtension, Row as SqlRow, params};
use tandem_rules::{BySeat, Millis, Seat};

use super::writer::{Writer, stage_number};
use super::{
    Listed, MatchRecord, Pending, Row, SeatRecord, Stage, Store, StoreError, Stored, Write, schema,
};
use crate::ids::{MatchId, SecretHash};

/// SQLite in the data folder: one thread writes, one connection reads.
#[derive(Debug)]
pub struct SqliteStore {
    reader: Mutex<Connection>,
    writer: Mutex<Writer>,
}

impl SqliteStore {
    /// Opens the data folder, and makes it if it isn't there.
    ///
    /// # Errors
    /// The folder can't be used, or was written by a newer program.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let writing = schema::open(folder)?;
        // A folder that can be read but not written is found out now, not at the first move.
        let touch = format!("BEGIN IMMEDIATE; PRAGMA user_version = {}; COMMIT", schema::VERSION);
        writing.execute_batch(&touch).map_err(|error| StoreError::Folder {
            folder: folder.to_path_buf(),
            why: error.to_string(),
        })?;
        let (reader, carrying) = (schema::open(folder)?, schema::open(folder)?);
        let writer = Writer::start(writing, carrying, folder.join("tandem.sqlite-wal"))?;
        Ok(SqliteStore { reader: Mutex::new(reader), writer: Mutex::new(writer) })
    }

    fn reading<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // Nothing that is read leaves the connection half changed: a poisoned lock is fine.
        read(&self.reader.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

const MATCH: &str =
    "SELECT id, created, terms, arbiter, stage, result, moment, rematch, maker FROM matches";

/// A row of `matches`, its seats still missing.
struct MatchRow {
    id: String,
    created: i64,
    terms: String,
    arbiter: [u8; 32],
    stage: u8,
    result: Option<String>,
    moment: i64,
    rematch: Option<String>,
    maker: Option<[u8; 16]>,
}

fn match_row(row: &SqlRow<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: row.get(0)?,
        created: row.get(1)?,
        terms: row.get(2)?,
        arbiter: row.get(3)?,
        stage: row.get(4)?,
        result: row.get(5)?,
        moment: row.get(6)?,
        rematch: row.get(7)?,
        maker: row.get(8)?,
    })
}

fn record(connection: &Connection, row: &MatchRow) -> Result<MatchRecord, StoreError> {
    let id: MatchId = row
        .id
        .parse()
        .map_err(|_| StoreError::Database(format!("'{}' is no match's id", row.id)))?;
    let damaged = || StoreError::Damaged(id.clone());
    let terms = serde_json::from_str(&row.terms).map_err(|_| damaged())?;
    let mut seats = BySeat::new_with(|_| None);
    let mut statement =
        connection.prepare_cached("SELECT seat, secret, name, bot FROM seats WHERE id = ?1")?;
    let mut rows = statement.query([&row.id])?;
    while let Some(row) = rows.next()? {
        let number: usize = row.get::<_, u8>(0)?.into();
        let seat = *Seat::ALL.get(number).ok_or_else(damaged)?;
        let bot: Option<String> = row.get(3)?;
        let bot = bot.map(|word| word.parse()).transpose().map_err(|_| damaged())?;
        let secret = SecretHash(row.get(1)?);
        seats[seat] = Some(SeatRecord { secret, name: row.get(2)?, bot });
    }
    if seats.iter().any(|(_, seat)| seat.is_none()) {
        return Err(damaged());
    }
    let nobody = SeatRecord { secret: SecretHash([0; 32]), name: None, bot: None };
    Ok(MatchRecord {
        created: row.created,
        terms,
        maker: row.maker,
        arbiter: SecretHash(row.arbiter),
        seats: seats.map(|seat| seat.unwrap_or_else(|| nobody.clone())),
        rematch: row.rematch.as_deref().and_then(|id| id.parse().ok()),
        id,
    })
}

impl Store for SqliteStore {
    fn write(&self, write: Write) -> Pending {
        self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).write(write)
    }

    fn load(&self, id: &MatchId) -> Result<Option<Stored>, StoreError> {
        self.reading(|connection| {
            let found = connection
                .prepare_cached(&format!("{MATCH} WHERE id = ?1"))?
                .query_row([id.as_str()], match_row)
                .optional()?;
            let Some(row) = found else { return Ok(None) };
            let record = record(connection, &row)?;
            let mut statement = connection.prepare_cached(
                "WITH RECURSIVE chain (number) AS ( \
                     SELECT last FROM heads JOIN matches ON match = matches.number WHERE id = ?1 \
                     UNION ALL \
                     SELECT before FROM chain JOIN log USING (number) WHERE before IS NOT NULL \
                 ) SELECT actor, command, events, at FROM chain JOIN log USING (number) ORDER BY seq",
            )?;
            let mut moment = Millis(row.moment);
            let mut rows = Vec::new();
            let mut found = statement.query([id.as_str()])?;
            while let Some(row) = found.next()? {
                rows.push(Row {
                    actor: row.get(0)?,
                    command: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
                    events: row.get(2)?,
                });
                moment = moment.max(Millis(row.get(3)?));
            }
            Ok(Some(Stored { record, moment, rows }))
        })
    }

    fn list(&self, stage: Stage, limit: usize) -> Result<Vec<Listed>, StoreError> {
        self.reading(|connection| {
            // Who looks for players has a free seat.
            let free = match stage {
                Stage::Open => {
                    " AND EXISTS (SELECT 1 FROM seats \
                     WHERE seats.id = matches.id AND seats.name IS NULL AND seats.bot IS NULL)"
                }
                Stage::Running | Stage::Over => "",
            };
            let query =
                format!("{MATCH} WHERE public AND stage = ?1{free} ORDER BY created DESC LIMIT ?2");
            let mut statement = connection.prepare_cached(&query)?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows: Vec<MatchRow> = statement
                .query_map(params![stage_number(stage), limit], match_row)?
                .collect::<Result<_, _>>()?;
            rows.into_iter()
                .map(|row| {
                    let stage = match row.stage {
                        0 => Stage::Open,
                        1 => Stage::Running,
                        _ => Stage::Over,
                    };
                    let record = record(connection, &row)?;
                    Ok(Listed { record, stage, result: row.result })
                })
                .collect()
        })
    }

    fn count_open(&self, maker: &[u8; 16], since: i64, limit: usize) -> Result<usize, StoreError> {
        self.reading(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT count(*) FROM (SELECT 1 FROM matches \
                 WHERE maker = ?1 AND stage < 2 AND created >= ?2 LIMIT ?3)",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let count: i64 = statement.query_row(params![maker, since, limit], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
    }

    fn unattended(&self) -> Result<Vec<MatchId>, StoreError> {
        self.reading(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM matches WHERE stage = ?1 AND NOT EXISTS \
                 (SELECT 1 FROM seats WHERE seats.id = matches.id AND seats.bot IS NULL)",
            )?;
            let ids = statement.query_map([stage_number(Stage::Running)], |row| row.get(0))?;
            let ids: Vec<String> = ids.collect::<Result<_, _>>()?;
            Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
        })
    }

    fn stop(&self) {
        self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).stop();
    }
}
