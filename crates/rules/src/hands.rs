//! From coordinates to moves: the legal one that is meant, or what hands would do.

use shakmaty::{CastlingSide, Rank, Role, Square, attacks};

use crate::board_rules::{BoardRules, PromotionSource};
use crate::generate::OtherBoard;
use crate::moves::{Coordinates, Move, Promotion};
use crate::position::{Position, king_home, rook_corner};
use crate::promotion::takeable;
use crate::why::Illegal;

impl Move {
    /// Whether these coordinates mean this move. `e7e8q` means any queen of the other board.
    #[must_use]
    pub fn is_meant_by(self, coordinates: Coordinates) -> bool {
        match (coordinates, self) {
            (Coordinates::Drop { role, to }, Move::Drop { role: r, to: t }) => role == r && to == t,
            (Coordinates::Walk { from, to, becomes }, m) => {
                m.from() == Some(from)
                    && m.to() == to
                    && match (becomes, m.promotion()) {
                        (None, None | Some(Promotion::Vanish)) => true,
                        (Some((role, None)), Some(Promotion::To(r) | Promotion::Take(r, _))) => {
                            role == r
                        }
                        (Some((role, Some(at))), Some(Promotion::Take(r, square))) => {
                            role == r && at == square
                        }
                        _ => false,
                    }
            }
            _ => false,
        }
    }
}

impl Position {
    /// The legal move that coordinates mean.
    ///
    /// # Errors
    /// The reason why no legal move is meant, or that several are.
    pub fn legal_move(
        &self,
        coordinates: Coordinates,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Result<Move, Illegal> {
        let legal = self.legal_moves(rules, other);
        let mut meant = legal.into_iter().filter(|m| m.is_meant_by(coordinates));
        match (meant.next(), meant.next()) {
            (Some(m), None) => Ok(m),
            (Some(_), Some(_)) => Err(Illegal::PromotionUnannounced),
            (None, _) => Err(self.why_illegal(coordinates, rules, other)),
        }
    }

    /// What hands would do with these coordinates, whatever stands on the target being captured.
    /// A legal move is done as the legal move it is.
    ///
    /// # Errors
    /// What hands can't do: lift a man from an empty square or from an empty stock, or leave a
    /// promotion unannounced.
    pub fn by_hand(
        &self,
        coordinates: Coordinates,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Result<Move, Illegal> {
        match self.legal_move(coordinates, rules, other) {
            Ok(m) => Ok(m),
            Err(why) => match coordinates {
                Coordinates::Drop { role, to } if self.stock(self.turn).has(role) => {
                    Ok(Move::Drop { role, to })
                }
                Coordinates::Drop { .. } => Err(why),
                Coordinates::Walk { from, to, becomes } => {
                    self.walk_by_hand(from, to, becomes, rules, other).ok_or(why)
                }
            },
        }
    }

    fn walk_by_hand(
        &self,
        from: Square,
        to: Square,
        becomes: Option<(Role, Option<Square>)>,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Option<Move> {
        let piece = self.board.piece_at(from).filter(|_| from != to)?;
        let us = self.turn;
        if piece == us.king() && from == king_home(us) {
            for side in CastlingSide::ALL {
                let rook = rook_corner(us, side);
                let castle = Move::Castle { king: from, rook };
                if castle.to() == to
                    && self.board.piece_at(rook) == Some(us.rook())
                    && (attacks::between(from, rook) & self.board.occupied()).is_empty()
                {
                    return Some(castle);
                }
            }
        }
        if piece == us.pawn()
            && self.en_passant == Some(to)
            && attacks::pawn_attacks(us, from).contains(to)
        {
            return Some(Move::EnPassant { from, to });
        }
        let promotes =
            piece.role == Role::Pawn && to.rank() == piece.color.relative_rank(Rank::Eighth);
        let promotion = match becomes {
            _ if !promotes => None,
            // Where there is nothing to take the pawn goes, even if that uncovers its king.
            None if rules.promotion_source != PromotionSource::Pawn
                && takeable(piece.color, rules, other).is_empty() =>
            {
                Some(Promotion::Vanish)
            }
            // A pawn that reaches the last rank unannounced is no complete move.
            None => return None,
            Some((role, None)) if rules.promotion_source == PromotionSource::Pawn => {
                (!matches!(role, Role::King | Role::Pawn)).then_some(Promotion::To(role))
            }
            Some((role, square)) => {
                // Only what stands there can be taken; a single one need not be named.
                let stand = other?.position.board().by_piece(role.of(piece.color));
                let square = square.or_else(|| stand.single_square())?;
                (stand.contains(square) && !matches!(role, Role::King | Role::Pawn))
                    .then_some(Promotion::Take(role, square))
            }
        };
        if promotes && promotion.is_none() {
            return None;
        }
        Some(Move::Walk { from, to, promotion })
    }
}
