//! The next round, as a draft.

use std::collections::BTreeMap;

use tandem_rules::book::Cite;

use super::lineup::{self, Raw};
use super::{Decision, results};
use crate::change::Change;
use crate::codes::{Doubt, Reason, Refusal};
use crate::ids::{PairingNumber, PlayerId, RoundNumber, TableNumber, TeamId};
use crate::lot;
use crate::pairing::{Paired, berger, knockout, squares, swiss};
use crate::people::Team;
use crate::round::{Bye, ByeKind, Pairing, Round, RoundKind, Side, Stage, Which};
use crate::state::State;
use crate::tables::winner;
use crate::terms::{Seeding, System};

/// The articles of FIDE's handbook that systems rest on.
const SWISS: &str = "FIDE C.04.6";
const ROUND_ROBIN: &str = "FIDE C.05";

/// Whether the next round could be paired, as far as that is known without pairing it.
pub(super) fn may_draft(state: &State) -> Result<(), Refusal> {
    prepare(state).map(|_| ())
}

/// The state without a draft, everybody numbered, and the round that is to be paired.
fn prepare(state: &State) -> Result<(State, Decision, RoundNumber), Refusal> {
    let mut decision = Decision::default();
    let mut now = state.clone();
    if state.draft().is_some() {
        decision.changes.push(Change::Discarded);
        now.rounds.pop();
    }
    if let Some(open) = now.latest().filter(|round| round.stage != Stage::Closed) {
        return Err(Refusal::RoundOpen { round: open.number });
    }
    let number = now.next_round();
    number_entrants(&mut now, &mut decision)?;
    if number.0 > now.round_count()
        || now.rounds.iter().any(|round| round.kind == RoundKind::PlayOff)
    {
        return Err(Refusal::AllPlayed { rounds: now.round_count() });
    }
    Ok((now, decision, number))
}

pub(super) fn draft(state: &State) -> Result<Decision, Refusal> {
    let (now, mut decision, number) = prepare(state)?;
    let mut round = Round {
        number,
        kind: RoundKind::Regular,
        stage: Stage::Draft,
        pairings: Vec::new(),
        byes: Vec::new(),
        starts: None,
        started: None,
    };
    match now.terms.system {
        System::Swiss => by_swiss(&now, &mut round)?,
        System::RoundRobin | System::DoubleRoundRobin => by_berger(&now, &mut round),
        System::Knockout => by_knockout(&now, &mut round)?,
        System::Rotating => by_squares(&now, &mut round)?,
    }
    decision.doubts = not_here(&now, &round);
    decision.changes.push(Change::Drafted { round });
    let decision = match now.terms.system {
        System::Swiss => decision.by(&Cite::new(SWISS)),
        System::RoundRobin | System::DoubleRoundRobin => decision.by(&Cite::new(ROUND_ROBIN)),
        System::Knockout | System::Rotating => decision,
    };
    Ok(decision.by(&now.book.axes.contest.colours.by).by(&now.book.axes.event.first_board.by))
}

pub(super) fn discard(state: &State) -> Result<Decision, Refusal> {
    state.draft().ok_or(Refusal::NoDraft {})?;
    Ok(Decision::of(Change::Discarded))
}

/// Those who are paired although they have not checked in, once others have.
fn not_here(state: &State, round: &Round) -> Vec<Doubt> {
    if !state.players.values().any(|player| player.here) {
        return Vec::new();
    }
    let here = |id: &PlayerId| state.players.get(id).is_some_and(|player| player.here);
    let sides = round.pairings.iter().flat_map(|pairing| &pairing.sides);
    let away = sides.filter(|side| !side.boards.iter().all(here));
    away.map(|side| Doubt::NotHere { team: side_name(state, side) }).collect()
}

pub(super) fn side_name(state: &State, side: &Side) -> String {
    match side.team {
        Some(team) => state.team_name(team).to_owned(),
        None => side.boards.map(|player| state.player_name(player).to_owned()).join(" & "),
    }
}

