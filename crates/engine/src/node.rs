//! A position in the tree of a search, with its keys.

use tandem_rules::shakmaty::{Bitboard, Color, Role, Square};
use tandem_rules::{BoardRules, Move, Position, Promotion};

use crate::keys;

/// A position with what a search asks of it again and again.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// Men, rights and side to move, as repetition counts them (R17).
    pub(crate) board_key: u64,
    pub(crate) stock_key: u64,
    /// Men that attack the king of the side to move.
    pub(crate) checkers: Bitboard,
    /// Half-moves since something was captured, dropped or a pawn moved.
    pub(crate) reversible: u32,
}

impl Node {
    pub(crate) fn new(position: Position) -> Node {
        Node {
            board_key: position.repetition_key(),
            stock_key: keys::of_stocks(&position),
            checkers: position.checkers(position.turn()),
            reversible: 0,
            position,
        }
    }

    pub(crate) fn key(&self) -> u64 {
        self.board_key ^ self.stock_key
    }

    pub(crate) fn turn(&self) -> Color {
        self.position.turn()
    }

    pub(crate) fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The man that a move sets on its square.
    pub(crate) fn moving_role(&self, m: Move) -> Role {
        match m {
            Move::Drop { role, .. } => role,
            Move::Castle { .. } => Role::King,
            Move::EnPassant { .. } => Role::Pawn,
            Move::Walk { from, .. } => self.position.board().role_at(from).unwrap_or(Role::Pawn),
        }
    }

    /// What a move captures, as it stands on the board.
    pub(crate) fn captured_role(&self, m: Move) -> Option<Role> {
        match m {
            Move::Walk { to, .. } => self.position.board().role_at(to),
            Move::EnPassant { .. } => Some(Role::Pawn),
            Move::Castle { .. } | Move::Drop { .. } => None,
        }
    }

    /// Whether a move changes the material: captures and promotions.
    pub(crate) fn is_noisy(&self, m: Move) -> bool {
        match m {
            Move::Walk { to, promotion, .. } => {
                promotion.is_some() || self.position.board().occupied().contains(to)
            }
            Move::EnPassant { .. } => true,
            Move::Castle { .. } | Move::Drop { .. } => false,
        }
    }

    /// The node after a legal move.
    pub(crate) fn after(&self, m: Move, rules: &BoardRules) -> Node {
        let mut position = self.position.clone();
        let us = position.turn();
        let moved = match m {
            Move::Walk { from, .. } => position.board().piece_at(from),
            _ => None,
        };
        let captured = position.play_unchecked(m, rules);
        let before = &self.position;
        let mut board_key = self.board_key ^ keys::turn() ^ keys::en_passant(before);
        let mut stock_key = self.stock_key;
        let mut reversible = self.reversible + 1;
        match m {
            Move::Drop { role, to } => {
                board_key ^= keys::piece(to, role.of(us));
                stock_key ^= keys::dropped(us, role, before.stock(us));
                reversible = 0;
            }
            Move::Walk { from, to, promotion } => {
                if let Some(man) = moved {
                    board_key ^= keys::piece(from, man);
                    match promotion {
                        None => board_key ^= keys::piece(to, man),
                        Some(Promotion::To(role) | Promotion::Take(role, _)) => {
                            board_key ^= keys::piece(to, role.of(man.color));
                        }
                        Some(Promotion::Vanish) => {}
                    }
                    if man.role == Role::Pawn {
                        reversible = 0;
                    }
                }
                board_key ^= promoted_change(before, &position, from, to);
                if let Some(taken) = captured {
                    board_key ^= keys::piece(to, taken.role.of(taken.color));
                    reversible = 0;
                }
            }
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                board_key ^= keys::piece(from, us.pawn()) ^ keys::piece(to, us.pawn());
                board_key ^= keys::piece(taken, (!us).pawn());
                reversible = 0;
            }
            Move::Castle { king, rook } => {
                board_key ^= keys::piece(king, us.king()) ^ keys::piece(rook, us.rook());
                for (square, man) in castled_men(&position, us, king, rook) {
                    board_key ^= keys::piece(square, man.of(us));
                }
            }
        }
        if before.castling() != position.castling() {
            board_key ^= keys::castling(before.castling()) ^ keys::castling(position.castling());
        }
        board_key ^= keys::en_passant(&position);
        let checkers = position.checkers(position.turn());
        Node { position, board_key, stock_key, checkers, reversible }
    }

    /// The node after doing nothing.
    pub(crate) fn after_pass(&self) -> Node {
        let mut position = self.position.clone();
        position.pass();
        Node {
            board_key: self.board_key ^ keys::turn() ^ keys::en_passant(&self.position),
            stock_key: self.stock_key,
            checkers: position.checkers(position.turn()),
            reversible: 0,
            position,
        }
    }
}

fn promoted_change(before: &Position, after: &Position, from: Square, to: Square) -> u64 {
    let changed = before.promoted() ^ after.promoted();
    if changed.is_empty() {
        return 0;
    }
    [from, to]
        .into_iter()
        .filter(|&square| changed.contains(square))
        .fold(0, |key, square| key ^ keys::promoted(square))
}

/// Where king and rook went: the two men of that rank that now stand elsewhere.
fn castled_men(
    after: &Position,
    us: Color,
    king: Square,
    rook: Square,
) -> impl Iterator<Item = (Square, Role)> {
    let to = Move::Castle { king, rook }.to();
    debug_assert_eq!(after.board().king_of(us), Some(to));
    let other_board = if rook > king { to.offset(-1) } else { to.offset(1) };
    [Some((to, Role::King)), other_board.map(|square| (square, Role::Rook))].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use tandem_rules::book::BUILTIN_IDS;
    use tandem_rules::{OtherBoard, Rulebook};

    use super::*;

    #[test]
    fn keys_kept_up_to_date_are_those_computed_afresh() {
        for id in BUILTIN_IDS {
            let book = Rulebook::builtin(id).unwrap();
            let rules = book.board_rules();
            let other_board = Position::default();
            let other = Some(OtherBoard { position: &other_board, ended: false });
            let mut node = Node::new(Position::default());
            let mut dice = 11_u64;
            for step in 0..2_000 {
                let all = node.position.by(rules).with_other(other).legal_moves();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(&m) = all.get((dice >> 33) as usize % all.len().max(1)) else {
                    node = Node::new(Position::default());
                    continue;
                };
                let captured = node.position.clone().play_unchecked(m, rules);
                node = node.after(m, rules);
                let fresh = Node::new(node.position.clone());
                assert_eq!(node.key(), fresh.key(), "{id} {step}: {m}");
                assert_eq!(node.board_key, fresh.board_key);
                if let Some(captured) = captured {
                    let mut position = node.position.clone();
                    for color in Color::ALL {
                        position.stock_mut(color).add(captured.off_board());
                    }
                    node = Node::new(position);
                }
            }
        }
    }
}
