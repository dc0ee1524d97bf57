//! Passing captured men on, holding them back, handing them over.

use tandem_rules::Seat;
use tandem_rules::book::Passing;
use tandem_rules::shakmaty::Role;

use super::tried::debt_article;
use super::{Decision, Referee, refuse};
use crate::command::Gift;
use crate::event::{Debt, EventKind, ReturnedFrom};
use crate::game::Duty;
use crate::phrase::Phrase;

impl Referee<'_> {
    /// What has just come into a player's hand goes on by itself, unless he may hold it and
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
        let axis = self.book().axes.passing.captured.clone();
        if axis.is == Passing::Duty {
            return refuse(&axis.by, "captured pieces pass by themselves");
        }
        let ended =
            [seat.board(), !seat.board()].into_iter().any(|board| self.state.games[board].ended());
        if ended {
            let article = tandem_rules::book::Cite::new("R24");
            return refuse(&article, "nothing is passed once a game has ended");
        }
        if !self.state.players[seat].hand.has(role) {
            return refuse(&axis.by, "no such piece is held");
        }
        self.emit(EventKind::Passed { seat, role });
        Ok(())
    }

    pub(super) fn hold(&mut self, seat: Seat, on: bool) -> Decision {
        let axis = &self.book().axes.passing.captured;
        if axis.is == Passing::Duty {
            return refuse(&axis.by, "captured pieces must be passed");
        }
        self.emit(EventKind::Hold { seat, on });
        Ok(())
    }

    pub(super) fn give(&mut self, seat: Seat, gift: Gift) -> Decision {
        let book = self.state.settings.book.clone();
        self.in_play(seat.board())?;
        match self.state.games[seat.board()].pending_duty() {
            Some(Duty::Gift { from, why }) if from == seat.color() => self.pay(seat, why, gift),
            Some(Duty::Restitution { offender, role, reported }) if offender != seat.color() => {
                self.restitute(seat, role, reported, gift)
            }
            _ => refuse(&book.grounds.give, "no piece is owed"),
        }
    }

    fn pay(&mut self, seat: Seat, why: Debt, gift: Gift) -> Decision {
        let article = debt_article(self.book(), why);
        let game = &self.state.games[seat.board()];
        let position = &game.position;
        let (role, square) = match gift {
            Gift::Stock(role) => {
                if why == Debt::NothingToTake {
                    return refuse(&article, "the piece must come off the board");
                }
                if !position.stock(seat.color()).has(role) {
                    return refuse(&article, "there is no such piece in the stock");
                }
                (role, None)
            }
            Gift::Square(role, square) => {
                if role == Role::King {
                    return refuse(&article, "the king is never handed over");
                }
                if position.board().piece_at(square) != Some(role.of(seat.color())) {
                    return refuse(
                        &article,
                        Phrase::with(
                            "no such piece of this player stands on {square}",
                            "square",
                            square,
                        ),
                    );
                }
                (role, Some(square))
            }
        };
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
            return refuse(&article, "the offender has not reported that the piece is gone");
        }
        let Gift::Square(given, square) = gift else {
            return refuse(&article, "the piece comes off the other board");
        };
        let beside = &self.state.games[!seat.board()].position;
        let promoted = beside.promoted().contains(square);
        let stands = beside.board().piece_at(square).is_some_and(|man| {
            let kind = if promoted { Role::Pawn } else { man.role };
            man.color == seat.color() && kind == role
        });
        if given != role || !stands {
            let form = "the captured piece was a {role}: none stands there";
            return refuse(&article, Phrase::with(form, "role", role.upper_char()));
        }
        let offender = seat.opponent();
        let from = ReturnedFrom::Square;
        self.emit(EventKind::Undone { seat: offender, from, square: Some(square), article });
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }
}
