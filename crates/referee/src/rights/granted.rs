//! What the book grants a player now.
//!
//! Whatever is offered here will be accepted. With open input some acts are offered wherever the
//! book gives the right at all: to offer them only where they hold would betray an illegal move.

use std::borrow::Cow;

use tandem_rules::book::{
    Agreement, Cite, Fifty, FlagBy, IllegalBy, Order, Passing, Remedy, Repetition, RepetitionBy,
    YesNo,
};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, Coordinates, Millis, Move, Rulebook, STOCK_ROLES, Seat};

use crate::command::{Act, Attempt, Claim, Command, Gift};
use crate::decide::checks::Checks;
use crate::decide::tried::debt_article;
use crate::event::EventKind;
use crate::game::{Duty, Game};
use crate::on_table::{BoardClaim, enemy_at};
use crate::settings::Input;
use crate::state::{Match, Phase};

/// An act that the book grants, and by which article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted<'m> {
    /// The act.
    pub act: Act<Coordinates>,
    /// The article that gives the right.
    pub article: &'m Cite,
}

impl Match {
    /// What the book grants a player at a moment, besides moves and words. Calling the arbiter is
    /// among it where the book knows it; whether there is one, only whoever runs the match knows.
    #[must_use]
    pub fn granted(&self, seat: Seat, now: Millis) -> Vec<Granted<'_>> {
        let state = self.at(now);
        if state.phase == Phase::Over {
            return Vec::new();
        }
        let checks = Checks { state: &state, now: now.max(state.latest) };
        let mut asking = Asking { book: self.book(), checks, seat, granted: Vec::new() };
        asking.debts();
        asking.claims();
        asking.handling();
        asking.agreement();
        asking.granted
    }

    /// The legal moves that the referee would take from a player at a moment.
    #[must_use]
    pub fn playable(&self, seat: Seat, now: Millis) -> Vec<Move> {
        let state = self.at(now);
        playable(Checks { state: &state, now: now.max(state.latest) }, seat)
    }

    /// The moves that a player is shown: with open input none, since what is legal is for the
    /// players to see.
    #[must_use]
    pub fn moves_shown(&self, seat: Seat, now: Millis) -> Vec<Move> {
        if self.tells_what_is_legal() { self.playable(seat, now) } else { Vec::new() }
    }

    /// The match at a moment: as it is, unless time alone brings something about by then.
    pub(super) fn at(&self, now: Millis) -> Cow<'_, Match> {
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return Cow::Borrowed(self);
        }
        let mut later = self.clone();
        // A tick is never refused.
        let _ = later.act(now, &Command::Tick, &mut Vec::new());
        Cow::Owned(later)
    }
}

fn playable(checks: Checks<'_>, seat: Seat) -> Vec<Move> {
    let state = checks.state;
    if state.phase != Phase::Playing || checks.ensure_may_move(seat).is_err() {
        return Vec::new();
    }
    let moves = state.board_for(seat).legal_moves();
    let forbidden = &state.players[seat].forbidden;
    let hidden = |m: Move| matches!(m, Move::Drop { role, .. } if forbidden.has(role));
    let may = |m: &Move| !hidden(*m) && checks.ensure_touch_rule(seat, *m).is_ok();
    moves.into_iter().filter(may).collect()
}

struct Asking<'m, 's> {
    book: &'m Rulebook,
    checks: Checks<'s>,
    seat: Seat,
    granted: Vec<Granted<'m>>,
}

