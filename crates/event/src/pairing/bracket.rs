//! The pairing of one bracket (FIDE C.04.6, 3.6): of all pairings that comply best with C8, C9 and C10,
//! the first in the lexicographic order of their identifiers.
//!
//! An identifier lists the top members of the pairs, then their opponents. Its places are fixed a few at
//! a time, as many as an integer holds; each time the matching decides what the rest still allows.

use super::matching::{Graph, Matching};

/// Bits of the order that are fixed at a time.
const BITS: u32 = 56;

/// What a bracket asks of two of its teams, which are numbered in the order of their pairing numbers.
pub(super) trait Terms {
    /// Whether they may meet (C1).
    fn may_meet(&self, i: usize, j: usize) -> bool;
    /// What their pair costs: C8, C9, C10.
    fn quality(&self, i: usize, j: usize) -> [u64; 3];
}

/// The pairs, top members first; none if the bracket can't be paired.
pub(super) fn pair(n: usize, terms: &impl Terms) -> Option<Vec<(usize, usize)>> {
    if n % 2 == 1 {
        return None;
    }
    let all: Vec<usize> = (0..n).collect();
    let (tops, bottoms) = all.split_at(n / 2);
    if natural_costs(tops, bottoms, terms) == Some([0; 3]) {
        return Some(tops.iter().copied().zip(bottoms.iter().copied()).collect());
    }
    let best = matching(&all, terms, &|_, _| Some(0))?;
    let least = [best.total[0], best.total[1], best.total[2]];
    let (tops, bottoms) = members(n, terms)?;
    opponents(tops, bottoms, least, terms)
}

/// The matching of least quality cost among these teams, and then of the least order.
fn matching(
    teams: &[usize],
    terms: &impl Terms,
    order: &dyn Fn(usize, usize) -> Option<u64>,
) -> Option<Matching> {
    let mut graph = Graph::new(teams.len(), 4);
    for (a, &i) in teams.iter().enumerate() {
        for (b, &j) in teams.iter().enumerate().skip(a + 1) {
            if let (true, Some(place)) = (terms.may_meet(i, j), order(i, j)) {
                let [c8, c9, c10] = terms.quality(i, j);
                graph.edge(a, b, &[c8, c9, c10, place]);
            }
        }
    }
    graph.perfect()
}

/// What it costs to pair in order; none if somebody may not meet.
fn natural_costs(tops: &[usize], bottoms: &[usize], terms: &impl Terms) -> Option<[u64; 3]> {
    tops.iter().zip(bottoms).try_fold([0; 3], |sum, (&i, &j)| {
        terms.may_meet(i, j).then(|| {
            let cost = terms.quality(i, j);
            [sum[0] + cost[0], sum[1] + cost[1], sum[2] + cost[2]]
        })
    })
}

/// Which teams are the top members of their pairs: as many low numbers as possible, the lowest first.
fn members(n: usize, terms: &impl Terms) -> Option<(Vec<usize>, Vec<usize>)> {
    let all: Vec<usize> = (0..n).collect();
    let mut top: Vec<Option<bool>> = vec![None; n];
    for from in (0..n).step_by(BITS as usize) {
        let to = n.min(from + BITS as usize);
        let found = matching(&all, terms, &|i, j| {
            if top[i] == Some(false) || top[j] == Some(true) {
                return None;
            }
            Some(if (from..to).contains(&j) { 1 << (to - 1 - j) } else { 0 })
        })?;
        for (i, top) in top.iter_mut().enumerate().take(to).skip(from) {
            *top = Some(i < found.mate[i]);
        }
    }
    Some(all.into_iter().partition(|&i| top[i] == Some(true)))
}

/// The opponents of the top members: for the first the lowest number that leaves the rest as good, then for
/// the second.
fn opponents(
    mut tops: Vec<usize>,
    mut bottoms: Vec<usize>,
    mut least: [u64; 3],
    terms: &impl Terms,
) -> Option<Vec<(usize, usize)>> {
    let mut pairs = Vec::with_capacity(tops.len());
    while !tops.is_empty() {
        let legal = tops.iter().zip(&bottoms).all(|(i, j)| i < j);
        if legal && natural_costs(&tops, &bottoms, terms) == Some(least) {
            pairs.extend(tops.into_iter().zip(bottoms));
            break;
        }
        let digit = bottoms.len().next_power_of_two().trailing_zeros().max(1);
        let places = ((BITS / digit) as usize).clamp(1, tops.len());
        let mut teams: Vec<usize> = tops.iter().chain(&bottoms).copied().collect();
        teams.sort_unstable();
        let found = matching(&teams, terms, &|i, j| {
            let place = tops.iter().position(|&top| top == i)?;
            let number = bottoms.iter().position(|&bottom| bottom == j)? as u64;
            Some(if place < places { number << (digit as usize * (places - 1 - place)) } else { 0 })
        })?;
        for &i in &tops[..places] {
            let at = teams.binary_search(&i).ok()?;
            let j = teams[found.mate[at]];
            let cost = terms.quality(i, j);
            for (left, cost) in least.iter_mut().zip(cost) {
                *left = left.saturating_sub(cost);
            }
            bottoms.retain(|&bottom| bottom != j);
            pairs.push((i, j));
        }
        tops.drain(..places);
    }
    Some(pairs)
}
