//! How events change a match. Nothing here decides.

use std::sync::Arc;

use tandem_rules::book::{Agreement, Ends, MateSeen, OfferLives, PawnGoes};
use tandem_rules::shakmaty::{ByColor, Color, Role};
use tandem_rules::{BoardId, Millis, Move, Position, Promotion, Seat, Stuck};

use crate::clock::Clock;
use crate::event::{Debt, Event, EventKind, Offence, ReturnedFrom};
use crate::game::{Duty, Game, Played, Touched, Window};
use crate::settings::Input;
use crate::state::{LastDrop, Match, Phase, Player};
use crate::verdict::{GameResult, GameVerdict, Reason};

impl Match {
    /// Changes the match as an event says. Only [`Match::act`] decides; this never does.
    pub fn apply(&mut self, event: &Event) {
        let now = event.at;
        self.latest = self.latest.max(now);
        match &event.kind {
            EventKind::Started => self.start(now),
            EventKind::Made { seat, played, legal } => self.make(*seat, *played, *legal),
            EventKind::Retracted { seat } => self.retract(*seat),
            EventKind::Completed { seat } => self.complete(*seat, now),
            EventKind::Passed { seat, role } => {
                self.players[*seat].hand.take(*role);
                let partner = seat.partner();
                let color = partner.color();
                self.games[partner.board()].position.stock_mut(color).add(*role);
                self.games[seat.board()].sent.get_mut(color).add(*role);
            }
            EventKind::Held { .. } => {}
            EventKind::OutOfPlay { seat, role } => {
                self.players[*seat].hand.take(*role);
                if let Some(last) = &mut self.games[seat.board()].last {
                    last.out_of_play = true;
                }
            }
            EventKind::PawnSent { seat } => {
                self.games[seat.board()].position.stock_mut(seat.color()).add(Role::Pawn);
                self.games[!seat.board()].sent.get_mut(seat.color()).add(Role::Pawn);
            }
            EventKind::PawnTaken { seat } => self.players[*seat].hand.add(Role::Pawn),
            EventKind::Hold { seat, on } => self.players[*seat].holds = *on,
            EventKind::FlagFell { seat } => {
                self.games[seat.board()].clock.fall(seat.color(), now);
            }
            EventKind::Counted { seat, offence, .. } => {
                let game = &mut self.games[seat.board()];
                game.window = Some(Window { offender: seat.color(), offence: *offence });
                self.players[*seat].has_stopped = true;
            }
            EventKind::IllegalCalled { seat, king, .. } => {
                let player = &mut self.players[*seat];
                player.illegal_moves = player.illegal_moves.saturating_add(1);
                if *king {
                    player.kings_captured = player.kings_captured.saturating_add(1);
                }
            }
            EventKind::IllegalAccepted { seat, .. } => {
                let game = &mut self.games[seat.board()];
                game.window = None;
                game.last = None;
                if matches!(game.duty, Some(Duty::Restitution { .. })) {
                    game.duty = None;
                    game.clock.run(seat.color(), now);
                }
            }
            EventKind::IllegalStands { seat, .. } => {
                self.games[seat.board()].window = None;
            }
            EventKind::Undone { seat, from, square, .. } => {
                if let Some(square) = square {
                    self.games[!seat.board()].remove(*square);
                }
                self.undo(*seat, *from, now);
            }
            EventKind::RestitutionDue { seat, role, .. } => {
                let game = &mut self.games[seat.board()];
                let offender = seat.color();
                game.duty = Some(Duty::Restitution { offender, role: *role, reported: false });
                game.clock.run(offender, now);
            }
            EventKind::RestitutionReported { seat } => {
                let game = &mut self.games[seat.board()];
                if let Some(Duty::Restitution { reported, .. }) = &mut game.duty {
                    *reported = true;
                }
                game.clock.run(!seat.color(), now);
            }
            EventKind::Owes { seat, why, .. } => {
                self.games[seat.board()].duty = Some(Duty::Gift { from: seat.color(), why: *why });
            }
            EventKind::Given { seat, role, square, to } => {
                let game = &mut self.games[seat.board()];
                let why = game.duty.take();
                match square {
                    Some(square) => {
                        let man = game.remove(*square);
                        let for_pawn =
                            matches!(why, Some(Duty::Gift { why: Debt::NothingToTake, .. }));
                        if let (Some(man), Some(last), true) = (man, &mut game.last, for_pawn) {
                            last.gift = Some((*square, man, *to));
                        }
                    }
                    None => {
                        game.position.stock_mut(seat.color()).take(*role);
                    }
                }
                if let Some(to) = to {
                    self.games[to.board()].position.stock_mut(to.color()).add(*role);
                }
            }
            EventKind::DrawOffered { seat } | EventKind::DrawAccepted { seat } => {
                match self.settings.book.axes.draws.agreement.is {
                    Agreement::Two => self.games[seat.board()].offer = Some(seat.color()),
                    Agreement::Four => self.players[*seat].wants_draw = true,
                }
            }
            EventKind::DrawDeclined { seat } => self.decline_draw(*seat),
            EventKind::ResignedOutOfTurn { seat, .. } => {
                self.games[seat.board()].resigned = Some(seat.color());
            }
            EventKind::Said { .. } | EventKind::Shown { .. } | EventKind::Excluded { .. } => {}
            EventKind::Forbidden { seat, role, .. } => {
                if !self.players[*seat].forbidden.has(*role) {
                    self.players[*seat].forbidden.add(*role);
                }
            }
            EventKind::Allowed { seat, role } => {
                self.players[*seat].forbidden.take(*role);
            }
            EventKind::ClockReturned { seat, .. } => {
                let game = &mut self.games[seat.board()];
                game.clock_returned = true;
                game.clock.run(!seat.color(), now);
            }
            EventKind::ClockTakenUp { seat } => {
                let game = &mut self.games[seat.board()];
                game.clock_returned = false;
                game.clock.run(!seat.color(), now);
            }
            EventKind::Stopped { seat, .. } => {
                self.stopped = true;
                self.games.values_mut().iter_mut().for_each(|game| game.clock.pause(now));
                if let Some(seat) = seat {
                    self.players[*seat].has_stopped = true;
                }
            }
            EventKind::Resumed => {
                self.stopped = false;
                self.games.values_mut().iter_mut().for_each(|game| game.clock.resume(now));
            }
            EventKind::ClockSet { seat, clock, .. } => {
                self.games[seat.board()].clock.set(seat.color(), *clock, now);
            }
            EventKind::Frozen { seat, until, .. } => {
                self.players[*seat].frozen_until = Some(*until);
            }
            EventKind::Warned { seat, .. } => {
                let player = &mut self.players[*seat];
                player.warnings = player.warnings.saturating_add(1);
            }
            EventKind::Restarted { boards, .. } => {
                for board in BoardId::ALL {
                    if boards.contains(board) {
                        self.restart(board, now);
                    }
                }
                self.restarted = true;
            }
            EventKind::PointsChanged { team, points, .. } => {
                self.points[*team] = self.points[*team] + *points;
            }
            EventKind::LagGiven { seat, millis } => {
                self.games[seat.board()].clock.give(seat.color(), *millis, now);
            }
            EventKind::LastDrop { seat, role, .. } => {
                self.last_drop = Some(LastDrop { seat: *seat, role: *role });
                self.closing = None;
            }
            EventKind::GameEnded { board, verdict } => self.end_game(*board, verdict, now),
            EventKind::MatchEnded { verdict } => {
                for board in BoardId::ALL {
                    let game = &mut self.games[board];
                    game.clock.stop(now);
                    if game.verdict.is_none() {
                        game.verdict = Some(GameVerdict {
                            result: GameResult::Abandoned,
                            reason: Reason::Abandoned,
                            article: self.settings.book.grounds.abandoned.clone(),
                        });
                    }
                }
                self.closing = None;
                self.last_drop = None;
                self.phase = Phase::Over;
                self.verdict = Some(verdict.clone());
            }
        }
    }

