//! Making a move, pressing the clock, taking a move back.

use tandem_rules::book::{
    Binds, DropInCheck, EarlyReply, MateSeen, NothingToTake, PawnGoes, Replacement, YesNo,
};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Coordinates, Illegal, Move, Promotion, PromotionSource, Seat, Stuck};

use super::tried::{announced, article_of, debt_article, satisfies};
use super::{Decision, Referee, Refusal, refuse};
use crate::command::Attempt;
use crate::event::{Debt, EventKind};
use crate::game::{Duty, Played};
use crate::phrase::Phrase;
use crate::settings::{Input, Press};
use crate::verdict::{GameResult, Reason};

impl Referee<'_> {
    pub(super) fn make_move(&mut self, seat: Seat, attempt: Attempt) -> Decision {
        self.may_move(seat)?;
        let (played, legal) = self.resolve(seat, attempt)?;
        self.keeps_to_what_was_touched(seat, played)?;
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

    /// A pawn found nothing to become: mate is judged after the opponent has given, if he has
    /// anything to give (R7).
    fn gift_comes_first(&self, board: BoardId) -> bool {
        let game = &self.state.games[board];
        let made = game.made.as_ref();
        made.is_some_and(|made| made.played.promotion() == Some(Promotion::Vanish))
            && game.has_man(!game.on_move)
    }

    /// Whether this player may make a move now, whatever move it is.
    fn may_move(&self, seat: Seat) -> Decision {
        let book = self.book();
        let grounds = &book.grounds;
        self.clocks_go()?;
        self.in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        if self.state.last_drop.is_some_and(|chance| chance.seat != seat) {
            self.no_last_drop()?;
        }
        if game.resigned == Some(seat.color()) {
            return refuse(&book.axes.resigning.when.by, "this player has resigned");
        }
        self.no_duty_bars(seat)?;
        let color = seat.color();
        if game.on_move == color {
            if game.made.is_some() {
                return refuse(&grounds.completed, "a move is made already: press or retract");
            }
        } else if game.made.is_none() {
            return refuse(&grounds.turn, "it is the opponent's turn");
        } else {
            let early = &book.axes.moves.early_reply;
            if early.is == EarlyReply::Forbidden {
                return refuse(&early.by, "the opponent has not pressed the clock yet");
            }
            if game.early.is_some() {
                return refuse(&early.by, "a reply is made already");
            }
        }
        self.not_frozen(seat)
    }

    fn no_duty_bars(&self, seat: Seat) -> Decision {
        let book = self.book();
        let restitution = &book.grounds.restitution;
        match self.state.games[seat.board()].pending_duty() {
            Some(Duty::Gift { from, why }) if from == seat.color() => {
                return refuse(&debt_article(book, why), "a piece must be handed over first");
            }
            Some(Duty::Restitution { .. }) => {
                return refuse(restitution, "an illegal capture is being taken back");
            }
            Some(Duty::Gift { .. }) | None => {}
        }
        let beside = &self.state.games[!seat.board()];
        match beside.duty {
            Some(Duty::Restitution { offender, .. })
                if Seat::new(!seat.board(), offender).partner() == seat =>
            {
                refuse(restitution, "until the piece is taken off, the partner may not move")
            }
            _ => Ok(()),
        }
    }

    fn not_frozen(&self, seat: Seat) -> Decision {
        match self.state.players[seat].frozen_until {
            Some(until) if self.reading(seat) > until => {
                let reason = Phrase::with("frozen until the clock shows {clock} s", "clock", until);
                refuse(&self.book().grounds.freeze, reason)
            }
            _ => Ok(()),
        }
    }

    /// What an attempt comes to: the move, and whether it is legal.
    fn resolve(&self, seat: Seat, attempt: Attempt) -> Result<(Move, bool), Refusal> {
        let coordinates = self.tried(seat, attempt)?;
        let position = &self.state.games[seat.board()].position;
        let rules = self.book().board_rules();
        let other = Some(self.state.beside(seat.board()));
        let legal = position.legal_move(coordinates, rules, other);
        match (legal, self.state.settings.input) {
            (Ok(played), _) => Ok((played, true)),
            (Err(why), Input::Guarded) => Err(self.not_legal(seat, why, Some(coordinates))),
            (Err(_), Input::Open) => match position.by_hand(coordinates, rules, other) {
                Ok(played) => Ok((played, false)),
                Err(why) => Err(self.not_legal(seat, why, Some(coordinates))),
            },
        }
    }

    /// The legal move that a player intends.
    pub(super) fn resolve_legal(&self, seat: Seat, attempt: Attempt) -> Result<Move, Refusal> {
        let coordinates = self.tried(seat, attempt)?;
        let other = Some(self.state.beside(seat.board()));
        let position = &self.state.games[seat.board()].position;
        let legal = position.legal_move(coordinates, self.book().board_rules(), other);
        legal.map_err(|why| self.not_legal(seat, why, Some(coordinates)))
    }

    /// From where to where an attempt goes, if it is with a man that may be used.
    fn tried(&self, seat: Seat, attempt: Attempt) -> Result<Coordinates, Refusal> {
        let book = self.book();
        let coordinates = match attempt {
            Attempt::Coordinates(coordinates) => coordinates,
            Attempt::Unplayable(why) => return Err(self.not_legal(seat, why, None)),
        };
        let position = &self.state.games[seat.board()].position;
        let coordinates = announced(coordinates, position, book);
        if let Coordinates::Drop { role, .. } = coordinates
            && self.state.players[seat].forbidden.has(role)
        {
            let article = &book.axes.hidden.invisible.by;
            return refuse(article, "the opponent has forbidden this hidden piece");
        }
        Ok(coordinates)
    }

    fn not_legal(&self, seat: Seat, why: Illegal, tried: Option<Coordinates>) -> Refusal {
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
            return Refusal { article, reason: "the piece has not been passed yet".into() };
        }
        let article = article_of(self.book(), why, captures);
        Refusal { article, reason: why.to_string().into() }
    }

    /// Whether the partner has captured such a man but not passed it: not pressed yet, or held.
    fn partner_has_yet_to_pass(&self, seat: Seat, role: Role) -> bool {
        let partner = seat.partner();
        let game = &self.state.games[partner.board()];
        let made = if game.on_move == partner.color() { &game.made } else { &game.early };
        let captured = made.as_ref().and_then(|made| made.captured);
        self.state.players[partner].hand.has(role)
            || captured.is_some_and(|man| man.color == seat.color() && man.off_board() == role)
    }

    /// The touch rule and the same-piece duty on a move that replaces an illegal one.
    fn keeps_to_what_was_touched(&self, seat: Seat, played: Move) -> Decision {
        let book = self.book();
        let game = &self.state.games[seat.board()];
        let Some(touched) = game.touched.filter(|_| game.on_move == seat.color()) else {
            return Ok(());
        };
        let other = Some(self.state.beside(seat.board()));
        let legal = game.position.legal_moves(book.board_rules(), other);
        let rule = book.axes.illegal.replacement.is;
        if satisfies(rule, &touched, &legal, &game.position, played) {
            return Ok(());
        }
        let article = match rule {
            Replacement::TouchRule if touched.dropped.is_some() => &book.axes.moves.drop_binds.by,
            _ if !touched.completed => &book.axes.illegal.before_press.by,
            _ => &book.axes.illegal.replacement.by,
        };
        refuse(article, "the piece that was touched must be played")
    }

    pub(super) fn press(&mut self, seat: Seat) -> Decision {
        let book = self.state.settings.book.clone();
        self.clocks_go()?;
        self.in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        match game.duty {
            Some(Duty::Restitution { offender, reported: false, .. })
                if offender == seat.color() =>
            {
                return self.report_restitution(seat);
            }
            Some(Duty::Restitution { .. }) => {
                return refuse(&book.grounds.restitution, "an illegal capture is being taken back");
            }
            _ => {}
        }
        if game.clock_returned && game.on_move != seat.color() {
            self.emit(EventKind::ClockTakenUp { seat });
            return Ok(());
        }
        if game.on_move != seat.color() {
            let early = game.early.is_some();
            let (article, reason) = if early {
                (&book.axes.moves.early_reply.by, "the opponent must complete his move first")
            } else {
                (&book.grounds.turn, "it is the opponent's turn")
            };
            return refuse(article, reason);
        }
        if game.made.is_none() {
            return refuse(&book.grounds.completed, "no move has been made");
        }
        self.not_frozen(seat)?;
        self.complete(seat);
        Ok(())
    }

    /// Completes the made move of the player on move and sees to everything that follows.
    pub(super) fn complete(&mut self, seat: Seat) {
        let book = self.state.settings.book.clone();
        let board = seat.board();
        let Some(made) = self.state.games[board].made.clone() else { return };
        let disputed = self.state.games[board].disputed();
        self.emit(EventKind::Completed { seat });
        let king_in_check = self.state.games[board].completed_position().is_check(seat.color());
        let drop = matches!(made.played, Move::Drop { .. });
        if drop && king_in_check && book.axes.illegal.drop_in_check.is == DropInCheck::Mate {
            // By the letter of asten 10a this is mate (R19).
            let lost = GameResult::lost_by(seat.color());
            self.end_game(board, lost, Reason::Mate, &book.axes.illegal.drop_in_check.by);
            return;
        }
        self.pass_what_came(seat);
        if let Some(promotion) = made.played.promotion() {
            self.send_pawn(seat, promotion);
        }
        if self.state.games[board].resigned == Some(!seat.color()) {
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

    fn send_pawn(&mut self, seat: Seat, promotion: Promotion) {
        let book = self.state.settings.book.clone();
        let axes = &book.axes.promotion;
        let opponent = seat.opponent();
        let beside = opponent.partner();
        let other_goes_on = !self.state.games[beside.board()].ended();
        match (promotion, axes.pawn_goes.is) {
            (Promotion::To(_), _) | (_, PawnGoes::Stays) => {}
            (Promotion::Take(..), PawnGoes::Opponent) => {
                self.emit(EventKind::PawnTaken { seat: opponent });
                self.pass_what_came(opponent);
            }
            (Promotion::Vanish, PawnGoes::Opponent) => {}
            (_, PawnGoes::EnemyBeside) => {
                if other_goes_on {
                    self.emit(EventKind::PawnSent { seat: beside });
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
        let book = self.book();
        self.clocks_go()?;
        self.in_play(seat.board())?;
        let game = &self.state.games[seat.board()];
        let played = if game.on_move == seat.color() { &game.made } else { &game.early };
        let Some(played) = played else {
            return refuse(&book.grounds.binding, "there is no made move to take back");
        };
        let drop = matches!(played.played, Move::Drop { .. });
        let (binds, stands) = if drop {
            (&book.axes.moves.drop_binds, &book.grounds.drop_binding)
        } else {
            (&book.axes.moves.binds, &book.grounds.binding)
        };
        if played.legal && binds.is != Binds::Pressed {
            return refuse(stands, "a legal move that was made stands");
        }
        self.emit(EventKind::Retracted { seat });
        // The other game may have ended meanwhile; a piece taken from there is back.
        self.adjudicate(seat.board());
        self.adjudicate(!seat.board());
        Ok(())
    }
}
