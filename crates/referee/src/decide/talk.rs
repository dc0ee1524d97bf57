//! What partners may say to each other, and when they must be silent.

use tandem_rules::book::{Silence, TalkFlag, TalkKind};
use tandem_rules::{Millis, Seat};

use super::{Decision, Referee, refuse};
use crate::command::Message;
use crate::event::EventKind;
use crate::phrase::Phrase;
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
        let kind = message.kind();
        let about_flag = kind == TalkKind::Flag && talk.flag.is == TalkFlag::CostsAMinute;
        let forbidden = if silent {
            Some((&talk.silence.by, Phrase::from("the partners must be silent now")))
        } else if about_flag {
            Some((&talk.flag.by, "a fallen flag may not be pointed out".into()))
        } else if !talk.allowed.is.contains(kind) {
            let form = "partners may not say this ({kind})";
            Some((&talk.allowed.by, Phrase::with(form, "kind", kind.word())))
        } else {
            None
        };
        let message = message.clone();
        match (forbidden, self.state.settings.input) {
            (None, _) => self.emit(EventKind::Said { seat, message, offence: None }),
            (Some((article, reason)), Input::Guarded) => return refuse(article, reason),
            (Some((article, _)), Input::Open) => {
                // Over the board the word is out: it is recorded as an offence (R26).
                let offence = Some(article.clone());
                self.emit(EventKind::Said { seat, message, offence });
                let flagged = seat.partner().opponent();
                let fallen = self.has_fallen(flagged.board(), flagged.color());
                let in_play = !self.state.games[flagged.board()].ended();
                if about_flag && fallen && in_play {
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
