//! Whether a player may do something now: what each act asks before its first event.

use tandem_rules::book::{Agreement, Binds, EmptyPress, Passing, YesNo};
use tandem_rules::shakmaty::Role;
use tandem_rules::{Millis, Move, Seat};

use super::checks::Checks;
use super::{Decision, refuse};
use crate::game::Duty;
use crate::refusal::{Refusal, WhyNot};
use crate::settings::Input;

/// By so much the times of two clocks on a table may differ.
const JITTER: Millis = Millis(100);

/// What pressing the clock comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressing {
    /// The offender tells that the man is gone (7.7).
    Reports,
    /// The clock was returned, and is given back.
    TakesClockUp,
    /// The made move is completed.
    Completes,
    /// Nothing was made: an illegal move like any other (R54).
    WithoutMove,
}

impl Checks<'_> {
    pub(crate) fn pressing(&self, seat: Seat) -> Result<Pressing, Refusal> {
        let book = self.book();
        let game = &self.state.games[seat.board()];
        // On the table a press of before the stop may be heard after it (R55).
        let in_time =
            self.state.is_on_table() && game.clock.ran_before_pause(seat.color(), self.now);
        if !in_time {
            self.ensure_clocks_run()?;
        }
        // What was pressed while the clocks stood, or before that, and is heard only now, is nobody's
        // move any more (R55).
        if !in_time && game.clock.changed_since(self.now + JITTER) {
            return refuse(&book.grounds.stop, WhyNot::ClocksStopped);
        }
        self.ensure_in_play(seat.board())?;
        match game.duty {
            Some(Duty::Restitution { offender, reported: false, .. })
                if offender == seat.color() =>
            {
                self.ensure_may_report(seat)?;
                return Ok(Pressing::Reports);
            }
            Some(Duty::Restitution { .. }) => {
                return refuse(&book.grounds.restitution, WhyNot::CaptureTakenBack);
            }
            _ => {}
        }
        if game.clock_returned && game.on_move != seat.color() {
            return Ok(Pressing::TakesClockUp);
        }
        if game.on_move != seat.color() {
            return if game.early.is_some() {
                refuse(&book.axes.moves.early_reply.by, WhyNot::OpponentCompletesFirst)
            } else {
                refuse(&book.grounds.turn, WhyNot::OpponentsTurn)
            };
        }
        // What was made on the table nobody sees; who has returned the clock has made nothing.
        let unseen = self.state.is_on_table() && !game.clock_returned;
        let pressing = if game.made.is_none() && !unseen {
            self.ensure_empty_press(seat)?;
            Pressing::WithoutMove
        } else {
            Pressing::Completes
        };
        self.ensure_not_frozen(seat)?;
        Ok(pressing)
    }

    /// The offender reports when the partner is on move, or can't move any more.
    fn ensure_may_report(&self, seat: Seat) -> Decision {
        let partner = seat.partner();
        let other = &self.state.games[partner.board()];
        let on_move = other.on_move == partner.color() && other.made.is_none();
        if !on_move && !other.ended() {
            return refuse(&self.book().grounds.restitution, WhyNot::PartnerNotOnMove);
        }
        Ok(())
    }

    fn ensure_empty_press(&self, seat: Seat) -> Decision {
        let illegal = self.book().axes.illegal.empty_press.is == EmptyPress::Illegal;
        let open = self.state.settings.input == Input::Open;
        // Whoever has returned the clock finds it pressed already (asten 8).
        let runs = !self.state.games[seat.board()].clock_returned;
        if !illegal || !open || !runs {
            return refuse(&self.book().grounds.completed, WhyNot::NoMoveMade);
        }
        if self.state.last_drop.is_some_and(|chance| chance.seat != seat) {
            self.ensure_no_last_drop()?;
        }
        Ok(())
    }

    pub(crate) fn ensure_may_retract(&self, seat: Seat) -> Decision {
        let book = self.book();
        self.ensure_clocks_run()?;
        self.ensure_in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        let played = if game.on_move == seat.color() { &game.made } else { &game.early };
        let Some(played) = played else {
            return refuse(&book.grounds.binding, WhyNot::NothingToRetract);
        };
        let drop = matches!(played.played, Move::Drop { .. });
        let (binds, stands) = if drop {
            (&book.axes.moves.drop_binds, &book.grounds.drop_binding)
        } else {
            (&book.axes.moves.binds, &book.grounds.binding)
        };
        if played.legal && binds.is != Binds::Pressed {
            return refuse(stands, WhyNot::LegalMoveStands);
        }
        if !self.retracts_whole(seat, played) {
            return refuse(&book.axes.illegal.before_press.by, WhyNot::PromotionStands);
        }
        Ok(())
    }

    pub(crate) fn ensure_may_pass(&self, seat: Seat, role: Role) -> Decision {
        let axis = &self.book().axes.passing.captured;
        if axis.is == Passing::Duty {
            return refuse(&axis.by, WhyNot::PassesByItself);
        }
        let ended =
            [seat.board(), !seat.board()].into_iter().any(|board| self.state.games[board].ended());
        if ended {
            return refuse(&tandem_rules::book::Cite::new("R24"), WhyNot::NothingPasses);
        }
        if !self.state.players[seat].hand.has(role) {
            return refuse(&axis.by, WhyNot::NotInHand);
        }
        Ok(())
    }

    pub(crate) fn ensure_may_return_clock(&self, seat: Seat) -> Decision {
        let axis = &self.book().axes.hidden.return_clock;
        self.ensure_clocks_run()?;
        self.ensure_in_play(seat.board())?;
        if axis.is == YesNo::No {
            return refuse(&axis.by, WhyNot::NoClockReturnInBook);
        }
        let game = &self.state.games[seat.board()];
        if game.on_move != seat.color() || game.made.is_some() || game.clock_returned {
            return refuse(&axis.by, WhyNot::OnlyOwnRunningClock);
        }
        Ok(())
    }

    /// Whether a player may offer a draw; to answer an offer with one is to accept it.
    pub(crate) fn ensure_may_offer_draw(&self, seat: Seat) -> Decision {
        let draws = &self.book().axes.draws;
        self.ensure_may_agree(seat)?;
        let stands = match draws.agreement.is {
            Agreement::Two => self.state.games[seat.board()].offer == Some(seat.color()),
            Agreement::Four => self.state.players[seat].wants_draw,
        };
        if stands {
            return refuse(&draws.offer_lives.by, WhyNot::OfferStands);
        }
        Ok(())
    }

    pub(crate) fn ensure_may_accept_draw(&self, seat: Seat) -> Decision {
        let axis = &self.book().axes.draws.agreement;
        self.ensure_may_agree(seat)?;
        match axis.is {
            Agreement::Two => {
                if self.state.games[seat.board()].offer != Some(!seat.color()) {
                    return refuse(&axis.by, WhyNot::NoDrawOffered);
                }
            }
            Agreement::Four => {
                let mut others = Seat::ALL.into_iter().filter(|other| *other != seat);
                if !others.any(|other| self.state.players[other].wants_draw) {
                    return refuse(&axis.by, WhyNot::NoDrawOffered);
                }
                if self.state.players[seat].wants_draw {
                    return refuse(&axis.by, WhyNot::SpokenForDraw);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn ensure_may_decline_draw(&self, seat: Seat) -> Decision {
        let draws = &self.book().axes.draws;
        self.ensure_in_play(seat.board())?;
        let offer = self.state.games[seat.board()].offer;
        let offered = match draws.agreement.is {
            Agreement::Two if offer == Some(seat.color()) => {
                return refuse(&draws.offer_lives.by, WhyNot::OfferBinds);
            }
            Agreement::Two => offer.is_some(),
            Agreement::Four => Seat::ALL.into_iter().any(|one| self.state.players[one].wants_draw),
        };
        if !offered {
            return refuse(&draws.agreement.by, WhyNot::NoDrawOffered);
        }
        Ok(())
    }

    pub(crate) fn ensure_may_resign(&self, seat: Seat) -> Decision {
        self.ensure_in_play(seat.board())?;
        if self.state.last_drop.is_some_and(|chance| chance.seat == seat) {
            // The chance is passed up.
            return Ok(());
        }
        self.ensure_no_last_drop()?;
        if self.state.games[seat.board()].resigned.is_some() {
            return refuse(&self.book().axes.resigning.when.by, WhyNot::GameResigned);
        }
        Ok(())
    }
}
