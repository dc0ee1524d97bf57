//! Time that this thread was on a processor: what else the machine does at the time does not count.

use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// A moment, to measure from.
pub(crate) struct Stopwatch(Timespec);

impl Stopwatch {
    /// Now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(clock_gettime(ClockId::ThreadCPUTime))
    }

    /// How long this thread has run since.
    pub(crate) fn elapsed(&self) -> Duration {
        let ran = clock_gettime(ClockId::ThreadCPUTime) - self.0;
        Duration::try_from(ran).unwrap_or_default()
    }
}