    fn decline_draw(&mut self, seat: Seat) {
        match self.settings.book.axes.draws.agreement.is {
            Agreement::Two => self.games[seat.board()].offer = None,
            // Declined by another or withdrawn by its offerer, nothing of it stands (R31).
            Agreement::Four => {
                for player in self.players.values_mut() {
                    player.wants_draw = false;
                }
            }
        }
    }

    fn start(&mut self, now: Millis) {
        let time = self.settings.time;
        let again = self.restarted;
        self.phase = Phase::Playing;
        self.restarted = false;
        for game in self.games.values_mut() {
            if again && game.untouched() {
                game.clock = Clock::new(ByColor { white: time.base, black: time.base });
            }
            if game.verdict.is_none() {
                game.clock.run(game.on_move, now);
            }
        }
    }

    fn restart(&mut self, board: BoardId, now: Millis) {
        let base = self.settings.time.base;
        let sent = self.games[board].sent;
        for color in Color::ALL {
            // The men of this set that lie beside the other board come back.
            let stock = self.games[!board].position.stock_mut(color);
            for (role, count) in sent.get(color).iter() {
                (0..count).for_each(|_| {
                    stock.take(role);
                });
            }
            let seat = Seat::new(board, color);
            let holds = self.players[seat].holds;
            self.players[seat] = Player { holds, ..Player::default() };
        }
        let kept = *self.games[board].position.stocks();
        let mut clock = Clock::new(ByColor { white: base, black: base });
        if self.phase == Phase::Playing {
            clock.run(Color::White, now);
        }
        if self.stopped {
            clock.pause(now);
        }
        let mut position = Position::default();
        for color in Color::ALL {
            *position.stock_mut(color) = *kept.get(color);
        }
        self.games[board] = Game::new(position, clock);
    }

