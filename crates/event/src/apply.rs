//! Changes mutate the state and never decide. One that does not fit what is there is told: that is how
//! an undoing learns what still rests on the act.

use crate::change::{Act, Change};
use crate::hall::{Call, Report, Ruled, Taken};
use crate::ids::{PlayerId, RoundNumber, TeamId};
use crate::people::{Attendance, Player, Team};
use crate::round::{Bye, Pairing, Round, Stage};
use crate::state::{Misfit, State};

/// Applies all changes of an act.
pub(crate) fn apply_act(state: &mut State, act: &Act) -> Result<(), Misfit> {
    for change in &act.changes {
        apply(state, act, change).ok_or(Misfit { act: act.number })?;
    }
    Ok(())
}

fn apply(state: &mut State, act: &Act, change: &Change) -> Option<()> {
    match change {
        // The state begins with the terms; an undoing has done its work by leaving acts out.
        Change::Created { .. } | Change::Undone { .. } => Some(()),
        Change::TermsSet { terms } => {
            if terms.book != state.terms.book {
                state.book = terms.book.open().ok()?;
            }
            state.terms = (**terms).clone();
            Some(())
        }
        Change::PlayerEntered { player, person, from } => {
            let attendance = Attendance { from: *from, ..Attendance::default() };
            let entry = Player {
                id: *player,
                person: person.clone(),
                here: false,
                number: None,
                attendance,
            };
            state.players.insert(*player, entry).is_none().then_some(())
        }
        Change::TeamEntered { team, name, players, from } => {
            free(state, players, None)?;
            let attendance = Attendance { from: *from, ..Attendance::default() };
            let entry = Team {
                id: *team,
                name: name.clone(),
                players: players.clone(),
                number: None,
                attendance,
            };
            state.teams.insert(*team, entry).is_none().then_some(())
        }
        Change::PlayerChanged { player, person } => {
            state.players.get_mut(player)?.person = person.clone();
            Some(())
        }
        Change::TeamChanged { team, name, players } => {
            free(state, players, Some(*team))?;
            let entry = state.teams.get_mut(team)?;
            entry.name.clone_from(name);
            entry.players.clone_from(players);
            Some(())
        }
        Change::TeamRemoved { team } => {
            (!in_rounds(state, |pairing| pairing.side_of(*team).is_some())).then_some(())?;
            state.teams.remove(team).map(|_| ())
        }
        Change::PlayerRemoved { player } => {
            (!in_rounds(state, |pairing| pairing.side_of_player(*player).is_some()))
                .then_some(())?;
            (state.team_of(*player).is_none()).then_some(())?;
            state.players.remove(player).map(|_| ())
        }
        Change::CheckedIn { players, here } => {
            for player in players {
                state.players.get_mut(player)?.here = *here;
            }
            Some(())
        }
        Change::TeamWithdrawn { team, from } => {
            state.teams.get_mut(team)?.attendance.withdrawn = *from;
            Some(())
        }
        Change::PlayerWithdrawn { player, from } => {
            state.players.get_mut(player)?.attendance.withdrawn = *from;
            Some(())
        }
        Change::TeamAbsent { team, round, absent } => {
            let rounds = &mut state.teams.get_mut(team)?.attendance.absent;
            if *absent {
                rounds.insert(*round)
            } else {
                rounds.remove(round)
            };
            Some(())
        }
        Change::TeamExcluded { team, from, article } => {
            let attendance = &mut state.teams.get_mut(team)?.attendance;
            attendance.withdrawn = Some(*from);
            attendance.excluded = Some(article.clone());
            Some(())
        }
        Change::TeamsNumbered { numbers } => {
            for (team, number) in numbers {
                state.teams.get_mut(team)?.number = Some(*number);
            }
            Some(())
        }
        Change::PlayersNumbered { numbers } => {
            for (player, number) in numbers {
                state.players.get_mut(player)?.number = Some(*number);
            }
            Some(())
        }
        Change::Drafted { round } => {
            let ready = state.latest().is_none_or(|latest| latest.stage == Stage::Closed);
            (ready && round.number.index() == state.rounds.len()).then_some(())?;
            known(state, &round.pairings, &round.byes)?;
            state.rounds.push(round.clone());
            Some(())
        }
        Change::Redrafted { pairings, byes } => {
            known(state, pairings, byes)?;
            let round = state.rounds.last_mut().filter(|round| round.stage == Stage::Draft)?;
            round.pairings.clone_from(pairings);
            round.byes.clone_from(byes);
            Some(())
        }
        Change::Discarded => {
            state.draft()?;
            state.rounds.pop().map(|_| ())
        }
        Change::Published { round } => {
            step(state, *round, Stage::Draft, Stage::Published).map(|_| ())
        }
        Change::Started { round } => {
            step(state, *round, Stage::Published, Stage::Running)?.started = Some(act.at);
            Some(())
        }
        Change::Closed { round } => step(state, *round, Stage::Running, Stage::Closed).map(|_| ()),
        Change::ResultSet { round, table, leg, outcome } => {
            let round = state.rounds.get_mut(round.index())?;
            (round.stage >= Stage::Running).then_some(())?;
            let pairing = round.pairings.iter_mut().find(|pairing| pairing.table == *table)?;
            pairing.legs.get_mut(usize::from(*leg))?.outcome.clone_from(outcome);
            if outcome.is_none() {
                // It is played again: what was said of it is past.
                state.reports.remove(&(round.number, *table, *leg));
            }
            Some(())
        }
        Change::LegsAdded { round, table, legs } => {
            let round = state.rounds.get_mut(round.index())?;
            (round.stage == Stage::Running).then_some(())?;
            let pairing = round.pairings.iter_mut().find(|pairing| pairing.table == *table)?;
            pairing.legs.extend(legs.iter().cloned());
            Some(())
        }
        Change::Finished => {
            state.finished = true;
            Some(())
        }
        Change::StartSet { round, starts } => {
            let round = state.rounds.last_mut().filter(|latest| latest.number == *round)?;
            (round.stage <= Stage::Published).then_some(())?;
            round.starts = *starts;
            Some(())
        }
        Change::Reported { round, table, leg, side, player, entered } => {
            let found = state.rounds.get(round.index());
            let found = found.filter(|round| round.stage >= Stage::Running)?;
            found.table(*table)?.legs.get(usize::from(*leg))?;
            let reports = state.reports.entry((*round, *table, *leg)).or_default();
            let report = Report { player: *player, at: act.at, entered: entered.clone() };
            reports.0[side.index()] = Some(report);
            Some(())
        }
        Change::Called { round, table, player, about, articles } => {
            let found = state.rounds.get(round.index());
            found.filter(|round| round.stage >= Stage::Published)?.table(*table)?;
            let call = Call {
                number: act.number,
                round: *round,
                table: *table,
                player: *player,
                about: *about,
                articles: articles.clone(),
                since: act.at,
                taken: None,
                answered: None,
            };
            state.calls.insert(act.number, call).is_none().then_some(())
        }
        Change::CallTaken { call, arbiter } => {
            let taken = Taken { arbiter: arbiter.clone(), at: act.at };
            state.calls.get_mut(call)?.taken = Some(taken);
            Some(())
        }
        Change::CallAnswered { call } => {
            state.calls.get_mut(call)?.answered = Some(act.at);
            Some(())
        }
        Change::Ruled { round, table, ruling, whom, article } => {
            state.rounds.get(round.index())?.table(*table)?;
            state.rulings.push(Ruled {
                number: act.number,
                round: *round,
                table: *table,
                at: act.at,
                ruling: *ruling,
                whom: *whom,
                article: article.clone(),
            });
            Some(())
        }
    }
}

