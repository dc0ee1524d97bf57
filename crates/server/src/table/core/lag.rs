//! How much lag a player gets back: what their connection costs, within bounds.
//!
//! A client decides itself when it answers a ping. One that holds its answers back looks just like
//! one that is far away, as long as it thinks longer than that about each move. So a claim alone
//! is worth little: a small purse bounds what it brings in a whole match. Where the kernel has
//! seen how far away the other end is, that much is believed, and the purse is larger.

use std::collections::VecDeque;

use tandem_referee::{Event, EventKind};
use tandem_rules::{BySeat, Millis, Seat};

/// Answers to pings that are remembered; the fastest of them counts.
const ANSWERS: usize = 5;

/// What a seat can get back in all: so much, and so much more with every move that it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Purse {
    first: Millis,
    each: Millis,
}

/// For lag that only the client tells of: less than a second in eighty moves.
const TOLD: Purse = Purse { first: Millis(300), each: Millis(8) };
/// For lag that the kernel has seen.
const SEEN: Purse = Purse { first: Millis(1_500), each: Millis(60) };

/// What is known of a connection's lag.
#[derive(Clone, Debug, Default)]
pub(crate) struct LagMeter {
    answers: VecDeque<Millis>,
    seen: Option<Millis>,
}

/// A round trip, and whether anybody but the client says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lag {
    pub(crate) round_trip: Millis,
    seen: bool,
}

impl LagMeter {
    /// A ping was answered. `seen` is the least round trip that the kernel knows of.
    pub(crate) fn answered(&mut self, round_trip: Millis, seen: Option<Millis>) {
        if self.answers.len() == ANSWERS {
            self.answers.pop_front();
        }
        self.answers.push_back(round_trip);
        self.seen = match (self.seen, seen) {
            // Nobody comes nearer and goes away again on one connection.
            (Some(before), Some(now)) => Some(before.min(now)),
            (before, now) => now.or(before),
        };
    }

    /// The least that anything says; none before the first answer.
    pub(crate) fn lag(&self) -> Option<Lag> {
        let told = *self.answers.iter().min()?;
        let round_trip = self.seen.map_or(told, |seen| told.min(seen));
        Some(Lag { round_trip, seen: self.seen.is_some() })
    }
}

/// Who has got what, and what is left. Rebuilt from the events like everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LagBook {
    most: Millis,
    moves: BySeat<i64>,
    given: BySeat<Millis>,
    since: BySeat<Millis>,
}

impl LagBook {
    /// For a match that gives at most this much back for a move.
    pub(super) fn new(most: Millis) -> LagBook {
        LagBook {
            most,
            moves: BySeat::default(),
            given: BySeat::default(),
            since: BySeat::default(),
        }
    }

    /// Takes an event in.
    pub(super) fn take(&mut self, event: &Event) {
        match event.kind {
            EventKind::Completed { seat } => {
                self.since[seat.opponent()] = event.at;
                self.moves[seat] += 1;
            }
            EventKind::LagGiven { seat, millis } => self.given[seat] += millis,
            // Clocks may have been set or stood still: only what follows counts.
            EventKind::Started
            | EventKind::Resumed
            | EventKind::Restarted { .. }
            | EventKind::Undone { .. }
            | EventKind::ClockTakenUp { .. } => {
                self.since = BySeat::new_with(|_| event.at);
            }
            _ => {}
        }
    }

    /// What a player gets for the move that they complete now.
    pub(super) fn due(&self, seat: Seat, lag: Lag, now: Millis) -> Millis {
        let took = now - self.since[seat];
        if took < lag.round_trip {
            // They have just shown that they are nearer than that.
            return Millis::ZERO;
        }
        let purse = if lag.seen { SEEN } else { TOLD };
        let earned = purse.first + Millis(purse.each.0.saturating_mul(self.moves[seat]));
        let left = earned - self.given[seat];
        lag.round_trip.min(self.most).min(left).at_least(Millis::ZERO)
    }

