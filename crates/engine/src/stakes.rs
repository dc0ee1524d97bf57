//! What the rest of the match makes a search on one board pay attention to.

use tandem_rules::shakmaty::{ByColor, Color, Role};

use crate::evaluate::BOARD_KINDS;
use crate::laws::WaitCosts;
use crate::score::Score;

/// What men are worth beyond their own board, and what waiting costs.
///
/// A captured man arms the capturer's partner. So keeping a man on this board, or in its
/// stock, is worth what it would do for the enemy's team on the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    keeping: ByColor<[Score; 5]>,
    /// What waiting costs each side.
    pub waiting: ByColor<WaitCosts>,
}

impl Stakes {
    /// What a side keeps by not losing such a man.
    #[must_use]
    pub fn keeping(&self, color: Color, role: Role) -> Score {
        match role {
            Role::King => 0,
            _ => self.keeping.get(color)[role as usize - 1],
        }
    }

    /// Sets what a side keeps by not losing such a man.
    pub fn set_keeping(&mut self, color: Color, role: Role, score: Score) {
        if let Some(at) = BOARD_KINDS.iter().position(|&kind| kind == role) {
            self.keeping.get_mut(color)[at] = score;
        }
    }

    /// Whether no man is worth more or less by so much, and waiting costs the same.
    pub(crate) fn is_near(&self, other: &Stakes, most: Score) -> bool {
        let pairs = Color::ALL
            .into_iter()
            .flat_map(|color| self.keeping.get(color).iter().zip(other.keeping.get(color)));
        let mut pairs = pairs.map(|(one, another)| (one - another).abs());
        self.waiting == other.waiting && pairs.all(|difference| difference <= most)
    }

    /// A number that differs where scores would: searches with different stakes share no table
    /// entries.
    pub(crate) fn salt(&self) -> u64 {
        let mut salt = 0_u64;
        let mut mix = |score: Score| {
            salt = (salt ^ score as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        };
        for color in Color::ALL {
            self.keeping.get(color).iter().for_each(|&score| mix(score));
            let costs = self.waiting.get(color);
            mix(costs.in_check);
            mix(costs.stalemated);
        }
        salt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_are_near_until_one_man_is_worth_much_more() {
        let (before, mut after) = (Stakes::default(), Stakes::default());
        after.set_keeping(Color::Black, Role::Queen, 96);
        assert!(after.is_near(&before, 96) && before.is_near(&after, 96));
        assert!(!after.is_near(&before, 95) && !before.is_near(&after, 95));
        let mut costs = Stakes::default();
        costs.waiting.white.in_check += 1;
        assert!(!costs.is_near(&before, 96));
    }
}
