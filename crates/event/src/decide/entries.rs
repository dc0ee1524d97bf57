//! Entries: players, teams, check-in, withdrawal, absence, exclusion.

use std::collections::BTreeSet;

use tandem_rules::book::{BoardOne, FirstBoard};

use super::{Decision, player, powers, team};
use crate::change::Change;
use crate::codes::Refusal;
use crate::command::NewTeam;
use crate::ids::{PlayerId, RoundNumber, TeamId};
use crate::people::{Belongs, Person};
use crate::state::State;
use crate::terms::System;

/// More than any hall holds.
const MAX_PLAYERS: usize = 2000;

pub(super) fn teams(state: &State, new: &[NewTeam]) -> Result<Decision, Refusal> {
    if state.terms.system.of_players() {
        return Err(Refusal::OnlyPlayers {});
    }
    if new.is_empty() {
        return Err(Refusal::Nobody {});
    }
    room(state, new.len() * 2)?;
    let from = entry_round(state, new.len())?;
    let mut names = Names::of(state);
    let mut decision = Decision::default().by(&state.book.axes.event.first_board.by);
    let (mut next_player, mut next_team) = (next_player(state), next_team(state));
    for entry in new {
        let mut players = Vec::new();
        for person in &entry.players {
            let person = names.person(person)?;
            let id = PlayerId(next_player);
            next_player += 1;
            players.push((id, person));
        }
        let name = team_name(&entry.name, players.iter().map(|(_, person)| person.name.as_str()));
        if !(2..=3).contains(&players.len()) {
            return Err(Refusal::TeamSize { team: name, players: players.len() as u32 });
        }
        names.team(&name)?;
        eligible(state, &players[0].1, &name)?;
        let ids = players.iter().map(|(id, _)| *id).collect();
        decision.changes.extend(
            players.into_iter().map(|(player, person)| Change::PlayerEntered {
                player,
                person,
                from,
            }),
        );
        let team = TeamId(next_team);
        next_team += 1;
        decision.changes.push(Change::TeamEntered { team, name, players: ids, from });
    }
    Ok(decision)
}

pub(super) fn players(state: &State, new: &[Person]) -> Result<Decision, Refusal> {
    if new.is_empty() {
        return Err(Refusal::Nobody {});
    }
    room(state, new.len())?;
    let late = state.terms.system.of_players() && state.begun();
    let from = if late { entry_round(state, new.len())? } else { RoundNumber(1) };
    let mut names = Names::of(state);
    let mut decision = Decision::default();
    for (next, person) in (next_player(state)..).zip(new) {
        let person = names.person(person)?;
        decision.changes.push(Change::PlayerEntered { player: PlayerId(next), person, from });
    }
    Ok(decision)
}

/// The first round that somebody who enters now can play.
fn entry_round(state: &State, new: usize) -> Result<RoundNumber, Refusal> {
    if !state.begun() {
        return Ok(RoundNumber(1));
    }
    let numbered = state.teams.values().filter(|team| team.number.is_some()).count();
    let waiting = state.teams.len() - numbered;
    match state.terms.system {
        System::Swiss => Ok(state.next_round()),
        // Berger's table has a free place where the number was odd.
        System::RoundRobin | System::DoubleRoundRobin
            if numbered % 2 == 1 && new + waiting == 1 =>
        {
            Ok(state.next_round())
        }
        System::RoundRobin | System::DoubleRoundRobin | System::Knockout | System::Rotating => {
            Err(Refusal::NoLateEntry {})
        }
    }
}

pub(super) fn form(state: &State, name: &str, players: &[PlayerId]) -> Result<Decision, Refusal> {
    if state.terms.system.of_players() {
        return Err(Refusal::OnlyPlayers {});
    }
    let from = entry_round(state, 1)?;
    let name = team_name(name, players.iter().map(|id| state.player_name(*id)));
    check_players(state, None, &name, players)?;
    Names::of(state).team(&name)?;
    eligible(state, &player(state, players[0])?.person, &name)?;
    let team = TeamId(next_team(state));
    let entered = Change::TeamEntered { team, name, players: players.to_vec(), from };
    Ok(Decision::of(entered).by(&state.book.axes.event.first_board.by))
}

