//! The one thread that writes. What waits is committed together: one `fsync` serves them all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Params, ffi, params};
use tokio::sync::oneshot;

use super::checksum::{OF_MATCH, Sum, beginning};
use super::health::Condition;
use super::sqlite::about;
use super::{Change, Entry, Epoch, MatchRecord, Pending, StoreError, Write, schema};
use crate::ids::MatchId;
use crate::metrics::METRICS;

/// The most writes in one commit: more would make the first of them wait.
const MAX: usize = 512;
/// How often what is in the write-ahead log is carried over to the database.
const CARRY_OVER: Duration = Duration::from_secs(1);
/// From this length on (in bytes) the log is begun anew, for which commits wait a moment.
const LONG_LOG: u64 = 128 * 1024 * 1024;

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);
type Acquired = Result<Option<Epoch>, StoreError>;

/// What waits for the thread.
enum Order {
    Write(Job),
    Acquire(MatchId, oneshot::Sender<Acquired>),
}

/// Who has which table. One process has the folder, so this is lost with it: nobody who had a
/// table before can write any more.
#[derive(Debug, Default)]
struct Owners {
    tables: HashMap<MatchId, Epoch>,
    last: i64,
}

impl Owners {
    fn acquire(&mut self, id: MatchId) -> Epoch {
        self.last += 1;
        self.tables.insert(id, Epoch(self.last));
        Epoch(self.last)
    }

    fn check(&self, id: &MatchId, epoch: Epoch) -> Result<(), StoreError> {
        let has = self.tables.get(id) == Some(&epoch);
        if has { Ok(()) } else { Err(StoreError::Fenced(id.clone())) }
    }

    fn release(&mut self, id: &MatchId, epoch: Epoch) {
        if self.check(id, epoch).is_ok() {
            self.tables.remove(id);
        }
    }
}

/// The thread, and the way to it.
#[derive(Debug)]
pub(super) struct Writer {
    orders: Option<Sender<Order>>,
    threads: Vec<JoinHandle<()>>,
    /// Dropped to stop carrying over.
    stop: Option<Sender<()>>,
}

impl Writer {
    /// Starts writing, and carrying over on a connection of its own: commits don't wait for it.
    pub(super) fn start(
        writing: Connection,
        carrying: Connection,
        log: PathBuf,
        condition: &Arc<Condition>,
    ) -> Result<Writer, StoreError> {
        let (orders, queue) = channel();
        let (stop, stopped) = channel();
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(work)
                .map_err(|error| StoreError::Database(error.to_string()))
        };
        let (one, other) = (Arc::clone(condition), Arc::clone(condition));
        let threads = vec![
            spawn("tandem-store", Box::new(move || work(&writing, &queue, &one)))?,
            spawn("tandem-carry", Box::new(move || carry_over(&carrying, &log, &stopped, &other)))?,
        ];
        Ok(Writer { orders: Some(orders), threads, stop: Some(stop) })
    }

    pub(super) fn write(&self, write: Write) -> Pending {
        let (done, pending) = oneshot::channel();
        if let Some(Order::Write((_, done))) = self.refused(Order::Write((write, done))) {
            // Nobody may hold the receiver any more, and then nobody cares.
            let _ = done.send(Err(StoreError::Stopped));
        }
        pending
    }

    /// Takes a table, once all that waits has been written.
    pub(super) fn acquire(&self, id: MatchId) -> oneshot::Receiver<Acquired> {
        let (done, acquired) = oneshot::channel();
        // Without the thread nobody answers, which says as much.
        self.refused(Order::Acquire(id, done));
        acquired
    }

    /// Puts an order in line; it comes back if the thread has ended.
    fn refused(&self, order: Order) -> Option<Order> {
        match &self.orders {
            None => Some(order),
            Some(orders) => orders.send(order).err().map(|lost| lost.0),
        }
    }

    pub(super) fn stop(&mut self) {
        self.orders = None;
        self.stop = None;
        for thread in self.threads.drain(..) {
            // A writer that panicked has nothing left to finish.
            let _ = thread.join();
        }
    }
}

