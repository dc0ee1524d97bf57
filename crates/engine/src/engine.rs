//! The engine: a table, histories and threads around the search.

use std::sync::atomic::AtomicBool;

use crate::evaluate::Weights;
use crate::hash_table::HashTable;
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
