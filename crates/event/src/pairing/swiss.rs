//! Swiss for teams: FIDE C.04.6, in force since February 2026.

use std::collections::BTreeSet;

use tandem_referee::Points;

use super::Paired;
use super::bracket;
use super::colours::{self, History, Preference, Strength};
use super::matching::Graph;
use super::upfloaters::{self, Candidate};
use crate::codes::Reason;
use crate::crosstable::{CrossTable, Met, Row};
use crate::ids::PairingNumber;
use crate::terms::ColourModel;

/// No pairing keeps to the rules; the arbiter decides what to do (3.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing keeps to the rules of FIDE C.04.6")]
pub struct NoPairing;

/// A team in the round that is paired.
struct Entrant {
    number: PairingNumber,
    score: Points,
    secondary: Points,
    matches: u16,
    history: History,
    preference: Option<Preference>,
    /// Whether it met a team of another score in the round before (1.5).
    floater: bool,
    /// Whether it may have the bye (C2).
    bye_allowed: bool,
}

/// The next round of a table, by the rules for Swiss events of teams. Tables come in the order of the higher
/// score, the sum of scores, the lower number; the bye is last.
///
/// # Errors
/// There is no pairing of all teams that are here.
pub fn swiss(table: &CrossTable) -> Result<Vec<Paired>, NoPairing> {
    let played = usize::from(table.played());
    let field = Field::new(table, played);
    let mut left: Vec<usize> = (0..field.teams.len()).collect();
    left.sort_by_key(|&i| (std::cmp::Reverse(field.teams[i].score), field.teams[i].number));

    let mut paired = Vec::new();
    let bye = if left.len() % 2 == 1 { Some(field.bye(&mut left)?) } else { None };
    // The groups are those of all teams that are here: one whose only team has the bye stays as an empty one.
    let scores: BTreeSet<Points> = field.teams.iter().map(|team| team.score).collect();
    let scores: Vec<Points> = scores.into_iter().rev().collect();
    for (at, &score) in scores.iter().enumerate() {
        if left.iter().any(|&i| field.teams[i].score == score) {
            paired.extend(field.pair_group(&mut left, &scores[at..])?);
        }
    }
    let key = |pair: &Paired| {
        let score =
            |number: PairingNumber| field.by_number(number).map_or(Points(0), |team| team.score);
        let other = pair.black.unwrap_or(pair.white);
        let (a, b) = (score(pair.white), score(other));
        (std::cmp::Reverse(a.max(b)), std::cmp::Reverse(a + b), pair.white.min(other))
    };
    paired.sort_by_key(key);
    paired.extend(bye);
    Ok(paired)
}

struct Field<'a> {
    table: &'a CrossTable,
    teams: Vec<Entrant>,
    met: BTreeSet<(PairingNumber, PairingNumber)>,
    /// C7 and C10 are off in the last two rounds.
    last_two: bool,
}

