//! Which of the other nodes have stopped beating. Time is an argument.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::store::{NodeId, Peer};

/// A node is dead that was seen so often without another beat,
const POLLS: u32 = 4;
/// over at least so long,
const SILENT: Duration = Duration::from_millis(800);
/// and not within this time after the store was away: others may need longer to find it again.
const GRACE: Duration = Duration::from_secs(3);

/// What was seen of a node last.
#[derive(Clone, Copy, Debug)]
struct Seen {
    beats: i64,
    since: Instant,
    polls: u32,
}

/// Watches the beats of others.
#[derive(Debug, Default)]
pub(super) struct Watch {
    seen: HashMap<NodeId, Seen>,
    /// Nobody is declared dead before this.
    patient_until: Option<Instant>,
}

impl Watch {
    /// Looks at the others; those that are to be declared dead, each with the beat that was seen last.
    pub(super) fn look(&mut self, now: Instant, peers: &[Peer]) -> Vec<(NodeId, i64)> {
        self.seen.retain(|node, _| peers.iter().any(|peer| peer.node == *node));
        let patient = self.patient_until.is_some_and(|until| now < until);
        let mut dead = Vec::new();
        for peer in peers {
            let fresh = Seen { beats: peer.beats, since: now, polls: 0 };
            let seen = self.seen.entry(peer.node).or_insert(fresh);
            if seen.beats != peer.beats {
                *seen = fresh;
                continue;
            }
            seen.polls += 1;
            if seen.polls >= POLLS && now.duration_since(seen.since) >= SILENT && !patient {
                dead.push((peer.node, peer.beats));
            }
        }
        dead
    }

    /// The store could not be asked: whoever was silent meanwhile may have been as helpless.
    pub(super) fn was_away(&mut self, now: Instant) {
        self.seen.clear();
        self.patient_until = Some(now + GRACE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotRoom;

    fn peer(node: i64, beats: i64) -> Peer {
        Peer { node: NodeId(node), address: None, beats, room: BotRoom::default() }
    }

    fn at(start: Instant, millis: u64) -> Instant {
        start + Duration::from_millis(millis)
    }

    #[test]
    fn a_node_is_dead_after_four_looks_and_eight_tenths_of_a_second() {
        let (mut watch, start) = (Watch::default(), crate::time::now());
        for (look, millis) in [0, 200, 400, 600].into_iter().enumerate() {
            let beats = [peer(1, 7), peer(2, look as i64)];
            assert!(watch.look(at(start, millis), &beats).is_empty(), "{millis}");
        }
        let dead = watch.look(at(start, 800), &[peer(1, 7), peer(2, 9)]);
        assert_eq!(dead, [(NodeId(1), 7)]);
    }

    #[test]
    fn a_look_that_came_late_kills_nobody() {
        let (mut watch, start) = (Watch::default(), crate::time::now());
        watch.look(start, &[peer(1, 7)]);
        // This node stood still itself.
        assert!(watch.look(at(start, 60_000), &[peer(1, 7)]).is_empty());
        assert!(watch.look(at(start, 60_200), &[peer(1, 8)]).is_empty());
    }

    #[test]
    fn nobody_is_dead_because_the_store_was_away() {
        let (mut watch, start) = (Watch::default(), crate::time::now());
        watch.look(start, &[peer(1, 7)]);
        watch.was_away(at(start, 30_000));
        for millis in (30_000..33_000).step_by(200) {
            assert!(watch.look(at(start, millis), &[peer(1, 7)]).is_empty(), "{millis}");
        }
        assert_eq!(watch.look(at(start, 33_000), &[peer(1, 7)]).len(), 1);
    }
}
