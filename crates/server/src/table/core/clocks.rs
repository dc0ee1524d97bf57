//! The clocks of all matches that this node has, for whoever must know where they have come to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tandem_rules::Millis;

use super::clock::MatchClock;
use crate::ids::MatchId;

/// The clocks of the matches that this node has.
#[derive(Debug, Default)]
pub(crate) struct Clocks(Mutex<HashMap<MatchId, Arc<MatchClock>>>);

impl Clocks {
    fn all(&self) -> MutexGuard<'_, HashMap<MatchId, Arc<MatchClock>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more match is open, as long as what this gives is there.
    pub(crate) fn add(self: &Arc<Clocks>, id: MatchId, clock: &Arc<MatchClock>) -> Open {
        self.all().insert(id.clone(), Arc::clone(clock));
        Open { clocks: Arc::clone(self), id, clock: Arc::clone(clock) }
    }

    /// Where each has come to.
    pub(crate) fn moments(&self) -> Vec<(MatchId, Millis)> {
        self.all().iter().map(|(id, clock)| (id.clone(), clock.now())).collect()
    }

    /// None of them is this node's any more.
    pub(crate) fn forget(&self) {
        self.all().clear();
    }
}

/// A match that is open. However its room ends, its time stands still then, and where that was stays known: it is this node's
/// until it was given away.
pub(crate) struct Open {
    clocks: Arc<Clocks>,
    id: MatchId,
    clock: Arc<MatchClock>,
}

impl Open {
    /// It is nobody's now.
    pub(crate) fn was_given_away(self) {
        let mut all = self.clocks.all();
        // Somebody may have opened it again meanwhile.
        if all.get(&self.id).is_some_and(|clock| Arc::ptr_eq(clock, &self.clock)) {
            all.remove(&self.id);
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.clock.stop();
    }
}