impl Field<'_> {
    fn new(table: &CrossTable, played: usize) -> Field<'_> {
        let round = played + 1;
        let rounds = usize::from(table.rounds);
        let last_two = round + 2 > rounds;
        let entrant = |row: &Row| {
            let colours = row.cells.iter().filter_map(|cell| cell.met.played());
            let history = History(colours.map(|(_, colour)| colour).collect());
            Entrant {
                number: row.number,
                score: table.points(row, table.primary, played),
                secondary: if table.secondary {
                    table.points(row, table.other(), played)
                } else {
                    Points(0)
                },
                matches: u16::try_from(history.0.len()).unwrap_or(u16::MAX),
                preference: history.preference(table.colours, round == rounds),
                history,
                floater: !last_two && floated(table, row, played),
                bye_allowed: !row.cells.iter().any(|cell| bars_the_bye(cell.met)),
            }
        };
        let here = || table.rows.iter().filter(|row| row.here);
        let mut met: BTreeSet<_> = here()
            .flat_map(|row| {
                row.cells.iter().filter_map(|cell| Some((row.number, cell.met.played()?.0)))
            })
            .collect();
        let round = u16::try_from(round).unwrap_or(u16::MAX);
        for apart in table.apart.iter().filter(|apart| (apart.from.0..=apart.to.0).contains(&round))
        {
            for one in &apart.teams {
                met.extend(apart.teams.iter().map(|other| (*one, *other)));
            }
        }
        Field { table, teams: here().map(entrant).collect(), met, last_two }
    }

    fn by_number(&self, number: PairingNumber) -> Option<&Entrant> {
        self.teams.iter().find(|team| team.number == number)
    }

    /// C1.
    fn may_meet(&self, i: usize, j: usize) -> bool {
        !self.met.contains(&(self.teams[i].number, self.teams[j].number))
    }

    /// C3: whether all of these can be paired.
    fn pairable(&self, teams: &[usize]) -> bool {
        let mut graph = Graph::new(teams.len(), 1);
        for (a, &i) in teams.iter().enumerate() {
            for (b, &j) in teams.iter().enumerate().skip(a + 1) {
                if self.may_meet(i, j) {
                    graph.edge(a, b, &[0]);
                }
            }
        }
        graph.perfect().is_some()
    }

    /// The bye: the rest can be paired, lowest score, most matches played, largest number (3.4).
    fn bye(&self, left: &mut Vec<usize>) -> Result<Paired, NoPairing> {
        let mut order = left.clone();
        order.sort_by_key(|&i| {
            let team = &self.teams[i];
            (team.score, std::cmp::Reverse(team.matches), std::cmp::Reverse(team.number))
        });
        let first = order[0];
        for i in order.into_iter().filter(|&i| self.teams[i].bye_allowed) {
            let rest: Vec<usize> = left.iter().copied().filter(|&other| other != i).collect();
            if self.pairable(&rest) {
                let team = &self.teams[i];
                let mut reasons = vec![Reason::Bye { score: team.score, matches: team.matches }];
                if first != i {
                    reasons.push(Reason::ByePassedOver { team: self.teams[first].number });
                }
                *left = rest;
                return Ok(Paired { white: team.number, black: None, reasons });
            }
        }
        Err(NoPairing)
    }

    /// Pairs the top score group of those who are left, with its upfloaters (3.5, 3.6).
    fn pair_group(
        &self,
        left: &mut Vec<usize>,
        scores: &[Points],
    ) -> Result<Vec<Paired>, NoPairing> {
        let group =
            |i: usize| scores.iter().position(|&score| score == self.teams[i].score).unwrap_or(0);
        let candidates: Vec<Candidate> = left
            .iter()
            .map(|&i| Candidate { group: group(i), floated: self.teams[i].floater })
            .collect();
        let may_meet = |a: usize, b: usize| self.may_meet(left[a], left[b]);
        let floaters = upfloaters::choose(&candidates, &may_meet).ok_or(NoPairing)?;
        let floaters: Vec<usize> = floaters.into_iter().map(|at| left[at]).collect();
        let odd = candidates.iter().filter(|one| one.group == 0).count() % 2 == 1;

        let mut bracket: Vec<usize> =
            left.iter().copied().filter(|&i| group(i) == 0 || floaters.contains(&i)).collect();
        bracket.sort_by_key(|&i| self.teams[i].number);
        let terms = Bracket { field: self, teams: &bracket, floaters: &floaters };
        let pairs = bracket::pair(bracket.len(), &terms).ok_or(NoPairing)?;
        left.retain(|i| !bracket.contains(i));

        let mut taken = Vec::new();
        let mut paired = Vec::new();
        for &(top, bottom) in &pairs {
            let (i, j) = (bracket[top], bracket[bottom]);
            let mut reasons = self.score_reasons(i, j, &floaters, scores[0], odd);
            reasons.extend(self.natural_reason(&bracket, &pairs, (top, bottom), &taken));
            taken.push(bottom);
            paired.push(self.coloured(i, j, reasons));
        }
        Ok(paired)
    }

    fn coloured(&self, i: usize, j: usize, mut reasons: Vec<Reason>) -> Paired {
        let team = |i: usize| {
            let team = &self.teams[i];
            colours::Team {
                number: team.number,
                primary: team.score,
                secondary: team.secondary,
                history: &team.history,
                preference: team.preference,
            }
        };
        let (white, step) =
            colours::allocate(&team(i), &team(j), self.table.colours, self.table.initial);
        let (white, black) = if white { (i, j) } else { (j, i) };
        let white = self.teams[white].number;
        reasons.push(Reason::Colour { white, step: step.to_owned() });
        Paired { white, black: Some(self.teams[black].number), reasons }
    }

    fn score_reasons(
        &self,
        i: usize,
        j: usize,
        floaters: &[usize],
        group: Points,
        odd: bool,
    ) -> Vec<Reason> {
        let floater = [i, j].into_iter().find(|one| floaters.contains(one));
        let Some(floater) = floater else {
            return vec![Reason::SameScore { score: group }];
        };
        let (team, score) = (self.teams[floater].number, self.teams[floater].score);
        let among = self.teams.iter().filter(|other| other.score == score).count();
        let why = if odd && floaters.len() == 1 {
            Reason::FloatedUpOdd { team, score, group }
        } else {
            Reason::FloatedUpMet { team, score, group }
        };
        vec![why, Reason::FirstFloater { team, among: u16::try_from(among).unwrap_or(u16::MAX) }]
    }

    /// Why the opponent that comes first in the order was passed over, if it was.
    fn natural_reason(
        &self,
        bracket: &[usize],
        pairs: &[(usize, usize)],
        (top, bottom): (usize, usize),
        taken: &[usize],
    ) -> Option<Reason> {
        let mut bottoms: Vec<usize> = pairs.iter().map(|&(_, bottom)| bottom).collect();
        bottoms.sort_unstable();
        let natural = bottoms.into_iter().find(|other| !taken.contains(other) && *other > top)?;
        if natural == bottom {
            return None;
        }
        let (i, j) = (bracket[top], bracket[natural]);
        let (team, other) = (self.teams[i].number, self.teams[j].number);
        Some(if !self.may_meet(i, j) {
            Reason::PassedOverMet { team, other }
        } else if clash(self.teams[i].preference, self.teams[j].preference).is_some() {
            Reason::PassedOverColour { team, other }
        } else {
            Reason::PassedOverGroup { team, other }
        })
    }
}

