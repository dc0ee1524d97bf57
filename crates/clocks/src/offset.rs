//! How far the time of the match is from a phone's own, as NTP finds it: a ping goes and a pong
//! comes back with the server's moment; of several the one with the least delay is believed most.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// A phone's own time in milliseconds, from anywhere: it only has to go on evenly.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Local(pub f64);

/// How many samples are kept.
const KEPT: usize = 32;
/// By how much two clocks may part, in milliseconds a millisecond: quartz does better.
const DRIFT: f64 = 0.000_1;
/// What rounding may cost.
const ROUNDING: f64 = 1.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    at: f64,
    offset: f64,
    /// By how much it can be wrong at most: half of the delay.
    error: f64,
}

impl Sample {
    /// By how much it can be wrong at a later time.
    fn error_at(&self, local: f64) -> f64 {
        self.error + (local - self.at).abs() * DRIFT
    }
}

/// An estimate of the time of the match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offset {
    samples: VecDeque<Sample>,
}

impl Offset {
    /// A pong has come: sent and heard by the phone's own time, with the server's moment in whole
    /// milliseconds. A sample that contradicts the others shows that the server's clock was moved:
    /// then only it counts.
    pub fn pong(&mut self, heard: Local, sent: Local, moment: i64) {
        let delay = (heard.0 - sent.0).max(0.0);
        let offset = moment as f64 + 0.5 - (sent.0 + heard.0) / 2.0;
        let sample = Sample { at: heard.0, offset, error: delay / 2.0 + ROUNDING };
        if let Some(best) = self.best(heard) {
            let apart = (best.offset - sample.offset).abs();
            if apart > best.error_at(heard.0) + sample.error {
                self.samples.clear();
            }
        }
        self.samples.push_back(sample);
        if self.samples.len() > KEPT {
            self.samples.pop_front();
        }
    }

    fn best(&self, local: Local) -> Option<Sample> {
        let mut best: Option<Sample> = None;
        for sample in &self.samples {
            if best.is_none_or(|other| sample.error_at(local.0) <= other.error_at(local.0)) {
                best = Some(*sample);
            }
        }
        best
    }

    /// The moment of the match at a time of the phone, if it is known.
    #[must_use]
    pub fn moment(&self, local: Local) -> Option<f64> {
        Some(local.0 + self.best(local)?.offset)
    }

    /// By how much that can be wrong.
    #[must_use]
    pub fn error(&self, local: Local) -> Option<f64> {
        Some(self.best(local)?.error_at(local.0))
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
}
