//! Whether a player may move, and whether a move is legal.

use tandem_rules::book::{Cite, EarlyReply, Replacement};
use tandem_rules::shakmaty::Role;
use tandem_rules::{Coordinates, Illegal, Move, Seat};

use super::checks::Checks;
use super::on_table::READING;
use super::tried::{announced, article_of, satisfies};
use super::{Decision, refuse};
use crate::command::Attempt;
use crate::refusal::{Refusal, WhyNot};
use crate::settings::Input;

impl Checks<'_> {
    /// Whether this player may make a move now, whatever move it is.
    pub(crate) fn ensure_may_move(&self, seat: Seat) -> Decision {
        let book = self.book();
        let grounds = &book.grounds;
        if self.state.is_on_table() {
            return refuse(&Cite::new(READING), WhyNot::BoardsOnTable);
        }
        self.ensure_clocks_run()?;
        self.ensure_in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        if self.state.last_drop.is_some_and(|chance| chance.seat != seat) {
            self.ensure_no_last_drop()?;
        }
        if game.resigned == Some(seat.color()) {
            return refuse(&book.axes.resigning.when.by, WhyNot::PlayerResigned);
        }
        self.ensure_no_duty(seat)?;
        let color = seat.color();
        if game.on_move == color {
            if game.made.is_some() {
                return refuse(&grounds.completed, WhyNot::MoveMadeAlready);
            }
        } else if game.made.is_none() {
            return refuse(&grounds.turn, WhyNot::OpponentsTurn);
        } else {
            let early = &book.axes.moves.early_reply;
            if early.is != EarlyReply::Made {
                return refuse(&early.by, WhyNot::OpponentHasNotPressed);
            }
            if game.early.is_some() {
                return refuse(&early.by, WhyNot::ReplyMadeAlready);
            }
        }
        self.ensure_not_frozen(seat)
    }

    /// What an attempt comes to: the move, and whether it is legal.
    pub(crate) fn resolve(&self, seat: Seat, attempt: Attempt) -> Result<(Move, bool), Refusal> {
        let coordinates = self.tried(seat, attempt)?;
        let board = self.state.board(seat.board());
        match (board.legal_move(coordinates), self.state.settings.input) {
            (Ok(played), _) => Ok((played, true)),
            (Err(why), Input::Guarded) => Err(self.not_legal(seat, why, Some(coordinates))),
            (Err(_), Input::Open) => match board.by_hand(coordinates) {
                Ok(played) => Ok((played, false)),
                Err(why) => Err(self.not_legal(seat, why, Some(coordinates))),
            },
        }
    }

    /// The legal move that a player intends.
    pub(crate) fn resolve_legal(&self, seat: Seat, attempt: Attempt) -> Result<Move, Refusal> {
        let coordinates = self.tried(seat, attempt)?;
        let legal = self.state.board(seat.board()).legal_move(coordinates);
        legal.map_err(|why| self.not_legal(seat, why, Some(coordinates)))
    }

    /// From where to where an attempt goes, if it is with a man that may be used.
    pub(crate) fn tried(&self, seat: Seat, attempt: Attempt) -> Result<Coordinates, Refusal> {
        let book = self.book();
        let coordinates = match attempt {
            Attempt::Coordinates(coordinates) => coordinates,
            Attempt::Unplayable(why) => return Err(self.not_legal(seat, why, None)),
        };
        let position = &self.state.games[seat.board()].position;
        let coordinates = announced(coordinates, position, self.state.unannounced_promotion());
        if let Coordinates::Drop { role, .. } = coordinates
            && self.state.players[seat].forbidden.has(role)
        {
            let article = &book.axes.hidden.invisible.by;
            return refuse(article, WhyNot::HiddenPiece);
        }
        Ok(coordinates)
    }

    pub(crate) fn not_legal(
        &self,
        seat: Seat,
        why: Illegal,
        tried: Option<Coordinates>,
    ) -> Refusal {
        let position = &self.state.games[seat.board()].position;
        let captures = match tried {
            Some(Coordinates::Drop { to, .. }) => {
                position.board().color_at(to) == Some(!seat.color())
            }
            _ => false,
        };
        if let (Illegal::NotHeld, Some(Coordinates::Drop { role, .. })) = (why, tried)
            && self.partner_has_yet_to_pass(seat, role)
        {
            let article = self.book().axes.passing.captured.by.clone();
            return Refusal { article, why: WhyNot::NotPassedYet };
        }
        let article = article_of(self.book(), why, captures);
        Refusal { article, why: why.into() }
    }

    /// Whether the partner has captured such a man but not passed it: not pressed yet, or held.
    pub(crate) fn partner_has_yet_to_pass(&self, seat: Seat, role: Role) -> bool {
        let partner = seat.partner();
        let game = &self.state.games[partner.board()];
        let made = if game.on_move == partner.color() { &game.made } else { &game.early };
        let captured = made.as_ref().and_then(|made| made.captured);
        self.state.players[partner].hand.has(role)
            || captured.is_some_and(|man| man.color == seat.color() && man.off_board() == role)
    }

    /// The touch rule and the same-piece duty on a move that replaces an illegal one.
    pub(crate) fn ensure_touch_rule(&self, seat: Seat, played: Move) -> Decision {
        let book = self.book();
        let game = &self.state.games[seat.board()];
        let Some(touched) = game.touched.filter(|_| game.on_move == seat.color()) else {
            return Ok(());
        };
        let legal = self.state.board(seat.board()).legal_moves();
        let rule = book.axes.illegal.replacement.is;
        if satisfies(rule, &touched, &legal, &game.position, played) {
            return Ok(());
        }
        let article = match rule {
            Replacement::TouchRule if touched.dropped.is_some() => &book.axes.moves.drop_binds.by,
            _ if !touched.completed => &book.axes.illegal.before_press.by,
            _ => &book.axes.illegal.replacement.by,
        };
        refuse(article, WhyNot::TouchedPiece)
    }
}
