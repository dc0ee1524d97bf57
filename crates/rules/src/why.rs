//! Why a move is not legal: the first reason that a referee would give.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use crate::board_rules::{BoardRules, DropLimit, PromotionSource};
use crate::generate::OtherBoard;
use crate::moves::{Coordinates, Move, castled};
use crate::position::{Position, king_home, rook_corner};
use crate::promotion::takeable;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The stock does not hold such a man.
    #[error("there is no such piece in the stock")]
    NotHeld,
    /// A drop goes on an empty square.
    #[error("a piece is dropped on an empty square only")]
    Occupied,
    /// A pawn may not be dropped on this rank.
    #[error("a pawn may not be dropped on this rank")]
    PawnRank,
    /// A piece may not be dropped on this rank.
    #[error("a piece may not be dropped on this rank")]
    PieceRank,
    /// The drop leaves the enemy king in check where the book forbids that.
    #[error("a dropped piece may not give check")]
    DropChecks,
    /// The drop mates where the book forbids that.
    #[error("a dropped piece may not give mate")]
    DropMates,
    /// A drop that leaves one's own king in check.
    #[error("the king may not stay in check after a drop")]
    DropLeavesCheck,
    /// A walk that leaves one's own king in check.
    #[error("the king may not stand in check after the move")]
    OwnKing,
    /// No man of one's own stands there.
    #[error("no piece of this player stands there")]
    NoMan,
    /// More than one man can be meant.
    #[error("more than one piece can be meant")]
    Ambiguous,
    /// One of the player's own men stands there.
    #[error("a piece of one's own stands there")]
    OwnMan,
    /// Something stands in the way.
    #[error("something stands in the way")]
    Leap,
    /// The man does not move like that.
    #[error("the piece does not move like that")]
    Movement(Role),
    /// Castling is not possible: no right, a piece in between, or an attacked square.
    #[error("castling is not possible")]
    Castling,
    /// The rook on that corner was dropped there, which gives no right to castle.
    #[error("castling with a dropped rook is not possible")]
    CastlingDroppedRook,
    /// The king is never captured.
    #[error("a king is never captured")]
    KingCapture,
    /// Nobody was told what the pawn becomes.
    #[error("the piece that the pawn becomes must be named")]
    PromotionUnannounced,
    /// The book does not let a pawn become that.
    #[error("a pawn does not become that piece")]
    PromotionRole,
    /// No such piece stands on that square of the other board.
    #[error("no such piece stands on that square of the other board")]
    PromotionNotThere,
    /// Taking it would put the enemy king of the other board in check.
    #[error("taking that piece would put the king of the other board in check")]
    PromotionExposes,
    /// The other game has ended.
    #[error("the other game has ended, so there is no promotion")]
    PromotionEnded,
    /// Only a pawn on the last rank becomes something.
    #[error("only a pawn that reaches the last rank becomes another piece")]
    NoPromotion,
}

