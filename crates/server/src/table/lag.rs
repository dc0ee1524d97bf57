//! How much lag a player gets back: what his connection costs, within bounds.

use tandem_referee::{Event, EventKind};
use tandem_rules::{BySeat, Millis, Seat};

/// The budget in moves that could be paid in full at once.
const BUDGET: i64 = 5;
/// The moves it takes to earn one in full.
const REFILL: i64 = 5;

/// Who has got what, and what is left. Rebuilt from the events like everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LagBook {
    most: Millis,
    left: BySeat<Millis>,
    given: BySeat<Millis>,
    since: BySeat<Millis>,
}

impl LagBook {
    /// For a match that gives at most this much back for a move.
    pub(super) fn new(most: Millis) -> LagBook {
        LagBook {
            most,
            left: BySeat::new_with(|_| Millis(most.0 * BUDGET)),
            given: BySeat::default(),
            since: BySeat::default(),
        }
    }

    /// Takes an event in.
    pub(super) fn take(&mut self, event: &Event) {
        match event.kind {
            EventKind::Completed { seat } => {
                self.since[seat.opponent()] = event.at;
                let full = Millis(self.most.0 * BUDGET);
                self.left[seat] = (self.left[seat] + Millis(self.most.0 / REFILL)).min(full);
            }
            EventKind::LagGiven { seat, millis } => {
                self.left[seat] = (self.left[seat] - millis).at_least(Millis::ZERO);
                self.given[seat] += millis;
            }
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

    /// What a player gets for the move that he completes now.
    pub(super) fn due(&self, seat: Seat, round_trip: Millis, now: Millis) -> Millis {
        let took = now - self.since[seat];
        round_trip.min(self.most).min(self.left[seat]).min(took).at_least(Millis::ZERO)
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

    #[test]
    fn never_more_than_the_move_took_the_bound_or_the_budget() {
        let seat = Seat::WhiteA;
        let mut book = LagBook::new(Millis(300));
        book.take(&completed(Seat::BlackA, 1_000));
        assert_eq!(book.due(seat, Millis(80), Millis(1_050)), Millis(50), "what it took");
        assert_eq!(book.due(seat, Millis(80), Millis(9_000)), Millis(80), "what it cost");
        assert_eq!(book.due(seat, Millis(900), Millis(9_000)), Millis(300), "the bound");
        for _ in 0..5 {
            let kind = EventKind::LagGiven { seat, millis: Millis(300) };
            book.take(&Event { at: Millis(9_000), kind });
        }
        assert_eq!(book.due(seat, Millis(300), Millis(9_000)), Millis(0), "the budget");
        book.take(&completed(seat, 9_000));
        book.take(&completed(Seat::BlackA, 9_100));
        assert_eq!(book.due(seat, Millis(300), Millis(19_000)), Millis(60), "refilled slowly");
        assert_eq!(book.given()[seat], Millis(1_500));
    }

    #[test]
    fn a_match_without_lag_gives_none() {
        let book = LagBook::new(Millis(0));
        assert_eq!(book.due(Seat::WhiteA, Millis(300), Millis(9_000)), Millis(0));
    }
}
