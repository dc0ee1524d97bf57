//! Depth after depth, from what the one before found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tandem_rules::{Millis, Move, OtherBoard, Position};

use super::history::History;
use super::tree::Task;
use super::{Limits, Searcher, new_steps};
use crate::evaluate::Weights;
use crate::hash_table::HashTable;
use crate::laws::Laws;
use crate::node::Node;
use crate::score::{INFINITE, MAX_PLY, Score, is_mate, mate_distance};
use crate::stakes::Stakes;

/// What is to be solved.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The board.
    pub position: &'a Position,
    /// The book's laws.
    pub laws: &'a Laws,
    /// The other board, where a promotion may take a piece.
    pub other: Option<OtherBoard<'a>>,
    /// [`Position::repetition_key`] of the positions since the last capture, drop or pawn move, oldest
    /// first, without the present one.
    pub earlier: &'a [u64],
    /// What the match makes of it.
    pub stakes: Stakes,
    /// How many lines are wanted, best first; at least one.
    pub lines: usize,
}

/// A move at the root with what was found behind it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(super) m: Move,
    /// What this depth found; none of it yet if it is worse than anything.
    pub(super) score: Score,
    /// What the depth before found.
    pub(super) previous: Score,
    pub(super) nodes: u64,
    pub(super) line: Vec<Move>,
}

impl RootMove {
    fn new(m: Move) -> RootMove {
        RootMove { m, score: -INFINITE, previous: -INFINITE, nodes: 0, line: vec![m] }
    }

    /// Whether it was searched in this depth, and was the best of its line so far.
    fn is_found(&self) -> bool {
        self.score > -INFINITE
    }
}

/// A move with its score and how play may go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move itself.
    pub best: Move,
    /// What it is worth to the player.
    pub score: Score,
    /// The move and what may follow.
    pub moves: Vec<Move>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The depth just finished.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub deepest: usize,
    /// Nodes of all threads, as far as they have told.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table_fullness: u32,
    /// The number of this line, from 1.
    pub number: usize,
    /// The line.
    pub line: &'a Line,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The lines, best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The depth that was finished.
    pub depth: u32,
    /// Nodes of the leading thread.
    pub nodes: u64,
}

impl Report {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first().map(|line| line.best)
    }

    /// The score of the best move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// What the threads of a search know of each other.
#[derive(Default)]
pub(crate) struct Together {
    /// The leading thread has ended, and so do the others. Only the leading one says so: a helper that comes
    /// to its end says nothing about the rest.
    pub(super) ended: AtomicBool,
    /// Nodes that the helpers have searched.
    pub(super) helped: AtomicU64,
}

