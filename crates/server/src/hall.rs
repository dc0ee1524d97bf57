//! The hall: finds tables, makes them, brings them back.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tandem_referee::Phrase;
use tandem_rules::{BySeat, Seat};
use tokio::sync::Mutex;

use crate::books::Books;
use crate::bots::Bots;
use crate::ids::{MatchId, NoRandomness, Secret};
use crate::metrics::METRICS;
use crate::store::{Listed, MatchRecord, SeatRecord, Stage, Store, StoreError, Write};
use crate::table::{self, Handle, Loaded};
use crate::terms::{BadTerms, Terms, Wish};

/// Locks over the tables: a table that is being read back keeps few others waiting.
const SHARDS: usize = 64;

/// Why no match was made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MakeError {
    #[error(transparent)]
    Terms(#[from] BadTerms),
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
    pub(crate) arbiter: Secret,
}

/// All tables of this server.
pub(crate) struct Hall {
    store: Arc<dyn Store>,
    books: Books,
    bots: Arc<Bots>,
    shards: Vec<Mutex<HashMap<MatchId, Handle>>>,
    stopping: AtomicBool,
}

impl Hall {
    pub(crate) fn new(store: Arc<dyn Store>, books: Books, bots: Arc<Bots>) -> Hall {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Hall { store, books, bots, shards, stopping: AtomicBool::new(false) }
    }

    pub(crate) fn books(&self) -> &Books {
        &self.books
    }

    pub(crate) fn bots(&self) -> &Bots {
        &self.bots
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
        // The lock is held while the table is read: two actors of one match must never be.
        let mut tables = self.shard(id).lock().await;
        if let Some(table) = tables.get(id).filter(|table| !table.is_gone()) {
            return Ok(Some(table.clone()));
        }
        if self.stopping.load(Ordering::Relaxed) {
            return Err(StoreError::Stopped);
        }
        let Some(loaded) = self.loaded(id).await? else { return Ok(None) };
        let table = table::spawn(loaded, Arc::clone(&self.store), Arc::clone(&self.bots));
        tables.retain(|_, table| !table.is_gone());
        tables.insert(id.clone(), table.clone());
        Ok(Some(table))
    }

    /// A match as it is stored.
    pub(crate) async fn loaded(&self, id: &MatchId) -> Result<Option<Loaded>, StoreError> {
        let (store, id) = (Arc::clone(&self.store), id.clone());
        let read = move || store.load(&id)?.map(Loaded::new).transpose();
        tokio::task::spawn_blocking(read).await.unwrap_or(Err(StoreError::Stopped))
    }

    /// The newest public matches of a stage.
    pub(crate) async fn list(&self, stage: Stage, limit: usize) -> Result<Vec<Listed>, StoreError> {
        let store = Arc::clone(&self.store);
        tokio::task::spawn_blocking(move || store.list(stage, limit))
            .await
            .unwrap_or(Err(StoreError::Stopped))
    }

    /// How many matches of a maker, made since a time, are not over; counted up to a limit.
    pub(crate) async fn count_open(
        &self,
        maker: [u8; 16],
        since: i64,
        limit: usize,
    ) -> Result<usize, StoreError> {
        let store = Arc::clone(&self.store);
        tokio::task::spawn_blocking(move || store.count_open(&maker, since, limit))
            .await
            .unwrap_or(Err(StoreError::Stopped))
    }

    /// Brings back the matches that bots play alone.
    pub(crate) async fn resume(&self) {
        let store = Arc::clone(&self.store);
        let found = tokio::task::spawn_blocking(move || store.unattended()).await;
        for id in found.into_iter().flatten().flatten() {
            if let Err(error) = self.find(&id).await {
                tracing::error!(table = %id, %error, "a match of bots could not be brought back");
            }
        }
    }

    /// Makes a match.
    pub(crate) async fn make(
        &self,
        mut wish: Wish,
        maker: Option<[u8; 16]>,
    ) -> Result<Made, MakeError> {
        let bots = std::mem::take(&mut wish.bots);
        if let Some(unknown) = bots.values().find(|kind| !self.bots.knows(kind)) {
            return Err(BadTerms(Phrase::with("There is no bot '{bot}'.", "bot", unknown)).into());
        }
        if !self.bots.has_room_for(bots.len()) {
            return Err(MakeError::TooManyBots);
        }
        let terms = Terms::agree(wish, &self.books)?;
        let id = MatchId::random()?;
        let arbiter = Secret::random()?;
        let mut seats = BySeat::new_with(|_| arbiter.clone());
        for secret in seats.values_mut() {
            *secret = Secret::random()?;
        }
        let record = MatchRecord {
            id: id.clone(),
            created: table::now_unix(),
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
        let stored = self.store.write(Write::Make(Box::new(record))).await;
        stored.unwrap_or(Err(StoreError::Stopped))?;
        METRICS.matches_made.add(1);
        if bots.len() == Seat::ALL.len() {
            // Nobody has to come for it to begin.
            self.find(&id).await?;
        }
        Ok(Made { id, seats, arbiter })
    }

    /// Stops every table: what they know is stored, and everybody is told.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        for shard in &self.shards {
            let tables: Vec<Handle> = shard.lock().await.drain().map(|(_, table)| table).collect();
            for table in tables {
                table.stop().await;
            }
        }
        let store = Arc::clone(&self.store);
        // A panic in there has been reported; there is nothing left to do about it.
        let _ = tokio::task::spawn_blocking(move || store.stop()).await;
    }
}
