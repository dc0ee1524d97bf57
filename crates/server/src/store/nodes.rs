//! The machines that share a store: who is alive, who has which table, and where tables had come to.

use std::time::Duration;

use tandem_rules::Millis;

use super::Answer;
use crate::bots::BotRoom;
use crate::ids::MatchId;

/// How often a node says that it lives.
pub(crate) const BEAT: Duration = Duration::from_millis(200);

/// One start of a process, never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub i64);

/// Who has a table that is elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The node.
    pub node: NodeId,
    /// Where other nodes reach it, if anywhere.
    pub address: Option<String>,
}

/// Another node that counts as alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) node: NodeId,
    pub(crate) address: Option<String>,
    /// How often it has beaten.
    pub(crate) beats: i64,
    /// What it has for bots.
    pub(crate) room: BotRoom,
}

/// Where the tables of a node have come to.
pub(crate) type Moments = Vec<(MatchId, Millis)>;

/// What the nodes of a site know of each other.
pub(crate) trait Nodes: Send + Sync + 'static {
    /// Says that this node lives, where its tables have come to, and what it has for bots. False if it was declared dead.
    fn beat(&self, moments: Moments, room: BotRoom) -> Answer<'_, bool>;

    /// The other nodes that count as alive.
    fn peers(&self) -> Answer<'_, Vec<Peer>>;

    /// Declares a node dead, unless it has beaten since it was seen.
    fn declare_dead(&self, node: NodeId, seen: i64) -> Answer<'_, bool>;

    /// Matches that go on though nobody comes, and that no other living node has.
    fn orphans(&self) -> Answer<'_, Vec<MatchId>>;

    /// Asks the node that has a table, and can't be reached, to give it away.
    fn want<'s>(&'s self, id: &'s MatchId) -> Answer<'s, ()>;

    /// Tables of this node that others ask for.
    fn wanted(&self) -> Answer<'_, Vec<MatchId>>;

    /// Begins again after it was declared dead, as another node that has no table.
    fn rejoin(&self) -> Answer<'_, ()>;
}
