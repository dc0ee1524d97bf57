//! The store as it is meant, in memory: what every other must do, without a disk, and with the
//! faults that tests want.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tandem_referee::EventKind;
use tandem_rules::Millis;
use tokio::sync::oneshot;

use super::nodes::{Moments, NodeId, Nodes, Owner, Peer};
use super::{
    Acquired, Answer, Change, Epoch, Health, Listed, Pending, Row, Stage, Store, StoreError,
    Stored, Version, Write,
};
use crate::bots::BotRoom;
use crate::ids::MatchId;
use crate::log::Step;

/// A match, and who has it.
struct Kept {
    stored: Stored,
    result: Option<String>,
    owner: Option<NodeId>,
    epoch: Epoch,
    wanted: bool,
    /// The order in which matches were made.
    number: usize,
    /// By which epoch each change was written, and by which it should have been.
    written: Vec<(Epoch, Epoch)>,
    /// From which node it was taken when that was dead, and where its time went on.
    taken: Vec<(NodeId, Millis)>,
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
struct Member {
    dead: bool,
    beats: i64,
    lane: i32,
    moments: Moments,
    room: BotRoom,
}

/// What is wrong with the store on purpose, so that tests are seen to find it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Planted {
    #[default]
    Nothing,
    /// What a dead node had under way is written all the same.
    NoFence,
    /// Whoever had a table writes to it as long as its node has it, though it was taken anew since.
    NoEpoch,
    /// What may be stored or not is told as not stored.
    UnknownAsFailure,
    /// That a man is passed on is stored twice.
    PassedTwice,
    /// That a man is passed on is not stored.
    PassedNever,
}

impl Planted {
    /// A row of the log, with what is wrong with it.
    fn spoil(self, row: String) -> String {
        let copies = match self {
            Planted::Nothing | Planted::NoFence | Planted::NoEpoch | Planted::UnknownAsFailure => {
                return row;
            }
            Planted::PassedTwice => 2,
            Planted::PassedNever => 0,
        };
        let Ok(mut step) = serde_json::from_str::<Step>(&row) else { return row };
        for record in &mut step.records {
            let spoilt = record.events.drain(..).flat_map(|event| {
                let passed = matches!(event.kind, EventKind::Passed { .. });
                std::iter::repeat_n(event, if passed { copies } else { 1 })
            });
            record.events = spoilt.collect();
        }
        serde_json::to_string(&step).unwrap_or(row)
    }
}

/// What all nodes share.
#[derive(Default)]
pub(crate) struct Database {
    matches: Mutex<BTreeMap<MatchId, Kept>>,
    nodes: Mutex<BTreeMap<NodeId, Member>>,
    pub(crate) planted: Planted,
}

/// In whose name something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) node: NodeId,
    pub(crate) lane: i32,
}

impl Database {
    pub(crate) fn with(planted: Planted) -> Arc<Database> {
        Arc::new(Database { planted, ..Database::default() })
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<MatchId, Kept>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn nodes(&self) -> MutexGuard<'_, BTreeMap<NodeId, Member>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new node.
    pub(crate) fn register(&self) -> Name {
        let mut nodes = self.nodes();
        let node = NodeId(nodes.len() as i64 + 1);
        nodes.insert(node, Member::default());
        Name { node, lane: 0 }
    }

    /// A new lane of a node: what the one before has under way is fenced.
    pub(crate) fn begin_lane(&self, name: Name) {
        if let Some(member) = self.nodes().get_mut(&name.node) {
            member.lane = member.lane.max(name.lane);
        }
    }

    /// The fence that every write passes.
    fn passes(&self, name: Name) -> bool {
        let nodes = self.nodes();
        let member = nodes.get(&name.node);
        self.planted == Planted::NoFence
            || member.is_some_and(|member| !member.dead && member.lane == name.lane)
    }

    fn is_dead(&self, node: NodeId) -> bool {
        self.nodes().get(&node).is_none_or(|member| member.dead)
    }

    /// What a statement sees of the table when it begins: whether the writer has it.
    pub(crate) fn sees(&self, name: Name, write: &Write) -> bool {
        match write {
            Write::Make(_) => true,
            Write::Change { id, epoch, .. } => {
                self.matches().get(id).is_some_and(|kept| self.has(kept, name, *epoch))
            }
        }
    }

    fn has(&self, kept: &Kept, name: Name, epoch: Epoch) -> bool {
        let is_latest = kept.epoch == epoch || self.planted == Planted::NoEpoch;
        kept.owner == Some(name.node) && is_latest
    }

    /// What a statement does that saw the table so.
    pub(crate) fn apply(&self, name: Name, seen: bool, write: Write) -> Result<(), StoreError> {
        let mut matches = self.matches();
        match write {
            Write::Make(record) => make(&mut matches, *record),
            Write::Change { id, epoch, change } => {
                let fenced = !seen || !self.passes(name);
                let kept = matches.get_mut(&id).filter(|_| !fenced);
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
                    (Some(kept), Change::Append(mut entry)) => {
                        entry.step = self.planted.spoil(entry.step);
                        kept.change(id, epoch, Change::Append(entry))
                    }
                    (Some(kept), change) => kept.change(id, epoch, change),
                }
            }
        }
    }

