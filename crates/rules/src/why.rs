//! Why a move is not legal: the first reason that a referee would give.

use std::borrow::Borrow;
use std::fmt;

use shakmaty::{Bitboard, Piece, Rank, Role, Square, attacks};

use crate::board_rules::{DropLimit, PromotionSource};
use crate::book::Lang;
use crate::bughouse::{BoardView, Bughouse};
use crate::moves::{Coordinates, Move};
use crate::position::Position;
use crate::texts::texts;

crate::codes! {
    /// Why a move is not legal.
    ///
    /// ```
    /// use tandem_rules::{Illegal, Position, Rulebook, shakmaty::{Color, Role}};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut position = Position::default();
    /// position.stock_mut(Color::White).add(Role::Pawn);
    /// let why = |text: &str| position.by(&book).why_not(text.parse().expect("coordinates"));
    /// assert_eq!(why("P@e8"), Some(Illegal::Occupied));
    /// assert_eq!(why("e7e5"), Some(Illegal::NoMan)); // not White's
    /// assert_eq!(why("d1d3"), Some(Illegal::Leap));
    /// assert_eq!(why("e1g1"), Some(Illegal::Castling));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Illegal {
        /// The stock does not hold such a man.
        NotHeld = "not_held",
        /// A drop goes on an empty square.
        Occupied = "occupied",
        /// A pawn may not be dropped on this rank.
        PawnRank = "pawn_rank",
        /// A piece may not be dropped on this rank.
        PieceRank = "piece_rank",
        /// The drop leaves the enemy king in check where the book forbids that.
        DropChecks = "drop_checks",
        /// The drop mates where the book forbids that.
        DropMates = "drop_mates",
        /// A drop that leaves one's own king in check.
        DropLeavesCheck = "drop_leaves_check",
        /// A walk that leaves one's own king in check.
        OwnKing = "own_king",
        /// No man of one's own stands there.
        NoMan = "no_man",
        /// More than one man can be meant.
        Ambiguous = "ambiguous",
        /// One of the player's own men stands there.
        OwnMan = "own_man",
        /// Something stands in the way.
        Leap = "leap",
        /// The man does not move like that.
        Movement {
            /// What it is.
            role: Role,
        } = "movement",
        /// Castling is not possible: no right, a piece in between, or an attacked square.
        Castling = "castling",
        /// The rook on that corner was dropped there, which gives no right to castle.
        CastlingDroppedRook = "castling_dropped_rook",
        /// The king is never captured.
        KingCapture = "king_capture",
        /// Nobody was told what the pawn becomes.
        PromotionUnannounced = "promotion_unannounced",
        /// The book does not let a pawn become that.
        PromotionRole = "promotion_role",
        /// No such piece stands on that square of the other board.
        PromotionNotThere = "promotion_not_there",
        /// Taking it would put the enemy king of the other board in check.
        PromotionExposes = "promotion_exposes",
        /// The other game has ended.
        PromotionEnded = "promotion_ended",
        /// Only a pawn on the last rank becomes something.
        NoPromotion = "no_promotion",
    }
}

impl std::error::Error for Illegal {}

/// In English.
impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&texts(Lang::En).say(self))
    }
}

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// Why no legal move is meant by these coordinates, which is known already;
    /// [`Bughouse::why_not`] finds out first.
    #[must_use]
    pub fn why_illegal(&self, coordinates: Coordinates) -> Illegal {
        match coordinates {
            Coordinates::Drop { role, to } => self.view().why_drop(role, to),
            Coordinates::Walk { from, to, becomes } => self.view().why_walk(from, to, becomes),
        }
    }
}

impl BoardView<'_> {
    fn why_drop(self, role: Role, to: Square) -> Illegal {
        let Bughouse { position, rules, .. } = self;
        let us = position.turn;
        if !position.stock(us).has(role) {
            return Illegal::NotHeld;
        }
        if position.board.occupied().contains(to) {
            return Illegal::Occupied;
        }
        if role == Role::Pawn && !rules.pawn_drops.get(us).contains(to) {
            return Illegal::PawnRank;
        }
        if role != Role::Pawn && !rules.piece_drops.get(us).contains(to) {
            return Illegal::PieceRank;
        }
        let mut next = position.clone();
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
        self,
        from: Square,
        to: Square,
        becomes: Option<(Role, Option<Square>)>,
    ) -> Illegal {
        let position = self.position;
        let us = position.turn;
        let Some(piece) = position.board.piece_at(from).filter(|piece| piece.color == us) else {
            return Illegal::NoMan;
        };
        if piece.role == Role::King && from == position.castling.king_home(us) {
            for side in shakmaty::CastlingSide::ALL {
                let rook = position.castling.rook_home(us, side);
                let castle = Move::Castle { king: from, rook };
                if castle.is_meant_by(Coordinates::Walk { from, to, becomes: None }) {
                    let dropped = position.dropped.contains(rook)
                        && position.board.piece_at(rook) == Some(us.rook())
                        && !position.castling.has(us, side)
                        && !position.castling.king_moved(us);
                    return if dropped { Illegal::CastlingDroppedRook } else { Illegal::Castling };
                }
            }
        }
        if position.board.king_of(!us) == Some(to) && position.reach(from, piece).contains(to) {
            return Illegal::KingCapture;
        }
        if !position.reach(from, piece).contains(to) {
            return position.why_out_of_reach(from, to, piece);
        }
        let promotes = piece.role == Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth);
        match becomes {
            Some(_) if !promotes => Illegal::NoPromotion,
            None if promotes => self.why_unannounced(),
            Some((role, square)) => self.why_promotion(role, square).unwrap_or(Illegal::OwnKing),
            None => Illegal::OwnKing,
        }
    }

    fn why_unannounced(self) -> Illegal {
        let vanishes =
            self.rules.promotion_source != PromotionSource::Pawn && self.takeable().is_empty();
        if vanishes { Illegal::OwnKing } else { Illegal::PromotionUnannounced }
    }

    fn why_promotion(self, role: Role, square: Option<Square>) -> Option<Illegal> {
        let Bughouse { position, rules, other } = self;
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
        let stands = other.position.board().by_piece(role.of(position.turn));
        let may = self.takeable();
        match square {
            None if (stands & may).more_than_one() => Some(Illegal::PromotionUnannounced),
            Some(square) if !stands.contains(square) => Some(Illegal::PromotionNotThere),
            Some(square) if !may.contains(square) => Some(Illegal::PromotionExposes),
            None if stands.is_empty() => Some(Illegal::PromotionNotThere),
            None if (stands & may).is_empty() => Some(Illegal::PromotionExposes),
            _ => None,
        }
    }
}

impl Position {
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
            Illegal::Movement { role: piece.role }
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
