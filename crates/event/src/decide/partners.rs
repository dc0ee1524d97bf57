//! Partners by lot: the strong half with the weak half. One too many makes a team of three that takes turns.

use super::Decision;
use super::entries::{may_play_first, next_team, team_name};
use crate::change::Change;
use crate::codes::Refusal;
use crate::ids::{PlayerId, RoundNumber, TeamId};
use crate::lot;
use crate::people::Player;
use crate::state::State;

pub(super) fn draw(state: &State) -> Result<Decision, Refusal> {
    if state.terms.system.of_players() {
        return Err(Refusal::OnlyPlayers {});
    }
    if state.begun() {
        return Err(Refusal::PartnersDrawn {});
    }
    let mut free: Vec<&Player> =
        state.players.values().filter(|player| state.team_of(player.id).is_none()).collect();
    if free.len() < 2 {
        return Err(Refusal::TooFew { teams: free.len() as u32, needed: 2 });
    }
    // Whoever has no rating stands behind those who have one, in the order of entry.
    free.sort_by_key(|player| (std::cmp::Reverse(player.person.rating.unwrap_or(0)), player.id));
    let third = (free.len() % 2 == 1).then(|| free.remove(free.len() / 2));
    let mut weak = free.split_off(free.len() / 2);
    lot::shuffle(&state.terms.seed, "partners", &mut weak, |player| player.id.to_string());

    let mut teams: Vec<Vec<&Player>> =
        free.into_iter().zip(weak).map(|(strong, weak)| vec![strong, weak]).collect();
    if let Some(third) = third {
        let at = usize::from(lot::draw(&state.terms.seed, "third")[0]) % teams.len();
        teams[at].push(third);
    }
    let mut decision = Decision::default().by(&state.book.axes.event.first_board.by);
    for (at, players) in teams.iter_mut().enumerate() {
        // Where not everybody may play on the first board, somebody who may comes first.
        if let Some(first) = players.iter().position(|player| may_play_first(state, &player.person))
        {
            players[..=first].rotate_right(1);
        } else {
            let name = team_name("", players.iter().map(|player| player.person.name.as_str()));
            super::entries::eligible(state, &players[0].person, &name)?;
        }
        let team = TeamId(next_team(state) + at as u32);
        let name = team_name("", players.iter().map(|player| player.person.name.as_str()));
        let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
        decision.changes.push(Change::TeamEntered {
            team,
            name,
            players: ids,
            from: RoundNumber(1),
        });
    }
    Ok(decision)
}