impl Position {
    /// Why no legal move is meant by these coordinates.
    #[must_use]
    pub fn why_illegal(
        &self,
        coordinates: Coordinates,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Illegal {
        match coordinates {
            Coordinates::Drop { role, to } => self.why_drop(role, to, rules),
            Coordinates::Walk { from, to, becomes } => {
                self.why_walk(from, to, becomes, rules, other)
            }
        }
    }

    fn why_drop(&self, role: Role, to: Square, rules: &BoardRules) -> Illegal {
        let us = self.turn;
        if !self.stock(us).has(role) {
            return Illegal::NotHeld;
        }
        if self.board.occupied().contains(to) {
            return Illegal::Occupied;
        }
        if role == Role::Pawn && !rules.pawn_drops.get(us).contains(to) {
            return Illegal::PawnRank;
        }
        if role != Role::Pawn && !rules.piece_drops.get(us).contains(to) {
            return Illegal::PieceRank;
        }
        let mut next = self.clone();
        next.play_unchecked(Move::Drop { role, to }, rules);
        if next.is_check(us) {
            Illegal::DropLeavesCheck
        } else if rules.drop_limit == DropLimit::NoCheck {
            Illegal::DropChecks
        } else {
            Illegal::DropMates
        }
    }

    fn why_walk(
        &self,
        from: Square,
        to: Square,
        becomes: Option<(Role, Option<Square>)>,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Illegal {
        let us = self.turn;
        let Some(piece) = self.board.piece_at(from).filter(|piece| piece.color == us) else {
            return Illegal::NoMan;
        };
        if piece.role == Role::King
            && from == king_home(us)
            && !attacks::king_attacks(from).contains(to)
        {
            for side in shakmaty::CastlingSide::ALL {
                let rook = rook_corner(us, side);
                if castled(from, rook).0 == to {
                    let dropped = self.dropped.contains(rook)
                        && self.board.piece_at(rook) == Some(us.rook())
                        && !self.castling.has(us, side)
                        && !self.castling.king_moved(us);
                    return if dropped { Illegal::CastlingDroppedRook } else { Illegal::Castling };
                }
            }
        }
        if self.board.king_of(!us) == Some(to) && self.reach(from, piece).contains(to) {
            return Illegal::KingCapture;
        }
        if !self.reach(from, piece).contains(to) {
            return self.why_out_of_reach(from, to, piece);
        }
        let promotes = piece.role == Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth);
        match becomes {
            Some(_) if !promotes => Illegal::NoPromotion,
            None if promotes => self.why_unannounced(us, rules, other),
            Some((role, square)) => {
                self.why_promotion(role, square, rules, other).unwrap_or(Illegal::OwnKing)
            }
            None => Illegal::OwnKing,
        }
    }

    fn why_out_of_reach(&self, from: Square, to: Square, piece: Piece) -> Illegal {
        let alone = attacks::attacks(from, piece, Bitboard::EMPTY);
        let slides = matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen);
        if slides
            && alone.contains(to)
            && (attacks::between(from, to) & self.board.occupied()).any()
        {
            Illegal::Leap
        } else if piece.role != Role::Pawn
            && alone.contains(to)
            && self.board.by_color(piece.color).contains(to)
        {
            Illegal::OwnMan
        } else {
            Illegal::Movement(piece.role)
        }
    }

    fn why_unannounced(
        &self,
        us: Color,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Illegal {
        let vanishes = rules.promotion_source != PromotionSource::Pawn
            && takeable(us, rules, other).is_empty();
        if vanishes { Illegal::OwnKing } else { Illegal::PromotionUnannounced }
    }

    fn why_promotion(
        &self,
        role: Role,
        square: Option<Square>,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Option<Illegal> {
        if !rules.promotion_roles.contains(role) {
            return Some(Illegal::PromotionRole);
        }
        let PromotionSource::OtherBoard { from_ended, .. } = rules.promotion_source else {
            return square.map(|_| Illegal::NoPromotion);
        };
        let other = other?;
        if other.ended && !from_ended {
            return Some(Illegal::PromotionEnded);
        }
        let stands = other.position.board().by_piece(role.of(self.turn));
        let may = takeable(self.turn, rules, Some(other));
        match square {
            None if (stands & may).more_than_one() => Some(Illegal::PromotionUnannounced),
            Some(square) if !stands.contains(square) => Some(Illegal::PromotionNotThere),
            Some(square) if !may.contains(square) => Some(Illegal::PromotionExposes),
            None if stands.is_empty() => Some(Illegal::PromotionNotThere),
            None if (stands & may).is_empty() => Some(Illegal::PromotionExposes),
            _ => None,
        }
    }

    /// Squares that a man reaches when nobody asks about the kings.
    fn reach(&self, from: Square, piece: Piece) -> Bitboard {
        let occupied = self.board.occupied();
        let ours = self.board.by_color(piece.color);
        if piece.role != Role::Pawn {
            return attacks::attacks(from, piece, occupied) & !ours;
        }
        let up = piece.color.fold_wb(8, -8);
        let single = Bitboard::from_square(from).shift(up) & !occupied;
        let double = if from.rank() == piece.color.relative_rank(Rank::Second) {
            single.shift(up) & !occupied
        } else {
            Bitboard::EMPTY
        };
        let prey = self.board.by_color(!piece.color)
            | self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from_square);
        single | double | (attacks::pawn_attacks(piece.color, from) & prey)
    }
}
