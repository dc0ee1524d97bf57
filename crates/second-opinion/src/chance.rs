//! Dice that fall the same way for the same seed.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Dice for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Dice for a match, so that neighbouring seeds have nothing in common.
    #[must_use]
    pub fn for_match(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(1_000_003))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// A number of milliseconds from `least` to `most`.
    pub fn millis(&mut self, least: i64, most: i64) -> i64 {
        let width = u64::try_from((most - least).max(0) + 1).unwrap_or(1);
        least + i64::try_from(self.next() % width).unwrap_or(0)
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}
