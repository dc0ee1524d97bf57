//! Passing captured men on, holding them back, handing them over.

use tandem_rules::Seat;
use tandem_rules::book::Passing;
use tandem_rules::shakmaty::Role;

use super::tried::debt_article;
use super::{Decision, Referee, refuse};
use crate::command::Gift;
use crate::event::{Debt, EventKind, ReturnedFrom};
use crate::game::Duty;
use crate::refusal::WhyNot;

impl Referee<'_> {
    /// What has just come into a player's hand goes on by itself, unless the player may hold it and
    /// does (R23), or the other game has ended (R24).
    pub(super) fn pass_what_came(&mut self, seat: Seat) {
        let player = &self.state.players[seat];
        let other_ended = self.state.games[!seat.board()].ended();
        let holds = player.holds && self.book().axes.passing.captured.is == Passing::Right;
        let hand = player.hand;
        if holds && !other_ended {
            if let Some(role) = self.just_came(seat) {
                self.emit(EventKind::Held { seat, role });
            }
            return;
        }
        let Some(role) = self.just_came(seat).filter(|role| hand.has(*role)) else { return };
        if other_ended {
            self.emit(EventKind::OutOfPlay { seat, role });
        } else {
            self.emit(EventKind::Passed { seat, role });
        }
    }

    /// The man that the last event brought into a player's hand.
    fn just_came(&self, seat: Seat) -> Option<Role> {
        match &self.events.last()?.kind {
            EventKind::PawnTaken { seat: taker } if *taker == seat => Some(Role::Pawn),
            EventKind::Completed { seat: mover } if *mover == seat => {
                *self.state.games[seat.board()].last_capture.get(seat.color())
            }
            _ => None,
        }
    }

    pub(super) fn pass(&mut self, seat: Seat, role: Role) -> Decision {
        self.checks().ensure_may_pass(seat, role)?;
        self.emit(EventKind::Passed { seat, role });
        Ok(())
    }

    pub(super) fn hold(&mut self, seat: Seat, on: bool) -> Decision {
        let axis = &self.book().axes.passing.captured;
        if axis.is == Passing::Duty {
            return refuse(&axis.by, WhyNot::MustBePassed);
        }
        self.emit(EventKind::Hold { seat, on });
        Ok(())
    }

    pub(super) fn give(&mut self, seat: Seat, gift: Gift) -> Decision {
        let book = self.state.settings.book.clone();
        self.checks().ensure_in_play(seat.board())?;
        match self.state.games[seat.board()].pending_duty() {
            Some(Duty::Gift { from, why }) if from == seat.color() => self.pay(seat, why, gift),
            Some(Duty::Restitution { offender, role, reported }) if offender != seat.color() => {
                self.restitute(seat, role, reported, gift)
            }
            _ => refuse(&book.grounds.give, WhyNot::NothingOwed),
        }
    }

    fn pay(&mut self, seat: Seat, why: Debt, gift: Gift) -> Decision {
        let article = debt_article(self.book(), why).clone();
        let game = &self.state.games[seat.board()];
        let position = &game.position;
        let Gift { role, square } = gift;
        match square {
            None => {
                if why == Debt::NothingToTake {
                    return refuse(&article, WhyNot::GiftFromBoardOnly);
                }
                if !position.stock(seat.color()).has(role) {
                    return refuse(&article, WhyNot::GiftNotInStock);
                }
            }
            Some(square) => {
                if role == Role::King {
                    return refuse(&article, WhyNot::KingNeverGiven);
                }
                if position.board().piece_at(square) != Some(role.of(seat.color())) {
                    return refuse(&article, WhyNot::GiftNotThere { square });
                }
            }
        }
        // The man keeps its colour (R21). A gift for a pawn that found nothing counts as captured
        // (R7): it goes to the capturer's partner, as one for illegal moves goes to the enemy
        // of that colour; both sit at the other board.
        let receiver = Seat::new(!seat.board(), seat.color());
        let to = (!self.state.games[receiver.board()].ended()).then_some(receiver);
        self.emit(EventKind::Given { seat, role, square, to });
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }

    fn restitute(&mut self, seat: Seat, role: Role, reported: bool, gift: Gift) -> Decision {
        let article = self.book().grounds.restitution.clone();
        if !reported {
            return refuse(&article, WhyNot::NotReportedYet);
        }
        let Gift { role: given, square: Some(square) } = gift else {
            return refuse(&article, WhyNot::GiftFromOtherBoardOnly);
        };
        let other = &self.state.games[!seat.board()].position;
        let promoted = other.promoted().contains(square);
        let stands = other.board().piece_at(square).is_some_and(|man| {
            let kind = if promoted { Role::Pawn } else { man.role };
            man.color == seat.color() && kind == role
        });
        if given != role || !stands {
            return refuse(&article, WhyNot::AnotherWasCaptured { role });
        }
        let offender = seat.opponent();
        let from = ReturnedFrom::Square;
        self.emit(EventKind::Undone { seat: offender, from, square: Some(square), article });
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }
}
