//! The one thread that writes. What waits is committed together: one `fsync` serves them all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Params, ffi, params};
use tokio::sync::oneshot;

use super::checksum::{OF_MATCH, Sum, beginning, checksum};
use super::health::Condition;
use super::sqlite::about;
use super::{Change, Entry, Epoch, MatchRecord, Pending, StoreError, Write, schema};
use crate::ids::MatchId;
use crate::metrics::METRICS;
use crate::time::Stopwatch;

/// The most writes in one commit: more would make the first of them wait.
const MAX: usize = 512;
/// The next commit begins no sooner than this after the last one began, times the writes that were in the last one.
/// Many writes at once mean that more are on their way, and one `fsync` serves them all; a commit of few takes longer anyway.
const GATHER_PER_WRITE: Duration = Duration::from_micros(100);
/// The longest that a commit waits for more writes.
const MAX_GATHER: Duration = Duration::from_millis(1);
/// How often what is in the write-ahead log is carried over to the database.
const CARRY_OVER: Duration = Duration::from_secs(1);
/// From so many pages on the log is begun anew once they have been carried over. What is written over what was there
/// needs no room of the disk, and `fdatasync` has nothing but the pages themselves to see to.
const FULL_LOG: i64 = 1_000;
/// From this length on (in bytes) the log is cut off, for which commits wait a moment: somebody reads who kept it from being
/// begun anew.
const LONG_LOG: u64 = 128 * 1024 * 1024;

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);
type Acquired = Result<Option<Epoch>, StoreError>;

/// What waits for the thread.
enum Order {
    Write(Job),
    Acquire(MatchId, oneshot::Sender<Acquired>),
    /// The write-ahead log has been carried over but for its end: that is done between two commits, so
    /// that the next one begins the log anew.
    BeginLogAnew,
}

/// Who has which table. One process has the folder, so this is lost with it: nobody who had a
/// table before can write any more.
#[derive(Debug, Default)]
struct Owners {
    tables: HashMap<MatchId, Owned>,
    last: i64,
}

/// A table that somebody has.
#[derive(Debug)]
struct Owned {
    epoch: Epoch,
    /// The end of its log, once it was looked up: nobody else writes to it.
    head: Option<Head>,
}

/// The end of a match's log, and what lists know of the match.
#[derive(Clone, Debug)]
struct Head {
    /// The match.
    number: i64,
    /// The last row, if there is one.
    last: Option<i64>,
    /// What the next row's checksum rests on.
    sum: Sum,
    /// The number of the first event in the last row.
    seq: Option<i64>,
    stage: u8,
    result: Option<String>,
}

impl Owners {
    fn acquire(&mut self, id: MatchId) -> Epoch {
        self.last += 1;
        let epoch = Epoch(self.last);
        self.tables.insert(id, Owned { epoch, head: None });
        epoch
    }

    /// The table, if it is still the writer's.
    fn check(&mut self, id: &MatchId, epoch: Epoch) -> Result<&mut Owned, StoreError> {
        let owned = self.tables.get_mut(id).filter(|owned| owned.epoch == epoch);
        owned.ok_or_else(|| StoreError::Fenced(id.clone()))
    }

    fn release(&mut self, id: &MatchId, epoch: Epoch) {
        if self.check(id, epoch).is_ok() {
            self.tables.remove(id);
        }
    }

    /// What was written did not come to be: where those logs end is to be looked up again.
    fn forget_heads(&mut self, jobs: &[Job]) {
        for (write, _) in jobs {
            if let Write::Change { id, .. } = write
                && let Some(owned) = self.tables.get_mut(id)
            {
                owned.head = None;
            }
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
        let to_writer = orders.clone();
        let threads = vec![
            spawn("tandem-store", Box::new(move || work(&writing, &queue, &one)))?,
            spawn(
                "tandem-carry",
                Box::new(move || carry_over(&carrying, &log, &stopped, &to_writer, &other)),
            )?,
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
                let (begun, together) = (Stopwatch::start(), jobs.len());
                write_all(connection, &mut jobs, &mut owners, condition);
                if next.is_none() {
                    std::thread::sleep(gathering(together).saturating_sub(begun.elapsed()));
                }
            }
            Order::Acquire(id, done) => {
                // Whoever asked may have left; then it is nobody's who could write.
                let _ = done.send(acquire(connection, id, &mut owners, condition));
            }
            Order::BeginLogAnew => {
                let _ = carry(connection, "PASSIVE");
            }
        }
        next = next.or_else(|| queue.recv().ok());
    }
    // Folding the log back leaves one file to copy.
    let _ = carry(connection, "TRUNCATE");
}

