//! PostgreSQL, for a site of several machines, or of one that has it anyway.
//!
//! [`lane`] writes, one statement at a time, each with its fence; [`read`] reads from the primary; [`nodes`] is who
//! is alive; [`pack`] puts away what is finished; [`recovery`] finds out that the store is well again; [`events`] keeps events.

mod connect;
mod events;
mod lane;
mod nodes;
mod pack;
mod read;
mod recovery;
mod schema;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use self::connect::{Connection, Link, told};
use self::lane::{Lane, Name, Order, refuse};
use super::nodes::NodeId;
use super::{
    Acquired, Answer, Health, Listed, Pending, Row, Stage, Store, StoreError, Stored, Version,
    Write,
};
use crate::ids::MatchId;
use crate::metrics::METRICS;

pub(crate) use self::connect::Address;
pub(crate) use self::events::PostgresEvents;

/// How long a stop waits for what is still to be written.
const STOP: Duration = Duration::from_secs(5);

/// PostgreSQL, as one node uses it.
#[derive(Clone)]
pub(crate) struct PostgresStore {
    shared: Arc<Shared>,
    orders: mpsc::UnboundedSender<Order>,
}

/// What all parts of a node's store know.
struct Shared {
    address: Address,
    /// Where other nodes reach this one.
    reached: Option<String>,
    name: Mutex<Name>,
    /// Why the last write failed.
    trouble: Mutex<Option<StoreError>>,
    damaged: Mutex<BTreeSet<MatchId>>,
    reader: Link,
    beats: Link,
}

impl PostgresStore {
    /// Opens the database, brings its tables up to date, and joins the nodes that use it.
    ///
    /// # Errors
    /// It can't be reached, is too old, or was made by a newer program.
    pub(crate) async fn open(
        address: Address,
        reached: Option<String>,
    ) -> Result<PostgresStore, StoreError> {
        schema::prepare(&address).await?;
        let reader = Link::new(address.clone(), "");
        // A beat that a crash of PostgreSQL forgets costs nothing.
        let beats = Link::new(address.clone(), "SET synchronous_commit = off");
        let shared = Arc::new(Shared {
            name: Mutex::new(Name { node: NodeId(0), lane: 0 }),
            address,
            reached,
            trouble: Mutex::default(),
            damaged: Mutex::default(),
            reader,
            beats,
        });
        shared.register().await?;
        let (orders, waiting) = mpsc::unbounded_channel();
        tokio::spawn(Lane::new(Arc::clone(&shared), waiting).run());
        tokio::spawn(pack::run(Arc::downgrade(&shared)));
        tokio::spawn(recovery::run(Arc::downgrade(&shared)));
        Ok(PostgresStore { shared, orders })
    }

    fn order(&self, order: Order) {
        if let Err(lost) = self.orders.send(order) {
            refuse(lost.0, &StoreError::Stopped);
        }
    }
}

