//! The arbiter's last ruling, while it can be taken back (R56).
//!
//! What a book leaves to the arbiter's judgement can be undone until something rests on it. Here
//! is noted what such a ruling changed, from the events alone; whether it may be taken back is
//! decided elsewhere.

use tandem_rules::shakmaty::{ByColor, Color};
use tandem_rules::{BoardId, Millis, Promotion, Seat};

use crate::event::{Event, EventKind, Offence};
use crate::game::{Game, Window};
use crate::ruling::{Boards, Ruling};
use crate::state::{Match, Phase, Player};
use crate::verdict::Reason;

/// A ruling that can be taken back, and what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastRuling {
    pub(crate) ruling: Ruling,
    changed: Changed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Changed {
    /// One more warning of a player.
    Warnings(Seat),
    /// The points of a team, by what the ruling says.
    Points,
    /// A player's clock, by this much.
    Clock(Seat, Millis),
    /// How long a player must wait; this is how long it was.
    Freeze(Seat, Option<Millis>),
    /// What can be claimed against a player; this is what could, and whether a stop was open.
    Claimable(Seat, Option<Window>, bool),
    /// A game, which has ended.
    Ended(BoardId, Box<Stood>),
}

/// How a board stood, with its clock at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stood {
    game: Game,
    players: ByColor<Player>,
    closing: Option<Millis>,
    first_ended: Option<BoardId>,
    decided: Option<Millis>,
}

/// What an event does to the boards, as far as a ruling could rest on it.
enum Touches {
    /// Nothing: words, offers, clocks that rest and go on.
    Nothing,
    /// What a player did or must do on the player's own board.
    Player(Seat),
    /// This player has completed a move.
    Completed(Seat),
    /// The flag of this player.
    Flag(Seat),
    /// A player's clock was set by the book itself.
    Clock(Seat),
    /// Men that go from one board to the other, or leave the match.
    Men,
    /// The game on this board.
    Game(BoardId),
    /// The whole match.
    Match,
}

fn touches(kind: &EventKind) -> Touches {
    match kind {
        EventKind::Said { .. }
        | EventKind::Shown { .. }
        | EventKind::Hold { .. }
        | EventKind::Forbidden { .. }
        | EventKind::Allowed { .. }
        | EventKind::DrawOffered { .. }
        | EventKind::DrawDeclined { .. }
        | EventKind::Stopped { .. }
        | EventKind::Resumed
        | EventKind::LagGiven { .. }
        | EventKind::Frozen { .. }
        | EventKind::Warned { .. }
        | EventKind::PointsChanged { .. }
        | EventKind::Excluded { .. }
        | EventKind::Claimed { .. }
        | EventKind::ClaimDenied { .. }
        | EventKind::ClaimSettled { .. }
        | EventKind::GoOnWanted { .. }
        | EventKind::AccountsDiffer { .. }
        | EventKind::ShowDue { .. }
        | EventKind::TakenBack { .. } => Touches::Nothing,
        EventKind::Made { seat, played, .. } => match played.promotion() {
            Some(Promotion::Take(..)) => Touches::Men,
            Some(_) | None => Touches::Player(*seat),
        },
        EventKind::PressedWithoutMove { seat, .. }
        | EventKind::Held { seat, .. }
        | EventKind::Counted { seat, .. }
        | EventKind::IllegalCalled { seat, .. }
        | EventKind::IllegalAccepted { seat, .. }
        | EventKind::IllegalStands { seat, .. }
        | EventKind::RestitutionDue { seat, .. }
        | EventKind::RestitutionReported { seat }
        | EventKind::Owes { seat, .. }
        | EventKind::DrawAccepted { seat }
        | EventKind::ResignedOutOfTurn { seat, .. }
        | EventKind::ClockReturned { seat, .. }
        | EventKind::ClockTakenUp { seat } => Touches::Player(*seat),
        EventKind::Completed { seat } => Touches::Completed(*seat),
        EventKind::FlagFell { seat } => Touches::Flag(*seat),
        EventKind::ClockSet { seat, .. } => Touches::Clock(*seat),
        // A move that is taken back may return a man to the other board.
        EventKind::Retracted { .. }
        | EventKind::Undone { .. }
        | EventKind::Passed { .. }
        | EventKind::OutOfPlay { .. }
        | EventKind::PawnSent { .. }
        | EventKind::PawnTaken { .. }
        | EventKind::Given { .. } => Touches::Men,
        EventKind::GameEnded { board, .. } => Touches::Game(*board),
        EventKind::Restarted { boards: Boards::One(board), .. } => Touches::Game(*board),
        EventKind::Restarted { boards: Boards::Both, .. }
        | EventKind::Started
        | EventKind::LastDrop { .. }
        | EventKind::MatchEnded { .. } => Touches::Match,
    }
}

