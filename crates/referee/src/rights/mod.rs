//! What may be done, said and seen now, and by which article: questions that change nothing.

mod calls;
mod foreseen;
mod granted;
mod powers;
mod sight;
mod talk;

use serde::{Deserialize, Serialize};
use tandem_rules::book::{Agreement, Cite, EarlyReply, RepetitionBy, Unannounced};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Millis, PromotionSource, Seat};

pub use calls::Subject;
pub use foreseen::{Foreseen, ForeseenGame};
pub use granted::Granted;
pub use powers::{GrantedPower, RulingKind, power_of, powers_of};
pub use sight::{Sight, Viewer};
pub use talk::Sayable;

use crate::command::{Act, Command};
use crate::decide::checks::Checks;
use crate::decide::tried::debt_article;
use crate::event::Debt;
use crate::game::Duty;
use crate::refusal::{Refusal, WhyNot};
use crate::state::{Match, Phase};

/// Where the piece comes from that a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PromotesFrom {
    /// The pawn itself takes another value (asten 12, minerva 3.1, sscr 5.7).
    Pawn,
    /// The pawn is exchanged for a piece that stands on the other board (fer 4.1, stein 3.1).
    OtherBoard,
}

impl Match {
    /// Where the piece comes from that a pawn becomes.
    #[must_use]
    pub fn promotes_from(&self) -> PromotesFrom {
        match self.book().board_rules().promotion_source {
            PromotionSource::Pawn => PromotesFrom::Pawn,
            PromotionSource::OtherBoard { .. } => PromotesFrom::OtherBoard,
        }
    }

    /// What a pawn becomes that reaches the last rank without a word, where the book says so
    /// (sscr 5.7).
    #[must_use]
    pub fn unannounced_promotion(&self) -> Option<Role> {
        let book = self.book();
        let queen = book.axes.promotion.unannounced.is == Unannounced::Queen
            && book.board_rules().promotion_source == PromotionSource::Pawn;
        queen.then_some(Role::Queen)
    }

    /// Whether a player may make a move at a moment, whatever move it is.
    ///
    /// # Errors
    /// Why not.
    pub fn may_move(&self, seat: Seat, now: Millis) -> Result<(), Refusal> {
        let state = self.at(now);
        let grounds = &self.book().grounds;
        let refuse = |article: &Cite, why| Err(Refusal { article: article.clone(), why });
        match state.phase {
            Phase::Waiting => refuse(&grounds.start, WhyNot::NotStarted),
            Phase::Over => refuse(&grounds.match_over, WhyNot::MatchOver),
            Phase::Playing => {
                Checks { state: &state, now: now.max(state.latest) }.ensure_may_move(seat)
            }
        }
    }

    /// Whether a player may set a move before the opponent has moved, which is made when its time comes, and by
    /// which article. Whoever runs the match keeps it: the referee judges it then, as any other (fics 11).
    ///
    /// # Errors
    /// Why not.
    pub fn may_set_in_advance(&self, seat: Seat) -> Result<&Cite, Refusal> {
        let (axis, grounds) = (&self.book().axes.moves.early_reply, &self.book().grounds);
        let refuse = |article: &Cite, why| Err(Refusal { article: article.clone(), why });
        match (self.phase, axis.is) {
            (_, EarlyReply::Forbidden | EarlyReply::Made) => {
                refuse(&axis.by, WhyNot::NoMovesInAdvance)
            }
            (Phase::Waiting, EarlyReply::InAdvance) => refuse(&grounds.start, WhyNot::NotStarted),
            (Phase::Over, EarlyReply::InAdvance) => refuse(&grounds.match_over, WhyNot::MatchOver),
            (Phase::Playing, EarlyReply::InAdvance) => {
                let checks = Checks { state: self, now: self.latest };
                checks.ensure_in_play(seat.board()).map(|()| &axis.by)
            }
        }
    }

    /// What is wrong with an act that a player would do at a moment; none if nothing is. It is a
    /// question: nothing is done.
    #[must_use]
    pub fn why_not(&self, seat: Seat, act: Act, now: Millis) -> Option<Refusal> {
        self.decide(now, &Command::Player { seat, act }).1
    }

    /// The article that a duty rests on.
    #[must_use]
    pub fn duty_article(&self, duty: Duty) -> &Cite {
        match duty {
            Duty::Gift { why, .. } => self.debt_article(why),
            Duty::Restitution { .. } => &self.book().grounds.restitution,
        }
    }

    /// The article that a debt rests on.
    #[must_use]
    pub fn debt_article(&self, why: Debt) -> &Cite {
        debt_article(self.book(), why)
    }

    /// Whether a draw is offered that a player can answer: by the opponent, or where four must
    /// agree by one of the other team.
    #[must_use]
    pub fn is_draw_offered_to(&self, seat: Seat) -> bool {
        match self.book().axes.draws.agreement.is {
            Agreement::Two => self.games[seat.board()].offer == Some(!seat.color()),
            Agreement::Four => {
                let mut others = Seat::ALL.into_iter().filter(|one| one.team() != seat.team());
                !self.players[seat].wants_draw && others.any(|one| self.players[one].wants_draw)
            }
        }
    }

    /// For whom a player claims a draw, whose move the claim may come with: without a board named
    /// for the partner, if only the partner is on move and the book lets partners claim (sscr 1.12).
    #[must_use]
    pub fn draw_claimant(&self, seat: Seat, board: Option<BoardId>) -> Seat {
        let on_move = |seat: Seat| {
            let game = &self.games[seat.board()];
            game.on_move == seat.color() && !game.ended()
        };
        let for_partner = self.book().axes.draws.repetition_by.is == RepetitionBy::OnMoveOrPartner;
        match board {
            Some(board) if board != seat.board() => seat.partner(),
            None if for_partner && !on_move(seat) && on_move(seat.partner()) => seat.partner(),
            _ => seat,
        }
    }
}
