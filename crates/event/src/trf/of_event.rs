//! An event as a TRF file.

use std::collections::BTreeMap;

use tandem_referee::Points;
use tandem_rules::book::{Counts, PointScale};

use super::{Abnormal, GivenBye, Trf, TrfGame, TrfPlayer, TrfTeam, Worth};
use crate::crosstable::{Cell, Met, Row};
use crate::ids::{PairingNumber, PlayerId, RoundNumber};
use crate::round::{LegKind, Pairing, Round, Stage, Which};
use crate::state::State;
use crate::terms::{Colour, ColourModel, Scoring, System};

impl Trf {
    /// The event of a state, with the rounds that are closed. Players are numbered team by team. Of two matches in
    /// a round the file holds the first alone, and the points of both.
    #[must_use]
    pub fn of(state: &State) -> Trf {
        let table = state.cross_table(false);
        let scoring = state.scoring();
        let standings = state.standings(false);
        let rank = |number: PairingNumber| {
            standings.iter().find(|line| line.number == number).map_or(0, |line| line.place)
        };
        let worth = |scale: PointScale| Worth {
            win: Points(scale.win),
            draw: Points(scale.draw),
            loss: Points(scale.loss),
            bye: Points(scale.win),
            absent: Points(0),
        };
        let mut trf = Trf {
            name: state.terms.name.clone(),
            place: state.terms.place.clone(),
            date: state.terms.date.clone(),
            kind: kind(state.terms.system).to_owned(),
            rounds: Some(state.round_count()),
            initial: Some(table.initial),
            code: code(state, &scoring),
            tie_breaks: std::iter::once("PTS")
                .chain(state.terms.tie_breaks.iter().map(|one| one.code()))
                .map(str::to_owned)
                .collect(),
            boards: vec![Colour::White, Colour::Black],
            of_game: worth(scoring.of_game),
            of_match: worth(scoring.of_match),
            ..Trf::default()
        };
        let rounds: Vec<&Round> =
            state.regular().filter(|round| round.stage == Stage::Closed).collect();
        let mut numbers: BTreeMap<PlayerId, u16> = BTreeMap::new();
        for row in &table.rows {
            let Some(team) =
                state.team_by_number(row.number).and_then(|team| state.teams.get(&team))
            else {
                continue;
            };
            let players: Vec<u16> = team
                .players
                .iter()
                .map(|player| {
                    let next = numbers.len() as u16 + 1;
                    *numbers.entry(*player).or_insert(next)
                })
                .collect();
            let sum = |of: Counts| table.points(row, of, rounds.len());
            trf.teams.push(TrfTeam {
                line: 0,
                number: row.number,
                name: team.name.clone(),
                players,
                match_points: Some(sum(Counts::Match)),
                game_points: None,
                rank: rank(row.number),
            });
        }
        for (player, number) in &numbers {
            let Some(player) = state.players.get(player) else { continue };
            let games: Vec<_> = rounds
                .iter()
                .map(|round| game(state, round, player.id, &numbers, &scoring))
                .collect();
            let points = games.iter().flatten().map(|game| trf.of_game_result(game.result));
            trf.players.push(TrfPlayer {
                number: *number,
                name: player.person.name.clone(),
                rating: player.person.rating,
                birth_year: player.person.birth_year,
                points: points.fold(Points(0), |sum, one| sum + one),
                games,
                rank: *number,
            });
        }
        trf.players.sort_by_key(|player| player.number);
        trf.other_points(&table.rows);
        trf
    }

    fn of_game_result(&self, result: char) -> Points {
        match result {
            '1' | '+' | 'F' | 'U' => self.of_game.win,
            '=' | 'H' => self.of_game.draw,
            '0' => self.of_game.loss,
            _ => Points(0),
        }
    }

    /// What the results in the file don't show goes into records of its own; then the totals can be told.
    fn other_points(&mut self, rows: &[Row]) {
        for row in rows {
            for (at, cell) in row.cells.iter().enumerate() {
                let round = RoundNumber(at as u16 + 1);
                if let Met::HalfBye | Met::FullBye = cell.met {
                    let kind = if cell.met == Met::HalfBye { 'H' } else { 'F' };
                    self.byes.push(GivenBye { round, team: row.number, kind });
                }
            }
        }
        let Ok(shown) = (Trf { teams: untold(&self.teams), ..self.clone() }).table() else {
            return;
        };
        for (row, shown) in rows.iter().zip(&shown.rows) {
            for (at, (cell, shown)) in row.cells.iter().zip(&shown.cells).enumerate() {
                if !same_points(cell, shown, self) {
                    self.abnormal.push(Abnormal {
                        kind: abnormal_kind(cell, self),
                        match_points: cell.match_points,
                        game_points: cell.game_points,
                        round: RoundNumber(at as u16 + 1),
                        teams: vec![row.number],
                    });
                }
            }
        }
        let Ok(shown) = (Trf { teams: untold(&self.teams), ..self.clone() }).table() else {
            return;
        };
        for (team, row) in self.teams.iter_mut().zip(&shown.rows) {
            let sum = |of| shown.points(row, of, row.cells.len());
            (team.match_points, team.game_points) =
                (Some(sum(Counts::Match)), Some(sum(Counts::Games)));
        }
    }
}