impl Changed {
    /// Whether it can't be taken back any more once this has happened.
    fn is_settled_by(&self, touches: &Touches) -> bool {
        match (self, touches) {
            // Counters can be counted back at any time.
            (Changed::Warnings(_) | Changed::Points, _) | (_, Touches::Nothing) => false,
            (_, Touches::Match) => true,
            (Changed::Clock(seat, _), Touches::Flag(one) | Touches::Clock(one)) => seat == one,
            (Changed::Freeze(seat, _), Touches::Completed(one) | Touches::Clock(one)) => {
                seat == one
            }
            (
                Changed::Clock(seat, _) | Changed::Freeze(seat, _) | Changed::Claimable(seat, ..),
                Touches::Game(board),
            ) => seat.board() == *board,
            (Changed::Clock(..) | Changed::Freeze(..), _) => false,
            (
                Changed::Claimable(seat, ..),
                Touches::Player(one) | Touches::Completed(one) | Touches::Flag(one),
            ) => seat.board() == one.board(),
            (Changed::Claimable(..), Touches::Men) => true,
            (Changed::Claimable(..), Touches::Clock(_)) => false,
            // What is played on the other board goes on, while no man crosses.
            (Changed::Ended(..), Touches::Men | Touches::Game(_)) => true,
            (Changed::Ended(..), _) => false,
        }
    }
}

impl Match {
    /// The arbiter's last ruling, if it can still be taken back (R56).
    #[must_use]
    pub fn last_ruling(&self) -> Option<&Ruling> {
        self.last_ruling.as_ref().map(|last| &last.ruling)
    }

    /// What the clock of a player would show if the last ruling had not set it.
    pub(crate) fn reading_without_ruling(&self, now: Millis) -> Option<(Seat, Millis)> {
        match self.last_ruling.as_ref()?.changed {
            Changed::Clock(seat, change) => Some((seat, self.clock(seat, now) - change)),
            Changed::Warnings(_)
            | Changed::Points
            | Changed::Freeze(..)
            | Changed::Claimable(..)
            | Changed::Ended(..) => None,
        }
    }

    /// Notes a ruling before it takes effect, and forgets one on which something rests now.
    pub(crate) fn note_ruling(&mut self, event: &Event) {
        if let Some((ruling, changed)) = self.ruling_of(event) {
            self.last_ruling = Some(LastRuling { ruling, changed });
        } else {
            let touches = touches(&event.kind);
            self.last_ruling.take_if(|last| last.changed.is_settled_by(&touches));
        }
    }

