//! The server's pulse: time does not go on for players while the server itself stands still.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::metrics::METRICS;
use crate::time::now;

/// How often the server's heart beats.
const BEAT: Duration = Duration::from_millis(10);
/// How late the server may be, with a beat or with a request, at the players' cost.
pub(crate) const MAX_LATENESS: Duration = Duration::from_millis(25);

/// A clock that stands still while the threads that hear the players are late. A task on these
/// threads beats; without a beat time goes on for a moment and then waits for the next one, so
/// that nobody pays for what kept the server from hearing them.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    state: Mutex<State>,
    /// Whether the heart is kept from beating.
    held: AtomicBool,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The time that the server has lost so far.
    lost: Duration,
    /// How far time goes without another beat; for ever, if the heart does not beat at all.
    until: Option<Instant>,
}

impl State {
    fn now(&self) -> Instant {
        let now = now() - self.lost;
        self.until.map_or(now, |until| now.min(until))
    }
}

impl Pulse {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time, without what the server has lost.
    pub(crate) fn now(&self) -> Instant {
        self.state().now()
    }

    /// Has time stand still for everybody, or lets it go on.
    pub(crate) fn hold(&self, on: bool) {
        self.held.store(on, Ordering::Relaxed);
    }

    fn beat(&self) {
        if self.held.load(Ordering::Relaxed) {
            return;
        }
        let mut state = self.state();
        let (now, counted) = (now() - state.lost, state.now());
        let lost = now - counted;
        if !lost.is_zero() {
            tracing::debug!(?lost, "the server was late; nobody pays for it");
            METRICS.lost(lost);
        }
        state.lost += lost;
        state.until = Some(counted + BEAT + MAX_LATENESS);
    }

    /// Beats for ever.
    pub(crate) async fn run(self: Arc<Pulse>) {
        loop {
            self.beat();
            tokio::time::sleep(BEAT).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn time_stands_still_while_the_heart_does() {
        let pulse = Pulse::default();
        let begun = pulse.now();
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(pulse.now() - begun, Duration::from_secs(5), "it does not beat yet");
        pulse.beat();
        let begun = pulse.now();
        tokio::time::advance(Duration::from_millis(30)).await;
        assert_eq!(pulse.now() - begun, Duration::from_millis(30), "late, but not too late");
        pulse.beat();
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(pulse.now() - begun, Duration::from_millis(65), "nobody was heard");
        pulse.beat();
        assert_eq!(pulse.now() - begun, Duration::from_millis(65));
        tokio::time::advance(Duration::from_millis(10)).await;
        assert_eq!(pulse.now() - begun, Duration::from_millis(75), "and it goes on");
    }
}
