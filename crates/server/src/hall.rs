//! The hall: finds tables, makes them, brings them back.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use tandem_referee::Phase;
use tandem_rules::{BySeat, Seat};
use tokio::runtime::Handle as Runtime;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::books::Books;
use crate::bots::{BotKind, Bots};
use crate::codes::BadTerms;
use crate::ids::{MatchId, NoRandomness, Secret, SecretHash};
use crate::limits::{Limits, Maker, TooMany};
use crate::metrics::METRICS;
use crate::server::Waits;
use crate::store::{
    Acquired, Change, Epoch, Health, Listed, MatchRecord, Moments, Nodes, SeatRecord, Stage, Store,
    StoreError, Stored, Version, Write, durable,
};
use crate::table::{self, Handle, House, Loaded, Pulse};
use crate::terms::{EventPlace, NewMatchRequest, Terms};
use crate::time::now_unix;
use crate::work::apart;

/// Locks over the tables: a table that is being read back keeps few others waiting.
const SHARDS: usize = 64;
/// How long a store that others share may take to open a table.
const OPENING: Duration = Duration::from_secs(2);
/// How long tables that stop may wait for such a store: it may be away.
const CLOSING: Duration = Duration::from_secs(2);

/// Why no match was made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MakeError {
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error("too many matches of one maker")]
    TooMany(TooMany),
    #[error("too many bots are playing")]
    TooManyBots,
    #[error(transparent)]
    Random(#[from] NoRandomness),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A match that was just made, with the secrets that nobody will hear again.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) id: MatchId,
    pub(crate) seats: BySeat<Secret>,
    /// Only if the terms have an arbiter.
    pub(crate) arbiter: Option<Secret>,
}

/// Who sits where at a table of an event.
#[derive(Debug)]
pub(crate) struct Seating {
    pub(crate) seats: BySeat<SeatRecord>,
    pub(crate) arbiter: SecretHash,
    pub(crate) event: EventPlace,
}

/// All tables of this server.
pub(crate) struct Hall {
    house: House,
    books: Books,
    shards: Vec<Mutex<HashMap<MatchId, Handle>>>,
    /// The other nodes that share the store, where some do.
    nodes: Option<Arc<dyn Nodes>>,
    stopping: AtomicBool,
}

