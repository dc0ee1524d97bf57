//! The queue at a table: requests in the order of the moments at which they came.

use std::sync::Arc;

use tandem_rules::Millis;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::core::MatchClock;
use super::request::{Gone, Request};

/// A request, and when it came.
pub(super) struct Stamped {
    pub(super) at: Millis,
    pub(super) request: Request,
    /// Whoever sent it may send only so many until it is seen to.
    _permit: Option<OwnedSemaphorePermit>,
}

/// Where requests wait. Each is stamped as it gets in, so that nobody stands before somebody who
/// came earlier, and a queue that others fill costs nobody time.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    sender: UnboundedSender<Stamped>,
    clock: Arc<MatchClock>,
}

/// The front of the queue, which the room serves.
pub(super) struct Front {
    requests: UnboundedReceiver<Stamped>,
    clock: Arc<MatchClock>,
}

/// The queue for what belongs to the room itself, and must not keep it alive.
#[derive(Clone, Debug)]
pub(super) struct WeakQueue {
    sender: WeakUnboundedSender<Stamped>,
    clock: Arc<MatchClock>,
}

pub(super) fn queue(clock: Arc<MatchClock>) -> (Queue, Front) {
    let (sender, requests) = mpsc::unbounded_channel();
    (Queue { sender, clock: Arc::clone(&clock) }, Front { requests, clock })
}

impl Queue {
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(super) fn downgrade(&self) -> WeakQueue {
        WeakQueue { sender: self.sender.downgrade(), clock: Arc::clone(&self.clock) }
    }

    /// Stamps a request and puts it in the queue, both at once.
    pub(super) fn push(
        &self,
        request: Request,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Result<(), Gone> {
        let sent =
            self.clock.stamp(|at| self.sender.send(Stamped { at, request, _permit: permit }));
        sent.map_err(|_| Gone)
    }
}

impl WeakQueue {
    /// The same, as long as the table is there.
    pub(super) fn push(
        &self,
        request: Request,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Result<(), Gone> {
        let sender = self.sender.upgrade().ok_or(Gone)?;
        Queue { sender, clock: Arc::clone(&self.clock) }.push(request, permit)
    }
}

impl Front {
    /// The next in the queue; none if nobody can come any more.
    pub(super) async fn next(&mut self) -> Option<Stamped> {
        let next = self.requests.recv().await?;
        self.clock.begin(next.at);
        Some(next)
    }

    /// The next in the queue, or the moment if nobody is: all that came before it has been served.
    pub(super) fn next_or_now(&mut self) -> Result<Stamped, Millis> {
        let requests = &mut self.requests;
        let next = self.clock.serve(|| requests.try_recv().ok())?;
        self.clock.begin(next.at);
        Ok(next)
    }

    /// What was next has been seen to; time need not wait for it any more.
    pub(super) fn done(&self) {
        self.clock.done();
    }

    /// Nobody gets in any more; whoever waits hears that the table is gone.
    pub(super) fn close(&mut self) {
        self.requests.close();
        while self.requests.try_recv().is_ok() {}
    }
}

/// Only so many requests of one sender wait.
#[derive(Clone, Debug)]
pub(super) struct Permits(Arc<Semaphore>);

impl Permits {
    pub(super) fn new(max: usize) -> Permits {
        Permits(Arc::new(Semaphore::new(max)))
    }

    /// A permit, as soon as there is one.
    pub(super) async fn one(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.0).acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_comes_later_stands_behind() {
        let clock = Arc::new(MatchClock::new(Millis(0), true, Arc::default()));
        let (queue, mut front) = queue(clock);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2_000 {
                        queue
                            .push(
                                Request::Leave { connection: crate::fanout::ConnectionId(1) },
                                None,
                            )
                            .unwrap();
                    }
                });
            }
            let (mut latest, mut served) = (Millis(0), 0);
            while served < 8_000 {
                match front.next_or_now() {
                    Ok(stamped) => {
                        assert!(stamped.at >= latest, "{:?} after {latest:?}", stamped.at);
                        latest = stamped.at;
                        served += 1;
                    }
                    // Whoever comes after this moment has no earlier one.
                    Err(now) => latest = now,
                }
                front.done();
            }
        });
    }
}
