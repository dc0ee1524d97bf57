//! What a look at the board brought, and how long it holds while the match goes on.

use tandem_rules::Move;

use super::choose::as_seen;
use super::ideas::Effort;
use super::{Bot, Within, other};
use crate::laws::Laws;
use crate::level::Skill;
use crate::node::Node;
use crate::score::Score;
use crate::search::{Limits, Problem};
use crate::stakes::Stakes;
use crate::team::View;

/// What a look at the board brought.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The board without its stocks.
    board: u64,
    key: (u64, Stakes),
    pub(super) moves: Vec<(Move, Score)>,
    pub(super) depth: u32,
    /// Whether it came to its end, and nobody made the player look up from it.
    finished: bool,
}

/// A move that is worth less by so much with what has come was thought of in vain.
const SLACK: Score = 120;
/// Whoever stands worse looks at everything afresh: what has come may save them.
const IN_TROUBLE: Score = -600;
/// Each of the two looks at what has come takes this part of the time that is left.
const LOOK_SHARE: u64 = 4;

impl Bot {
    /// Thinks about the move, from what was thought about it before.
    pub(super) fn think(
        &mut self,
        view: &View,
        laws: &Laws,
        stakes: Stakes,
        skill: Skill,
        within: Within<'_>,
        effort: &mut Effort,
    ) -> Thought {
        let position = &view.own.position;
        let node = Node::new(position.clone());
        let (board, key) = (node.board_key, (node.key(), stakes));
        let problem = Problem {
            position,
            laws,
            other: other(view),
            earlier: &view.own.earlier,
            stakes,
            lines: skill.lines(1),
        };
        // The piece that a promotion was to take may have left the other board (fer 4.1).
        let is_legal = |m: Move| view.board().is_legal(m);
        let earlier = self.thought.take().filter(|thought| {
            thought.board == board && thought.moves.iter().all(|(m, _)| is_legal(*m))
        });
        if let Some(thought) = &earlier {
            let time = within.time;
            if thought.key == key && (thought.finished || time.mostly_used) {
                // Nothing has changed since: the same thought again costs no time.
                return Thought { finished: true, ..thought.clone() };
            }
            let nodes = within.timer.nodes_in(time.soft) / LOOK_SHARE;
            if time.mostly_used
                && let Some(moves) = self.still_holds(thought, &problem, nodes, effort)
            {
                return Thought { key, moves, finished: true, ..thought.clone() };
            }
        }
        self.dice.stir(node.key());
        let seen = as_seen(position, skill, &mut self.dice);
        let problem = Problem { position: &seen, ..problem };
        let limits = Limits {
            nodes: skill.nodes,
            depth: skill.depth,
            soft: Some(within.time.soft),
            hard: Some(within.time.hard),
            mate: None,
            mating_drops: skill.looks_for_mates(),
            timer: within.timer,
            stop: within.interrupt.flag(),
        };
        let report = self.engine.search_and_tell(&problem, limits, within.tell);
        effort.spent += report.nodes;
        let moves = report.lines.iter().map(|line| (line.best, line.score)).collect();
        let finished = !within.interrupt.is_stale();
        let thought = Thought { board, key, moves, depth: report.depth, finished };
        // Whoever looks up again at once had thought more before.
        match earlier {
            Some(deeper) if !finished && deeper.depth > thought.depth => deeper,
            _ => thought,
        }
    }

    /// The move of a thought that did not know what has come since, if it is as good as it was and a short look
    /// finds nothing better: a thought that is nearly done is not begun again for a man that changes nothing.
    fn still_holds(
        &mut self,
        thought: &Thought,
        problem: &Problem<'_>,
        nodes: u64,
        effort: &mut Effort,
    ) -> Option<Vec<(Move, Score)>> {
        let &[(m, score)] = &thought.moves[..] else { return None };
        if score < IN_TROUBLE {
            return None;
        }
        let mut after = problem.position.clone();
        after.play_unchecked(m, &problem.laws.rules);
        let reply = Problem { position: &after, earlier: &[], ..*problem };
        let reply = self.engine.search(&reply, Limits::nodes(nodes));
        effort.spent += reply.nodes;
        let now = -reply.score()?;
        if now + SLACK < score {
            return None;
        }
        let another = self.engine.search(problem, Limits::nodes(nodes));
        effort.spent += another.nodes;
        (another.score()? <= now + SLACK).then(|| vec![(m, now)])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::shakmaty::{Color, Role, Square};
    use tandem_rules::{Millis, Rulebook, Seat};

    use super::*;
    use crate::bot::{Interrupt, Next};
    use crate::level::Level;
    use crate::protocol::fen::parse_fen;
    use crate::search::Timer;

    const QUIET: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[] w KQkq - 0 1";

    fn view() -> View {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, parse_fen(QUIET).unwrap());
        view.clocks[Seat::WhiteA] = Some(Millis::from_secs(30));
        view
    }

    /// How long somebody thinks on who looked up after 300 ms, for a view and the time that the turn has taken.
    fn goes_on_for(view: &View, used: i64) -> Millis {
        let mut bot = Bot::new(Level::STRONGEST, 4, 1);
        let interrupt = Interrupt::new();
        let reached = |time: Millis| {
            if time >= Millis(300) {
                interrupt.look_up();
            }
        };
        let timer = Timer::Counted { per_milli: 20, spent: 0, reached: &reached };
        let first = bot.decide(&self::view(), timer, &interrupt);
        assert_eq!(first.next, Next::AskAgain);
        let mut view = view.clone();
        view.own.on_move_for = Millis(used);
        let then = bot.decide(&view, Timer::Nodes { per_milli: 20 }, &Interrupt::new());
        assert!(matches!(then.next, Next::Play { .. }), "{:?}", then.next);
        then.took
    }

    #[test]
    fn a_thought_that_is_nearly_done_is_not_begun_again_for_nothing() {
        let same = view();
        assert!(goes_on_for(&same, 100) > Millis(50), "it had just begun");
        assert_eq!(goes_on_for(&same, 900), Millis::ZERO);
        let mut harmless = view();
        harmless.own.position.stock_mut(Color::Black).add(Role::Pawn);
        assert!(goes_on_for(&harmless, 900) < goes_on_for(&harmless, 100));
    }

    #[test]
    fn what_wins_now_is_seen_however_late_it_comes() {
        let open = "r1bqkb1r/ppppp1pp/2n2n2/5p2/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[] w KQkq - 0 1";
        let mut view = view();
        view.own.position = parse_fen(open).unwrap();
        let timer = Timer::Nodes { per_milli: 20 };
        let mut bot = Bot::new(Level::STRONGEST, 4, 1);
        bot.decide(&view, timer, &Interrupt::new());
        view.own.position.stock_mut(Color::White).add(Role::Queen);
        view.own.on_move_for = Millis(900);
        let Next::Play { m, .. } = bot.decide(&view, timer, &Interrupt::new()).next else {
            panic!("it plays")
        };
        assert_eq!(m, Move::Drop { role: Role::Queen, to: Square::F7 });
    }
}
