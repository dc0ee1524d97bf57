//! Direct encounter (C.07, 6) and play-offs: what the tied teams did against each other.

use std::collections::BTreeMap;

use tandem_rules::book::Counts;

use super::TieValue;
use crate::crosstable::CrossTable;
use crate::ids::PairingNumber;

/// Scores are averages where two met several times (6.1.2): whole numbers of this part of a thousandth.
const PARTS: i64 = 2520;

/// The place among the tied by what they scored against each other, from 1; 0 where it decides nothing.
pub(super) fn direct(table: &CrossTable, tied: &[Vec<usize>]) -> Vec<TieValue> {
    let mut column = vec![TieValue(0); table.rows.len()];
    for group in tied.iter().filter(|group| group.len() > 1) {
        let order = rank(table, group.clone());
        if order.len() < 2 {
            continue;
        }
        let mut place = 1;
        for part in order {
            for &i in &part {
                column[i] = TieValue(place * 1000);
            }
            place += part.len() as i64;
        }
    }
    column
}

/// The group in order, those who stay tied together.
fn rank(table: &CrossTable, group: Vec<usize>) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group];
    }
    let scores: BTreeMap<usize, Score> =
        group.iter().map(|&i| (i, score(table, i, &group))).collect();
    let all_met = table.all_meet || scores.values().all(|score| score.met == group.len() - 1);
    let mut order = group;
    order.sort_by_key(|i| (-scores[i].sum, -scores[i].most, *i));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut alone = true;
    for (at, &i) in order.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| scores[&order[before]].sum);
        let apart = match before {
            None => true,
            Some(before) if all_met => before != scores[&i].sum,
            // Whatever the missing matches bring, nobody behind can catch up (6.2).
            Some(before) => {
                alone = alone && order[at..].iter().all(|other| before > scores[other].most);
                alone
            }
        };
        match parts.last_mut() {
            Some(part) if !apart => part.push(i),
            _ => parts.push(vec![i]),
        }
    }
    if parts.len() < 2 {
        return parts;
    }
    parts.into_iter().flat_map(|part| rank(table, part)).collect()
}

struct Score {
    /// What was scored against the others of the group.
    sum: i64,
    /// What it would be with wins in all matches that were not played.
    most: i64,
    /// How many of the others it met.
    met: usize,
}

fn score(table: &CrossTable, i: usize, group: &[usize]) -> Score {
    let mut against: BTreeMap<PairingNumber, (i64, i64)> = BTreeMap::new();
    for cell in &table.rows[i].cells {
        let Some(opponent) = cell.met.opponent() else { continue };
        let counts = cell.met.played().is_some() || table.all_meet;
        if counts && group.contains(&opponent.index()) {
            let (sum, times) = against.entry(opponent).or_default();
            *sum += i64::from(cell.points(table.primary).0);
            *times += 1;
        }
    }
    let sum = against.values().map(|(sum, times)| sum * PARTS / times).sum();
    let win = match table.primary {
        Counts::Match => i64::from(table.of_match.win),
        Counts::Games => i64::from(table.of_game.win) * i64::from(table.boards),
    };
    let missing = if table.all_meet { 0 } else { group.len() - 1 - against.len() };
    Score { sum, most: sum + missing as i64 * win * PARTS, met: against.len() }
}

/// The place among the tied by the play-offs they won.
pub(super) fn play_off(
    table: &CrossTable,
    tied: &[Vec<usize>],
    play_offs: &[(PairingNumber, PairingNumber)],
) -> Vec<TieValue> {
    let mut column = vec![TieValue(0); table.rows.len()];
    for group in tied.iter().filter(|group| group.len() > 1) {
        let inside = |number: &PairingNumber| group.contains(&number.index());
        let won = |i: usize| {
            let number = table.rows[i].number;
            play_offs.iter().filter(|(winner, loser)| *winner == number && inside(loser)).count()
        };
        if group.iter().all(|&i| won(i) == 0) {
            continue;
        }
        for &i in group {
            let better = group.iter().filter(|&&other| won(other) > won(i)).count();
            column[i] = TieValue(better as i64 * 1000 + 1000);
        }
    }
    column
}