/// Pairing numbers: for all before the first round, then for whoever came late.
fn number_entrants(state: &mut State, decision: &mut Decision) -> Result<(), Refusal> {
    if state.terms.system.of_players() {
        return number_players(state, decision);
    }
    let needed = 2;
    let plays = |team: &&Team| state.team_plays(team, state.next_round());
    let teams = state.teams.values().filter(plays).count();
    if teams < needed {
        return Err(Refusal::TooFew { teams: teams as u32, needed: needed as u32 });
    }
    let begun = state.begun();
    let mut order: Vec<&Team> =
        state.teams.values().filter(|team| !begun || team.number.is_none()).collect();
    order.sort_by_key(|team| {
        let rating = match state.terms.seeding {
            Seeding::Rating => state.team_rating(team),
            Seeding::Entry | Seeding::Lot => 0,
        };
        (std::cmp::Reverse(rating), team.id)
    });
    if state.terms.seeding == Seeding::Lot {
        lot::shuffle(&state.terms.seed, "numbers", &mut order, |team| team.id.to_string());
    }
    let first = if begun { state.numbers().len() } else { 0 };
    let numbers: Vec<(TeamId, PairingNumber)> =
        order.iter().enumerate().map(|(at, team)| (team.id, number(first + at + 1))).collect();
    if !numbers.is_empty() {
        for (team, number) in &numbers {
            if let Some(team) = state.teams.get_mut(team) {
                team.number = Some(*number);
            }
        }
        decision.changes.push(Change::TeamsNumbered { numbers });
    }
    Ok(())
}

fn number_players(state: &mut State, decision: &mut Decision) -> Result<(), Refusal> {
    let players = state
        .players
        .values()
        .filter(|player| state.player_plays(player, state.next_round()))
        .count();
    if players < 4 || !players.is_multiple_of(4) {
        return Err(Refusal::NotByFour { players: players as u32 });
    }
    if state.begun() {
        return Ok(());
    }
    let mut order: Vec<_> = state.players.values().collect();
    order.sort_by_key(|player| (std::cmp::Reverse(player.person.rating.unwrap_or(0)), player.id));
    match state.terms.seeding {
        Seeding::Rating => {}
        Seeding::Entry => order.sort_by_key(|player| player.id),
        Seeding::Lot => {
            lot::shuffle(&state.terms.seed, "numbers", &mut order, |player| player.id.to_string());
        }
    }
    let numbers: Vec<(PlayerId, PairingNumber)> =
        order.iter().enumerate().map(|(at, player)| (player.id, number(at + 1))).collect();
    for (player, number) in &numbers {
        if let Some(player) = state.players.get_mut(player) {
            player.number = Some(*number);
        }
    }
    decision.changes.push(Change::PlayersNumbered { numbers });
    Ok(())
}

fn number(at: usize) -> PairingNumber {
    PairingNumber(u16::try_from(at).unwrap_or(u16::MAX))
}

fn table(at: usize) -> TableNumber {
    TableNumber(u16::try_from(at + 1).unwrap_or(u16::MAX))
}

/// A side of a team, and the reason that somebody of it rests.
fn team_side(
    state: &State,
    team: TeamId,
    round: RoundNumber,
    reasons: &mut Vec<Reason>,
) -> Option<Side> {
    let (side, resting) = lineup::side(state, state.teams.get(&team)?, round);
    if let Some(player) = resting {
        reasons.push(Reason::Rests { player: state.player_name(player).to_owned() });
    }
    Some(side)
}

/// Adds a table for two teams: the one with White (or named first, where the system gives no colours) and the other.
pub(super) fn seat(
    state: &State,
    round: &mut Round,
    one: TeamId,
    other: TeamId,
    coloured: bool,
    mut reasons: Vec<Reason>,
) {
    let number =
        |team: TeamId| state.teams.get(&team).and_then(|team| team.number).unwrap_or_default();
    let numbers = [number(one), number(other)];
    let (Some(one), Some(other)) = (
        team_side(state, one, round.number, &mut reasons),
        team_side(state, other, round.number, &mut reasons),
    ) else {
        return;
    };
    let raw = Raw { one, other, coloured, numbers, reasons };
    let at = table(round.pairings.len());
    round.pairings.push(lineup::pairing(state, round.number, at, raw));
}