    /// Takes a table that is nobody's, or whose node is dead.
    pub(crate) fn acquire(&self, name: Name, id: &MatchId) -> Result<Option<Acquired>, StoreError> {
        let mut matches = self.matches();
        let Some(kept) = matches.get_mut(id) else { return Ok(None) };
        if let Some(owner) = kept.owner.filter(|owner| *owner != name.node)
            && !self.is_dead(owner)
        {
            return Ok(Some(Acquired::Elsewhere(Owner { node: owner, address: None })));
        }
        if self.is_dead(name.node) {
            return Err(StoreError::Fenced(id.clone()));
        }
        if let Some(before) = kept.owner {
            let nodes = self.nodes();
            let left = nodes.get(&before).and_then(|member| {
                member.moments.iter().find(|(table, _)| table == id).map(|(_, at)| *at)
            });
            kept.stored.moment = kept.stored.moment.max(left.unwrap_or(Millis::ZERO));
            if before != name.node {
                kept.taken.push((before, kept.stored.moment));
            }
        }
        kept.owner = Some(name.node);
        kept.wanted = false;
        kept.epoch.0 += 1;
        Ok(Some(Acquired::Ours(kept.epoch)))
    }

    /// A node leaves in peace.
    pub(crate) fn depart(&self, node: NodeId) {
        if let Some(member) = self.nodes().get_mut(&node) {
            member.dead = true;
        }
    }

    /// Where the time of a match went on that was taken from a dead node.
    pub(crate) fn taken_at(&self, node: NodeId, id: &MatchId) -> Option<Millis> {
        let matches = self.matches();
        let mut taken = matches.get(id)?.taken.iter();
        taken.find(|(from, _)| *from == node).map(|(_, at)| *at)
    }

    /// Where a match was at the last beat of a node.
    pub(crate) fn beaten_at(&self, node: NodeId, id: &MatchId) -> Millis {
        let nodes = self.nodes();
        let moments = nodes.get(&node).map(|member| &member.moments);
        let found = moments.and_then(|moments| moments.iter().find(|(table, _)| table == id));
        found.map_or(Millis::ZERO, |(_, at)| *at)
    }

    /// Whether a match is being played.
    pub(crate) fn is_played(&self, id: &MatchId) -> bool {
        self.matches().get(id).is_some_and(|kept| kept.stored.stage == Stage::Running)
    }

    /// Whether a match goes on though nobody comes.
    pub(crate) fn goes_on(&self, id: &MatchId) -> bool {
        self.matches().get(id).is_some_and(Kept::goes_on)
    }

    /// How a match was made, and its log.
    pub(crate) fn rows(&self, id: &MatchId) -> Option<(super::MatchRecord, Vec<Row>)> {
        let matches = self.matches();
        let stored = &matches.get(id)?.stored;
        Some((stored.record.clone(), stored.rows.clone()))
    }

    /// The epochs by which the changes of a match were written, and those that it had then.
    pub(crate) fn written(&self, id: &MatchId) -> Vec<(Epoch, Epoch)> {
        self.matches().get(id).map(|kept| kept.written.clone()).unwrap_or_default()
    }
}

/// Keeps matches in memory. A write takes no time, or as much as it is told to.
pub(crate) struct ModelStore {
    database: Arc<Database>,
    name: Mutex<Name>,
    /// Whether other nodes use the same.
    shared: bool,
    pub(crate) delay: Mutex<Duration>,
    /// Whether it is broken: nothing can be written.
    pub(crate) broken: AtomicBool,
    /// Whether the next write is done, and nobody hears of it.
    pub(crate) loses_reply: AtomicBool,
    /// How often a match was read.
    pub(crate) loads: AtomicUsize,
}

impl Default for ModelStore {
    fn default() -> ModelStore {
        ModelStore::of(&Arc::default())
    }
}

impl ModelStore {
    /// The store of one more node.
    pub(crate) fn of(database: &Arc<Database>) -> ModelStore {
        ModelStore {
            name: Mutex::new(database.register()),
            database: Arc::clone(database),
            shared: false,
            delay: Mutex::default(),
            broken: AtomicBool::default(),
            loses_reply: AtomicBool::default(),
            loads: AtomicUsize::default(),
        }
    }

    /// The store of one more node, where others use the same.
    pub(crate) fn shared(database: &Arc<Database>) -> ModelStore {
        ModelStore { shared: true, ..ModelStore::of(database) }
    }

    pub(crate) fn name(&self) -> Name {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next lane, after one that broke.
    pub(crate) fn break_lane(&self) {
        self.name.lock().unwrap_or_else(PoisonError::into_inner).lane += 1;
    }

    pub(crate) fn database(&self) -> &Arc<Database> {
        &self.database
    }

    fn matches(&self) -> MutexGuard<'_, BTreeMap<MatchId, Kept>> {
        self.database.matches()
    }

