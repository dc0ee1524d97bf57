//! What is agreed.

use tandem_rules::Rulebook;
use tandem_rules::book::Counts;

use super::Decision;
use crate::change::Change;
use crate::codes::Refusal;
use crate::state::State;
use crate::terms::{Terms, TieBreak};

/// More rounds than any day has.
const MAX_ROUNDS: u16 = 99;

pub(crate) fn create(terms: &Terms) -> Result<Vec<Change>, Refusal> {
    check(terms)?;
    Ok(vec![Change::Created { terms: Box::new(terms.clone()) }])
}

pub(super) fn set(state: &State, terms: &Terms) -> Result<Decision, Refusal> {
    check(terms)?;
    let was = &state.terms;
    let fixed = terms.book != was.book
        || terms.system != was.system
        || terms.legs != was.legs
        || terms.seed != was.seed
        || terms.seeding != was.seeding
        || terms.colours != was.colours
        || terms.first_named != was.first_named;
    if state.begun() && fixed {
        return Err(Refusal::TermsFixed {});
    }
    let played = u16::try_from(state.rounds.len()).unwrap_or(u16::MAX);
    if terms.rounds < played {
        return Err(Refusal::TermsFixed {});
    }
    Ok(Decision::of(Change::TermsSet { terms: Box::new(terms.clone()) }))
}

fn check(terms: &Terms) -> Result<(), Refusal> {
    if terms.name.trim().is_empty() {
        return Err(Refusal::NoName {});
    }
    let book = terms.book.open()?;
    if !(1..=MAX_ROUNDS).contains(&terms.rounds) {
        return Err(Refusal::Rounds { most: MAX_ROUNDS });
    }
    if !matches!(terms.legs, 1 | 2) {
        return Err(Refusal::Legs {});
    }
    tie_breaks(terms, &book)
}

/// Where a book gives one result a match, game points are match points: they break no tie, nor does the
/// board count.
fn tie_breaks(terms: &Terms, book: &Rulebook) -> Result<(), Refusal> {
    let counts = &book.axes.event.counts;
    let twice = |at: usize| {
        let tie_break = terms.tie_breaks[at];
        let same = matches!(tie_break, TieBreak::OtherPoints | TieBreak::BoardCount);
        (counts.is == Counts::Match && same) || terms.tie_breaks[..at].contains(&tie_break)
    };
    match (0..terms.tie_breaks.len()).find(|&at| twice(at)) {
        Some(at) => Err(Refusal::TieBreakTwice {
            tie_break: terms.tie_breaks[at].code().to_owned(),
            article: counts.by.clone(),
        }),
        None => Ok(()),
    }
}
