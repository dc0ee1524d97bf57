//! Changes of a draft by hand: checked, and refused with the reason if something is wrong. What is only doubtful
//! can be done anyway; then the doubt stands in the log.

use std::collections::{BTreeMap, BTreeSet};

use tandem_rules::book::Colours;

use super::drafting::{seat, sit_outs, team_bye};
use super::{Decision, team};
use crate::change::Change;
use crate::codes::{Doubt, Reason, Refusal};
use crate::command::HandPairing;
use crate::ids::{RoundNumber, TableNumber, TeamId};
use crate::round::{ByeKind, Pairing, Round};
use crate::state::State;
use crate::terms::System;

pub(super) fn pair(
    state: &State,
    pairings: &[HandPairing],
    anyway: bool,
) -> Result<Decision, Refusal> {
    let draft = state.draft().ok_or(Refusal::NoDraft {})?;
    if state.terms.system.of_players() || state.terms.system == System::Knockout {
        return Err(Refusal::ByTheSystem {});
    }
    everybody_once(state, draft.number, pairings)?;
    let was: BTreeMap<TeamId, &Pairing> = draft
        .pairings
        .iter()
        .flat_map(|pairing| {
            pairing.sides.iter().filter_map(move |side| Some((side.team?, pairing)))
        })
        .collect();

    let mut round = Round { pairings: Vec::new(), byes: Vec::new(), ..draft.clone() };
    for hand in pairings {
        let Some(second) = hand.second else {
            round.byes.push(team_bye(hand.first, ByeKind::Allocated, vec![Reason::ByHand {}]));
            continue;
        };
        // A pairing that is as it was keeps its reasons.
        let kept = was.get(&hand.first).filter(|pairing| {
            pairing.sides[0].team == Some(hand.first) && pairing.sides[1].team == Some(second)
        });
        let reasons =
            kept.map_or_else(|| vec![Reason::ByHand {}], |pairing| pairing.reasons.clone());
        seat(state, &mut round, hand.first, second, false, reasons);
        if let (Some(pairing), Some(white)) = (round.pairings.last_mut(), hand.white) {
            let given = pairing.legs.first().is_none_or(|leg| leg.white == white);
            if !given && !anyway {
                return Err(by_book(state, pairing.table));
            }
            for (at, leg) in pairing.legs.iter_mut().enumerate() {
                leg.white = if at % 2 == 0 { white } else { white.other() };
            }
        }
        if let (Some(pairing), Some(kept)) = (round.pairings.last_mut(), kept) {
            pairing.reasons.clone_from(&kept.reasons);
        }
    }
    sit_outs(state, &mut round);
    let doubts = doubts(state, &round);
    if !anyway {
        refuse_first(&doubts)?;
    }
    let change = Change::Redrafted { pairings: round.pairings, byes: round.byes };
    Ok(Decision { doubts, ..Decision::of(change) }.by(&state.book.axes.contest.colours.by))
}

pub(super) fn exchange(
    state: &State,
    one: TeamId,
    other: TeamId,
    anyway: bool,
) -> Result<Decision, Refusal> {
    if one == other {
        return Err(Refusal::Itself { team: team(state, one)?.name.clone() });
    }
    let change = |id: TeamId| match id {
        id if id == one => other,
        id if id == other => one,
        id => id,
    };
    let mut pairings = as_drafted(state)?;
    for pairing in &mut pairings {
        (pairing.first, pairing.second) = (change(pairing.first), pairing.second.map(change));
    }
    pair(state, &pairings, anyway)
}

/// The two teams of a table change colours. Where the book gives the first-named team its colour, the other one is
/// then named first; where lots decide, nobody else does.
pub(super) fn swap_colours(state: &State, table: TableNumber) -> Result<Decision, Refusal> {
    let draft = state.draft().ok_or(Refusal::NoDraft {})?;
    let at = draft.pairings.iter().position(|pairing| pairing.table == table);
    let at = at.ok_or(Refusal::NoTable { round: draft.number, table })?;
    let mut pairings = as_drafted(state)?;
    if state.book.axes.contest.colours.is == Colours::Lot {
        return Err(by_book(state, table));
    }
    let HandPairing { first, second: Some(second), .. } = pairings[at] else {
        return Err(Refusal::ByTheSystem {});
    };
    (pairings[at].first, pairings[at].second) = (second, Some(first));
    // Who meets whom stays as it is, so nothing new can be wrong with it.
    pair(state, &pairings, true)
}

fn by_book(state: &State, table: TableNumber) -> Refusal {
    Refusal::ColoursByBook { table, article: state.book.axes.contest.colours.by.clone() }
}

/// The draft as if it had been made by hand: the pairings in their order, then the byes.
fn as_drafted(state: &State) -> Result<Vec<HandPairing>, Refusal> {
    let draft = state.draft().ok_or(Refusal::NoDraft {})?;
    let mut pairings = Vec::new();
    for pairing in &draft.pairings {
        let [Some(first), second @ Some(_)] = [0, 1].map(|at: usize| pairing.sides[at].team) else {
            return Err(Refusal::ByTheSystem {});
        };
        let white = pairing.legs.first().map(|leg| leg.white);
        pairings.push(HandPairing { first, second, white });
    }
    for bye in draft.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated) {
        pairings.extend(bye.team.map(|first| HandPairing { first, second: None, white: None }));
    }
    Ok(pairings)
}

