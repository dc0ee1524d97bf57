//! Passing captured men on or holding them back, where that is a right (minerva 2.1, stein 2.1).
//!
//! A man in the stock is seen by the partner's opponent, who plays around it; one in the partner's hand
//! is not. So men that come while the partner thinks about a move wait for the beginning of their
//! next turn. They go at once to a partner who asks or sits, or who could be left without a
//! move before: mate and stalemate are judged by the stock as it is (R8).

use tandem_referee::{Act, Match, Message, Phase};
use tandem_rules::{Millis, Seat};

use super::BotAct;
use crate::level::Level;
use crate::team::sits;

/// When a player passes on what they have captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// At once, as whoever has not thought about it, and for those who plan with what they have.
    AtOnce,
    /// At the beginning of their partner's turn, or when they need it.
    InTime,
}

impl Habit {
    /// Of a bot of our own: only those who look at the other board know when to pass.
    #[must_use]
    pub fn of(level: Level, as_team: bool) -> Habit {
        if as_team && level.skill().plays_as_team { Habit::InTime } else { Habit::AtOnce }
    }
}

/// Passes captured men on, also while the player thinks about a move.
#[derive(Clone, Copy, Debug)]
pub struct Passer {
    habit: Habit,
    /// The partner's turn that was seen last.
    turn: Option<u16>,
    /// So many men that were in the hand when they became due have not been passed yet.
    due: u32,
    /// Whether the partner has asked for men during this turn.
    asked: bool,
}

impl Passer {
    /// Passer with a habit.
    #[must_use]
    pub fn new(habit: Habit) -> Passer {
        Passer { habit, turn: None, due: 0, asked: false }
    }

    /// What the partner says.
    pub fn hear(&mut self, message: &Message) {
        self.asked |= matches!(message, Message::Need(_));
    }

    /// What a player does now with the men in their hand: the next act, and the one after it when
    /// that is done. Ask whenever something has happened, before anybody thinks about their move.
    #[must_use]
    pub fn next(&mut self, game: &Match, seat: Seat, now: Millis) -> Option<BotAct> {
        let player = game.player(seat);
        let right = game.book().holding_is_a_right();
        let boards = [seat.board(), !seat.board()];
        let in_play = boards.into_iter().all(|board| !game.game(board).ended());
        if !right || !in_play || game.phase() != Phase::Playing {
            return None;
        }
        let holds = self.habit == Habit::InTime;
        if player.holds != holds {
            return Some(Act::Hold { on: holds });
        }
        if !holds || self.become_due(game, seat.partner(), now) {
            self.due = player.hand.total();
        }
        self.due = self.due.checked_sub(1)?;
        player.hand.iter().next().map(|(role, _)| Act::Pass { role })
    }

    /// Whether everything in the hand is due now.
    fn become_due(&mut self, game: &Match, receiver: Seat, now: Millis) -> bool {
        let on_board = game.game(receiver.board());
        if on_board.on_move != receiver.color() {
            return can_be_stuck(game, receiver);
        }
        let turn = *on_board.completed.get(!receiver.color());
        let begins = self.turn != Some(turn);
        if begins {
            (self.turn, self.asked) = (Some(turn), false);
        }
        let waits = || sits(on_board.clock.on_move_for(now), game.clock(receiver, now));
        begins || self.asked || waits()
    }
}

