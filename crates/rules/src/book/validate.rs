//! Books that contradict themselves are refused, with the reason.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::Role;

use super::raw::{Entry, Raw};
use super::values::*;
use super::{Axes, BookError};

/// Looks for whom to blame: the line of the club's own file that brings a contradiction in.
pub(super) struct Contradictions<'a> {
    entries: &'a BTreeMap<String, Entry>,
    /// The id of the book that is read.
    id: &'a str,
    /// Axes whose values could not be read: they contradict nothing.
    doubtful: BTreeSet<String>,
    found: Vec<BookError>,
}

impl<'a> Contradictions<'a> {
    pub(super) fn new(
        entries: &'a BTreeMap<String, Entry>,
        id: &'a str,
        doubtful: BTreeSet<String>,
    ) -> Contradictions<'a> {
        Contradictions { entries, id, doubtful, found: Vec::new() }
    }

    /// `key` is the axis that has to change if `other` stays as it is.
    fn refuse(&mut self, key: &str, other: &str, reason: &str) {
        if self.doubtful.contains(key) || self.doubtful.contains(other) {
            return;
        }
        // Options of a match stand on line 0; where there are some, one of them is to blame. What a parent book says
        // stands on no line of this file.
        let options = self.entries.values().any(|entry| entry.line == 0);
        let own = |key: &str| {
            let entry = self.entries.get(key)?;
            let own = if options { entry.line == 0 } else { entry.book == self.id };
            own.then_some(entry.line)
        };
        let reason = format!("{reason} ({})", self.says(other));
        self.found.push(match (own(key), own(other)) {
            (None, Some(line)) => {
                let parent = self.entries.get(key).map_or("", |entry| entry.book.as_str());
                let message = format!("{reason}; {parent} says {}: change it too", self.says(key));
                BookError::new(line, other, &message)
            }
            (line, _) => BookError::new(line.unwrap_or(0), key, &reason),
        });
    }

    /// `drops.with_check = no`.
    fn says(&self, key: &str) -> String {
        let words = self.entries.get(key).and_then(|entry| entry.is.as_ref());
        let words: Vec<_> = words.into_iter().flat_map(Raw::list).collect();
        format!("{key} = {}", words.join(", "))
    }
}

