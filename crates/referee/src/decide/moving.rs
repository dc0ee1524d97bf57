//! Making a move, pressing the clock, taking a move back.

use tandem_rules::book::{DropInCheck, MateSeen, NothingToTake, PawnGoes, YesNo};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Move, Promotion, PromotionSource, Seat, Stuck};

use super::may::Pressing;
use super::{Decision, Referee};
use crate::command::Attempt;
use crate::event::{Debt, EventKind};
use crate::game::Played;
use crate::settings::{Input, Press};
use crate::verdict::{GameResult, Reason};

impl Referee<'_> {
    pub(super) fn make_move(&mut self, seat: Seat, attempt: Attempt) -> Decision {
        self.checks().ensure_may_move(seat)?;
        let (played, legal) = self.checks().resolve(seat, attempt)?;
        self.checks().ensure_touch_rule(seat, played)?;
        self.emit(EventKind::Made { seat, played, legal });
        self.after_making(seat, legal);
        Ok(())
    }

    fn after_making(&mut self, seat: Seat, legal: bool) {
        let board = seat.board();
        if self.state.games[board].on_move != seat.color() {
            return;
        }
        let auto = self.state.settings.press == Press::Auto;
        // A mating move needs no press in sscr (7.7) and fer (R32).
        if auto || (legal && self.mates_without_press(board)) {
            self.complete(seat);
        }
    }

    fn mates_without_press(&self, board: BoardId) -> bool {
        let stuck = &self.book().axes.stuck;
        let seen =
            self.state.settings.input == Input::Guarded || stuck.mate_seen.is == MateSeen::Always;
        stuck.end_needs_press.is == YesNo::No
            && seen
            && !self.gift_comes_first(board)
            && !self.taken_illegally(board)
            && self.state.stuck(board) == Stuck::Mate
    }

    /// A pawn found nothing to become: mate is judged after the opponent has given, if they have
    /// anything to give (R7).
    fn gift_comes_first(&self, board: BoardId) -> bool {
        let game = &self.state.games[board];
        let made = game.made.as_ref();
        made.is_some_and(|made| made.played.promotion() == Some(Promotion::Vanish))
            && game.has_man(!game.on_move)
    }

    pub(super) fn press(&mut self, seat: Seat) -> Decision {
        match self.checks().pressing(seat)? {
            Pressing::Reports => self.report_restitution(seat),
            Pressing::TakesClockUp => self.emit(EventKind::ClockTakenUp { seat }),
            Pressing::Completes if self.state.is_on_table() => self.complete_on_table(seat),
            Pressing::Completes => self.complete(seat),
            Pressing::WithoutMove => self.press_without_move(seat),
        }
        Ok(())
    }

    /// Where hands can do it, that is an illegal move like any other (R54).
    fn press_without_move(&mut self, seat: Seat) {
        let article = self.book().axes.illegal.empty_press.by.clone();
        self.emit(EventKind::PressedWithoutMove { seat, article });
        if self.state.last_drop.is_some() {
            // The chance is passed up, and the mate stands (R20).
            self.end_match();
        }
    }

    /// Completes the made move of the player on move and sees to everything that follows.
    pub(super) fn complete(&mut self, seat: Seat) {
        let book = self.state.settings.book.clone();
        let board = seat.board();
        let Some(made) = self.state.games[board].made.clone() else { return };
        let disputed = self.state.games[board].disputed();
        self.emit(EventKind::Completed { seat });
        let drop = matches!(made.played, Move::Drop { .. });
        if drop
            && book.axes.illegal.drop_in_check.is == DropInCheck::Mate
            && self.state.games[board].completed_position().is_check(seat.color())
        {
            // By the letter of asten 10a this is mate (R19).
            let lost = GameResult::lost_by(seat.color());
            self.end_game(board, lost, Reason::Mate, &book.axes.illegal.drop_in_check.by);
            return;
        }
        let is_last = self.state.games[board].resigned == Some(!seat.color());
        if is_last && !made.legal {
            self.illegal_last_move(seat, &made);
            return;
        }
        self.pass_what_came(seat);
        if let Some((promotion, pawn)) = made.played.promotion().zip(made.shed_pawn()) {
            self.send_pawn(seat, promotion, pawn);
        }
        if is_last {
            self.end_resigned(board);
            return;
        }
        if self.state.last_drop.is_some_and(|chance| chance.seat == seat) {
            self.last_drop_done(seat, &made);
            return;
        }
        self.automatic_draws(board);
        self.adjudicate(board);
        // A promotion changes the other board; so does the end of a dispute about one.
        if made.taken.is_some() || disputed {
            self.automatic_draws(!board);
        }
        // What stands here decides which promotions are possible there (fer 4.1, stein 3.1).
        let linked = book.board_rules().promotion_source != PromotionSource::Pawn;
        if linked || disputed {
            self.adjudicate(!board);
        }
        self.early_reply_mates(seat.opponent());
    }

    /// An illegal last move after a resignation (stein 5.3): nothing comes of it on the other
    /// board, and the resignation stands (R46).
    fn illegal_last_move(&mut self, seat: Seat, made: &Played) {
        let article = self.book().axes.resigning.when.by.clone();
        if made.taken.is_some() {
            // What it took from the other board stands there again, if its place is free.
            let source = self.checks().source(seat, made);
            if let Some(from) = source.filter(|from| self.checks().goes_back_whole(seat, *from)) {
                self.emit(EventKind::Undone { seat, from, square: None, article });
            }
        } else if let Some(role) = *self.state.games[seat.board()].last_capture.get(seat.color()) {
            self.emit(EventKind::OutOfPlay { seat, role });
        }
        self.end_resigned(seat.board());
    }

    /// A reply that was made early is now the move of the player on move: a mating one needs no
    /// press (sscr 7.7).
    fn early_reply_mates(&mut self, seat: Seat) {
        let game = &self.state.games[seat.board()];
        let legal = game.made.as_ref().is_some_and(|made| made.legal);
        if legal && !game.ended() && self.mates_without_press(seat.board()) {
            self.complete(seat);
        }
    }

    /// The chance of R20 is used up: it saved the match if it mated, legally (sscr 2.1a).
    fn last_drop_done(&mut self, seat: Seat, made: &Played) {
        let board = seat.board();
        let dropped = matches!(
            (made.played, self.state.last_drop),
            (Move::Drop { role, .. }, Some(chance)) if role == chance.role
        );
        if dropped && made.legal && self.state.stuck(board) == Stuck::Mate {
            let article = self.book().grounds.mate_ends.clone();
            let lost = GameResult::lost_by(!seat.color());
            self.end_game(board, lost, Reason::Mate, &article);
        } else {
            self.end_match();
        }
    }

    /// The pawn of a promotion goes on, and keeps its colour (R21): hands may have moved the opponent's.
    fn send_pawn(&mut self, seat: Seat, promotion: Promotion, pawn: Color) {
        let book = self.state.settings.book.clone();
        let axes = &book.axes.promotion;
        let opponent = seat.opponent();
        let taker = Seat::new(seat.board(), !pawn);
        let receiver = taker.partner();
        let other_goes_on = !self.state.games[receiver.board()].ended();
        match (promotion, axes.pawn_goes.is) {
            (Promotion::To(_), _) | (_, PawnGoes::Stays) => {}
            (Promotion::Take(..), PawnGoes::Opponent) => {
                self.emit(EventKind::PawnTaken { seat: taker });
                self.pass_what_came(taker);
            }
            (Promotion::Vanish, PawnGoes::Opponent) => {}
            (_, PawnGoes::PartnersOpponent) => {
                if other_goes_on {
                    self.emit(EventKind::PawnSent { seat: receiver });
                }
            }
        }
        let gives = axes.nothing_to_take.is == NothingToTake::OpponentGives;
        if promotion == Promotion::Vanish
            && gives
            && self.state.games[seat.board()].has_man(opponent.color())
        {
            let article = axes.nothing_to_take.by.clone();
            self.emit(EventKind::Owes { seat: opponent, why: Debt::NothingToTake, article });
        }
    }

    pub(super) fn retract(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_retract(seat)?;
        self.emit(EventKind::Retracted { seat });
        // The other game may have ended meanwhile; a piece taken from there is back.
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }
}
