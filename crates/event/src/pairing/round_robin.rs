//! Everybody meets everybody: Berger's tables (FIDE C.05).

/// A round of Berger's table for so many teams; the first of a pair is the one that the table names first.
/// With an odd number the one that meets the number above all others is free. A round after the last of the table
/// belongs to the second cycle, in which the names are swapped.
///
/// ```
/// use tandem_event::berger;
///
/// assert_eq!(berger(6, 2), [(6, 4), (5, 3), (1, 2)]);
/// assert_eq!(berger(6, 7), [(4, 6), (3, 5), (2, 1)]);
/// ```
#[must_use]
pub fn berger(teams: u16, round: u16) -> Vec<(u16, u16)> {
    if teams < 2 || round == 0 {
        return Vec::new();
    }
    let last = teams + teams % 2;
    let rounds = last - 1;
    let (cycle, step) = ((round - 1) / rounds, (round - 1) % rounds);
    // Every round turns all numbers but the last by half of the table.
    let turn = |number: u16| {
        let moved = u32::from(number - 1) + u32::from(step) * u32::from(last / 2);
        u16::try_from(moved % u32::from(rounds)).unwrap_or(0) + 1
    };
    let pair = |first: u16| {
        if first == 1 {
            // The last number has the second name in odd rounds and the first in even ones.
            if step % 2 == 0 { (turn(1), last) } else { (last, turn(1)) }
        } else {
            (turn(first), turn(last + 1 - first))
        }
    };
    let swap = |(a, b)| if cycle % 2 == 1 { (b, a) } else { (a, b) };
    (1..=last / 2).map(pair).map(swap).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once_in_a_cycle() {
        for teams in 2..=40u16 {
            let last = teams + teams % 2;
            let mut met = BTreeSet::new();
            for round in 1..last {
                let mut seen = BTreeSet::new();
                for (a, b) in berger(teams, round) {
                    assert!(seen.insert(a) && seen.insert(b), "{teams} teams, round {round}");
                    assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} meet twice");
                }
                assert_eq!(seen.len(), usize::from(last));
            }
        }
    }

    #[test]
    fn the_second_cycle_swaps_the_names() {
        for teams in 2..=20 {
            let rounds = teams + teams % 2 - 1;
            for round in 1..=rounds {
                let swapped: Vec<_> =
                    berger(teams, round).into_iter().map(|(a, b)| (b, a)).collect();
                assert_eq!(berger(teams, round + rounds), swapped);
            }
        }
    }

    #[test]
    fn the_table_of_fide_for_eight() {
        assert_eq!(berger(8, 1), [(1, 8), (2, 7), (3, 6), (4, 5)]);
        assert_eq!(berger(8, 2), [(8, 5), (6, 4), (7, 3), (1, 2)]);
        assert_eq!(berger(8, 7), [(4, 8), (5, 3), (6, 2), (7, 1)]);
    }
}
