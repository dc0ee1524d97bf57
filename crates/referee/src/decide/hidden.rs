//! Hidden pieces, and clocks started without a move.

use tandem_rules::book::YesNo;
use tandem_rules::shakmaty::Role;
use tandem_rules::{Move, Seat};

use super::{Decision, Referee, refuse};
use crate::event::EventKind;

impl Referee<'_> {
    /// sscr 1.8b: a drop of the hidden man that was just made goes back.
    pub(super) fn invisible(&mut self, seat: Seat, role: Role) -> Decision {
        let axis = self.book().axes.hidden.invisible.clone();
        self.in_play(seat.board())?;
        if axis.is == YesNo::No {
            return refuse(&axis.by, "the book knows no forbidding of a hidden piece");
        }
        let opponent = seat.opponent();
        if role == Role::King || self.state.players[opponent].forbidden.has(role) {
            return refuse(&axis.by, "this piece is forbidden already, or never in a stock");
        }
        let game = &self.state.games[seat.board()];
        let is_it = |played: Move| matches!(played, Move::Drop { role: r, .. } if r == role);
        let opponent_moves = game.on_move == opponent.color();
        // A reply that was made early lies on the board too (6.5).
        let lies = if opponent_moves { &game.made } else { &game.early };
        let made = lies.as_ref().is_some_and(|made| is_it(made.played));
        let completed = game.last.as_ref().filter(|last| !opponent_moves && is_it(last.played));
        // Over the board a drop may have captured: the man comes back with it, if it can.
        let from =
            completed.filter(|_| game.made.is_none()).and_then(|last| self.source(opponent, last));
        let article = axis.by.clone();
        self.emit(EventKind::Forbidden { seat: opponent, role, article: article.clone() });
        if made {
            self.emit(EventKind::Retracted { seat: opponent });
        } else if let Some(from) = from {
            self.emit(EventKind::Undone { seat: opponent, from, square: None, article });
        }
        Ok(())
    }

    pub(super) fn visible(&mut self, seat: Seat, role: Role) -> Decision {
        let axis = &self.book().axes.hidden.invisible;
        let opponent = seat.opponent();
        if !self.state.players[opponent].forbidden.has(role) {
            return refuse(&axis.by, "this piece is not forbidden");
        }
        self.emit(EventKind::Allowed { seat: opponent, role });
        Ok(())
    }

    pub(super) fn return_clock(&mut self, seat: Seat) -> Decision {
        let axis = self.book().axes.hidden.return_clock.clone();
        self.clocks_go()?;
        self.in_play(seat.board())?;
        if axis.is == YesNo::No {
            return refuse(&axis.by, "the book knows no starting of a clock without a move");
        }
        let game = &self.state.games[seat.board()];
        if game.on_move != seat.color() || game.made.is_some() || game.clock_returned {
            return refuse(&axis.by, "only one's own running clock can be returned");
        }
        self.emit(EventKind::ClockReturned { seat, article: axis.by });
        Ok(())
    }

    pub(super) fn show(&mut self, seat: Seat) -> Decision {
        let axis = self.book().axes.hidden.show.clone();
        if axis.is == YesNo::No {
            return refuse(&axis.by, "the book knows no asking to see the pieces");
        }
        let opponent = seat.opponent();
        let stock = *self.state.games[seat.board()].position.stock(opponent.color());
        self.emit(EventKind::Shown { seat: opponent, stock, article: axis.by });
        Ok(())
    }

    pub(super) fn call_arbiter(&mut self, seat: Seat) -> Decision {
        self.clocks_go()?;
        let article = self.book().grounds.call_arbiter.clone();
        self.emit(EventKind::Stopped { seat: Some(seat), article });
        Ok(())
    }
}