/// Every contradiction between the axes of a book.
pub(super) fn contradictions(axes: &Axes, mut look: Contradictions<'_>) -> Vec<BookError> {
    let mut refuse = |wrong: bool, key: &str, other: &str, reason: &str| {
        if wrong {
            look.refuse(key, other, reason);
        }
    };
    let no = |axis: &super::Ruled<YesNo>| axis.is == YesNo::No;
    refuse(
        no(&axes.drops.with_check) && !no(&axes.drops.with_mate),
        "drops.with_mate",
        "drops.with_check",
        "a drop that may not check can't be allowed to mate",
    );

    let first = axes.contest.ends.is == Ends::First;
    refuse(
        first != (axes.contest.together.is != Together::NotApplicable),
        "match.together",
        "match.ends",
        "belongs to a match that ends with the first game, and only to one",
    );
    refuse(
        !first && axes.contest.order.is == Order::Acts,
        "match.order",
        "match.ends",
        "the order of acts matters where the first game ends the match, and only there",
    );
    refuse(
        !first && axes.contest.last_drop.is == YesNo::Yes,
        "match.last_drop",
        "match.ends",
        "a last drop has no place in a match that ends with both games",
    );
    refuse(
        first != (axes.contest.score.is != Score::Sum),
        "match.score",
        "match.ends",
        "games are added exactly where both are played to the end",
    );
    refuse(
        first && axes.stuck.mate.is == Mate::NotFinal,
        "stuck.mate",
        "match.ends",
        "a mate that waits for the other game needs a match that ends with both",
    );
    refuse(
        first && axes.stuck.stalemate.is == Stalemate::WaitForOtherGame,
        "stuck.stalemate",
        "match.ends",
        "a stalemate that waits for the other game needs a match that ends with both",
    );
    refuse(
        first && axes.stuck.material.is != Material::Never,
        "stuck.material",
        "match.ends",
        "nothing is played once the other game has ended",
    );

    refuse(
        first && axes.event.counts.is == Counts::Games,
        "event.counts",
        "match.ends",
        "games are counted only where both are played to the end",
    );

    let promotion = &axes.promotion;
    let from_other_board = promotion.from.is == PromotionFrom::OtherBoard;
    refuse(
        from_other_board == (promotion.pawn_goes.is == PawnGoes::Stays),
        "promotion.pawn_goes",
        "promotion.from",
        "the pawn stays exactly where it is itself what it becomes",
    );
    refuse(
        from_other_board == (promotion.nothing_to_take.is == NothingToTake::NotApplicable),
        "promotion.nothing_to_take",
        "promotion.from",
        "is asked exactly where the piece is taken from the other board",
    );
    refuse(
        from_other_board == (promotion.other_ended.is == OtherEnded::NotApplicable),
        "promotion.other_ended",
        "promotion.from",
        "is asked exactly where the piece is taken from the other board",
    );
    refuse(
        from_other_board == (promotion.may_expose_king.is == IfAny::NotApplicable),
        "promotion.may_expose_king",
        "promotion.from",
        "is asked exactly where the piece is taken from the other board",
    );
    refuse(
        from_other_board == (promotion.may_lift_mate.is == IfAny::NotApplicable),
        "promotion.may_lift_mate",
        "promotion.from",
        "is asked exactly where the piece is taken from the other board",
    );
    refuse(
        promotion.may_lift_mate.is == IfAny::No && axes.stuck.mate.is == Mate::NotFinal,
        "promotion.may_lift_mate",
        "stuck.mate",
        "a mate that is not final is one that may be lifted",
    );
    refuse(
        from_other_board && promotion.captured_is.is == CapturedPromoted::Pawn,
        "promotion.captured_is",
        "promotion.from",
        "a piece taken from the other board is a real one",
    );
    refuse(
        promotion.unannounced.is == Unannounced::Queen && !promotion.to.is.0.contains(&Role::Queen),
        "promotion.unannounced",
        "promotion.to",
        "a pawn can't become a queen by itself where it may not become one",
    );
    refuse(
        promotion.pawn_goes.is == PawnGoes::Opponent && axes.passing.captured.is == Passing::Duty,
        "promotion.pawn_goes",
        "passing.captured",
        "the opponent can pass the pawn on only where passing is a right",
    );

    refuse(
        axes.contest.ends.is == Ends::Both && axes.clock.both_flags.is == BothFlags::TeamsAtOnce,
        "clock.both_flags",
        "match.ends",
        "a flag on each team draws only a match that ends with the first game",
    );
    refuse(
        axes.illegal.remedy.is == Remedy::Win
            && axes.illegal.passed_piece.is != PassedPiece::NotApplicable,
        "illegal.passed_piece",
        "illegal.remedy",
        "a completed illegal move is never taken back where it loses",
    );
    refuse(
        axes.illegal.remedy.is != Remedy::Win
            && axes.illegal.passed_piece.is == PassedPiece::NotApplicable,
        "illegal.passed_piece",
        "illegal.remedy",
        "a move that is taken back must give its captured piece back",
    );
    refuse(
        axes.illegal.wrong_claim.is == WrongClaim::CountsAsIllegal
            && axes.illegal.remedy.is != Remedy::Win,
        "illegal.wrong_claim",
        "illegal.remedy",
        "a claim can't be taken back like a move: it counts only where illegal moves lose",
    );
    refuse(
        axes.draws.claim_is_offer.is == YesNo::Yes && axes.draws.agreement.is == Agreement::Four,
        "draws.claim_is_offer",
        "draws.agreement",
        "a claim is an offer only where two players can agree",
    );
    look.found
}
