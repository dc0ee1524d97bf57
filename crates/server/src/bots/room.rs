//! Room for bots: what this machine has, what the others of its site publish, and which matches wait for some.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::kind::BotKind;
use crate::ids::MatchId;
use crate::store::Owner;

/// What a machine has for bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BotRoom {
    /// How many more can play.
    pub(crate) bots: usize,
    /// The engines that it knows.
    pub(crate) engines: Vec<Box<str>>,
    /// How many more of their processes can run.
    pub(crate) processes: usize,
}

impl BotRoom {
    /// Whether there is such a bot.
    pub(crate) fn knows(&self, kind: &BotKind) -> bool {
        match kind {
            BotKind::Level(_) => true,
            BotKind::Engine(name) => self.engines.contains(name),
        }
    }

    /// Whether all of these can play here.
    pub(crate) fn fits(&self, kinds: &[BotKind]) -> bool {
        let engines = kinds.iter().filter(|kind| matches!(kind, BotKind::Engine(_))).count();
        kinds.len() <= self.bots
            && engines <= self.processes
            && kinds.iter().all(|kind| self.knows(kind))
    }

    /// What is left when these play.
    fn without(&mut self, kinds: &[BotKind]) {
        let engines = kinds.iter().filter(|kind| matches!(kind, BotKind::Engine(_))).count();
        self.bots = self.bots.saturating_sub(kinds.len());
        self.processes = self.processes.saturating_sub(engines);
    }
}

/// A machine of the site and its room.
pub(crate) type RoomAt = (Owner, BotRoom);

/// What is known beyond this machine's own room.
#[derive(Default)]
pub(super) struct Elsewhere {
    others: Mutex<Vec<RoomAt>>,
    /// Matches here whose bots wait for places, and which could as well be played elsewhere.
    waiting: Mutex<BTreeMap<MatchId, Vec<BotKind>>>,
}

/// A match that waits; it does so as long as this is there.
pub(crate) struct Waiting {
    id: MatchId,
    site: Arc<Elsewhere>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.site.waiting().remove(&self.id);
    }
}

impl Elsewhere {
    fn others(&self) -> MutexGuard<'_, Vec<RoomAt>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<MatchId, Vec<BotKind>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, others: Vec<RoomAt>) {
        *self.others() = others;
    }

    pub(super) fn knows(&self, kind: &BotKind) -> bool {
        self.others().iter().any(|(_, room)| room.knows(kind))
    }

    /// The engines that others know.
    pub(super) fn engines(&self) -> Vec<Box<str>> {
        self.others().iter().flat_map(|(_, room)| room.engines.iter().cloned()).collect()
    }

    /// The machine with the most room, if any has room for all of these.
    pub(super) fn with_room(&self, kinds: &[BotKind]) -> Option<Owner> {
        let others = self.others();
        let fitting = others.iter().filter(|(_, room)| room.fits(kinds));
        fitting.max_by_key(|(_, room)| room.bots).map(|(owner, _)| owner.clone())
    }

    pub(super) fn wait(self: &Arc<Elsewhere>, id: MatchId, kinds: Vec<BotKind>) -> Waiting {
        self.waiting().insert(id.clone(), kinds);
        Waiting { id, site: Arc::clone(self) }
    }

    /// Those that wait and have room elsewhere. What one takes there is gone for the next.
    pub(super) fn movable(&self) -> Vec<MatchId> {
        let mut others = self.others().clone();
        let mut movable = Vec::new();
        for (id, kinds) in self.waiting().iter() {
            let fitting = others.iter_mut().filter(|(_, room)| room.fits(kinds));
            if let Some((_, room)) = fitting.max_by_key(|(_, room)| room.bots) {
                room.without(kinds);
                movable.push(id.clone());
            }
        }
        movable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::NodeId;

    fn at(node: i64, bots: usize, engines: &[&str]) -> RoomAt {
        let engines: Vec<Box<str>> = engines.iter().map(|name| (*name).into()).collect();
        let owner = Owner { node: NodeId(node), address: None };
        (owner, BotRoom { bots, processes: engines.len(), engines })
    }

    fn kinds(words: &[&str]) -> Vec<BotKind> {
        words.iter().map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn the_machine_with_the_most_room_that_knows_all_of_them_is_chosen() {
        let site = Elsewhere::default();
        site.note(vec![at(1, 2, &["mine"]), at(2, 9, &[]), at(3, 4, &["mine"])]);
        let chosen = |words: &[&str]| site.with_room(&kinds(words)).map(|owner| owner.node.0);
        assert_eq!(chosen(&["4"]), Some(2));
        assert_eq!(chosen(&["4", "mine"]), Some(3));
        assert_eq!(chosen(&["mine", "mine"]), None, "one process of it at most");
        assert_eq!(chosen(&["yours"]), None);
        assert_eq!(chosen(&["1"; 10]), None);
    }

    #[test]
    fn as_many_move_as_there_is_room_for() {
        let site = Arc::new(Elsewhere::default());
        let wait = || site.wait(MatchId::random().unwrap(), kinds(&["1", "1", "1"]));
        let waiting: Vec<Waiting> = (0..4).map(|_| wait()).collect();
        assert!(site.movable().is_empty());
        site.note(vec![at(1, 7, &[]), at(2, 3, &[])]);
        assert_eq!(site.movable().len(), 3);
        drop(waiting);
        assert!(site.movable().is_empty());
    }
}
