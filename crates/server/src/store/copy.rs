//! Carrying all that is kept from one place to another: a data folder, or PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tandem_referee::Phase;

use super::{
    Acquired, Address, Change, Entry, EventStore, Nodes as _, PostgresEvents, PostgresStore,
    SqliteEvents, SqliteStore, Stage, Store, StoreError, Stored, Write, durable,
};
use crate::ids::MatchId;
use crate::table::Loaded;

/// A node that does not beat for so long has gone.
const SILENT: Duration = Duration::from_secs(1);

/// Where matches and events are kept.
#[derive(Clone, Debug)]
pub enum Place {
    /// A data folder.
    Folder(PathBuf),
    /// `postgres://…`
    Postgres(String),
}

impl std::str::FromStr for Place {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Place, Self::Err> {
        Ok(if Address::is_one(text) {
            Place::Postgres(text.to_owned())
        } else {
            Place::Folder(text.into())
        })
    }
}

/// What was carried over.
#[derive(Clone, Debug, Default)]
pub struct Copied {
    /// How many matches.
    pub matches: usize,
    /// How many that were there before, and were left alone.
    pub known: usize,
    /// How many events.
    pub events: usize,
    /// What can't be read, by its name: it was left behind.
    pub damaged: Vec<String>,
}

/// Both stores of a place, opened for this alone.
async fn open(place: &Place) -> Result<(Arc<dyn Store>, Arc<dyn EventStore>), StoreError> {
    match place {
        Place::Folder(folder) => {
            let store = Arc::new(SqliteStore::open(folder)?);
            Ok((store, Arc::new(SqliteEvents::open(folder)?)))
        }
        Place::Postgres(address) => {
            let address = Address::read(address)?;
            let store = Arc::new(PostgresStore::open(address.clone(), None).await?);
            if !is_alone(&store).await? {
                store.stop().await;
                return Err(address.wrong("a server uses it; stop all of them first"));
            }
            let events = Arc::new(PostgresEvents::beside(&store));
            Ok((store, events))
        }
    }
}

/// Whether nobody else uses a database. Who was killed there, an earlier copy for instance, has left nothing to anybody yet:
/// that is seen to.
async fn is_alone(store: &PostgresStore) -> Result<bool, StoreError> {
    let before = store.peers().await?;
    if before.is_empty() {
        return Ok(true);
    }
    tokio::time::sleep(SILENT).await;
    for peer in store.peers().await? {
        let is_silent = before.iter().any(|one| (one.node, one.beats) == (peer.node, peer.beats));
        if !is_silent || !store.declare_dead(peer.node, peer.beats).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Carries everything over. What is at the destination stays: it can be done again where it broke off.
///
/// # Errors
/// One of the places can't be used, or fails in the middle.
pub async fn copy(from: &Place, to: &Place) -> Result<Copied, StoreError> {
    if let Place::Folder(folder) = from
        && !folder.join("tandem.sqlite").exists()
    {
        let why = "there are no matches in it".to_owned();
        return Err(StoreError::Folder { folder: folder.clone(), why });
    }
    let (source, source_events) = open(from).await?;
    let (target, target_events) = open(to).await?;
    let mut copied = Copied::default();
    for id in source.all().await? {
        match source.load(&id).await {
            Ok(Some(stored)) => carry(&*source, &*target, &id, stored, &mut copied).await?,
            Ok(None) => {}
            Err(StoreError::Damaged(id)) => copied.damaged.push(format!("match {id}")),
            Err(error) => return Err(error),
        }
    }
    let carried = tokio::task::spawn_blocking(move || {
        let carried = carry_events(&*source_events, &*target_events, &mut copied);
        carried.map(|()| copied)
    });
    let copied = carried.await.unwrap_or(Err(StoreError::Stopped));
    source.stop().await;
    target.stop().await;
    copied
}

/// Carries one match over, by the writes that made it.
async fn carry(
    source: &dyn Store,
    target: &dyn Store,
    id: &MatchId,
    stored: Stored,
    copied: &mut Copied,
) -> Result<(), StoreError> {
    let Ok(loaded) = Loaded::new(stored.clone()) else {
        copied.damaged.push(format!("match {id}"));
        return Ok(());
    };
    let there = target.load(id).await?;
    // A rematch was made with the match before it.
    let begun = there.as_ref().map_or(0, |there| there.rows.len());
    if there.as_ref().is_some_and(|there| begun == stored.rows.len() && there.stage == stored.stage)
        && begun > 0
    {
        copied.known += 1;
        return Ok(());
    }
    if there.is_none() {
        durable(target.write(Write::Make(Box::new(stored.record.clone())))).await?;
    }
    let Some(Acquired::Ours(epoch)) = target.acquire(id).await? else {
        return Err(StoreError::Fenced(id.clone()));
    };
    let result = loaded.game.verdict().map(|verdict| verdict.result.as_str());
    let stage = match loaded.game.phase() {
        Phase::Waiting => Stage::Open,
        Phase::Playing => Stage::Running,
        Phase::Over => Stage::Over,
    };
    let mut changes: Vec<Change> = Vec::new();
    for row in stored.rows.into_iter().skip(begun) {
        changes.push(Change::Append(Entry {
            seq: row.seq,
            at: row.at,
            actor: row.actor,
            command: row.command,
            step: row.step,
            stage,
            result,
        }));
    }
    for (seat, record) in stored.record.seats.iter() {
        changes.push(Change::Seat { seat, record: record.clone() });
    }
    changes.push(Change::Moment(stored.moment));
    changes.push(Change::Stage(stored.stage));
    let follows = there.is_none_or(|there| there.record.rematch.is_none());
    if let Some(next) = stored.record.rematch.filter(|_| follows)
        && target.load(&next).await?.is_none()
        && let Some(next) = source.load(&next).await?
    {
        changes.push(Change::Rematch(Box::new(next.record)));
    }
    changes.push(Change::Release);
    // All at once, so that they share commits; each says what became of it.
    let pending: Vec<_> = changes
        .into_iter()
        .map(|change| target.write(Write::Change { id: id.clone(), epoch, change }))
        .collect();
    for one in pending {
        durable(one).await?;
    }
    copied.matches += 1;
    Ok(())
}

fn carry_events(
    source: &dyn EventStore,
    target: &dyn EventStore,
    copied: &mut Copied,
) -> Result<(), StoreError> {
    let failed = |error: super::EventStoreError| StoreError::Database(error.to_string());
    for (id, listing) in source.all().map_err(failed)? {
        let Ok(Some((record, rows))) = source.load(&id) else {
            copied.damaged.push(format!("event {id}"));
            continue;
        };
        match target.load(&id).map_err(failed)? {
            None => target.make(&record, &rows, &listing).map_err(failed)?,
            Some((_, there)) if there.len() < rows.len() => {
                let after = there.len() as u64;
                target.append(&id, after, &rows[there.len()..], &listing).map_err(failed)?;
            }
            Some(_) => {
                copied.known += 1;
                continue;
            }
        }
        copied.events += 1;
    }
    Ok(())
}
