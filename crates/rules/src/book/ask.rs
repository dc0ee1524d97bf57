//! What programs ask a book. Who asks here needs to know no axis, and has no rule of its own.

use super::{
    BoardOne, Colours, EarlyReply, Ends, Flag, FlagBy, Mate, NothingToTake, Passing, Repetition,
    RepetitionBy, Rulebook, Stalemate,
};
use crate::millis::Millis;

impl Rulebook {
    /// When a match is over: with its first game, or with both.
    #[must_use]
    pub fn match_ends(&self) -> Ends {
        self.axes.contest.ends.is
    }

    /// The time of a player where nothing else is agreed.
    #[must_use]
    pub fn usual_time(&self) -> Millis {
        Millis::from_secs(i64::from(self.axes.contest.time.is.0))
    }

    /// Whether a fallen flag counts at once where nothing else is agreed.
    #[must_use]
    pub fn usual_flag(&self) -> Flag {
        self.axes.clock.flag.is
    }

    /// Whether a player may claim the flag of the partner's opponent too.
    #[must_use]
    pub fn flags_are_claimed_for_partners(&self) -> bool {
        self.axes.clock.claimed_by.is != FlagBy::Player
    }

    /// Whether a move may be set before the opponent has moved.
    #[must_use]
    pub fn moves_may_be_set_ahead(&self) -> bool {
        self.axes.moves.early_reply.is == EarlyReply::InAdvance
    }

    /// Whether only some may play on board 1 of an event (fer 7.2).
    #[must_use]
    pub fn limits_board_one(&self) -> bool {
        self.axes.event.board_one.is != BoardOne::Anyone
    }

    /// Whether colours are drawn by lot.
    #[must_use]
    pub fn colours_are_drawn(&self) -> bool {
        self.axes.contest.colours.is == Colours::Lot
    }

    /// Whether mate ends a game; in stein 5.4 it can still be lifted.
    #[must_use]
    pub fn mate_is_final(&self) -> bool {
        self.axes.stuck.mate.is != Mate::NotFinal
    }

    /// What stalemate is.
    #[must_use]
    pub fn stalemate(&self) -> Stalemate {
        self.axes.stuck.stalemate.is
    }

    /// What becomes of a pawn that finds nothing to take on the other board.
    #[must_use]
    pub fn nothing_to_take(&self) -> NothingToTake {
        self.axes.promotion.nothing_to_take.is
    }

    /// Whether a repeated position can be claimed as a draw.
    #[must_use]
    pub fn repetition_can_be_claimed(&self) -> bool {
        self.axes.draws.repetition.is != Repetition::None
    }

    /// Whether a player who is not on move may claim it too (asten 18).
    #[must_use]
    pub fn repetition_is_claimed_out_of_turn(&self) -> bool {
        self.axes.draws.repetition_by.is == RepetitionBy::Player
    }

    /// Whether captured men may be held back (minerva 2.1, stein 2.1).
    #[must_use]
    pub fn holding_is_a_right(&self) -> bool {
        self.axes.passing.captured.is == Passing::Right
    }
}
