//! SQLite in the data folder.

use std::path::Path;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row as SqlRow, params};
use tandem_rules::{BySeat, Millis, Seat};

use super::checksum::{OF_MATCH, OF_SEAT, Sum, beginning, checksum};
use super::folder::{Lock, Watch};
use super::health::Condition;
use super::writer::Writer;
use super::{
    Acquired, Answer, Health, Listed, MatchRecord, Pending, Row, SeatRecord, Stage, Store,
    StoreError, Stored, Version, Write, schema,
};
use crate::ids::{MatchId, SecretHash};

/// SQLite in the data folder: one thread writes, one connection reads.
#[derive(Clone, Debug)]
pub struct SqliteStore(Arc<Opened>);

/// A folder that is open.
#[derive(Debug)]
struct Opened {
    reader: Mutex<Connection>,
    writer: Mutex<Writer>,
    condition: Arc<Condition>,
    lock: Lock,
}

impl SqliteStore {
    /// Opens the data folder, and makes it if it isn't there.
    ///
    /// # Errors
    /// The folder can't be used, another server has it, or it was written by a newer program.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let unusable = |error: rusqlite::Error| StoreError::Folder {
            folder: folder.to_path_buf(),
            why: error.to_string(),
        };
        let lock = Lock::take(folder)?;
        let writing = schema::open(folder)?;
        // A folder that can be read but not written is found out now, not at the first move.
        schema::touch(&writing).map_err(unusable)?;
        let lost = schema::lost(&writing).map_err(unusable)?;
        let (reader, carrying) = (schema::open(folder)?, schema::open(folder)?);
        let condition = Arc::new(Condition::new(Watch::over(folder)));
        lost.iter().for_each(|id| condition.set_apart(id));
        let log = folder.join("tandem.sqlite-wal");
        let writer = Mutex::new(Writer::start(writing, carrying, log, &condition)?);
        let reader = Mutex::new(reader);
        Ok(SqliteStore(Arc::new(Opened { reader, writer, condition, lock })))
    }

    /// Reads something, on a thread that may wait for the disk.
    fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection, &Condition) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'static, T> {
        let opened = Arc::clone(&self.0);
        let read = move || {
            // Nothing that is read leaves the connection half changed: a poisoned lock is fine.
            let reader = opened.reader.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            read(&reader, &opened.condition)
        };
        async { tokio::task::spawn_blocking(read).await.unwrap_or(Err(StoreError::Stopped)) }
            .boxed()
    }
}

impl SqliteStore {
    /// Counts matches of a maker up to a limit.
    fn count(
        &self,
        maker: [u8; 16],
        since: i64,
        limit: usize,
        which: &'static str,
    ) -> Answer<'static, usize> {
        self.reading(move |connection, _| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT count(*) FROM (SELECT 1 FROM matches \
                 WHERE maker = ?1 {which} AND created >= ?2 LIMIT ?3)"
            ))?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let count: i64 = statement.query_row(params![maker, since, limit], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
    }
}

impl Opened {
    fn writer(&self) -> std::sync::MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn stop(&self) {
        self.writer().stop();
        // Nothing is written any more: another may have the folder.
        self.lock.release();
    }
}

/// The columns of `matches`, and whether the row is what was written.
fn match_columns() -> String {
    format!(
        "SELECT number, id, created, terms, arbiter, stage, result, moment, rematch, maker, \
         sum = {OF_MATCH} FROM matches"
    )
}

/// A row of `matches`, its seats still missing.
struct MatchRow {
    number: i64,
    id: String,
    created: i64,
    terms: String,
    arbiter: [u8; 32],
    stage: u8,
    result: Option<String>,
    moment: i64,
    rematch: Option<String>,
    maker: Option<[u8; 16]>,
    whole: bool,
}

fn match_row(row: &SqlRow<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        number: row.get(0)?,
        id: row.get(1)?,
        created: row.get(2)?,
        terms: row.get(3)?,
        arbiter: row.get(4)?,
        stage: row.get(5)?,
        result: row.get(6)?,
        moment: row.get(7)?,
        rematch: row.get(8)?,
        maker: row.get(9)?,
        whole: row.get(10)?,
    })
}

/// What an error means that came while a match was read: the database's word that it is damaged,
/// or a value that can't have been written, is about this match.
pub(super) fn about(id: &MatchId, error: rusqlite::Error) -> StoreError {
    match &error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Damaged(id.clone()),
            _ => error.into(),
        },
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..) => StoreError::Damaged(id.clone()),
        _ => error.into(),
    }
}

