//! The one thread that writes. What waits is committed together: one `fsync` serves them all.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::{Pending, Stage, StoreError, Write};
use crate::metrics::METRICS;

/// The most writes in one commit: more would make the first of them wait.
const MOST: usize = 512;

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The thread, and the way to it.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (jobs, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("tandem-store".to_owned())
            .spawn(move || work(&connection, &queue))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
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
        if let Some(thread) = self.thread.take() {
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
                    "INSERT INTO matches (id, created, terms, public, arbiter) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    record.id.as_str(),
                    record.created,
                    terms,
                    record.terms.public,
                    record.arbiter.0
                ])?;
            for (seat, kept) in record.seats.iter() {
                connection
                    .prepare_cached(
                        "INSERT INTO seats (id, seat, secret, name) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![record.id.as_str(), seat as u8, kept.secret.0, kept.name])?;
            }
        }
        Write::Append(entry) => {
            connection
                .prepare_cached(
                    "INSERT INTO log (id, seq, at, actor, command, events) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![
                    entry.id.as_str(),
                    entry.seq.cast_signed(),
                    entry.at.0,
                    entry.actor,
                    entry.command.map(u64::cast_signed),
                    entry.events
                ])?;
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
                    "UPDATE seats SET secret = ?3, name = ?4 WHERE id = ?1 AND seat = ?2",
                )?
                .execute(params![id.as_str(), *seat as u8, record.secret.0, record.name])?;
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
