//! The stock: what lies beside a board for a player to drop.

use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role};

/// The five kinds of men that can lie in a stock, in the order in which they are shown.
pub const STOCK_ROLES: [Role; 5] =
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// How many of each kind of man a player holds beside the board.
///
/// Kings never lie in a stock: [`Stock::add`] ignores them.
///
/// ```
/// use tandem_rules::{Stock, shakmaty::{Color, Role}};
///
/// let mut stock = Stock::default();
/// stock.add(Role::Pawn);
/// stock.add(Role::Pawn);
/// stock.add(Role::Queen);
/// assert_eq!(stock.count(Role::Pawn), 2);
/// assert_eq!(stock.total(), 3);
/// assert!(stock.take(Role::Queen) && !stock.take(Role::Queen));
/// assert_eq!(stock.letters(Color::White), "PP");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stock([u8; 5]);

const fn slot(role: Role) -> Option<usize> {
    match role {
        Role::Queen => Some(0),
        Role::Rook => Some(1),
        Role::Bishop => Some(2),
        Role::Knight => Some(3),
        Role::Pawn => Some(4),
        Role::King => None,
    }
}

impl Stock {
    /// How many men of this kind there are.
    #[must_use]
    pub fn count(&self, role: Role) -> u8 {
        slot(role).map_or(0, |at| self.0[at])
    }

    /// Whether at least one man of this kind is there.
    #[must_use]
    pub fn has(&self, role: Role) -> bool {
        self.count(role) > 0
    }

    /// The same for a kind by its place in [`STOCK_ROLES`].
    pub(crate) fn has_kind(&self, kind: usize) -> bool {
        self.0[kind] > 0
    }

    /// Makes it so many men of this kind.
    pub fn set(&mut self, role: Role, count: u8) {
        if let Some(at) = slot(role) {
            self.0[at] = count;
        }
    }

    /// Puts a man into the stock.
    pub fn add(&mut self, role: Role) {
        if let Some(at) = slot(role) {
            self.0[at] = self.0[at].saturating_add(1);
        }
    }

    /// Takes a man out; false, and nothing changes, if there is none.
    pub fn take(&mut self, role: Role) -> bool {
        match slot(role) {
            Some(at) if self.0[at] > 0 => {
                self.0[at] -= 1;
                true
            }
            _ => false,
        }
    }

    /// Whether nothing is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 5]
    }

    /// All men together.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// The kinds that are there, queen first, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Role, u8)> + '_ {
        STOCK_ROLES.into_iter().zip(self.0).filter(|(_, n)| *n > 0)
    }

    /// The letters of the men, each as often as it is there: `QNNP`, or `qnnp` for Black.
    #[must_use]
    pub fn letters(&self, color: Color) -> String {
        self.iter()
            .flat_map(|(role, n)| {
                let letter = color.fold_wb(role.upper_char(), role.char());
                std::iter::repeat_n(letter, usize::from(n))
            })
            .collect()
    }
}

impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters(Color::White))
    }
}

impl FromIterator<Role> for Stock {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Stock {
        let mut stock = Stock::default();
        roles.into_iter().for_each(|role| stock.add(role));
        stock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_that_is_not_there_can_not_be_taken() {
        let mut stock: Stock = [Role::Knight, Role::Pawn, Role::Knight].into_iter().collect();
        assert_eq!(stock.letters(Color::Black), "nnp");
        assert!(stock.take(Role::Knight));
        assert!(!stock.take(Role::Queen));
        assert!(!stock.take(Role::King));
        assert_eq!(stock.to_string(), "NP");
        assert_eq!(stock.total(), 2);
    }
}
