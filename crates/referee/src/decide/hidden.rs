//! Hidden pieces, and clocks started without a move.

use tandem_rules::book::YesNo;
use tandem_rules::shakmaty::Role;
use tandem_rules::{Move, Seat};

use super::{Decision, Referee, refuse};
use crate::event::EventKind;
use crate::refusal::WhyNot;

impl Referee<'_> {
    /// sscr 1.8b: a drop of the hidden man that was just made goes back.
    pub(super) fn invisible(&mut self, seat: Seat, role: Role) -> Decision {
        let axis = self.book().axes.hidden.invisible.clone();
        self.checks().ensure_in_play(seat.board())?;
        if axis.is == YesNo::No {
            return refuse(&axis.by, WhyNot::NoForbiddingInBook);
        }
        let opponent = seat.opponent();
        if role == Role::King || self.state.players[opponent].forbidden.has(role) {
            return refuse(&axis.by, WhyNot::ForbiddenAlready);
        }
        let game = &self.state.games[seat.board()];
        let is_it = |played: Move| matches!(played, Move::Drop { role: r, .. } if r == role);
        let opponent_moves = game.on_move == opponent.color();
        // A reply that was made early lies on the board too (6.5).
        let lies = if opponent_moves { &game.made } else { &game.early };
        let made = lies.as_ref().is_some_and(|made| is_it(made.played));
        let completed = game.last.as_ref().filter(|last| !opponent_moves && is_it(last.played));
        // Over the board a drop may have captured: the man comes back with it, if it can.
        let from = completed
            .filter(|_| game.made.is_none())
            .and_then(|last| self.checks().source(opponent, last));
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
            return refuse(&axis.by, WhyNot::NotForbidden);
        }
        self.emit(EventKind::Allowed { seat: opponent, role });
        Ok(())
    }

    pub(super) fn return_clock(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_return_clock(seat)?;
        let article = self.book().axes.hidden.return_clock.by.clone();
        self.emit(EventKind::ClockReturned { seat, article });
        Ok(())
    }

    pub(super) fn show(&mut self, seat: Seat) -> Decision {
        let axis = self.book().axes.hidden.show.clone();
        if axis.is == YesNo::No {
            return refuse(&axis.by, WhyNot::NoShowingInBook);
        }
        let opponent = seat.opponent();
        if self.state.is_on_table() {
            self.emit(EventKind::ShowDue { seat: opponent, article: axis.by });
            return Ok(());
        }
        let stock = *self.state.games[seat.board()].position.stock(opponent.color());
        self.emit(EventKind::Shown { seat: opponent, stock, article: axis.by });
        Ok(())
    }

    pub(super) fn call_arbiter(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_clocks_run()?;
        let article = self.book().grounds.call_arbiter.clone();
        self.emit(EventKind::Stopped { seat: Some(seat), article });
        Ok(())
    }
}
