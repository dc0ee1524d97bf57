//! The cross table and the standings of an event.

use std::collections::BTreeMap;

use tandem_referee::Points;
use tandem_rules::book::{Counts, PointScale};

use crate::crosstable::{Cell, CrossTable, Met, Row};
use crate::ids::{PairingNumber, PlayerId, TeamId};
use crate::lot;
use crate::round::{Bye, ByeKind, How, LegKind, Outcome, Pairing, Round, RoundKind, Stage, Which};
use crate::standings::{Besides, Standing, TieValue, standings};
use crate::state::State;
use crate::terms::{Colour, Scoring, SitOut, System, TieBreak};

/// Boards of a match.
const BOARDS: i32 = 2;

impl State {
    /// The cross table of the rounds that are closed; with `running`, also of those being played, as far as
    /// their results are in.
    #[must_use]
    pub fn cross_table(&self, running: bool) -> CrossTable {
        let scoring = self.scoring();
        let numbers = self.numbers();
        let counted = |round: &&Round| {
            round.stage == Stage::Closed || (running && round.stage == Stage::Running)
        };
        let rounds: Vec<&Round> = self.regular().filter(counted).collect();
        let next = self.next_round();
        let row = |(number, team): (&PairingNumber, &TeamId)| Row {
            number: *number,
            name: self.team_name(*team).to_owned(),
            here: self.teams.get(team).is_some_and(|team| self.team_plays(team, next)),
            cells: rounds.iter().map(|round| self.cell(round, *team, &scoring)).collect(),
            besides: [Points(0); 2],
        };
        let by_number: BTreeMap<PairingNumber, TeamId> =
            numbers.iter().map(|(team, number)| (*number, *team)).collect();
        CrossTable {
            rows: by_number.iter().map(row).collect(),
            rounds: self.round_count(),
            primary: scoring.counts,
            secondary: scoring.both_games(),
            colours: self.terms.colours,
            initial: self.initial_colour(),
            of_match: scoring.of_match,
            of_game: scoring.of_game,
            boards: BOARDS as u8,
            all_meet: matches!(self.terms.system, System::RoundRobin | System::DoubleRoundRobin),
            apart: Vec::new(),
        }
    }

    /// The colour of the first team, drawn by lot (C.04.6, 4.1).
    #[must_use]
    pub fn initial_colour(&self) -> Colour {
        if lot::coin(&self.terms.seed, "initial-colour") { Colour::White } else { Colour::Black }
    }

    /// The teams that have a pairing number.
    #[must_use]
    pub fn numbers(&self) -> BTreeMap<TeamId, PairingNumber> {
        self.teams.values().filter_map(|team| Some((team.id, team.number?))).collect()
    }

    /// The team of a pairing number.
    #[must_use]
    pub fn team_by_number(&self, number: PairingNumber) -> Option<TeamId> {
        self.teams.values().find(|team| team.number == Some(number)).map(|team| team.id)
    }

    fn cell(&self, round: &Round, team: TeamId, scoring: &Scoring) -> Cell {
        if let Some((pairing, which)) = round.pairing_of(team) {
            return cell_of_pairing(pairing, which, scoring, |side| {
                pairing.sides[side.index()].team.and_then(|team| self.teams.get(&team)?.number)
            });
        }
        match round.byes.iter().find(|bye| bye.team == Some(team)) {
            Some(bye) => cell_of_bye(bye, self.terms.sit_out, self.terms.legs, scoring),
            None => Cell::nothing(),
        }
    }

    /// The standings of the teams, or of the players where those are paired.
    #[must_use]
    pub fn standings(&self, running: bool) -> Vec<Standing> {
        if self.terms.system.of_players() {
            return self.player_standings(running);
        }
        let table = self.cross_table(running);
        if self.terms.system == System::Knockout {
            return self.knockout_standings(&table);
        }
        standings(&table, &self.terms.tie_breaks, &self.besides())
    }

    /// What tie-breaks need besides the cross table.
    #[must_use]
    pub fn besides(&self) -> Besides {
        Besides { seed: self.terms.seed.clone(), play_offs: self.play_offs() }
    }

    /// Who won a play-off for a place against whom.
    fn play_offs(&self) -> Vec<(PairingNumber, PairingNumber)> {
        let numbers = self.numbers();
        let decided = |pairing: &Pairing| {
            let winner = winner(pairing)?;
            let number = |which: Which| numbers.get(&pairing.sides[which.index()].team?).copied();
            Some((number(winner)?, number(winner.other())?))
        };
        let rounds = self.rounds.iter().filter(|round| round.kind == RoundKind::PlayOff);
        rounds.flat_map(|round| &round.pairings).filter_map(decided).collect()
    }

