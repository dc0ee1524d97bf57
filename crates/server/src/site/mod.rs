//! A site of several machines that share a store. Each node beats, watches the others, takes over what a dead one had,
//! and gives away what is asked for. What must never go wrong is the store's fence; this is what makes it quick.

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
mod watch;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use tokio::time::Instant;

use self::watch::Watch;
use crate::hall::Hall;
use crate::store::{BEAT, NodeId, Nodes, Owner, Peer, StoreError};
use crate::time::now;

/// Without a beat for so long a node holds its clocks: another may have its tables by now.
const STALE: Duration = Duration::from_millis(800);
/// How often it is looked for matches that no living node has.
const LOOK_EVERY: u32 = 5;
/// A node that this many looks in a row don't see has gone. One would not do: it may have begun before the node came.
const LOOKS: u32 = 2;
/// As many are brought back at a time.
const TOGETHER: usize = 16;

/// Asks another node, by its address, whether it can reach the store.
pub(crate) type AskPeer = Box<dyn Fn(String) -> BoxFuture<'static, bool> + Send + Sync>;
/// Something else that is to be seen to.
pub(crate) type Act = Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

/// What lies outside the hall.
pub(crate) struct Around {
    /// Asks another node whether it can reach the store.
    pub(crate) ask_peer: AskPeer,
    /// What else is to be brought back when a node has died.
    pub(crate) resume: Act,
    /// What else is to be left when this one was declared dead.
    pub(crate) leave: Act,
}

/// This node among the others.
pub(crate) struct Site {
    nodes: Arc<dyn Nodes>,
    hall: Arc<Hall>,
    around: Around,
    /// When it was last known that this node lives.
    beaten: Mutex<Instant>,
    /// The others that count as alive, with their addresses.
    others: tokio::sync::watch::Sender<BTreeMap<NodeId, Option<String>>>,
    /// How often the others were looked at.
    looks: tokio::sync::watch::Sender<u64>,
    leaving: AtomicBool,
    /// Whether events may have been left, by this node or by another, that nobody has resumed yet.
    events_left: AtomicBool,
}

impl Site {
    pub(crate) fn new(nodes: Arc<dyn Nodes>, hall: Arc<Hall>, around: Around) -> Arc<Site> {
        Arc::new(Site {
            nodes,
            hall,
            around,
            beaten: Mutex::new(now()),
            others: tokio::sync::watch::Sender::new(BTreeMap::new()),
            looks: tokio::sync::watch::Sender::new(0),
            leaving: AtomicBool::new(false),
            events_left: AtomicBool::new(false),
        })
    }

    /// Whether this node can decide anything: it has just beaten, and does not leave.
    pub(crate) fn is_well(&self) -> bool {
        !self.leaving.load(Ordering::Relaxed) && !self.is_stale()
    }

    /// Whether the store was there within the last two beats: it has not gone since somebody else lost it.
    pub(crate) fn has_just_beaten(&self) -> bool {
        self.since_beat() <= BEAT * 2
    }

    fn since_beat(&self) -> Duration {
        let beaten = *self.beaten.lock().unwrap_or_else(PoisonError::into_inner);
        now().saturating_duration_since(beaten)
    }

    fn is_stale(&self) -> bool {
        self.since_beat() >= STALE
    }

    /// Nobody new is let in from now on.
    pub(crate) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Waits until another node, which was alive when somebody looked, counts as dead.
    pub(crate) async fn died(&self, node: NodeId) {
        let (mut others, mut looks) = (self.others.subscribe(), self.looks.subscribe());
        for _ in 0..LOOKS {
            if others.borrow().contains_key(&node) || looks.changed().await.is_err() {
                break;
            }
        }
        if others.wait_for(|living| !living.contains_key(&node)).await.is_err() {
            // Nobody watches any more.
            std::future::pending::<()>().await;
        }
    }

