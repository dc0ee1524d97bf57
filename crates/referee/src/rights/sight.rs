//! Who sees what of a match.

use tandem_rules::{Seat, Team};

use crate::command::{Act, Command};
use crate::event::EventKind;
use crate::record::Record;

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player of this team.
    Team(Team),
    /// The arbiter.
    Arbiter,
    /// Anybody, while the match goes on.
    Public,
    /// Anybody, once it is over.
    Afterwards,
}

/// How much of an event somebody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// All of it.
    Whole,
    /// That it happened, but not what only a referee knows: whether a move is legal, and what kind
    /// of move it is.
    WithoutVerdict,
    /// Nothing.
    Nothing,
}

impl EventKind {
    /// How much of this somebody sees. A new kind of event does not compile until it is said here.
    #[must_use]
    pub fn visible_to(&self, viewer: Viewer) -> Sight {
        let team = match viewer {
            Viewer::Arbiter | Viewer::Afterwards => return Sight::Whole,
            Viewer::Team(team) => Some(team),
            Viewer::Public => None,
        };
        match self {
            EventKind::Said { seat, .. } if team == Some(seat.team()) => Sight::Whole,
            EventKind::Said { .. } => Sight::Nothing,
            // Castling and en passant told apart from what hands did could betray.
            EventKind::Made { .. } => Sight::WithoutVerdict,
            EventKind::Started
            | EventKind::Retracted { .. }
            | EventKind::Completed { .. }
            | EventKind::PressedWithoutMove { .. }
            | EventKind::Passed { .. }
            | EventKind::Held { .. }
            | EventKind::OutOfPlay { .. }
            | EventKind::PawnSent { .. }
            | EventKind::PawnTaken { .. }
            | EventKind::Hold { .. }
            | EventKind::FlagFell { .. }
            | EventKind::Counted { .. }
            | EventKind::IllegalCalled { .. }
            | EventKind::IllegalAccepted { .. }
            | EventKind::IllegalStands { .. }
            | EventKind::Undone { .. }
            | EventKind::RestitutionDue { .. }
            | EventKind::RestitutionReported { .. }
            | EventKind::Owes { .. }
            | EventKind::Given { .. }
            | EventKind::DrawOffered { .. }
            | EventKind::DrawAccepted { .. }
            | EventKind::DrawDeclined { .. }
            | EventKind::ResignedOutOfTurn { .. }
            | EventKind::Forbidden { .. }
            | EventKind::Allowed { .. }
            | EventKind::Shown { .. }
            | EventKind::ClockReturned { .. }
            | EventKind::ClockTakenUp { .. }
            | EventKind::Stopped { .. }
            | EventKind::Resumed
            | EventKind::ClockSet { .. }
            | EventKind::Frozen { .. }
            | EventKind::Warned { .. }
            | EventKind::Restarted { .. }
            | EventKind::PointsChanged { .. }
            | EventKind::Excluded { .. }
            | EventKind::TakenBack { .. }
            | EventKind::LagGiven { .. }
            | EventKind::Claimed { .. }
            | EventKind::ClaimDenied { .. }
            | EventKind::ClaimSettled { .. }
            | EventKind::GoOnWanted { .. }
            | EventKind::AccountsDiffer { .. }
            | EventKind::ShowDue { .. }
            | EventKind::LastDrop { .. }
            | EventKind::GameEnded { .. }
            | EventKind::MatchEnded { .. } => Sight::Whole,
        }
    }
}

impl<M> Command<M> {
    /// Whether somebody may know that this was asked: all but what partners say to each other.
    #[must_use]
    pub fn is_visible_to(&self, viewer: Viewer) -> bool {
        match self {
            Command::Player { seat, act } => act.is_visible_to(*seat, viewer),
            Command::Start
            | Command::Tick
            | Command::Close
            | Command::Arbiter { .. }
            | Command::Lag { .. }
            | Command::Differs { .. } => true,
        }
    }
}

