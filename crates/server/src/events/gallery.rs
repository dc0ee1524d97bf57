//! The boards of a round as those who watch the event see them. However many they are, one look at a table serves all of
//! them, and tables are looked at only while somebody watches.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use tandem_event::{RoundNumber, Stage, TableNumber};
use tokio::sync::{Notify, watch};

use super::entry::Bound;
use super::snapshot::Snapshot;
use crate::hall::Hall;
use crate::ids::MatchId;
use crate::time::now_unix;
use crate::view::Glimpse;
use crate::wire::part;

/// How long nobody looks again: moves of that time are seen together.
const PAUSE: Duration = Duration::from_millis(500);

/// A table of the round at a glance.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EventBoard {
    table: TableNumber,
    /// Which match of the pairing; 0 is the first.
    leg: u16,
    #[serde(rename = "match")]
    id: MatchId,
    /// When it stood so, in milliseconds since 1970: clocks have run since.
    at: i64,
    #[serde(flatten)]
    glimpse: Glimpse,
}

/// A table as it was seen last, written once for all.
#[derive(Clone, Debug)]
struct Seen {
    id: MatchId,
    /// Another number for each look.
    look: u64,
    text: Arc<RawValue>,
}

/// The boards of a round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards {
    round: Option<RoundNumber>,
    tables: BTreeMap<TableNumber, Seen>,
    looks: u64,
}

impl Boards {
    /// The round that they are of.
    pub(crate) fn round(&self) -> Option<RoundNumber> {
        self.round
    }

    /// Those of some tables that somebody has not seen as they are; `known` are the looks that they have seen.
    pub(crate) fn news(
        &self,
        wanted: &BTreeSet<TableNumber>,
        known: &mut BTreeMap<TableNumber, u64>,
    ) -> Vec<Arc<RawValue>> {
        let mut news = Vec::new();
        for (table, seen) in self.tables.iter().filter(|(table, _)| wanted.contains(table)) {
            if known.insert(*table, seen.look) != Some(seen.look) {
                news.push(Arc::clone(&seen.text));
            }
        }
        news
    }
}

/// Where the boards of an event are shown.
#[derive(Debug, Default)]
pub(super) struct Gallery {
    shown: watch::Sender<Arc<Boards>>,
    /// Tables at which something happened since they were looked at.
    touched: Mutex<HashSet<MatchId>>,
    /// Somebody has come.
    come: Notify,
}

impl Gallery {
    /// Something happened at a table.
    pub(super) fn touch(&self, id: &MatchId) {
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        if !touched.contains(id) {
            touched.insert(id.clone());
        }
    }

    fn take_touched(&self) -> HashSet<MatchId> {
        std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Somebody watches, until they drop it.
    pub(super) fn watch(&self) -> watch::Receiver<Arc<Boards>> {
        let mut watching = self.shown.subscribe();
        watching.mark_changed();
        self.come.notify_one();
        watching
    }

    /// Looks at every table that is new or where something happened.
    async fn look_around(&self, hall: &Hall, snapshot: &Snapshot) {
        let (round, tables) = tables_of(snapshot);
        let touched = self.take_touched();
        let mut boards = Boards::clone(&self.shown.borrow());
        let known = boards.tables.len();
        let same_round = boards.round == round;
        boards.round = round;
        boards.tables.retain(|table, seen| {
            same_round && tables.get(table).is_some_and(|bound| bound.id == seen.id)
        });
        let mut changed = !same_round || boards.tables.len() != known;
        let stale = tables.into_iter().filter(|(table, bound)| {
            touched.contains(&bound.id) || !boards.tables.contains_key(table)
        });
        let looks = join_all(stale.map(async |(table, bound)| {
            let seen = look(hall, &bound).await;
            (table, bound.id, seen)
        }));
        for (table, id, seen) in looks.await {
            let Some(text) = seen else {
                // It was just put away, or comes back: next time.
                self.touch(&id);
                continue;
            };
            boards.looks += 1;
            let look = boards.looks;
            boards.tables.insert(table, Seen { id, look, text: text.into() });
            changed = true;
        }
        if changed {
            self.shown.send_replace(Arc::new(boards));
        }
    }
}

/// The tables of the latest round that everybody may see, each with the match that is played there now.
fn tables_of(snapshot: &Snapshot) -> (Option<RoundNumber>, BTreeMap<TableNumber, Bound>) {
    let mut rounds = snapshot.event().rounds.iter().rev();
    let round = rounds.find(|round| round.stage != Stage::Draft).map(|round| round.number);
    let mut tables: BTreeMap<TableNumber, Bound> = BTreeMap::new();
    for watched in snapshot.tables() {
        let place = watched.bound.place;
        let later = |known: &Bound| known.place.leg >= place.leg;
        if Some(place.round) == round && !tables.get(&place.table).is_some_and(later) {
            tables.insert(place.table, watched.bound.clone());
        }
    }
    (round, tables)
}

async fn look(hall: &Hall, bound: &Bound) -> Option<Box<RawValue>> {
    let handle = hall.find(&bound.id).await.ok()??;
    let look = handle.look().await.ok()?;
    let names = look.people.map(|present| present.name);
    let place = bound.place;
    Some(part(&EventBoard {
        table: place.table,
        leg: place.leg,
        id: bound.id.clone(),
        at: now_unix(),
        glimpse: Glimpse::new(&look.game, look.moment, look.held, names),
    }))
}

/// Keeps the boards up to date while somebody watches, until the event is put away.
pub(super) async fn keep(
    gallery: Arc<Gallery>,
    hall: Arc<Hall>,
    mut snapshots: watch::Receiver<Arc<Snapshot>>,
) {
    loop {
        let snapshot = Arc::clone(&snapshots.borrow_and_update());
        let watched = gallery.shown.receiver_count() > 0;
        if watched {
            gallery.look_around(&hall, &snapshot).await;
        }
        drop(snapshot);
        let next = async {
            if watched {
                tokio::time::sleep(PAUSE).await;
            } else {
                gallery.come.notified().await;
            }
        };
        let put_away = async { while snapshots.changed().await.is_ok() {} };
        tokio::select! {
            () = next => {}
            () = put_away => return,
        }
    }
}
