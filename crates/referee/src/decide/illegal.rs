//! Completed illegal moves: claimed, accepted, demanded back, called.

use tandem_rules::book::{Cite, IllegalBy, KingCapture, Power, Remedy, Repeated};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Seat};

use super::{Decision, Referee, refuse};
use crate::event::{Debt, EventKind, Offence, ReturnedFrom};
use crate::game::{Duty, Played};
use crate::refusal::WhyNot;
use crate::verdict::{GameResult, Reason};

/// The illegal move of fer that costs a piece.
const COSTLY: u8 = 3;
/// The captured king of fer that costs a piece.
const COSTLY_KING: u8 = 2;

impl Referee<'_> {
    pub(super) fn claim_illegal(&mut self, seat: Seat, board: BoardId) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.illegal;
        self.checks().ensure_in_play(board)?;
        let own = board == seat.board();
        let offender = if own { seat.opponent() } else { seat.partner().opponent() };
        if !own && axis.claimed_by.is == IllegalBy::Opponent {
            return refuse(&axis.claimed_by.by, WhyNot::IllegalByOpponentOnly);
        }
        self.checks().ensure_no_last_drop()?;
        self.checks().ensure_window_open(offender)?;
        if let Some(window) = self.state.games[board].windows.get(offender.color()) {
            self.checks().ensure_nothing_before(seat.team(), window.at)?;
        }
        self.remedy(offender)
    }

    /// What the book does about an illegal act that has been claimed.
    fn remedy(&mut self, offender: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.illegal;
        let board = offender.board();
        match axis.remedy.is {
            Remedy::Win => {
                let lost = GameResult::lost_by(offender.color());
                self.end_game(board, lost, Reason::IllegalMove, &axis.remedy.by);
                Ok(())
            }
            Remedy::AcceptOrDemand => self.demand(offender),
            Remedy::TakenBack => self.call(offender),
        }
    }

    /// minerva and stein 7.4 to 7.7: the opponent demands another move.
    fn demand(&mut self, offender: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let board = offender.board();
        let Some(last) = self.state.games[board].last.clone() else {
            return refuse(&book.grounds.illegal_window, WhyNot::TooLateToTakeBack);
        };
        let article = book.axes.illegal.remedy.by.clone();
        match self.checks().source(offender, &last) {
            // What a promotion took has no place any more to go back to.
            Some(from) if !self.checks().goes_back_whole(offender, from) => {
                refuse(&book.axes.illegal.passed_piece.by, WhyNot::PromotionStands)
            }
            Some(from) => {
                let article = if from == ReturnedFrom::Stock {
                    book.axes.illegal.passed_piece.by.clone()
                } else {
                    article
                };
                let called = book.axes.illegal.remedy.by.clone();
                let king = captured_king(&last);
                self.emit(EventKind::IllegalCalled { seat: offender, king, article: called });
                self.emit(EventKind::Undone { seat: offender, from, square: None, article });
                self.adjudicate(board);
                self.adjudicate(!board);
                Ok(())
            }
            None => self.open_restitution(offender, &last, &article),
        }
    }

    fn open_restitution(&mut self, offender: Seat, last: &Played, called: &Cite) -> Decision {
        let article = self.book().axes.illegal.passed_piece.by.clone();
        let Some(man) = last.captured.filter(|_| last.taken.is_none()) else {
            return refuse(&article, WhyNot::PromotionStands);
        };
        let role = man.off_board();
        let king = captured_king(last);
        self.emit(EventKind::IllegalCalled { seat: offender, king, article: called.clone() });
        self.emit(EventKind::RestitutionDue { seat: offender, role, article });
        Ok(())
    }

    /// The man that an offender owes lies in the team-mate's stock once more, as that game has
    /// started again: it comes back from there at once (7.7).
    pub(super) fn take_back_from_stock(&mut self, board: BoardId) {
        let game = &self.state.games[board];
        let Some(Duty::Restitution { offender, .. }) = game.duty else { return };
        let Some(last) = game.last.clone() else { return };
        let seat = Seat::new(board, offender);
        let source = self.checks().source(seat, &last);
        if let Some(from) = source.filter(|from| self.checks().goes_back_whole(seat, *from)) {
            let article = self.book().axes.illegal.passed_piece.by.clone();
            self.emit(EventKind::Undone { seat, from, square: None, article });
            self.adjudicate(board);
            self.adjudicate(!board);
        }
    }

    /// The offender tells the opponent that the man is gone, and starts that player's clock.
    pub(super) fn report_restitution(&mut self, seat: Seat) {
        if self.checks().can_be_handed_over(seat) {
            self.emit(EventKind::RestitutionReported { seat });
            return;
        }
        // No such man is left on the other board: the demand lapses (R53).
        self.emit(EventKind::IllegalStands { seat, article: Cite::new("R53") });
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
    }

    pub(super) fn accept_illegal(&mut self, seat: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let remedy = &book.axes.illegal.remedy;
        self.checks().ensure_in_play(seat.board())?;
        if remedy.is != Remedy::AcceptOrDemand {
            return refuse(&remedy.by, WhyNot::NoAcceptingInBook);
        }
        let game = &self.state.games[seat.board()];
        let offender = seat.opponent();
        if !game.can_claim(offender.color(), Offence::Move) {
            let article = &book.grounds.illegal_window;
            return refuse(article, WhyNot::NothingToAccept);
        }
        let article = remedy.by.clone();
        self.emit(EventKind::IllegalAccepted { seat, article });
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }

    /// fer 6.2 to 6.4: called moves are taken back where that is possible, and counted.
    fn call(&mut self, offender: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.illegal;
        let board = offender.board();
        let Some(last) = self.state.games[board].last.clone() else {
            return refuse(&book.grounds.illegal_window, WhyNot::TooLateToTakeBack);
        };
        let king = captured_king(&last);
        let article = if king { axis.king_capture.by.clone() } else { axis.remedy.by.clone() };
        self.emit(EventKind::IllegalCalled { seat: offender, king, article: article.clone() });
        let source = self.checks().source(offender, &last);
        match source.filter(|from| self.checks().goes_back_whole(offender, *from)) {
            Some(from) => {
                let article = if from == ReturnedFrom::Stock {
                    axis.passed_piece.by.clone()
                } else {
                    article
                };
                self.emit(EventKind::Undone { seat: offender, from, square: None, article });
            }
            None => {
                let article = axis.passed_piece.by.clone();
                self.emit(EventKind::IllegalStands { seat: offender, article });
            }
        }
        self.charge(offender, king);
        for board in [board, !board] {
            self.automatic_draws(board);
            self.adjudicate(board);
        }
        Ok(())
    }

    /// What repeated illegal moves cost (R28).
    pub(super) fn charge(&mut self, offender: Seat, king: bool) {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.illegal;
        let player = &self.state.players[offender];
        let third = axis.repeated.is == Repeated::ThirdCostsPiece && player.illegal_moves >= COSTLY;
        let second_king = axis.king_capture.is == KingCapture::SecondCostsPiece
            && king
            && player.kings_captured >= COSTLY_KING;
        let (why, article) = if second_king {
            (Debt::KingCapture, axis.king_capture.by.clone())
        } else if third {
            (Debt::IllegalMoves, axis.repeated.by.clone())
        } else {
            return;
        };
        let game = &self.state.games[offender.board()];
        let has_stock = !game.position.stock(offender.color()).is_empty();
        if game.has_man(offender.color()) || has_stock {
            self.emit(EventKind::Owes { seat: offender, why, article });
        }
    }

    /// The arbiter calls an illegal move that nobody claimed (R14).
    pub(super) fn call_for_arbiter(&mut self, offender: Seat) -> Decision {
        self.checks().ensure_power(Power::Call)?;
        self.checks().ensure_in_play(offender.board())?;
        let by = &self.book().axes.illegal.claimed_by;
        if by.is != IllegalBy::EitherOpponentOrArbiter {
            return refuse(&by.by, WhyNot::IllegalByPlayersOnly);
        }
        if self.state.is_on_table() {
            self.checks().ensure_unanswered(offender)?;
            self.remedy_on_table(offender);
            return Ok(());
        }
        self.checks().ensure_window_open(offender)?;
        self.remedy(offender)
    }
}

fn captured_king(last: &Played) -> bool {
    last.captured.is_some_and(|man| man.role == Role::King)
}