impl<M> Act<M> {
    /// Whether somebody may know that this player asked for it. A new act does not compile until it
    /// is said here.
    #[must_use]
    pub fn is_visible_to(&self, seat: Seat, viewer: Viewer) -> bool {
        match self {
            Act::Say { .. } => match viewer {
                Viewer::Arbiter | Viewer::Afterwards => true,
                Viewer::Team(team) => seat.team() == team,
                Viewer::Public => false,
            },
            Act::Move { .. }
            | Act::Press
            | Act::Retract
            | Act::Pass { .. }
            | Act::Hold { .. }
            | Act::Claim { .. }
            | Act::AcceptIllegal
            | Act::OfferDraw
            | Act::AcceptDraw
            | Act::DeclineDraw
            | Act::Resign
            | Act::Invisible { .. }
            | Act::Visible { .. }
            | Act::ReturnClock
            | Act::Show
            | Act::Give(_)
            | Act::CallArbiter
            | Act::Answer { .. }
            | Act::GoOn => true,
        }
    }
}

impl Record {
    /// The record as somebody may see it, none if there is nothing to see. What time had brought about
    /// before partners talked is seen: as the record of a [`Command::Tick`].
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Option<Record> {
        let mut record = self.clone();
        record.events.retain(|event| event.kind.visible_to(viewer) != Sight::Nothing);
        if self.asked.as_ref().is_some_and(|asked| !asked.is_visible_to(viewer)) {
            (record.asked, record.number) = (Some(Command::Tick), None);
        }
        (!record.events.is_empty()).then_some(record)
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Millis;

    use super::*;
    use crate::command::Message;
    use crate::event::Event;
    use crate::move_text::MoveText;
    use crate::ruling::Ruling;

    #[test]
    fn what_partners_say_is_theirs_alone_and_everything_else_is_asked_in_public() {
        let seat = Seat::WhiteA;
        let player = |act| Command::<MoveText>::Player { seat, act };
        let words = player(Act::Say { say: Message::Flag });
        let seen_by = |viewer| words.is_visible_to(viewer);
        assert!(!seen_by(Viewer::Public));
        assert!(!seen_by(Viewer::Team(Team::Two)));
        assert!(seen_by(Viewer::Team(Team::One)));
        assert!(seen_by(Viewer::Arbiter));
        assert!(seen_by(Viewer::Afterwards));
        let tried = MoveText::new("e4").unwrap();
        let asked_in_public = [
            Command::Start,
            Command::Tick,
            Command::Close,
            Command::Arbiter { rule: Ruling::CallFlag { seat } },
            Command::Lag { seat, millis: Millis(120) },
            Command::Differs { seat, told: Millis(120) },
            player(Act::Move { tried }),
            player(Act::Resign),
            player(Act::CallArbiter),
        ];
        for command in asked_in_public {
            assert!(command.is_visible_to(Viewer::Public), "{command:?}");
            assert!(command.is_visible_to(Viewer::Team(Team::Two)), "{command:?}");
        }
    }

    #[test]
    fn what_time_had_brought_about_before_partners_talked_is_seen() {
        let (at, seat) = (Millis(60_001), Seat::WhiteA);
        let fell = Event { at, kind: EventKind::FlagFell { seat: Seat::BlackB } };
        let said = EventKind::Said { seat, message: Message::Sit, offence: None };
        let asked: Command<MoveText> =
            Command::Player { seat, act: Act::Say { say: Message::Sit } };
        let words = Record::new(at, Some(7), asked.clone(), vec![Event { at, kind: said.clone() }]);
        let both = Record::new(at, Some(7), asked, vec![fell.clone(), Event { at, kind: said }]);
        let (words, both) = (words.unwrap(), both.unwrap());
        for viewer in [Viewer::Public, Viewer::Team(Team::Two)] {
            assert_eq!(words.seen_by(viewer), None);
            assert_eq!(
                both.seen_by(viewer),
                Record::new(at, None, Command::Tick, vec![fell.clone()])
            );
        }
        for viewer in [Viewer::Team(Team::One), Viewer::Arbiter, Viewer::Afterwards] {
            assert_eq!(both.seen_by(viewer), Some(both.clone()));
        }
    }
}