    /// In a knockout the places go by the round in which a team was out.
    fn knockout_standings(&self, table: &CrossTable) -> Vec<Standing> {
        let numbers = self.numbers();
        let mut reached: BTreeMap<PairingNumber, i64> =
            numbers.values().map(|number| (*number, 0)).collect();
        for round in self.regular().filter(|round| round.stage >= Stage::Running) {
            for pairing in &round.pairings {
                let third = pairing.reasons.contains(&crate::codes::Reason::ThirdPlace {});
                for which in Which::BOTH {
                    let team = pairing.sides[which.index()].team;
                    let Some(reached) = team.and_then(|team| reached.get_mut(numbers.get(&team)?))
                    else {
                        continue;
                    };
                    let won = winner(pairing) == Some(which);
                    // The match for the third place lies between the semifinal and the final.
                    *reached = i64::from(round.number.0) * 4
                        + if third { i64::from(won) - 3 } else { i64::from(won) * 3 };
                }
            }
        }
        let mut order: Vec<_> =
            reached.iter().map(|(number, reached)| (-reached, *number)).collect();
        order.sort_unstable();
        let rounds = usize::from(table.played());
        let line = |(at, (reached, number)): (usize, &(i64, PairingNumber))| Standing {
            place: order.iter().position(|(other, _)| other == reached).unwrap_or(at) as u16 + 1,
            number: *number,
            points: table
                .row(*number)
                .map_or(Points(0), |row| table.points(row, table.primary, rounds)),
            values: Vec::new(),
        };
        order.iter().enumerate().map(line).collect()
    }

    /// The standings of single players: what their teams of each round scored, then wins, then the lot.
    fn player_standings(&self, running: bool) -> Vec<Standing> {
        let scoring = self.scoring();
        let counted = |round: &&Round| {
            round.stage == Stage::Closed || (running && round.stage == Stage::Running)
        };
        let tie_breaks = self.player_tie_breaks();
        let mut lines: Vec<Standing> = Vec::new();
        for player in self.players.values() {
            let Some(number) = player.number else { continue };
            let cells: Vec<Cell> = self
                .regular()
                .filter(counted)
                .map(|round| self.player_cell(round, player.id, &scoring))
                .collect();
            let points = cells
                .iter()
                .map(|cell| cell.points(scoring.counts))
                .fold(Points(0), |sum, one| sum + one);
            let wins =
                cells.iter().filter(|cell| cell.match_points.0 == scoring.of_match.win).count()
                    as i64;
            let value = |tie_break: &TieBreak| match tie_break {
                TieBreak::Wins => TieValue(wins * 1000),
                _ => TieValue(self.player_lot(number)),
            };
            lines.push(Standing {
                place: 0,
                number,
                points,
                values: tie_breaks.iter().map(value).collect(),
            });
        }
        let key = |line: &Standing| {
            let values: Vec<i64> = tie_breaks
                .iter()
                .zip(&line.values)
                .map(
                    |(tie_break, value)| {
                        if *tie_break == TieBreak::Wins { -value.0 } else { value.0 }
                    },
                )
                .collect();
            (std::cmp::Reverse(line.points), values)
        };
        lines.sort_by_key(|line| (key(line), line.number));
        for at in 0..lines.len() {
            let same = at > 0 && key(&lines[at]) == key(&lines[at - 1]);
            lines[at].place = if same { lines[at - 1].place } else { at as u16 + 1 };
        }
        lines
    }

    /// The tie-breaks that make sense for players whose partners change.
    #[must_use]
    pub fn player_tie_breaks(&self) -> Vec<TieBreak> {
        let fits = |tie_break: &TieBreak| matches!(tie_break, TieBreak::Wins | TieBreak::Lot);
        self.terms.tie_breaks.iter().copied().filter(fits).collect()
    }

    fn player_lot(&self, number: PairingNumber) -> i64 {
        let lot = lot::draw(&self.terms.seed, &format!("place/{number}"));
        i64::from(u32::from_be_bytes([lot[0], lot[1], lot[2], lot[3]]))
    }

    fn player_cell(&self, round: &Round, player: PlayerId, scoring: &Scoring) -> Cell {
        let pairing = round
            .pairings
            .iter()
            .find_map(|pairing| Some((pairing, pairing.side_of_player(player)?)));
        if let Some((pairing, which)) = pairing {
            return cell_of_pairing(pairing, which, scoring, |_| Some(PairingNumber(0)));
        }
        match round.byes.iter().find(|bye| bye.player == Some(player)) {
            Some(bye) => cell_of_bye(bye, self.terms.sit_out, self.terms.legs, scoring),
            None => Cell::nothing(),
        }
    }
}

