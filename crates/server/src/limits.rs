//! Bounds on what one address may have.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::buckets::Buckets;
use crate::crowd::{Crowd, Pass};
use crate::fanout::ConnectionId;
use crate::ids::{EventId, MatchId};
use crate::metrics::METRICS;
use crate::server::Bounds;
use crate::store::{Store, StoreError};
use crate::time::{Stopwatch, now_unix};
use crate::wire::Role;

/// How long what an address did counts against it.
const WINDOW: Duration = Duration::from_secs(3600);
/// The same in milliseconds.
const HOUR: i64 = 3_600_000;
/// After a day a match that nobody has finished counts against nobody, in milliseconds.
const FORGOTTEN: i64 = 86_400_000;

/// How many seconds it takes until an address may read as much as at first.
const READS_AGAIN: f64 = 24.0;
/// Lists of matches that an address may read a second, over a while; at once as many as it may
/// have connections.
const LISTS: f64 = 20.0;
/// Connections of an address that may come a second, over a while.
const COMES: f64 = 10.0;
/// Messages a second, over a while.
const SAYS: f64 = 20.0;
/// Messages at once.
const MAX_SAID: f64 = 60.0;
/// Commands of an event's desks a second, over a while, and at once.
const ORDERS: f64 = 20.0;
const MAX_ORDERS: f64 = 300.0;
/// Files that one address may bring at a time, and all together.
const FILES_OF_ONE: usize = 4;
const FILES: usize = 32;
/// How long an address waits for the answer that it asks too often.
const PAUSE: Duration = Duration::from_secs(1);

/// What was done within the hour, and since when it is counted.
type Counts<K> = Mutex<HashMap<K, (Stopwatch, usize)>>;

/// Bounds on what one address may have.
#[derive(Debug)]
pub(crate) struct Limits {
    bounds: Bounds,
    connections: Arc<Crowd>,
    files: Arc<Crowd>,
    made: Counts<Maker>,
    joined: Counts<IpAddr>,
    reads: Buckets<IpAddr>,
    lists: Buckets<IpAddr>,
    comes: Buckets<IpAddr>,
    says: Buckets<Sender>,
    orders: Buckets<EventId>,
}

/// Whose messages are counted together. A seat's are, over all its connections: who comes back
/// has not got a new purse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sender {
    /// A seat, or the arbiter, of a match.
    Role(MatchId, Role),
    /// Whoever only looks on is as many as their connections.
    Spectator(ConnectionId),
}

impl Sender {
    pub(crate) fn of(id: MatchId, role: Role, connection: ConnectionId) -> Sender {
        match role {
            Role::Seat(_) | Role::Arbiter => Sender::Role(id, role),
            Role::Spectator => Sender::Spectator(connection),
        }
    }
}

/// Whoever has one address of version 6 has all of its network.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Who makes a match, as far as their address tells; nobody can tell the address from it.
pub(crate) type Maker = [u8; 16];

/// The maker at an address.
pub(crate) fn maker(salt: &str, address: IpAddr) -> Maker {
    let hash = Sha256::digest(format!("{salt} {}", counted(address)).as_bytes());
    std::array::from_fn(|at| hash[at])
}

/// Why somebody can't make one more match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// They have made too many lately.
    Made,
    /// Too many of theirs are not over.
    Open,
}

/// Whoever asks too often waits for the answer.
async fn pause_unless(may: bool) -> bool {
    if !may {
        METRICS.turned_away.add(1);
        tokio::time::sleep(PAUSE).await;
    }
    may
}

impl Limits {
    pub(crate) fn new(bounds: Bounds) -> Limits {
        Limits {
            bounds,
            connections: Crowd::new(bounds.connections, usize::MAX),
            files: Crowd::new(FILES_OF_ONE, FILES),
            made: Mutex::default(),
            joined: Mutex::default(),
            reads: Buckets::new(bounds.reads as f64 / READS_AGAIN, bounds.reads as f64),
            lists: Buckets::new(LISTS, bounds.connections as f64),
            // All who may be there may come back at once, after a restart for instance.
            comes: Buckets::new(COMES, bounds.connections as f64),
            says: Buckets::new(SAYS, MAX_SAID),
            orders: Buckets::new(ORDERS, MAX_ORDERS),
        }
    }

