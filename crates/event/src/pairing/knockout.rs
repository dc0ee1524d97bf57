//! Knockout: the loser is out.

/// How many rounds so many teams need.
#[must_use]
pub(crate) fn rounds(teams: u16) -> u16 {
    if teams < 2 { 0 } else { 16 - (teams - 1).leading_zeros() as u16 }
}

/// The places of the tree in order, so that the best meet as late as possible: 1, 8, 4, 5, 2, 7, 3, 6.
#[must_use]
pub(crate) fn tree(rounds: u16) -> Vec<u16> {
    let mut places = vec![1u16];
    for _ in 0..rounds {
        let size = u16::try_from(places.len() * 2).unwrap_or(u16::MAX);
        places = places.into_iter().flat_map(|place| [place, size + 1 - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_as_late_as_possible() {
        assert_eq!(tree(3), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!([1, 2, 3, 4, 5, 8, 9, 16, 17].map(rounds), [0, 1, 2, 2, 3, 3, 4, 4, 5]);
        for rounds in 1..7 {
            let places = tree(rounds);
            // The better places win: in every round the two of a match add up to one more than there are.
            let mut left = places.clone();
            while left.len() > 1 {
                let size = left.len() as u16;
                assert!(left.chunks(2).all(|two| two[0] + two[1] == size + 1));
                left = left.chunks(2).map(|two| two[0].min(two[1])).collect();
            }
        }
    }
}