/// What a thread searches with.
pub(crate) struct Tools<'a> {
    pub(crate) table: &'a HashTable,
    pub(crate) weights: &'a Weights,
    pub(crate) history: &'a mut History,
    pub(crate) together: &'a Together,
    /// 0 leads; the others help.
    pub(crate) thread: usize,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(problem: &Problem<'a>, limits: Limits<'a>, tools: Tools<'a>) -> Searcher<'a> {
        tools.history.new_search();
        let mut keys = problem.earlier.to_vec();
        keys.push(problem.position.repetition_key());
        Searcher {
            laws: problem.laws,
            other: problem.other,
            stakes: problem.stakes,
            weights: tools.weights,
            salt: problem.stakes.salt(),
            table: tools.table,
            history: tools.history,
            limits,
            together: tools.together,
            leads: tools.thread == 0,
            first_depth: 1 + u32::from(!tools.thread.is_multiple_of(2)),
            stopped: false,
            nodes: 0,
            next_look: limits.timer.look_every(),
            deepest: 0,
            root_depth: 1,
            steps: new_steps(),
            before_root: keys.len() - 1,
            keys,
            lines: vec![Vec::new(); MAX_PLY + 1],
            root_moves: Vec::new(),
            settled: 0,
            root_move_nodes: 0,
        }
    }

    /// Searches until a limit is reached, telling each finished line.
    pub(crate) fn run(
        &mut self,
        problem: &Problem<'a>,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        let mut root = Node::new(problem.position.clone());
        root.reversible = self.before_root as u32;
        let legal = self.board(&root).legal_moves();
        self.root_moves = legal.into_iter().map(RootMove::new).collect();
        let wanted = problem.lines.clamp(1, self.root_moves.len().max(1));
        let mut report = Report::default();
        if self.root_moves.is_empty() {
            return report;
        }
        // Until the first depth is done, any legal move is better than none.
        report.lines = vec![line_of(&self.root_moves[0])];
        report.lines[0].score = self.evaluate(&root);
        let deepest = self.limits.depth.unwrap_or(MAX_PLY as u32 - 8).clamp(1, MAX_PLY as u32 - 8);
        let mut steadiness = Steadiness::default();
        for depth in self.first_depth.min(deepest)..=deepest {
            self.root_depth = depth;
            self.deepest = 0;
            for root in &mut self.root_moves {
                root.nodes = 0;
                root.previous = root.score;
                root.score = -INFINITE;
            }
            for number in 0..wanted {
                self.settled = number;
                self.aspire(&root, depth as i32);
                if self.stopped {
                    break;
                }
                self.root_moves[..=number].sort_by_key(|root| -root.score);
            }
            if self.stopped {
                report.lines = unfinished(&self.root_moves[..=self.settled], &report.lines);
                break;
            }
            self.settled = 0;
            report.lines = self.root_moves[..wanted].iter().map(line_of).collect();
            report.depth = depth;
            report.nodes = self.nodes;
            for (number, line) in report.lines.iter().enumerate() {
                tell(&Progress {
                    depth,
                    deepest: self.deepest,
                    nodes: self.nodes + self.together.helped.load(Relaxed),
                    table_fullness: self.table.fullness(),
                    number: number + 1,
                    line,
                });
            }
            if self.leads && self.enough(&mut steadiness, depth) {
                break;
            }
        }
        report.nodes = self.nodes;
        if self.leads {
            self.together.ended.store(true, Relaxed);
        }
        report
    }

    /// Searches the root with a narrow window around the last score, wider when it fails.
    fn aspire(&mut self, root: &Node, depth: i32) {
        self.root_moves[self.settled..].sort_by_key(|root| -root.previous);
        let last = self.root_moves[self.settled].previous;
        let mut delta = 22 + last.abs() / 40;
        let (mut alpha, mut beta) = if depth >= 5 && !is_mate(last) && last > -INFINITE {
            (last - delta, last + delta)
        } else {
            (-INFINITE, INFINITE)
        };
        let mut failed_high = 0;
        loop {
            let depth = (depth - failed_high).max(1);
            let led = self.begin_pass();
            let score = self.search(root, Task { alpha, beta, depth, ply: 0, cut: false });
            self.end_pass(led);
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                failed_high = 0;
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(2);
            } else {
                return;
            }
            delta += delta / 2 + 10;
            if delta > 900 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// The root is searched through once more: no score from before counts any longer. Returns that of the move that
    /// led.
    fn begin_pass(&mut self) -> Score {
        let moves = &mut self.root_moves[self.settled..];
        let led = moves[0].score;
        moves.iter_mut().for_each(|root| root.score = -INFINITE);
        led
    }

    /// The best move leads; if none was searched to its end, the one that did.
    fn end_pass(&mut self, led: Score) {
        let moves = &mut self.root_moves[self.settled..];
        moves.sort_by_key(|root| -root.score);
        if !moves[0].is_found() {
            moves[0].score = led;
        }
    }

    /// Whether another depth is not worth its time.
    fn enough(&mut self, steadiness: &mut Steadiness, depth: u32) -> bool {
        let best = &self.root_moves[0];
        if let (Some(wanted), Some(moves)) = (self.limits.mate, mate_distance(best.score))
            && moves > 0
            && moves.unsigned_abs() <= wanted
        {
            return true;
        }
        let Some(soft) = self.limits.soft else { return false };
        // A mate that was looked at deeper than it is long will not get shorter.
        if let Some(moves) = mate_distance(best.score)
            && depth as i32 > 2 * moves.abs() + 2
        {
            return true;
        }
        if self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        let share = best.nodes as f64
            / self.root_moves.iter().map(|root| root.nodes).sum::<u64>().max(1) as f64;
        let factor = steadiness.factor(best.m, best.score, share);
        self.elapsed() >= Millis((soft.0 as f64 * factor) as i64)
    }
}

/// The lines of a depth that was not finished: what it found, best first, then as many of those before it as are
/// left. The first move searched was the best so far, so a better one counts; no line from before is worth more than
/// what was found in its place.
fn unfinished(found: &[RootMove], before: &[Line]) -> Vec<Line> {
    let mut lines: Vec<Line> = found.iter().filter(|root| root.is_found()).map(line_of).collect();
    lines.sort_by_key(|line| -line.score);
    let most = lines.last().map_or(INFINITE, |line| line.score);
    for line in before {
        if lines.len() < before.len() && lines.iter().all(|known| known.best != line.best) {
            lines.push(Line { score: line.score.min(most), ..line.clone() });
        }
    }
    lines
}

fn line_of(root: &RootMove) -> Line {
    Line { best: root.m, score: root.score, moves: root.line.clone() }
}

/// How sure the search is of its move: a steady one needs less time.
#[derive(Default)]
struct Steadiness {
    best: Option<Move>,
    score: Score,
    same: u32,
}

impl Steadiness {
    fn factor(&mut self, best: Move, score: Score, share: f64) -> f64 {
        let fell = (self.score - score).clamp(-50, 150);
        if self.best == Some(best) {
            self.same += 1;
        } else {
            self.same = 0;
        }
        self.best = Some(best);
        self.score = score;
        let steady = 1.25 - 0.08 * f64::from(self.same.min(8));
        let clear = 1.45 - 0.75 * share;
        let falling = 1.0 + f64::from(fell) / 300.0;
        steady * clear * falling
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Rulebook;

    use super::super::HELPERS_LOOK_EVERY;
    use super::*;
    use crate::engine::Engine;

    fn with_problem<T>(lines: usize, act: impl FnOnce(&Problem<'_>) -> T) -> T {
        let laws = Laws::of(&Rulebook::builtin("fics").unwrap());
        let position = Position::default();
        let stakes = Stakes::default();
        act(&Problem { position: &position, laws: &laws, other: None, earlier: &[], stakes, lines })
    }

    #[test]
    fn what_led_before_does_not_lead_by_a_score_that_was_not_found_again() {
        with_problem(1, |problem| {
            let (table, together) = (HashTable::new(1), Together::default());
            let mut history = History::new();
            let (table, weights, together) = (&table, &Weights::DEFAULT, &together);
            let tools = Tools { table, weights, history: &mut history, together, thread: 0 };
            let mut searcher = Searcher::new(problem, Limits::depth(1), tools);
            let legal = searcher.board(&Node::new(problem.position.clone())).legal_moves();
            let [first, second, third] = [legal[0], legal[1], legal[2]];
            searcher.root_moves = [first, second, third].map(RootMove::new).to_vec();
            assert_eq!(searcher.begin_pass(), -INFINITE);
            searcher.end_root_move(second, 30, true);
            searcher.end_root_move(third, 45, true);
            searcher.end_root_move(first, 50, true);
            searcher.end_pass(-INFINITE);
            // Searched again, the first is worth less, and nothing is known of the others.
            let led = searcher.begin_pass();
            searcher.end_root_move(first, 20, true);
            searcher.end_pass(led);
            assert_eq!((searcher.root_moves[0].m, searcher.root_moves[0].score), (first, 20));
            // Stopped before anything is known again, the one that led still does.
            let led = searcher.begin_pass();
            searcher.end_pass(led);
            assert_eq!((searcher.root_moves[0].m, searcher.root_moves[0].score), (first, 20));
        });
    }

    #[test]
    fn what_an_unfinished_depth_found_of_several_lines_counts() {
        let legal = Position::default().by(&Rulebook::builtin("fics").unwrap()).legal_moves();
        let found = |at: usize, score| RootMove { score, ..RootMove::new(legal[at]) };
        let line = |at: usize, score| line_of(&found(at, score));
        let before = [line(0, 50), line(1, 40), line(2, 30)];
        let scores = |lines: &[Line]| {
            let at = |line: &Line| legal.iter().position(|&m| m == line.best).unwrap();
            lines.iter().map(|line| (at(line), line.score)).collect::<Vec<_>>()
        };
        let now = unfinished(&[found(3, 60), found(0, 35)], &before);
        assert_eq!(scores(&now), [(3, 60), (0, 35), (1, 35)]);
        let now = unfinished(&[found(0, 10), found(1, -INFINITE)], &before);
        assert_eq!(scores(&now), [(0, 10), (1, 10), (2, 10)]);
        assert_eq!(unfinished(&[found(4, -INFINITE)], &before), before);
    }

    #[test]
    fn a_search_for_several_lines_that_is_stopped_knows_more_than_its_last_depth() {
        with_problem(4, |problem| {
            let mut newer = 0;
            for nodes in (200..6_000).step_by(100) {
                let mut told = Vec::new();
                let report = Engine::new(1).search_and_tell(
                    problem,
                    Limits::nodes(nodes),
                    &mut |progress| {
                        told.truncate(progress.number - 1);
                        told.push(progress.line.clone());
                    },
                );
                newer += usize::from(told != report.lines);
                assert!(report.lines.is_sorted_by_key(|line| -line.score), "{:?}", report.lines);
                assert_eq!(report.lines.len(), 4);
                for (at, line) in report.lines.iter().enumerate() {
                    assert!(report.lines[..at].iter().all(|better| better.best != line.best));
                }
            }
            assert!(newer > 0);
        });
    }

    #[test]
    fn a_helper_that_ends_ends_nobody_else_and_its_nodes_are_told() {
        with_problem(1, helper_then_leader);
    }

    fn helper_then_leader(problem: &Problem<'_>) {
        let (table, together) = (HashTable::new(1), Together::default());
        let search = |thread, depth| {
            let mut history = History::new();
            let (table, weights, together) = (&table, &Weights::DEFAULT, &together);
            let tools = Tools { table, weights, history: &mut history, together, thread };
            let mut told = Vec::new();
            let report = Searcher::new(problem, Limits::depth(depth), tools)
                .run(problem, &mut |progress| told.push((progress.depth, progress.nodes)));
            (report, told, together.ended.load(Relaxed), together.helped.load(Relaxed))
        };
        let (report, told, ended, helped) = search(1, 5);
        assert!(!ended, "only the leading thread ends the others");
        assert_eq!(told[0].0, 2, "it does not do what the leading one does");
        assert_eq!(helped, report.nodes / HELPERS_LOOK_EVERY * HELPERS_LOOK_EVERY);
        let (report, told, ended, _) = search(0, 4);
        assert!(ended);
        assert_eq!(told.last(), Some(&(4, report.nodes + helped)));
        let (report, ..) = search(2, 6);
        assert!(report.depth < 6, "a helper that comes late ends at once");
    }
}
