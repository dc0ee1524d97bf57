//! Which of the legal moves are asked for: a search wants captures before quiet moves, and
//! often only one move.

use std::borrow::Borrow;

use shakmaty::Bitboard;

use crate::bughouse::Bughouse;
use crate::moves::{Coordinates, Move, MoveList};
use crate::position::Position;
use crate::stock::STOCK_ROLES;

/// A part of the legal moves.
///
/// ```
/// use tandem_rules::{Bughouse, MoveList, Rulebook, Wanted, shakmaty::Square};
///
/// // Only what the knight on g1 can do.
/// let book = Rulebook::builtin("minerva").expect("a built-in book");
/// let wanted = Wanted { from: Square::G1.into(), ..Wanted::ALL };
/// let mut moves = MoveList::new();
/// Bughouse::new(&book).list_moves(&Wanted { drops: Wanted::NOTHING.drops, ..wanted }, &mut moves);
/// assert_eq!(moves.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Men that may walk.
    pub from: Bitboard,
    /// Squares to which they may walk.
    pub to: Bitboard,
    /// Squares on which pawns may promote or capture in passing.
    pub noisy_pawns: Bitboard,
    /// Whether castling is asked for.
    pub castling: bool,
    /// Squares for the drops of each kind, in the order of [`STOCK_ROLES`].
    pub drops: [Bitboard; 5],
}

impl Wanted {
    /// Every legal move.
    pub const ALL: Wanted = Wanted {
        from: Bitboard::FULL,
        to: Bitboard::FULL,
        noisy_pawns: Bitboard::FULL,
        castling: true,
        drops: [Bitboard::FULL; 5],
    };

    /// None.
    pub const NOTHING: Wanted = Wanted {
        from: Bitboard::EMPTY,
        to: Bitboard::EMPTY,
        noisy_pawns: Bitboard::EMPTY,
        castling: false,
        drops: [Bitboard::EMPTY; 5],
    };

    /// Captures and promotions.
    #[must_use]
    pub fn captures(position: &Position) -> Wanted {
        Wanted {
            from: Bitboard::FULL,
            to: position.board().by_color(!position.turn()),
            noisy_pawns: Bitboard::FULL,
            ..Wanted::NOTHING
        }
    }

    /// Walks that neither capture nor promote, and castling.
    #[must_use]
    pub fn quiet_walks(position: &Position) -> Wanted {
        Wanted {
            from: Bitboard::FULL,
            to: !position.board().occupied(),
            castling: true,
            ..Wanted::NOTHING
        }
    }

    /// Drops on these squares, whatever is dropped.
    #[must_use]
    pub fn drops_on(squares: Bitboard) -> Wanted {
        Wanted { drops: [squares; 5], ..Wanted::NOTHING }
    }

    /// The moves that coordinates can mean, and some that they can't.
    pub(crate) fn meant_by(coordinates: Coordinates) -> Wanted {
        match coordinates {
            Coordinates::Drop { role, to } => Wanted::only(Move::Drop { role, to }),
            Coordinates::Walk { from, to, .. } => {
                Wanted { castling: true, ..Wanted::only(Move::Walk { from, to, promotion: None }) }
            }
        }
    }

    fn only(m: Move) -> Wanted {
        let to = Bitboard::from_square(m.to());
        match m {
            Move::Drop { role, .. } => Wanted {
                drops: STOCK_ROLES.map(|kind| if kind == role { to } else { Bitboard::EMPTY }),
                ..Wanted::NOTHING
            },
            Move::Castle { king, .. } => {
                Wanted { from: Bitboard::from_square(king), castling: true, ..Wanted::NOTHING }
            }
            Move::Walk { from, .. } | Move::EnPassant { from, .. } => {
                Wanted { from: Bitboard::from_square(from), to, noisy_pawns: to, ..Wanted::NOTHING }
            }
        }
    }
}

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// Whether this very move is legal; faster than listing all.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Move, Rulebook, shakmaty::Square};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// let walk = |from, to| Move::Walk { from, to, promotion: None };
    /// assert!(board.is_legal(walk(Square::E2, Square::E4)));
    /// assert!(!board.is_legal(walk(Square::E2, Square::E5)));
    /// ```
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let mut list = MoveList::new();
        self.list_moves(&Wanted::only(m), &mut list);
        list.contains(&m)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::{OtherBoard, Rulebook, book::BUILTIN_IDS};

    #[test]
    fn the_parts_make_the_whole_and_each_move_is_found_alone() {
        for id in BUILTIN_IDS {
            let book = Rulebook::builtin(id).unwrap();
            let (rules, empty) = (book.board_rules(), Position::default());
            let other = Some(OtherBoard { position: &empty, ended: false });
            let mut position = Position::default();
            let mut dice = 7_u64;
            for _ in 0..400 {
                let board = position.by(rules).with_other(other);
                let all = board.legal_moves();
                let mut parts = MoveList::new();
                for wanted in [
                    Wanted::captures(&position),
                    Wanted::quiet_walks(&position),
                    Wanted::drops_on(Bitboard::FULL),
                ] {
                    board.list_moves(&wanted, &mut parts);
                }
                assert_eq!(parts.len(), all.len(), "{id}: {position:?}");
                assert!(all.iter().all(|m| parts.contains(m)));
                assert!(all.iter().all(|m| board.is_legal(*m)));
                for m in &all {
                    assert_eq!(board.legal_move((*m).into()), Ok(*m), "{id}: {m}");
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(&m) = all.get((dice >> 33) as usize % all.len().max(1)) else {
                    position = Position::default();
                    continue;
                };
                if let Some(captured) = position.play_unchecked(m, rules) {
                    // As if the partner had captured the like: both stocks fill.
                    for color in Color::ALL {
                        position.stock_mut(color).add(captured.off_board());
                    }
                }
            }
        }
    }
}
