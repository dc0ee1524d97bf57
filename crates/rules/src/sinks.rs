//! What is done with generated moves: listed, counted, or only looked for.

use shakmaty::{Bitboard, Role, Square};

use crate::moves::{Move, MoveList, Promotion};
use crate::promotion::Menu;
use crate::stock::STOCK_ROLES;

pub(crate) trait Sink {
    /// Whether the king's own moves are looked for last. Their squares must each be proved safe, so who
    /// looks for any move at all has mostly found one before.
    const KING_LAST: bool = false;

    fn walks(&mut self, from: Square, to: Bitboard);
    /// Pawns that each moved by the same offset.
    fn pawns(&mut self, to: Bitboard, offset: i32);
    fn promotions(&mut self, from: Square, to: Square, menu: &Menu);
    /// Drops of a kind of man, by its place in [`STOCK_ROLES`].
    fn drops(&mut self, kind: usize, to: Bitboard);
    fn one(&mut self, m: Move);
    /// Whether enough was found.
    fn done(&self) -> bool {
        false
    }
}

/// Adds a move for each square. The iterator tells no length on purpose: to count the squares first
/// costs more than to look at the capacity each time.
#[inline]
fn fill(list: &mut MoveList, mut squares: Bitboard, make: impl Fn(Square) -> Move) {
    if squares.is_empty() {
        return;
    }
    list.extend(std::iter::from_fn(|| squares.pop_front().map(&make)));
}

/// Every drop, by kind of man and square: to copy a move takes one store, to put it together several, and most
/// moves of a full stock are drops.
static DROPS: [[Move; 64]; STOCK_ROLES.len()] = {
    let mut table = [[Move::Drop { role: Role::Pawn, to: Square::A1 }; 64]; STOCK_ROLES.len()];
    let mut kind = 0;
    while kind < STOCK_ROLES.len() {
        let mut to = 0;
        while to < 64 {
            let (role, square) = (STOCK_ROLES[kind], Square::new(to as u32));
            table[kind][to] = Move::Drop { role, to: square };
            to += 1;
        }
        kind += 1;
    }
    table
};

impl Sink for MoveList {
    #[inline]
    fn walks(&mut self, from: Square, to: Bitboard) {
        fill(self, to, |to| Move::Walk { from, to, promotion: None });
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        if to.is_empty() {
            return;
        }
        let mut from = to.shift(-offset);
        // The squares of both sets come in the same order.
        let next = |to| from.pop_front().map(|from| Move::Walk { from, to, promotion: None });
        self.extend(to.into_iter().map_while(next));
    }

    fn promotions(&mut self, from: Square, to: Square, menu: &Menu) {
        match *menu {
            Menu::Roles(roles) => {
                for role in roles.iter() {
                    self.push(Move::Walk { from, to, promotion: Some(Promotion::To(role)) });
                }
            }
            Menu::Take(sets) => {
                for (role, squares) in sets {
                    for square in squares {
                        let promotion = Some(Promotion::Take(role, square));
                        self.push(Move::Walk { from, to, promotion });
                    }
                }
            }
            Menu::Nothing => {
                self.push(Move::Walk { from, to, promotion: Some(Promotion::Vanish) });
            }
        }
    }

    fn drops(&mut self, kind: usize, to: Bitboard) {
        let moves = &DROPS[kind];
        fill(self, to, |to| moves[usize::from(to)]);
    }

    fn one(&mut self, m: Move) {
        self.push(m);
    }
}

#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    fn walks(&mut self, _: Square, to: Bitboard) {
        self.0 += to.count() as u64;
    }

    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 += to.count() as u64;
    }

    fn promotions(&mut self, _: Square, _: Square, menu: &Menu) {
        self.0 += match menu {
            Menu::Roles(roles) => roles.len() as u64,
            Menu::Take(sets) => sets.iter().map(|(_, squares)| squares.count() as u64).sum(),
            Menu::Nothing => 1,
        };
    }

    fn drops(&mut self, _: usize, to: Bitboard) {
        self.0 += to.count() as u64;
    }

    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[derive(Default)]
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    const KING_LAST: bool = true;

    fn walks(&mut self, _: Square, to: Bitboard) {
        self.0 |= to.any();
    }

    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 |= to.any();
    }

    fn promotions(&mut self, _: Square, _: Square, _: &Menu) {
        self.0 = true;
    }

    fn drops(&mut self, _: usize, to: Bitboard) {
        self.0 |= to.any();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }

    fn done(&self) -> bool {
        self.0
    }
}
