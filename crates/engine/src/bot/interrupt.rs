//! How somebody outside ends a thought.

use std::sync::atomic::{AtomicBool, Ordering};

/// Ends one thought, for one of two reasons.
#[derive(Debug, Default)]
pub struct Interrupt {
    stop: AtomicBool,
    stale: AtomicBool,
}

impl Interrupt {
    /// A thought that nobody has ended yet.
    #[must_use]
    pub const fn new() -> Interrupt {
        Interrupt { stop: AtomicBool::new(false), stale: AtomicBool::new(false) }
    }

    /// The thought ends, and its answer is what it has found so far.
    pub fn finish(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Something has happened that the thought does not know: it ends without an answer
    /// ([`Next::AskAgain`](super::Next::AskAgain)) and goes on from what it has found when it is asked again.
    pub fn look_up(&self) {
        self.stale.store(true, Ordering::Relaxed);
        self.finish();
    }

    pub(crate) fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Relaxed)
    }

    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.stop
    }
}
