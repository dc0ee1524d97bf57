//! The store as it is meant, in memory: what every other must do, without a disk, and with the
//! faults that tests want.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tandem_rules::Millis;
use tokio::sync::oneshot;

use super::{
    Answer, Change, Epoch, Health, Listed, Pending, Row, Stage, Store, StoreError, Stored, Version,
    Write,
};
use crate::ids::MatchId;

/// A match, and who has it.
struct Kept {
    stored: Stored,
    result: Option<String>,
    owned: bool,
    epoch: Epoch,
    /// The order in which matches were made.
    number: usize,
}

/// Keeps matches in memory. A write takes no time, or as much as it is told to.
#[derive(Default)]
pub(crate) struct ModelStore {
    matches: Mutex<BTreeMap<MatchId, Kept>>,
    pub(crate) delay: Mutex<Duration>,
    /// Whether it is broken: nothing can be written.
    pub(crate) broken: AtomicBool,
    /// Whether the next write is done, and nobody hears of it.
    pub(crate) loses_reply: AtomicBool,
    /// How often a match was read.
    pub(crate) loads: AtomicUsize,
}

impl ModelStore {
    fn matches(&self) -> MutexGuard<'_, BTreeMap<MatchId, Kept>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn apply(&self, write: Write) -> Result<(), StoreError> {
        if self.broken.load(Ordering::Relaxed) {
            return Err(StoreError::Database("the disk is full".to_owned()));
        }
        let mut matches = self.matches();
        match write {
            Write::Make(record) => make(&mut matches, *record),
            Write::Change { id, epoch, change } => {
                let kept = matches.get_mut(&id).filter(|kept| kept.owned && kept.epoch == epoch);
                match (kept, change) {
                    (None, Change::Release) => Ok(()),
                    (None, _) => Err(StoreError::Fenced(id)),
                    (Some(_), Change::Rematch(next)) => {
                        let next_id = next.id.clone();
                        make(&mut matches, *next)?;
                        if let Some(kept) = matches.get_mut(&id) {
                            kept.stored.record.rematch = Some(next_id);
                        }
                        Ok(())
                    }
                    (Some(kept), change) => kept.change(id, change),
                }
            }
        }
    }
}

fn make(
    matches: &mut BTreeMap<MatchId, Kept>,
    record: super::MatchRecord,
) -> Result<(), StoreError> {
    if matches.contains_key(&record.id) {
        return Err(StoreError::Database("there is such a match".to_owned()));
    }
    let (id, number) = (record.id.clone(), matches.len());
    let stored = Stored { record, stage: Stage::Open, moment: Millis(0), rows: Vec::new() };
    let kept = Kept { stored, result: None, owned: false, epoch: Epoch(0), number };
    matches.insert(id, kept);
    Ok(())
}

impl Kept {
    fn change(&mut self, id: MatchId, change: Change) -> Result<(), StoreError> {
        let stored = &mut self.stored;
        match change {
            Change::Append(entry) => {
                if stored.rows.last().is_some_and(|last| entry.seq <= last.seq) {
                    return Err(StoreError::Fenced(id));
                }
                stored.moment = stored.moment.max(entry.at);
                stored.stage = entry.stage;
                self.result = entry.result.map(str::to_owned);
                stored.rows.push(Row {
                    seq: entry.seq,
                    at: entry.at,
                    actor: entry.actor,
                    command: entry.command,
                    step: entry.step,
                });
            }
            Change::Seat { seat, record } => stored.record.seats[seat] = record,
            Change::Moment(at) => stored.moment = stored.moment.max(at),
            Change::Stage(stage) => stored.stage = stage,
            Change::Release => self.owned = false,
            // Seen to by whoever has all matches.
            Change::Rematch(_) => {}
        }
        Ok(())
    }
}

impl Store for ModelStore {
    fn write(&self, write: Write) -> Pending {
        let (done, pending) = oneshot::channel();
        let mut result = self.apply(write);
        if self.loses_reply.swap(false, Ordering::Relaxed) {
            result = Err(StoreError::Unknown("the reply was lost".to_owned()));
        }
        let delay = *self.delay.lock().unwrap_or_else(PoisonError::into_inner);
        if delay.is_zero() {
            let _ = done.send(result);
        } else {
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                let _ = done.send(result);
            });
        }
        pending
    }

    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Epoch>> {
        let epoch = self.matches().get_mut(id).map(|kept| {
            kept.owned = true;
            kept.epoch.0 += 1;
            kept.epoch
        });
        ready(Ok(epoch)).boxed()
    }

    fn load<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Stored>> {
        self.loads.fetch_add(1, Ordering::Relaxed);
        ready(Ok(self.matches().get(id).map(|kept| kept.stored.clone()))).boxed()
    }

    fn events_after<'s>(&'s self, id: &'s MatchId, seq: u64) -> Answer<'s, Vec<Row>> {
        let matches = self.matches();
        let rows = matches.get(id).into_iter().flat_map(|kept| kept.stored.rows.iter());
        ready(Ok(rows.filter(|row| row.seq > seq).cloned().collect())).boxed()
    }

    fn version<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Version>> {
        let version = self.matches().get(id).map(|kept| {
            let seats = kept.stored.record.seats.iter();
            let seats: Vec<_> = seats.map(|(_, seat)| (&seat.name, &seat.bot)).collect();
            let head = i64::try_from(kept.stored.rows.len()).unwrap_or(i64::MAX);
            Version { head, seats: format!("{seats:?}") }
        });
        ready(Ok(version)).boxed()
    }

    fn list(&self, stage: Stage, limit: usize) -> Answer<'_, Vec<Listed>> {
        let matches = self.matches();
        let free = |kept: &&Kept| {
            let mut seats = kept.stored.record.seats.iter();
            stage != Stage::Open || seats.any(|(_, seat)| seat.name.is_none() && seat.bot.is_none())
        };
        let mut found: Vec<&Kept> = matches
            .values()
            .filter(|kept| kept.stored.stage == stage && kept.stored.record.terms.public)
            .filter(free)
            .collect();
        found.sort_by_key(|kept| std::cmp::Reverse(kept.stored.record.created));
        let listed = found.into_iter().take(limit).map(|kept| Listed {
            record: kept.stored.record.clone(),
            stage,
            result: kept.result.clone(),
        });
        ready(Ok(listed.collect())).boxed()
    }

    fn count_open<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        let matches = self.matches();
        let open = matches.values().filter(|kept| {
            let record = &kept.stored.record;
            let is_open = matches!(kept.stored.stage, Stage::Open | Stage::Running);
            is_open && record.maker.as_ref() == Some(maker) && record.created >= since
        });
        ready(Ok(open.count().min(limit))).boxed()
    }

    fn unfinished(&self) -> Answer<'_, Vec<MatchId>> {
        let matches = self.matches();
        let goes_on = |kept: &&Kept| {
            let mut seats = kept.stored.record.seats.iter();
            match kept.stored.stage {
                Stage::Running => true,
                Stage::Open => seats.all(|(_, seat)| seat.bot.is_some()),
                Stage::Over | Stage::Abandoned => false,
            }
        };
        let mut found: Vec<&Kept> = matches.values().filter(goes_on).collect();
        found.sort_by_key(|kept| kept.number);
        ready(Ok(found.into_iter().map(|kept| kept.stored.record.id.clone()).collect())).boxed()
    }

    fn set_apart(&self, _: &MatchId) {}

    fn health(&self) -> Health {
        Health::default()
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}