/// Two or three different players who are in no other team.
fn check_players(
    state: &State,
    own: Option<TeamId>,
    name: &str,
    players: &[PlayerId],
) -> Result<(), Refusal> {
    let different: BTreeSet<_> = players.iter().collect();
    if !(2..=3).contains(&players.len()) || different.len() != players.len() {
        return Err(Refusal::TeamSize { team: name.to_owned(), players: different.len() as u32 });
    }
    for id in players {
        let player = player(state, *id)?;
        if let Some(other) = state.team_of(*id).filter(|team| Some(team.id) != own) {
            return Err(Refusal::TwoTeams {
                player: player.person.name.clone(),
                team: other.name.clone(),
            });
        }
    }
    Ok(())
}

pub(super) fn change_player(
    state: &State,
    id: PlayerId,
    person: &Person,
) -> Result<Decision, Refusal> {
    let was = player(state, id)?;
    let mut names = Names::of(state);
    names.people.remove(&fold(&was.person.name));
    let person = names.person(person)?;
    if let Some(team) = state.team_of(id).filter(|team| team.players.first() == Some(&id)) {
        eligible(state, &person, &team.name)?;
    }
    Ok(Decision::of(Change::PlayerChanged { player: id, person }))
}

/// Another name, or another order of the players: as the book lets it.
pub(super) fn change_team(
    state: &State,
    id: TeamId,
    name: &str,
    players: &[PlayerId],
) -> Result<Decision, Refusal> {
    let was = team(state, id)?;
    let name = team_name(name, players.iter().map(|id| state.player_name(*id)));
    check_players(state, Some(id), &name, players)?;
    let mut names = Names::of(state);
    names.teams.remove(&fold(&was.name));
    names.team(&name)?;
    eligible(state, &player(state, players[0])?.person, &name)?;
    let axis = &state.book.axes.event.first_board;
    let article = axis.by.clone();
    match axis.is {
        FirstBoard::Event if state.begun() && players[0] != was.players[0] => {
            return Err(Refusal::FirstBoardFixed { team: was.name.clone(), article });
        }
        FirstBoard::Entered if state.begun() && players != was.players => {
            return Err(Refusal::OrderFixed { team: was.name.clone(), article });
        }
        FirstBoard::Event | FirstBoard::Entered | FirstBoard::Match | FirstBoard::Free => {}
    }
    Ok(Decision::of(Change::TeamChanged { team: id, name, players: players.to_vec() }).by(&article))
}

/// Who may play on board 1 (fer 7.2).
pub(super) fn eligible(state: &State, person: &Person, team: &str) -> Result<(), Refusal> {
    if may_play_first(state, person) {
        return Ok(());
    }
    Err(Refusal::BoardOne {
        player: person.name.clone(),
        team: team.to_owned(),
        article: state.book.axes.event.board_one.by.clone(),
    })
}

pub(super) fn may_play_first(state: &State, person: &Person) -> bool {
    match state.book.axes.event.board_one.is {
        BoardOne::Anyone => true,
        BoardOne::School => {
            matches!(person.belongs, Some(Belongs::Pupil | Belongs::Teacher | Belongs::Staff))
        }
    }
}

pub(super) fn remove_team(state: &State, id: TeamId) -> Result<Decision, Refusal> {
    let team = team(state, id)?;
    if state.rounds.iter().any(|round| round.pairing_of(id).is_some()) {
        return Err(Refusal::HasPlayed { team: team.name.clone() });
    }
    let mut decision = Decision::of(Change::TeamRemoved { team: id });
    decision
        .changes
        .extend(team.players.iter().map(|player| Change::PlayerRemoved { player: *player }));
    Ok(decision)
}

pub(super) fn remove_player(state: &State, id: PlayerId) -> Result<Decision, Refusal> {
    let player = player(state, id)?;
    let pairings = state.rounds.iter().flat_map(|round| &round.pairings);
    if pairings.into_iter().any(|pairing| pairing.side_of_player(id).is_some()) {
        return Err(Refusal::HasPlayed { team: player.person.name.clone() });
    }
    if let Some(team) = state.team_of(id) {
        let player = player.person.name.clone();
        return Err(Refusal::TwoTeams { player, team: team.name.clone() });
    }
    Ok(Decision::of(Change::PlayerRemoved { player: id }))
}

pub(super) fn check_in(
    state: &State,
    players: &[PlayerId],
    here: bool,
) -> Result<Decision, Refusal> {
    for id in players {
        player(state, *id)?;
    }
    Ok(Decision::of(Change::CheckedIn { players: players.to_vec(), here }))
}

