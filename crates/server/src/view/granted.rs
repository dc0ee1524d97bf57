//! `you` of a player: what the book grants him now.
//!
//! The referee itself is asked, on a copy, so that the page offers what will be accepted. Two
//! things are not asked. What surely can't be granted is left out first, for speed. And with open
//! input the acts whose granting would betray an illegal move are offered wherever the book
//! gives the right at all.

use serde::Serialize;
use serde_json::value::RawValue;
use tandem_referee::{Command, Duty, EventKind, Input, Match, Phase};
use tandem_rules::book::{
    Agreement, Cite, Fifty, FlagBy, IllegalBy, MateSeen, Passing, Remedy, Repetition, RepetitionBy,
    Silence, TalkFlag, TalkKind, YesNo,
};
use tandem_rules::{BoardId, Millis, Move, STOCK_ROLES, Seat};

use super::moves::playable;
use super::state::debt_article;
use crate::wire::{ActWire, ClaimWord};

/// An act that the book grants, and by which article.
#[derive(Debug, Serialize)]
pub(crate) struct Granted<'m> {
    act: ActWire,
    article: &'m Cite,
}

/// What a player may do now.
#[derive(Debug, Serialize)]
pub(crate) struct SeatView<'m> {
    moves: Box<RawValue>,
    granted: Vec<Granted<'m>>,
    say: Vec<&'static str>,
    say_article: &'m Cite,
}

impl<'m> SeatView<'m> {
    pub(crate) fn new(game: &'m Match, seat: Seat, now: Millis) -> SeatView<'m> {
        let moves = playable(game, seat, now);
        let mut asking = Asking { game, seat, now, granted: Vec::new() };
        if game.phase() != Phase::Over {
            asking.ask(&moves);
        }
        let (say, say_article) = talk(game, seat);
        SeatView { moves: joined(&moves), granted: asking.granted, say, say_article }
    }
}

/// Coordinates with spaces between them, as a JSON string. They hold nothing to escape.
fn joined(moves: &[Move]) -> Box<RawValue> {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(moves.len() * 5 + 2);
    text.push('"');
    for (at, m) in moves.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        let _ = write!(text, "{m}");
    }
    text.push('"');
    RawValue::from_string(text).unwrap_or_default()
}

/// What partners may say now, and the article that rules it.
fn talk(game: &Match, seat: Seat) -> (Vec<&'static str>, &Cite) {
    let talk = &game.book().axes.talk;
    let ended = |board| game.game(board).ended();
    let silent = match talk.silence.is {
        Silence::Never => false,
        Silence::OwnGameEnded => ended(seat.board()),
        Silence::AnyGameEnded => ended(seat.board()) || ended(!seat.board()),
    };
    if silent || game.phase() == Phase::Over {
        return (Vec::new(), &talk.silence.by);
    }
    let kinds = talk
        .allowed
        .is
        .iter()
        .filter(|(kind, _)| *kind != TalkKind::Flag || talk.flag.is != TalkFlag::CostsAMinute);
    (kinds.map(|(_, word)| word).collect(), &talk.allowed.by)
}

struct Asking<'m> {
    game: &'m Match,
    seat: Seat,
    now: Millis,
    granted: Vec<Granted<'m>>,
}

impl<'m> Asking<'m> {
    fn ask(&mut self, moves: &[Move]) {
        self.debts();
        self.claims(moves);
        self.hands();
        self.agreement();
    }

    fn offer(&mut self, act: ActWire, article: &'m Cite) {
        self.granted.push(Granted { act, article });
    }

    fn events(&self, act: &ActWire) -> Option<Vec<tandem_referee::Event>> {
        let command: Command = act.clone().command(self.game, self.seat)?;
        let (events, refusal) = self.game.decide(self.now, &command);
        refusal.is_none().then_some(events)
    }

    /// Offers an act if the referee would take it.
    fn try_offer(&mut self, act: ActWire, article: &'m Cite) {
        if self.events(&act).is_some() {
            self.offer(act, article);
        }
    }

    /// A piece that must be handed over comes before everything else.
    fn debts(&mut self) {
        let seat = self.seat;
        let side = self.game.game(seat.board());
        let article = match side.duty {
            Some(Duty::Gift { from, why }) if from == seat.color() => debt_article(self.game, why),
            Some(Duty::Restitution { offender, .. }) if offender != seat.color() => {
                &self.game.book().grounds.restitution
            }
            _ => return,
        };
        for board in [seat.board(), !seat.board()] {
            let men = self.game.game(board).position.board();
            for square in men.by_color(seat.color()) {
                if let Some(role) = men.role_at(square) {
                    self.try_offer(ActWire::Give { role, square: Some(square) }, article);
                }
            }
        }
        for role in STOCK_ROLES {
            if side.position.stock(seat.color()).has(role) {
                self.try_offer(ActWire::Give { role, square: None }, article);
            }
        }
    }

