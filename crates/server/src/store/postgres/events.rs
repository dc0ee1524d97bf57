//! Events in PostgreSQL. A row of a log is written once: the event's own row knows how many there are, and whoever
//! writes says how many they know of.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::super::events::{EventRecord, EventRow, EventStore, EventStoreError, Listing};
use super::super::{NodeId, Owner, StoreError};
use super::connect::Link;
use super::{PostgresStore, Shared};
use crate::ids::{EventId, SecretHash};

/// Events in PostgreSQL. Whoever asks may wait: none of it is called on a thread that hears players.
pub(crate) struct PostgresEvents {
    link: Link,
    shared: Arc<Shared>,
    runtime: Handle,
}

impl From<StoreError> for EventStoreError {
    fn from(error: StoreError) -> EventStoreError {
        EventStoreError::Database(error.to_string())
    }
}

impl PostgresEvents {
    /// Those beside the matches of a store, for the same node.
    pub(crate) fn beside(store: &PostgresStore) -> PostgresEvents {
        let shared = Arc::clone(&store.shared);
        let link = Link::new(shared.address.clone(), "");
        PostgresEvents { link, shared, runtime: Handle::current() }
    }

    fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, EventStoreError> {
        Ok(self.runtime.block_on(self.link.query(sql, values))?)
    }
}

/// Rows of a log as statements take them, numbered behind so many.
fn columns(rows: &[EventRow], after: i64) -> (Vec<i64>, Vec<Option<&str>>, Vec<&str>) {
    let seqs = (after + 1..).take(rows.len()).collect();
    let commands = rows.iter().map(|row| row.command.as_deref()).collect();
    (seqs, commands, rows.iter().map(|row| row.entry.as_str()).collect())
}

impl EventStore for PostgresEvents {
    fn make(
        &self,
        record: &EventRecord,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError> {
        let (seqs, commands, entries) = columns(rows, 0);
        let (organiser, maker) = (&record.organiser.0[..], record.maker.as_ref().map(|m| &m[..]));
        self.query(
            "WITH made AS (INSERT INTO events \
               (id, created, organiser, maker, last, listed, running, line) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)) \
             INSERT INTO event_log (event, seq, command, entry) \
             SELECT $1::text, * FROM unnest($9::int8[], $10::text[], $11::text[])",
            &[
                &record.id.as_str(),
                &record.created,
                &organiser,
                &maker,
                &(rows.len() as i64),
                &listing.listed,
                &listing.running,
                &listing.line,
                &seqs,
                &commands,
                &entries,
            ],
        )?;
        Ok(())
    }

    fn append(
        &self,
        id: &EventId,
        after: u64,
        rows: &[EventRow],
        listing: &Listing,
    ) -> Result<(), EventStoreError> {
        let after = after.cast_signed();
        let (seqs, commands, entries) = columns(rows, after);
        let written = self.query(
            "WITH mine AS (UPDATE events SET last = $3, listed = $4, running = $5, line = $6 \
               WHERE id = $1 AND last = $2 RETURNING id) \
             INSERT INTO event_log (event, seq, command, entry) \
             SELECT mine.id, b.* FROM mine, unnest($7::int8[], $8::text[], $9::text[]) b \
             RETURNING 1",
            &[
                &id.as_str(),
                &after,
                &(after + rows.len() as i64),
                &listing.listed,
                &listing.running,
                &listing.line,
                &seqs,
                &commands,
                &entries,
            ],
        )?;
        if written.len() == rows.len() { Ok(()) } else { Err(EventStoreError::Changed(id.clone())) }
    }

    fn load(&self, id: &EventId) -> Result<Option<(EventRecord, Vec<EventRow>)>, EventStoreError> {
        let found = self.query(
            "SELECT created, organiser, maker, last, l.commands, l.entries \
             FROM events, LATERAL (SELECT array_agg(command ORDER BY seq) AS commands, \
               array_agg(entry ORDER BY seq) AS entries FROM event_log WHERE event = id) l \
             WHERE id = $1",
            &[&id.as_str()],
        )?;
        let Some(row) = found.first() else { return Ok(None) };
        let damaged = || EventStoreError::Damaged(id.clone());
        let organiser: &[u8] = row.get(1);
        let maker: Option<&[u8]> = row.get(2);
        let commands: Option<Vec<Option<String>>> = row.get(4);
        let entries: Option<Vec<String>> = row.get(5);
        let rows: Vec<EventRow> = commands
            .into_iter()
            .flatten()
            .zip(entries.into_iter().flatten())
            .map(|(command, entry)| EventRow { command, entry })
            .collect();
        if rows.len() as i64 != row.get::<_, i64>(3) {
            return Err(damaged());
        }
        let record = EventRecord {
            id: id.clone(),
            created: row.get(0),
            organiser: SecretHash(organiser.try_into().map_err(|_| damaged())?),
            maker: match maker {
                Some(maker) => Some(maker.try_into().map_err(|_| damaged())?),
                None => None,
            },
        };
        Ok(Some((record, rows)))
    }

    fn list(&self, limit: usize) -> Result<Vec<String>, EventStoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.query(
            "SELECT line FROM events WHERE listed ORDER BY created DESC LIMIT $1",
            &[&limit],
        )?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn running(&self) -> Result<Vec<EventId>, EventStoreError> {
        let rows = self.query("SELECT id FROM events WHERE running ORDER BY number", &[])?;
        Ok(rows.iter().filter_map(|row| row.get::<_, &str>(0).parse().ok()).collect())
    }

    fn count(&self, maker: &[u8; 16], since: i64) -> Result<usize, EventStoreError> {
        let rows = self.query(
            "SELECT count(*) FROM events WHERE maker = $1 AND created >= $2",
            &[&&maker[..], &since],
        )?;
        Ok(rows.first().and_then(|row| usize::try_from(row.get::<_, i64>(0)).ok()).unwrap_or(0))
    }

    fn elsewhere(&self, id: &EventId) -> Result<Option<Owner>, EventStoreError> {
        let me = self.shared.name().node.0;
        let found = self.query(
            "SELECT owner, address, owner = $2 OR coalesce(NOT alive, true) \
             FROM events LEFT JOIN nodes ON node = owner WHERE id = $1",
            &[&id.as_str(), &me],
        )?;
        let Some(row) = found.first() else { return Ok(None) };
        let owner: Option<i64> = row.get(0);
        if owner == Some(me) {
            return Ok(None);
        }
        if row.get(2) {
            let taken = self.query(
                "UPDATE events SET owner = $2 WHERE id = $1 AND owner IS NOT DISTINCT FROM $3 \
                 AND EXISTS (SELECT 1 FROM nodes WHERE node = $2 AND alive) RETURNING 1",
                &[&id.as_str(), &me, &owner],
            )?;
            if !taken.is_empty() {
                return Ok(None);
            }
            return Err(EventStoreError::Elsewhere(id.clone()));
        }
        Ok(owner.map(|node| Owner { node: NodeId(node), address: row.get(1) }))
    }

    fn all(&self) -> Result<Vec<(EventId, Listing)>, EventStoreError> {
        let rows =
            self.query("SELECT id, listed, running, line FROM events ORDER BY number", &[])?;
        let read = |row: &Row| {
            let listing = Listing { listed: row.get(1), running: row.get(2), line: row.get(3) };
            Some((row.get::<_, &str>(0).parse().ok()?, listing))
        };
        Ok(rows.iter().filter_map(read).collect())
    }
}
