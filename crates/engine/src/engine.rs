//! The engine: a table, histories and threads around the search.

use crate::evaluate::Weights;
use crate::hash_table::HashTable;
use crate::search::{History, Limits, Problem, Progress, Report, Searcher, Together, Tools};

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
        let together = Together::default();
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use tandem_rules::{Position, Rulebook};

    use super::*;
    use crate::laws::Laws;
    use crate::stakes::Stakes;

    fn with_threads<T>(threads: usize, act: impl FnOnce(&mut Engine, &Problem<'_>) -> T) -> T {
        let laws = Laws::of(&Rulebook::builtin("fics").unwrap());
        let position = Position::default();
        let mut engine = Engine::new(1);
        engine.set_threads(threads);
        let problem = Problem {
            position: &position,
            laws: &laws,
            other: None,
            earlier: &[],
            stakes: Stakes::default(),
            lines: 1,
        };
        act(&mut engine, &problem)
    }

    #[test]
    fn a_search_of_several_threads_ends_whatever_ends_it() {
        for threads in [2, 3, 4, 7] {
            with_threads(threads, |engine, problem| {
                for nodes in [1, 100, 700, 5_000] {
                    let report = engine.search(problem, Limits::nodes(nodes));
                    assert!(report.best().is_some());
                }
                assert_eq!(engine.search(problem, Limits::depth(4)).depth, 4);
                let stop = AtomicBool::new(true);
                let stopped = engine.search(problem, Limits { stop: &stop, ..Limits::default() });
                assert!(stopped.best().is_some());
            });
        }
    }

    #[test]
    fn one_that_is_stopped_from_outside_ends_with_all_its_threads() {
        with_threads(4, |engine, problem| {
            let stop = AtomicBool::new(false);
            let limits = Limits { stop: &stop, ..Limits::default() };
            let report = engine.search_and_tell(problem, limits, &mut |progress| {
                stop.store(progress.depth >= 3, Relaxed);
            });
            assert!(report.depth >= 3);
        });
    }
}
