//! What an arbiter may do to results and teams: just what the book gives, each with its article.

use serde::{Deserialize, Serialize};
use tandem_rules::book::{Cite, Power};

use crate::codes::Refusal;
use crate::command::Penalty;
use crate::state::State;

/// A kind of [`Penalty`], by the name that the penalty has in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyKind {
    /// The match is lost.
    Loss,
    /// Both lose.
    BothLose,
    /// The result is what the arbiter says.
    Result,
    /// A new match.
    Again,
    /// Fewer points.
    Fewer,
    /// More points for the opponents.
    Raised,
}

impl PenaltyKind {
    /// All of them.
    pub const ALL: [PenaltyKind; 6] = [
        PenaltyKind::Loss,
        PenaltyKind::BothLose,
        PenaltyKind::Result,
        PenaltyKind::Again,
        PenaltyKind::Fewer,
        PenaltyKind::Raised,
    ];

    /// Whether it changes a result that must be there.
    fn after_result(self) -> bool {
        match self {
            PenaltyKind::Fewer | PenaltyKind::Raised => true,
            PenaltyKind::Loss
            | PenaltyKind::BothLose
            | PenaltyKind::Result
            | PenaltyKind::Again => false,
        }
    }
}

impl Penalty {
    /// Which kind it is.
    #[must_use]
    pub fn kind(&self) -> PenaltyKind {
        match self {
            Penalty::Loss { .. } => PenaltyKind::Loss,
            Penalty::BothLose => PenaltyKind::BothLose,
            Penalty::Result { .. } => PenaltyKind::Result,
            Penalty::Again => PenaltyKind::Again,
            Penalty::Fewer { .. } => PenaltyKind::Fewer,
            Penalty::Raised { .. } => PenaltyKind::Raised,
        }
    }
}

/// A penalty that the book of an event gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GrantedPenalty {
    /// Which.
    pub penalty: PenaltyKind,
    /// By which article.
    pub article: Cite,
    /// Whether it changes a result that must be there.
    pub after_result: bool,
}

/// The article of a power, if the book gives it.
fn granted<'s>(state: &'s State, power: Power, article: &'s Cite) -> Result<&'s Cite, Refusal> {
    let powers = &state.book.axes.arbiter.powers;
    if powers.is.contains(power) {
        Ok(article)
    } else {
        Err(Refusal::NoPower { article: powers.by.clone() })
    }
}

/// By which article a penalty is given.
pub(super) fn penalty(state: &State, kind: PenaltyKind) -> Result<&Cite, Refusal> {
    let grounds = &state.book.grounds;
    let (power, article) = match kind {
        PenaltyKind::Loss => (Power::Forfeit, &grounds.forfeit),
        PenaltyKind::BothLose => (Power::Result, &grounds.both_lose),
        PenaltyKind::Result => (Power::Result, &grounds.ruling),
        PenaltyKind::Again => (Power::Restart, &grounds.restart),
        PenaltyKind::Fewer => (Power::Points, &grounds.points),
        PenaltyKind::Raised => (Power::Points, &grounds.points_raised),
    };
    granted(state, power, article)
}

/// By which article a team is excluded.
pub(super) fn exclusion(state: &State) -> Result<&Cite, Refusal> {
    granted(state, Power::Exclude, &state.book.grounds.exclude)
}

impl State {
    /// The penalties that the book gives, each with its article; none once the event is over.
    #[must_use]
    pub fn penalties(&self) -> Vec<GrantedPenalty> {
        let granted = |kind: PenaltyKind| {
            let article = penalty(self, kind).ok()?.clone();
            Some(GrantedPenalty { penalty: kind, article, after_result: kind.after_result() })
        };
        let kinds = PenaltyKind::ALL.into_iter().filter(|_| !self.finished);
        kinds.filter_map(granted).collect()
    }

    /// The article by which a team may be excluded, if the book has one.
    #[must_use]
    pub fn exclusion(&self) -> Option<&Cite> {
        exclusion(self).ok().filter(|_| !self.finished)
    }
}