    fn claims(&mut self, moves: &[Move]) {
        let boards = [self.seat.board(), !self.seat.board()];
        for board in boards {
            self.flag(board);
        }
        for board in boards {
            self.illegal(board);
        }
        for board in boards {
            self.mate(board);
        }
        if self.game.phase() == Phase::Playing {
            self.repetition(moves);
            self.fifty(moves);
        }
    }

    fn flag(&mut self, board: BoardId) {
        let clock = &self.game.book().axes.clock;
        let side = &self.game.game(board).clock;
        let any = tandem_rules::shakmaty::Color::ALL.into_iter().any(|c| side.has_fallen(c));
        let may = board == self.seat.board() || clock.claimed_by.is != FlagBy::Player;
        if any && may {
            self.try_offer(claim(ClaimWord::Flag, board), &clock.flag.by);
        }
    }

    fn illegal(&mut self, board: BoardId) {
        let axis = &self.game.book().axes.illegal;
        let own = board == self.seat.board();
        if !own && axis.claimed_by.is == IllegalBy::Opponent {
            return;
        }
        let act = claim(ClaimWord::Illegal, board);
        let article = &axis.remedy.by;
        let side = self.game.game(board);
        if self.game.settings().input == Input::Guarded {
            if side.windows.iter().any(Option::is_some) {
                self.try_offer(act, article);
            }
            return;
        }
        // Open input: as long as the enemy there has completed a move that is not yet answered.
        let enemy = if own { self.seat.opponent() } else { self.seat.partner().opponent() };
        let unanswered = side.on_move != enemy.color() && *side.completed.get(enemy.color()) > 0;
        let restitution = matches!(side.duty, Some(Duty::Restitution { .. }));
        if !unanswered || !self.goes_on(board) {
            return;
        }
        if !restitution {
            self.offer(act, article);
        }
        if own && axis.remedy.is == Remedy::AcceptOrDemand {
            self.offer(ActWire::AcceptIllegal, article);
        }
    }

    fn mate(&mut self, board: BoardId) {
        let seen = &self.game.book().axes.stuck.mate_seen;
        let side = self.game.game(board);
        let claimed =
            seen.is == MateSeen::ClaimedInOpen && self.game.settings().input == Input::Open;
        let enemy = if board == self.seat.board() {
            self.seat.opponent()
        } else {
            self.seat.partner().opponent()
        };
        let in_check = side.position.is_check(enemy.color());
        if claimed && in_check && self.goes_on(board) {
            self.offer(claim(ClaimWord::Mate, board), &seen.by);
        }
    }

    /// Whether a board is still played on for more than the last drop (R20).
    fn goes_on(&self, board: BoardId) -> bool {
        self.game.phase() == Phase::Playing
            && !self.game.game(board).ended()
            && self.game.last_drop().is_none()
    }

    /// Whether a draw claim would be right: a wrong one may cost something.
    fn offer_if_right(&mut self, act: ActWire, article: &'m Cite) {
        let events = self.events(&act).unwrap_or_default();
        if events.iter().any(|event| matches!(event.kind, EventKind::GameEnded { .. })) {
            self.offer(act, article);
        }
    }

    fn repetition(&mut self, moves: &[Move]) {
        let draws = &self.game.book().axes.draws;
        let article = &draws.repetition.by;
        if draws.repetition.is == Repetition::None {
            return;
        }
        let repeated = |board: BoardId| {
            let side = self.game.game(board);
            let key = side.completed_position().repetition_key();
            !side.ended() && side.occurrences(key) >= 3
        };
        let own = self.seat.board();
        let (here, there) = (repeated(own), repeated(!own));
        if here {
            self.offer_if_right(claim(ClaimWord::Repetition, own), article);
        }
        if there && draws.repetition_by.is == RepetitionBy::OnMoveOrPartner {
            self.offer_if_right(claim(ClaimWord::Repetition, !own), article);
        }
        // With a move that would repeat: only where some position has come twice.
        let side = self.game.game(own);
        let twice = side.keys.iter().any(|key| side.occurrences(*key) >= 2);
        if draws.repetition.is != Repetition::Intended || !twice || here {
            return;
        }
        for m in moves {
            let mut next = self.game.position_for(self.seat);
            next.play_unchecked(*m, self.game.book().board_rules());
            if side.occurrences(next.repetition_key()) >= 2 {
                self.offer_if_right(claim_with(ClaimWord::Repetition, own, *m), article);
            }
        }
    }