/// Whether a player could be left without a move by the next one of their opponent.
fn can_be_stuck(game: &Match, receiver: Seat) -> bool {
    let enemy = game.board_for(receiver.opponent());
    enemy.legal_moves().into_iter().any(|m| {
        let mut next = enemy.clone();
        next.play_unchecked(m);
        !next.has_legal_move()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_notation::Bfen;
    use tandem_referee::{Attempt, Command, Settings};
    use tandem_rules::shakmaty::Role;
    use tandem_rules::{Millis, Position, Rulebook};

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

    fn act(game: &mut Match, seat: Seat, act: BotAct) {
        game.act(
            Millis(1),
            &Command::Player { seat, act: act.map_move(Attempt::from) },
            &mut Vec::new(),
        )
        .expect("it is allowed");
    }

    fn next(passer: &mut Passer, game: &Match) -> Option<BotAct> {
        passer.next(game, Seat::WhiteA, Millis(1))
    }

    fn moves(game: &mut Match, seat: Seat, text: &str) {
        act(game, seat, Act::Move { tried: text.parse().expect("a move") });
    }

    /// A match in which White on board A, who passes like this, has just taken a pawn.
    fn after_a_capture(book: &str, passer: &mut Passer, board_b: &str) -> Match {
        let board_a = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        let pair = Bfen::parse(&format!("{board_a} | {board_b}")).expect("two boards");
        let mut settings = Settings::new(Arc::new(Rulebook::builtin(book).expect("a book")));
        settings.positions = pair.positions().map(Position::clone);
        let mut game = Match::new(settings);
        game.act(Millis(0), &Command::Start, &mut Vec::new()).expect("it starts");
        if let Some(first) = next(passer, &game) {
            act(&mut game, Seat::WhiteA, first);
        }
        assert_eq!(next(passer, &game), None);
        moves(&mut game, Seat::WhiteA, "e4d5");
        game
    }

    const PASS: Option<BotAct> = Some(Act::Pass { role: Role::Pawn });

    #[test]
    fn minerva_2_1_a_man_comes_when_the_enemy_beside_has_moved() {
        for book in ["minerva", "stein"] {
            let mut passer = Passer::new(Habit::InTime);
            let mut game = after_a_capture(book, &mut passer, START);
            assert!(game.player(Seat::WhiteA).hand.has(Role::Pawn), "{book}");
            assert_eq!(next(&mut passer, &game), None, "{book}");
            moves(&mut game, Seat::WhiteB, "e2e4");
            assert_eq!(next(&mut passer, &game), PASS, "{book}");
        }
    }

    #[test]
    fn a_man_that_comes_while_the_partner_thinks_waits_for_his_next_turn() {
        let mut passer = Passer::new(Habit::InTime);
        let black_on_move = START.replace(" w ", " b ");
        let mut game = after_a_capture("minerva", &mut passer, &black_on_move);
        assert_eq!(next(&mut passer, &game), None);
        moves(&mut game, Seat::BlackB, "e7e5");
        assert_eq!(next(&mut passer, &game), None);
        moves(&mut game, Seat::WhiteB, "e2e4");
        assert_eq!(next(&mut passer, &game), PASS);
        act(&mut game, Seat::WhiteA, Act::Pass { role: Role::Pawn });
        assert_eq!(next(&mut passer, &game), None);
    }

    #[test]
    fn a_partner_who_asks_or_sits_gets_it_at_once() {
        let black_on_move = START.replace(" w ", " b ");
        let mut passer = Passer::new(Habit::InTime);
        let game = after_a_capture("minerva", &mut passer, &black_on_move);
        let mut waits = passer;
        passer.hear(&Message::Need(Role::Pawn));
        assert_eq!(next(&mut passer, &game), PASS);
        assert_eq!(waits.next(&game, Seat::WhiteA, Millis::from_secs(2)), None);
        assert_eq!(waits.next(&game, Seat::WhiteA, Millis::from_secs(90)), PASS);
    }

    #[test]
    fn r8_a_man_comes_at_once_where_the_partner_could_be_mated_without_it() {
        let mut passer = Passer::new(Habit::InTime);
        let game = after_a_capture("minerva", &mut passer, BACK_RANK);
        assert_eq!(next(&mut passer, &game), PASS);
    }

    #[test]
    fn whoever_passes_at_once_lets_everything_go() {
        let mut held = after_a_capture("minerva", &mut Passer::new(Habit::InTime), START);
        let mut passer = Passer::new(Habit::AtOnce);
        for due in [Act::Hold { on: false }, Act::Pass { role: Role::Pawn }] {
            assert_eq!(next(&mut passer, &held), Some(due.clone()));
            act(&mut held, Seat::WhiteA, due);
        }
        assert_eq!(next(&mut passer, &held), None);
        let passed = after_a_capture("minerva", &mut passer, START);
        assert!(passed.player(Seat::WhiteA).hand.is_empty());
        assert_eq!(next(&mut passer, &passed), None);
    }

    #[test]
    fn nothing_is_held_where_passing_is_a_duty_or_nothing_passes_any_more() {
        let mut passer = Passer::new(Habit::InTime);
        let duty = after_a_capture("asten", &mut passer, START);
        assert_eq!(next(&mut passer, &duty), None);
        let mut ended = after_a_capture("stein", &mut passer, START);
        act(&mut ended, Seat::WhiteB, Act::Resign);
        assert!(ended.game(Seat::WhiteB.board()).ended());
        assert_eq!(next(&mut passer, &ended), None);
    }
}
