//! Draw offers, automatic draws, resigning.

use tandem_rules::book::{Agreement, Automatic, Ends, Resign};
use tandem_rules::{BoardId, Seat};

use super::{Decision, Referee};
use crate::event::EventKind;
use crate::game::Duty;
use crate::verdict::{GameResult, GameVerdict, Reason};

/// Half-moves of seventy-five moves by each side (FIDE 9.6.2).
const SEVENTY_FIVE: u16 = 150;

impl Referee<'_> {
    pub(super) fn offer_draw(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_offer_draw(seat)?;
        let two = self.book().axes.draws.agreement.is == Agreement::Two;
        if two && self.state.games[seat.board()].offer == Some(!seat.color()) {
            return self.accept_draw(seat);
        }
        self.emit(EventKind::DrawOffered { seat });
        self.all_four_agree();
        Ok(())
    }

    pub(super) fn accept_draw(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_accept_draw(seat)?;
        let axis = self.book().axes.draws.agreement.clone();
        self.emit(EventKind::DrawAccepted { seat });
        match axis.is {
            Agreement::Two => {
                self.end_game(seat.board(), GameResult::Draw, Reason::Agreement, &axis.by);
            }
            Agreement::Four => self.all_four_agree(),
        }
        Ok(())
    }

    pub(super) fn decline_draw(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_decline_draw(seat)?;
        self.emit(EventKind::DrawDeclined { seat });
        Ok(())
    }

    /// R31: the draw is made when all four have spoken for it; it ends both games. Where a game
    /// has ended before, its result stands, and its players have no say in the other.
    fn all_four_agree(&mut self) {
        let axis = self.book().axes.draws.agreement.clone();
        let going_on = |board: &BoardId| !self.state.games[*board].ended();
        let boards: Vec<BoardId> = BoardId::ALL.into_iter().filter(going_on).collect();
        let played_out = self.book().axes.contest.ends.is == Ends::Both;
        let all = Seat::ALL.into_iter().all(|seat| {
            let finished = played_out && !boards.contains(&seat.board());
            finished || self.state.players[seat].wants_draw
        });
        if axis.is != Agreement::Four || !all {
            return;
        }
        for board in boards {
            let article = axis.by.clone();
            let verdict =
                GameVerdict { result: GameResult::Draw, reason: Reason::Agreement, article };
            self.emit(EventKind::GameEnded { board, verdict });
        }
        self.end_match();
    }

    /// Fivefold repetition and seventy-five moves, where the book takes them from FIDE 9.6.
    pub(super) fn automatic_draws(&mut self, board: BoardId) {
        let game = &self.state.games[board];
        if self.book().axes.draws.automatic.is == Automatic::None || game.ended() {
            return;
        }
        let reason = if game.keys.last().is_some_and(|&key| game.occurrences(key) >= 5) {
            Reason::FivefoldRepetition
        } else if game.quiet >= SEVENTY_FIVE {
            Reason::SeventyFiveMoves
        } else {
            return;
        };
        let unsettled = game.pending_duty().is_some() || self.may_be_taken_back(board);
        // Mate comes first (FIDE 9.6.2).
        if unsettled || self.state.stuck(board) == tandem_rules::Stuck::Mate {
            return;
        }
        let article = self.book().axes.draws.automatic.by.clone();
        self.end_game(board, GameResult::Draw, reason, &article);
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Decision {
        self.checks().ensure_may_resign(seat)?;
        let axis = self.book().axes.resigning.when.clone();
        let board = seat.board();
        if self.state.last_drop.is_some() {
            // The chance is passed up, and the mate stands (R20).
            self.end_match();
            return Ok(());
        }
        let game = &self.state.games[board];
        // Who must take an illegal capture back is on move again (stein 7.7).
        let takes_back = matches!(
            game.duty,
            Some(Duty::Restitution { offender, .. }) if offender == seat.color()
        );
        let out_of_turn = game.on_move != seat.color() && !takes_back;
        if axis.is == Resign::OnMove && out_of_turn {
            self.emit(EventKind::ResignedOutOfTurn { seat, article: axis.by });
            // Who has overstepped the time has no last move (R46).
            if self.checks().has_fallen(board, !seat.color()) {
                self.end_resigned(board);
            }
            self.adjudicate(board);
            return Ok(());
        }
        self.end_game(board, GameResult::lost_by(seat.color()), Reason::Resignation, &axis.by);
        Ok(())
    }
}
