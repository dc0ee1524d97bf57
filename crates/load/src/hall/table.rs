//! What happens at a table, for whoever measures how long it takes until somebody else there knows.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tandem_rules::{BoardId, ByBoard, Seat};
use tokio::time::Instant;

/// A table of the hall: both its phones and the arbiters look at it.
pub(super) struct Table {
    /// Its number in the round.
    pub(super) number: usize,
    pub(super) id: String,
    under_way: Mutex<UnderWay>,
}

/// What the others have not seen yet.
#[derive(Default)]
struct UnderWay {
    /// Presses on a board: whose, which act of that seat, and since when.
    presses: ByBoard<VecDeque<(Seat, u64, Instant)>>,
    /// A call that no arbiter has seen.
    called: Option<Instant>,
    /// A clock that was set.
    ruled: Option<Instant>,
}

impl Table {
    pub(super) fn new(number: usize, id: String) -> Table {
        Table { number, id, under_way: Mutex::default() }
    }

    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn pressed(&self, seat: Seat, id: u64) {
        self.under_way().presses[seat.board()].push_back((seat, id, Instant::now()));
    }

    /// A press that came to nothing: nobody will see it.
    pub(super) fn refused(&self, seat: Seat, id: u64) {
        let presses = &mut self.under_way().presses[seat.board()];
        presses.retain(|(whose, which, _)| (*whose, *which) != (seat, id));
    }

    /// The other phone sees the next press on a board; since when that was to be seen.
    pub(super) fn seen(&self, board: BoardId) -> Option<Instant> {
        Some(self.under_way().presses[board].pop_front()?.2)
    }

    pub(super) fn called(&self) {
        self.under_way().called = Some(Instant::now());
    }

    /// An arbiter sees the call; since when it was to be seen, for the first of them.
    pub(super) fn call_seen(&self) -> Option<Instant> {
        self.under_way().called.take()
    }

    pub(super) fn ruled(&self) {
        self.under_way().ruled = Some(Instant::now());
    }

    /// When a clock was set that a phone sees set now.
    pub(super) fn ruling_seen(&self) -> Option<Instant> {
        self.under_way().ruled
    }
}
