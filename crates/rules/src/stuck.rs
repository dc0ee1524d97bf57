//! A player without a legal move: mated, stalemated, or waiting for a piece.

use std::borrow::Borrow;

use shakmaty::{Bitboard, Color, Role, attacks};

use crate::bughouse::{BoardView, Bughouse};
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
///
/// ```
/// use tandem_rules::{Bughouse, MateRule, Rulebook, Stuck};
///
/// // A rook's check along an open line: mate by the stock that is there, but somebody may still
/// // pass a piece to put in between, so by sscr 1.5 Black waits.
/// let mut position = tandem_rules::Position::default().to_setup();
/// position.board = "6k1/5ppp/8/8/8/8/8/4R1K1".parse()?;
/// position.castling = tandem_rules::Castling::NONE;
/// let position = tandem_rules::Position::try_from(position).expect("a position");
/// for (id, expected) in [("minerva", Stuck::Mate), ("sscr", Stuck::WaitInCheck)] {
///     let book = Rulebook::builtin(id).expect("a built-in book");
///     let mut board = Bughouse::of(position.clone(), &book);
///     board.play(board.legal_move("e1e8".parse()?)?)?;
///     assert_eq!(board.stuck(), expected, "{id}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// What the side to move can do, by the book's rule of mate.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook, Stuck};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut board = Bughouse::new(&book);
    /// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     assert_eq!(board.stuck(), Stuck::Free);
    ///     board.play(board.legal_move(text.parse()?)?)?;
    /// }
    /// // A fool's mate; with a man in the stock White could put it on g3 or f2.
    /// assert_eq!(board.stuck(), Stuck::Mate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stuck(&self) -> Stuck {
        if self.has_legal_move() {
            return Stuck::Free;
        }
        self.view().why_stuck()
    }
}

impl BoardView<'_> {
    fn why_stuck(self) -> Stuck {
        let position = self.position;
        let checkers = position.checkers(position.turn);
        if checkers.is_empty() {
            let nothing_can_come = position.theoretical_pool(position.turn).is_empty();
            return Stuck::Stalemate { nothing_can_come };
        }
        let between = match (position.board.king_of(position.turn), checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker),
            _ => Bitboard::EMPTY,
        };
        let helps = match self.rules.mate {
            MateRule::Stock => false,
            MateRule::Contact => between.any(),
            MateRule::Pool => self.pool_reaches(between),
        };
        if helps { Stuck::WaitInCheck } else { Stuck::Mate }
    }

    fn pool_reaches(self, squares: Bitboard) -> bool {
        let us = self.position.turn;
        self.position.theoretical_pool(us).iter().any(|(role, _)| {
            let allowed = match role {
                Role::Pawn => self.rules.pawn_drops.get(us),
                _ => self.rules.piece_drops.get(us),
            };
            (squares & *allowed).any()
        })
    }
}

impl Position {
    /// All men of a colour in two sets, less those on its own board; a promoted pawn counts as
    /// a pawn (R18).
    ///
    /// ```
    /// use tandem_rules::{Position, shakmaty::{Color, Role}};
    ///
    /// let pool = Position::default().theoretical_pool(Color::White);
    /// assert_eq!(pool.count(Role::Pawn), 8); // those of the other board
    /// assert_eq!(pool.count(Role::Queen), 1);
    /// ```
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
}
