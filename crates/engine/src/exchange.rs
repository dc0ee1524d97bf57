//! What a series of captures on one square wins or loses.

use tandem_rules::shakmaty::{Bitboard, Board, Color, Role, Square, attacks};
use tandem_rules::{Move, Promotion};

use crate::node::Node;
use crate::score::Score;
use crate::values::exchange_value;

const CHEAPEST_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

impl Node {
    /// Whether a move, with all captures that may follow on its square, keeps at least
    /// `threshold`. A dropped man risks what it is worth.
    pub(crate) fn keeps(&self, m: Move, threshold: Score) -> bool {
        let board = self.position.board();
        let us = self.turn();
        let (to, mut occupied, standing) = match m {
            Move::Castle { .. } => return threshold <= 0,
            Move::Drop { role, to } => (to, board.occupied().with(to), role),
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                (to, board.occupied().without(from).without(taken).with(to), Role::Pawn)
            }
            Move::Walk { from, to, promotion } => {
                let stands = match promotion {
                    Some(Promotion::To(role) | Promotion::Take(role, _)) => role,
                    Some(Promotion::Vanish) => return threshold <= 0,
                    None => self.moving_role(m),
                };
                (to, board.occupied().without(from).with(to), stands)
            }
        };
        let mut gain = self.captured_role(m).map_or(0, exchange_value);
        let mut at_risk = exchange_value(standing);
        if m.promotion().is_some() {
            gain += exchange_value(standing) - exchange_value(Role::Pawn);
        }
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= at_risk;
        if balance >= 0 {
            return true;
        }
        let mut attackers = attackers_of(board, to, occupied);
        let mut side = !us;
        loop {
            attackers &= occupied;
            let mine = attackers & board.by_color(side);
            let Some((from, role)) = cheapest(board, mine) else { break };
            if role == Role::King && (attackers & board.by_color(!side)).any() {
                // A king can't take what is guarded.
                break;
            }
            occupied = occupied.without(from);
            attackers |= uncovered(board, to, occupied, role);
            at_risk = exchange_value(role);
            // Zero suffices for the side that we ask about, so the other must win something.
            balance = -balance - 1 - at_risk;
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        side != us
    }
}

fn attackers_of(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    board.attacks_to(to, Color::White, occupied) | board.attacks_to(to, Color::Black, occupied)
}

fn uncovered(board: &Board, to: Square, occupied: Bitboard, gone: Role) -> Bitboard {
    let diagonal = match gone {
        Role::Pawn | Role::Bishop | Role::Queen => {
            attacks::bishop_attacks(to, occupied) & board.bishops_and_queens()
        }
        _ => Bitboard::EMPTY,
    };
    let straight = match gone {
        Role::Rook | Role::Queen => attacks::rook_attacks(to, occupied) & board.rooks_and_queens(),
        _ => Bitboard::EMPTY,
    };
    diagonal | straight
}

fn cheapest(board: &Board, men: Bitboard) -> Option<(Square, Role)> {
    CHEAPEST_FIRST
        .into_iter()
        .find_map(|role| (men & board.by_role(role)).first().map(|square| (square, role)))
}

#[cfg(test)]
mod tests {
    use tandem_rules::Coordinates;

    use super::*;
    use crate::protocol::fen::parse_fen;

    fn keeps(fen: &str, m: &str, threshold: Score) -> bool {
        let node = Node::new(parse_fen(fen).unwrap());
        let book = tandem_rules::Rulebook::builtin("fics").unwrap();
        let coordinates: Coordinates = m.parse().unwrap();
        let m = node.position.by(&book).legal_move(coordinates).unwrap();
        node.keeps(m, threshold)
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        // A free pawn.
        let fen = "4k3/8/8/3p4/8/8/8/3RK3[] w - - 0 1";
        assert!(keeps(fen, "d1d5", 120) && !keeps(fen, "d1d5", 121));
        // A guarded pawn costs the rook.
        assert!(!keeps("4k3/4p3/3p4/8/8/8/8/3RK3[] w - - 0 1", "d1d6", 0));
        // A rook behind helps.
        let fen = "4k3/4p3/3n4/8/8/8/3R4/3RK3[] w - - 0 1";
        assert!(keeps(fen, "d2d6", 0) && !keeps(fen, "d2d6", 200));
        // A dropped queen where a pawn can take it.
        assert!(!keeps("4k3/8/8/2p5/8/8/8/4K3[Q] w - - 0 1", "Q@d4", 0));
        assert!(keeps("4k3/8/8/2p5/8/8/8/4K3[Q] w - - 0 1", "Q@e4", 0));
        // A guarded drop next to the king.
        assert!(keeps("6k1/8/7R/8/8/8/8/4K3[Q] w - - 0 1", "Q@h7", 0));
        assert!(!keeps("6k1/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@h7", 0));
    }
}
