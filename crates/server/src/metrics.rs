//! Counters for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The counters of this process.
pub(crate) static METRICS: Metrics = Metrics::new();

/// A number that goes up, and down if it is a gauge.
#[derive(Debug)]
pub(crate) struct Number(AtomicU64);

impl Number {
    const fn new() -> Number {
        Number(AtomicU64::new(0))
    }

    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, less: u64) {
        self.0.fetch_sub(less, Ordering::Relaxed);
    }

    /// One more, as long as this is held, whatever becomes of the holder.
    pub(crate) fn hold(&self) -> Held<'_> {
        self.add(1);
        Held(self)
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One of something.
#[derive(Debug)]
pub(crate) struct Held<'n>(&'n Number);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.sub(1);
    }
}

/// Upper bounds of the histogram, in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// What is not counted, but so or not at the moment.
pub(crate) struct Now {
    /// The number of bots for which there is room.
    pub(crate) bot_room: usize,
    /// Whether new connections are welcome.
    pub(crate) is_ready: bool,
}

/// All counters.
#[derive(Debug)]
pub(crate) struct Metrics {
    pub(crate) tables: Number,
    pub(crate) connections: Number,
    pub(crate) matches_made: Number,
    pub(crate) moves: Number,
    pub(crate) messages: Number,
    pub(crate) commits: Number,
    pub(crate) writes: Number,
    pub(crate) turned_away: Number,
    pub(crate) thoughts: Number,
    pub(crate) thoughts_waiting: Number,
    pub(crate) damaged: Number,
    pub(crate) events: Number,
    pub(crate) events_made: Number,
    event_accepted: Number,
    event_refused: Number,
    lost: Number,
    accepted: Number,
    refused: Number,
    buckets: [Number; 11],
    time: Number,
}

impl Metrics {
    const fn new() -> Metrics {
        Metrics {
            tables: Number::new(),
            connections: Number::new(),
            matches_made: Number::new(),
            moves: Number::new(),
            messages: Number::new(),
            commits: Number::new(),
            writes: Number::new(),
            turned_away: Number::new(),
            thoughts: Number::new(),
            thoughts_waiting: Number::new(),
            damaged: Number::new(),
            events: Number::new(),
            events_made: Number::new(),
            event_accepted: Number::new(),
            event_refused: Number::new(),
            lost: Number::new(),
            accepted: Number::new(),
            refused: Number::new(),
            buckets: [const { Number::new() }; 11],
            time: Number::new(),
        }
    }

    /// A command was carried out and made durable, or refused.
    pub(crate) fn command(&self, took: Duration, accepted: bool) {
        if accepted {
            self.accepted.add(1);
        } else {
            self.refused.add(1);
        }
        let millis = took.as_micros().div_ceil(1000);
        let at = BOUNDS.iter().position(|bound| millis <= u128::from(*bound));
        self.buckets[at.unwrap_or(BOUNDS.len())].add(1);
        self.time.add(u64::try_from(took.as_micros()).unwrap_or(0));
    }

    /// A command of an event was carried out and made durable, or refused.
    pub(crate) fn event_command(&self, accepted: bool) {
        let number = if accepted { &self.event_accepted } else { &self.event_refused };
        number.add(1);
    }

    /// The server was late by so much, at nobody's cost.
    pub(crate) fn lost(&self, time: Duration) {
        self.lost.add(u64::try_from(time.as_millis()).unwrap_or(0));
    }

    /// All of it as Prometheus reads it, with what is so now.
    pub(crate) fn text(&self, now: Now) -> String {
        let mut out = String::new();
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = writeln!(
                out,
                "# HELP tandem_{name} {help}\n# TYPE tandem_{name} {kind}\ntandem_{name} {value}"
            );
        };
        one("tables", "gauge", "Tables in memory.", self.tables.get());
        one("connections", "gauge", "Open connections.", self.connections.get());
        one("matches_made_total", "counter", "Matches made.", self.matches_made.get());
        one("moves_total", "counter", "Moves completed.", self.moves.get());
        one("messages_total", "counter", "Messages received.", self.messages.get());
        one("commits_total", "counter", "Durable commits.", self.commits.get());
        one("writes_total", "counter", "Writes in them.", self.writes.get());
        one("turned_away_total", "counter", "Connections over a limit.", self.turned_away.get());
        one("thoughts_total", "counter", "Questions to bots.", self.thoughts.get());
        one("thoughts_waiting", "gauge", "Questions that wait.", self.thoughts_waiting.get());
        let room = "Bots that can still be seated.";
        one("bot_room", "gauge", room, now.bot_room as u64);
        one("ready", "gauge", "Whether new connections are welcome.", now.is_ready.into());
        let late = "Time that the server was late, and nobody paid for.";
        one("lost_milliseconds_total", "counter", late, self.lost.get());
        one("commands_accepted_total", "counter", "Commands accepted.", self.accepted.get());
        one("commands_refused_total", "counter", "Commands refused.", self.refused.get());
        one("damaged_matches", "gauge", "Matches found damaged.", self.damaged.get());
        one("events", "gauge", "Events in memory.", self.events.get());
        one("events_made_total", "counter", "Events made.", self.events_made.get());
        let (accepted, refused) = (self.event_accepted.get(), self.event_refused.get());
        one("event_commands_accepted_total", "counter", "Commands of events accepted.", accepted);
        one("event_commands_refused_total", "counter", "Commands of events refused.", refused);
        let name = "tandem_command_seconds";
        let _ = writeln!(
            out,
            "# HELP {name} From a command to its durable end.\n# TYPE {name} histogram"
        );
        let mut sum = 0;
        for (at, bucket) in self.buckets.iter().enumerate() {
            sum += bucket.get();
            let bound = BOUNDS.get(at).map_or("+Inf".to_owned(), |ms| {
                format!("{}", Duration::from_millis(*ms).as_secs_f64())
            });
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let seconds = Duration::from_micros(self.time.get()).as_secs_f64();
        let _ = writeln!(out, "{name}_sum {seconds}\n{name}_count {sum}");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_given_back_by_whoever_panics_too() {
        let number = Number::new();
        let panicked = std::panic::catch_unwind(|| {
            let _held = number.hold();
            assert_eq!(number.get(), 0, "one is held: this panics, on purpose");
        });
        assert!(panicked.is_err());
        assert_eq!(number.get(), 0);
    }
}