pub(super) fn team_bye(team: TeamId, kind: ByeKind, reasons: Vec<Reason>) -> Bye {
    Bye { team: Some(team), player: None, kind, reasons }
}

fn by_swiss(state: &State, round: &mut Round) -> Result<(), Refusal> {
    let mut cross = state.cross_table(false);
    for row in &mut cross.rows {
        let team = state.team_by_number(row.number).and_then(|team| state.teams.get(&team));
        row.here = team.is_some_and(|team| state.team_plays(team, round.number));
    }
    let no_pairing =
        Refusal::NoPairing { round: round.number, article: Cite::new("FIDE C.04.6 3.3.3") };
    let paired = swiss(&cross).map_err(|_| no_pairing)?;
    for Paired { white, black, reasons } in paired {
        let Some(one) = state.team_by_number(white) else { continue };
        match black.and_then(|black| state.team_by_number(black)) {
            Some(other) => seat(state, round, one, other, true, reasons),
            None => round.byes.push(team_bye(one, ByeKind::Allocated, reasons)),
        }
    }
    sit_outs(state, round);
    Ok(())
}

/// Those who take part but not in this round.
pub(super) fn sit_outs(state: &State, round: &mut Round) {
    for team in state.teams.values() {
        let takes_part = team.attendance.from <= round.number
            && team.attendance.withdrawn.is_none_or(|from| round.number < from);
        if takes_part && !state.team_plays(team, round.number) {
            round.byes.push(team_bye(team.id, ByeKind::SitOut, vec![Reason::Away {}]));
        }
    }
}

fn by_berger(state: &State, round: &mut Round) {
    let teams = u16::try_from(state.numbers().len()).unwrap_or(u16::MAX);
    let of_table = |reason: fn(u16, u16) -> Reason| reason(round.number.0, teams);
    let named = of_table(|round, teams| Reason::Berger { round, teams });
    for (a, b) in berger(teams, round.number.0) {
        let team = |at: u16| state.team_by_number(PairingNumber(at));
        match (team(a), team(b)) {
            (Some(one), Some(other)) => {
                seat(state, round, one, other, false, vec![named.clone()]);
                walkover(state, round);
            }
            (Some(one), None) | (None, Some(one)) => {
                let free = Reason::BergerFree { round: round.number.0 };
                round.byes.push(team_bye(one, ByeKind::Free, vec![free]));
            }
            (None, None) => {}
        }
    }
}

/// The latest table has its result already where somebody does not come.
fn walkover(state: &State, round: &mut Round) {
    let number = round.number;
    let Some(pairing) = round.pairings.last_mut() else { return };
    let comes = |which: Which| {
        let team = pairing.sides[which.index()].team.and_then(|team| state.teams.get(&team));
        team.is_some_and(|team| state.team_plays(team, number))
    };
    let winner = match (comes(Which::First), comes(Which::Second)) {
        (true, true) => return,
        (true, false) => Some(Which::First),
        (false, true) => Some(Which::Second),
        (false, false) => None,
    };
    for leg in &mut pairing.legs {
        leg.outcome = Some(results::forfeit(state, winner));
    }
    pairing.reasons.push(Reason::OpponentAway {});
}

