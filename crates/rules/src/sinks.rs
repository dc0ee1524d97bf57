//! What is done with generated moves: listed, counted, or only looked for.

use shakmaty::{Bitboard, Role, Square};

use crate::moves::{Move, MoveList, Promotion};
use crate::promotion::Menu;

pub(crate) trait Sink {
    fn walks(&mut self, from: Square, to: Bitboard);
    /// Pawns that each moved by the same offset.
    fn pawns(&mut self, to: Bitboard, offset: i32);
    fn promotions(&mut self, from: Square, to: Square, menu: &Menu);
    fn drops(&mut self, role: Role, to: Bitboard);
    fn one(&mut self, m: Move);
    /// Whether enough was found.
    fn done(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    fn walks(&mut self, from: Square, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::Walk { from, to, promotion: None }));
    }

    fn pawns(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            if let Some(from) = to.offset(-offset) {
                self.push(Move::Walk { from, to, promotion: None });
            }
        }
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

    fn drops(&mut self, role: Role, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::Drop { role, to }));
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

    fn drops(&mut self, _: Role, to: Bitboard) {
        self.0 += to.count() as u64;
    }

    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[derive(Default)]
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    fn walks(&mut self, _: Square, to: Bitboard) {
        self.0 |= to.any();
    }

    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 |= to.any();
    }

    fn promotions(&mut self, _: Square, _: Square, _: &Menu) {
        self.0 = true;
    }

    fn drops(&mut self, _: Role, to: Bitboard) {
        self.0 |= to.any();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }

    fn done(&self) -> bool {
        self.0
    }
}