fn untold(teams: &[TrfTeam]) -> Vec<TrfTeam> {
    teams
        .iter()
        .map(|team| TrfTeam { match_points: None, game_points: None, ..team.clone() })
        .collect()
}

/// Game points matter only where games count: else both players carry the match's result.
fn same_points(cell: &Cell, shown: &Cell, trf: &Trf) -> bool {
    cell.match_points == shown.match_points
        && (!trf.code.contains("GP") || cell.game_points == shown.game_points)
}

fn abnormal_kind(cell: &Cell, trf: &Trf) -> char {
    match cell.match_points {
        points if points == trf.of_match.win => 'W',
        points if points == trf.of_match.draw => 'D',
        _ => 'L',
    }
}

fn kind(system: System) -> &'static str {
    match system {
        System::Swiss => "Swiss system for teams",
        System::RoundRobin => "Round robin for teams",
        System::DoubleRoundRobin => "Double round robin for teams",
        System::Knockout => "Knockout for teams",
        System::Rotating => "Rotating partners",
    }
}

fn code(state: &State, scoring: &Scoring) -> String {
    let points = if scoring.both_games() { "GP_MP" } else { "MP" };
    match (state.terms.system, state.terms.colours) {
        (System::Swiss, ColourModel::TypeA) => format!("FIDE_TEAM_TYPEA_{points}"),
        (System::Swiss, ColourModel::TypeB) => format!("FIDE_TEAM_TYPEB_{points}"),
        (System::Swiss, ColourModel::None) => format!("FIDE_TEAM_{points}"),
        (System::RoundRobin, _) => "BERGER_TEAM_ROUNDROBIN".to_owned(),
        (System::DoubleRoundRobin, _) => "BERGER_TEAM_DOUBLEROUNDROBIN".to_owned(),
        (System::Knockout, _) => "CUSTOM_TEAM_KNOCKOUT".to_owned(),
        (System::Rotating, _) => "CUSTOM_TEAM_SWISS".to_owned(),
    }
}

/// A player's game of a round.
fn game(
    state: &State,
    round: &Round,
    player: PlayerId,
    numbers: &BTreeMap<PlayerId, u16>,
    scoring: &Scoring,
) -> Option<TrfGame> {
    let found =
        round.pairings.iter().find_map(|pairing| Some((pairing, pairing.side_of_player(player)?)));
    if let Some((pairing, which)) = found {
        return against(pairing, which, player, numbers, scoring);
    }
    let team = state.team_of(player)?;
    let bye = round.byes.iter().find(|bye| bye.team == Some(team.id))?;
    // A player of three who would have rested has no bye either.
    team.players.iter().take(2).any(|one| *one == player).then_some(())?;
    match bye.kind {
        crate::round::ByeKind::Allocated => {
            Some(TrfGame { opponent: 0, colour: None, result: 'U' })
        }
        crate::round::ByeKind::SitOut | crate::round::ByeKind::Free => None,
    }
}

fn against(
    pairing: &Pairing,
    which: Which,
    player: PlayerId,
    numbers: &BTreeMap<PlayerId, u16>,
    scoring: &Scoring,
) -> Option<TrfGame> {
    let board = pairing.sides[which.index()].boards.iter().position(|one| *one == player)?;
    let opponent = *numbers.get(&pairing.sides[which.other().index()].boards[board])?;
    let leg = pairing.legs.iter().find(|leg| leg.kind == LegKind::Regular)?;
    let outcome = leg.outcome.as_ref()?;
    let first_board = if leg.white == which { Colour::White } else { Colour::Black };
    let colour = if board == 0 { first_board } else { first_board.other() };
    let own = match outcome.games {
        Some(games) => games[board][which.index()],
        None if scoring.both_games() => Points(outcome.score[which.index()].0 / 2),
        None => outcome.score[which.index()],
    };
    let result = match (outcome.played(), own.0) {
        (true, 1000..) => '1',
        (true, 1..) => '=',
        (true, _) => '0',
        (false, 1..) => '+',
        (false, _) => '-',
    };
    Some(TrfGame { opponent, colour: Some(colour), result })
}
