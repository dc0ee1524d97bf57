//! What partners may say to each other, and when they must be silent.

use tandem_rules::book::{Silence, TalkFlag, TalkKind};
use tandem_rules::{Millis, Seat};

use super::checks::Checks;
use super::{Decision, Referee, refuse};
use crate::command::Message;
use crate::event::EventKind;
use crate::refusal::WhyNot;
use crate::settings::Input;

impl Referee<'_> {
    pub(super) fn say(&mut self, seat: Seat, message: &Message) -> Decision {
        let kind = message.kind();
        let forbidden = self.checks().ensure_may_say(seat, kind).err();
        let message = message.clone();
        match (forbidden, self.state.settings.input) {
            (None, _) => self.emit(EventKind::Said { seat, message, offence: None }),
            (Some(refusal), Input::Guarded) => return Err(refusal),
            (Some(refusal), Input::Open) => {
                // Over the board the word is out: it is recorded as an offence (R26).
                self.emit(EventKind::Said { seat, message, offence: Some(refusal.article) });
                let flagged = seat.partner().opponent();
                let fallen = self.checks().has_fallen(flagged.board(), flagged.color());
                let in_play = !self.state.games[flagged.board()].ended();
                if self.checks().costs_a_minute(kind) && fallen && in_play {
                    self.give_minute(flagged);
                }
            }
        }
        Ok(())
    }

    /// stein 10.4: a minute for the rest of the game; with an increment a minute less what
    /// twenty-five moves would add, but at least ten seconds.
    pub(super) fn give_minute(&mut self, seat: Seat) {
        let article = self.book().grounds.minute.clone();
        let increment = self.state.settings.time.increment;
        let clock =
            (Millis::from_secs(60) - Millis(increment.0 * 25)).at_least(Millis::from_secs(10));
        self.emit(EventKind::ClockSet { seat, clock, article });
    }
}

impl Checks<'_> {
    /// Whether partners must be silent now.
    pub(crate) fn must_be_silent(&self, seat: Seat) -> bool {
        let ended = |board| self.state.games[board].ended();
        match self.book().axes.talk.silence.is {
            Silence::Never => false,
            Silence::OwnGameEnded => ended(seat.board()),
            Silence::AnyGameEnded => ended(seat.board()) || ended(!seat.board()),
        }
    }

    /// Whether it gives the other team a minute to say this (stein 10.4).
    fn costs_a_minute(&self, kind: TalkKind) -> bool {
        kind == TalkKind::Flag && self.book().axes.talk.flag.is == TalkFlag::CostsAMinute
    }

    pub(crate) fn ensure_may_say(&self, seat: Seat, kind: TalkKind) -> Decision {
        let talk = &self.book().axes.talk;
        if self.must_be_silent(seat) {
            return refuse(&talk.silence.by, WhyNot::PartnersSilent);
        }
        if self.costs_a_minute(kind) {
            return refuse(&talk.flag.by, WhyNot::FlagNotPointedOut);
        }
        let flagged = seat.partner().opponent();
        // Before it has fallen there is nothing to point out (minerva 9.5, R47).
        let too_soon = kind == TalkKind::Flag
            && talk.flag.is == TalkFlag::OnceFallen
            && !self.has_fallen(flagged.board(), flagged.color());
        if too_soon {
            return refuse(&talk.allowed.by, WhyNot::FlagNotFallen);
        }
        if !talk.allowed.is.contains(kind) {
            return refuse(&talk.allowed.by, WhyNot::MayNotSay { kind: kind.word() });
        }
        Ok(())
    }
}
