//! Bots: what kinds there are, and the few threads on which they think.
//!
//! What a bot does at a table is the table's (`table/room/bots`); here is what all tables share.

mod kind;
mod pool;
mod room;
mod roster;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ids::MatchId;
use crate::store::Owner;

pub use kind::{BotKind, NoBot};
pub(crate) use pool::{Pool, Turn};
use room::Elsewhere;
pub(crate) use room::{BotRoom, RoomAt, Waiting};
pub(crate) use roster::Roster;
pub use roster::{BadEngine, EngineSpec};

/// What the bots of a server may use.
#[derive(Clone, Debug)]
pub struct BotConfig {
    /// Threads on which built-in bots think; none: a processor fewer than there are.
    pub threads: Option<usize>,
    /// How many bots may play at a time: each remembers some megabytes.
    pub most: usize,
    /// Other people's engines that may be seated.
    pub engines: Vec<EngineSpec>,
    /// How many of their processes may run at a time.
    pub processes: usize,
    /// How long such an engine may think about a move at least before it counts as hung.
    pub patience: Duration,
}

impl Default for BotConfig {
    fn default() -> BotConfig {
        BotConfig {
            threads: None,
            most: 600,
            engines: Vec::new(),
            processes: 8,
            patience: Duration::from_secs(5),
        }
    }
}

/// What all tables share of their bots.
pub(crate) struct Bots {
    pub(crate) pool: Pool,
    pub(crate) roster: Roster,
    places: Arc<Semaphore>,
    most: usize,
    /// The other machines of the site.
    elsewhere: Arc<Elsewhere>,
}

impl Bots {
    pub(crate) fn new(config: BotConfig) -> Arc<Bots> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = config.threads.unwrap_or(cores.saturating_sub(1)).max(1);
        let roster = Roster::new(config.engines, config.processes, config.patience);
        Arc::new(Bots {
            pool: Pool::start(threads),
            roster,
            places: Arc::new(Semaphore::new(config.most)),
            most: config.most,
            elsewhere: Arc::default(),
        })
    }

    /// Bots that think in counted time, where so many nodes are a millisecond; so many at most.
    #[cfg(test)]
    pub(crate) fn counted(per_milli: u64, most: usize) -> Arc<Bots> {
        let BotConfig { engines, processes, patience, .. } = BotConfig::default();
        Arc::new(Bots {
            pool: Pool::counted(per_milli),
            roster: Roster::new(engines, processes, patience),
            places: Arc::new(Semaphore::new(most)),
            most,
            elsewhere: Arc::default(),
        })
    }

    /// A place for one more bot to play, if there is any.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Places for so many bots at once, if there are as many.
    pub(crate) fn places(&self, bots: u32) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_many_owned(bots).ok()
    }

    /// The same, as soon as there are as many; whoever waits longer goes first. For more than
    /// there can ever be it waits for ever, and stands in nobody's way.
    pub(crate) async fn wait_for(&self, bots: u32) -> OwnedSemaphorePermit {
        let possible = usize::try_from(bots).is_ok_and(|bots| self.could_seat(bots));
        if possible && let Ok(places) = Arc::clone(&self.places).acquire_many_owned(bots).await {
            return places;
        }
        std::future::pending().await
    }

    /// Whether so many bots can play when nobody else does.
    pub(crate) fn could_seat(&self, bots: usize) -> bool {
        bots <= self.most
    }

    /// How many more bots can play here.
    pub(crate) fn free(&self) -> usize {
        self.places.available_permits()
    }

    /// What this machine has for bots, as the others hear it.
    pub(crate) fn room(&self) -> BotRoom {
        BotRoom {
            bots: self.free(),
            engines: self.roster.names().map(Into::into).collect(),
            processes: self.roster.free(),
        }
    }

    /// What the other machines of the site have.
    pub(crate) fn note_others(&self, others: Vec<RoomAt>) {
        self.elsewhere.note(others);
    }

    /// Whether there is such a bot, here or at another machine.
    pub(crate) fn knows(&self, kind: &BotKind) -> bool {
        self.room().knows(kind) || self.elsewhere.knows(kind)
    }

    /// The engines of the whole site, by their names.
    pub(crate) fn engines(&self) -> Vec<Box<str>> {
        let mut names: Vec<Box<str>> = self.roster.names().map(Into::into).collect();
        let mut others = self.elsewhere.engines();
        others.sort();
        for name in others {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Where these bots should play, if it is not here: another machine has room for them, and this one has not.
    pub(crate) fn better_place(&self, kinds: &[BotKind]) -> Option<Owner> {
        if kinds.is_empty() || self.room().fits(kinds) {
            return None;
        }
        self.elsewhere.with_room(kinds)
    }

    /// Whether so many of these more can play somewhere on the site. Those whose engine finds no process are played by the
    /// built-in bot meanwhile.
    pub(crate) fn can_seat(&self, kinds: &[BotKind]) -> bool {
        self.free() >= kinds.len() || self.has_room_elsewhere(kinds)
    }

    /// Whether another machine has room for all of these.
    pub(crate) fn has_room_elsewhere(&self, kinds: &[BotKind]) -> bool {
        self.elsewhere.with_room(kinds).is_some()
    }

    /// A match here waits for places, and goes to another machine that has some.
    pub(crate) fn wait_anywhere(&self, id: MatchId, kinds: Vec<BotKind>) -> Waiting {
        self.elsewhere.wait(id, kinds)
    }

    /// The matches that wait here though another machine has room for them.
    pub(crate) fn movable(&self) -> Vec<MatchId> {
        self.elsewhere.movable()
    }
}