/// How long after the beginning of a commit of so many writes the next one begins.
fn gathering(together: usize) -> Duration {
    GATHER_PER_WRITE.saturating_mul(u32::try_from(together).unwrap_or(u32::MAX)).min(MAX_GATHER)
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

/// Carries the write-ahead log over to the database; gives how many pages it has.
fn carry(connection: &Connection, how: &str) -> Option<i64> {
    let pages =
        connection.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |row| row.get(1));
    // The log only grows meanwhile; nothing is lost.
    pages.inspect_err(|error| tracing::debug!(%error, "the log could not be carried over")).ok()
}

fn carry_over(
    connection: &Connection,
    log: &Path,
    stopped: &Receiver<()>,
    writer: &Sender<Order>,
    condition: &Condition,
) {
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
        if carry(connection, how).is_some_and(|pages| pages >= FULL_LOG) {
            // A writer that has ended writes no log.
            let _ = writer.send(Order::BeginLogAnew);
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
    run(connection, "BEGIN IMMEDIATE").map_err(all)?;
    let written = jobs
        .iter()
        .try_for_each(|(write, _)| apply(connection, write, owners))
        .map_err(Failed::One)
        // What goes into files that nobody will find again must not be acknowledged.
        .and_then(|()| condition.check().map_err(Failed::All))
        .and_then(|()| run(connection, "COMMIT").map_err(uncertain));
    if written.is_err() {
        owners.forget_heads(jobs);
        // If this fails too there was no transaction left to undo.
        let _ = connection.execute_batch("ROLLBACK");
    }
    written
}

/// A statement that is used again and again.
fn run(connection: &Connection, statement: &str) -> Result<(), rusqlite::Error> {
    connection.prepare_cached(statement)?.execute([]).map(|_| ())
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
    let owned = owners.check(id, epoch)?;
    match change {
        Change::Append(entry) => {
            let head = match owned.head.take() {
                Some(head) => head,
                None => find_head(connection, id)?,
            };
            owned.head = Some(append(connection, id, head, entry)?);
            Ok(())
        }
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
            owned.head = None;
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

/// Where the log of a match ends.
fn find_head(connection: &Connection, id: &MatchId) -> Result<Head, StoreError> {
    connection
        .prepare_cached(
            "SELECT matches.number, nullif(last, 0), heads.sum, log.seq, stage, result \
             FROM matches JOIN heads ON heads.match = matches.number \
             LEFT JOIN log ON log.number = last WHERE id = ?1",
        )?
        .query_row([id.as_str()], |row| {
            Ok(Head {
                number: row.get(0)?,
                last: row.get(1)?,
                sum: row.get(2)?,
                seq: row.get(3)?,
                stage: row.get(4)?,
                result: row.get(5)?,
            })
        })
        .optional()?
        .ok_or_else(|| StoreError::Damaged(id.clone()))
}

/// Adds a row to the log that ends there; gives where it ends then.
fn append(
    connection: &Connection,
    id: &MatchId,
    head: Head,
    entry: &Entry,
) -> Result<Head, StoreError> {
    let seq = entry.seq.cast_signed();
    if head.seq.is_some_and(|last| seq <= last) {
        return Err(StoreError::Fenced(id.clone()));
    }
    let command = entry.command.map(u64::cast_signed);
    let number = |value: Option<i64>| value.map_or(ValueRef::Null, ValueRef::Integer);
    let sum = checksum([
        ValueRef::Blob(&head.sum),
        ValueRef::Integer(head.number),
        number(head.last),
        ValueRef::Integer(seq),
        ValueRef::Integer(entry.at.0),
        number(entry.actor.map(i64::from)),
        number(command),
        ValueRef::Text(entry.step.as_bytes()),
    ]);
    let last = connection
        .prepare_cached(
            "INSERT INTO log (match, before, seq, at, actor, command, step, sum) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .insert(params![
            head.number,
            head.last,
            seq,
            entry.at.0,
            entry.actor,
            command,
            entry.step,
            sum
        ])?;
    let moved = connection
        .prepare_cached("UPDATE heads SET last = ?2, sum = ?3 WHERE match = ?1")?
        .execute(params![head.number, last, sum])?;
    if moved != 1 {
        return Err(StoreError::Damaged(id.clone()));
    }
    let stage = entry.stage.number();
    let result = if (stage, entry.result) == (head.stage, head.result.as_deref()) {
        head.result
    } else {
        let values = params![id.as_str(), stage, entry.result];
        alter(connection, id, "stage = ?2, result = ?3", values)?;
        entry.result.map(str::to_owned)
    };
    Ok(Head { number: head.number, last: Some(last), sum, seq: Some(seq), stage, result })
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

#[cfg(test)]
mod tests {
    use super::super::Stage;
    use super::super::contract::{entry, record};
    use super::super::folder::{Lock, Watch};
    use super::super::sqlite::load;
    use super::*;

    #[test]
    fn a_commit_that_failed_leaves_every_log_where_it_was() {
        let folder = std::env::temp_dir().join(format!("tandem-heads-{}", std::process::id()));
        let _lock = Lock::take(&folder).unwrap();
        let connection = schema::open(&folder).unwrap();
        let condition = Condition::new(Watch::over(&folder));
        let mut owners = Owners::default();
        let commit = |owners: &mut Owners, writes: Vec<Write>| -> Vec<bool> {
            let jobs: Vec<Job> =
                writes.into_iter().map(|write| (write, oneshot::channel().0)).collect();
            commit(&connection, &jobs, owners, &condition).iter().map(Result::is_ok).collect()
        };
        let made = [record(1), record(2)];
        let ids = made.clone().map(|record| record.id);
        let make = |record| Write::Make(Box::new(record));
        assert_eq!(commit(&mut owners, made.map(make).into()), [true, true]);
        let epochs = ids.clone().map(|id| owners.acquire(id));
        let append = |at: usize, seq| Write::Change {
            id: ids[at].clone(),
            epoch: epochs[at],
            change: entry(seq),
        };
        assert_eq!(commit(&mut owners, vec![append(0, 1), append(1, 1)]), [true, true]);
        // The third has a number that the log has: all are taken back, then each is done alone.
        let some = vec![append(0, 2), append(1, 2), append(0, 1), append(0, 3)];
        assert_eq!(commit(&mut owners, some), [true, true, false, true]);
        let stage = Write::Change {
            id: ids[1].clone(),
            epoch: epochs[1],
            change: Change::Stage(Stage::Abandoned),
        };
        assert_eq!(commit(&mut owners, vec![stage, append(1, 3)]), [true, true]);
        for id in &ids {
            let stored = load(&connection, id).unwrap().unwrap();
            let numbers: Vec<_> = stored.rows.iter().map(|row| row.seq).collect();
            assert_eq!(numbers, [1, 2, 3], "and each row rests on the one before it");
            assert_eq!(stored.stage, Stage::Running);
        }
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_log_that_was_carried_over_is_written_over() {
        let folder = std::env::temp_dir().join(format!("tandem-anew-{}", std::process::id()));
        let _lock = Lock::take(&folder).unwrap();
        let connection = schema::open(&folder).unwrap();
        let length = || std::fs::metadata(folder.join("tandem.sqlite-wal")).unwrap().len();
        for _ in 0..20 {
            make(&connection, &record(1)).unwrap();
        }
        let (pages, long) = (carry(&connection, "PASSIVE").unwrap(), length());
        make(&connection, &record(1)).unwrap();
        assert!(carry(&connection, "PASSIVE").unwrap() < pages);
        assert_eq!(length(), long, "it takes no more room");
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn whoever_comes_alone_waits_for_nobody_and_a_crowd_not_for_long() {
        assert_eq!(gathering(1), GATHER_PER_WRITE);
        assert!(gathering(4) < MAX_GATHER);
        assert_eq!(gathering(MAX), MAX_GATHER);
    }
}
