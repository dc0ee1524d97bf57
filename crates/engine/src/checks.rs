//! Which moves give check, told without playing them.

use tandem_rules::shakmaty::{Bitboard, Role, Square, attacks};
use tandem_rules::{Move, Promotion};

use crate::node::Node;

/// Squares and men from which the enemy king can be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckMap {
    king: Option<Square>,
    /// Squares from which a man of each kind attacks the king; by `Role as usize`.
    from: [Bitboard; 7],
    /// Our men behind which a slider of ours looks at the king.
    screens: Bitboard,
}

impl CheckMap {
    pub(crate) fn new(node: &Node) -> CheckMap {
        let board = node.position.board();
        let us = node.turn();
        let mut map = CheckMap {
            king: board.king_of(!us),
            from: [Bitboard::EMPTY; 7],
            screens: Bitboard::EMPTY,
        };
        let Some(king) = map.king else { return map };
        let occupied = board.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        map.from[Role::Pawn as usize] = attacks::pawn_attacks(!us, king);
        map.from[Role::Knight as usize] = attacks::knight_attacks(king);
        map.from[Role::Bishop as usize] = diagonal;
        map.from[Role::Rook as usize] = straight;
        map.from[Role::Queen as usize] = diagonal | straight;
        let snipers = board.by_color(us)
            & ((attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
                | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()));
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                map.screens |= between & board.by_color(us);
            }
        }
        map
    }

    /// Whether a legal move leaves the enemy king in check. Castling and captures in passing
    /// are judged by the moving man alone: near enough for a search.
    pub(crate) fn gives_check(&self, node: &Node, m: Move) -> bool {
        let Some(king) = self.king else { return false };
        match m {
            Move::Drop { role, to } => self.from[role as usize].contains(to),
            Move::EnPassant { from, to } => {
                self.from[Role::Pawn as usize].contains(to) || self.uncovers(king, from, to)
            }
            Move::Castle { .. } => {
                m.rook_to().is_some_and(|square| self.from[Role::Rook as usize].contains(square))
            }
            Move::Walk { from, to, promotion } => {
                self.uncovers(king, from, to)
                    || match promotion {
                        None => self.from[node.moving_role(m) as usize].contains(to),
                        Some(Promotion::Vanish) => false,
                        Some(Promotion::To(role) | Promotion::Take(role, _)) => {
                            let occupied = node.position.board().occupied().without(from);
                            attacks::attacks(to, role.of(node.turn()), occupied).contains(king)
                        }
                    }
            }
        }
    }

    fn uncovers(&self, king: Square, from: Square, to: Square) -> bool {
        self.screens.contains(from) && !attacks::ray(king, from).contains(to)
    }
}
