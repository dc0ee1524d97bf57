//! Boards on the table: the referee has the clocks, and what only a board can show is agreed by the
//! players or ruled by the arbiter (R55).

use tandem_rules::book::{
    CannotWin, Cite, Fifty, IllegalBy, Mate, Material, Remedy, Repetition, RepetitionBy, Ruled,
    Stalemate, StuckFlag, YesNo,
};
use tandem_rules::{BoardId, Millis, Seat, Team};

use super::checks::Checks;
use super::{Decision, Referee, refuse};
use crate::command::Act;
use crate::event::{EventKind, ReturnedFrom};
use crate::on_table::{BoardClaim, StandingClaim, enemy_at};
use crate::refusal::{Refusal, WhyNot};
use crate::state::Phase;
use crate::verdict::{GameResult, Reason};

/// The reading that clocks without boards rest on.
pub(crate) const READING: &str = "R55";

fn reading() -> Cite {
    Cite::new(READING)
}

impl Checks<'_> {
    /// Refuses what is done with men: they stand on the table.
    pub(crate) fn ensure_without_board(&self, act: &Act) -> Decision {
        match act {
            Act::Move { .. }
            | Act::Retract
            | Act::Pass { .. }
            | Act::Hold { .. }
            | Act::AcceptIllegal
            | Act::Give(_) => refuse(&reading(), WhyNot::BoardsOnTable),
            Act::Press
            | Act::Claim { .. }
            | Act::OfferDraw
            | Act::AcceptDraw
            | Act::DeclineDraw
            | Act::Resign
            | Act::Say { .. }
            | Act::Invisible { .. }
            | Act::Visible { .. }
            | Act::ReturnClock
            | Act::Show
            | Act::CallArbiter
            | Act::Answer { .. }
            | Act::GoOn => Ok(()),
        }
    }

    /// Whether a player may say this of a board now, and the article that it rests on.
    pub(crate) fn ensure_may_claim_on_table(
        &self,
        seat: Seat,
        claim: BoardClaim,
        board: BoardId,
    ) -> Result<Cite, Refusal> {
        self.ensure_in_play(board)?;
        self.ensure_no_claim_stands()?;
        if self.state.games[board].resigned.is_some() {
            return refuse(&self.book().axes.resigning.when.by, WhyNot::GameResigned);
        }
        match claim {
            BoardClaim::Illegal => self.illegal_on_table(seat, board),
            BoardClaim::Mate => self.mate_on_table(seat, board),
            BoardClaim::Stalemate => self.stalemate_on_table(seat, board),
            BoardClaim::Repetition => {
                let draws = &self.book().axes.draws;
                if draws.repetition.is == Repetition::None {
                    return refuse(&draws.repetition.by, WhyNot::NoRepetitionInBook);
                }
                self.draw_on_table(seat, board, &draws.repetition_by, &draws.repetition.by)
            }
            BoardClaim::Fifty => {
                let draws = &self.book().axes.draws;
                if draws.fifty.is == Fifty::None {
                    return refuse(&draws.fifty.by, WhyNot::NoFiftyInBook);
                }
                let by = Ruled { is: RepetitionBy::OnMove, by: draws.fifty.by.clone() };
                self.draw_on_table(seat, board, &by, &self.book().grounds.claim_fifty)
            }
            BoardClaim::Material => self.material_on_table(seat, board),
        }
    }

    /// One thing is settled after the other.
    pub(crate) fn ensure_no_claim_stands(&self) -> Decision {
        match self.state.on_table.claim {
            Some(_) => refuse(&reading(), WhyNot::ClaimStands),
            None => Ok(()),
        }
    }

    fn illegal_on_table(&self, seat: Seat, board: BoardId) -> Result<Cite, Refusal> {
        let axis = &self.book().axes.illegal;
        if board != seat.board() && axis.claimed_by.is == IllegalBy::Opponent {
            return refuse(&axis.claimed_by.by, WhyNot::IllegalByOpponentOnly);
        }
        self.ensure_unanswered(enemy_at(seat, board))?;
        Ok(axis.remedy.by.clone())
    }

    /// Whether a player has completed a move that the opponent has not answered.
    pub(crate) fn ensure_unanswered(&self, offender: Seat) -> Decision {
        let game = &self.state.games[offender.board()];
        let color = offender.color();
        if game.on_move == color || *game.completed.get(color) == 0 {
            return refuse(&self.book().grounds.illegal_window, WhyNot::NoIllegalMove);
        }
        Ok(())
    }

    fn mate_on_table(&self, seat: Seat, board: BoardId) -> Result<Cite, Refusal> {
        let book = self.book();
        let stuck = &book.axes.stuck;
        let victim = enemy_at(seat, board);
        let game = &self.state.games[board];
        // A mating move needs no press in sscr (7.7) and fer (R32).
        if stuck.end_needs_press.is == YesNo::Yes && game.on_move != victim.color() {
            return refuse(&stuck.end_needs_press.by, WhyNot::NotCompletedYet);
        }
        let fell = self.has_fallen(board, victim.color());
        if stuck.mate.is == Mate::NotFinal && !self.state.games[!board].ended() {
            // Over with the time (stein 5.4, R9).
            if book.axes.clock.stuck_flag.is == StuckFlag::AtOnce && fell {
                return Ok(book.axes.clock.stuck_flag.by.clone());
            }
            return refuse(&stuck.mate.by, WhyNot::MateNotFinal);
        }
        Ok(book.grounds.mate_ends.clone())
    }

    fn stalemate_on_table(&self, seat: Seat, board: BoardId) -> Result<Cite, Refusal> {
        let book = self.book();
        let axis = &book.axes.stuck.stalemate;
        if board != seat.board() {
            return refuse(&axis.by, WhyNot::DrawOnOwnBoardOnly);
        }
        let game = &self.state.games[board];
        let waits = match axis.is {
            Stalemate::Draw | Stalemate::WaitUnlessAllOnBoard => false,
            Stalemate::Wait => true,
            // A flag that was down still loses when it is claimed (R33).
            Stalemate::WaitForOtherGame => {
                !self.state.games[!board].ended() || self.has_fallen(board, game.on_move)
            }
        };
        if waits {
            return refuse(&axis.by, WhyNot::StalemateWaits);
        }
        Ok(book.grounds.stalemate_draw.clone())
    }

    fn draw_on_table(
        &self,
        seat: Seat,
        board: BoardId,
        by: &Ruled<RepetitionBy>,
        article: &Cite,
    ) -> Result<Cite, Refusal> {
        if board != seat.board() && by.is != RepetitionBy::OnMoveOrPartner {
            return refuse(article, WhyNot::DrawOnOwnBoardOnly);
        }
        let claimant = enemy_at(seat, board).opponent();
        let on_move = self.state.games[board].on_move == claimant.color();
        if by.is != RepetitionBy::Player && !on_move {
            return refuse(&by.by, WhyNot::DrawOnMoveOnly);
        }
        Ok(article.clone())
    }

    fn material_on_table(&self, seat: Seat, board: BoardId) -> Result<Cite, Refusal> {
        let axes = &self.book().axes;
        let material = &axes.stuck.material;
        if board != seat.board() {
            return refuse(&material.by, WhyNot::DrawOnOwnBoardOnly);
        }
        if self.saved_by_material(seat) {
            return Ok(axes.clock.cannot_win.by.clone());
        }
        if material.is == Material::Never {
            return refuse(&material.by, WhyNot::NoMaterialInBook);
        }
        if !self.state.games[!board].ended() {
            return refuse(&material.by, WhyNot::MateNotFinal);
        }
        Ok(material.by.clone())
    }

    /// Whether a player who has overstepped the time draws if the opponent can't win (minerva 5.2,
    /// stein 5.6).
    fn saved_by_material(&self, seat: Seat) -> bool {
        self.book().axes.clock.cannot_win.is == CannotWin::Draw
            && self.has_fallen(seat.board(), seat.color())
    }
}

