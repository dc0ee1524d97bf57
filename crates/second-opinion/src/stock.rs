//! Men beside a board, counted.

use tandem_rules::shakmaty::{Color, Role};

use crate::board::Board;

/// So many of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stock(Vec<Role>);

impl Stock {
    /// Lays a man down.
    pub fn add(&mut self, role: Role) {
        self.0.push(role);
        self.0.sort_by_key(|&role| role as u8);
    }

    /// Takes a man of that kind up, if there is one.
    pub fn take(&mut self, role: Role) -> bool {
        let found = self.0.iter().position(|&one| one == role);
        if let Some(at) = found {
            self.0.remove(at);
        }
        found.is_some()
    }

    /// How many of a kind.
    #[must_use]
    pub fn count(&self, role: Role) -> usize {
        self.0.iter().filter(|&&one| one == role).count()
    }

    /// Whether nothing lies there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds that lie there.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        let mut kinds = self.0.clone();
        kinds.dedup();
        kinds
    }

    /// Every man that lies there.
    #[must_use]
    pub fn all(&self) -> &[Role] {
        &self.0
    }

    /// All men of a colour in two sets that are not on its board (R18).
    #[must_use]
    pub fn pool(board: &Board, color: Color) -> Stock {
        let mut pool = Stock::default();
        let sets = [
            (Role::Pawn, 16),
            (Role::Knight, 4),
            (Role::Bishop, 4),
            (Role::Rook, 4),
            (Role::Queen, 2),
        ];
        for (role, number) in sets {
            let there = board.men_of(color).filter(|(_, man)| man.in_the_hand() == role).count();
            (there..number).for_each(|_| pool.add(role));
        }
        pool
    }
}