impl Hall {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        books: Books,
        bots: Arc<Bots>,
        limits: Arc<Limits>,
        waits: Waits,
    ) -> Hall {
        let house =
            House { store, bots, limits, waits, pulse: Arc::default(), clocks: Arc::default() };
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Hall { house, books, shards, nodes: None, stopping: AtomicBool::new(false) }
    }

    /// The same, where other nodes share the store.
    pub(crate) fn among(self, nodes: Option<Arc<dyn Nodes>>) -> Hall {
        Hall { nodes, ..self }
    }

    /// Asks the node that has a table to give it away.
    pub(crate) async fn call_for(&self, id: &MatchId) {
        if let Some(nodes) = &self.nodes
            && let Err(error) = nodes.want(id).await
        {
            tracing::debug!(table = %id, %error, "a table could not be asked for");
        }
    }

    pub(crate) fn books(&self) -> &Books {
        &self.books
    }

    pub(crate) fn bots(&self) -> &Bots {
        &self.house.bots
    }

    fn shard(&self, id: &MatchId) -> &Mutex<HashMap<MatchId, Handle>> {
        let sum: usize = id
            .as_str()
            .bytes()
            .map(usize::from)
            .fold(0_usize, |sum, b| sum.wrapping_mul(31).wrapping_add(b));
        &self.shards[sum % SHARDS]
    }

    /// The table of a match; it is brought back if it was put away. None if there is no such
    /// match.
    pub(crate) async fn find(&self, id: &MatchId) -> Result<Option<Handle>, StoreError> {
        self.find_or_open(id, false).await
    }

    /// The same, but a table that would be opened is left to another machine if that has room for its bots and this one has
    /// not: then it is told as having it.
    pub(crate) async fn find_with_room(&self, id: &MatchId) -> Result<Option<Handle>, StoreError> {
        self.find_or_open(id, true).await
    }

    async fn find_or_open(
        &self,
        id: &MatchId,
        with_room: bool,
    ) -> Result<Option<Handle>, StoreError> {
        // The lock is held while the table is read: two actors of one match must never be.
        let mut tables = self.shard(id).lock().await;
        if let Some(table) = tables.get(id).filter(|table| !table.is_gone()) {
            return Ok(Some(table.another()));
        }
        if self.stopping.load(Ordering::Relaxed) {
            return Err(StoreError::Stopped);
        }
        let opening = self.open(id, with_room);
        let opened = if self.house.store.is_shared() {
            // A store that is away must not keep the lock: whoever has to leave needs it.
            let late = |_| StoreError::Unknown("the store does not answer".to_owned());
            timeout(OPENING, opening).await.map_err(late)?
        } else {
            opening.await
        };
        let Some((loaded, epoch)) = opened? else { return Ok(None) };
        let table = table::spawn(loaded, epoch, self.house.clone());
        tables.retain(|_, table| !table.is_gone());
        tables.insert(id.clone(), table.another());
        Ok(Some(table))
    }

    /// Takes a match and reads it.
    async fn open(
        &self,
        id: &MatchId,
        with_room: bool,
    ) -> Result<Option<(Loaded, Epoch)>, StoreError> {
        // Taken first, read then: nobody else writes between the two.
        let epoch = match self.house.store.acquire(id).await? {
            None => return Ok(None),
            Some(Acquired::Ours(epoch)) => epoch,
            Some(Acquired::Elsewhere(owner)) => {
                return Err(StoreError::Elsewhere(id.clone(), owner));
            }
        };
        let Some(loaded) = self.loaded(id).await? else { return Ok(None) };
        let better = || self.house.bots.better_place(&bots_of(&loaded));
        if let Some(owner) = with_room.then(better).flatten() {
            let change = Change::Release;
            durable(self.house.store.write(Write::Change { id: id.clone(), epoch, change }))
                .await?;
            return Err(StoreError::Elsewhere(id.clone(), owner));
        }
        Ok(Some((loaded, epoch)))
    }

    /// How the store is.
    pub(crate) fn health(&self) -> Health {
        self.house.store.health()
    }

    /// The pulse by which the tables' time goes.
    pub(crate) fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.house.pulse)
    }

    /// What is stored of a match, to tell whether it has changed.
    pub(crate) async fn version(&self, id: &MatchId) -> Result<Option<Version>, StoreError> {
        self.house.store.version(id).await
    }

    /// Reads a match as it is stored, on the thread of whoever calls what this gives.
    pub(crate) fn reader(
        &self,
        id: &MatchId,
    ) -> impl FnOnce() -> Result<Option<Loaded>, StoreError> + Send + use<> {
        let (store, id, runtime) = (Arc::clone(&self.house.store), id.clone(), Runtime::current());
        move || rebuilt(&*store, runtime.block_on(store.load(&id))?)
    }

    /// A match as it is stored.
    pub(crate) async fn loaded(&self, id: &MatchId) -> Result<Option<Loaded>, StoreError> {
        let store = Arc::clone(&self.house.store);
        let stored = store.load(id).await?;
        apart(move || rebuilt(&*store, stored)).await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Reads the newest public matches of a stage, on the thread of whoever calls what this gives.
    pub(crate) fn lister(
        &self,
        stage: Stage,
        limit: usize,
    ) -> impl FnOnce() -> Result<Vec<Listed>, StoreError> + Send + use<> {
        let (store, runtime) = (Arc::clone(&self.house.store), Runtime::current());
        move || runtime.block_on(store.list(stage, limit))
    }

    /// Brings back the matches that go on though nobody comes: their flags fall, their bots play.
    pub(crate) async fn resume(&self) {
        for id in self.house.store.unfinished().await.into_iter().flatten() {
            if self.is_stopping() {
                return;
            }
            self.bring_back(&id).await;
        }
    }

    /// Where the matches that this node has have come to.
    pub(crate) fn moments(&self) -> Moments {
        self.house.clocks.moments()
    }

    /// What was open here is others' by now: where it has come to is theirs to tell.
    pub(crate) fn forget_moments(&self) {
        self.house.clocks.forget();
    }

    /// Has time stand still for all matches, or lets it go on.
    pub(crate) fn hold_time(&self, on: bool) {
        self.house.pulse.hold(on);
    }

    /// Whether no table is open.
    pub(crate) fn is_empty(&self) -> bool {
        for shard in &self.shards {
            // One is just being opened where the lock is held.
            let Ok(tables) = shard.try_lock() else { return false };
            if tables.values().any(|table| !table.is_gone()) {
                return false;
            }
        }
        true
    }

    /// Whether a match is open here, or just being opened.
    pub(crate) fn is_open(&self, id: &MatchId) -> bool {
        let Ok(tables) = self.shard(id).try_lock() else { return true };
        tables.get(id).is_some_and(|table| !table.is_gone())
    }

    /// Whether it takes nobody in any more.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Leaves every table without a word: another node has them by now. Connections break off, and come back there.
    pub(crate) async fn leave_all(&self) {
        join_all(self.shards.iter().map(abandon)).await;
    }

    /// Gives a table away, and tells everybody there.
    pub(crate) async fn give_away(&self, id: &MatchId) {
        let table = self.shard(id).lock().await.remove(id);
        match table {
            Some(table) => table.stop().await,
            // Nobody sits there: whoever wants it takes it.
            None => self.release(id).await,
        }
    }

    /// Gives away a table that is not open.
    async fn release(&self, id: &MatchId) {
        let Ok(Some(Acquired::Ours(epoch))) = self.house.store.acquire(id).await else { return };
        let change = Change::Release;
        let released = self.house.store.write(Write::Change { id: id.clone(), epoch, change });
        if let Err(error) = durable(released).await {
            tracing::debug!(table = %id, %error, "a table was not given away");
        }
    }

    /// Brings back one match that goes on though nobody comes.
    pub(crate) async fn bring_back(&self, id: &MatchId) {
        match self.find_with_room(id).await {
            // A damaged one was named when it was found; another node may have been faster.
            Ok(_)
            | Err(
                StoreError::Damaged(_)
                | StoreError::NewerMatch(_)
                | StoreError::Elsewhere(..)
                | StoreError::Fenced(_)
                | StoreError::Stopped,
            ) => {}
            // A store that several share is away for a moment: it is tried again.
            Err(error @ (StoreError::Unknown(_) | StoreError::Postgres { .. })) => {
                tracing::debug!(table = %id, %error, "a match is brought back later");
            }
            Err(error) => {
                tracing::error!(table = %id, %error, "a match could not be brought back");
            }
        }
    }

    /// Makes a match.
    pub(crate) async fn make(
        &self,
        wish: NewMatchRequest,
        maker: Option<Maker>,
    ) -> Result<Made, MakeError> {
        let bots = wish.bots.clone();
        if let Some(unknown) = bots.values().find(|kind| !self.house.bots.knows(kind)) {
            return Err(BadTerms::UnknownBot { bot: unknown.to_string() }.into());
        }
        let kinds: Vec<BotKind> = bots.values().cloned().collect();
        if !self.house.bots.can_seat(&kinds) {
            return Err(MakeError::TooManyBots);
        }
        // Whoever is sent away for want of room has made nothing.
        if let Some(maker) = maker {
            let may = self.house.limits.may_make(maker, &self.house.store).await?;
            may.map_err(MakeError::TooMany)?;
        }
        let terms = Terms::agree(wish, &self.books)?;
        let id = MatchId::random()?;
        // Without an arbiter it opens nothing, and nobody hears of it.
        let arbiter = Secret::random()?;
        let mut seats = BySeat::new_with(|_| arbiter.clone());
        for secret in seats.values_mut() {
            *secret = Secret::random()?;
        }
        let has_arbiter = terms.arbiter;
        let record = MatchRecord {
            id: id.clone(),
            created: now_unix(),
            terms,
            maker,
            arbiter: arbiter.hash(),
            seats: BySeat::new_with(|seat| SeatRecord {
                secret: seats[seat].hash(),
                name: None,
                bot: bots.get(&seat).cloned(),
            }),
            rematch: None,
        };
        durable(self.house.store.write(Write::Make(Box::new(record)))).await?;
        METRICS.matches_made.add(1);
        if bots.len() == Seat::ALL.len() {
            // Nobody has to come for it to begin; a machine with room for it takes it as soon as it looks.
            match self.find_with_room(&id).await {
                Ok(_) | Err(StoreError::Elsewhere(..)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Made { id, seats, arbiter: has_arbiter.then_some(arbiter) })
    }

    /// Makes a match of an event, whose players have their seats. No limits of makers apply.
    pub(crate) async fn make_seated(
        &self,
        wish: NewMatchRequest,
        seating: Seating,
    ) -> Result<MatchId, MakeError> {
        let terms = Terms { event: Some(seating.event), ..Terms::agree(wish, &self.books)? };
        let id = MatchId::random()?;
        let record = MatchRecord {
            id: id.clone(),
            created: now_unix(),
            terms,
            maker: None,
            arbiter: seating.arbiter,
            seats: seating.seats,
            rematch: None,
        };
        durable(self.house.store.write(Write::Make(Box::new(record)))).await?;
        METRICS.matches_made.add(1);
        Ok(id)
    }

    /// Stops every table: what they know is stored, and everybody is told.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let mut tables: Vec<Handle> = Vec::new();
        for shard in &self.shards {
            tables.extend(shard.lock().await.drain().map(|(_, table)| table));
        }
        // All together: what they store goes into few commits.
        let stopped = join_all(tables.iter().map(Handle::stop));
        if !self.house.store.is_shared() {
            stopped.await;
        } else if timeout(CLOSING, stopped).await.is_err() {
            tracing::warn!("the store does not answer: others find out that this node has gone");
        }
        self.house.store.stop().await;
    }
}

/// Leaves the tables behind one lock.
async fn abandon(shard: &Mutex<HashMap<MatchId, Handle>>) {
    let tables: Vec<Handle> = shard.lock().await.drain().map(|(_, table)| table).collect();
    join_all(tables.iter().map(Handle::abandon)).await;
}

/// The bots that a match needs places for.
fn bots_of(loaded: &Loaded) -> Vec<BotKind> {
    if loaded.game.phase() == Phase::Over {
        return Vec::new();
    }
    loaded.record.seats.iter().filter_map(|(_, seat)| seat.bot.clone()).collect()
}

/// A match rebuilt from what is stored.
fn rebuilt(store: &dyn Store, stored: Option<Stored>) -> Result<Option<Loaded>, StoreError> {
    let loaded = stored.map(Loaded::new).transpose();
    if let Err(StoreError::Damaged(id)) = &loaded {
        store.set_apart(id);
    }
    loaded
}
