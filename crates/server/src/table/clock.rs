//! The only place that reads a clock.

#![allow(clippy::disallowed_methods, reason = "a table's time comes from here, and nowhere else")]

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tandem_rules::Millis;
use tokio::time::Instant;

/// The time of one table. It goes on from a stored moment, and stands still while it is held.
#[derive(Debug)]
pub(crate) struct TableClock {
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    base: Millis,
    since: Option<Instant>,
}

impl TableClock {
    /// A clock that shows this moment, and goes on or stands still.
    pub(crate) fn new(base: Millis, runs: bool) -> TableClock {
        let since = runs.then(Instant::now);
        TableClock { state: Mutex::new(State { base, since }) }
    }

    fn state(&self) -> State {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moment.
    pub(crate) fn now(&self) -> Millis {
        let State { base, since } = self.state();
        match since {
            None => base,
            Some(since) => base + millis(since.elapsed()),
        }
    }

    /// Whether it stands still.
    pub(crate) fn is_held(&self) -> bool {
        self.state().since.is_none()
    }

    /// Lets it go on.
    pub(crate) fn go(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.since.is_none() {
            state.since = Some(Instant::now());
        }
    }

    /// When a moment comes; never while the clock stands still.
    pub(crate) fn when(&self, moment: Millis) -> Option<Instant> {
        let State { base, since } = self.state();
        let ahead = u64::try_from((moment - base).0).unwrap_or(0);
        Some(since? + Duration::from_millis(ahead))
    }
}

fn millis(time: Duration) -> Millis {
    Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// Measures how long something takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since then.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Some time from now.
pub(crate) fn after(time: Duration) -> Instant {
    Instant::now() + time
}

/// Whether that time has come.
pub(crate) fn has_come(time: Instant) -> bool {
    Instant::now() >= time
}

/// Milliseconds since 1970, for people and lists; no rule rests on it.
pub(crate) fn now_unix() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_held_clock_stands_still() {
        let clock = TableClock::new(Millis(5_000), false);
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(clock.now(), Millis(5_000));
        assert_eq!(clock.when(Millis(6_000)), None);
        clock.go();
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(clock.now() >= Millis(5_020));
        assert!(clock.when(Millis(6_000)).is_some());
    }
}
