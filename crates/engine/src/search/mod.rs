//! The search on one board.

mod deepen;
mod history;
mod limits;
mod mating_drop;
mod picker;
mod quiesce;
mod tree;

use std::sync::LazyLock;
use std::sync::atomic::Ordering::Relaxed;

use tandem_rules::{BoardView, Move, OtherBoard};

pub use deepen::{Line, Problem, Progress, Report};
pub(crate) use deepen::{Together, Tools};
pub use limits::{Limits, Timer};

pub(crate) use history::History;

use crate::evaluate::{Weights, evaluate};
use crate::hash_table::{Bound, Entry, HashTable};
use crate::laws::Laws;
use crate::node::Node;
use crate::packed::Packed;
use crate::score::{MAX_PLY, Score, mate_in};
use crate::stakes::Stakes;
use deepen::RootMove;
use history::Deed;
use mating_drop::mating_drop;

/// What is remembered of each half-move on the way to a node.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// What was done here; none for a pass.
    deed: Option<Deed>,
    static_score: Option<Score>,
    /// The move that a search for alternatives leaves out.
    excluded: Option<Move>,
}

/// The search of one thread.
pub(crate) struct Searcher<'a> {
    laws: &'a Laws,
    other: Option<OtherBoard<'a>>,
    stakes: Stakes,
    weights: &'a Weights,
    salt: u64,
    table: &'a HashTable,
    history: &'a mut History,
    limits: Limits<'a>,
    together: &'a Together,
    /// Whether this thread minds the limits; the others end with it.
    leads: bool,
    /// The depth it begins with: helpers that all did the same would help nobody.
    first_depth: u32,
    stopped: bool,
    nodes: u64,
    /// At so many nodes it looks whether it must end.
    next_look: u64,
    deepest: usize,
    root_depth: u32,
    steps: Vec<Step>,
    /// Keys of the positions before the root, the root, and the way to the node.
    keys: Vec<u64>,
    before_root: usize,
    lines: Vec<Vec<Move>>,
    root_moves: Vec<RootMove>,
    /// How many of the root moves are settled: the better lines of a search for several.
    settled: usize,
    root_move_nodes: u64,
}

/// After so many nodes a helping thread looks whether it must end, and tells that it searched them.
const HELPERS_LOOK_EVERY: u64 = 64;

/// How much shallower late moves are looked at, by depth and by moves seen before.
static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (seen, cell) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (seen as f64).ln();
            *cell = (0.35 + product / 2.1) as i8;
        }
    }
    table
});