    /// A pass for one more connection; none if the address has too many.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Pass> {
        self.connections.enter(counted(address))
    }

    /// A pass for one more file that somebody brings, until they have its film; none if there are too
    /// many: each is held in memory, however slowly it comes and goes.
    pub(crate) fn bring(&self, address: IpAddr) -> Option<Pass> {
        self.files.enter(counted(address))
    }

    /// Whether one more connection of the address may say who it is.
    pub(crate) fn may_come(&self, address: IpAddr) -> bool {
        self.comes.take(counted(address))
    }

    /// Whether somebody may send one more message; answers to pings are messages too.
    pub(crate) fn may_say(&self, sender: &Sender) -> bool {
        self.says.take(sender.clone())
    }

    /// Whether the address may read one more record. Whoever asks too often waits for the answer,
    /// so that they can't ask without end.
    pub(crate) async fn may_read(&self, address: IpAddr) -> bool {
        pause_unless(self.reads.take(counted(address))).await
    }

    /// The same for lists of matches.
    pub(crate) async fn may_list(&self, address: IpAddr) -> bool {
        pause_unless(self.lists.take(counted(address))).await
    }

    /// Whether an event takes one more command of its desks.
    pub(crate) fn may_order(&self, event: &EventId) -> bool {
        self.orders.take(event.clone())
    }

    /// How many events an address may make in an hour.
    pub(crate) fn events(&self) -> usize {
        self.bounds.events
    }

    /// Whether somebody may make one more match, a rematch as well as any other.
    ///
    /// # Errors
    /// The store can't say.
    pub(crate) async fn may_make(
        &self,
        maker: Maker,
        store: &Arc<dyn Store>,
    ) -> Result<Result<(), TooMany>, StoreError> {
        if !self.counts_in_window(maker) {
            return Ok(Err(TooMany::Made));
        }
        let most = self.bounds.tables;
        // Other nodes of the site have made some too.
        if store.is_shared() && store.count_made(&maker, now_unix() - HOUR, most).await? >= most {
            return Ok(Err(TooMany::Made));
        }
        let most = self.bounds.open_tables;
        let open = store.count_open(&maker, now_unix() - FORGOTTEN, most).await?;
        Ok(if open < most { Ok(()) } else { Err(TooMany::Open) })
    }

    fn counts_in_window(&self, maker: Maker) -> bool {
        within_the_hour(&self.made, maker) <= self.bounds.tables
    }

    /// Whether the address may take one more seat of a public match.
    pub(crate) fn may_join(&self, address: IpAddr) -> bool {
        within_the_hour(&self.joined, counted(address)) <= self.bounds.joins
    }
}

/// Counts one more for somebody, and tells how many there were within the hour.
fn within_the_hour<K: Eq + Hash>(counts: &Counts<K>, who: K) -> usize {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    counts.retain(|_, (since, _)| since.elapsed() < WINDOW);
    let (_, count) = counts.entry(who).or_insert_with(|| (Stopwatch::start(), 0));
    *count += 1;
    *count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_only_so_many_connections() {
        let limits = Arc::new(Limits::new(Bounds { connections: 2, ..Bounds::default() }));
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let first = limits.enter(here);
        let _second = limits.enter("::ffff:192.0.2.1".parse().unwrap());
        assert!(limits.enter(here).is_none(), "the same address in another dress");
        assert!(limits.enter("192.0.2.2".parse().unwrap()).is_some());
        drop(first);
        assert!(limits.enter(here).is_some());
    }

    #[test]
    fn an_address_makes_only_so_many_matches() {
        let limits = Limits::new(Bounds { tables: 1, ..Bounds::default() });
        let here: IpAddr = "2001:db8::1".parse().unwrap();
        let near: IpAddr = "2001:db8::2".parse().unwrap();
        assert!(limits.counts_in_window(maker("salt", here)));
        assert!(!limits.counts_in_window(maker("salt", near)), "the same network");
        assert!(limits.counts_in_window(maker("salt", "192.0.2.1".parse().unwrap())));
    }
}
