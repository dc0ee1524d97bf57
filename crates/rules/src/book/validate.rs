//! Books that contradict themselves are refused, with the reason.

use std::collections::BTreeMap;

use shakmaty::Role;

use super::raw::Entry;
use super::values::*;
use super::{Axes, BookError};

/// Every contradiction between the axes of a book.
pub(super) fn contradictions(axes: &Axes, entries: &BTreeMap<String, Entry>) -> Vec<BookError> {
    let mut errors = Vec::new();
    let mut refuse = |wrong: bool, key: &str, reason: &str| {
        if wrong {
            let line = entries.get(key).map_or(0, |entry| entry.line);
            errors.push(BookError::new(line, key, reason));
        }
    };
    let no = |axis: &super::Ruled<YesNo>| axis.is == YesNo::No;
    refuse(
        no(&axes.drops.with_check) && !no(&axes.drops.with_mate),
        "drops.with_mate",
        "a drop that may not check can't be allowed to mate (drops.with_check = no)",
    );

    let first = axes.contest.ends.is == Ends::First;
    refuse(
        first != (axes.contest.together.is != Together::NotApplicable),
        "match.together",
        "belongs to a match that ends with the first game, and only to one (match.ends)",
    );
    refuse(
        !first && axes.contest.last_drop.is == YesNo::Yes,
        "match.last_drop",
        "a last drop has no place in a match that ends with both games (match.ends)",
    );
    refuse(
        first != (axes.contest.score.is != Score::Sum),
        "match.score",
        "games are added exactly where both are played to the end (match.ends)",
    );
    refuse(
        first && axes.stuck.mate.is == Mate::NotFinal,
        "stuck.mate",
        "a mate that waits for the other game needs a match that ends with both (match.ends)",
    );
    refuse(
        first && axes.stuck.stalemate.is == Stalemate::WaitForOtherGame,
        "stuck.stalemate",
        "a stalemate that waits for the other game needs a match that ends with both (match.ends)",
    );
    refuse(
        first && axes.stuck.material.is == Material::OnceOtherEnded,
        "stuck.material",
        "nothing is played once the other game has ended (match.ends)",
    );

    let promotion = &axes.promotion;
    let beside = promotion.from.is == From::OtherBoard;
    refuse(
        beside == (promotion.pawn_goes.is == PawnGoes::Stays),
        "promotion.pawn_goes",
        "the pawn stays exactly where it is itself what it becomes (promotion.from)",
    );
    refuse(
        beside == (promotion.nothing_to_take.is == NothingToTake::NotApplicable),
        "promotion.nothing_to_take",
        "is asked exactly where the piece is taken from the other board (promotion.from)",
    );
    refuse(
        beside == (promotion.other_ended.is == OtherEnded::NotApplicable),
        "promotion.other_ended",
        "is asked exactly where the piece is taken from the other board (promotion.from)",
    );
    refuse(
        beside == (promotion.may_expose_king.is == IfAny::NotApplicable),
        "promotion.may_expose_king",
        "is asked exactly where the piece is taken from the other board (promotion.from)",
    );
    refuse(
        beside == (promotion.may_lift_mate.is == IfAny::NotApplicable),
        "promotion.may_lift_mate",
        "is asked exactly where the piece is taken from the other board (promotion.from)",
    );
    refuse(
        promotion.may_lift_mate.is == IfAny::No && axes.stuck.mate.is == Mate::NotFinal,
        "promotion.may_lift_mate",
        "a mate that is not final is one that may be lifted (stuck.mate)",
    );
    refuse(
        beside && promotion.captured_is.is == CapturedPromoted::Pawn,
        "promotion.captured_is",
        "a piece taken from the other board is a real one (promotion.from)",
    );
    refuse(
        promotion.unannounced.is == Unannounced::Queen && !promotion.to.is.0.contains(&Role::Queen),
        "promotion.unannounced",
        "a pawn can't become a queen by itself where it may not become one (promotion.to)",
    );
    refuse(
        promotion.pawn_goes.is == PawnGoes::Opponent && axes.passing.captured.is == Passing::Duty,
        "promotion.pawn_goes",
        "the opponent can pass the pawn on only where passing is a right (passing.captured)",
    );

    refuse(
        axes.contest.ends.is == Ends::Both && axes.clock.both_flags.is == BothFlags::TeamsAtOnce,
        "clock.both_flags",
        "a flag on each team draws only a match that ends with the first game (match.ends)",
    );
    refuse(
        axes.illegal.remedy.is == Remedy::Win
            && axes.illegal.passed_piece.is != PassedPiece::NotApplicable,
        "illegal.passed_piece",
        "a completed illegal move is never taken back where it loses (illegal.remedy)",
    );
    refuse(
        axes.illegal.remedy.is != Remedy::Win
            && axes.illegal.passed_piece.is == PassedPiece::NotApplicable,
        "illegal.passed_piece",
        "a move that is taken back must give its captured piece back (illegal.remedy)",
    );
    refuse(
        axes.illegal.wrong_claim.is == WrongClaim::CountsAsIllegal
            && axes.illegal.remedy.is != Remedy::Win,
        "illegal.wrong_claim",
        "a claim can't be taken back like a move: it counts only where illegal moves lose (illegal.remedy)",
    );
    refuse(
        axes.draws.claim_is_offer.is == YesNo::Yes && axes.draws.agreement.is == Agreement::Four,
        "draws.claim_is_offer",
        "a claim is an offer only where two players can agree (draws.agreement)",
    );
    errors
}
