//! What partners may say to each other, and when they must be silent.

use tandem_rules::book::{Cite, Silence, TalkFlag, TalkKind};
use tandem_rules::{Millis, Seat};

use super::{Decision, Referee, refuse};
use crate::command::Message;
use crate::event::EventKind;
use crate::settings::Input;

impl Referee<'_> {
    pub(super) fn say(&mut self, seat: Seat, message: &Message) -> Decision {
        let book = self.state.settings.book.clone();
        let talk = &book.axes.talk;
        let ended = |board| self.state.games[board].ended();
        let silent = match talk.silence.is {
            Silence::Never => false,
            Silence::OwnGameEnded => ended(seat.board()),
            Silence::AnyGameEnded => ended(seat.board()) || ended(!seat.board()),
        };
        if silent {
            return refuse(&talk.silence.by, "the partners must be silent now");
        }
        let kind = message.kind();
        let about_flag = kind == TalkKind::Flag && talk.flag.is == TalkFlag::CostsAMinute;
        if about_flag && self.state.settings.input == Input::Open {
            // Over the board the word is out: the arbiter makes up for it (R26, stein 10.4).
            self.point_out_flag(seat, message, &talk.flag.by);
            return Ok(());
        }
        if about_flag {
            return refuse(&talk.flag.by, "a fallen flag may not be pointed out");
        }
        if !talk.allowed.is.contains(kind) {
            let reason = format!("partners may not say this ({})", kind.word());
            return refuse(&talk.allowed.by, reason);
        }
        self.emit(EventKind::Said { seat, message: message.clone(), offence: None });
        Ok(())
    }

    fn point_out_flag(&mut self, seat: Seat, message: &Message, article: &Cite) {
        let offence = Some(article.clone());
        self.emit(EventKind::Said { seat, message: message.clone(), offence });
        let flagged = seat.partner().opponent();
        if self.has_fallen(flagged.board(), flagged.color()) {
            self.give_minute(flagged);
        }
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