impl<'a> Searcher<'a> {
    /// Counts a node; true if the search must end.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.leads {
            if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
                self.stopped = true;
            }
            if self.nodes >= self.next_look {
                self.next_look = self.nodes + self.limits.timer.look_every();
                self.limits.timer.reached(self.nodes);
                let late = self.limits.hard.is_some_and(|hard| self.elapsed() >= hard);
                if late || self.limits.stop.load(Relaxed) {
                    self.stopped = true;
                }
            }
            if self.stopped {
                self.together.ended.store(true, Relaxed);
            }
        } else if self.nodes.is_multiple_of(HELPERS_LOOK_EVERY) {
            self.together.helped.fetch_add(HELPERS_LOOK_EVERY, Relaxed);
            self.stopped |= self.together.ended.load(Relaxed) || self.limits.stop.load(Relaxed);
        }
        self.stopped
    }

    fn elapsed(&self) -> tandem_rules::Millis {
        self.limits.timer.elapsed(self.nodes)
    }

    fn key(&self, node: &Node) -> u64 {
        node.key() ^ self.salt
    }

    fn board<'n>(&self, node: &'n Node) -> BoardView<'n>
    where
        'a: 'n,
    {
        self.laws.board(&node.position, self.other)
    }

    fn evaluate(&self, node: &Node) -> Score {
        evaluate(&node.position, &self.laws.rules, &self.stakes, self.weights)
    }

    fn dead_end(&self, node: &Node, ply: usize) -> Score {
        let costs = *self.stakes.waiting.get(node.turn());
        self.laws.dead_end(self.board(node), costs, ply)
    }

    fn unpack(&self, node: &Node, packed: Packed) -> Option<Move> {
        packed.unpack(|| self.board(node).legal_moves())
    }

    /// The score of a node whose side to move, not in check, mates by a drop at once. It is as quickly found again as looked
    /// up, so the table keeps its room for what isn't.
    fn mates_by_drop(&mut self, node: &Node, ply: usize) -> Option<Score> {
        if !self.limits.mating_drops {
            return None;
        }
        let m = mating_drop(node, self.laws, self.board(node))?;
        self.clear_line(ply + 1);
        self.extend_line(ply, m);
        Some(mate_in(ply + 1))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an entry, from one place")]
    fn store(
        &self,
        key: u64,
        ply: usize,
        best: Packed,
        score: Score,
        static_score: Option<Score>,
        depth: i32,
        bound: Bound,
    ) {
        self.table.put(key, ply, Entry { best, score, static_score, depth, bound });
    }

    fn enter(&mut self, ply: usize, deed: Option<Deed>, key: u64) {
        self.steps[ply].deed = deed;
        self.keys.push(key);
    }

    fn leave(&mut self, ply: usize) {
        self.steps[ply].deed = None;
        self.keys.pop();
    }

    /// What was done one and two half-moves before the node at this ply.
    fn before(&self, ply: usize) -> [Option<Deed>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.steps[ply].deed))
    }

    /// A side may pass in thought, but not twice in a row.
    fn may_pass(&self, ply: usize) -> bool {
        ply > 0 && self.steps[ply - 1].deed.is_some()
    }

    fn excluded(&self, ply: usize) -> Option<Move> {
        self.steps[ply].excluded
    }

    fn exclude(&mut self, ply: usize, m: Option<Move>) {
        self.steps[ply].excluded = m;
    }

    fn static_at(&self, ply: usize) -> Option<Score> {
        self.steps[ply].static_score
    }

    fn set_static(&mut self, ply: usize, score: Option<Score>) {
        self.steps[ply].static_score = score;
    }

    /// Whether the node's position stood on the board before: once since the root, or twice in
    /// the game.
    fn repeats(&self, node: &Node, ply: usize) -> bool {
        let last = self.keys.len() - 1;
        let furthest = (node.reversible as usize).min(last);
        let mut earlier = 0;
        for back in (4..=furthest).step_by(2) {
            if self.keys[last - back] == node.board_key {
                earlier += 1;
                if back <= ply || earlier > 1 {
                    return true;
                }
            }
        }
        false
    }

    fn reduction(depth: i32, seen: i32) -> i32 {
        i32::from(REDUCTIONS[depth.clamp(0, 63) as usize][seen.clamp(0, 63) as usize])
    }

    fn clear_line(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    fn extend_line(&mut self, ply: usize, m: Move) {
        if ply + 1 < self.lines.len() {
            let (head, tail) = self.lines.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(m);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    fn root_hint(&self) -> Option<Move> {
        self.root_moves.get(self.settled).map(|root| root.m)
    }

    fn skips_at_root(&self, m: Move) -> bool {
        !self.root_moves[self.settled..].iter().any(|root| root.m == m)
    }

    fn hides_moves_at_root(&self) -> bool {
        self.settled > 0
    }

    fn begin_root_move(&mut self) {
        self.root_move_nodes = self.nodes;
    }

    fn end_root_move(&mut self, m: Move, score: Score, proven: bool) {
        let spent = self.nodes - self.root_move_nodes;
        let line = self.lines.get(1).cloned().unwrap_or_default();
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.m == m) {
            root.nodes += spent;
            if proven {
                root.score = score;
                root.line.clear();
                root.line.push(m);
                root.line.extend(line);
            } else {
                root.score = -crate::score::INFINITE;
            }
        }
    }
}

fn new_steps() -> Vec<Step> {
    vec![Step::default(); MAX_PLY + 4]
}
