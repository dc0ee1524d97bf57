//! The time of one match.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tandem_rules::Millis;
use tokio::time::Instant;

use super::pulse::{MAX_LATENESS, Pulse};
use crate::time::{deadline_in, now};

/// The time of one match. It goes on from a stored moment, and stands still while it is held.
///
/// It never runs far ahead of what has been seen to: while a request waits, or is being
/// stored and told, it goes on for a moment and then stands still. So what keeps the match,
/// a slow disk for instance, costs nobody time.
#[derive(Debug)]
pub(crate) struct MatchClock {
    pulse: Arc<Pulse>,
    state: Mutex<State>,
}

/// Whose time it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The server's: what it loses is nobody's.
    Server,
    /// The phones' beside real boards: it goes on whatever the server does. After a restart the server waits to
    /// be told how long it was away.
    Phones { waits: bool },
}

#[derive(Clone, Copy, Debug)]
struct State {
    owner: Owner,
    base: Millis,
    since: Option<Instant>,
    /// Requests that wait or are being seen to.
    waiting: usize,
    /// How far time goes until the first of them has been seen to.
    until: Option<Millis>,
}

impl State {
    fn unbounded(&self, pulse: &Pulse) -> Millis {
        match self.since {
            None => self.base,
            Some(since) => {
                let now = match self.owner {
                    Owner::Server => pulse.now(),
                    Owner::Phones { .. } => now(),
                };
                self.base + millis(now.saturating_duration_since(since))
            }
        }
    }

    fn now(&self, pulse: &Pulse) -> Millis {
        let now = self.unbounded(pulse);
        self.until.map_or(now, |until| now.min(until))
    }

    /// From now on time goes to another bound; what was lost at the old one stays lost.
    fn bound(&mut self, until: Option<Millis>, pulse: &Pulse) {
        if self.owner != Owner::Server {
            return;
        }
        let (unbounded, now) = (self.unbounded(pulse), self.now(pulse));
        self.base -= unbounded - now;
        self.until = until.map(|until| until.max(now));
    }
}

impl MatchClock {
    /// A clock that shows this moment, and goes on or stands still.
    pub(crate) fn new(base: Millis, runs: bool, pulse: Arc<Pulse>) -> MatchClock {
        let since = runs.then(|| pulse.now());
        MatchClock::of(Owner::Server, base, since, pulse)
    }

    /// The clock of a match whose boards stand on a table. It always goes on; `waits`: from a moment that was
    /// stored, and it is not known how long ago.
    pub(crate) fn beside_boards(base: Millis, waits: bool, pulse: Arc<Pulse>) -> MatchClock {
        MatchClock::of(Owner::Phones { waits }, base, Some(now()), pulse)
    }

    fn of(owner: Owner, base: Millis, since: Option<Instant>, pulse: Arc<Pulse>) -> MatchClock {
        let state = State { owner, base, since, waiting: 0, until: None };
        MatchClock { pulse, state: Mutex::new(state) }
    }

    /// Moves it on.
    pub(crate) fn advance(&self, by: Millis) {
        self.state().base += by;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moment.
    pub(crate) fn now(&self) -> Millis {
        self.state().now(&self.pulse)
    }

    /// Something comes, and is put in line while nobody else reads the clock:
    /// whatever comes so has the order of its moments.
    pub(crate) fn stamp<T>(&self, enter: impl FnOnce(Millis) -> T) -> T {
        let mut state = self.state();
        let now = state.now(&self.pulse);
        if state.waiting == 0 {
            state.bound(Some(now + millis(MAX_LATENESS)), &self.pulse);
        }
        state.waiting += 1;
        enter(now)
    }

    /// The next one in line, or the moment if there is none, which then is the next.
    pub(crate) fn serve<T>(&self, next: impl FnOnce() -> Option<T>) -> Result<T, Millis> {
        let mut state = self.state();
        if let Some(next) = next() {
            return Ok(next);
        }
        let now = state.now(&self.pulse);
        state.bound(Some(now + millis(MAX_LATENESS)), &self.pulse);
        state.waiting += 1;
        Err(now)
    }

    /// What came at a moment is being seen to now.
    pub(crate) fn begin(&self, at: Millis) {
        self.state().bound(Some(at + millis(MAX_LATENESS)), &self.pulse);
    }

    /// One request has been seen to.
    pub(crate) fn done(&self) {
        let mut state = self.state();
        state.waiting = state.waiting.saturating_sub(1);
        if state.waiting == 0 {
            state.bound(None, &self.pulse);
        }
    }

    /// The moment that comes, or came, at a time.
    pub(crate) fn moment_at(&self, time: Instant) -> Millis {
        let now = now();
        let ahead = millis(time.saturating_duration_since(now));
        self.now() + ahead - millis(now.saturating_duration_since(time))
    }

    /// Whether it stands still.
    pub(crate) fn is_held(&self) -> bool {
        let state = self.state();
        state.since.is_none() || state.owner == Owner::Phones { waits: true }
    }

    /// Lets it go on.
    pub(crate) fn go(&self) {
        let now = self.pulse.now();
        let mut state = self.state();
        state.since.get_or_insert(now);
        if let Owner::Phones { waits } = &mut state.owner {
            *waits = false;
        }
    }

    /// It stands still for good, where it is.
    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.base = state.now(&self.pulse);
        (state.since, state.until) = (None, None);
    }

