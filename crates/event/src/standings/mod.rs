//! Standings: points, then tie-breaks in the order agreed (FIDE C.07).

mod buchholz;
mod encounter;

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tandem_referee::Points;
use tandem_rules::book::Counts;

use crate::crosstable::{CrossTable, Row};
use crate::ids::PairingNumber;
use crate::lot;
use crate::terms::TieBreak;

/// The value of a tie-break, in thousandths.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TieValue(pub i64);

impl std::fmt::Display for TieValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, rest) = (self.0.abs() / 1000, self.0.abs() % 1000);
        let minus = if self.0 < 0 { "-" } else { "" };
        if rest == 0 {
            return write!(f, "{minus}{whole}");
        }
        let rest = format!("{rest:03}");
        write!(f, "{minus}{whole}.{}", rest.trim_end_matches('0'))
    }
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The place; those who can't be told apart share it.
    pub place: u16,
    /// The pairing number.
    pub number: PairingNumber,
    /// The points that decide.
    pub points: Points,
    /// The values of the tie-breaks, in their order.
    pub values: Vec<TieValue>,
}

/// What tie-breaks need besides the table.
#[derive(Clone, Debug, Default)]
pub struct Besides {
    /// The published seed of the lots.
    pub seed: String,
    /// Who won a play-off, and against whom.
    pub play_offs: Vec<(PairingNumber, PairingNumber)>,
}

/// The standings of a table. They depend on the results alone, not on the order they came in.
#[must_use]
pub fn standings(table: &CrossTable, tie_breaks: &[TieBreak], besides: &Besides) -> Vec<Standing> {
    let rounds = usize::from(table.played());
    let points = |row: &Row| table.points(row, table.primary, rounds);
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    order.sort_by_key(|&i| (Reverse(points(&table.rows[i])), table.rows[i].number));
    let mut groups: Vec<Vec<usize>> = order
        .chunk_by(|&a, &b| points(&table.rows[a]) == points(&table.rows[b]))
        .map(<[_]>::to_vec)
        .collect();

    let mut values: Vec<Vec<TieValue>> = vec![Vec::new(); table.rows.len()];
    for tie_break in tie_breaks {
        let column = column(table, *tie_break, besides, &groups);
        for (of_team, value) in values.iter_mut().zip(&column) {
            of_team.push(*value);
        }
        let better =
            |i: usize| if lower_is_better(*tie_break) { column[i].0 } else { -column[i].0 };
        groups = groups.into_iter().flat_map(|group| split(group, &better)).collect();
    }

    let mut lines = Vec::with_capacity(order.len());
    for group in groups {
        let place = u16::try_from(lines.len() + 1).unwrap_or(u16::MAX);
        lines.extend(group.into_iter().map(|i| Standing {
            place,
            number: table.rows[i].number,
            points: points(&table.rows[i]),
            values: std::mem::take(&mut values[i]),
        }));
    }
    lines
}

/// Parts of a group, best first; equal ones stay together in the order of their numbers.
fn split(mut group: Vec<usize>, better: &dyn Fn(usize) -> i64) -> Vec<Vec<usize>> {
    group.sort_by_key(|&i| (better(i), i));
    group.chunk_by(|&a, &b| better(a) == better(b)).map(<[_]>::to_vec).collect()
}

fn lower_is_better(tie_break: TieBreak) -> bool {
    match tie_break {
        TieBreak::DirectEncounter | TieBreak::BoardCount | TieBreak::PlayOff | TieBreak::Lot => {
            true
        }
        TieBreak::OtherPoints
        | TieBreak::Buchholz
        | TieBreak::BuchholzCut1
        | TieBreak::BuchholzCut2
        | TieBreak::MedianBuchholz
        | TieBreak::SonnebornBerger
        | TieBreak::Wins => false,
    }
}

/// The values of a tie-break for every team. Direct encounter, play-off and lot look at those who are still tied.
fn column(
    table: &CrossTable,
    tie_break: TieBreak,
    besides: &Besides,
    tied: &[Vec<usize>],
) -> Vec<TieValue> {
    let rounds = usize::from(table.played());
    let each =
        |value: &dyn Fn(&Row) -> i64| table.rows.iter().map(|row| TieValue(value(row))).collect();
    let buchholz = |low, high| buchholz::buchholz(table, low, high);
    match tie_break {
        TieBreak::DirectEncounter => encounter::direct(table, tied),
        TieBreak::OtherPoints => each(&|row| i64::from(table.points(row, table.other(), rounds).0)),
        TieBreak::Buchholz => buchholz(0, 0),
        TieBreak::BuchholzCut1 => buchholz(1, 0),
        TieBreak::BuchholzCut2 => buchholz(2, 0),
        TieBreak::MedianBuchholz => buchholz(1, 1),
        TieBreak::SonnebornBerger => buchholz::sonneborn_berger(table),
        TieBreak::BoardCount => each(&|row| {
            let board = |(at, points): (usize, &Points)| (at as i64 + 1) * i64::from(points.0);
            row.cells.iter().flat_map(|cell| cell.boards.iter().enumerate()).map(board).sum()
        }),
        TieBreak::Wins => each(&|row| {
            let won = |cell: &&crate::crosstable::Cell| {
                cell.points(Counts::Match).0 == table.of_match.win
            };
            row.cells.iter().filter(won).count() as i64 * 1000
        }),
        TieBreak::PlayOff => encounter::play_off(table, tied, &besides.play_offs),
        TieBreak::Lot => by_lot(table, tied, &besides.seed),
    }
}

/// The place in a lot among those who are still tied; 0 where there is nothing to draw.
fn by_lot(table: &CrossTable, tied: &[Vec<usize>], seed: &str) -> Vec<TieValue> {
    let mut column = vec![TieValue(0); table.rows.len()];
    for group in tied.iter().filter(|group| group.len() > 1) {
        let mut drawn = group.clone();
        lot::shuffle(seed, "place", &mut drawn, |&i| table.rows[i].number.to_string());
        for (at, i) in drawn.into_iter().enumerate() {
            column[i] = TieValue(at as i64 * 1000 + 1000);
        }
    }
    column
}
