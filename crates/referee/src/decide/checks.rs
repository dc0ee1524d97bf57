//! What must hold before anything is done: questions about a match at a moment, which change nothing.
//! Each refuses with its article.

use tandem_rules::book::{Order, Power};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Millis, Rulebook, Seat, Team};

use super::tried::debt_article;
use super::{Decision, refuse};
use crate::game::Duty;
use crate::refusal::WhyNot;
use crate::state::Match;
use crate::verdict::Reason;

/// A match at a moment, to be asked.
#[derive(Clone, Copy)]
pub(crate) struct Checks<'m> {
    pub(crate) state: &'m Match,
    pub(crate) now: Millis,
}

/// Something that lost a game and can still be claimed.
pub(crate) struct Deed {
    pub(crate) loser: Seat,
    pub(crate) at: Millis,
    pub(crate) reason: Reason,
}

impl<'m> Checks<'m> {
    pub(crate) fn book(&self) -> &'m Rulebook {
        self.state.book()
    }
}

impl Checks<'_> {
    /// Refuses what can't be done on a board whose game is over.
    pub(crate) fn ensure_in_play(&self, board: BoardId) -> Decision {
        if self.state.games[board].ended() {
            return refuse(&self.book().grounds.game_over, WhyNot::GameOver);
        }
        Ok(())
    }

    /// Refuses what can't be done while the clocks are stopped.
    pub(crate) fn ensure_clocks_run(&self) -> Decision {
        if self.state.stopped {
            return refuse(&self.book().grounds.stop, WhyNot::ClocksStopped);
        }
        Ok(())
    }

    /// Refuses what can't be done any more once only the last drop is open (R20).
    pub(crate) fn ensure_no_last_drop(&self) -> Decision {
        if self.state.last_drop.is_some() {
            let article = &self.book().axes.contest.last_drop.by;
            return refuse(article, WhyNot::OnlyLastDrop);
        }
        Ok(())
    }

    pub(crate) fn ensure_power(&self, power: Power) -> Decision {
        let powers = &self.book().axes.arbiter.powers;
        if powers.is.contains(power) {
            return Ok(());
        }
        let article = match power {
            // sscr 9.5: impossible moves and flags are the players' own business.
            Power::Call => &self.book().axes.arbiter.steps_in.by,
            _ => &powers.by,
        };
        refuse(article, WhyNot::NoSuchPower)
    }

    pub(crate) fn ensure_no_duty(&self, seat: Seat) -> Decision {
        let book = self.book();
        let restitution = &book.grounds.restitution;
        match self.state.games[seat.board()].pending_duty() {
            Some(Duty::Gift { from, why }) if from == seat.color() => {
                return refuse(debt_article(book, why), WhyNot::PieceOwed);
            }
            Some(Duty::Restitution { .. }) => {
                return refuse(restitution, WhyNot::CaptureTakenBack);
            }
            Some(Duty::Gift { .. }) | None => {}
        }
        let other = &self.state.games[!seat.board()];
        match other.duty {
            Some(Duty::Restitution { offender, .. })
                if Seat::new(!seat.board(), offender).partner() == seat =>
            {
                refuse(restitution, WhyNot::PartnerMustWait)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn ensure_not_frozen(&self, seat: Seat) -> Decision {
        match self.state.frozen_until(seat, self.now) {
            Some(clock) => refuse(&self.book().grounds.freeze, WhyNot::FrozenUntil { clock }),
            None => Ok(()),
        }
    }

    /// What the clock of a player shows now.
    pub(crate) fn reading(&self, seat: Seat) -> Millis {
        self.state.clock(seat, self.now)
    }

    pub(crate) fn has_fallen(&self, board: BoardId, color: Color) -> bool {
        self.state.games[board].clock.has_fallen(color)
    }

    pub(crate) fn acts_count(&self) -> bool {
        self.book().axes.contest.order.is == Order::Acts
    }

    /// What has ended a game and can still be claimed.
    pub(crate) fn unclaimed(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|_| self.acts_count()) {
            let game = &self.state.games[seat.board()];
            if game.ended() {
                continue;
            }
            let mate = game.standing_mate.filter(|mate| mate.color == seat.color());
            let mate = mate.map(|mate| Deed { loser: seat, at: mate.at, reason: Reason::Mate });
            let window = game.windows.get(seat.color());
            let illegal = window.map(|window| Deed {
                loser: seat,
                at: window.at,
                reason: Reason::IllegalMove,
            });
            deeds.extend(mate.into_iter().chain(illegal));
        }
        deeds
    }

    /// No flag is claimed as long as a mate or an illegal move can be, nor after that has been
    /// claimed (R43). Which it is, nobody points out (sscr 9.5).
    pub(crate) fn ensure_flags_count(&self) -> Decision {
        if self.unclaimed().is_empty() && self.ensure_not_decided().is_ok() {
            return Ok(());
        }
        refuse(&self.book().grounds.flag_loses, WhyNot::NoFlagDecides)
    }

    /// What was claimed in this moment had ended the match when it was done: nothing that comes
    /// after it ends the other game (R44).
    pub(crate) fn ensure_not_decided(&self) -> Decision {
        let claimed = self.state.decided.zip(self.state.closing);
        if self.acts_count() && claimed.is_some_and(|(done, claimed)| done < claimed) {
            return refuse(&self.book().axes.contest.order.by, WhyNot::EndedBefore);
        }
        Ok(())
    }

    /// Whether nothing that can still be claimed against a team was done before this (R44).
    pub(crate) fn ensure_nothing_before(&self, team: Team, at: Millis) -> Decision {
        let earlier = self.unclaimed().iter().any(|deed| deed.loser.team() == team && deed.at < at);
        // In the moment of the claim that ended the match only acts of one moment end together.
        let decided = self.acts_count() && self.state.decided.is_some_and(|decided| decided < at);
        if earlier || decided {
            return refuse(&self.book().axes.contest.order.by, WhyNot::EndedBefore);
        }
        Ok(())
    }

    pub(crate) fn ensure_may_agree(&self, seat: Seat) -> Decision {
        self.ensure_in_play(seat.board())?;
        self.ensure_no_last_drop()?;
        if self.state.games[seat.board()].resigned.is_some() {
            return refuse(&self.book().axes.resigning.when.by, WhyNot::GameResigned);
        }
        Ok(())
    }

    pub(crate) fn ensure_window_open(&self, offender: Seat) -> Decision {
        let game = &self.state.games[offender.board()];
        let claimable = game.windows.get(offender.color()).is_some();
        if !claimable || matches!(game.duty, Some(Duty::Restitution { .. })) {
            let article = &self.book().grounds.illegal_window;
            return refuse(article, WhyNot::NoIllegalMove);
        }
        Ok(())
    }
}
