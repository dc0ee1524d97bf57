//! How long a search may go on. Time comes from outside: a search never reads a clock itself.

use std::sync::atomic::AtomicBool;

use tandem_rules::Millis;

/// Where a search gets its time from.
#[derive(Clone, Copy)]
pub enum Timer<'a> {
    /// So many nodes count as a millisecond: time that is the same every time.
    Nodes {
        /// At least one.
        per_milli: u64,
    },
    /// The same, and whoever counts is told how far the search has come, and may have it wait.
    Counted {
        /// At least one.
        per_milli: u64,
        /// Nodes that were spent on the same thought before.
        spent: u64,
        /// Told each time the search looks whether it must end.
        reached: &'a (dyn Fn(Millis) + Sync),
    },
    /// This tells the time since the search began.
    Clock(&'a (dyn Fn() -> Millis + Sync)),
}

/// About so many nodes are searched in a millisecond of a real clock.
const USUAL_SPEED: u64 = 300;
/// After so many nodes at most a search looks whether it must end.
const LOOK_EVERY: u64 = 512;

impl Timer<'_> {
    /// After how many nodes a search looks whether it must end. Counted time costs nothing to read, and
    /// may be slow: then a look is due every few milliseconds all the same.
    pub(crate) fn look_every(&self) -> u64 {
        match self {
            Timer::Nodes { per_milli } | Timer::Counted { per_milli, .. } => {
                per_milli.saturating_mul(4).clamp(1, LOOK_EVERY)
            }
            Timer::Clock(_) => LOOK_EVERY,
        }
    }

    /// The search has come so far.
    pub(crate) fn reached(&self, nodes: u64) {
        if let Timer::Counted { reached, .. } = self {
            reached(self.elapsed(nodes));
        }
    }

    /// The same timer for a search that begins after so many nodes of the same thought.
    #[must_use]
    pub(crate) fn after(self, nodes: u64) -> Self {
        match self {
            Timer::Counted { per_milli, spent, reached } => {
                Timer::Counted { per_milli, spent: spent + nodes, reached }
            }
            Timer::Nodes { .. } | Timer::Clock(_) => self,
        }
    }

    /// About how many nodes fit into a time.
    pub(crate) fn nodes_in(&self, time: Millis) -> u64 {
        let per_milli = match self {
            Timer::Nodes { per_milli } | Timer::Counted { per_milli, .. } => *per_milli,
            Timer::Clock(_) => USUAL_SPEED,
        };
        u64::try_from(time.0).unwrap_or(0).saturating_mul(per_milli)
    }

    /// The time since the search began, in which so many nodes were searched.
    #[must_use]
    pub fn elapsed(&self, nodes: u64) -> Millis {
        match self {
            Timer::Nodes { per_milli } => counted(nodes, *per_milli),
            Timer::Counted { per_milli, spent, .. } => counted(spent + nodes, *per_milli),
            Timer::Clock(elapsed) => elapsed(),
        }
    }
}

fn counted(nodes: u64, per_milli: u64) -> Millis {
    Millis(i64::try_from(nodes / per_milli.max(1)).unwrap_or(i64::MAX))
}

/// What ends a search.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// After so many nodes. With this alone a search is the same every time.
    pub nodes: Option<u64>,
    /// After this depth.
    pub depth: Option<u32>,
    /// No new iteration is begun after this time, less if the best move is clear, more if not.
    pub soft: Option<Millis>,
    /// At this time the search ends at once.
    pub hard: Option<Millis>,
    /// Stops at a mate in so many moves or fewer.
    pub mate: Option<u32>,
    /// Whether a drop that mates at once is seen also where lines end, as weak players do not.
    pub mating_drops: bool,
    /// Where time comes from; never asked if no limit of time is set.
    pub timer: Timer<'a>,
    /// Set by somebody else to end the search at once.
    pub stop: &'a AtomicBool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            nodes: None,
            depth: None,
            soft: None,
            hard: None,
            mate: None,
            mating_drops: true,
            timer: Timer::Nodes { per_milli: 1 },
            stop: &NEVER,
        }
    }
}

impl Limits<'_> {
    /// A search of so many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of this depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}
