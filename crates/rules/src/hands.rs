//! From coordinates to moves: the legal one that is meant, or what hands would do.

use std::borrow::Borrow;

use shakmaty::{CastlingSide, Rank, Role, Square, attacks};

use crate::board_rules::PromotionSource;
use crate::bughouse::{BoardView, Bughouse};
use crate::moves::{Coordinates, Move, MoveList, Promotion, castling_path, is_usual};
use crate::position::Position;
use crate::wanted::Wanted;
use crate::why::Illegal;

impl Move {
    /// Whether its pawn becomes what was named: a piece, perhaps with the square of the other board that it
    /// comes from; none where there is no promotion, or nothing to become.
    #[inline]
    #[must_use]
    pub fn is_promotion_to(self, named: Option<(Role, Option<Square>)>) -> bool {
        match (named, self.promotion()) {
            (None, None | Some(Promotion::Vanish)) => true,
            (Some((role, None)), Some(Promotion::To(r) | Promotion::Take(r, _))) => role == r,
            (Some((role, Some(at))), Some(Promotion::Take(r, square))) => role == r && at == square,
            _ => false,
        }
    }

    /// Whether these coordinates mean this move. `e7e8q` means any queen of the other board.
    #[must_use]
    pub fn is_meant_by(self, coordinates: Coordinates) -> bool {
        match (coordinates, self) {
            (Coordinates::Drop { role, to }, Move::Drop { role: r, to: t }) => role == r && to == t,
            // Where king and rook stand as usual only the king's two squares tell it; elsewhere so do
            // they if no king can walk there, and the rook's own square always.
            (Coordinates::Walk { from, to, becomes: None }, Move::Castle { king, rook })
                if !is_usual(king, rook) =>
            {
                from == king
                    && (to == rook
                        || to == self.to()
                            && from != to
                            && !attacks::king_attacks(from).contains(to))
            }
            (Coordinates::Walk { from, to, becomes }, m) => {
                m.from() == Some(from) && m.to() == to && m.is_promotion_to(becomes)
            }
            _ => false,
        }
    }
}

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// The legal move that coordinates mean.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Illegal, Rulebook};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// assert_eq!(board.legal_move("g1f3".parse()?)?.to_string(), "g1f3");
    /// assert_eq!(board.legal_move("g1g3".parse()?), Err(Illegal::Movement {
    ///     role: tandem_rules::shakmaty::Role::Knight,
    /// }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why no legal move is meant, or that several are.
    pub fn legal_move(&self, coordinates: Coordinates) -> Result<Move, Illegal> {
        let mut legal = MoveList::new();
        self.list_moves(&Wanted::meant_by(coordinates), &mut legal);
        let mut meant = legal.iter().copied().filter(|m| m.is_meant_by(coordinates));
        match (meant.next(), meant.next()) {
            (Some(m), None) => Ok(m),
            (Some(_), Some(_)) => Err(Illegal::PromotionUnannounced),
            (None, _) => Err(self.why_illegal(coordinates)),
        }
    }

    /// What hands would do with these coordinates, whatever stands on the target being captured.
    /// A legal move is done as the legal move it is.
    ///
    /// # Errors
    /// What hands can't do: lift a man from an empty square or from an empty stock, or leave a
    /// promotion unannounced.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut board = Bughouse::new(&book);
    /// let leap = board.by_hand("a1a8".parse()?)?; // illegal, but hands can do it
    /// let captured = board.play_unchecked(leap).expect("the rook on a8");
    /// assert_eq!(captured.role, tandem_rules::shakmaty::Role::Rook);
    /// assert!(board.by_hand("e4e5".parse()?).is_err()); // there is nothing to lift
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_hand(&self, coordinates: Coordinates) -> Result<Move, Illegal> {
        let view = self.view();
        match self.legal_move(coordinates) {
            Ok(m) => Ok(m),
            Err(why) => match coordinates {
                Coordinates::Drop { role, to } if view.has_in_stock(role) => {
                    Ok(Move::Drop { role, to })
                }
                Coordinates::Drop { .. } => Err(why),
                Coordinates::Walk { from, to, becomes } => {
                    view.walk_by_hand(from, to, becomes).ok_or(why)
                }
            },
        }
    }
}

impl BoardView<'_> {
    fn has_in_stock(self, role: Role) -> bool {
        self.position.stock(self.position.turn).has(role)
    }

    fn walk_by_hand(
        self,
        from: Square,
        to: Square,
        becomes: Option<(Role, Option<Square>)>,
    ) -> Option<Move> {
        let Bughouse { position, rules, other } = self;
        let piece = position.board.piece_at(from).filter(|_| from != to)?;
        let us = position.turn;
        if piece == us.king() && from == position.castling.king_home(us) {
            for side in CastlingSide::ALL {
                let rook = position.castling.rook_home(us, side);
                let castle = Move::Castle { king: from, rook };
                if castle.is_meant_by(Coordinates::Walk { from, to, becomes: None })
                    && position.board.piece_at(rook) == Some(us.rook())
                    && (castling_path(from, rook) & position.board.occupied()).is_empty()
                {
                    return Some(castle);
                }
            }
        }
        if piece == us.pawn()
            && position.en_passant == Some(to)
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
                && self.takeable_by(piece.color).is_empty() =>
            {
                Some(Promotion::Vanish)
            }
            // A pawn that reaches the last rank unannounced is no complete move.
            None => return None,
            Some((role, None)) if rules.promotion_source == PromotionSource::Pawn => {
                (!matches!(role, Role::King | Role::Pawn)).then_some(Promotion::To(role))
            }
            // Where the pawn itself becomes another piece none is taken from the other board (asten 12).
            Some((_, Some(_))) if rules.promotion_source == PromotionSource::Pawn => None,
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
