//! How long a search may go on. Time comes from outside: a search never reads a clock itself.

use std::sync::atomic::AtomicBool;

use tandem_rules::Millis;

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
    /// The time since the search began; never asked if no limit of time is set.
    pub elapsed: &'a (dyn Fn() -> Millis + Sync),
    /// Set by somebody else to end the search at once.
    pub stop: &'a AtomicBool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn no_time() -> Millis {
    Millis::ZERO
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            nodes: None,
            depth: None,
            soft: None,
            hard: None,
            mate: None,
            elapsed: &no_time,
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
