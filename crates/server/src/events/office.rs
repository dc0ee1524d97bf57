//! The office: finds events, makes them, brings them back.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use futures_util::future::join_all;
use tokio::sync::{mpsc, oneshot, watch};

use super::actor::{Actor, Ask, Done, NotDone, Order};
use super::clocks::TableClocks;
use super::desk::Desk;
use super::entry::Visible;
use super::gallery::{self, Boards, Gallery};
use super::made::NewEvent;
use super::online::tables_of;
use super::snapshot::{Snapshot, Viewer};
use crate::hall::Hall;
use crate::ids::{EventId, Secret};
use crate::metrics::METRICS;
use crate::store::{EventStore, EventStoreError, Owner};
use crate::time::{Stopwatch, now_unix};

/// Commands that may wait for an event; after that whoever asks waits.
const WAITING: usize = 256;

/// The door for ICS clients follows the same tables, and counts from 0: an event's tags are others.
const FIRST_TAG: u64 = 1 << 63;

/// Views of a stamp, by whoever looks.
type Shelf = tokio::sync::Mutex<HashMap<Viewer, (u64, Bytes)>>;

/// The way to an event.
#[derive(Clone)]
pub(crate) struct Handle {
    asks: mpsc::Sender<Ask>,
    shown: watch::Receiver<Arc<Snapshot>>,
    shelf: Arc<Shelf>,
    gallery: Arc<Gallery>,
}

impl Handle {
    /// How it stands.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.shown.borrow())
    }

    /// Hears of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.shown.clone()
    }

    /// Sees the boards of the round, from now on.
    pub(crate) fn boards(&self) -> watch::Receiver<Arc<Boards>> {
        self.gallery.watch()
    }

    /// Carries out what a desk wants.
    pub(crate) async fn order(&self, secret: Secret, order: Order) -> Result<Done, NotDone> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Order { secret, order: Box::new(order), reply };
        self.asks.send(ask).await.map_err(|_| NotDone::Gone)?;
        answer.await.unwrap_or(Err(NotDone::Gone))
    }

    /// Who may watch from now on.
    pub(crate) async fn show(&self, secret: Secret, visible: Visible) -> Result<u64, NotDone> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(Ask::Show { secret, visible, reply }).await.map_err(|_| NotDone::Gone)?;
        answer.await.unwrap_or(Err(NotDone::Gone))
    }

    /// The double clock of the match at the table of a card.
    pub(crate) async fn clocks(&self, card: Secret) -> Result<TableClocks, NotDone> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(Ask::Clocks { card, reply }).await.map_err(|_| NotDone::Gone)?;
        answer.await.unwrap_or(Err(NotDone::Gone))
    }

    /// What was written for a viewer at this stamp, or what `write` writes now.
    pub(crate) async fn kept(
        &self,
        viewer: Viewer,
        stamp: u64,
        write: impl FnOnce() -> Bytes + Send + 'static,
    ) -> Bytes {
        // All who look at once wait for the one who writes.
        let mut shelf = self.shelf.lock().await;
        if let Some((_, text)) = shelf.get(&viewer).filter(|(at, _)| *at == stamp) {
            return text.clone();
        }
        let text = tokio::task::spawn_blocking(write).await.unwrap_or_default();
        shelf.retain(|_, (at, _)| *at == stamp);
        shelf.insert(viewer, (stamp, text.clone()));
        text
    }

    async fn stop(&self) {
        let (reply, stopped) = oneshot::channel();
        if self.asks.send(Ask::Stop { reply }).await.is_ok() {
            let _ = stopped.await;
        }
    }
}

/// All events of this server.
pub(crate) struct Office {
    store: Arc<dyn EventStore>,
    hall: Arc<Hall>,
    open: tokio::sync::Mutex<HashMap<EventId, Handle>>,
    stopping: AtomicBool,
}

