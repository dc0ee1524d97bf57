//! Buchholz and Sonneborn-Berger with FIDE's treatment of unplayed rounds (C.07, 16, as of 2026).

use tandem_rules::book::Counts;

use super::TieValue;
use crate::crosstable::{CrossTable, Row};

/// What a draw is worth for a team.
fn draw(table: &CrossTable) -> i64 {
    match table.primary {
        Counts::Match => i64::from(table.of_match.draw),
        Counts::Games => i64::from(table.of_game.draw) * i64::from(table.boards),
    }
}

/// A team's score as its opponents' Buchholz counts it: rounds it did not play after its last one are draws
/// (16.3.2). In a round robin they count as they are.
fn adjusted(table: &CrossTable, row: &Row) -> i64 {
    let last = row.cells.iter().rposition(|cell| !cell.met.voluntary()).map_or(0, |at| at + 1);
    let worth = |(at, cell): (usize, &crate::crosstable::Cell)| {
        if at < last || cell.met.opponent().is_some() {
            i64::from(cell.points(table.primary).0)
        } else if table.all_meet {
            0
        } else {
            draw(table)
        }
    };
    row.cells.iter().enumerate().map(worth).sum()
}

/// What a round adds.
struct Part {
    /// Whether the team chose not to play.
    voluntary: bool,
    /// The opponent's score, or what stands for it.
    score: i64,
    /// The score, or for Sonneborn-Berger what was scored against it.
    value: i64,
}

fn parts(table: &CrossTable, row: &Row, times_result: bool) -> Vec<Part> {
    let rounds = usize::from(table.played());
    let own = i64::from(table.points(row, table.primary, rounds).0);
    let part = |cell: &crate::crosstable::Cell| {
        let opponent = cell.met.opponent().and_then(|number| table.row(number));
        let counts_as_met = cell.met.played().is_some() || table.all_meet;
        let score = match opponent {
            Some(opponent) if counts_as_met => adjusted(table, opponent),
            None if table.all_meet => return None,
            // A dummy opponent with the team's own score, but no more than the absent one's (16.4).
            Some(opponent) => own.min(adjusted(table, opponent)),
            None => own.min(draw(table) * rounds as i64),
        };
        let met = opponent.is_some() && counts_as_met;
        let result = i64::from(cell.points(table.primary).0);
        let value = if times_result { score * result / 1000 } else { score };
        Some(Part { voluntary: !met && cell.met.voluntary(), score, value })
    };
    row.cells.iter().filter_map(part).collect()
}

/// Leaves out the lowest: what the team chose not to play first, unless another value is lower (14.1.1, 16.5).
fn cut_low(parts: &mut Vec<Part>) {
    let least = |key: &dyn Fn(&Part) -> (i64, i64, i64)| {
        (0..parts.len()).min_by_key(|&at| (key(&parts[at]), at))
    };
    let Some(lowest) = least(&|part| (part.score, part.value, 0)) else { return };
    let Some(chosen) = least(&|part| (-i64::from(part.voluntary), part.value, part.score)) else {
        return;
    };
    let cut_chosen = parts[chosen].voluntary && parts[lowest].value <= parts[chosen].value;
    parts.remove(if cut_chosen { chosen } else { lowest });
}

fn cut_high(parts: &mut Vec<Part>) {
    let highest = (0..parts.len()).min_by_key(|&at| (-parts[at].score, -parts[at].value, at));
    if let Some(highest) = highest {
        parts.remove(highest);
    }
}

/// The sum of the opponents' scores, without so many of the lowest and of the highest.
pub(super) fn buchholz(table: &CrossTable, low: usize, high: usize) -> Vec<TieValue> {
    let of = |row: &Row| {
        let mut parts = parts(table, row, false);
        (0..low).for_each(|_| cut_low(&mut parts));
        (0..high).for_each(|_| cut_high(&mut parts));
        TieValue(parts.iter().map(|part| part.value).sum())
    };
    table.rows.iter().map(of).collect()
}

/// The sum of the opponents' scores, each times what was scored against it.
pub(super) fn sonneborn_berger(table: &CrossTable) -> Vec<TieValue> {
    let of = |row: &Row| TieValue(parts(table, row, true).iter().map(|part| part.value).sum());
    table.rows.iter().map(of).collect()
}