pub(super) fn withdraw(state: &State, id: TeamId) -> Result<Decision, Refusal> {
    let team = team(state, id)?;
    if team.attendance.withdrawn.is_some() {
        return Err(Refusal::Gone { team: team.name.clone() });
    }
    Ok(Decision::of(Change::TeamWithdrawn { team: id, from: Some(state.next_round()) }))
}

pub(super) fn come_back(state: &State, id: TeamId) -> Result<Decision, Refusal> {
    let team = team(state, id)?;
    if team.attendance.excluded.is_some() {
        return Err(Refusal::Gone { team: team.name.clone() });
    }
    let Some(from) = team.attendance.withdrawn else {
        return Err(Refusal::NotGone { team: team.name.clone() });
    };
    // The rounds in between were missed.
    let missed = (from.0..state.next_round().0).map(RoundNumber);
    let mut decision = Decision::of(Change::TeamWithdrawn { team: id, from: None });
    decision.changes.extend(missed.map(|round| Change::TeamAbsent {
        team: id,
        round,
        absent: true,
    }));
    Ok(decision)
}

pub(super) fn withdraw_player(state: &State, id: PlayerId) -> Result<Decision, Refusal> {
    if !state.terms.system.of_players() {
        return Err(Refusal::OnlyTeams {});
    }
    let player = player(state, id)?;
    if player.attendance.withdrawn.is_some() {
        return Err(Refusal::Gone { team: player.person.name.clone() });
    }
    Ok(Decision::of(Change::PlayerWithdrawn { player: id, from: Some(state.next_round()) }))
}

pub(super) fn absent(
    state: &State,
    id: TeamId,
    round: RoundNumber,
    absent: bool,
) -> Result<Decision, Refusal> {
    team(state, id)?;
    if round < state.next_round() {
        return Err(Refusal::NotDraft { round });
    }
    if round.0 == 0 || round.0 > state.round_count().max(1) {
        return Err(Refusal::NoRound { round });
    }
    Ok(Decision::of(Change::TeamAbsent { team: id, round, absent }))
}

/// Where the book lets an arbiter exclude (sscr 9.4 g).
pub(super) fn exclude(state: &State, id: TeamId) -> Result<Decision, Refusal> {
    let team = team(state, id)?;
    let article = powers::exclusion(state)?.clone();
    if team.attendance.excluded.is_some() {
        return Err(Refusal::Gone { team: team.name.clone() });
    }
    let change =
        Change::TeamExcluded { team: id, from: state.next_round(), article: article.clone() };
    Ok(Decision::of(change).by(&article))
}

fn room(state: &State, new: usize) -> Result<(), Refusal> {
    if state.players.len() + new > MAX_PLAYERS {
        Err(Refusal::TooMany { most: MAX_PLAYERS as u32 })
    } else {
        Ok(())
    }
}

/// Ids are never used twice: what was undone keeps its own in the log.
fn next_player(state: &State) -> u32 {
    state.players.keys().next_back().map_or(1, |id| id.0 + 1)
}

pub(super) fn next_team(state: &State) -> u32 {
    state.teams.keys().next_back().map_or(1, |id| id.0 + 1)
}

/// The name given, or the players' names: `Ann & Bob`.
pub(super) fn team_name<'a>(given: &str, players: impl Iterator<Item = &'a str>) -> String {
    match given.trim() {
        "" => players.map(str::trim).collect::<Vec<_>>().join(" & "),
        name => name.to_owned(),
    }
}

/// Names are the same if people would read them as the same.
fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The names that are taken.
struct Names {
    people: BTreeSet<String>,
    teams: BTreeSet<String>,
}

impl Names {
    fn of(state: &State) -> Names {
        Names {
            people: state.players.values().map(|player| fold(&player.person.name)).collect(),
            teams: state.teams.values().map(|team| fold(&team.name)).collect(),
        }
    }

    /// A person with a name of their own.
    fn person(&mut self, person: &Person) -> Result<Person, Refusal> {
        let name = person.name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err(Refusal::EmptyName {});
        }
        if !self.people.insert(fold(&name)) {
            return Err(Refusal::NameTwice { name });
        }
        Ok(Person { name, ..person.clone() })
    }

    fn team(&mut self, name: &str) -> Result<(), Refusal> {
        if self.teams.insert(fold(name)) {
            Ok(())
        } else {
            Err(Refusal::NameTwice { name: name.to_owned() })
        }
    }
}