    fn make(&mut self, seat: Seat, played: Move, legal: bool) {
        let board = seat.board();
        let taken = match played.promotion() {
            Some(Promotion::Take(_, square)) => {
                self.games[!board].remove(square).map(|man| (square, man))
            }
            _ => None,
        };
        let rules = *self.settings.book.board_rules();
        let game = &mut self.games[board];
        let before = game.position.clone();
        let captured = game.position.play_unchecked(played, &rules);
        let entry =
            Played { played, legal, captured, taken, gift: None, out_of_play: false, before };
        if game.on_move == seat.color() {
            game.made = Some(entry);
        } else {
            game.early = Some(entry);
        }
        // An offer lapses when the opponent moves; where four must agree it stands (R31).
        if game.offer == Some(!seat.color())
            && self.settings.book.axes.draws.offer_lives.is == OfferLives::UntilMove
        {
            game.offer = None;
        }
    }

    fn take_back(&mut self, board: BoardId, played: &Played) {
        if let Some((square, man)) = played.taken {
            self.games[!board].put_back(square, man);
        }
        let game = &mut self.games[board];
        game.position.restore_board(&played.before);
        if let Move::Drop { role, .. } = played.played {
            let color = played.before.turn();
            game.position.stock_mut(color).add(role);
        }
    }

    fn retract(&mut self, seat: Seat) {
        let board = seat.board();
        let on_move = self.games[board].on_move;
        if let Some(early) = self.games[board].early.take() {
            self.take_back(board, &early);
        }
        if on_move == seat.color()
            && let Some(made) = self.games[board].made.take()
        {
            self.take_back(board, &made);
            if !made.legal {
                self.games[board].touched = Some(Touched::by(&made, false));
            }
        }
    }