/// Everybody who plays stands in it once, and nobody else does.
fn everybody_once(
    state: &State,
    round: RoundNumber,
    pairings: &[HandPairing],
) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    for hand in pairings {
        if hand.second == Some(hand.first) {
            return Err(Refusal::Itself { team: team(state, hand.first)?.name.clone() });
        }
        for id in [Some(hand.first), hand.second].into_iter().flatten() {
            let team = team(state, id)?;
            if !seen.insert(id) || !state.team_plays(team, round) {
                return Err(Refusal::NotOnce { team: team.name.clone() });
            }
        }
    }
    let missing =
        state.teams.values().find(|team| state.team_plays(team, round) && !seen.contains(&team.id));
    missing.map_or(Ok(()), |team| Err(Refusal::NotOnce { team: team.name.clone() }))
}

/// What can't stand without saying "anyway": a second meeting, a second bye.
fn refuse_first(doubts: &[Doubt]) -> Result<(), Refusal> {
    for doubt in doubts {
        match doubt {
            Doubt::MetBefore { first, second, round } => {
                return Err(Refusal::MetBefore {
                    first: first.clone(),
                    second: second.clone(),
                    round: *round,
                });
            }
            Doubt::SecondBye { team } => return Err(Refusal::SecondBye { team: team.clone() }),
            Doubt::NextRoundPaired { .. }
            | Doubt::SameColour { .. }
            | Doubt::NotHere { .. }
            | Doubt::FarApart { .. }
            | Doubt::ReportsDiffer { .. } => {}
        }
    }
    Ok(())
}

/// All that is doubtful about a draft, for pages that show it while somebody changes it.
pub(crate) fn doubts(state: &State, round: &Round) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let forbids =
        state.terms.system != System::DoubleRoundRobin && state.terms.system != System::Knockout;
    let earlier = || state.regular().filter(|other| other.number < round.number);
    for pairing in &round.pairings {
        let [Some(one), Some(other)] = [0, 1].map(|at: usize| pairing.sides[at].team) else {
            continue;
        };
        let meeting = earlier().find(|round| {
            let met = round.pairing_of(one).filter(|(pairing, _)| pairing.side_of(other).is_some());
            met.is_some_and(|(pairing, _)| {
                let outcomes = pairing.legs.iter().filter_map(|leg| leg.outcome.as_ref());
                outcomes.into_iter().any(crate::round::Outcome::played)
            })
        });
        if let Some(meeting) = meeting.filter(|_| forbids) {
            doubts.push(Doubt::MetBefore {
                first: state.team_name(one).to_owned(),
                second: state.team_name(other).to_owned(),
                round: meeting.number,
            });
        }
        doubts.extend(
            [one, other].into_iter().filter_map(|team| same_colour(state, round, pairing, team)),
        );
        doubts.extend(far_apart(state, one, other));
    }
    for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated) {
        let Some(id) = bye.team else { continue };
        let had = earlier().any(|round| {
            round.byes.iter().any(|bye| bye.team == Some(id) && bye.kind == ByeKind::Allocated)
        });
        if had {
            doubts.push(Doubt::SecondBye { team: state.team_name(id).to_owned() });
        }
    }
    doubts
}

/// A third time the same colour on the first board.
fn same_colour(state: &State, round: &Round, pairing: &Pairing, team: TeamId) -> Option<Doubt> {
    let white = |pairing: &Pairing| {
        let which = pairing.side_of(team)?;
        pairing.legs.first().map(|leg| leg.white == which)
    };
    if state.terms.legs > 1 {
        return None;
    }
    let now = white(pairing)?;
    let before = state.regular().filter(|other| other.number < round.number);
    let mut before: Vec<bool> =
        before.filter_map(|round| white(round.pairing_of(team)?.0)).collect();
    before.reverse();
    let times = before.iter().take_while(|was| **was == now).count() + 1;
    (times > 2)
        .then(|| Doubt::SameColour { team: state.team_name(team).to_owned(), times: times as u16 })
}

/// Scores more than a win apart.
fn far_apart(state: &State, one: TeamId, other: TeamId) -> Option<Doubt> {
    if state.terms.system != System::Swiss {
        return None;
    }
    let table = state.cross_table(false);
    let rounds = usize::from(table.played());
    let score = |team: TeamId| {
        let row = table.row(state.teams.get(&team)?.number?)?;
        Some(table.points(row, table.primary, rounds).0)
    };
    let win = match table.primary {
        tandem_rules::book::Counts::Match => table.of_match.win,
        tandem_rules::book::Counts::Games => table.of_game.win * i32::from(table.boards),
    };
    ((score(one)? - score(other)?).abs() > win * i32::from(state.terms.legs)).then(|| {
        Doubt::FarApart {
            first: state.team_name(one).to_owned(),
            second: state.team_name(other).to_owned(),
        }
    })
}

impl State {
    /// What is doubtful about the draft.
    #[must_use]
    pub fn draft_doubts(&self) -> Vec<Doubt> {
        self.draft().map_or_else(Vec::new, |draft| doubts(self, draft))
    }
}
