//! Positions in which nobody can win any more though men are left: locked pawns (stein 5.5, 5.6).

use std::collections::{HashSet, VecDeque};

use shakmaty::{Color, Role};

use crate::board_rules::BoardRules;
use crate::position::Position;

/// More positions than this are not looked at: then play goes on.
const MAX_POSITIONS: usize = 20_000;

impl Position {
    /// Whether every pawn stands locked and no series of legal moves lets this side mate, once
    /// nothing can come from the other board any more. Every position that can be reached is
    /// looked at; where they are too many, or a pawn gets through, the answer is no.
    ///
    /// ```text
    /// . . . . k . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// p . p . p . p .
    /// P . P . P . P .
    /// . . . . . . . .
    /// . . . . K . . .     neither king gets across
    /// ```
    #[must_use]
    pub fn is_locked_for(&self, color: Color, rules: &BoardRules) -> bool {
        if !self.pawns_are_locked() {
            return false;
        }
        let mut seen = HashSet::from([self.repetition_key()]);
        let mut next = VecDeque::from([self.clone()]);
        while let Some(position) = next.pop_front() {
            let moves = position.by(rules).legal_moves();
            let mated = moves.is_empty() && position.is_check(position.turn());
            if mated && position.turn() != color {
                return false;
            }
            for m in moves {
                if m.promotion().is_some() {
                    return false;
                }
                let mut reached = position.clone();
                reached.play_unchecked(m, rules);
                if seen.insert(reached.repetition_key()) {
                    next.push_back(reached);
                }
            }
            if seen.len() > MAX_POSITIONS {
                return false;
            }
        }
        true
    }

    /// Whether there are only kings, bishops and pawns, and a pawn stands before each pawn.
    fn pawns_are_locked(&self) -> bool {
        let board = &self.board;
        let others = board.queens() | board.rooks() | board.knights();
        let in_stock = Color::ALL.into_iter().any(|color| !self.stock(color).is_empty());
        let locked = Color::ALL.into_iter().all(|color| {
            board.by_piece(Role::Pawn.of(color)).into_iter().all(|square| {
                let before = square.offset(color.fold_wb(8, -8));
                before.is_some_and(|before| board.pawns().contains(before))
            })
        });
        others.is_empty() && !in_stock && board.pawns().any() && locked
    }
}
