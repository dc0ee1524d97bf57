//! The clocks of all matches that are open, for whoever must know where they have come to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tandem_rules::Millis;

use super::clock::MatchClock;
use crate::ids::MatchId;

/// The clocks of the matches that are open.
#[derive(Debug, Default)]
pub(crate) struct Clocks(Mutex<HashMap<MatchId, Weak<MatchClock>>>);

impl Clocks {
    /// One more match is open, as long as its clock is there.
    pub(crate) fn add(&self, id: MatchId, clock: &Arc<MatchClock>) {
        let mut clocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        clocks.insert(id, Arc::downgrade(clock));
    }

    /// Where each has come to.
    pub(crate) fn moments(&self) -> Vec<(MatchId, Millis)> {
        let mut clocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        clocks.retain(|_, clock| clock.strong_count() > 0);
        let open = clocks.iter().filter_map(|(id, clock)| Some((id, clock.upgrade()?)));
        open.map(|(id, clock)| (id.clone(), clock.now())).collect()
    }
}
