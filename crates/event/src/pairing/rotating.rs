//! Rotating partners, the Z-system: players in squares of four by rank; in three matches each plays with each.

/// Four players of neighbouring ranks, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square<T>(pub [T; 4]);

impl<T: Copy> Square<T> {
    /// The two sides of a turn: 1 and 4 against 2 and 3, then 1 and 3 against 2 and 4, then 1 and 2 against 3 and 4.
    /// Who is on the first board changes, so that the two best meet there at most once.
    #[must_use]
    pub fn sides(&self, turn: u16) -> [[T; 2]; 2] {
        let [a, b, c, d] = self.0;
        match turn % 3 {
            0 => [[a, d], [b, c]],
            1 => [[c, a], [d, b]],
            _ => [[a, b], [d, c]],
        }
    }
}

/// The squares of ranked players; those who are over when there is no multiple of four are left out.
#[must_use]
pub fn squares<T: Copy>(ranked: &[T]) -> Vec<Square<T>> {
    let four = |four: &[T]| four.try_into().ok().map(Square);
    ranked.chunks_exact(4).filter_map(four).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_is_everybodys_partner_once() {
        for square in squares(&[1, 2, 3, 4, 5, 6, 7, 8]) {
            let mut partners = BTreeSet::new();
            for turn in 0..3 {
                for [a, b] in square.sides(turn) {
                    assert!(partners.insert((a.min(b), a.max(b))));
                }
            }
            assert_eq!(partners.len(), 6);
        }
    }
}
