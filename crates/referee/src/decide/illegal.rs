//! Completed illegal moves: claimed, accepted, demanded back, called.

use tandem_rules::book::{Cite, IllegalBy, KingCapture, PawnGoes, Power, Remedy, Repeated};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Seat};

use super::{Decision, Referee, refuse};
use crate::event::{Debt, EventKind, Offence, ReturnedFrom};
use crate::game::{Duty, Played};
use crate::verdict::{GameResult, Reason};

/// The illegal move of fer that costs a piece.
const COSTLY: u8 = 3;
/// The captured king of fer that costs a piece.
const COSTLY_KING: u8 = 2;

impl Referee<'_> {
    pub(super) fn claim_illegal(&mut self, seat: Seat, board: BoardId) -> Decision {
        let book = self.state.settings.book.clone();
        let axis = &book.axes.illegal;
        self.in_play(board)?;
        let own = board == seat.board();
        let offender = if own { seat.opponent() } else { seat.partner().opponent() };
        if !own && axis.claimed_by.is == IllegalBy::Opponent {
            return refuse(&axis.claimed_by.by, "only the opponent may claim an illegal move");
        }
        self.no_last_drop()?;
        self.window_open(offender)?;
        self.remedy(offender)
    }

    fn window_open(&self, offender: Seat) -> Decision {
        let game = &self.state.games[offender.board()];
        let claimable = game.windows.get(offender.color()).is_some();
        if !claimable || matches!(game.duty, Some(Duty::Restitution { .. })) {
            let article = &self.book().grounds.illegal_window;
            return refuse(article, "there is no illegal move that can be claimed");
        }
        Ok(())
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

    /// Where the man that a move captured can come back from; none if it can't come back.
    pub(super) fn source(&self, offender: Seat, last: &Played) -> Option<ReturnedFrom> {
        if !self.promotion_can_return(offender, last) || !self.gift_can_return(last) {
            return None;
        }
        let captured =
            last.captured.filter(|man| man.color != offender.color() && man.role != Role::King);
        let Some(man) = captured else { return Some(ReturnedFrom::Nowhere) };
        let role = man.off_board();
        let partner = offender.partner();
        if self.state.players[offender].hand.has(role) {
            Some(ReturnedFrom::Hand)
        } else if self.state.games[partner.board()].position.stock(partner.color()).has(role) {
            Some(ReturnedFrom::Stock)
        } else if last.out_of_play {
            // It never left for the other board.
            Some(ReturnedFrom::Nowhere)
        } else {
            None
        }
    }

    /// Whether what the opponent gave up for the move has not been dropped yet.
    fn gift_can_return(&self, last: &Played) -> bool {
        last.gift.is_none_or(|(_, lifted, to)| {
            to.is_none_or(|to| {
                let position = &self.state.games[to.board()].position;
                position.stock(to.color()).has(lifted.man.off_board())
            })
        })
    }

    /// Whether what a promotion took can stand again where it stood, and its pawn come back.
    fn promotion_can_return(&self, offender: Seat, last: &Played) -> bool {
        let piece_returns = last.taken.is_none_or(|(square, lifted)| {
            let here = self.state.games[offender.board()].position.board();
            let there = self.state.games[!offender.board()].position.board();
            here.piece_at(last.played.to()) == Some(lifted.man.role.of(lifted.man.color))
                && there.piece_at(square).is_none()
        });
        let receiver = offender.opponent().partner();
        let in_stock =
            self.state.games[receiver.board()].position.stock(receiver.color()).has(Role::Pawn);
        let in_hand = self.book().axes.promotion.pawn_goes.is == PawnGoes::Opponent
            && self.state.players[offender.opponent()].hand.has(Role::Pawn);
        piece_returns && (last.pawn_to.is_none() || in_stock || in_hand)
    }

    /// minerva and stein 7.4 to 7.7: the opponent demands another move.
    fn demand(&mut self, offender: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let board = offender.board();
        let Some(last) = self.state.games[board].last.clone() else {
            return refuse(&book.grounds.illegal_window, "the move can't be taken back any more");
        };
        let article = book.axes.illegal.remedy.by.clone();
        match self.source(offender, &last) {
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
            let reason = "the promotion can't be undone any more: the arbiter decides";
            return refuse(&article, reason);
        };
        let role = man.off_board();
        let king = captured_king(last);
        self.emit(EventKind::IllegalCalled { seat: offender, king, article: called.clone() });
        self.emit(EventKind::RestitutionDue { seat: offender, role, article });
        Ok(())
    }

    /// The offender tells the opponent that the man is gone, and starts his clock.
    pub(super) fn report_restitution(&mut self, seat: Seat) -> Decision {
        let article = self.book().grounds.restitution.clone();
        let partner = seat.partner();
        let beside = &self.state.games[partner.board()];
        let on_move = beside.on_move == partner.color() && beside.made.is_none();
        if !on_move && !beside.ended() {
            return refuse(&article, "not before the partner is on move");
        }
        self.emit(EventKind::RestitutionReported { seat });
        Ok(())
    }

    pub(super) fn accept_illegal(&mut self, seat: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        let remedy = &book.axes.illegal.remedy;
        self.in_play(seat.board())?;
        if remedy.is != Remedy::AcceptOrDemand {
            return refuse(&remedy.by, "the book knows no accepting of an illegal move");
        }
        let game = &self.state.games[seat.board()];
        let offender = seat.opponent();
        if *game.windows.get(offender.color()) != Some(Offence::Move) {
            let article = &book.grounds.illegal_window;
            return refuse(article, "there is no illegal move to accept");
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
            return refuse(&book.grounds.illegal_window, "the move can't be taken back any more");
        };
        let king = captured_king(&last);
        let article = if king { axis.king_capture.by.clone() } else { axis.remedy.by.clone() };
        self.emit(EventKind::IllegalCalled { seat: offender, king, article: article.clone() });
        match self.source(offender, &last) {
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
    fn charge(&mut self, offender: Seat, king: bool) {
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
        self.may_rule(Power::Call)?;
        self.in_play(offender.board())?;
        let by = &self.book().axes.illegal.claimed_by;
        if by.is != IllegalBy::EitherOpponentOrArbiter {
            return refuse(&by.by, "an illegal move is claimed by the players");
        }
        self.window_open(offender)?;
        self.remedy(offender)
    }
}

fn captured_king(last: &Played) -> bool {
    last.captured.is_some_and(|man| man.role == Role::King)
}
