//! How events change a match. Nothing here decides.

use std::sync::Arc;

use tandem_rules::book::{Agreement, Ends, OfferLives, PawnGoes, Repetition, YesNo};
use tandem_rules::shakmaty::{ByColor, Role};
use tandem_rules::{BoardId, ByTeam, Millis, Move, Promotion, Seat, Stuck};

use crate::clock::Clock;
use crate::event::{Debt, Event, EventKind, Offence, ReturnedFrom};
use crate::game::{Duty, Lapsed, Played, StandingMate, Touched, Window};
use crate::on_table::{OnTable, StandingClaim};
use crate::state::{LastDrop, Match, Phase};
use crate::verdict::{GameResult, GameVerdict, Reason};

impl Match {
    /// Changes the match as an event says. Only [`Match::act`] decides; this never does.
    pub fn apply(&mut self, event: &Event) {
        let now = event.at;
        self.latest = self.latest.max(now);
        self.note_ruling(event);
        match &event.kind {
            EventKind::Started => self.start(now),
            EventKind::Made { seat, played, legal } => self.make(*seat, *played, *legal, now),
            EventKind::Retracted { seat } => self.retract(*seat),
            EventKind::Completed { seat } if self.is_on_table() => {
                self.complete_on_table(*seat, now);
            }
            EventKind::Completed { seat } => self.complete(*seat, now),
            EventKind::PressedWithoutMove { seat, .. } => self.press_without_move(*seat, now),
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
                    if last.pawn_to == Some(*seat) {
                        last.pawn_to = None;
                    } else {
                        last.out_of_play = true;
                    }
                }
            }
            EventKind::PawnSent { seat } => {
                self.games[seat.board()].position.stock_mut(seat.color()).add(Role::Pawn);
                let from = &mut self.games[!seat.board()];
                from.sent.get_mut(seat.color()).add(Role::Pawn);
                // Of a move that the end of its game leaves uncompleted, or of the completed one.
                if let Some(promotion) = from.made.as_mut().or(from.last.as_mut()) {
                    promotion.pawn_to = Some(*seat);
                }
            }
            EventKind::PawnTaken { seat } => {
                self.players[*seat].hand.add(Role::Pawn);
                if let Some(last) = &mut self.games[seat.board()].last {
                    last.pawn_to = Some(*seat);
                }
            }
            EventKind::Hold { seat, on } => self.players[*seat].holds = *on,
            EventKind::FlagFell { seat } => {
                self.games[seat.board()].clock.fall(seat.color());
            }
            EventKind::Counted { seat, offence, .. } => {
                // An illegal move that can be claimed already leaves nothing to add (R27).
                let game = &mut self.games[seat.board()];
                let window = Window { offence: *offence, at: now };
                game.windows.get_mut(seat.color()).get_or_insert(window);
                // A stop is judged once; a wrong claim judges none.
                if *offence == Offence::NeedlessStop {
                    self.players[*seat].has_stopped = false;
                }
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
                *game.windows.get_mut(!seat.color()) = None;
                game.last = None;
                if matches!(game.duty, Some(Duty::Restitution { .. })) {
                    game.duty = None;
                    game.clock.run(seat.color(), now);
                }
            }
            EventKind::IllegalStands { seat, .. } => {
                let game = &mut self.games[seat.board()];
                *game.windows.get_mut(seat.color()) = None;
                // A demand that can't be met lapses, and the opponent is on move (R53).
                if matches!(game.duty, Some(Duty::Restitution { .. })) {
                    game.duty = None;
                    game.last = None;
                    game.clock.run(!seat.color(), now);
                }
            }
            EventKind::Undone { seat, .. } if self.is_on_table() => {
                self.undo_on_table(*seat, now);
            }
            EventKind::Undone { seat, from, square, .. } => {
                if let Some(square) = square {
                    let other = &mut self.games[!seat.board()];
                    other.remove(*square);
                    other.position_occurs();
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
            // A man that is owed on the table is given there.
            EventKind::Owes { .. } if self.is_on_table() => {}
            EventKind::Owes { seat, why, .. } => {
                let game = &mut self.games[seat.board()];
                match game.duty {
                    Some(Duty::Gift { from, .. }) if from == seat.color() => {
                        game.next_debt = Some(*why);
                    }
                    _ => game.duty = Some(Duty::Gift { from: seat.color(), why: *why }),
                }
            }
            EventKind::Given { seat, role, square, to } => {
                let game = &mut self.games[seat.board()];
                let next = game.next_debt.take();
                let next = next.map(|why| Duty::Gift { from: seat.color(), why });
                let why = std::mem::replace(&mut game.duty, next);
                match square {
                    Some(square) => {
                        let man = game.remove(*square);
                        game.position_occurs();
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
                    game.sent.get_mut(to.color()).add(*role);
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
                self.on_table.stopped_by_player = seat.is_some();
                self.on_table.go_on = ByTeam::default();
                self.games.values_mut().iter_mut().for_each(|game| game.clock.pause(now));
                if let Some(seat) = seat {
                    self.players[*seat].has_stopped = true;
                }
            }
            EventKind::Resumed => {
                self.stopped = false;
                self.on_table = OnTable::default();
                self.games.values_mut().iter_mut().for_each(|game| game.clock.resume(now));
            }
            EventKind::ClockSet { seat, clock, .. } => {
                self.set_clock(*seat, *clock, now);
            }
            EventKind::Frozen { seat, until, .. } => {
                self.players[*seat].frozen_until = Some(*until);
            }
            EventKind::Warned { seat, .. } => {
                let player = &mut self.players[*seat];
                player.warnings = player.warnings.saturating_add(1);
            }
            EventKind::Restarted { boards, .. } => {
                self.on_table.claim = None;
                self.restart(*boards, now);
            }
            EventKind::PointsChanged { team, points, .. } => {
                self.points[*team] = self.points[*team] + *points;
            }
            EventKind::TakenBack { .. } => self.take_ruling_back(now),
            EventKind::LagGiven { seat, millis } => {
                self.games[seat.board()].clock.give(seat.color(), *millis, now);
            }
            EventKind::Claimed { seat, claim, board, article } => {
                self.on_table.claim = Some(StandingClaim {
                    seat: *seat,
                    claim: *claim,
                    board: *board,
                    article: article.clone(),
                    denied: false,
                });
            }
            EventKind::ClaimDenied { .. } => {
                if let Some(claim) = &mut self.on_table.claim {
                    claim.denied = true;
                }
            }
            EventKind::ClaimSettled { .. } => self.on_table.claim = None,
            EventKind::GoOnWanted { seat } => self.on_table.go_on[seat.team()] = true,
            EventKind::AccountsDiffer { .. } | EventKind::ShowDue { .. } => {}
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
                self.on_table = OnTable::default();
                self.phase = Phase::Over;
                self.verdict = Some(verdict.clone());
            }
        }
    }

    /// A clock shows something else; a frozen player waits as long as before (sscr 9.4b).
    pub(crate) fn set_clock(&mut self, seat: Seat, reading: Millis, now: Millis) {
        let player = &mut self.players[seat];
        let clock = &mut self.games[seat.board()].clock;
        let change = reading - clock.reading(seat.color(), now);
        player.frozen_until =
            player.frozen_until.map(|until| (until + change).at_least(Millis::ZERO));
        clock.set(seat.color(), reading, now);
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
        // Whatever had stopped them, the clocks are started now.
        self.stopped = false;
        self.on_table = OnTable::default();
        for game in self.games.values_mut() {
            game.clock.resume(now);
            if again && game.untouched() {
                game.clock = Clock::new(ByColor { white: time.base, black: time.base });
            }
            if game.verdict.is_none() {
                game.clock.run(game.on_move, now);
            }
        }
    }

    fn make(&mut self, seat: Seat, played: Move, legal: bool, now: Millis) {
        let board = seat.board();
        let taken = match played.promotion() {
            Some(Promotion::Take(_, square)) => {
                self.games[!board].remove(square).map(|lifted| (square, lifted))
            }
            _ => None,
        };
        if let Some((_, lifted)) = taken {
            self.games[board].took.get_mut(lifted.man.color).add(lifted.man.off_board());
        }
        let rules = *self.settings.book.board_rules();
        let game = &mut self.games[board];
        let before = game.position.clone();
        let captured = game.position.play_unchecked(played, &rules);
        let entry = Played {
            played,
            legal,
            captured,
            taken,
            pawn_to: None,
            gift: None,
            out_of_play: false,
            drop_gone: false,
            positions_before: game.keys.len(),
            quiet_before: game.quiet,
            mate_before: game.standing_mate,
            window_before: None,
            before,
        };
        let on_move = game.on_move == seat.color();
        if on_move {
            game.made = Some(entry);
        } else {
            game.early = Some(entry);
        }
        if self.settings.book.axes.draws.repetition.is == Repetition::Stood {
            game.position_stands();
        }
        // An offer lapses when the opponent moves; where four must agree it stands (R31).
        if game.offer == Some(!seat.color())
            && self.settings.book.axes.draws.offer_lives.is == OfferLives::UntilMove
        {
            game.offer = None;
        }
        if on_move && legal {
            self.mate_may_stand(seat, now);
        }
    }

    /// In open input nobody points a mate out: it stands from when the move is made until it is
    /// claimed (sscr 7.7, R30, R43).
    fn mate_may_stand(&mut self, by: Seat, now: Millis) {
        let victim = by.opponent();
        let standing = self.games[by.board()].standing_mate;
        if !self.mates_are_claimed()
            || standing.is_some_and(|mate| mate.color == victim.color())
            || self.stuck(by.board()) != Stuck::Mate
        {
            return;
        }
        let partner = victim.partner();
        let completed = *self.games[partner.board()].completed.get(partner.color());
        let chance = self.last_drop_for(victim).map(|drop| (drop, completed));
        let is_last_drop = self.drops_last(by);
        let mate = StandingMate { color: victim.color(), at: now, chance, is_last_drop };
        self.games[by.board()].standing_mate = Some(mate);
    }

    /// Whether the move that a player has just made is the last drop that a mate of the partner
    /// leaves (R44).
    fn drops_last(&self, seat: Seat) -> bool {
        let game = &self.games[seat.board()];
        let mate = self.games[!seat.board()].standing_mate;
        let (Some(made), Some((drop, completed))) = (&game.made, mate.and_then(|mate| mate.chance))
        else {
            return false;
        };
        drop.seat == seat
            && completed == *game.completed.get(seat.color())
            && matches!(made.played, Move::Drop { role, .. } if role == drop.role)
    }

    fn take_back(&mut self, board: BoardId, played: &Played) {
        if let Some((square, lifted)) = played.taken {
            self.games[board].took.get_mut(lifted.man.color).take(lifted.man.off_board());
            let other = &mut self.games[!board];
            other.put_back(square, lifted);
            other.position_returns();
        }
        let game = &mut self.games[board];
        game.position.restore_board(&played.before);
        if let Move::Drop { role, .. } = played.played
            && !played.drop_gone
        {
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
            let game = &mut self.games[board];
            game.standing_mate = made.mate_before;
            if self.settings.book.axes.draws.repetition.is == Repetition::Stood {
                game.keys.truncate(made.positions_before);
            }
            if !made.legal {
                game.touched = Some(Touched::by(&made, false));
            }
        }
    }

    fn complete(&mut self, seat: Seat, now: Millis) {
        let settings = Arc::clone(&self.settings);
        let axes = &settings.book.axes;
        let color = seat.color();
        let board = seat.board();
        let game = &mut self.games[board];
        let Some(mut made) = game.made.take() else { return };
        game.made = game.early.take();
        game.on_move = !color;
        game.clock_returned = false;
        game.touched = None;
        game.clock.press(color, now, &settings.time);
        *game.completed.get_mut(color) += 1;
        if axes.draws.repetition.is != Repetition::Stood {
            made.positions_before = game.keys.len();
        }
        game.position_occurs();
        let pawn = match made.played {
            Move::Drop { role, .. } => role == Role::Pawn,
            Move::EnPassant { .. } => true,
            Move::Castle { .. } => false,
            Move::Walk { from, .. } => made.before.board().role_at(from) == Some(Role::Pawn),
        };
        made.quiet_before = game.quiet;
        game.quiet = if pawn || made.captured.is_some() { 0 } else { game.quiet + 1 };
        let captured = made.captured.filter(|man| man.color != color && man.role != Role::King);
        *game.last_capture.get_mut(color) = captured.map(tandem_rules::Captured::off_board);
        let claimable = game.windows.get_mut(!color).take();
        let revives = axes.illegal.revives.is == YesNo::Yes && !made.legal;
        match (claimable, game.last.take()) {
            (Some(window), Some(last)) if revives => game.reopens.push(Lapsed { window, last }),
            _ => game.reopens.clear(),
        }
        if matches!(game.duty, Some(Duty::Gift { from, .. }) if from == color) {
            game.duty = None;
            game.next_debt = None;
        }
        let window = game.windows.get_mut(color);
        made.window_before = *window;
        if !made.legal {
            // A wrong claim that can still be claimed came before it (R27, R44).
            let at = window.map_or(now, |before| before.at);
            *window = Some(Window { offence: Offence::Move, at });
        }
        let player = &mut self.players[seat];
        if let Some(man) = captured {
            player.hand.add(man.off_board());
        }
        // The player has waited; what a delay or an increment gives back freezes nobody again.
        player.frozen_until = None;
        let legal = made.legal;
        if made.taken.is_some() {
            // The position that a promotion makes on the other board has occurred there (R17).
            self.games[!board].position_occurs();
        }
        self.games[board].last = Some(made);
        let stands_against = self.games[board].standing_mate.map(|mate| mate.color);
        if stands_against == Some(!color) {
            // The mating side has played on: only what is still mate can be claimed (R30).
            let still = legal && self.completed_stuck(board) == Stuck::Mate;
            self.games[board].standing_mate.take_if(|_| !still);
        }
        // A reply that was made early is a move now.
        let standing = self.games[board].standing_mate;
        if let Some(made) = &mut self.games[board].made {
            made.mate_before = standing;
            if made.legal {
                self.mate_may_stand(seat.opponent(), now);
            }
        }
    }

    /// A move that nobody saw was completed (R55).
    fn complete_on_table(&mut self, seat: Seat, now: Millis) {
        let settings = Arc::clone(&self.settings);
        let color = seat.color();
        let game = &mut self.games[seat.board()];
        game.on_move = !color;
        game.position.set_turn(!color);
        game.clock_returned = false;
        // A press may be heard after the flag, or after the clocks were stopped.
        if game.clock.reading(color, now) > Millis::ZERO {
            game.clock.raise(color);
        }
        if game.clock.ran_before_pause(color, now) {
            game.clock.press_before_pause(color, now, &settings.time);
        } else {
            game.clock.press(color, now, &settings.time);
        }
        *game.completed.get_mut(color) += 1;
        *game.windows.get_mut(!color) = None;
        if game.offer == Some(!color)
            && settings.book.axes.draws.offer_lives.is == OfferLives::UntilMove
        {
            game.offer = None;
        }
        self.players[seat].frozen_until = None;
    }

    /// It was illegal and is taken back: who made it is on move again (R55).
    fn undo_on_table(&mut self, seat: Seat, now: Millis) {
        let color = seat.color();
        let game = &mut self.games[seat.board()];
        game.on_move = color;
        game.position.set_turn(color);
        game.clock_returned = false;
        let completed = game.completed.get_mut(color);
        *completed = completed.saturating_sub(1);
        game.clock.unpress(color, now);
    }

    /// The opponent is on move as if an illegal move had been completed (R54).
    fn press_without_move(&mut self, seat: Seat, now: Millis) {
        let color = seat.color();
        let game = &mut self.games[seat.board()];
        game.position.pass();
        game.on_move = !color;
        game.touched = None;
        game.last = None;
        game.reopens.clear();
        *game.last_capture.get_mut(color) = None;
        *game.windows.get_mut(!color) = None;
        *game.windows.get_mut(color) = Some(Window { offence: Offence::EmptyPress, at: now });
        game.position_occurs();
        game.clock.run(!color, now);
    }

    /// Takes the last completed move back; the side that made it is on move again.
    fn undo(&mut self, seat: Seat, from: ReturnedFrom, now: Millis) {
        let board = seat.board();
        let color = seat.color();
        if let Some(made) = self.games[board].made.take() {
            self.take_back(board, &made);
        }
        let Some(mut last) = self.games[board].last.take() else { return };
        if let Some((square, lifted, to)) = last.gift.take() {
            last.before.put_back(square, lifted);
            if let Some(to) = to {
                self.unsend(to, lifted.man.off_board());
            }
        }
        if let Some(man) = last.captured {
            let role = man.off_board();
            match from {
                ReturnedFrom::Hand => {
                    self.players[seat].hand.take(role);
                }
                ReturnedFrom::Stock => self.unsend(seat.partner(), role),
                ReturnedFrom::Square => {
                    self.games[board].sent.get_mut(seat.partner().color()).take(role);
                }
                ReturnedFrom::Nowhere => {}
            }
        }
        if let Some(color) = last.shed_pawn().filter(|_| last.pawn_to.is_some()) {
            self.take_pawn_back(Seat::new(board, !color));
        }
        self.take_back(board, &last);
        let game = &mut self.games[board];
        game.on_move = color;
        game.keys.truncate(last.positions_before);
        game.position_occurs();
        let completed = game.completed.get_mut(color);
        *completed = completed.saturating_sub(1);
        game.quiet = last.quiet_before;
        game.standing_mate = last.mate_before;
        *game.windows.get_mut(color) = last.window_before;
        if let Some(Lapsed { window, last }) = game.reopens.pop() {
            *game.windows.get_mut(!color) = Some(window);
            game.last = Some(last);
        }
        // What the other side owes for illegal moves of its own stays owed (R28).
        game.duty = game.duty.filter(|duty| {
            matches!(
                duty,
                Duty::Gift { from, why: Debt::IllegalMoves | Debt::KingCapture } if *from != color
            )
        });
        game.next_debt = None;
        game.touched = Some(Touched::by(&last, true));
        game.clock.unpress(color, now);
    }

    /// The pawn of a promotion that is taken back comes from where it was sent, by way of this player.
    fn take_pawn_back(&mut self, taker: Seat) {
        let in_hand = self.book().axes.promotion.pawn_goes.is == PawnGoes::Opponent
            && self.players[taker].hand.take(Role::Pawn);
        if !in_hand {
            self.unsend(taker.partner(), Role::Pawn);
        }
    }

    /// A man that came into a player's stock from the other board goes back there.
    fn unsend(&mut self, to: Seat, role: Role) {
        self.games[to.board()].position.stock_mut(to.color()).take(role);
        self.games[!to.board()].sent.get_mut(to.color()).take(role);
    }

    fn end_game(&mut self, board: BoardId, verdict: &GameVerdict, now: Millis) {
        let done = self.deed_of(board, verdict).unwrap_or(now);
        self.decided.get_or_insert(done);
        let game = &mut self.games[board];
        game.clock.stop(now);
        game.windows = ByColor::default();
        game.duty = None;
        game.next_debt = None;
        game.offer = None;
        game.verdict = Some(verdict.clone());
        self.on_table.claim.take_if(|claim| claim.board == board);
        self.first_ended.get_or_insert(board);
        if self.settings.book.axes.contest.ends.is == Ends::First && self.last_drop.is_none() {
            self.closing.get_or_insert(now);
        }
    }
}
