//! What happened lately, for those who come back, and the whole log, for those who begin to follow the
//! match. Both are read for the first who asks and kept for a while: a crowd that comes at once,
//! as anybody can make it, keeps no table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tandem_referee::Event;
use tokio::time::Instant;

use super::loading::Loaded;
use crate::ids::MatchId;
use crate::store::{Store, StoreError};
use crate::time::{deadline_in, is_past};
use crate::view::{EventLine, Logged, Viewer, seen_by, sees};
use crate::work::apart;

/// The most events that somebody catches up with; further back the snapshot must do.
const MAX: usize = 500;
/// How long they are kept after the last who asked.
const KEPT: Duration = Duration::from_secs(60);

/// The last events of a match.
pub(super) struct Recent {
    events: VecDeque<Logged>,
    until: Instant,
}

impl Recent {
    /// Reads them from the log; none if it can't be read.
    pub(super) async fn read(store: Arc<dyn Store>, id: MatchId) -> Option<Recent> {
        let stored = store.load(&id).await.ok()??;
        let read = move || {
            let mut events = Loaded::new(stored).ok()?.events;
            events.drain(..events.len().saturating_sub(MAX));
            Some(events)
        };
        let events = apart(read).await.ok()??;
        let mut recent = Recent { events: VecDeque::new(), until: deadline_in(KEPT) };
        recent.take(&events);
        Some(recent)
    }

    /// Something happened.
    pub(super) fn take(&mut self, happened: &[Logged]) {
        self.events.extend(happened.iter().cloned());
        let too_many = self.events.len().saturating_sub(MAX);
        self.events.drain(..too_many);
    }

    /// What a viewer has not seen since an event, by the viewer's own numbers. `last` is the last that
    /// the viewer may see.
    pub(super) fn since(&mut self, seen: u64, last: u64, viewer: Viewer) -> Vec<EventLine<'_>> {
        self.until = deadline_in(KEPT);
        let shown: Vec<&Logged> =
            self.events.iter().filter(|logged| sees(viewer, &logged.event)).collect();
        let unseen = usize::try_from(last.saturating_sub(seen)).unwrap_or(usize::MAX);
        let missed = &shown[shown.len().saturating_sub(unseen)..];
        seen_by(missed.iter().copied(), viewer, last - missed.len() as u64)
    }

    /// Whether nobody has asked for a while.
    pub(super) fn is_stale(&self) -> bool {
        is_past(self.until)
    }
}

/// All that the referee has decided so far.
pub(super) struct WholeLog {
    events: Vec<Event>,
    until: Instant,
}

impl WholeLog {
    /// Reads it.
    ///
    /// # Errors
    /// It can't be read back.
    pub(super) async fn read(store: Arc<dyn Store>, id: MatchId) -> Result<WholeLog, StoreError> {
        let stored = store.load(&id).await?;
        let read = move || -> Result<Vec<Event>, StoreError> {
            let Some(stored) = stored else { return Ok(Vec::new()) };
            let records = Loaded::new(stored)?.records.into_iter();
            Ok(records.flat_map(|record| record.events).collect())
        };
        let events = apart(read).await.unwrap_or(Err(StoreError::Stopped))?;
        Ok(WholeLog { events, until: deadline_in(KEPT) })
    }

    /// Something happened.
    pub(super) fn take(&mut self, happened: &[Logged]) {
        self.events.extend(happened.iter().filter_map(|logged| logged.event.referee().cloned()));
    }

    /// The log, for one more who asks.
    pub(super) fn all(&mut self) -> Vec<Event> {
        self.until = deadline_in(KEPT);
        self.events.clone()
    }

    /// Whether nobody has asked for a while.
    pub(super) fn is_stale(&self) -> bool {
        is_past(self.until)
    }
}
