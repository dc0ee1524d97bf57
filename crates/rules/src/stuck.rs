//! A player without a legal move: mated, stalemated, or waiting for a piece.

use shakmaty::{Bitboard, Color, Role, attacks};

use crate::board_rules::BoardRules;
use crate::generate::OtherBoard;
use crate::position::Position;
use crate::stock::{STOCK_ROLES, Stock};

/// What makes a check that no present move answers a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateRule {
    /// No man that may ever be dropped could answer it (asten 13b, R18).
    Pool,
    /// It comes from a contact, a knight or a double check (sscr 1.5, R18).
    Contact,
    /// No legal move with the present stock (R8).
    Stock,
}

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It has a legal move.
    Free,
    /// Its king is attacked for good.
    Mate,
    /// Its king is attacked, and only a piece that may still come can help.
    WaitInCheck,
    /// Its king is safe but nothing can move.
    Stalemate {
        /// Whether every man of the colour in both sets stands on the board, so that none can
        /// ever come (asten 13).
        nothing_can_come: bool,
    },
}

impl Position {
    /// What the side to move can do, by the book's rule of mate.
    #[must_use]
    pub fn stuck(
        &self,
        rules: &BoardRules,
        mate: MateRule,
        other: Option<OtherBoard<'_>>,
    ) -> Stuck {
        if self.has_legal_move(rules, other) {
            return Stuck::Free;
        }
        let checkers = self.checkers(self.turn);
        if checkers.is_empty() {
            let nothing_can_come = self.theoretical_pool(self.turn).is_empty();
            return Stuck::Stalemate { nothing_can_come };
        }
        let between = match (self.board.king_of(self.turn), checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker),
            _ => Bitboard::EMPTY,
        };
        let helps = match mate {
            MateRule::Stock => false,
            MateRule::Contact => between.any(),
            MateRule::Pool => self.pool_reaches(between, rules),
        };
        if helps { Stuck::WaitInCheck } else { Stuck::Mate }
    }

    /// All men of a colour in two sets, less those on its own board; a promoted pawn counts as
    /// a pawn (R18).
    #[must_use]
    pub fn theoretical_pool(&self, color: Color) -> Stock {
        let mut pool = Stock::default();
        let pawns = self.board.pawns() | self.promoted;
        for role in STOCK_ROLES {
            let of_kind = match role {
                Role::Pawn => pawns,
                _ => self.board.by_role(role) & !self.promoted,
            };
            let on_board = (of_kind & self.board.by_color(color)).count();
            let in_two_sets = match role {
                Role::Pawn => 16,
                Role::Queen => 2,
                _ => 4,
            };
            (on_board..in_two_sets).for_each(|_| pool.add(role));
        }
        pool
    }

    fn pool_reaches(&self, squares: Bitboard, rules: &BoardRules) -> bool {
        self.theoretical_pool(self.turn).iter().any(|(role, _)| {
            let allowed = match role {
                Role::Pawn => rules.pawn_drops.get(self.turn),
                _ => rules.piece_drops.get(self.turn),
            };
            (squares & *allowed).any()
        })
    }
}
