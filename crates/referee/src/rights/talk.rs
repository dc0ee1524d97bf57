//! What partners may say to each other now.

use tandem_rules::Seat;
use tandem_rules::book::{Cite, TalkKind};

use crate::decide::checks::Checks;
use crate::refusal::Refusal;
use crate::state::{Match, Phase};

/// What a player may say to the partner now, and the article that rules it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sayable<'m> {
    /// The kinds of messages, in the order of the book.
    pub kinds: Vec<TalkKind>,
    /// The article that allows them, or that asks for silence.
    pub article: &'m Cite,
}

impl Match {
    /// Why a player may not say something of a kind to the partner now. With open input it can be
    /// said all the same, and is recorded as an offence (R26).
    ///
    /// # Errors
    /// The book forbids it.
    pub fn ensure_may_say(&self, seat: Seat, kind: TalkKind) -> Result<(), Refusal> {
        Checks { state: self, now: self.latest }.ensure_may_say(seat, kind)
    }

    /// What a player may say to the partner now.
    #[must_use]
    pub fn may_say(&self, seat: Seat) -> Sayable<'_> {
        let checks = Checks { state: self, now: self.latest };
        let talk = &self.book().axes.talk;
        if self.phase == Phase::Over || checks.must_be_silent(seat) {
            return Sayable { kinds: Vec::new(), article: &talk.silence.by };
        }
        let kinds = talk.allowed.is.iter().map(|(kind, _)| kind);
        let kinds = kinds.filter(|kind| checks.ensure_may_say(seat, *kind).is_ok()).collect();
        Sayable { kinds, article: &talk.allowed.by }
    }
}
