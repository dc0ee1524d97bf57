//! What time alone brings about: flags, and the moment in which both games may end together.

use tandem_rules::book::{BothFlags, CannotWin, Flag, StuckFlag};
use tandem_rules::{BoardId, Millis, Seat, Stuck, Team};

use super::Referee;
use crate::event::EventKind;
use crate::refusal::WhyNot;
use crate::state::Phase;
use crate::verdict::{GameResult, Reason};

impl Referee<'_> {
    /// Everything that happens by itself up to now, in its order.
    pub(super) fn let_time_pass(&mut self) {
        let until = self.now;
        loop {
            if self.state.closing.is_some_and(|closing| closing < until) {
                self.now = until;
                self.close();
            }
            let falls = BoardId::ALL.map(|board| {
                let (color, at) = self.state.games[board].clock.falls_at()?;
                Some((at, Seat::new(board, color)))
            });
            let next = falls.iter().flatten().map(|(at, _)| *at).filter(|at| *at <= until).min();
            let Some(at) = next.filter(|_| self.state.phase == Phase::Playing) else { break };
            // Nothing runs on once a game has ended the match (R35).
            if self.state.closing.is_some_and(|closing| at > closing) {
                self.close();
                continue;
            }
            self.now = at.max(self.state.latest);
            // All flags of one moment fall before any of them counts (R35).
            let fallen = falls.iter().flatten().filter(|(when, _)| *when == at);
            for &(_, seat) in fallen.clone() {
                self.emit(EventKind::FlagFell { seat });
            }
            for &(_, seat) in fallen {
                self.flag_fell(seat);
            }
        }
        self.now = until;
    }

    /// The same moment has passed: a match that ends with its first game is over.
    pub(super) fn close(&mut self) {
        if let Some(closing) = self.state.closing {
            let now = std::mem::replace(&mut self.now, closing);
            self.end_together();
            self.end_match();
            self.now = now;
        }
    }

    /// What a flag that has just fallen brings about by itself.
    pub(super) fn flag_fell(&mut self, seat: Seat) {
        let book = self.state.settings.book.clone();
        let clock = &book.axes.clock;
        let board = seat.board();
        let game = &self.state.games[board];
        if game.ended() || self.checks().ensure_not_decided().is_err() {
            return;
        }
        if self.state.last_drop.is_some_and(|chance| chance.seat == seat) {
            if self.state.settings.flag == Flag::Automatic {
                self.end_match();
            }
            return;
        }
        if game.resigned.is_some() {
            // The last move comes too late: the resignation takes effect (stein 5.3, R46).
            self.end_resigned(board);
            return;
        }
        let opponent_fell = game.clock.has_fallen(!seat.color());
        match clock.both_flags.is {
            BothFlags::GameAtOnce if opponent_fell => {
                self.end_game(board, GameResult::Draw, Reason::BothFlags, &clock.both_flags.by);
                return;
            }
            BothFlags::TeamsAtOnce if Team::ALL.into_iter().all(|team| self.team_fell(team)) => {
                self.end_game(board, GameResult::Draw, Reason::BothFlags, &clock.both_flags.by);
                return;
            }
            _ => {}
        }
        if clock.stuck_flag.is == StuckFlag::AtOnce && self.is_stuck(seat) {
            self.end_stuck_by_flag(seat);
        } else if self.state.settings.flag == Flag::Automatic
            && self.checks().ensure_flags_count().is_ok()
        {
            // Both may have fallen while something else could be claimed (R37, R43).
            if opponent_fell && clock.both_flags.is == BothFlags::GameOnClaim {
                self.end_game(board, GameResult::Draw, Reason::BothFlags, &clock.both_flags.by);
            } else {
                self.lose_on_time(seat);
            }
        }
    }

    /// What a connection cost is given back while the player's time counts, never after.
    pub(super) fn give_lag(&mut self, seat: Seat, millis: Millis) -> super::Decision {
        self.checks().ensure_in_play(seat.board())?;
        if self.state.phase != Phase::Playing
            || self.checks().has_fallen(seat.board(), seat.color())
        {
            let article = &self.book().grounds.flag_loses;
            return super::refuse(article, WhyNot::NoTimeToGiveBack);
        }
        if millis > Millis::ZERO {
            self.emit(EventKind::LagGiven { seat, millis });
        }
        Ok(())
    }

    fn team_fell(&self, team: Team) -> bool {
        team.seats()
            .into_iter()
            .any(|seat| self.state.games[seat.board()].clock.has_fallen(seat.color()))
    }

    /// Whether this player is on move and has no legal one. What hands have made otherwise and not
    /// completed changes nothing.
    pub(super) fn is_stuck(&self, seat: Seat) -> bool {
        let game = &self.state.games[seat.board()];
        !self.state.is_on_table()
            && game.on_move == seat.color()
            && game.made.as_ref().is_none_or(|made| !made.legal)
            && game.pending_duty().is_none()
            && !game.disputed()
            && self.state.completed_stuck(seat.board()) != Stuck::Free
    }

    /// R9: the game of a mated or stalemated player is over when the time is.
    pub(super) fn end_stuck_by_flag(&mut self, seat: Seat) {
        let article = self.book().axes.clock.stuck_flag.by.clone();
        match self.state.completed_stuck(seat.board()) {
            Stuck::Mate => {
                let lost = GameResult::lost_by(seat.color());
                self.end_game(seat.board(), lost, Reason::Mate, &article);
            }
            _ => self.lose_on_time(seat),
        }
    }

    /// A player's time is overstepped, and that counts now.
    pub(super) fn lose_on_time(&mut self, seat: Seat) {
        let book = self.state.settings.book.clone();
        let draw =
            book.axes.clock.cannot_win.is == CannotWin::Draw && !self.can_win(seat.opponent());
        if draw {
            let article = &book.axes.clock.cannot_win.by;
            self.end_game(seat.board(), GameResult::Draw, Reason::Flag, article);
        } else {
            let lost = GameResult::lost_by(seat.color());
            self.end_game(seat.board(), lost, Reason::Flag, &book.grounds.flag_loses);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::command::{Act, Command};
    use crate::settings::Settings;
    use crate::state::Match;
    use tandem_rules::Rulebook;

    #[test]
    fn lag_is_given_back_while_a_player_has_time_and_not_after() {
        let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
        let mut game = Match::new(Settings::new(book));
        let mut events = Vec::new();
        let lag = Command::Lag { seat: Seat::WhiteA, millis: Millis(120) };
        assert!(game.act(Millis(0), &lag, &mut events).is_err(), "nothing runs yet");
        game.act(Millis(0), &Command::Start, &mut events).unwrap();
        game.act(Millis(1_000), &lag, &mut events).unwrap();
        assert_eq!(game.clock(Seat::WhiteA, Millis(1_000)), Millis(419_120));
        assert_eq!(Match::replay(game.settings().clone(), &events), game);
        assert!(game.act(Millis(430_000), &lag, &mut events).is_err(), "the flag is down");
        let resign = Command::Player { seat: Seat::BlackA, act: Act::Resign };
        game.act(Millis(430_001), &resign, &mut events).unwrap();
        assert!(game.act(Millis(430_002), &lag, &mut events).is_err(), "the game is over");
    }
}
