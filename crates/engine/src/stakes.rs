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
