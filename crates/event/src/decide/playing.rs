//! Rounds go on: published, started, closed; ties are played off; the event ends.

use super::drafting::seat;
use super::{Decision, round, team};
use crate::change::Change;
use crate::codes::{Reason, Refusal};
use crate::ids::{RoundNumber, TableNumber, TeamId};
use crate::round::{Leg, LegKind, Round, RoundKind, Stage, Which};
use crate::state::State;
use crate::tables::winner;
use crate::terms::System;

/// A draft in which everybody who plays has a place is shown to everybody.
pub(super) fn publish(state: &State) -> Result<Decision, Refusal> {
    let draft = state.draft().ok_or(Refusal::NoDraft {})?;
    if draft.kind == RoundKind::Regular && state.terms.system == System::Swiss {
        for team in state.teams.values() {
            let plays = state.team_plays(team, draft.number);
            let bye = draft.byes.iter().find(|bye| bye.team == Some(team.id));
            let placed = draft.pairing_of(team.id).is_some()
                || bye.is_some_and(|bye| bye.kind == crate::round::ByeKind::Allocated);
            if plays != placed {
                return Err(Refusal::NotOnce { team: team.name.clone() });
            }
        }
    }
    let change = Change::Published { round: draft.number };
    Ok(Decision::of(change).by(&state.book.axes.event.first_board.by))
}

pub(super) fn start(state: &State) -> Result<Decision, Refusal> {
    let latest = state.latest().ok_or(Refusal::NoDraft {})?;
    if latest.stage != Stage::Published {
        return Err(Refusal::NotPublished { round: latest.number });
    }
    Ok(Decision::of(Change::Started { round: latest.number }))
}

pub(super) fn close(state: &State) -> Result<Decision, Refusal> {
    let latest = state.latest().ok_or(Refusal::NoDraft {})?;
    if latest.stage != Stage::Running {
        return Err(Refusal::NotRunning { round: latest.number });
    }
    if let Some((table, _)) = latest.open().next() {
        let matches = latest.open().count() as u32;
        return Err(Refusal::ResultsMissing { matches, table });
    }
    let decides = state.terms.system == System::Knockout || latest.kind == RoundKind::PlayOff;
    let undecided = latest.pairings.iter().find(|pairing| winner(pairing).is_none());
    if let Some(pairing) = undecided.filter(|_| decides) {
        return Err(Refusal::NoWinner { table: pairing.table });
    }
    Ok(Decision::of(Change::Closed { round: latest.number }))
}

/// Two matches with colours swapped; once those are tied too, one match that decides, as often as it takes.
pub(super) fn play_on(
    state: &State,
    number: RoundNumber,
    table: TableNumber,
) -> Result<Decision, Refusal> {
    let round = round(state, number)?;
    if round.stage != Stage::Running {
        return Err(Refusal::NotRunning { round: number });
    }
    if state.terms.system != System::Knockout && round.kind == RoundKind::Regular {
        return Err(Refusal::NotKnockout {});
    }
    let pairing = round.table(table).ok_or(Refusal::NoTable { round: number, table })?;
    if !pairing.finished() || winner(pairing).is_some() {
        return Err(Refusal::NotTied { table });
    }
    let last = pairing.legs.last().map_or(Which::Second, |leg| leg.white);
    let leg = |white: Which, kind: LegKind| Leg { white, kind, outcome: None };
    let played_off = pairing.legs.iter().any(|leg| leg.kind == LegKind::PlayOff);
    let legs = if played_off {
        vec![leg(last.other(), LegKind::SuddenDeath)]
    } else {
        vec![leg(last.other(), LegKind::PlayOff), leg(last, LegKind::PlayOff)]
    };
    Ok(Decision::of(Change::LegsAdded { round: number, table, legs }))
}

/// After the last round, teams with the same points play for their place.
pub(super) fn play_off(state: &State, pairs: &[[TeamId; 2]]) -> Result<Decision, Refusal> {
    if let Some(open) = state.latest().filter(|round| round.stage != Stage::Closed) {
        return Err(Refusal::RoundOpen { round: open.number });
    }
    let played = state.regular().count() as u16;
    if played < state.round_count() {
        return Err(Refusal::NotOver { rounds: state.round_count() - played });
    }
    if state.terms.system.of_players() || state.terms.system == System::Knockout {
        return Err(Refusal::ByTheSystem {});
    }
    let standings = state.standings(false);
    let mut draft = Round {
        number: state.next_round(),
        kind: RoundKind::PlayOff,
        stage: Stage::Draft,
        pairings: Vec::new(),
        byes: Vec::new(),
        starts: None,
        started: None,
    };
    let mut seen = std::collections::BTreeSet::new();
    for [one, other] in pairs {
        let line = |id: TeamId| {
            let number = team(state, id)?.number;
            standings
                .iter()
                .find(|line| Some(line.number) == number)
                .ok_or(Refusal::NoTeam { team: id.0 })
        };
        let (a, b) = (line(*one)?, line(*other)?);
        for id in [one, other] {
            if !seen.insert(*id) {
                return Err(Refusal::NotOnce { team: state.team_name(*id).to_owned() });
            }
        }
        let table = TableNumber(draft.pairings.len() as u16 + 1);
        if a.points != b.points {
            return Err(Refusal::NotTied { table });
        }
        let place = a.place.min(b.place);
        seat(state, &mut draft, *one, *other, false, vec![Reason::PlayOff { place }]);
    }
    if draft.pairings.is_empty() {
        return Err(Refusal::Nobody {});
    }
    Ok(Decision::of(Change::Drafted { round: draft }))
}

pub(super) fn finish(state: &State) -> Result<Decision, Refusal> {
    if let Some(open) = state.latest().filter(|round| round.stage != Stage::Closed) {
        return Err(Refusal::RoundOpen { round: open.number });
    }
    Ok(Decision::of(Change::Finished))
}
