//! Who sees what of a match.

use tandem_rules::shakmaty::Square;
use tandem_rules::{BoardId, Seat, Team};

use crate::command::{Act, Command};
use crate::event::EventKind;
use crate::record::Record;
use crate::settings::Input;
use crate::state::{Match, Phase};

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

impl Match {
    /// Whether what is shown of a move may tell what is legal: by a sign of check or mate, by which
    /// of two pieces could go there. With open input that is for the players to see.
    #[must_use]
    pub fn tells_what_is_legal(&self) -> bool {
        self.settings.input == Input::Guarded
    }

    /// The square of the king in check on a board, as everybody is shown it: with open input none.
    #[must_use]
    pub fn check_shown(&self, board: BoardId) -> Option<Square> {
        let game = &self.games[board];
        // Whose king the last hand on the board could have attacked.
        let replies = game.made.is_some() && game.early.is_none();
        let asked = if replies { !game.on_move } else { game.on_move };
        let checked = self.tells_what_is_legal() && game.position.is_check(asked);
        game.position.board().king_of(asked).filter(|_| checked)
    }

    /// As whom anybody may read the record of the match now. None while a match with open input goes
    /// on: how a move is written in a record tells whether it is legal.
    #[must_use]
    pub fn record_viewer(&self) -> Option<Viewer> {
        match self.phase {
            Phase::Over => Some(Viewer::Afterwards),
            Phase::Waiting | Phase::Playing => self.tells_what_is_legal().then_some(Viewer::Public),
        }
    }
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
    use std::sync::Arc;

    use tandem_rules::shakmaty::Color;
    use tandem_rules::{Millis, Rulebook};

    use super::*;
    use crate::command::{Attempt, Message};
    use crate::event::Event;
    use crate::move_text::MoveText;
    use crate::ruling::Ruling;
    use crate::settings::{Press, Settings};

    /// A match of hands, its clocks pressed by hand too.
    fn by_hand(input: Input) -> Match {
        let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
        Match::new(Settings { input, press: Press::Manual, ..Settings::new(book) })
    }

    fn asked(game: &mut Match, command: Command) {
        game.act(game.latest(), &command, &mut Vec::new()).expect("the referee takes it");
    }

    fn makes(game: &mut Match, seat: Seat, m: &str) {
        let tried = Attempt::Coordinates(m.parse().expect("coordinates"));
        asked(game, Command::Player { seat, act: Act::Move { tried } });
    }

    fn presses(game: &mut Match, seat: Seat) {
        asked(game, Command::Player { seat, act: Act::Press });
    }

    #[test]
    fn a_check_is_shown_from_the_hand_on_and_with_open_input_never() {
        for (input, shown) in [(Input::Guarded, Some(Square::E8)), (Input::Open, None)] {
            let mut game = by_hand(input);
            asked(&mut game, Command::Start);
            for (seat, m) in [(Seat::WhiteA, "e2e4"), (Seat::BlackA, "f7f6")] {
                makes(&mut game, seat, m);
                presses(&mut game, seat);
            }
            assert_eq!(game.check_shown(BoardId::A), None);
            makes(&mut game, Seat::WhiteA, "d1h5");
            assert_eq!(game.check_shown(BoardId::A), shown, "{input:?}");
            presses(&mut game, Seat::WhiteA);
            assert_eq!(game.check_shown(BoardId::A), shown, "{input:?}");
            makes(&mut game, Seat::BlackA, "g7g6");
            assert_eq!(game.check_shown(BoardId::A), None);
            assert_eq!(game.check_shown(BoardId::B), None);
        }
    }

    #[test]
    fn the_record_of_a_match_with_open_input_is_for_afterwards() {
        for (input, meanwhile) in [(Input::Guarded, Some(Viewer::Public)), (Input::Open, None)] {
            let mut game = by_hand(input);
            assert_eq!(game.record_viewer(), meanwhile, "{input:?}");
            asked(&mut game, Command::Start);
            assert_eq!(game.record_viewer(), meanwhile, "{input:?}");
            asked(&mut game, Command::Arbiter { rule: Ruling::Exclude { team: Team::One } });
            assert_eq!(game.phase(), Phase::Over);
            assert_eq!(game.record_viewer(), Some(Viewer::Afterwards), "{input:?}");
        }
    }

    #[test]
    fn nobodys_clock_runs_before_the_match_while_it_is_stopped_and_after_it() {
        let mut game = by_hand(Input::Guarded);
        let running = |game: &Match| BoardId::ALL.map(|board| game.running(board));
        assert_eq!(running(&game), [None; 2]);
        asked(&mut game, Command::Start);
        assert_eq!(running(&game), [Some(Color::White); 2]);
        asked(&mut game, Command::Arbiter { rule: Ruling::Stop });
        assert_eq!(running(&game), [None; 2]);
        asked(&mut game, Command::Arbiter { rule: Ruling::Resume });
        assert_eq!(running(&game), [Some(Color::White); 2]);
        asked(&mut game, Command::Arbiter { rule: Ruling::Exclude { team: Team::One } });
        assert_eq!(running(&game), [None; 2]);
    }

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
