//! The arbiter: just the powers that the book gives.

use tandem_rules::book::{Cite, Ends, Power, Scope, SetupUntil, WrongClaim, YesNo};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Millis, Seat, Team};

use super::{Decision, Referee, refuse};
use crate::event::{EventKind, Offence};
use crate::refusal::{Refusal, WhyNot};
use crate::ruling::{Boards, RestartReason, Ruling};
use crate::state::Phase;
use crate::verdict::{GameResult, GameVerdict, Points, Reason};

impl Referee<'_> {
    pub(super) fn arbiter(&mut self, ruling: &Ruling) -> Decision {
        let over = self.state.phase == Phase::Over;
        let afterwards = matches!(
            ruling,
            Ruling::Warn { .. } | Ruling::Points { .. } | Ruling::Exclude { .. } | Ruling::TakeBack
        );
        if over && !afterwards {
            return refuse(&self.book().grounds.match_over, WhyNot::MatchOver);
        }
        match ruling {
            Ruling::Start => self.start(),
            Ruling::Stop => self.stop(),
            Ruling::Resume => self.resume(),
            Ruling::Clock { seat, clock } => self.set_clock(*seat, *clock),
            Ruling::Freeze { seat, millis: time } => self.freeze(*seat, *time),
            Ruling::Warn { seat, why } => self.warn(*seat, why.clone()),
            Ruling::Needless { seat } => self.needless(*seat),
            Ruling::CallIllegal { seat } => self.call_for_arbiter(*seat),
            Ruling::CallFlag { seat } => self.call_flag(*seat),
            Ruling::Minute { seat } => self.minute(*seat),
            Ruling::Restart { boards, reason } => self.restart(*boards, *reason),
            Ruling::Forfeit { seat } => self.forfeit(*seat),
            Ruling::Result { board, result } => self.set_result(*board, *result),
            Ruling::Points { team, points } => self.change_points(*team, *points),
            Ruling::Exclude { team } => self.exclude(*team),
            Ruling::Uphold => self.uphold(),
            Ruling::Dismiss => self.dismiss(),
            Ruling::TakeBack => self.take_back(),
        }
    }

    fn stop(&mut self) -> Decision {
        self.checks().ensure_power(Power::Stop)?;
        self.checks().ensure_clocks_run()?;
        let article = self.book().grounds.stop.clone();
        self.emit(EventKind::Stopped { seat: None, article });
        Ok(())
    }

    fn resume(&mut self) -> Decision {
        if !self.state.stopped {
            return refuse(&self.book().grounds.stop, WhyNot::ClocksRunning);
        }
        self.emit(EventKind::Resumed);
        Ok(())
    }

    fn set_clock(&mut self, seat: Seat, clock: Millis) -> Decision {
        self.checks().ensure_power(Power::Clock)?;
        self.checks().ensure_in_play(seat.board())?;
        self.ensure_reading_not_final(seat.board())?;
        let article = self.book().grounds.set_clock.clone();
        self.emit(EventKind::ClockSet { seat, clock, article });
        if clock == Millis::ZERO {
            self.emit(EventKind::FlagFell { seat });
            self.flag_fell(seat);
        }
        Ok(())
    }

    /// sscr 1.15 and 7.11: the reading is final once each side has moved.
    fn ensure_reading_not_final(&self, board: BoardId) -> Decision {
        let reading = &self.book().axes.arbiter.clock_reading;
        if reading.is == YesNo::No && self.each_has_completed(board, 1) {
            return refuse(&reading.by, WhyNot::ReadingFinal);
        }
        Ok(())
    }

    fn freeze(&mut self, seat: Seat, time: Millis) -> Decision {
        self.checks().ensure_power(Power::Freeze)?;
        self.checks().ensure_in_play(seat.board())?;
        let axis = &self.book().axes.arbiter.freeze;
        let allowed = axis.is.0.iter().any(|&seconds| Millis::from_secs(seconds.into()) == time);
        if !axis.is.0.is_empty() && !allowed {
            let times: Vec<_> = axis.is.0.iter().map(u32::to_string).collect();
            return refuse(&axis.by, WhyNot::FreezeTimes { seconds: times.join(" / ") });
        }
        let until = (self.checks().reading(seat) - time).at_least(Millis::ZERO);
        // One freezing does not shorten another.
        let until = self.state.players[seat].frozen_until.map_or(until, |other| until.min(other));
        let article = self.book().grounds.freeze.clone();
        self.emit(EventKind::Frozen { seat, until, article });
        Ok(())
    }

    fn warn(&mut self, seat: Seat, why: Option<String>) -> Decision {
        self.checks().ensure_power(Power::Warn)?;
        let article = self.book().grounds.warn.clone();
        self.emit(EventKind::Warned { seat, article, why });
        Ok(())
    }

    fn needless(&mut self, seat: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let needless = &book.grounds.needless;
        if book.axes.illegal.wrong_claim.is == WrongClaim::Nothing {
            return refuse(needless, WhyNot::NeedlessNotCounted);
        }
        self.checks().ensure_power(Power::Needless)?;
        self.checks().ensure_in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        let claimed = game.can_claim(seat.color(), Offence::WrongClaim);
        if !self.state.players[seat].has_stopped && !claimed {
            return refuse(needless, WhyNot::NothingNeedless);
        }
        let article = needless.clone();
        self.emit(EventKind::Counted { seat, offence: Offence::NeedlessStop, article });
        Ok(())
    }

    fn call_flag(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_power(Power::Call)?;
        self.checks().ensure_in_play(seat.board())?;
        let book = self.state.settings.book.clone();
        if !self.checks().has_fallen(seat.board(), seat.color()) {
            return refuse(&book.axes.clock.flag.by, WhyNot::FlagNotFallen);
        }
        // The arbiter looks at both (R37), and at what had ended the match before (R43).
        self.flag_is_seen(seat, true)
    }

    fn minute(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_power(Power::Minute)?;
        self.checks().ensure_in_play(seat.board())?;
        if !self.checks().has_fallen(seat.board(), seat.color()) {
            return refuse(&self.book().grounds.minute, WhyNot::FlagNotFallen);
        }
        self.give_minute(seat);
        Ok(())
    }

    fn each_has_completed(&self, board: BoardId, moves: u16) -> bool {
        let completed = &self.state.games[board].completed;
        Color::ALL.into_iter().all(|color| *completed.get(color) >= moves)
    }

    fn restart(&mut self, boards: Boards, reason: Option<RestartReason>) -> Decision {
        self.checks().ensure_power(Power::Restart)?;
        let article = self.may_restart(boards, reason)?;
        self.emit(EventKind::Restarted { boards, reason, article });
        if let Boards::One(board) = boards {
            self.take_back_from_stock(!board);
        }
        Ok(())
    }

    fn may_restart(&self, boards: Boards, reason: Option<RestartReason>) -> Result<Cite, Refusal> {
        let book = self.book();
        let (axes, grounds) = (&book.axes.arbiter, &book.grounds);
        let (scope, article) = match reason {
            None => (Scope::Any, &grounds.restart),
            Some(RestartReason::Clock) => (Scope::Any, &grounds.restart_clock),
            Some(RestartReason::Hidden) => (Scope::Any, &grounds.restart_hidden),
            Some(RestartReason::Colours) => (axes.colours_scope.is, &grounds.restart_colours),
            Some(RestartReason::Setup) => (axes.setup_scope.is, &grounds.restart_setup),
        };
        if scope == Scope::Both && boards != Boards::Both {
            return refuse(article, WhyNot::BothStartAgain);
        }
        if reason == Some(RestartReason::Setup) {
            let too_late =
                BoardId::ALL.into_iter().filter(|board| boards.contains(*board)).any(|board| {
                    match axes.setup_until.is {
                        SetupUntil::BlackThird => self.state.games[board].completed.black >= 3,
                        SetupUntil::EachMoved => self.each_has_completed(board, 1),
                        SetupUntil::TenEach => self.each_has_completed(board, 10),
                        SetupUntil::Any => false,
                    }
                });
            if too_late {
                return refuse(article, WhyNot::SetUpTooLate);
            }
        }
        if let Boards::One(board) = boards {
            let ended = |board: BoardId| self.state.games[board].ended();
            // Where both games count, one starts again though the other has ended (stein 7.1).
            let other_stands = book.axes.contest.ends.is == Ends::Both;
            if ended(board) || (ended(!board) && !other_stands) {
                return refuse(article, WhyNot::OnlyBothStartAgain);
            }
        }
        Ok(article.clone())
    }

    fn forfeit(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_power(Power::Forfeit)?;
        self.checks().ensure_in_play(seat.board())?;
        let article = self.book().grounds.forfeit.clone();
        self.end_game(seat.board(), GameResult::lost_by(seat.color()), Reason::Forfeit, &article);
        Ok(())
    }

    fn set_result(&mut self, board: BoardId, result: GameResult) -> Decision {
        self.checks().ensure_power(Power::Result)?;
        self.checks().ensure_in_play(board)?;
        let grounds = &self.book().grounds;
        let article = match result {
            GameResult::BothLose => grounds.both_lose.clone(),
            _ => grounds.ruling.clone(),
        };
        self.end_game(board, result, Reason::Ruling, &article);
        Ok(())
    }

    fn change_points(&mut self, team: Team, points: Points) -> Decision {
        self.checks().ensure_power(Power::Points)?;
        let book = self.state.settings.book.clone();
        let raises = points > Points(0);
        let sum = self.state.score()[team] + points;
        if raises && self.state.most_points().is_some_and(|most| sum > most) {
            let limited = &book.axes.arbiter.points_limited.by;
            return refuse(limited, WhyNot::TooManyPoints);
        }
        let article =
            if raises { book.grounds.points_raised.clone() } else { book.grounds.points.clone() };
        self.emit(EventKind::PointsChanged { team, points, article });
        Ok(())
    }

    /// What the book leaves to the arbiter goes back, while nothing rests on it (R56).
    fn take_back(&mut self) -> Decision {
        let article = self.book().grounds.take_back.clone();
        let Some(ruling) = self.state.last_ruling().cloned() else {
            let why = match self.state.phase {
                Phase::Waiting | Phase::Playing => WhyNot::NothingToTakeBack,
                Phase::Over => WhyNot::EndStands,
            };
            return refuse(&article, why);
        };
        if let Some((seat, reading)) = self.state.reading_without_ruling(self.now) {
            self.ensure_reading_not_final(seat.board())?;
            if reading <= Millis::ZERO {
                // The player has used what the ruling gave.
                return refuse(&article, WhyNot::NothingToTakeBack);
            }
        }
        self.emit(EventKind::TakenBack { ruling, article });
        Ok(())
    }

    /// An excluded team loses what it has not finished. Where both games count it loses them in one
    /// moment: the end of the one does not decide the other first.
    fn exclude(&mut self, team: Team) -> Decision {
        self.checks().ensure_power(Power::Exclude)?;
        let article = self.book().grounds.exclude.clone();
        self.emit(EventKind::Excluded { team, article: article.clone() });
        let both_count = self.book().axes.contest.ends.is == Ends::Both;
        for seat in team.seats() {
            let board = seat.board();
            let result = GameResult::lost_by(seat.color());
            if self.state.phase == Phase::Over || self.state.games[board].ended() {
                continue;
            }
            if both_count && !self.state.games[!board].ended() {
                let article = article.clone();
                let verdict = GameVerdict { result, reason: Reason::Forfeit, article };
                self.emit(EventKind::GameEnded { board, verdict });
            } else {
                self.end_game(board, result, Reason::Forfeit, &article);
            }
        }
        Ok(())
    }
}