/// Who won a pairing, play-off matches included: by the sum of the matches of the round, then of the further ones.
#[must_use]
pub fn winner(pairing: &Pairing) -> Option<Which> {
    let sum = |kinds: &[LegKind]| {
        let legs = pairing.legs.iter().filter(|leg| kinds.contains(&leg.kind));
        legs.filter_map(|leg| leg.outcome.as_ref()).fold([Points(0); 2], |sum, outcome| {
            [sum[0] + outcome.score[0], sum[1] + outcome.score[1]]
        })
    };
    [&[LegKind::Regular][..], &[LegKind::PlayOff], &[LegKind::SuddenDeath]].into_iter().find_map(
        |kinds| {
            let [first, second] = sum(kinds);
            match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(Which::First),
                std::cmp::Ordering::Less => Some(Which::Second),
                std::cmp::Ordering::Equal => None,
            }
        },
    )
}

fn cell_of_pairing(
    pairing: &Pairing,
    which: Which,
    scoring: &Scoring,
    number: impl Fn(Which) -> Option<PairingNumber>,
) -> Cell {
    let regular = || pairing.legs.iter().filter(|leg| leg.kind == LegKind::Regular);
    let Some(opponent) = number(which.other()) else { return Cell::nothing() };
    let colour = match pairing.legs.first() {
        Some(leg) if leg.white == which => Colour::White,
        _ => Colour::Black,
    };
    let outcomes: Vec<&Outcome> = regular().filter_map(|leg| leg.outcome.as_ref()).collect();
    if outcomes.is_empty() {
        return Cell::nothing();
    }
    let met = if outcomes.iter().any(|outcome| outcome.played()) {
        Met::Played { opponent, colour }
    } else {
        let won = outcomes.iter().any(|outcome| outcome.winner() == Some(which));
        Met::Forfeit { opponent, colour, won }
    };
    let mut cell = Cell { met, ..Cell::nothing() };
    for outcome in outcomes {
        add(&mut cell, outcome, which, scoring);
    }
    cell
}

/// Adds a match to a round.
fn add(cell: &mut Cell, outcome: &Outcome, which: Which, scoring: &Scoring) {
    let own = outcome.score[which.index()];
    match scoring.counts {
        Counts::Match => {
            let points = Scoring::worth(scoring.of_match, own);
            cell.match_points = cell.match_points + points;
            cell.game_points = cell.game_points + points;
        }
        Counts::Games => {
            let scale = scoring.of_game;
            let boards = outcome
                .games
                .map(|games| games.map(|game| Scoring::worth(scale, game[which.index()])));
            let points = match boards {
                // What the arbiter made of it counts, not what was on the boards.
                Some(boards) if outcome.how != How::Ruled => boards[0] + boards[1],
                _ => Points((i64::from(own.0) * i64::from(scale.win) / 1000) as i32),
            };
            cell.game_points = cell.game_points + points;
            let of_match = scoring.of_match;
            cell.match_points = cell.match_points
                + Points(match outcome.winner() {
                    Some(winner) if winner == which => of_match.win,
                    Some(_) => of_match.loss,
                    None if own.0 == 0 => of_match.loss,
                    None => of_match.draw,
                });
            let boards = boards.map_or_else(Vec::new, Vec::from);
            if cell.boards.is_empty() {
                cell.boards = boards;
            } else {
                cell.boards.iter_mut().zip(boards).for_each(|(to, from)| *to = *to + from);
            }
        }
    }
}

fn cell_of_bye(bye: &Bye, sit_out: SitOut, legs: u8, scoring: &Scoring) -> Cell {
    let worth = |scale: PointScale, met: Met| match met {
        Met::Bye => scale.win,
        Met::HalfBye => scale.draw,
        _ => 0,
    };
    let met = match (bye.kind, sit_out) {
        (ByeKind::Allocated, _) => Met::Bye,
        (ByeKind::SitOut, SitOut::Draw) => Met::HalfBye,
        (ByeKind::SitOut, SitOut::Nothing) | (ByeKind::Free, _) => Met::Nothing,
    };
    let legs = i32::from(legs.max(1));
    let match_points = Points(worth(scoring.of_match, met) * legs);
    let on_board = Points(worth(scoring.of_game, met) * legs);
    match scoring.counts {
        Counts::Match => Cell { met, match_points, game_points: match_points, boards: Vec::new() },
        Counts::Games => {
            let game_points = Points(on_board.0 * BOARDS);
            Cell { met, match_points, game_points, boards: vec![on_board; BOARDS as usize] }
        }
    }
}
