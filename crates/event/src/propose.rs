//! Which system, how many rounds, and when it will be over.

use serde::{Deserialize, Serialize};
use tandem_referee::TimeControl;

use crate::ids::Moment;
use crate::pairing::knockout;
use crate::round::Stage;
use crate::state::State;
use crate::terms::System;

/// Moves of a player in a long match, for increments.
const MOVES: i64 = 45;
/// Minutes to find the table, and to bring the result.
const AROUND: u64 = 3;
/// What clubs play in an afternoon.
const USUAL_ROUNDS: u16 = 7;
/// Up to so many teams everybody meets everybody.
const ALL_MEET: u16 = 8;

/// What an organiser knows before the entries close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Occasion {
    /// How many teams there are.
    pub teams: u16,
    /// When the first round can begin.
    pub start: Moment,
    /// When all must be over, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// The time of each player in a match.
    pub time: TimeControl,
    /// Minutes between the rounds.
    pub pause: u16,
}

/// A system with its rounds, and when it would be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    /// The system.
    pub system: System,
    /// Its rounds.
    pub rounds: u16,
    /// Matches of a round against the same opponent.
    pub legs: u8,
    /// When it will be over.
    pub ends: Moment,
    /// Whether that is in time.
    pub in_time: bool,
}

/// Minutes that a round takes: all of both clocks, the increments of a long game, and the way to the table.
#[must_use]
pub fn round_minutes(time: TimeControl, legs: u8) -> u64 {
    let a_player = time.base.0 + (time.increment.0 + time.delay.0) * MOVES;
    let both = u64::try_from(a_player.max(0)).unwrap_or(0).saturating_mul(2);
    (both.div_ceil(60_000) + AROUND) * u64::from(legs.max(1))
}

/// When so many rounds are over.
fn ends(start: Moment, rounds: u16, legs: u8, time: TimeControl, pause: u16) -> Moment {
    let pauses = u64::from(pause) * u64::from(rounds.saturating_sub(1));
    start.plus_minutes(round_minutes(time, legs) * u64::from(rounds) + pauses)
}

/// What fits, the best first: everybody meets everybody, twice if there is time for it; else a Swiss of the usual
/// seven rounds or of as many as there is time for; a knockout where there is hardly any.
#[must_use]
pub fn propose(occasion: &Occasion) -> Vec<Proposal> {
    let Occasion { teams, start, until, time, pause } = *occasion;
    if teams < 2 {
        return Vec::new();
    }
    let once = teams - 1 + teams % 2;
    let deciding = knockout::rounds(teams);
    let make = |system, rounds, legs| {
        let ends = ends(start, rounds, legs, time, pause);
        Proposal { system, rounds, legs, ends, in_time: until.is_none_or(|until| ends <= until) }
    };
    let swiss = |rounds: u16| make(System::Swiss, rounds, 1);
    // Nobody meets twice in a Swiss, and all must be able to be paired to the end.
    let most = USUAL_ROUNDS.min(once.saturating_sub(1)).max(1);
    let fewest = deciding.min(most);
    let longest = (fewest..=most).rev().map(swiss).find(|swiss| swiss.in_time);

    let mut proposals = Vec::new();
    if teams <= ALL_MEET {
        if teams <= ALL_MEET / 2 || until.is_some() {
            proposals.push(make(System::DoubleRoundRobin, once * 2, 1));
        }
        proposals.push(make(System::RoundRobin, once, 1));
    }
    if teams > 3 {
        proposals.push(longest.unwrap_or_else(|| swiss(fewest)));
        if teams > ALL_MEET && teams <= ALL_MEET * 2 {
            proposals.push(make(System::RoundRobin, once, 1));
        }
    }
    proposals.push(make(System::Knockout, deciding, 1));
    // What is over in time comes before what is not; otherwise the order stays.
    proposals.sort_by_key(|proposal| !proposal.in_time);
    proposals
}

impl State {
    /// When the event will be over, if the next round (or the running one) begins or began at this moment.
    #[must_use]
    pub fn ends(&self, now: Moment) -> Moment {
        let done = self.rounds.iter().filter(|round| round.stage == Stage::Closed).count();
        let left = self.round_count().saturating_sub(u16::try_from(done).unwrap_or(u16::MAX));
        let running = self
            .latest()
            .filter(|round| round.stage == Stage::Running)
            .and_then(|round| round.started);
        let start = running.unwrap_or_else(|| self.terms.start.map_or(now, |start| start.max(now)));
        ends(start, left, self.terms.legs, self.terms.time, self.terms.pause)
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Millis;

    use super::*;

    fn occasion(teams: u16, hours: Option<u64>) -> Occasion {
        let start = Moment(0);
        Occasion {
            teams,
            start,
            until: hours.map(|hours| start.plus_minutes(hours * 60)),
            time: TimeControl::sudden_death(Millis::from_secs(300)),
            pause: 5,
        }
    }

    #[test]
    fn few_teams_all_meet_and_many_play_seven_rounds_of_swiss() {
        let best = |teams, hours| propose(&occasion(teams, hours))[0];
        assert_eq!((best(3, None).system, best(3, None).rounds), (System::DoubleRoundRobin, 6));
        assert_eq!((best(8, None).system, best(8, None).rounds), (System::RoundRobin, 7));
        assert_eq!((best(16, None).system, best(16, None).rounds), (System::Swiss, 7));
        // Seven rounds of 13 minutes with pauses of 5: 121 minutes.
        assert_eq!(best(16, None).ends, Moment(0).plus_minutes(121));
        // An hour is enough for no more than three rounds: four are the fewest that decide 16 teams.
        let short = best(16, Some(1));
        assert!(!short.in_time || short.rounds <= 4, "{short:?}");
        assert!(propose(&occasion(1, None)).is_empty());
        // An afternoon lets eight teams meet twice.
        assert_eq!(best(8, Some(5)).system, System::DoubleRoundRobin);
    }

    #[test]
    fn increments_make_rounds_longer() {
        let three_two = TimeControl {
            base: Millis::from_secs(180),
            increment: Millis::ZERO,
            delay: Millis::from_secs(2),
        };
        assert_eq!(round_minutes(three_two, 1), 12);
        assert_eq!(round_minutes(three_two, 2), 24);
    }
}