impl<'m, 's> Asking<'m, 's> {
    fn state(&self) -> &'s Match {
        self.checks.state
    }

    fn side(&self) -> &'s Game {
        &self.checks.state.games[self.seat.board()]
    }

    fn input(&self) -> Input {
        self.checks.state.settings.input
    }

    fn offer(&mut self, act: Act<Coordinates>, article: &'m Cite) {
        self.granted.push(Granted { act, article });
    }

    fn offer_if(&mut self, may: bool, act: Act<Coordinates>, article: &'m Cite) {
        if may {
            self.offer(act, article);
        }
    }

    /// What would come of an act; none if it would be refused. It costs a copy of the match: for
    /// what is rare.
    fn outcome(&self, act: &Act<Coordinates>) -> Option<Vec<EventKind>> {
        let act = act.clone().map_move(Attempt::from);
        let command = Command::Player { seat: self.seat, act };
        let (events, refusal) = self.state().decide(self.checks.now, &command);
        refusal.is_none().then(|| events.into_iter().map(|event| event.kind).collect())
    }

    /// Offers an act if the referee would take it.
    fn try_offer(&mut self, act: Act<Coordinates>, article: &'m Cite) {
        let may = self.outcome(&act).is_some();
        self.offer_if(may, act, article);
    }

    /// A piece that must be handed over comes before everything else.
    fn debts(&mut self) {
        let seat = self.seat;
        let article = match self.side().duty {
            Some(Duty::Gift { from, why }) if from == seat.color() => debt_article(self.book, why),
            Some(Duty::Restitution { offender, .. }) if offender != seat.color() => {
                &self.book.grounds.restitution
            }
            _ => return,
        };
        let mut gifts = Vec::new();
        for board in [seat.board(), !seat.board()] {
            let position = &self.state().games[board].position;
            let men = position.board();
            for square in men.by_color(seat.color()) {
                if let Some(role) = men.role_at(square) {
                    // A pawn that stands for a promoted piece is given as the pawn it is (R53).
                    if position.promoted().contains(square) {
                        gifts.push(Gift { role: Role::Pawn, square: Some(square) });
                    }
                    gifts.push(Gift { role, square: Some(square) });
                }
            }
        }
        let stock = self.side().position.stock(seat.color());
        gifts.extend(
            STOCK_ROLES
                .into_iter()
                .filter(|role| stock.has(*role))
                .map(|role| Gift { role, square: None }),
        );
        // Squares of both boards have the same names, and only one board is meant.
        for (at, gift) in gifts.iter().enumerate() {
            if !gifts[..at].contains(gift) {
                self.try_offer(Act::Give(*gift), article);
            }
        }
    }

    fn claims(&mut self) {
        let boards = [self.seat.board(), !self.seat.board()];
        for board in boards {
            self.flag(board);
        }
        if self.state().is_on_table() {
            self.on_table(boards);
            return;
        }
        for board in boards {
            self.illegal(board);
        }
        for board in boards {
            self.mate(board);
        }
        if self.state().phase == Phase::Playing {
            self.repetition();
            self.fifty();
        }
    }

    /// What may be said of boards that nobody sees here (R55): whether it is so, the players know.
    fn on_table(&mut self, boards: [BoardId; 2]) {
        let (seat, checks, grounds) = (self.seat, self.checks, &self.book.grounds);
        if self.state().phase != Phase::Playing {
            return;
        }
        if let Some(claim) = &self.state().on_table.claim {
            let article = &grounds.call_arbiter;
            let answers = claim.answered_by() == seat;
            self.offer_if(answers, Act::Answer { agree: true }, article);
            let denies = (answers && !claim.denied) || claim.seat == seat;
            self.offer_if(denies, Act::Answer { agree: false }, article);
        }
        self.offer_if(checks.ensure_may_go_on(seat).is_ok(), Act::GoOn, &grounds.stop);
        for board in boards {
            for said in BoardClaim::ALL {
                let known = said == BoardClaim::Illegal
                    && checks.ensure_window_open(self.enemy(board)).is_ok();
                if known || checks.ensure_may_claim_on_table(seat, said, board).is_ok() {
                    self.try_offer(claim(said.claim(), board), self.claim_article(said));
                }
            }
        }
    }

    /// The article that a claim about a board rests on.
    fn claim_article(&self, claim: BoardClaim) -> &'m Cite {
        let (axes, grounds) = (&self.book.axes, &self.book.grounds);
        match claim {
            BoardClaim::Illegal => &axes.illegal.remedy.by,
            BoardClaim::Mate => &grounds.mate_ends,
            BoardClaim::Stalemate => &grounds.stalemate_draw,
            BoardClaim::Repetition => &axes.draws.repetition.by,
            BoardClaim::Fifty => &grounds.claim_fifty,
            BoardClaim::Material => &axes.stuck.material.by,
        }
    }

    /// The enemy at a board.
    fn enemy(&self, board: BoardId) -> Seat {
        enemy_at(self.seat, board)
    }

    /// Whether a board is still played on for more than the last drop (R20).
    fn goes_on(&self, board: BoardId) -> bool {
        let state = self.state();
        state.phase == Phase::Playing && !state.games[board].ended() && state.last_drop.is_none()
    }

    fn flag(&mut self, board: BoardId) {
        let clock = &self.book.axes.clock;
        let checks = self.checks;
        let fallen = |color| checks.has_fallen(board, color);
        if !Color::ALL.into_iter().any(fallen) {
            return;
        }
        let may = board == self.seat.board() || clock.claimed_by.is != FlagBy::Player;
        let waits = self.book.axes.contest.order.is == Order::Acts
            && self.input() == Input::Open
            && self.goes_on(board);
        let act = claim(Claim::Flag, board);
        if waits && fallen(self.enemy(board).color()) {
            // Whether a mate or an illegal move goes before it, nobody points out (sscr 9.5, R43).
            self.offer(act, &clock.flag.by);
        } else if may {
            self.try_offer(act, &clock.flag.by);
        }
    }

    fn illegal(&mut self, board: BoardId) {
        let axis = &self.book.axes.illegal;
        let own = board == self.seat.board();
        if !own && axis.claimed_by.is == IllegalBy::Opponent {
            return;
        }
        let side = &self.state().games[board];
        let act = claim(Claim::Illegal, board);
        let article = &axis.remedy.by;
        if self.input() == Input::Guarded {
            if side.windows.iter().any(Option::is_some) {
                self.try_offer(act, article);
            }
            return;
        }
        // Open input: as long as the enemy there has completed a move that is not yet answered.
        let enemy = self.enemy(board);
        let unanswered = side.on_move != enemy.color() && *side.completed.get(enemy.color()) > 0;
        let restitution = matches!(side.duty, Some(Duty::Restitution { .. }));
        if !unanswered || !self.goes_on(board) {
            return;
        }
        self.offer_if(!restitution, act, article);
        let accepts = own && axis.remedy.is == Remedy::AcceptOrDemand;
        self.offer_if(accepts, Act::AcceptIllegal, article);
    }

    fn mate(&mut self, board: BoardId) {
        if !self.state().mates_are_claimed() {
            return;
        }
        let seen = &self.book.axes.stuck.mate_seen;
        let (side, enemy) = (&self.state().games[board], self.enemy(board));
        // Whether there is a mate is for the player to see: all that counts is that one could be
        // claimed.
        let could = side.on_move == enemy.color() && *side.completed.get(!enemy.color()) > 0;
        self.offer_if(could && self.goes_on(board), claim(Claim::Mate, board), &seen.by);
    }

    /// Offers a draw claim that would be right: a wrong one may cost something.
    fn offer_if_right(&mut self, act: Act<Coordinates>, article: &'m Cite) {
        let ends = |kind: &EventKind| matches!(kind, EventKind::GameEnded { .. });
        let right = self.outcome(&act).is_some_and(|events| events.iter().any(ends));
        self.offer_if(right, act, article);
    }

    fn repetition(&mut self) {
        let draws = &self.book.axes.draws;
        let article = &draws.repetition.by;
        if draws.repetition.is == Repetition::None {
            return;
        }
        let repeated = |board: BoardId| {
            let side = &self.checks.state.games[board];
            let stands = match draws.repetition.is {
                Repetition::Stood => &side.position,
                _ => side.completed_position(),
            };
            // Three times take eight half-moves.
            side.keys.len() > 4 && !side.ended() && side.occurrences(stands.repetition_key()) >= 3
        };
        let own = self.seat.board();
        let for_partner = draws.repetition_by.is == RepetitionBy::OnMoveOrPartner;
        let (here, there) = (repeated(own), for_partner && repeated(!own));
        if here {
            self.offer_if_right(claim(Claim::Repetition { intended: None }, own), article);
        }
        if there {
            self.offer_if_right(claim(Claim::Repetition { intended: None }, !own), article);
        }
        // With a move that would repeat: only where some position has come twice.
        if draws.repetition.is != Repetition::Intended || here || !come_twice(&self.side().keys) {
            return;
        }
        for m in playable(self.checks, self.seat) {
            let mut next = self.state().board_for(self.seat);
            next.play_unchecked(m);
            if self.side().occurrences(next.position().repetition_key()) >= 2 {
                let intended = Some(Coordinates::from(m));
                self.offer_if_right(claim(Claim::Repetition { intended }, own), article);
            }
        }
    }

    fn fifty(&mut self) {
        let own = self.seat.board();
        let quiet = self.side().quiet;
        if self.book.axes.draws.fifty.is == Fifty::None || quiet < 99 {
            return;
        }
        let article = &self.book.grounds.claim_fifty;
        if quiet >= 100 {
            self.offer_if_right(claim(Claim::Fifty { intended: None }, own), article);
            return;
        }
        // One quiet move is missing: any will do, the first found is offered.
        let before = self.granted.len();
        for m in playable(self.checks, self.seat) {
            let intended = Some(Coordinates::from(m));
            self.offer_if_right(claim(Claim::Fifty { intended }, own), article);
            if self.granted.len() > before {
                break;
            }
        }
    }

    /// What is done with the men and the clock: press, take back, pass, hold, forbid, ask to see.
    fn handling(&mut self) {
        let (seat, axes, grounds) = (self.seat, &self.book.axes, &self.book.grounds);
        let playing = self.state().phase == Phase::Playing;
        let side = self.side();
        let restitution = matches!(side.duty, Some(Duty::Restitution { .. }));
        let ended = side.ended();
        let may_press =
            self.state().is_on_table() || side.made.is_some() || side.clock_returned || restitution;
        let made = if side.on_move == seat.color() { &side.made } else { &side.early };
        let made = made.as_ref().map(|made| made.played.from().is_none());
        if playing && may_press {
            self.offer_if(self.checks.pressing(seat).is_ok(), Act::Press, &grounds.completed);
        }
        if let Some(drop) = made.filter(|_| playing) {
            let article = if drop { &axes.moves.drop_binds.by } else { &axes.moves.binds.by };
            let may = match self.input() {
                // Whether the move is legal, and so stands, is for the players to see.
                Input::Open => !self.state().stopped && !ended,
                Input::Guarded => self.checks.ensure_may_retract(seat).is_ok(),
            };
            self.offer_if(may, Act::Retract, article);
        }
        let player = self.state().players[seat];
        for role in STOCK_ROLES.into_iter().filter(|role| playing && player.hand.has(*role)) {
            let may = self.checks.ensure_may_pass(seat, role).is_ok();
            self.offer_if(may, Act::Pass { role }, &axes.passing.captured.by);
        }
        let shown = !self.state().is_on_table();
        let holds = axes.passing.captured.is == Passing::Right && !ended && shown;
        self.offer_if(holds, Act::Hold { on: !player.holds }, &axes.passing.captured.by);
        if axes.hidden.invisible.is == YesNo::Yes && playing && !ended {
            self.hidden();
        }
        if axes.hidden.return_clock.is == YesNo::Yes && playing {
            let may = self.checks.ensure_may_return_clock(seat).is_ok();
            self.offer_if(may, Act::ReturnClock, &axes.hidden.return_clock.by);
        }
        let shows = axes.hidden.show.is == YesNo::Yes && !ended;
        self.offer_if(shows, Act::Show, &axes.hidden.show.by);
    }

    fn hidden(&mut self) {
        let article = &self.book.axes.hidden.invisible.by;
        let forbidden = self.state().players[self.seat.opponent()].forbidden;
        for role in STOCK_ROLES {
            let act =
                if forbidden.has(role) { Act::Visible { role } } else { Act::Invisible { role } };
            self.offer(act, article);
        }
    }

    fn agreement(&mut self) {
        if self.state().phase != Phase::Playing {
            return;
        }
        let (seat, axes) = (self.seat, &self.book.axes);
        let agreement = &axes.draws.agreement;
        let offered = match agreement.is {
            Agreement::Two => self.side().offer.is_some(),
            Agreement::Four => Seat::ALL.into_iter().any(|s| self.state().players[s].wants_draw),
        };
        if offered {
            let may = self.checks.ensure_may_accept_draw(seat).is_ok();
            self.offer_if(may, Act::AcceptDraw, &agreement.by);
            let may = self.checks.ensure_may_decline_draw(seat).is_ok();
            self.offer_if(may, Act::DeclineDraw, &agreement.by);
        } else {
            let may = self.checks.ensure_may_offer_draw(seat).is_ok();
            self.offer_if(may, Act::OfferDraw, &agreement.by);
        }
        let may = self.checks.ensure_may_resign(seat).is_ok();
        self.offer_if(may, Act::Resign, &axes.resigning.when.by);
        let may = self.checks.ensure_clocks_run().is_ok();
        self.offer_if(may, Act::CallArbiter, &self.book.grounds.call_arbiter);
    }
}

fn claim(claim: Claim<Coordinates>, board: BoardId) -> Act<Coordinates> {
    Act::Claim { claim, board: Some(board) }
}

/// Whether some position has occurred twice.
fn come_twice(keys: &[u64]) -> bool {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}
