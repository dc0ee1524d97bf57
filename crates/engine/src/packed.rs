//! A move in 17 bits, for the transposition table.

use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{Move, MoveList, Promotion, STOCK_ROLES};

/// A move without the square of the other board that a promotion takes from: there the first
/// legal one is meant. Zero is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u32);

const EN_PASSANT: u32 = 1;
const CASTLE: u32 = 2;
const DROP: u32 = 3;
const PROMOTE: u32 = 8;
const TAKE: u32 = 14;
const VANISH: u32 = 20;

fn role_at(index: u32) -> Option<Role> {
    STOCK_ROLES.get(index as usize).copied()
}

fn index_of(role: Role) -> u32 {
    STOCK_ROLES.iter().position(|&kind| kind == role).map_or(0, |at| at as u32)
}

impl Packed {
    pub(crate) const NONE: Packed = Packed(0);

    pub(crate) fn new(m: Move) -> Packed {
        let (from, to, kind) = match m {
            Move::Walk { from, to, promotion } => (
                from,
                to,
                match promotion {
                    None => 0,
                    Some(Promotion::To(role)) => PROMOTE + index_of(role),
                    Some(Promotion::Take(role, _)) => TAKE + index_of(role),
                    Some(Promotion::Vanish) => VANISH,
                },
            ),
            Move::EnPassant { from, to } => (from, to, EN_PASSANT),
            Move::Castle { king, rook } => (king, rook, CASTLE),
            Move::Drop { role, to } => (to, to, DROP + index_of(role)),
        };
        Packed(u32::from(from) | u32::from(to) << 6 | kind << 12)
    }

    /// The move that this means, which may be illegal in a position. A promotion that takes
    /// from the other board needs the list of legal moves.
    pub(crate) fn unpack(self, legal: impl FnOnce() -> MoveList) -> Option<Move> {
        if self == Packed::NONE {
            return None;
        }
        let from = Square::new(self.0 & 63);
        let to = Square::new((self.0 >> 6) & 63);
        let walk = |promotion| Some(Move::Walk { from, to, promotion });
        match self.0 >> 12 {
            0 => walk(None),
            EN_PASSANT => Some(Move::EnPassant { from, to }),
            CASTLE => Some(Move::Castle { king: from, rook: to }),
            kind @ DROP..PROMOTE => role_at(kind - DROP).map(|role| Move::Drop { role, to }),
            kind @ PROMOTE..TAKE => {
                role_at(kind - PROMOTE).and_then(|role| walk(Some(Promotion::To(role))))
            }
            TAKE..VANISH => legal().into_iter().find(|&m| Packed::new(m) == self),
            VANISH => walk(Some(Promotion::Vanish)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_survive_packing() {
        let take = Move::Walk {
            from: Square::E7,
            to: Square::E8,
            promotion: Some(Promotion::Take(Role::Rook, Square::D1)),
        };
        for m in [
            Move::Walk { from: Square::A1, to: Square::B1, promotion: None },
            Move::Walk { from: Square::H7, to: Square::H8, promotion: Some(Promotion::Vanish) },
            Move::Walk {
                from: Square::A7,
                to: Square::B8,
                promotion: Some(Promotion::To(Role::Knight)),
            },
            Move::EnPassant { from: Square::E5, to: Square::D6 },
            Move::Castle { king: Square::E1, rook: Square::A1 },
            Move::Drop { role: Role::Queen, to: Square::A1 },
            Move::Drop { role: Role::Pawn, to: Square::H7 },
            take,
        ] {
            let legal = || [take].into_iter().collect();
            assert_eq!(Packed::new(m).unpack(legal), Some(m));
            assert!(Packed::new(m).0 < 1 << 17);
            assert_ne!(Packed::new(m), Packed::NONE);
        }
    }
}