impl Shared {
    fn name(&self) -> Name {
        *self.name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters this process as a new node.
    async fn register(&self) -> Result<(), StoreError> {
        let made = self
            .reader
            .query(
                "WITH made AS (INSERT INTO nodes (address, format) VALUES ($1, $2) RETURNING node) \
                 INSERT INTO beats (node) SELECT node FROM made RETURNING node",
                &[&self.reached, &schema::FORMAT],
            )
            .await?;
        let node = made.first().map(|row| NodeId(row.get(0)));
        let node = node.ok_or_else(|| self.address.wrong("no node was made"))?;
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = Name { node, lane: 0 };
        Ok(())
    }

    /// Says that this node has gone; whatever it had is free.
    async fn depart(&self) -> Result<(), StoreError> {
        let node = self.name().node.0;
        self.reader.query("UPDATE nodes SET alive = false WHERE node = $1", &[&node]).await?;
        Ok(())
    }

    /// A new lane: whatever the one before had under way is done by now, or never will be.
    async fn begin_lane(&self) -> Result<(Connection, Name), StoreError> {
        let client = self.address.connect().await?;
        let node = self.name().node;
        let begun = client
            .query(
                "UPDATE nodes SET lane = lane + 1 WHERE node = $1 AND alive RETURNING lane",
                &[&node.0],
            )
            .await
            .map_err(|error| self.address.wrong(told(&error)))?;
        // A node that was declared dead has no lane: all that it writes is fenced.
        let lane = begun.first().map_or(-1, |row| row.get(0));
        Ok((Connection::new(client), Name { node, lane }))
    }

    /// Whether the last write failed.
    fn is_in_trouble(&self) -> bool {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Notes how the last write went; the first failure and the first success are told.
    fn note(&self, failed: Option<&StoreError>) {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match (failed, &*trouble) {
            (Some(error), None) => tracing::error!(%error, "nothing can be stored"),
            (None, Some(_)) => tracing::info!("things can be stored again"),
            (Some(_), Some(_)) | (None, None) => {}
        }
        *trouble = failed.cloned();
    }
}

impl Store for PostgresStore {
    fn write(&self, write: Write) -> Pending {
        let (done, pending) = oneshot::channel();
        self.order(Order::Write(write, done));
        pending
    }

    fn acquire<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Acquired>> {
        let (done, acquired) = oneshot::channel();
        self.order(Order::Acquire(id.clone(), done));
        async { acquired.await.unwrap_or(Err(StoreError::Stopped)) }.boxed()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn load<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Stored>> {
        async move {
            let found = read::load(&self.shared.reader, id).await;
            if let Err(StoreError::Damaged(id)) = &found {
                self.set_apart(id);
            }
            found
        }
        .boxed()
    }

    fn events_after<'s>(&'s self, id: &'s MatchId, seq: u64) -> Answer<'s, Vec<Row>> {
        let stored = self.load(id);
        async move {
            let rows = stored.await?.map_or_else(Vec::new, |stored| stored.rows);
            Ok(rows.into_iter().filter(|row| row.seq > seq).collect())
        }
        .boxed()
    }

    fn version<'s>(&'s self, id: &'s MatchId) -> Answer<'s, Option<Version>> {
        read::version(&self.shared.reader, id).boxed()
    }

    fn list(&self, stage: Stage, limit: usize) -> Answer<'_, Vec<Listed>> {
        async move {
            let mut listed = Vec::new();
            for one in read::list(&self.shared.reader, stage, limit).await? {
                match one {
                    Ok(one) => listed.push(one),
                    // The others go on.
                    Err(id) => self.set_apart(&id),
                }
            }
            Ok(listed)
        }
        .boxed()
    }

    fn count_open<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        read::count(&self.shared.reader, maker, since, limit, true).boxed()
    }

    fn count_made<'s>(
        &'s self,
        maker: &'s [u8; 16],
        since: i64,
        limit: usize,
    ) -> Answer<'s, usize> {
        read::count(&self.shared.reader, maker, since, limit, false).boxed()
    }

    fn unfinished(&self) -> Answer<'_, Vec<MatchId>> {
        read::unfinished(&self.shared.reader, self.shared.name().node).boxed()
    }

    fn all(&self) -> Answer<'_, Vec<MatchId>> {
        read::all(&self.shared.reader).boxed()
    }

    fn set_apart(&self, id: &MatchId) {
        let mut damaged = self.shared.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        if damaged.insert(id.clone()) {
            METRICS.damaged.add(1);
            tracing::error!(table = %id, "a match was damaged in the database and is set apart");
        }
    }

    fn health(&self) -> Health {
        let trouble = self.shared.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let damaged = self.shared.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        Health { trouble, damaged: damaged.iter().cloned().collect() }
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        async {
            let (done, stopped) = oneshot::channel();
            self.order(Order::Stop(done));
            // A database that is away keeps nobody from stopping.
            let _ = tokio::time::timeout(STOP, stopped).await;
            // Nobody has to wait for the beats of a node that has gone.
            let _ = tokio::time::timeout(STOP, self.shared.depart()).await;
        }
        .boxed()
    }
}
