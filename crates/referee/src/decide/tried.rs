//! What a tried move comes to: announced, bound to what was touched, or illegal by an article.

use tandem_rules::book::{Cite, Replacement};
use tandem_rules::shakmaty::{Rank, Role};
use tandem_rules::{Coordinates, Illegal, Move, MoveList, Position, Rulebook};

use crate::event::Debt;
use crate::game::Touched;

/// What is tried, with what a pawn becomes that reaches the last rank without a word.
pub(super) fn announced(
    coordinates: Coordinates,
    position: &Position,
    unannounced: Option<Role>,
) -> Coordinates {
    match (coordinates, unannounced) {
        (Coordinates::Walk { from, to, becomes: None }, Some(role))
            if position.board().piece_at(from) == Some(position.turn().pawn())
                && to.rank() == position.turn().relative_rank(Rank::Eighth) =>
        {
            Coordinates::Walk { from, to, becomes: Some((role, None)) }
        }
        _ => coordinates,
    }
}

/// The article that a debt rests on.
pub(crate) fn debt_article(book: &Rulebook, why: Debt) -> &Cite {
    match why {
        Debt::NothingToTake => &book.axes.promotion.nothing_to_take.by,
        Debt::IllegalMoves => &book.axes.illegal.repeated.by,
        Debt::KingCapture => &book.axes.illegal.king_capture.by,
    }
}

/// The article that makes a move illegal.
pub(super) fn article_of(book: &Rulebook, why: Illegal, captures: bool) -> Cite {
    let (axes, grounds) = (&book.axes, &book.grounds);
    match why {
        Illegal::NotHeld => &grounds.drop_held,
        Illegal::Occupied if captures => &grounds.drop_captures,
        Illegal::Occupied => &grounds.drop_occupied,
        Illegal::PawnRank => &axes.drops.pawn_not_on.by,
        Illegal::PieceRank => &axes.drops.piece_not_on.by,
        Illegal::DropChecks => &axes.drops.with_check.by,
        Illegal::DropMates => &axes.drops.with_mate.by,
        Illegal::DropLeavesCheck => &grounds.drop_own_king,
        Illegal::OwnKing => &grounds.own_king,
        Illegal::NoMan | Illegal::OwnMan | Illegal::Ambiguous | Illegal::NoPromotion => {
            &grounds.chess
        }
        Illegal::Leap => &grounds.leap,
        Illegal::Movement { role } => match role {
            Role::Pawn => &grounds.pawn,
            Role::Knight => &grounds.knight,
            Role::Bishop => &grounds.bishop,
            Role::Rook => &grounds.rook,
            Role::Queen => &grounds.queen,
            Role::King => &grounds.king,
        },
        Illegal::Castling => &grounds.king,
        Illegal::CastlingDroppedRook => &axes.drops.rook_castles.by,
        Illegal::KingCapture => &axes.illegal.king_capture.by,
        Illegal::PromotionUnannounced => &axes.promotion.unannounced.by,
        Illegal::PromotionRole => &axes.promotion.to.by,
        Illegal::PromotionNotThere => &grounds.promotion_source,
        Illegal::PromotionExposes => &axes.promotion.may_expose_king.by,
        Illegal::PromotionEnded => &axes.promotion.other_ended.by,
    }
    .clone()
}

/// Whether a move keeps to what was touched, as far as that can be played at all (FIDE 4.3).
pub(super) fn satisfies(
    rule: Replacement,
    touched: &Touched,
    legal: &MoveList,
    position: &Position,
    played: Move,
) -> bool {
    let of_man = |m: &Move| touched.from.is_some() && m.from() == touched.from;
    let of_drop =
        |m: &Move| matches!((m, touched.dropped), (Move::Drop { role, .. }, Some(r)) if *role == r);
    let takes = |m: &Move| {
        touched.captured == Some(m.to())
            && m.from().is_some()
            && position.board().color_at(m.to()) == Some(!position.turn())
    };
    let bound_to =
        |wanted: &dyn Fn(&Move) -> bool| legal.iter().any(wanted).then(|| wanted(&played));
    match rule {
        Replacement::Free => true,
        Replacement::SamePiece => bound_to(&of_man).or_else(|| bound_to(&of_drop)).unwrap_or(true),
        Replacement::TouchRule | Replacement::TouchRuleForMoves => {
            let drop = (rule == Replacement::TouchRule).then(|| bound_to(&of_drop)).flatten();
            // One's own man comes first where both were touched (FIDE 4.3.3).
            bound_to(&|m| of_man(m) && takes(m))
                .or_else(|| bound_to(&of_man))
                .or(drop)
                .or_else(|| bound_to(&takes))
                .unwrap_or(true)
        }
    }
}
