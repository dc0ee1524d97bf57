//! The engine: a table, histories and threads around the search.

use std::sync::atomic::AtomicBool;

use tandem_rules::Move;

use crate::evaluate::{Weights, evaluate};
use crate::hash_table::HashTable;
use crate::score::Score;
use crate::search::{History, Limits, Problem, Progress, Report, Searcher, Tools};

/// A player's memory: it may be used for one search after the other.
pub struct Engine {
    table: HashTable,
    histories: Vec<History>,
    weights: Weights,
}

impl Engine {
    /// An engine with a table of so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Engine {
        Engine {
            table: HashTable::new(megabytes),
            histories: vec![History::new()],
            weights: Weights::DEFAULT,
        }
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.clamp(1, 256), History::new);
    }

    /// A table of another size; what was known is forgotten.
    pub fn set_table_size(&mut self, megabytes: usize) {
        self.table = HashTable::new(megabytes);
    }

    /// Other numbers for the evaluation, to measure them.
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = weights;
        self.forget();
    }

    /// Forgets everything, for a new game that shall not depend on the last.
    pub fn forget(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches until a limit is reached. With one thread and a limit of nodes or depth the
    /// result depends on nothing but the problem and what was searched before.
    pub fn search(&mut self, problem: &Problem<'_>, limits: Limits<'_>) -> Report {
        self.search_and_tell(problem, limits, &mut |_| {})
    }

    /// Every legal move with its score when the reply is searched to a depth; zero looks at the
    /// board after the move and no further. Adds the nodes it took.
    pub(crate) fn rank(
        &mut self,
        problem: &Problem<'_>,
        depth: u32,
        nodes: &mut u64,
    ) -> Vec<(Move, Score)> {
        let laws = problem.laws;
        let legal = laws.board(problem.position, problem.other).legal_moves();
        let mut ranked = Vec::with_capacity(legal.len());
        for m in legal {
            let mut after = problem.position.clone();
            after.play_unchecked(m, &laws.rules);
            *nodes += 1;
            let stakes = problem.stakes;
            let board = laws.board(&after, problem.other);
            let dead_end = || {
                let costs = *stakes.waiting.get(after.turn());
                laws.dead_end(board, costs, 1)
            };
            let reply = if !board.has_legal_move() {
                dead_end()
            } else if depth == 0 {
                evaluate(&after, &laws.rules, &stakes, &self.weights)
            } else {
                let child = Problem { position: &after, earlier: &[], lines: 1, ..*problem };
                let report = self.search(&child, Limits::depth(depth));
                *nodes += report.nodes;
                report.score().unwrap_or_else(dead_end)
            };
            ranked.push((m, -reply));
        }
        ranked
    }

    /// Searches, and tells each line as it is found.
    pub fn search_and_tell(
        &mut self,
        problem: &Problem<'_>,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        self.table.grow_older();
        let together = AtomicBool::new(false);
        let (table, weights, together) = (&self.table, &self.weights, &together);
        let mut histories = self.histories.iter_mut().enumerate().map(|(thread, history)| Tools {
            table,
            weights,
            history,
            together,
            thread,
        });
        let Some(leading) = histories.next() else { return Report::default() };
        std::thread::scope(|scope| {
            for tools in histories {
                scope.spawn(move || {
                    Searcher::new(problem, limits, tools).run(problem, &mut |_| {});
                });
            }
            Searcher::new(problem, limits, leading).run(problem, tell)
        })
    }
}