    /// The ruling that an event is, where the book leaves it to the arbiter. What the book itself
    /// decides and the arbiter only carries out is none.
    fn ruling_of(&self, event: &Event) -> Option<(Ruling, Changed)> {
        let now = event.at;
        match &event.kind {
            EventKind::Warned { seat, why, .. } => {
                let ruling = Ruling::Warn { seat: *seat, why: why.clone() };
                Some((ruling, Changed::Warnings(*seat)))
            }
            EventKind::PointsChanged { team, points, .. } => {
                Some((Ruling::Points { team: *team, points: *points }, Changed::Points))
            }
            EventKind::ClockSet { seat, clock, article } => {
                let change = *clock - self.clock(*seat, now);
                let ruling = Ruling::Clock { seat: *seat, clock: *clock };
                (*article == self.book().grounds.set_clock)
                    .then_some((ruling, Changed::Clock(*seat, change)))
            }
            EventKind::Frozen { seat, until, .. } => {
                let millis = (self.clock(*seat, now) - *until).at_least(Millis(1));
                let before = self.players[*seat].frozen_until;
                let ruling = Ruling::Freeze { seat: *seat, millis };
                Some((ruling, Changed::Freeze(*seat, before)))
            }
            EventKind::Counted { seat, offence: Offence::NeedlessStop, .. } => {
                let window = *self.games[seat.board()].windows.get(seat.color());
                let open = self.players[*seat].has_stopped;
                let changed = Changed::Claimable(*seat, window, open);
                Some((Ruling::Needless { seat: *seat }, changed))
            }
            EventKind::GameEnded { board, verdict } => {
                let ruling = match (verdict.reason, verdict.result.winner()) {
                    (Reason::Forfeit, Some(winner)) => {
                        Ruling::Forfeit { seat: Seat::new(*board, !winner) }
                    }
                    (Reason::Ruling, _) => Ruling::Result { board: *board, result: verdict.result },
                    _ => return None,
                };
                // A pawn that was handed over for a move which the end left uncompleted has crossed.
                let made = self.games[*board].made.as_ref();
                let crossed = made.is_some_and(|made| made.pawn_to.is_some());
                (!crossed).then(|| (ruling, Changed::Ended(*board, self.stood(*board, now))))
            }
            _ => None,
        }
    }

    fn stood(&self, board: BoardId, now: Millis) -> Box<Stood> {
        let mut game = self.games[board].clone();
        game.clock.pause(now);
        Box::new(Stood {
            game,
            players: ByColor::new_with(|color| self.players[Seat::new(board, color)]),
            closing: self.closing,
            first_ended: self.first_ended,
            decided: self.decided,
        })
    }

    /// Takes the last ruling back. Where a game goes on by that, the clocks rest until the arbiter
    /// lets them go on.
    pub(crate) fn take_ruling_back(&mut self, now: Millis) {
        let Some(last) = self.last_ruling.take() else { return };
        match last.changed {
            Changed::Warnings(seat) => {
                let warnings = &mut self.players[seat].warnings;
                *warnings = warnings.saturating_sub(1);
            }
            Changed::Points => {
                if let Ruling::Points { team, points } = last.ruling {
                    self.points[team] = self.points[team] - points;
                }
            }
            Changed::Clock(seat, change) => {
                let reading = self.clock(seat, now) - change;
                self.set_clock(seat, reading, now);
            }
            Changed::Freeze(seat, before) => self.players[seat].frozen_until = before,
            Changed::Claimable(seat, window, open) => {
                *self.games[seat.board()].windows.get_mut(seat.color()) = window;
                self.players[seat].has_stopped = open;
            }
            Changed::Ended(board, stood) => {
                let Stood { game, players, closing, first_ended, decided } = *stood;
                self.games[board] = game;
                for color in Color::ALL {
                    self.players[Seat::new(board, color)] = *players.get(color);
                }
                self.closing = closing;
                (self.first_ended, self.decided) = (first_ended, decided);
                self.rest(now);
            }
        }
    }

    /// The clocks rest, if they have been started.
    fn rest(&mut self, now: Millis) {
        self.stopped = self.phase == Phase::Playing;
        for game in self.games.values_mut() {
            if self.stopped {
                game.clock.pause(now);
            } else {
                game.clock.resume(now);
            }
        }
    }
}