    fn complete(&mut self, seat: Seat, now: Millis) {
        let time = self.settings.time;
        let book = Arc::clone(&self.settings);
        let color = seat.color();
        let board = seat.board();
        let game = &mut self.games[board];
        let Some(made) = game.made.take() else { return };
        game.made = game.early.take();
        game.on_move = !color;
        game.clock_returned = false;
        game.touched = None;
        game.clock.press(color, now, &time);
        *game.completed.get_mut(color) += 1;
        let key = game.completed_position().repetition_key();
        game.keys.push(key);
        let pawn = match made.played {
            Move::Drop { role, .. } => role == Role::Pawn,
            Move::EnPassant { .. } => true,
            Move::Castle { .. } => false,
            Move::Walk { from, .. } => made.before.board().role_at(from) == Some(Role::Pawn),
        };
        game.quiet_before = game.quiet;
        game.quiet = if pawn || made.captured.is_some() { 0 } else { game.quiet + 1 };
        let captured = made.captured.filter(|man| man.color != color && man.role != Role::King);
        *game.last_capture.get_mut(color) = captured.map(tandem_rules::Captured::off_board);
        let claimable = game.window.take_if(|window| window.offender != color);
        // An illegal reply may be taken back, and then the claim is there again.
        game.reopens = match (claimable, game.last.take()) {
            (Some(window), Some(last)) if !made.legal => Some(Box::new((window, last))),
            _ => None,
        };
        if matches!(game.duty, Some(Duty::Gift { from, .. }) if from == color) {
            game.duty = None;
        }
        if !made.legal {
            game.window = Some(Window { offender: color, offence: Offence::Move });
        }
        if let Some(man) = captured {
            self.players[seat].hand.add(man.off_board());
        }
        let legal = made.legal;
        self.games[board].last = Some(made);
        let unclaimed = book.input == Input::Open
            && book.book.axes.stuck.mate_seen.is == MateSeen::ClaimedInOpen;
        if unclaimed && self.games[board].standing_mate != Some(color) {
            let mated =
                legal && self.games[board].made.is_none() && self.stuck(board) == Stuck::Mate;
            self.games[board].standing_mate = mated.then_some(!color);
        }
    }

    /// Takes the last completed move back; the side that made it is on move again.
    fn undo(&mut self, seat: Seat, from: ReturnedFrom, now: Millis) {
        let board = seat.board();
        let color = seat.color();
        if let Some(made) = self.games[board].made.take() {
            self.take_back(board, &made);
        }
        let Some(mut last) = self.games[board].last.take() else { return };
        if let Some((square, man, to)) = last.gift.take() {
            last.before.put_back(square, man);
            if let Some(to) = to {
                self.games[to.board()].position.stock_mut(to.color()).take(man.off_board());
            }
        }
        if let Some(man) = last.captured {
            let role = man.off_board();
            match from {
                ReturnedFrom::Hand => {
                    self.players[seat].hand.take(role);
                }
                ReturnedFrom::Stock => {
                    let partner = seat.partner();
                    let stock = self.games[partner.board()].position.stock_mut(partner.color());
                    stock.take(role);
                }
                ReturnedFrom::Square | ReturnedFrom::Nowhere => {}
            }
        }
        if matches!(last.played.promotion(), Some(Promotion::Take(..) | Promotion::Vanish)) {
            self.take_pawn_back(seat);
        }
        self.take_back(board, &last);
        let game = &mut self.games[board];
        game.on_move = color;
        game.keys.pop();
        let completed = game.completed.get_mut(color);
        *completed = completed.saturating_sub(1);
        game.quiet = game.quiet_before;
        (game.window, game.last) = match game.reopens.take() {
            Some(earlier) => (Some(earlier.0), Some(earlier.1)),
            None => (None, None),
        };
        game.duty = None;
        game.touched = Some(Touched::by(&last, true));
        game.clock.run(color, now);
    }

    /// The pawn of a promotion that is taken back comes from where it was sent.
    fn take_pawn_back(&mut self, seat: Seat) {
        let receiver = seat.opponent().partner();
        let in_hand = self.book().axes.promotion.pawn_goes.is == PawnGoes::Opponent
            && self.players[seat.opponent()].hand.take(Role::Pawn);
        if !in_hand {
            let position = &mut self.games[receiver.board()].position;
            position.stock_mut(receiver.color()).take(Role::Pawn);
        }
    }

    fn end_game(&mut self, board: BoardId, verdict: &GameVerdict, now: Millis) {
        let game = &mut self.games[board];
        game.clock.stop(now);
        game.window = None;
        game.duty = None;
        game.offer = None;
        game.verdict = Some(verdict.clone());
        self.first_ended.get_or_insert(board);
        if self.settings.book.axes.contest.ends.is == Ends::First && self.last_drop.is_none() {
            self.closing.get_or_insert(now);
        }
    }
}