impl Office {
    pub(crate) fn new(store: Arc<dyn EventStore>, hall: Arc<Hall>) -> Office {
        Office {
            store,
            hall,
            open: tokio::sync::Mutex::default(),
            stopping: AtomicBool::new(false),
        }
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn EventStore) -> Result<T, EventStoreError> + Send + 'static,
    ) -> Result<T, EventStoreError> {
        let store = Arc::clone(&self.store);
        let failed = || EventStoreError::Database("the work was broken off".to_owned());
        tokio::task::spawn_blocking(move || work(&*store)).await.unwrap_or_else(|_| Err(failed()))
    }

    /// An event; it is brought back if it was put away. None if there is no such event.
    pub(crate) async fn find(&self, id: &EventId) -> Result<Option<Handle>, EventStoreError> {
        // The lock is held while the event is read: two actors of one event must never be.
        let mut open = self.open.lock().await;
        if let Some(handle) = open.get(id).filter(|handle| !handle.asks.is_closed()) {
            return Ok(Some(handle.clone()));
        }
        if self.stopping.load(Ordering::Relaxed) {
            return Err(EventStoreError::Database("the server stops".to_owned()));
        }
        let name = id.clone();
        let found = self.blocking(move |store| {
            if store.elsewhere(&name)?.is_some() {
                return Err(EventStoreError::Elsewhere(name));
            }
            let Some((record, rows)) = store.load(&name)? else { return Ok(None) };
            Desk::open(record, &rows).map(Some).map_err(|_| EventStoreError::Damaged(name))
        });
        let found = found.await.inspect_err(|error| match error {
            // It is well, but not here.
            EventStoreError::Elsewhere(_) => {}
            _ => tracing::error!(event = %id, %error, "an event could not be brought back"),
        })?;
        let Some(desk) = found else { return Ok(None) };
        let handle = self.spawn(desk);
        open.retain(|_, handle| !handle.asks.is_closed());
        open.insert(id.clone(), handle.clone());
        Ok(Some(handle))
    }

    fn spawn(&self, desk: Desk) -> Handle {
        let (asks, asked) = mpsc::channel(WAITING);
        let (hear, heard) = mpsc::unbounded_channel();
        // No stamp comes twice, not even after a restart.
        let stamp = now_unix().unsigned_abs();
        let first = Snapshot { desk: desk.clone(), stamp, tables: tables_of(&desk) };
        let (shown, seen) = watch::channel(Arc::new(first));
        let gallery = Arc::new(Gallery::default());
        let actor = Actor {
            desk,
            hall: Arc::clone(&self.hall),
            store: Arc::clone(&self.store),
            asks: asked,
            heard,
            hear,
            shown,
            gallery: Arc::clone(&gallery),
            stamp,
            followed: HashMap::new(),
            next_tag: FIRST_TAG,
            retry: None,
            used: Stopwatch::start(),
            lost: false,
        };
        tokio::spawn(actor.run());
        tokio::spawn(gallery::keep(Arc::clone(&gallery), Arc::clone(&self.hall), seen.clone()));
        Handle { asks, shown: seen, shelf: Arc::default(), gallery }
    }

    /// Makes an event durable.
    pub(crate) async fn make(&self, new: NewEvent) -> Result<EventId, EventStoreError> {
        let id = new.record.id.clone();
        self.blocking(move |store| store.make(&new.record, &new.rows, &new.listing)).await?;
        METRICS.events_made.add(1);
        Ok(id)
    }

    /// How many events of a maker were made since a time.
    pub(crate) async fn made_since(
        &self,
        maker: [u8; 16],
        since: i64,
    ) -> Result<usize, EventStoreError> {
        self.blocking(move |store| store.count(&maker, since)).await
    }

    /// The lines of the newest public events, as JSON.
    pub(crate) async fn list(&self, limit: usize) -> Result<Vec<String>, EventStoreError> {
        self.blocking(move |store| store.list(limit)).await
    }

    /// Brings back the events whose tables are being played.
    pub(crate) async fn resume(&self) {
        let running = self.blocking(EventStore::running).await;
        let running = running.inspect_err(|error| {
            tracing::error!(%error, "events could not be brought back");
        });
        for id in running.into_iter().flatten() {
            // What is wrong with one was told when it was found.
            let _ = self.find(&id).await;
        }
    }

    /// Which other node has an event; it is taken if none has.
    pub(crate) async fn elsewhere(&self, id: &EventId) -> Result<Option<Owner>, EventStoreError> {
        let id = id.clone();
        self.blocking(move |store| store.elsewhere(&id)).await
    }

    /// Puts every event away: another node has them by now.
    pub(crate) async fn leave_all(&self) {
        let open: Vec<Handle> = self.open.lock().await.drain().map(|(_, handle)| handle).collect();
        join_all(open.iter().map(Handle::stop)).await;
    }

    /// Stops every event: what they were told is stored.
    pub(crate) async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.leave_all().await;
    }
}