    /// Says that this node lives, until it has left.
    pub(crate) async fn beat(self: Arc<Site>) {
        loop {
            let (moments, room) = (self.hall.moments(), self.hall.bots().room());
            let mut beating = self.nodes.beat(moments, room);
            let beaten = loop {
                tokio::select! {
                    biased;
                    beaten = &mut beating => break beaten,
                    () = tokio::time::sleep(BEAT) => self.be_careful().await,
                }
            };
            match beaten {
                Ok(true) => {
                    *self.beaten.lock().unwrap_or_else(PoisonError::into_inner) = now();
                    self.hall.hold_time(false);
                }
                Ok(false) if self.leaving.load(Ordering::Relaxed) => return,
                Ok(false) => self.begin_again().await,
                Err(error) => {
                    tracing::debug!(%error, "no beat");
                    self.be_careful().await;
                }
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Without a beat time stands still; if others can beat they have the tables, and whoever sits here is sent there.
    async fn be_careful(&self) {
        if !self.is_stale() {
            return;
        }
        self.hall.hold_time(true);
        if self.hall.is_empty() {
            return;
        }
        let addresses: Vec<String> = self.others.borrow().values().flatten().cloned().collect();
        for address in addresses {
            if (self.around.ask_peer)(address).await {
                tracing::warn!("the store can't be reached from here, but from another machine");
                self.leave_all().await;
                return;
            }
        }
    }

    async fn leave_all(&self) {
        self.hall.leave_all().await;
        (self.around.leave)().await;
        self.events_left.store(true, Ordering::Relaxed);
    }

    /// It was declared dead: what it had is others' by now.
    async fn begin_again(&self) {
        tracing::warn!("this node was declared dead, and begins again");
        self.hall.hold_time(true);
        self.leave_all().await;
        self.hall.forget_moments();
        if let Err(error) = self.nodes.rejoin().await {
            tracing::error!(%error, "this node could not begin again");
        }
    }

    /// Watches the others, and takes over what they leave, for ever.
    pub(crate) async fn watch(self: Arc<Site>) {
        let mut watch = Watch::default();
        let mut looked = 0;
        loop {
            tokio::time::sleep(BEAT).await;
            match self.look(&mut watch, looked % LOOK_EVERY == 0).await {
                Ok(()) => looked += 1,
                Err(error) => {
                    tracing::debug!(%error, "the other nodes could not be seen");
                    watch.was_away(now());
                    looked = 0;
                }
            }
        }
    }

    async fn look(&self, watch: &mut Watch, thoroughly: bool) -> Result<(), StoreError> {
        let peers = self.nodes.peers().await?;
        let mut died = false;
        for (node, seen) in watch.look(now(), &peers) {
            if self.nodes.declare_dead(node, seen).await? {
                tracing::warn!(node = node.0, "a node was declared dead");
                died = true;
            }
        }
        let room_at = |peer: &Peer| {
            let owner = Owner { node: peer.node, address: peer.address.clone() };
            // One that can't be reached can't be sent anybody.
            peer.address.is_some().then(|| (owner, peer.room.clone()))
        };
        self.hall.bots().note_others(peers.iter().filter_map(room_at).collect());
        let living: BTreeMap<_, _> =
            peers.into_iter().map(|peer| (peer.node, peer.address)).collect();
        let went = self.others.borrow().keys().any(|node| !living.contains_key(node));
        self.others.send_if_modified(|others| {
            let changed = *others != living;
            *others = living;
            changed
        });
        self.looks.send_modify(|looks| *looks += 1);
        if died || went {
            self.events_left.store(true, Ordering::Relaxed);
        }
        if died || went || thoroughly {
            self.bring_back().await?;
        }
        for id in self.nodes.wanted().await? {
            self.hall.give_away(&id).await;
        }
        // A match whose bots wait for places here goes where there are some.
        for id in self.hall.bots().movable() {
            tracing::info!(table = %id, "a match moves to a machine with room for its bots");
            self.hall.give_away(&id).await;
        }
        Ok(())
    }

    /// Takes what goes on though nobody comes and is open nowhere: what no living node has, and what this one had to leave.
    async fn bring_back(&self) -> Result<(), StoreError> {
        if !self.is_well() {
            return Ok(());
        }
        let mut orphans = self.nodes.orphans().await?;
        let damaged = self.hall.health().damaged;
        orphans.retain(|id| !self.hall.is_open(id) && !damaged.contains(id));
        let has_orphans = !orphans.is_empty();
        stream::iter(orphans)
            .for_each_concurrent(TOGETHER, |id| async move { self.hall.bring_back(&id).await })
            .await;
        if self.events_left.swap(false, Ordering::Relaxed) || has_orphans {
            (self.around.resume)().await;
        }
        Ok(())
    }
}