impl Referee<'_> {
    /// The press completes the move that was made on the table.
    pub(super) fn complete_on_table(&mut self, seat: Seat) {
        self.emit(EventKind::Completed { seat });
        if self.state.games[seat.board()].resigned == Some(!seat.color()) {
            self.end_resigned(seat.board());
        }
    }

    /// The clocks stand until the claim is answered: no team gains from the pause (R49).
    pub(super) fn claim_on_table(
        &mut self,
        seat: Seat,
        claim: BoardClaim,
        board: Option<BoardId>,
    ) -> Decision {
        let board = board.unwrap_or(seat.board());
        // What the referee saw itself needs no word of the opponent: a needless stop, say (R27).
        if claim == BoardClaim::Illegal
            && self.checks().ensure_window_open(enemy_at(seat, board)).is_ok()
        {
            return self.claim_illegal(seat, board);
        }
        let article = self.checks().ensure_may_claim_on_table(seat, claim, board)?;
        if !self.state.stopped {
            let article = self.book().grounds.call_arbiter.clone();
            self.emit(EventKind::Stopped { seat: Some(seat), article });
        }
        self.emit(EventKind::Claimed { seat, claim, board, article });
        Ok(())
    }

    pub(super) fn answer(&mut self, seat: Seat, agree: bool) -> Decision {
        let claim = self.standing_claim()?;
        if seat == claim.answered_by() {
            if agree {
                self.settle(&claim, Some(seat), true);
                self.carry_out(&claim);
                self.let_clocks_go_on();
            } else if claim.denied {
                return refuse(&reading(), WhyNot::DeniedAlready);
            } else {
                self.emit(EventKind::ClaimDenied { seat });
            }
            return Ok(());
        }
        if seat == claim.seat && !agree {
            self.settle(&claim, Some(seat), false);
            self.let_clocks_go_on();
            return Ok(());
        }
        refuse(&reading(), WhyNot::NotYoursToAnswer)
    }

    fn standing_claim(&self) -> Result<StandingClaim, Refusal> {
        match &self.state.on_table.claim {
            Some(claim) => Ok(claim.clone()),
            None => refuse(&reading(), WhyNot::NoClaimStands),
        }
    }

    fn settle(&mut self, claim: &StandingClaim, seat: Option<Seat>, holds: bool) {
        let article = claim.article.clone();
        self.emit(EventKind::ClaimSettled { seat, holds, article });
    }

    /// The arbiter has looked at the board, and it is so. The clocks wait for the arbiter's word.
    pub(super) fn uphold(&mut self) -> Decision {
        let claim = self.standing_claim()?;
        self.settle(&claim, None, true);
        self.carry_out(&claim);
        Ok(())
    }

    /// It is not so. A wrong draw claim counts where the book says so (R27).
    pub(super) fn dismiss(&mut self) -> Decision {
        let claim = self.standing_claim()?;
        self.settle(&claim, None, false);
        let draw = matches!(claim.claim, BoardClaim::Repetition | BoardClaim::Fifty);
        let claimant = claim.answered_by().opponent();
        if draw {
            // Where a wrong claim costs nothing there is nothing to count.
            let _ =
                self.wrong_draw_claim(claim.seat, claimant, &claim.article, WhyNot::NotRepeated);
        }
        Ok(())
    }

    /// What follows from a claim that holds.
    fn carry_out(&mut self, claim: &StandingClaim) {
        let StandingClaim { board, article, .. } = claim;
        let draw = |reason| (GameResult::Draw, reason);
        let (result, reason) = match claim.claim {
            BoardClaim::Illegal => {
                self.remedy_on_table(claim.answered_by());
                return;
            }
            BoardClaim::Mate => (GameResult::lost_by(claim.answered_by().color()), Reason::Mate),
            BoardClaim::Stalemate => draw(Reason::Stalemate),
            BoardClaim::Repetition => draw(Reason::Repetition),
            BoardClaim::Fifty => draw(Reason::FiftyMoves),
            BoardClaim::Material if self.checks().saved_by_material(claim.seat) => {
                draw(Reason::Flag)
            }
            BoardClaim::Material => draw(Reason::Material),
        };
        self.end_game(*board, result, reason, article);
    }

    /// An illegal move loses, or goes back with the clock; men are set right by the players.
    pub(super) fn remedy_on_table(&mut self, offender: Seat) {
        let remedy = self.book().axes.illegal.remedy.clone();
        let board = offender.board();
        if remedy.is == Remedy::Win {
            let lost = GameResult::lost_by(offender.color());
            self.end_game(board, lost, Reason::IllegalMove, &remedy.by);
            return;
        }
        let (seat, article) = (offender, remedy.by);
        self.emit(EventKind::IllegalCalled { seat, king: false, article: article.clone() });
        self.emit(EventKind::Undone { seat, from: ReturnedFrom::Nowhere, square: None, article });
        self.charge(offender, false);
        // Who resigned out of turn is on move again (stein 5.3).
        if self.state.games[board].resigned == Some(offender.color()) {
            self.end_resigned(board);
        }
    }

    /// The players stopped the clocks for this, and it is done.
    fn let_clocks_go_on(&mut self) {
        let on_table = &self.state.on_table;
        if self.state.phase == Phase::Playing
            && self.state.closing.is_none()
            && self.state.stopped
            && on_table.stopped_by_player
        {
            self.emit(EventKind::Resumed);
        }
    }

    /// Both accounts are written down, and the clocks stand until somebody has decided.
    pub(super) fn differs(&mut self, seat: Seat, told: Millis) -> Decision {
        let article = self.book().grounds.call_arbiter.clone();
        if self.state.phase != Phase::Playing {
            return refuse(&self.book().grounds.match_over, WhyNot::MatchOver);
        }
        self.checks().ensure_in_play(seat.board())?;
        if !self.state.is_on_table() {
            return refuse(&article, WhyNot::RefereeSees);
        }
        let known = self.checks().reading(seat);
        self.emit(EventKind::AccountsDiffer { seat, told, clock: known, article: reading() });
        if !self.state.stopped {
            self.emit(EventKind::Stopped { seat: Some(seat), article });
        }
        Ok(())
    }

    pub(super) fn go_on(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_go_on(seat)?;
        self.emit(EventKind::GoOnWanted { seat });
        if Team::ALL.into_iter().all(|team| self.state.on_table.go_on[team]) {
            self.emit(EventKind::Resumed);
        }
        Ok(())
    }
}

impl Checks<'_> {
    pub(crate) fn ensure_may_go_on(&self, seat: Seat) -> Decision {
        let stop = &self.book().grounds.stop;
        if !self.state.stopped {
            return refuse(stop, WhyNot::ClocksRunning);
        }
        if !self.state.is_on_table() || !self.state.on_table.stopped_by_player {
            return refuse(stop, WhyNot::ArbiterLetsGoOn);
        }
        if self.state.on_table.go_on[seat.team()] {
            return refuse(&reading(), WhyNot::GoOnWanted);
        }
        Ok(())
    }
}
