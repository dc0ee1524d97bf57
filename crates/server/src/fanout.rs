//! Who hears what. Narrow, so that a message bus can take its place for many machines.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::wire::Role;

/// The number of a connection, never used twice by one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionId(pub u64);

static NEXT: AtomicU64 = AtomicU64::new(1);

impl ConnectionId {
    /// The number of a new connection.
    pub(crate) fn fresh() -> ConnectionId {
        ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Somebody who listens.
#[derive(Clone, Debug)]
pub struct Member {
    /// The connection.
    pub id: ConnectionId,
    /// As what.
    pub role: Role,
    /// What is to be sent to it. When it is full the client is too slow and is dropped. None for
    /// somebody who hears of the match otherwise, by its events.
    pub outbox: Option<mpsc::Sender<Utf8Bytes>>,
}

impl Member {
    /// Sends a message; false if the client is too slow.
    fn tell(&self, text: Utf8Bytes) -> bool {
        self.outbox.as_ref().is_none_or(|outbox| outbox.try_send(text).is_ok())
    }
}

/// Carries messages to those who listen to one match.
pub trait FanOut: Send + Sync + 'static {
    /// Somebody listens from now on.
    fn join(&mut self, member: Member);

    /// Somebody listens no more.
    fn leave(&mut self, id: ConnectionId) -> Option<Member>;

    /// Those who listen.
    fn members(&self) -> &[Member];

    /// Sends to all with a role, in the order of the calls.
    fn publish(&mut self, to: Role, text: &Utf8Bytes);

    /// Sends to one.
    fn send(&mut self, to: ConnectionId, text: Utf8Bytes);

    /// Takes those off the list that were too slow since the last call.
    fn dropped(&mut self) -> Vec<Member>;
}

/// Fan-out within one process.
#[derive(Debug, Default)]
pub struct LocalFanOut {
    members: Vec<Member>,
    slow: Vec<ConnectionId>,
}

impl FanOut for LocalFanOut {
    fn join(&mut self, member: Member) {
        self.members.push(member);
    }

    fn leave(&mut self, id: ConnectionId) -> Option<Member> {
        let at = self.members.iter().position(|member| member.id == id)?;
        Some(self.members.swap_remove(at))
    }

    fn members(&self) -> &[Member] {
        &self.members
    }

    fn publish(&mut self, to: Role, text: &Utf8Bytes) {
        for member in self.members.iter().filter(|member| member.role == to) {
            if !member.tell(text.clone()) {
                self.slow.push(member.id);
            }
        }
    }

    fn send(&mut self, to: ConnectionId, text: Utf8Bytes) {
        let member = self.members.iter().find(|member| member.id == to);
        if member.is_some_and(|member| !member.tell(text)) {
            self.slow.push(to);
        }
    }

    fn dropped(&mut self) -> Vec<Member> {
        let slow = std::mem::take(&mut self.slow);
        slow.into_iter().filter_map(|id| self.leave(id)).collect()
    }
}
