//! How far the time of the match is from a phone's own, as NTP finds it: a ping goes and a pong comes back with the
//! server's moment, which was read in between. So each answer leaves a span in which the truth lies, and what all of them
//! leave is the estimate: the fastest way there bounds it from one side, the fastest way back from the other, whichever
//! pings those were.
//!
//! ```text
//!     pong 1   ├────────────────────────┤        slow there
//!     pong 2                     ├───────────────────────┤        slow back
//!     left                       ├──────┤
//! ```

use serde::{Deserialize, Serialize};

/// A phone's own time in milliseconds, from anywhere: it only has to go on evenly.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Local(pub f64);

/// By how much two clocks may part, in milliseconds a millisecond: quartz does better.
const DRIFT: f64 = 0.000_1;
/// What rounding may cost, at either end of a span.
const ROUNDING: f64 = 0.5;

/// Where the truth lies: between these, at a time of the phone.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    at: f64,
    low: f64,
    high: f64,
}

impl Span {
    /// What one answer leaves: the server's moment, in whole milliseconds, was read after the ping was sent and before the
    /// pong was heard.
    fn of(heard: f64, sent: f64, moment: i64) -> Span {
        let (earliest, latest) = (moment as f64 - ROUNDING, moment as f64 + 1.0 + ROUNDING);
        Span { at: heard, low: earliest - heard.max(sent), high: latest - sent }
    }

    /// The same at a later time: the clocks may have parted.
    fn at(self, local: f64) -> Span {
        let parted = (local - self.at).abs() * DRIFT;
        Span { at: local, low: self.low - parted, high: self.high + parted }
    }

    /// What both leave, if they leave anything.
    fn and(self, other: Span) -> Option<Span> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Span { at: self.at, low, high })
    }
}

/// An estimate of the time of the match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offset(Option<Span>);

impl Offset {
    /// A pong has come: sent and heard by the phone's own time, with the server's moment in whole
    /// milliseconds. One that contradicts the others shows that the server's clock was moved:
    /// then only it counts.
    pub fn pong(&mut self, heard: Local, sent: Local, moment: i64) {
        let told = Span::of(heard.0, sent.0, moment);
        let both = self.0.and_then(|known| known.at(heard.0).and(told));
        self.0 = both.or(Some(told));
    }

    /// The moment of the match at a time of the phone, if it is known.
    #[must_use]
    pub fn moment(&self, local: Local) -> Option<f64> {
        let Span { low, high, .. } = self.0?;
        Some(local.0 + (low + high) / 2.0)
    }

    /// By how much that can be wrong.
    #[must_use]
    pub fn error(&self, local: Local) -> Option<f64> {
        let Span { low, high, .. } = self.0?.at(local.0);
        Some((high - low) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_delay_wins_and_a_moved_clock_is_noticed() {
        let mut offset = Offset::default();
        offset.pong(Local(1_300.0), Local(1_000.0), 5_290);
        offset.pong(Local(1_404.0), Local(1_400.0), 5_402);
        offset.pong(Local(1_700.0), Local(1_500.0), 5_510);
        let moment = offset.moment(Local(2_000.0)).expect("known");
        assert!((moment - 6_000.0).abs() < 3.0, "{moment}");
        // The server was away for ten seconds of its own.
        offset.pong(Local(60_010.0), Local(60_000.0), 54_005);
        let moment = offset.moment(Local(60_010.0)).expect("known");
        assert!((moment - 54_010.0).abs() < 7.0, "{moment}");
    }

    #[test]
    fn a_fast_pong_is_not_forgotten_for_slow_ones() {
        let mut offset = Offset::default();
        offset.pong(Local(10.0), Local(0.0), 5_005);
        // Each takes 40 ms there, and 5 back: one of them alone is off by 17 ms.
        for number in 1..=64 {
            let sent = f64::from(number) * 80.0;
            offset.pong(Local(sent + 45.0), Local(sent), 5_000 + (sent + 40.0) as i64);
        }
        let moment = offset.moment(Local(6_000.0)).expect("known");
        assert!((moment - 11_000.0).abs() < 2.0, "{moment}");
        assert!(offset.error(Local(6_000.0)).expect("known") < 7.0);
    }

    #[test]
    fn a_way_there_and_a_way_back_make_one_fast_ping() {
        let mut offset = Offset::default();
        // 60 ms there and 2 back, then 2 there and 60 back.
        offset.pong(Local(62.0), Local(0.0), 5_060);
        assert!((offset.moment(Local(62.0)).expect("known") - 5_062.0).abs() > 20.0);
        offset.pong(Local(162.0), Local(100.0), 5_102);
        let moment = offset.moment(Local(162.0)).expect("known");
        assert!((moment - 5_162.0).abs() < 1.0, "{moment}");
        assert!(offset.error(Local(162.0)).expect("known") < 4.0);
    }
}
