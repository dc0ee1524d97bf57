//! Moves that are set before the opponent has moved, where the book permits it. They are kept here, seen by nobody else,
//! and lost with the process; the referee judges each when its time comes.

use tandem_engine::is_mated_by_what_came;
use tandem_engine::team::View;
use tandem_notation::read_attempt;
use tandem_referee::{Act, Attempt, Command, Match, MoveText};
use tandem_rules::{BySeat, Millis, Seat, Stock};

use super::Room;
use crate::codes::SessionRefusal;
use crate::fanout::ConnectionId;
use crate::table::core::Asker;
use crate::table::request::Sitter;
use crate::wire::{Refused, Role, ToClient, WhyAnswer};

/// What each player has set.
#[derive(Debug, Default)]
pub(super) struct SetAhead {
    seats: BySeat<Option<Ahead>>,
}

#[derive(Debug)]
struct Ahead {
    tried: MoveText,
    /// What lay in the opponent's stock then.
    stock: Stock,
    /// Who set it, and the number of the question.
    by: (ConnectionId, u64),
}

impl Ahead {
    /// Whether a man came since it was set that would mate it at once, though another move would not be
    /// mated. Where what is legal is for the players to see, nothing is told of it.
    fn has_become_fatal(&self, game: &Match, seat: Seat, now: Millis) -> bool {
        if !game.tells_what_is_legal() {
            return false;
        }
        let Attempt::Coordinates(tried) = read_attempt(game, seat, self.tried.as_str()) else {
            return false;
        };
        let view = View::of(game, seat, now);
        let m = view.board().legal_move(tried);
        m.is_ok_and(|m| is_mated_by_what_came(&view, m, &self.stock))
    }
}

impl SetAhead {
    /// What a player has set.
    pub(super) fn of(&self, seat: Seat) -> Option<&MoveText> {
        self.seats[seat].as_ref().map(|ahead| &ahead.tried)
    }

    /// Whatever was set is of a position that is no more.
    pub(super) fn forget_all(&mut self) {
        *self = SetAhead::default();
    }
}

impl Room {
    pub(super) fn set_ahead(&mut self, by: Sitter, id: u64, tried: Option<MoveText>) {
        let Some(connection) = by.connection else { return };
        let permitted = self.core.game().may_set_in_advance(by.seat).map(drop);
        match (tried, permitted) {
            (Some(_), Err(refusal)) => self.say_why(connection, id, &Refused::ByTheBook(refusal)),
            (tried, _) => {
                let position = &self.core.game().game(by.seat.board()).position;
                let stock = *position.stock(by.seat.opponent().color());
                let ahead = tried.map(|tried| Ahead { tried, stock, by: (connection, id) });
                self.ahead.seats[by.seat] = ahead;
                self.tell_seat(by.seat);
            }
        }
    }

    /// Makes the moves whose time has come. One that the referee refuses, or that a man which came since
    /// would mate, is forgotten, and its player is told why.
    pub(super) async fn make_what_was_set(&mut self) {
        while let Some(seat) = self.next_ahead() {
            let Some(ahead) = self.ahead.seats[seat].take() else {
                return;
            };
            let fatal = ahead.has_become_fatal(self.core.game(), seat, self.moment);
            let Ahead { tried, by: (connection, id), .. } = ahead;
            if fatal {
                self.tell_seat(seat);
                self.say_why(connection, id, &SessionRefusal::MateCameMeanwhile.into());
                continue;
            }
            let command = Command::Player { seat, act: Act::Move { tried } };
            match self.carry_out(&command, Asker::Ahead(seat)).await {
                Ok(None) => {}
                Ok(Some(refusal)) => {
                    // Why comes last: a page forgets a refusal as soon as something else is granted.
                    self.tell_seat(seat);
                    self.say_why(connection, id, &Refused::ByTheBook(refusal));
                }
                Err(error) => {
                    tracing::error!(table = %self.core.id(), %error, "a move set in advance could not be stored");
                    self.tell_seat(seat);
                }
            }
        }
    }

    /// A player whose move may be made now. Where nothing can be set any more, what was set is forgotten.
    fn next_ahead(&mut self) -> Option<Seat> {
        let game = self.core.game();
        for seat in Seat::ALL {
            if self.bench.seats[seat].is_some() || game.may_set_in_advance(seat).is_err() {
                self.ahead.seats[seat] = None;
            }
        }
        let due = |seat: &Seat| {
            self.ahead.seats[*seat].is_some() && game.may_move(*seat, self.moment).is_ok()
        };
        Seat::ALL.into_iter().find(due)
    }

    fn say_why(&mut self, connection: ConnectionId, id: u64, why: &Refused) {
        let why = Some(why.into());
        self.fan.send(connection, ToClient::Why(WhyAnswer { id, why }).text());
    }

    /// A player hears how things stand, and nobody else: what was set is no business of theirs.
    fn tell_seat(&mut self, seat: Seat) {
        self.tell_state_to(Role::Seat(seat));
    }
}