fn work(connection: &Connection, queue: &Receiver<Order>, condition: &Condition) {
    let mut owners = Owners::default();
    let mut jobs = Vec::with_capacity(MAX);
    let mut next = queue.recv().ok();
    while let Some(order) = next.take() {
        match order {
            Order::Write(job) => {
                jobs.push(job);
                next = if jobs.len() < MAX { queue.try_recv().ok() } else { None };
                if let Some(Order::Write(_)) = next {
                    continue;
                }
                write_all(connection, &mut jobs, &mut owners, condition);
            }
            Order::Acquire(id, done) => {
                // Whoever asked may have left; then it is nobody's who could write.
                let _ = done.send(acquire(connection, id, &mut owners, condition));
            }
        }
        next = next.or_else(|| queue.recv().ok());
    }
    // Folding the log back leaves one file to copy.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

fn write_all(
    connection: &Connection,
    jobs: &mut Vec<Job>,
    owners: &mut Owners,
    condition: &Condition,
) {
    let results = commit(connection, jobs, owners, condition);
    METRICS.commits.add(1);
    METRICS.writes.add(jobs.len() as u64);
    for ((_, done), result) in jobs.drain(..).zip(results) {
        let _ = done.send(result);
    }
}

fn acquire(
    connection: &Connection,
    id: MatchId,
    owners: &mut Owners,
    condition: &Condition,
) -> Acquired {
    let found = connection
        .prepare_cached("SELECT 1 FROM matches WHERE id = ?1")
        .and_then(|mut statement| statement.query_row([id.as_str()], |_| Ok(())).optional())
        .map_err(|error| about(&id, error))?;
    match found {
        Some(()) => Ok(Some(owners.acquire(id))),
        // It is there, but its index has lost it.
        None if condition.is_apart(&id) => Err(StoreError::Damaged(id)),
        None => Ok(None),
    }
}

fn carry_over(connection: &Connection, log: &Path, stopped: &Receiver<()>, condition: &Condition) {
    while stopped.recv_timeout(CARRY_OVER) == Err(RecvTimeoutError::Timeout) {
        if condition.is_ill() {
            // Nobody may be writing: whether it is well again is found out here.
            let written = schema::touch(connection).map_err(StoreError::from);
            match condition.check().and(written) {
                Ok(()) => condition.note(Ok(())),
                Err(error) => condition.note(Err(&error)),
            }
        }
        let length = std::fs::metadata(log).map_or(0, |log| log.len());
        let how = if length > LONG_LOG { "TRUNCATE" } else { "PASSIVE" };
        if let Err(error) = connection.execute_batch(&format!("PRAGMA wal_checkpoint({how})")) {
            // The log only grows meanwhile; nothing is lost.
            tracing::debug!(%error, "the log could not be carried over");
        }
    }
}

fn commit(
    connection: &Connection,
    jobs: &[Job],
    owners: &mut Owners,
    condition: &Condition,
) -> Vec<Result<(), StoreError>> {
    let results = match together(connection, jobs, owners, condition) {
        Ok(()) => jobs.iter().map(|_| Ok(())).collect(),
        Err(Failed::All(error)) => jobs.iter().map(|_| Err(error.clone())).collect(),
        Err(Failed::One(error)) if jobs.len() == 1 => vec![Err(error)],
        // What can't be written takes nothing else with it.
        Err(Failed::One(_)) => {
            let mut alone =
                |job| together(connection, std::slice::from_ref(job), owners, condition);
            jobs.iter().map(|job| alone(job).map_err(Failed::into_inner)).collect()
        }
    };
    for result in &results {
        match result {
            // One match's trouble is not the store's.
            Err(StoreError::Damaged(id)) => condition.set_apart(id),
            Err(StoreError::Fenced(_)) => {}
            Err(error) => condition.note(Err(error)),
            Ok(()) => condition.note(Ok(())),
        }
    }
    results
}

/// Why a commit failed.
enum Failed {
    /// One of the writes can't be done.
    One(StoreError),
    /// None can.
    All(StoreError),
}

impl Failed {
    fn into_inner(self) -> StoreError {
        match self {
            Failed::One(error) | Failed::All(error) => error,
        }
    }
}

/// All of it in one transaction, or nothing.
fn together(
    connection: &Connection,
    jobs: &[Job],
    owners: &mut Owners,
    condition: &Condition,
) -> Result<(), Failed> {
    let all = |error: rusqlite::Error| Failed::All(error.into());
    connection.execute_batch("BEGIN IMMEDIATE").map_err(all)?;
    let written = jobs
        .iter()
        .try_for_each(|(write, _)| apply(connection, write, owners))
        .map_err(Failed::One)
        // What goes into files that nobody will find again must not be acknowledged.
        .and_then(|()| condition.check().map_err(Failed::All))
        .and_then(|()| connection.execute_batch("COMMIT").map_err(uncertain));
    if written.is_err() {
        // If this fails too there was no transaction left to undo.
        let _ = connection.execute_batch("ROLLBACK");
    }
    written
}

/// What an error of a commit means. Where the disk did not say whether it has what was written,
/// it may come back after a crash.
fn uncertain(error: rusqlite::Error) -> Failed {
    let code = error.sqlite_error().map(|failure| failure.extended_code);
    Failed::All(match code {
        Some(ffi::SQLITE_IOERR_FSYNC) => StoreError::Unknown(error.to_string()),
        _ => error.into(),
    })
}

fn apply(connection: &Connection, write: &Write, owners: &mut Owners) -> Result<(), StoreError> {
    let (id, epoch, change) = match write {
        Write::Make(record) => return make(connection, record),
        Write::Change { id, epoch, change } => (id, *epoch, change),
    };
    if let Change::Release = change {
        owners.release(id, epoch);
        return Ok(());
    }
    owners.check(id, epoch)?;
    match change {
        Change::Append(entry) => append(connection, id, entry),
        Change::Seat { seat, record } => {
            let bot = record.bot.as_ref().map(ToString::to_string);
            let changed = connection
                .prepare_cached(
                    "UPDATE seats SET secret = ?3, name = ?4, bot = ?5, \
                     sum = checksum(id, seat, ?3, ?4, ?5) WHERE id = ?1 AND seat = ?2",
                )?
                .execute(params![id.as_str(), *seat as u8, record.secret.0, record.name, bot])?;
            if changed == 1 { Ok(()) } else { Err(StoreError::Damaged(id.clone())) }
        }
        Change::Moment(at) => {
            alter(connection, id, "moment = max(moment, ?2)", params![id.as_str(), at.0])
        }
        Change::Stage(stage) => {
            alter(connection, id, "stage = ?2", params![id.as_str(), stage.number()])
        }
        Change::Rematch(next) => {
            make(connection, next)?;
            alter(connection, id, "rematch = ?2", params![id.as_str(), next.id.as_str()])
        }
        Change::Release => Ok(()),
    }
}

fn make(connection: &Connection, record: &MatchRecord) -> Result<(), StoreError> {
    let terms = serde_json::to_string(&record.terms)
        .map_err(|error| StoreError::Database(error.to_string()))?;
    let id = record.id.as_str();
    let number: i64 = connection
        .prepare_cached(
            "INSERT INTO matches (id, created, terms, public, arbiter, maker) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING number",
        )?
        .query_row(
            params![id, record.created, terms, record.terms.public, record.arbiter.0, record.maker],
            |row| row.get(0),
        )?;
    connection
        .prepare_cached(&format!("UPDATE matches SET sum = {OF_MATCH} WHERE number = ?1"))?
        .execute([number])?;
    connection
        .prepare_cached("INSERT INTO heads (match, last, sum) VALUES (?1, 0, ?2)")?
        .execute(params![number, beginning(number)])?;
    for (seat, kept) in record.seats.iter() {
        connection
            .prepare_cached(
                "INSERT INTO seats (id, seat, secret, name, bot, sum) \
                 VALUES (?1, ?2, ?3, ?4, ?5, checksum(?1, ?2, ?3, ?4, ?5))",
            )?
            .execute(params![
                id,
                seat as u8,
                kept.secret.0,
                kept.name,
                kept.bot.as_ref().map(ToString::to_string)
            ])?;
    }
    Ok(())
}

fn append(connection: &Connection, id: &MatchId, entry: &Entry) -> Result<(), StoreError> {
    let damaged = || StoreError::Damaged(id.clone());
    let head = connection
        .prepare_cached(
            "SELECT matches.number, nullif(last, 0), heads.sum, stage, result, log.seq \
             FROM matches JOIN heads ON heads.match = matches.number \
             LEFT JOIN log ON log.number = last WHERE id = ?1",
        )?
        .query_row([id.as_str()], |row| {
            let (stage, result): (u8, Option<String>) = (row.get(3)?, row.get(4)?);
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, Option<i64>>(1)?,
                row.get::<_, Sum>(2)?,
                stage,
                result,
                row.get::<_, Option<i64>>(5)?,
            ))
        })
        .optional()?;
    let (number, before, sum, stage, result, last) = head.ok_or_else(damaged)?;
    if last.is_some_and(|last| entry.seq.cast_signed() <= last) {
        return Err(StoreError::Fenced(id.clone()));
    }
    let (row, sum): (i64, Sum) = connection
        .prepare_cached(
            "INSERT INTO log (match, before, seq, at, actor, command, step, sum) VALUES \
             (?2, ?3, ?4, ?5, ?6, ?7, ?8, checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)) \
             RETURNING number, sum",
        )?
        .query_row(
            params![
                sum,
                number,
                before,
                entry.seq.cast_signed(),
                entry.at.0,
                entry.actor,
                entry.command.map(u64::cast_signed),
                entry.step
            ],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
    connection
        .prepare_cached("UPDATE heads SET last = ?2, sum = ?3 WHERE match = ?1")?
        .execute(params![number, row, sum])?;
    let now = entry.stage.number();
    if (now, entry.result) == (stage, result.as_deref()) {
        return Ok(());
    }
    alter(connection, id, "stage = ?2, result = ?3", params![id.as_str(), now, entry.result])
}

/// Changes a match's row, unless it is not what was written. The match's id comes first.
fn alter(
    connection: &Connection,
    id: &MatchId,
    set: &str,
    values: impl Params,
) -> Result<(), StoreError> {
    let changed = connection
        .prepare_cached(&format!("UPDATE matches SET {set} WHERE id = ?1 AND sum = {OF_MATCH}"))?
        .execute(values)?;
    if changed != 1 {
        return Err(StoreError::Damaged(id.clone()));
    }
    connection
        .prepare_cached(&format!("UPDATE matches SET sum = {OF_MATCH} WHERE id = ?1"))?
        .execute([id.as_str()])?;
    Ok(())
}