    fn apply(&self, write: Write) -> Result<(), StoreError> {
        if self.broken.load(Ordering::Relaxed) {
            return Err(StoreError::Database("the disk is full".to_owned()));
        }
        let seen = self.database.sees(self.name(), &write);
        self.database.apply(self.name(), seen, write)
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
    let kept = Kept {
        stored,
        result: None,
        owner: None,
        epoch: Epoch(0),
        wanted: false,
        number,
        written: Vec::new(),
        taken: Vec::new(),
    };
    matches.insert(id, kept);
    Ok(())
}

impl Kept {
    /// Whether it goes on though nobody comes.
    fn goes_on(&self) -> bool {
        match self.stored.stage {
            Stage::Running => true,
            Stage::Open => self.stored.record.seats.iter().all(|(_, seat)| seat.bot.is_some()),
            Stage::Over | Stage::Abandoned => false,
        }
    }

    fn change(&mut self, id: MatchId, epoch: Epoch, change: Change) -> Result<(), StoreError> {
        let stored = &mut self.stored;
        if let Change::Append(entry) = &change
            && stored.rows.last().is_some_and(|last| entry.seq <= last.seq)
        {
            return Err(StoreError::Fenced(id));
        }
        self.written.push((epoch, self.epoch));
        match change {
            Change::Append(entry) => {
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
            Change::Release => self.owner = None,
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

    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Acquired>> {
        ready(self.database.acquire(self.name(), id)).boxed()
    }

    fn is_shared(&self) -> bool {
        self.shared
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

    fn count_made<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        let matches = self.matches();
        let records = matches.values().map(|kept| &kept.stored.record);
        let made = records.filter(|one| one.maker.as_ref() == Some(maker) && one.created >= since);
        ready(Ok(made.count().min(limit))).boxed()
    }

    fn all(&self) -> Answer<'_, Vec<MatchId>> {
        let matches = self.matches();
        let mut all: Vec<&Kept> = matches.values().collect();
        all.sort_by_key(|kept| kept.number);
        ready(Ok(all.into_iter().map(|kept| kept.stored.record.id.clone()).collect())).boxed()
    }

    fn unfinished(&self) -> Answer<'_, Vec<MatchId>> {
        let matches = self.matches();
        let mut found: Vec<&Kept> = matches.values().filter(|kept| kept.goes_on()).collect();
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

impl Nodes for ModelStore {
    fn beat(&self, moments: Moments, room: BotRoom) -> Answer<'_, bool> {
        let mut nodes = self.database.nodes();
        let living = nodes.get_mut(&self.name().node).filter(|member| !member.dead);
        let beats = living.map(|member| {
            member.beats += 1;
            member.moments = moments;
            member.room = room;
        });
        ready(Ok(beats.is_some())).boxed()
    }

    fn peers(&self) -> Answer<'_, Vec<Peer>> {
        let (nodes, me) = (self.database.nodes(), self.name().node);
        let others = nodes.iter().filter(|(node, member)| !member.dead && **node != me);
        let peer = |(node, member): (&NodeId, &Member)| Peer {
            node: *node,
            address: Some(node.0.to_string()),
            beats: member.beats,
            room: member.room.clone(),
        };
        ready(Ok(others.map(peer).collect())).boxed()
    }

    fn declare_dead(&self, node: NodeId, seen: i64) -> Answer<'_, bool> {
        let mut nodes = self.database.nodes();
        let silent = |member: &&mut Member| !member.dead && member.beats == seen;
        let declared = nodes.get_mut(&node).filter(silent).map(|member| member.dead = true);
        ready(Ok(declared.is_some())).boxed()
    }

    fn orphans(&self) -> Answer<'_, Vec<MatchId>> {
        let (matches, me) = (self.matches(), self.name().node);
        let is_free = |owner: NodeId| owner == me || self.database.is_dead(owner);
        let orphaned =
            matches.iter().filter(|(_, kept)| kept.goes_on() && kept.owner.is_none_or(is_free));
        ready(Ok(orphaned.map(|(id, _)| id.clone()).collect())).boxed()
    }

    fn want<'s>(&'s self, id: &'s MatchId) -> Answer<'s, ()> {
        let me = self.name().node;
        if let Some(kept) = self.matches().get_mut(id).filter(|kept| kept.owner != Some(me)) {
            kept.wanted = true;
        }
        ready(Ok(())).boxed()
    }

    fn wanted(&self) -> Answer<'_, Vec<MatchId>> {
        let (matches, me) = (self.matches(), self.name().node);
        let wanted = matches.iter().filter(|(_, kept)| kept.wanted && kept.owner == Some(me));
        ready(Ok(wanted.map(|(id, _)| id.clone()).collect())).boxed()
    }

    fn rejoin(&self) -> Answer<'_, ()> {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = self.database.register();
        ready(Ok(())).boxed()
    }
}