/// Both want the same colour: one of them won't get it. Whether both want it strongly.
fn clash(one: Option<Preference>, other: Option<Preference>) -> Option<bool> {
    let (one, other) = (one?, other?);
    let strong = one.strength == Strength::Strong && other.strength == Strength::Strong;
    (one.colour == other.colour).then_some(strong)
}

struct Bracket<'a> {
    field: &'a Field<'a>,
    teams: &'a [usize],
    floaters: &'a [usize],
}

impl bracket::Terms for Bracket<'_> {
    fn may_meet(&self, i: usize, j: usize) -> bool {
        self.field.may_meet(self.teams[i], self.teams[j])
    }

    fn quality(&self, i: usize, j: usize) -> [u64; 3] {
        let (i, j) = (self.teams[i], self.teams[j]);
        let (one, other) = (&self.field.teams[i], &self.field.teams[j]);
        let clash = clash(one.preference, other.preference);
        let type_b = self.field.table.colours == ColourModel::TypeB;
        // C10: the opponents of upfloaters that were floaters in the round before.
        let c10 = |team: usize, opponent: &Entrant| {
            u64::from(!self.field.last_two && self.floaters.contains(&team) && opponent.floater)
        };
        [
            u64::from(clash.is_some()),
            u64::from(type_b && clash == Some(true)),
            c10(i, other) + c10(j, one),
        ]
    }
}

/// Whether the team met one of another score in the latest round. A bye is no float (1.5).
fn floated(table: &CrossTable, row: &Row, played: usize) -> bool {
    let Some(before) = played.checked_sub(1) else { return false };
    let Some(Met::Played { opponent, .. }) = row.cells.get(before).map(|cell| cell.met) else {
        return false;
    };
    let score = |row: &Row| {
        row.cells
            .iter()
            .take(before)
            .map(|cell| cell.points(table.primary))
            .fold(Points(0), |sum, one| sum + one)
    };
    table.row(opponent).is_some_and(|other| score(other) != score(row))
}

/// C2: who has had the bye, won by forfeit or got a full point for nothing may not have the bye.
fn bars_the_bye(met: Met) -> bool {
    match met {
        Met::Bye | Met::FullBye => true,
        Met::Forfeit { won, .. } => won,
        Met::Played { .. } | Met::HalfBye | Met::Nothing => false,
    }
}