/// The players exist and are in no other team.
fn free(state: &State, players: &[PlayerId], own: Option<TeamId>) -> Option<()> {
    let fits = |player: &PlayerId| {
        state.players.contains_key(player)
            && state.team_of(*player).is_none_or(|team| Some(team.id) == own)
    };
    players.iter().all(fits).then_some(())
}

/// Everybody who is paired is there.
fn known(state: &State, pairings: &[Pairing], byes: &[Bye]) -> Option<()> {
    let sides = pairings.iter().flat_map(|pairing| &pairing.sides);
    let sides_known = sides.into_iter().all(|side| {
        side.team.is_none_or(|team| state.teams.contains_key(&team))
            && side.boards.iter().all(|player| state.players.contains_key(player))
    });
    let byes_known = byes.iter().all(|bye| {
        bye.team.is_none_or(|team| state.teams.contains_key(&team))
            && bye.player.is_none_or(|player| state.players.contains_key(&player))
    });
    (sides_known && byes_known).then_some(())
}

fn in_rounds(state: &State, plays: impl Fn(&Pairing) -> bool) -> bool {
    state.rounds.iter().flat_map(|round| &round.pairings).any(plays)
}

fn step(state: &mut State, number: RoundNumber, from: Stage, to: Stage) -> Option<&mut Round> {
    let round = state.rounds.get_mut(number.index()).filter(|round| round.stage == from)?;
    round.stage = to;
    Some(round)
}
