//! Bots: what kinds there are, and the few threads on which they think.
//!
//! What a bot does at a table is the table's (`table/room/bots`); here is what all tables share.

mod kind;
mod pool;
mod roster;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use kind::{BotKind, NoBot};
pub(crate) use pool::{Pool, Turn};
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
        })
    }

    /// Bots that think in counted time, where so many nodes are a millisecond.
    #[cfg(test)]
    pub(crate) fn counted(per_milli: u64) -> Arc<Bots> {
        let BotConfig { most, engines, processes, patience, .. } = BotConfig::default();
        Arc::new(Bots {
            pool: Pool::counted(per_milli),
            roster: Roster::new(engines, processes, patience),
            places: Arc::new(Semaphore::new(most)),
            most,
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

    /// How many more bots can play.
    pub(crate) fn room(&self) -> usize {
        self.places.available_permits()
    }

    /// Whether so many more bots can play.
    pub(crate) fn can_seat(&self, bots: usize) -> bool {
        self.room() >= bots
    }

    /// Whether there is such a bot.
    pub(crate) fn knows(&self, kind: &BotKind) -> bool {
        match kind {
            BotKind::Level(_) => true,
            BotKind::Engine(name) => self.roster.find(name).is_some(),
        }
    }
}
