//! The one thread that writes. What waits is committed together: one `fsync` serves them all.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::{Pending, Stage, StoreError, Write};
use crate::metrics::METRICS;

/// The most writes in one commit: more would make the first of them wait.
const MOST: usize = 512;
/// How often what is in the write-ahead log is carried over to the database.
const CARRY_OVER: Duration = Duration::from_secs(1);
/// From this length on (in bytes) the log is begun anew, for which commits wait a moment.
const LONG_LOG: u64 = 128 * 1024 * 1024;

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The thread, and the way to it.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<Sender<Job>>,
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
    ) -> Result<Writer, StoreError> {
        let (jobs, queue) = channel();
        let (stop, stopped) = channel();
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(work)
                .map_err(|error| StoreError::Database(error.to_string()))
        };
        let threads = vec![
            spawn("tandem-store", Box::new(move || work(&writing, &queue)))?,
            spawn("tandem-carry", Box::new(move || carry_over(&carrying, &log, &stopped)))?,
        ];
        Ok(Writer { jobs: Some(jobs), threads, stop: Some(stop) })
    }

    pub(super) fn write(&self, write: Write) -> Pending {
        let (done, pending) = oneshot::channel();
        if let Some(jobs) = &self.jobs
            && let Err(lost) = jobs.send((write, done))
        {
            // Nobody may hold the receiver any more, and then nobody cares.
            let _ = lost.0.1.send(Err(StoreError::Stopped));
        }
        pending
    }

    pub(super) fn stop(&mut self) {
        self.jobs = None;
        self.stop = None;
        for thread in self.threads.drain(..) {
            // A writer that panicked has nothing left to finish.
            let _ = thread.join();
        }
    }
}

fn work(connection: &Connection, queue: &Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MOST);
    while let Ok(first) = queue.recv() {
        jobs.push(first);
        while jobs.len() < MOST
            && let Ok(next) = queue.try_recv()
        {
            jobs.push(next);
        }
        let results = commit(connection, &jobs);
        METRICS.commits.add(1);
        METRICS.writes.add(jobs.len() as u64);
        for ((_, done), result) in jobs.drain(..).zip(results) {
            let _ = done.send(result);
        }
    }
    // Folding the log back leaves one file to copy.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

fn carry_over(connection: &Connection, log: &Path, stopped: &Receiver<()>) {
    while stopped.recv_timeout(CARRY_OVER) == Err(RecvTimeoutError::Timeout) {
        let length = std::fs::metadata(log).map_or(0, |log| log.len());
        let how = if length > LONG_LOG { "TRUNCATE" } else { "PASSIVE" };
        if let Err(error) = connection.execute_batch(&format!("PRAGMA wal_checkpoint({how})")) {
            // The log only grows meanwhile; nothing is lost.
            tracing::debug!(%error, "the log could not be carried over");
        }
    }
}

fn commit(connection: &Connection, jobs: &[Job]) -> Vec<Result<(), StoreError>> {
    let all = |error: rusqlite::Error| {
        let error = StoreError::from(error);
        tracing::error!(%error, "a commit failed");
        jobs.iter().map(|_| Err(error.clone())).collect()
    };
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        return all(error);
    }
    let results: Vec<_> =
        jobs.iter().map(|(write, _)| apply(connection, write).map_err(StoreError::from)).collect();
    match connection.execute_batch("COMMIT") {
        Ok(()) => results,
        Err(error) => {
            // If this fails too there was no transaction left to undo.
            let _ = connection.execute_batch("ROLLBACK");
            all(error)
        }
    }
}

fn apply(connection: &Connection, write: &Write) -> Result<(), rusqlite::Error> {
    match write {
        Write::Make(record) => {
            let terms = serde_json::to_string(&record.terms)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            connection
                .prepare_cached(
                    "INSERT INTO matches (id, created, terms, public, arbiter, maker) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![
                    record.id.as_str(),
                    record.created,
                    terms,
                    record.terms.public,
                    record.arbiter.0,
                    record.maker
                ])?;
            for (seat, kept) in record.seats.iter() {
                connection
                    .prepare_cached(
                        "INSERT INTO seats (id, seat, secret, name, bot) VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![
                        record.id.as_str(),
                        seat as u8,
                        kept.secret.0,
                        kept.name,
                        kept.bot.as_ref().map(ToString::to_string)
                    ])?;
            }
        }
        Write::Append(entry) => {
            let added = connection
                .prepare_cached(
                    "INSERT INTO log (match, before, seq, at, actor, command, events) \
                     SELECT number, (SELECT last FROM heads WHERE match = number), \
                     ?2, ?3, ?4, ?5, ?6 FROM matches WHERE id = ?1",
                )?
                .execute(params![
                    entry.id.as_str(),
                    entry.seq.cast_signed(),
                    entry.at.0,
                    entry.actor,
                    entry.command.map(u64::cast_signed),
                    entry.events
                ])?;
            if added != 1 {
                return Err(rusqlite::Error::QueryReturnedNoRows);
            }
            connection
                .prepare_cached(
                    "INSERT INTO heads (match, last) \
                     SELECT match, number FROM log WHERE number = last_insert_rowid() \
                     ON CONFLICT (match) DO UPDATE SET last = excluded.last",
                )?
                .execute([])?;
            connection
                .prepare_cached(
                    "UPDATE matches SET stage = ?2, result = ?3 \
                     WHERE id = ?1 AND (stage <> ?2 OR result IS NOT ?3)",
                )?
                .execute(params![entry.id.as_str(), stage_number(entry.stage), entry.result])?;
        }
        Write::Seat { id, seat, record } => {
            connection
                .prepare_cached(
                    "UPDATE seats SET secret = ?3, name = ?4, bot = ?5 WHERE id = ?1 AND seat = ?2",
                )?
                .execute(params![
                    id.as_str(),
                    *seat as u8,
                    record.secret.0,
                    record.name,
                    record.bot.as_ref().map(ToString::to_string)
                ])?;
        }
        Write::Moment { id, at } => {
            connection
                .prepare_cached("UPDATE matches SET moment = max(moment, ?2) WHERE id = ?1")?
                .execute(params![id.as_str(), at.0])?;
        }
        Write::Rematch { id, next } => {
            connection
                .prepare_cached("UPDATE matches SET rematch = ?2 WHERE id = ?1")?
                .execute(params![id.as_str(), next.as_str()])?;
        }
    }
    Ok(())
}

pub(super) fn stage_number(stage: Stage) -> u8 {
    match stage {
        Stage::Open => 0,
        Stage::Running => 1,
        Stage::Over => 2,
    }
}