    /// When a moment comes, if nothing delays it; never while the clock stands still.
    pub(crate) fn when(&self, moment: Millis) -> Option<Instant> {
        let state = self.state();
        state.since.filter(|_| state.owner != Owner::Phones { waits: true })?;
        let ahead = u64::try_from((moment - state.now(&self.pulse)).0).unwrap_or(0);
        Some(deadline_in(Duration::from_millis(ahead)))
    }
}

fn millis(time: Duration) -> Millis {
    Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_held_clock_stands_still() {
        let clock = MatchClock::new(Millis(5_000), false, Arc::default());
        advance(Duration::from_millis(20)).await;
        assert_eq!(clock.now(), Millis(5_000));
        assert_eq!(clock.when(Millis(6_000)), None);
        clock.go();
        advance(Duration::from_millis(20)).await;
        assert_eq!(clock.now(), Millis(5_020));
        assert!(clock.when(Millis(6_000)).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_was_stopped_stands_still_for_good() {
        let clocks = [
            MatchClock::new(Millis(5_000), true, Arc::default()),
            MatchClock::beside_boards(Millis(5_000), false, Arc::default()),
        ];
        advance(Duration::from_millis(20)).await;
        clocks.iter().for_each(MatchClock::stop);
        advance(Duration::from_millis(20)).await;
        for clock in &clocks {
            // Whoever comes too late does not set it going.
            clock.stamp(|_| ());
            assert_eq!(clock.now(), Millis(5_020));
        }
        advance(Duration::from_millis(20)).await;
        for clock in &clocks {
            assert_eq!(clock.now(), Millis(5_020));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn phones_beside_boards_own_their_time() {
        let clock = MatchClock::beside_boards(Millis(5_000), true, Arc::default());
        assert!(clock.is_held() && clock.when(Millis(6_000)).is_none(), "how long was it away?");
        clock.advance(Millis(61_000));
        clock.go();
        assert!(!clock.is_held() && clock.when(Millis(67_000)).is_some());
        clock.begin(clock.stamp(|at| at));
        advance(Duration::from_millis(2_000)).await;
        assert_eq!(clock.now(), Millis(68_000), "a slow disk stops no clock on a table");
    }

    #[tokio::test(start_paused = true)]
    async fn time_waits_for_what_has_come() {
        let clock = MatchClock::new(Millis(0), true, Arc::default());
        let pass = |time| advance(Duration::from_millis(time));
        pass(100).await;
        let first = clock.stamp(|at| at);
        pass(10).await;
        let second = clock.stamp(|at| at);
        assert_eq!((first, second), (Millis(100), Millis(110)));
        clock.begin(first);
        pass(2_000).await;
        assert_eq!(clock.now(), Millis(125), "the disk took two seconds");
        clock.done();
        clock.begin(second);
        pass(5).await;
        assert_eq!(clock.now(), Millis(130));
        pass(500).await;
        assert_eq!(clock.now(), Millis(135));
        clock.done();
        assert_eq!(clock.now(), Millis(135), "what was lost is lost");
        pass(50).await;
        assert_eq!(clock.now(), Millis(185));
    }
}
