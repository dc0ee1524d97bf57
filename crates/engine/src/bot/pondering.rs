//! Thinking in the opponent's time.

use std::sync::atomic::Ordering;

use tandem_rules::Millis;
use tandem_rules::shakmaty::Color;

use super::{Bot, Interrupt, other};
use crate::evaluate::BOARD_KINDS;
use crate::laws::Laws;
use crate::search::{Limits, Problem, Timer};
use crate::team::View;

/// After so many nodes more would help little, however long the opponent thinks.
const ENOUGH: u64 = 4_000_000;
/// A board with one man more is looked at for so many.
const ENOUGH_WITH_ONE_MORE: u64 = 100_000;
/// No opponent is waited for longer with a processor.
const LONGEST: Millis = Millis::from_secs(60);

impl Bot {
    /// Whether there is something to think about while the opponent does.
    #[must_use]
    pub fn can_ponder(&self, view: &View) -> bool {
        let opponents_turn = view.own.position.turn() != view.seat.color();
        self.level.ponders() && opponents_turn && !view.own.ended
    }

    /// Thinks while the opponent does, until it is interrupted or has seen enough: about what the opponent
    /// might play and drop, then about what each man would change that might come from beside. What it finds lies
    /// in its table when its own turn comes.
    pub fn ponder(&mut self, view: &View, timer: Timer<'_>, interrupt: &Interrupt) {
        if !self.can_ponder(view) {
            return;
        }
        let laws = Laws::of(&view.book);
        let problem = Problem {
            position: &view.own.position,
            laws: &laws,
            other: other(view),
            earlier: &view.own.earlier,
            // As it will weigh men when it is asked.
            stakes: self.stakes(view, &laws),
            lines: 1,
        };
        let limits = |nodes| Limits {
            nodes: Some(nodes),
            hard: Some(LONGEST),
            timer,
            stop: interrupt.flag(),
            ..Limits::default()
        };
        self.engine.search(&problem, limits(ENOUGH));
        if view.other_board_in_play().is_none() {
            return;
        }
        for (role, color) in BOARD_KINDS.into_iter().flat_map(|role| Color::ALL.map(|c| (role, c)))
        {
            if interrupt.flag().load(Ordering::Relaxed) {
                return;
            }
            let mut richer = view.own.position.clone();
            richer.stock_mut(color).add(role);
            let imagined = Problem { position: &richer, ..problem };
            self.engine.search(&imagined, limits(ENOUGH_WITH_ONE_MORE));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::{Rulebook, Seat};

    use super::*;
    use crate::bot::Next;
    use crate::level::Level;
    use crate::protocol::fen::parse_fen;

    const MIDDLE: &str =
        "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP2PPP/R1BQKB1R[PNqp] b KQkq - 0 1";

    fn view(position: tandem_rules::Position) -> View {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        View::alone(book, Seat::WhiteA, position)
    }

    /// The deepest line of a thought of so many nodes, in the position after the reply that is expected.
    fn depth_of_a_thought(pondered: bool) -> u32 {
        let position = parse_fen(MIDDLE).unwrap();
        let mut bot = Bot::new(Level::STRONGEST, 8, 1);
        let before = view(position.clone());
        assert!(bot.can_ponder(&before));
        let reached = |_: Millis| {};
        let interrupt = Interrupt::new();
        if pondered {
            let stops = |time: Millis| {
                if time >= Millis(1_000) {
                    interrupt.finish();
                }
            };
            let timer = Timer::Counted { per_milli: 100, spent: 0, reached: &stops };
            bot.ponder(&before, timer, &interrupt);
        }
        let mut after = position;
        let m = after.by(before.book.board_rules()).legal_move("d5e4".parse().unwrap()).unwrap();
        after.play_unchecked(m, before.book.board_rules());
        let after = view(after);
        assert!(!bot.can_ponder(&after), "it is on move");
        let mut depth = 0;
        bot.set_move_time(Some(Millis(100)));
        let timer = Timer::Counted { per_milli: 100, spent: 0, reached: &reached };
        let decision = bot.decide_and_tell(&after, timer, &Interrupt::new(), &mut |progress| {
            depth = depth.max(progress.depth);
        });
        assert!(matches!(decision.next, Next::Play { .. }));
        depth
    }

    #[test]
    fn what_was_seen_in_the_opponents_time_is_known_in_ones_own() {
        let (without, with) = (depth_of_a_thought(false), depth_of_a_thought(true));
        assert!(with > without, "{with} instead of {without}");
    }

    #[test]
    fn only_the_strongest_ponder() {
        let position = view(parse_fen(MIDDLE).unwrap());
        let who: Vec<u8> = Level::all()
            .filter(|&level| Bot::new(level, 1, 1).can_ponder(&position))
            .map(Level::number)
            .collect();
        assert_eq!(who, [8]);
    }
}