fn by_knockout(state: &State, round: &mut Round) -> Result<(), Refusal> {
    let teams = u16::try_from(state.numbers().len()).unwrap_or(u16::MAX);
    let rounds = knockout::rounds(teams);
    let places = knockout::tree(rounds);
    let mut slots: Vec<Option<TeamId>> =
        places.iter().map(|place| state.team_by_number(PairingNumber(*place))).collect();
    let mut losers: Vec<TeamId> = Vec::new();
    for earlier in state.regular() {
        losers.clear();
        slots = slots
            .chunks(2)
            .map(|two| match two {
                [Some(a), Some(b)] => {
                    let (winner, loser) = advances(earlier, *a, *b)?;
                    losers.push(loser);
                    Ok(Some(winner))
                }
                [one, other] => Ok(one.or(*other)),
                _ => Ok(None),
            })
            .collect::<Result<_, Refusal>>()?;
    }
    let first_round = round.number.0 == 1;
    for two in slots.chunks(2) {
        let place = |team: TeamId| {
            state.teams.get(&team).and_then(|team| team.number).map_or(0, |number| number.0)
        };
        match *two {
            [Some(one), Some(other)] => {
                let reason = if first_round {
                    Reason::Seeded {
                        first: place(one).min(place(other)),
                        second: place(one).max(place(other)),
                    }
                } else {
                    Reason::Winners {}
                };
                seat(state, round, one, other, false, vec![reason]);
                walkover(state, round);
            }
            [Some(one), None] | [None, Some(one)] => {
                let reason = Reason::SeededBye { place: place(one) };
                round.byes.push(team_bye(one, ByeKind::Free, vec![reason]));
            }
            _ => {}
        }
    }
    if let (true, &[one, other]) = (state.terms.third_place && slots.len() == 2, losers.as_slice())
    {
        seat(state, round, one, other, false, vec![Reason::ThirdPlace {}]);
        walkover(state, round);
    }
    Ok(())
}

/// Who of two goes on.
fn advances(round: &Round, a: TeamId, b: TeamId) -> Result<(TeamId, TeamId), Refusal> {
    let meet = |pairing: &&Pairing| pairing.side_of(a).is_some() && pairing.side_of(b).is_some();
    let Some(pairing) = round.pairings.iter().find(meet) else {
        return Err(Refusal::NoRound { round: round.number });
    };
    let winner = winner(pairing).ok_or(Refusal::NoWinner { table: pairing.table })?;
    Ok(if pairing.side_of(a) == Some(winner) { (a, b) } else { (b, a) })
}

/// Squares of four by rank; they stay for three rounds, in which each plays with each.
fn by_squares(state: &State, round: &mut Round) -> Result<(), Refusal> {
    let turn = (round.number.0 - 1) % 3;
    let ranked = ranked_players(state, round.number)?;
    let by_id: BTreeMap<PlayerId, PairingNumber> = state
        .players
        .values()
        .map(|player| (player.id, player.number.unwrap_or_default()))
        .collect();
    for (at, square) in squares(&ranked).into_iter().enumerate() {
        let [one, other] = square.sides(turn);
        let number = |boards: [PlayerId; 2]| by_id.get(&boards[0]).copied().unwrap_or_default();
        let raw = Raw {
            numbers: [number(one), number(other)],
            one: Side { team: None, boards: one },
            other: Side { team: None, boards: other },
            coloured: false,
            reasons: vec![Reason::Square { square: at as u16 + 1, turn: turn + 1 }],
        };
        round.pairings.push(lineup::pairing(state, round.number, table(at), raw));
    }
    Ok(())
}

/// The players by rank as it was when the squares were made.
fn ranked_players(state: &State, round: RoundNumber) -> Result<Vec<PlayerId>, Refusal> {
    let made = (round.0 - 1) / 3 * 3;
    let mut then = state.clone();
    then.rounds.truncate(usize::from(made));
    let id = |number: PairingNumber| {
        state.players.values().find(|player| player.number == Some(number)).map(|player| player.id)
    };
    let order: Vec<PlayerId> = if made == 0 {
        let mut order: Vec<_> =
            state.players.values().filter(|player| player.number.is_some()).collect();
        order.sort_by_key(|player| player.number);
        order.into_iter().map(|player| player.id).collect()
    } else {
        then.standings(false).into_iter().filter_map(|line| id(line.number)).collect()
    };
    let plays = |id: &PlayerId| {
        state.players.get(id).is_some_and(|player| state.player_plays(player, round))
    };
    let ranked: Vec<PlayerId> = order.into_iter().filter(plays).collect();
    if !ranked.len().is_multiple_of(4) {
        return Err(Refusal::NotByFour { players: ranked.len() as u32 });
    }
    Ok(ranked)
}
