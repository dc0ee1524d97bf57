//! What a player tells their partner: only what the book lets partners say.

use tandem_referee::Message;
use tandem_rules::book::TalkKind;
use tandem_rules::shakmaty::{ByRole, Role};

use super::view::View;

/// For so many moves of one's own the same wish is not said again.
const SILENT_FOR: u32 = 5;

/// Whether this may be said now, and is worth it: with nobody there to help or to be helped there
/// is nothing to say, though the book may allow it.
#[must_use]
pub fn may_say(view: &View, kind: TalkKind) -> bool {
    let other_board_ended = view.other_board.as_ref().is_some_and(|other_board| other_board.ended);
    !other_board_ended && view.sayable.contains(&kind)
}

/// What was said, so that nothing is said twice in a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said {
    needs: ByRole<u32>,
    warnings: ByRole<u32>,
    sit: bool,
}

impl Said {
    pub(crate) fn moved(&mut self) {
        for count in self.needs.iter_mut().chain(self.warnings.iter_mut()) {
            *count = count.saturating_sub(1);
        }
    }

    pub(crate) fn need(&mut self, view: &View, role: Role) -> Option<Message> {
        let count = self.needs.get_mut(role);
        say_once(view, count, Message::Need(role))
    }

    pub(crate) fn warn(&mut self, view: &View, role: Role) -> Option<Message> {
        let count = self.warnings.get_mut(role);
        say_once(view, count, Message::Warn(role))
    }

    /// Tells the partner to sit, or to go on once that is over.
    pub(crate) fn sit(&mut self, view: &View, wanted: bool) -> Option<Message> {
        if wanted == self.sit {
            return None;
        }
        // "Sit" must not stand for ever where "go" can't be said: then it is said with care.
        let message = if wanted { Message::Sit } else { Message::Go };
        self.sit = wanted;
        may_say(view, message.kind()).then_some(message)
    }
}

fn say_once(view: &View, count: &mut u32, message: Message) -> Option<Message> {
    if *count > 0 || !may_say(view, message.kind()) {
        return None;
    }
    *count = SILENT_FOR;
    Some(message)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::{Position, Rulebook, Seat};

    use super::*;
    use crate::team::view::Seen;

    fn view(book: &str) -> View {
        let book = Arc::new(Rulebook::builtin(book).unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.other_board = Some(Seen::new(Position::default()));
        view
    }

    #[test]
    fn each_book_has_its_own_words() {
        let kinds = [TalkKind::Need, TalkKind::Warn, TalkKind::Sit, TalkKind::Go];
        let may = |book: &str| kinds.map(|kind| may_say(&view(book), kind));
        assert_eq!(may("asten"), [true; 4]);
        assert_eq!(may("minerva"), [true, true, true, false]);
        assert_eq!(may("stein"), [true, false, false, false]);
        let mut ended = view("stein");
        ended.other_board.as_mut().unwrap().ended = true;
        assert!(!may_say(&ended, TalkKind::Need));
    }

    #[test]
    fn a_wish_is_not_repeated_at_once() {
        let (mut said, view) = (Said::default(), view("fics"));
        assert_eq!(said.need(&view, Role::Knight), Some(Message::Need(Role::Knight)));
        assert_eq!(said.need(&view, Role::Knight), None);
        (0..SILENT_FOR).for_each(|_| said.moved());
        assert!(said.need(&view, Role::Knight).is_some());
    }
}
