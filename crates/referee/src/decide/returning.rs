//! Whether a completed move can be taken back: what it moved across the boards must still be there.

use tandem_rules::book::PawnGoes;
use tandem_rules::shakmaty::Role;
use tandem_rules::{PromotionSource, Seat};

use super::checks::Checks;
use crate::event::{Event, EventKind, ReturnedFrom};
use crate::game::{Duty, Played};

impl Checks<'_> {
    /// Where the man that a move captured can come back from; none if it can't come back.
    pub(crate) fn source(&self, offender: Seat, last: &Played) -> Option<ReturnedFrom> {
        if !self.promotion_can_return(offender, last) || !self.gift_can_return(last) {
            return None;
        }
        let captured =
            last.captured.filter(|man| man.color != offender.color() && man.role != Role::King);
        let Some(man) = captured else { return Some(ReturnedFrom::Nowhere) };
        let role = man.off_board();
        let partner = offender.partner();
        if last.out_of_play {
            // It never left for the other board (R24).
            Some(ReturnedFrom::Nowhere)
        } else if self.state.players[offender].hand.has(role) {
            Some(ReturnedFrom::Hand)
        } else if self.state.games[partner.board()].position.stock(partner.color()).has(role) {
            Some(ReturnedFrom::Stock)
        } else {
            None
        }
    }

    /// Whether the last completed move can be taken back without a man being lost or made by that.
    pub(crate) fn goes_back_whole(&self, offender: Seat, from: ReturnedFrom) -> bool {
        let article = self.book().grounds.restitution.clone();
        self.keeps_the_men(EventKind::Undone { seat: offender, from, square: None, article })
    }

    /// The same of the move that a player has made and not completed.
    pub(crate) fn retracts_whole(&self, seat: Seat, made: &Played) -> bool {
        made.taken.is_none() || self.keeps_the_men(EventKind::Retracted { seat })
    }

    /// Whether all men have their places once something is taken back: where a promotion took a piece from the other
    /// board another man may stand there by now.
    fn keeps_the_men(&self, kind: EventKind) -> bool {
        if self.book().board_rules().promotion_source == PromotionSource::Pawn {
            return true;
        }
        let event = Event { at: self.now, kind };
        let mut after = self.state.clone();
        after.apply(&event);
        self.state.men_after(&event).is_none_or(|men| men == after.men())
    }

    /// Whether what the opponent gave up for the move has not been dropped yet.
    pub(crate) fn gift_can_return(&self, last: &Played) -> bool {
        last.gift.is_none_or(|(_, lifted, to)| {
            to.is_none_or(|to| {
                let position = &self.state.games[to.board()].position;
                position.stock(to.color()).has(lifted.man.off_board())
            })
        })
    }

    /// Whether what a promotion took can stand again where it stood, and its pawn come back.
    pub(crate) fn promotion_can_return(&self, offender: Seat, last: &Played) -> bool {
        let piece_returns = last.taken.is_none_or(|(square, lifted)| {
            let here = self.state.games[offender.board()].completed_position().board();
            let there = self.state.games[!offender.board()].position.board();
            here.piece_at(last.played.to()) == Some(lifted.man.role.of(lifted.man.color))
                && there.piece_at(square).is_none()
        });
        let pawn = last.shed_pawn().unwrap_or(offender.color());
        let taker = Seat::new(offender.board(), !pawn);
        let receiver = taker.partner();
        let in_stock =
            self.state.games[receiver.board()].position.stock(receiver.color()).has(Role::Pawn);
        let in_hand = self.book().axes.promotion.pawn_goes.is == PawnGoes::Opponent
            && self.state.players[taker].hand.has(Role::Pawn);
        piece_returns && (last.pawn_to.is_none() || in_stock || in_hand)
    }

    /// Whether a man of the kind that an offender must give back stands on the other board. A pawn
    /// that stands for a promoted piece is a pawn (R53).
    pub(crate) fn can_be_handed_over(&self, offender: Seat) -> bool {
        let Some(Duty::Restitution { role, .. }) = self.state.games[offender.board()].duty else {
            return false;
        };
        let other = &self.state.games[!offender.board()].position;
        let board = other.board();
        let of_color = board.by_color(!offender.color());
        match role {
            Role::Pawn => (of_color & (board.pawns() | other.promoted())).any(),
            role => (of_color & board.by_role(role) & !other.promoted()).any(),
        }
    }
}