    fn fifty(&mut self, moves: &[Move]) {
        let draws = &self.game.book().axes.draws;
        let own = self.seat.board();
        let quiet = self.game.game(own).quiet;
        if draws.fifty.is == Fifty::None || quiet < 99 {
            return;
        }
        let article = &self.game.book().grounds.claim_fifty;
        if quiet >= 100 {
            self.offer_if_right(claim(ClaimWord::Fifty, own), article);
        } else {
            // One quiet move is missing: any will do, the first found is offered.
            let before = self.granted.len();
            for m in moves {
                self.offer_if_right(claim_with(ClaimWord::Fifty, own, *m), article);
                if self.granted.len() > before {
                    break;
                }
            }
        }
    }

    /// What hands do: press, take back, pass, hold, forbid, ask to see.
    fn hands(&mut self) {
        let book = self.game.book();
        let (seat, axes, grounds) = (self.seat, &book.axes, &book.grounds);
        let side = self.game.game(seat.board());
        let restitution = matches!(side.duty, Some(Duty::Restitution { .. }));
        if side.made.is_some() || side.clock_returned || restitution {
            self.try_offer(ActWire::Press, &grounds.completed);
        }
        let made = if side.on_move == seat.color() { &side.made } else { &side.early };
        if let Some(made) = made {
            let drop = made.played.from().is_none();
            let article = if drop { &axes.moves.drop_binds.by } else { &axes.moves.binds.by };
            let open = self.game.settings().input == Input::Open;
            if open && !self.game.is_stopped() && !side.ended() {
                self.offer(ActWire::Retract, article);
            } else {
                self.try_offer(ActWire::Retract, article);
            }
        }
        let player = self.game.player(seat);
        for role in STOCK_ROLES {
            if player.hand.has(role) {
                self.try_offer(ActWire::Pass { role }, &axes.passing.captured.by);
            }
        }
        if axes.passing.captured.is == Passing::Right && !side.ended() {
            self.offer(ActWire::Hold { on: !player.holds }, &axes.passing.captured.by);
        }
        if axes.hidden.invisible.is == YesNo::Yes {
            self.hidden();
        }
        if axes.hidden.return_clock.is == YesNo::Yes {
            self.try_offer(ActWire::ReturnClock, &axes.hidden.return_clock.by);
        }
        if axes.hidden.show.is == YesNo::Yes && !side.ended() {
            self.offer(ActWire::Show, &axes.hidden.show.by);
        }
    }

    fn hidden(&mut self) {
        let article = &self.game.book().axes.hidden.invisible.by;
        let side = self.game.game(self.seat.board());
        if self.game.phase() != Phase::Playing || side.ended() {
            return;
        }
        let opponent = self.game.player(self.seat.opponent());
        for role in STOCK_ROLES {
            if opponent.forbidden.has(role) {
                self.offer(ActWire::Visible { role }, article);
            } else {
                self.offer(ActWire::Invisible { role }, article);
            }
        }
    }

    fn agreement(&mut self) {
        if self.game.phase() != Phase::Playing {
            return;
        }
        let book = self.game.book();
        let (axes, grounds) = (&book.axes, &book.grounds);
        let agreement = &axes.draws.agreement;
        let offered = match agreement.is {
            Agreement::Two => self.game.game(self.seat.board()).offer.is_some(),
            Agreement::Four => Seat::ALL.into_iter().any(|s| self.game.player(s).wants_draw),
        };
        if offered {
            self.try_offer(ActWire::AcceptDraw, &agreement.by);
            self.try_offer(ActWire::DeclineDraw, &agreement.by);
        } else {
            self.try_offer(ActWire::OfferDraw, &agreement.by);
        }
        self.try_offer(ActWire::Resign, &axes.resigning.when.by);
        self.try_offer(ActWire::CallArbiter, &grounds.call_arbiter);
    }
}

fn claim(claim: ClaimWord, board: BoardId) -> ActWire {
    ActWire::Claim { claim, board: Some(board), intended: None }
}

fn claim_with(claim: ClaimWord, board: BoardId, m: Move) -> ActWire {
    ActWire::Claim { claim, board: Some(board), intended: Some(m.to_string()) }
}
