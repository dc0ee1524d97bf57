//! The one place that reads a clock. Everything else gets the time from here, or as an argument.

#![allow(clippy::disallowed_methods, reason = "the server's time comes from here")]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Measures how long something takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(now())
    }

    /// The time since then.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// The time now.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// A deadline: so much time from now.
pub(crate) fn deadline_in(time: Duration) -> Instant {
    now() + time
}

/// How long it is until a deadline; nothing if it has passed.
pub(crate) fn time_until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(now())
}

/// Whether a deadline has passed.
pub(crate) fn is_past(deadline: Instant) -> bool {
    now() >= deadline
}

/// Milliseconds since 1970, for people and lists; no rule rests on it.
pub(crate) fn now_unix() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(0)
}