fn record(connection: &Connection, row: &MatchRow) -> Result<MatchRecord, StoreError> {
    let id: MatchId = row
        .id
        .parse()
        .map_err(|_| StoreError::Database(format!("'{}' is no match's id", row.id)))?;
    let damaged = || StoreError::Damaged(id.clone());
    if !row.whole {
        return Err(damaged());
    }
    let terms = serde_json::from_str(&row.terms).map_err(|_| damaged())?;
    let seats = seats(connection, &id).map_err(|error| about(&id, error))?;
    let seats = seats.ok_or_else(damaged)?;
    Ok(MatchRecord {
        created: row.created,
        terms,
        maker: row.maker,
        arbiter: SecretHash(row.arbiter),
        seats,
        rematch: row.rematch.as_deref().and_then(|id| id.parse().ok()),
        id,
    })
}

/// The seats of a match; none if one of them is missing or not what was written.
fn seats(
    connection: &Connection,
    id: &MatchId,
) -> Result<Option<BySeat<SeatRecord>>, rusqlite::Error> {
    let mut seats = BySeat::<Option<SeatRecord>>::default();
    let mut statement = connection.prepare_cached(&format!(
        "SELECT seat, secret, name, bot, sum = {OF_SEAT} FROM seats WHERE id = ?1"
    ))?;
    let mut rows = statement.query([id.as_str()])?;
    while let Some(row) = rows.next()? {
        let number: usize = row.get::<_, u8>(0)?.into();
        let bot: Option<String> = row.get(3)?;
        let bot = bot.map(|word| word.parse()).transpose();
        let (Some(seat), Ok(bot), true) = (Seat::ALL.get(number), bot, row.get(4)?) else {
            return Ok(None);
        };
        seats[*seat] = Some(SeatRecord { secret: SecretHash(row.get(1)?), name: row.get(2)?, bot });
    }
    if seats.iter().any(|(_, seat)| seat.is_none()) {
        return Ok(None);
    }
    let nobody = SeatRecord { secret: SecretHash([0; 32]), name: None, bot: None };
    Ok(Some(seats.map(|seat| seat.unwrap_or_else(|| nobody.clone()))))
}

/// The log of a match and the last moment in it; none if a row is not what was written, or missing.
fn log(
    connection: &Connection,
    number: i64,
) -> Result<Option<(Vec<Row>, Millis)>, rusqlite::Error> {
    let head = connection
        .prepare_cached("SELECT last, sum FROM heads WHERE match = ?1")?
        .query_row([number], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Sum>(1)?)))
        .optional()?;
    let Some((last, head)) = head else { return Ok(None) };
    // A row that names a later one before it would lead round and round.
    let mut statement = connection.prepare_cached(
        "WITH RECURSIVE chain (number) AS ( \
             VALUES (?1) UNION ALL \
             SELECT before FROM chain JOIN log USING (number) WHERE before < number \
         ) SELECT match, before, seq, at, actor, command, step, sum, number \
           FROM chain JOIN log USING (number) ORDER BY number",
    )?;
    let mut sum = beginning(number);
    let mut before: Option<i64> = None;
    let mut moment = Millis::ZERO;
    let mut rows = Vec::new();
    let mut found = statement.query([last])?;
    while let Some(row) = found.next()? {
        let mut values = vec![ValueRef::Blob(&sum)];
        for column in 0..7 {
            values.push(row.get_ref(column)?);
        }
        sum = checksum(values);
        let whole = sum == row.get::<_, Sum>(7)?
            && row.get::<_, i64>(0)? == number
            && row.get::<_, Option<i64>>(1)? == before;
        if !whole {
            return Ok(None);
        }
        before = Some(row.get(8)?);
        rows.push(Row {
            seq: row.get::<_, i64>(2)?.cast_unsigned(),
            at: Millis(row.get(3)?),
            actor: row.get(4)?,
            command: row.get::<_, Option<i64>>(5)?.map(i64::cast_unsigned),
            step: row.get(6)?,
        });
        moment = moment.max(Millis(row.get(3)?));
    }
    Ok((sum == head).then_some((rows, moment)))
}

/// Everything that is kept of a match.
pub(super) fn load(connection: &Connection, id: &MatchId) -> Result<Option<Stored>, StoreError> {
    let about = |error| about(id, error);
    let found = connection
        .prepare_cached(&format!("{} WHERE id = ?1", match_columns()))
        .and_then(|mut statement| statement.query_row([id.as_str()], match_row).optional())
        .map_err(about)?;
    let Some(row) = found else { return Ok(None) };
    let record = record(connection, &row)?;
    let log = log(connection, row.number).map_err(about)?;
    let (rows, moment) = log.ok_or_else(|| StoreError::Damaged(id.clone()))?;
    let stage = Stage::of_number(row.stage);
    Ok(Some(Stored { record, stage, moment: moment.max(Millis(row.moment)), rows }))
}

