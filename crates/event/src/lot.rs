//! Lots that anybody can repeat: the SHA-256 of the event's published seed and of what is drawn.
//!
//! `printf 'seed/colours/3/7/1' | sha256sum` begins with an even byte where the first-named team of
//! table 7 in round 3 has White on the first board. What is drawn in an order is sorted by such sums.

use sha2::{Digest, Sha256};

/// A lot, by the seed and by what it is drawn for.
#[must_use]
pub fn draw(seed: &str, purpose: &str) -> [u8; 32] {
    Sha256::digest(format!("{seed}/{purpose}").as_bytes()).into()
}

/// A coin: true where the first byte of the lot is even.
#[must_use]
pub fn coin(seed: &str, purpose: &str) -> bool {
    draw(seed, purpose)[0].is_multiple_of(2)
}

/// A fair order: sorted by the lots of each.
pub fn shuffle<T>(seed: &str, purpose: &str, things: &mut [T], name: impl Fn(&T) -> String) {
    things.sort_by_cached_key(|thing| draw(seed, &format!("{purpose}/{}", name(thing))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_is_a_sum_that_anybody_can_make() {
        // printf 'saturday/colours/1/1/1' | sha256sum
        let lot = draw("saturday", "colours/1/1/1");
        let hex: String = lot.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "f33eaf90");
        assert_eq!(coin("saturday", "colours/1/1/1"), lot[0].is_multiple_of(2));
    }
}
