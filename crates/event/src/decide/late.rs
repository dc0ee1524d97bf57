//! Those who are late: what the book makes of it, and from when on the event counts them as absent.

use serde::{Deserialize, Serialize};
use tandem_rules::book::{Cite, Late as Axis};

use super::Decision;
use super::results::{self, Place};
use crate::codes::Refusal;
use crate::ids::Moment;
use crate::round::{Pairing, Round, Which};
use crate::state::State;
use crate::terms::Venue;

/// What becomes of a match for which somebody is late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventLate"))]
#[serde(tag = "late", rename_all = "kebab-case")]
pub enum Late {
    /// It begins with the round, and the time of whoever is late runs (sscr 7.6).
    TimeRuns {
        /// By which article.
        article: Cite,
    },
    /// It begins when all four are there.
    Waits {
        /// From when on a side that is not complete has lost; none: the desk decides.
        until: Option<Moment>,
        /// By which article.
        article: Cite,
    },
}

impl State {
    /// What the book and the terms make of those who are late in a round.
    #[must_use]
    pub fn late(&self, round: &Round) -> Late {
        let axis = &self.book.axes.clock.late;
        let article = axis.by.clone();
        match axis.is {
            Axis::TimeRuns => Late::TimeRuns { article },
            Axis::Fide | Axis::Nothing | Axis::Arbiter => {
                let grace = self.terms.grace.map(u64::from);
                let until = grace.and_then(|grace| Some(round.started?.plus_minutes(grace)));
                Late::Waits { until, article }
            }
        }
    }

    /// Whether a pairing is played at a table of the server.
    #[must_use]
    pub fn is_online(&self, pairing: &Pairing) -> bool {
        let remote = |id| self.players.get(id).is_some_and(|player| player.person.remote);
        match self.terms.venue {
            Venue::Board => false,
            Venue::Online => true,
            Venue::Mixed => pairing.sides.iter().flat_map(|side| &side.boards).any(remote),
        }
    }
}

/// Nobody is counted as absent before the time that the event grants is over.
pub(super) fn not_come(
    state: &State,
    now: Moment,
    place: Place,
    winner: Option<Which>,
) -> Result<Decision, Refusal> {
    results::open(state, place)?;
    let Place(number, table, _) = place;
    let round = super::round(state, number)?;
    let (minutes, article) = (state.terms.grace, state.book.axes.clock.late.by.clone());
    match (state.late(round), minutes) {
        (Late::Waits { until: Some(until), .. }, Some(minutes)) if now < until => {
            Err(Refusal::StillWaited { table, minutes })
        }
        (Late::Waits { until: Some(_), .. }, _) => {
            Ok(results::set(state, place, Some(results::forfeit(state, winner))))
        }
        (Late::Waits { until: None, .. } | Late::TimeRuns { .. }, _) => {
            Err(Refusal::NoGrace { article })
        }
    }
}