    /// What each has got so far.
    pub(super) fn given(&self) -> &BySeat<Millis> {
        &self.given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(seat: Seat, at: i64) -> Event {
        Event { at: Millis(at), kind: EventKind::Completed { seat } }
    }

    fn lag(round_trip: i64, seen: bool) -> Lag {
        Lag { round_trip: Millis(round_trip), seen }
    }

    #[test]
    fn never_more_than_the_bound_and_nothing_for_a_move_that_was_faster() {
        let seat = Seat::WhiteA;
        let mut book = LagBook::new(Millis(300));
        book.take(&completed(Seat::BlackA, 1_000));
        assert_eq!(book.due(seat, lag(80, true), Millis(1_050)), Millis(0), "it was faster");
        assert_eq!(book.due(seat, lag(80, true), Millis(9_000)), Millis(80), "what it cost");
        assert_eq!(book.due(seat, lag(900, true), Millis(9_000)), Millis(300), "the bound");
        let kind = EventKind::LagGiven { seat, millis: Millis(1_480) };
        book.take(&Event { at: Millis(9_000), kind });
        assert_eq!(book.due(seat, lag(300, true), Millis(9_000)), Millis(20), "the purse");
        assert_eq!(book.due(seat, lag(300, false), Millis(9_000)), Millis(0), "the small purse");
        assert_eq!(book.given()[seat], Millis(1_480));
    }

    #[test]
    fn a_match_without_lag_gives_none() {
        let book = LagBook::new(Millis(0));
        assert_eq!(book.due(Seat::WhiteA, lag(300, true), Millis(9_000)), Millis(0));
    }

    #[test]
    fn the_fastest_answer_counts_and_the_kernel_is_believed() {
        let mut meter = LagMeter::default();
        assert_eq!(meter.lag(), None);
        for answer in [300, 40, 300, 300, 300] {
            meter.answered(Millis(answer), None);
        }
        assert_eq!(meter.lag(), Some(lag(40, false)));
        meter.answered(Millis(300), Some(Millis(25)));
        meter.answered(Millis(300), Some(Millis(290)));
        assert_eq!(meter.lag(), Some(lag(25, true)));
    }

    /// Milliseconds that depend on the number of the move.
    type OfMove = fn(i64) -> i64;

    /// Somebody at the other end: how far away they are, and what they make of it.
    struct Other {
        /// What the way to them and back really costs.
        round_trip: i64,
        /// By how much they hold their answers to pings back, the number of the move given.
        holds_pongs: OfMove,
        /// By how much they hold their moves back.
        holds_moves: OfMove,
        /// How long they think.
        thinks: OfMove,
        /// Whether the kernel sees how far away they are.
        seen: bool,
    }

    /// Plays so many moves; what they got, and what they lost by lag and by holding moves back.
    fn plays(other: &Other, most: i64, moves: i64) -> (i64, i64) {
        let (seat, mut meter, mut book) =
            (Seat::WhiteA, LagMeter::default(), LagBook::new(Millis(most)));
        let (mut now, mut got, mut lost) = (0, 0, 0);
        for number in 0..moves {
            // A ping every eight seconds or so, and a move of each every four.
            if number % 2 == 0 {
                let answer = other.round_trip + (other.holds_pongs)(number);
                let seen = other.seen.then_some(Millis(other.round_trip));
                meter.answered(Millis(answer), seen);
            }
            let took = other.round_trip + (other.thinks)(number) + (other.holds_moves)(number);
            now += took;
            lost += other.round_trip + (other.holds_moves)(number);
            let due = book.due(seat, meter.lag().unwrap(), Millis(now));
            book.take(&completed(seat, now));
            let kind = EventKind::LagGiven { seat, millis: due };
            book.take(&Event { at: Millis(now), kind });
            got += due.0;
            now += 2_000;
            book.take(&completed(Seat::BlackA, now));
        }
        (got, lost)
    }

    fn thinks(number: i64) -> i64 {
        [250, 900, 2_400, 4_000, 350, 1_500][usize::try_from(number % 6).unwrap()]
    }

    #[test]
    fn a_cheat_gains_less_than_a_second_in_eighty_moves() {
        let strategies: [(&str, OfMove, OfMove, OfMove); 5] = [
            ("holds pongs back", |_| 280, |_| 0, thinks),
            (
                "holds pongs back and never moves fast",
                |_| 1_980,
                |_| 0,
                |number| 2_100 + thinks(number),
            ),
            ("holds everything back", |_| 280, |_| 280, thinks),
            ("holds pongs back now and then", |n| if n % 12 < 10 { 500 } else { 0 }, |_| 0, thinks),
            ("holds more and more back", |n| 20 * n, |_| 0, thinks),
        ];
        for most in [300, 2_000] {
            for seen in [false, true] {
                for (name, holds_pongs, holds_moves, thinks) in strategies {
                    let cheat = Other { round_trip: 20, holds_pongs, holds_moves, thinks, seen };
                    let (got, lost) = plays(&cheat, most, 80);
                    let gain = got - lost;
                    assert!(gain < 1_000, "{name}, lag {most}, seen {seen}: {gain} ms");
                    assert!(!seen || gain <= 0, "{name}, lag {most}: {gain} ms though it is seen");
                }
            }
        }
    }

    #[test]
    fn whoever_forges_even_tcp_is_bounded_too() {
        // They have a network stack of their own that acknowledges late: the kernel can't tell.
        for most in [300, 2_000] {
            let forger = Other {
                round_trip: most,
                holds_pongs: |_| 0,
                holds_moves: |_| 0,
                thinks: |number| 2_100 + thinks(number),
                seen: true,
            };
            let (got, _) = plays(&forger, most, 80);
            assert!(got <= 6_300, "lag {most}: {got} ms");
        }
    }

    #[test]
    fn the_honest_get_most_of_theirs_back() {
        for (round_trip, least) in [(20, 95), (60, 95), (100, 75), (120, 60)] {
            let honest = Other {
                round_trip,
                holds_pongs: |number| number * 7 % 30,
                holds_moves: |_| 0,
                thinks,
                seen: true,
            };
            let (got, lost) = plays(&honest, 300, 80);
            assert!(got * 100 >= lost * least, "{round_trip}: {got} of {lost} ms");
        }
    }
}