/// The newest public matches of a stage.
fn list(
    connection: &Connection,
    condition: &Condition,
    stage: Stage,
    limit: usize,
) -> Result<Vec<Listed>, StoreError> {
    // A match that looks for players has a free seat.
    let free = match stage {
        Stage::Open => {
            " AND EXISTS (SELECT 1 FROM seats \
             WHERE seats.id = matches.id AND seats.name IS NULL AND seats.bot IS NULL)"
        }
        Stage::Running | Stage::Over | Stage::Abandoned => "",
    };
    let query = format!(
        "{} WHERE public AND stage = ?1{free} ORDER BY created DESC LIMIT ?2",
        match_columns()
    );
    let mut statement = connection.prepare_cached(&query)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows: Vec<MatchRow> = statement
        .query_map(params![stage.number(), limit], match_row)?
        .collect::<Result<_, _>>()?;
    let mut listed = Vec::new();
    for row in rows {
        let stage = Stage::of_number(row.stage);
        match record(connection, &row) {
            // It was found damaged when it was opened.
            Ok(record) if condition.is_apart(&record.id) => {}
            Ok(record) => listed.push(Listed { record, stage, result: row.result }),
            // The others go on.
            Err(StoreError::Damaged(id)) => condition.set_apart(&id),
            Err(error) => return Err(error),
        }
    }
    Ok(listed)
}

impl Store for SqliteStore {
    fn write(&self, write: Write) -> Pending {
        self.0.writer().write(write)
    }

    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Acquired>> {
        let acquired = self.0.writer().acquire(id.clone());
        async {
            let epoch = acquired.await.unwrap_or(Err(StoreError::Stopped))?;
            Ok(epoch.map(Acquired::Ours))
        }
        .boxed()
    }

    fn load<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Stored>> {
        let id = id.clone();
        self.reading(move |connection, condition| match load(connection, &id) {
            // It is there, but its index has lost it.
            Ok(None) if condition.is_apart(&id) => Err(StoreError::Damaged(id)),
            Err(StoreError::Damaged(id)) => {
                condition.set_apart(&id);
                Err(StoreError::Damaged(id))
            }
            found => found,
        })
    }

    fn events_after<'s>(&'s self, id: &'s MatchId, seq: u64) -> Answer<'s, Vec<Row>> {
        // The chain of checksums is followed from its beginning in any case.
        let stored = self.load(id);
        async move {
            let rows = stored.await?.map_or_else(Vec::new, |stored| stored.rows);
            Ok(rows.into_iter().filter(|row| row.seq > seq).collect())
        }
        .boxed()
    }

    fn version<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Version>> {
        let id = id.clone();
        self.reading(move |connection, _| {
            let mut statement = connection.prepare_cached(
                "SELECT coalesce((SELECT last FROM heads WHERE match = number), 0), \
                 (SELECT json_group_array(json_array(seat, name, bot)) FROM seats \
                  WHERE seats.id = matches.id) FROM matches WHERE id = ?1",
            )?;
            let found = statement
                .query_row([id.as_str()], |row| {
                    Ok(Version { head: row.get(0)?, seats: row.get(1)? })
                })
                .optional()?;
            Ok(found)
        })
    }

    fn list(&self, stage: Stage, limit: usize) -> Answer<'_, Vec<Listed>> {
        self.reading(move |connection, condition| list(connection, condition, stage, limit))
    }

    fn count_open<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        self.count(*maker, since, limit, "AND stage < 2")
    }

    fn count_made<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        self.count(*maker, since, limit, "")
    }

    fn all(&self) -> Answer<'_, Vec<MatchId>> {
        self.reading(|connection, _| {
            let mut statement = connection.prepare("SELECT id FROM matches ORDER BY number")?;
            let ids: Vec<String> =
                statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
        })
    }

    fn unfinished(&self) -> Answer<'_, Vec<MatchId>> {
        self.reading(|connection, _| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM matches WHERE stage = ?1 OR (stage = ?2 AND NOT EXISTS \
                 (SELECT 1 FROM seats WHERE seats.id = matches.id AND seats.bot IS NULL)) \
                 ORDER BY number",
            )?;
            let stages = [Stage::Running, Stage::Open].map(Stage::number);
            let ids = statement.query_map(stages, |row| row.get(0))?;
            let ids: Vec<String> = ids.collect::<Result<_, _>>()?;
            Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
        })
    }

    fn set_apart(&self, id: &MatchId) {
        self.0.condition.set_apart(id);
    }

    fn health(&self) -> Health {
        self.0.condition.health()
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        let opened = Arc::clone(&self.0);
        async {
            // A panic in there has been reported; there is nothing left to do about it.
            let _ = tokio::task::spawn_blocking(move || opened.stop()).await;
        }
        .boxed()
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.stop();
    }
}
