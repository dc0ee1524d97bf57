//! Alpha-beta with a zero window for all but the first move, and the usual shortcuts.

use smallvec::SmallVec;
use tandem_rules::Move;

use super::Searcher;
use super::history::Deed;
use super::picker::{MoveFilter, Picker, Scene};
use crate::checks::CheckMap;
use crate::hash_table::{Bound, Entry};
use crate::node::Node;
use crate::packed::Packed;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, mate_in, mated_in};

/// Where in the tree a node is, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the node is expected to be refuted at once.
    pub(super) cut: bool,
}

impl Task {
    fn child(self, alpha: Score, beta: Score, depth: i32, cut: bool) -> Task {
        Task { alpha, beta, depth, ply: self.ply + 1, cut }
    }
}

/// What a shortcut needs to know of a node.
#[derive(Clone, Copy)]
struct Standing {
    static_score: Score,
    /// The best guess: the static score, or a searched one.
    score: Score,
    improving: bool,
}

impl Searcher<'_> {
    /// The score of a node within a window.
    pub(super) fn search(&mut self, node: &Node, task: Task) -> Score {
        let Task { mut alpha, mut beta, mut depth, ply, cut } = task;
        let pv = beta - alpha > 1;
        self.clear_line(ply);
        if depth <= 0 {
            return self.quiesce(node, alpha, beta, 0, ply);
        }
        if self.count_node() {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        let root = ply == 0;
        if !root {
            if self.repeats(node, ply) {
                return DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(node);
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.excluded(ply);
        let key = self.key(node);
        let entry = if excluded.is_some() { None } else { self.table.get(key, ply) };
        if let Some(entry) = entry
            && !pv
            && entry.depth >= depth
            && ((entry.bound.is_lower() && entry.score >= beta)
                || (entry.bound.is_upper() && entry.score <= alpha))
        {
            return entry.score;
        }
        let in_check = node.in_check();
        if !root
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.mates_by_drop(node, ply)
        {
            return score;
        }
        let standing = self.standing(node, ply, entry, excluded);
        self.history.forget_killers(ply + 2);
        if let Some(standing) = standing
            && !pv
            && excluded.is_none()
            && let Some(score) = self.shortcut(node, Task { alpha, beta, ..task }, standing)
        {
            return score;
        }
        let hint = if root {
            self.root_hint()
        } else {
            entry.and_then(|entry| self.unpack(node, entry.best))
        };
        if hint.is_none() && depth >= 4 && !root && (pv || cut) {
            // Nothing is known here yet: a shallower look first is cheaper.
            depth -= 1;
        }
        self.moves(node, Task { alpha, beta, depth, ..task }, entry, hint, standing, in_check)
    }

    fn standing(
        &mut self,
        node: &Node,
        ply: usize,
        entry: Option<Entry>,
        excluded: Option<Move>,
    ) -> Option<Standing> {
        if node.in_check() {
            self.set_static(ply, None);
            return None;
        }
        let static_score = match (excluded, self.static_at(ply)) {
            (Some(_), Some(score)) => score,
            _ => entry.and_then(|e| e.static_score).unwrap_or_else(|| self.evaluate(node)),
        };
        self.set_static(ply, Some(static_score));
        let earlier = ply.checked_sub(2).and_then(|ply| self.static_at(ply));
        let improving = earlier.is_none_or(|earlier| static_score > earlier);
        let score = match entry {
            Some(entry)
                if (entry.score > static_score && entry.bound.is_lower())
                    || (entry.score < static_score && entry.bound.is_upper()) =>
            {
                entry.score
            }
            _ => static_score,
        };
        Some(Standing { static_score, score, improving })
    }

    /// Scores that need no look at the moves: hopeless, more than enough, or enough even after
    /// giving the move away.
    fn shortcut(&mut self, node: &Node, task: Task, standing: Standing) -> Option<Score> {
        let Task { alpha, beta, depth, ply, .. } = task;
        let Standing { static_score, score, improving } = standing;
        if depth <= 3 && score + 220 + 200 * depth * depth < alpha {
            let found = self.quiesce(node, alpha, alpha + 1, 0, ply);
            if found <= alpha {
                return Some(found);
            }
        }
        if depth <= 7
            && beta > -MATE_BOUND
            && score < MATE_BOUND
            && score - 85 * (depth - i32::from(improving)) - 30 >= beta
        {
            return Some(score);
        }
        if depth >= 3
            && score >= beta
            && static_score + 20 * depth >= beta + 60
            && beta > -MATE_BOUND
            && self.may_pass(ply)
        {
            let reduction = 3 + depth / 4 + ((score - beta) / 200).clamp(0, 3);
            let child = node.after_pass();
            self.enter(ply, None, child.board_key);
            let below = task.child(-beta, -beta + 1, depth - reduction, !task.cut);
            let found = -self.search(&child, below);
            self.leave(ply);
            if self.stopped {
                return Some(DRAW);
            }
            if found >= beta {
                // A mate found after giving the move away proves nothing.
                return Some(if found >= MATE_BOUND { beta } else { found });
            }
        }
        None
    }

    fn moves(
        &mut self,
        node: &Node,
        task: Task,
        entry: Option<Entry>,
        hint: Option<Move>,
        standing: Option<Standing>,
        in_check: bool,
    ) -> Score {
        let Task { mut alpha, beta, depth, ply, cut } = task;
        let pv = beta - alpha > 1;
        let root = ply == 0;
        let us = node.turn();
        let excluded = self.excluded(ply);
        let original_alpha = alpha;
        let checks = CheckMap::new(node);
        let (laws, board) = (self.laws, self.board(node));
        let before = self.before(ply);
        let scene = Scene { board, node, checks: &checks, before };
        let mut picker = Picker::new(&scene, self.history, hint, ply, MoveFilter::All);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut seen = 0;
        let mut quiets: SmallVec<[Move; 64]> = SmallVec::new();
        let mut captures: SmallVec<[Move; 32]> = SmallVec::new();
        let improving = standing.is_some_and(|standing| standing.improving);
        while let Some(m) = picker.next(&scene, self.history) {
            if excluded == Some(m) || (root && self.skips_at_root(m)) {
                continue;
            }
            seen += 1;
            let noisy = node.is_noisy(m);
            let gives_check = checks.gives_check(node, m);
            let role = node.moving_role(m);
            let promise = if noisy {
                self.history.capture(node, m)
            } else {
                self.history.quiet(us, role, m, before)
            };
            let mut reduction = Self::reduction(depth, seen);
            if !root && best > -MATE_BOUND {
                let shallow = (depth - reduction).max(0);
                if noisy {
                    if !node.keeps(m, -110 * depth) {
                        continue;
                    }
                } else {
                    let enough = (4 + depth * depth) / if improving { 1 } else { 2 };
                    if seen > enough && !in_check {
                        picker.skip_quiets();
                    }
                    if let Some(standing) = standing
                        && !gives_check
                        && shallow <= 6
                        && standing.static_score + 110 + 95 * shallow + promise / 128 <= alpha
                    {
                        continue;
                    }
                    if !gives_check && shallow <= 4 && promise < -3_500 * (depth + 1) {
                        continue;
                    }
                    if !node.keeps(m, -28 * shallow * shallow - if gives_check { 60 } else { 0 }) {
                        continue;
                    }
                }
            }
            let extension =
                self.extension(node, task, entry, m, hint, gives_check && node.keeps(m, 0));
            let Ok(extension) = extension else { return beta };
            let child = node.after(m, &laws.rules);
            if root {
                self.begin_root_move();
            }
            self.enter(ply, Some(Deed::new(role, m)), child.board_key);
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut full = !pv || seen > 1;
            if depth >= 2 && seen > 1 + i32::from(root) && (!noisy || cut) {
                reduction +=
                    i32::from(!pv) + i32::from(cut) - i32::from(gives_check) - i32::from(in_check)
                        + i32::from(!improving && !in_check);
                reduction -= promise / 9_000;
                if noisy {
                    reduction -= 1;
                }
                let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
                score = -self.search(&child, task.child(-alpha - 1, -alpha, reduced, true));
                full = score > alpha && reduced < new_depth;
            }
            if full {
                score = -self.search(&child, task.child(-alpha - 1, -alpha, new_depth, !cut));
            }
            if pv && (seen == 1 || (score > alpha && (root || score < beta))) {
                score = -self.search(&child, task.child(-beta, -alpha, new_depth, false));
            }
            self.leave(ply);
            if self.stopped {
                return DRAW;
            }
            if root {
                self.end_root_move(m, score, seen == 1 || score > alpha);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if pv {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if noisy {
                captures.push(m);
            } else if quiets.len() < 64 {
                quiets.push(m);
            }
        }
        if seen == 0 {
            return if excluded.is_some() { alpha } else { self.dead_end(node, ply) };
        }
        if let Some(m) = best_move.filter(|_| best >= beta) {
            self.reward(node, m, depth, ply, &quiets, &captures);
        }
        if excluded.is_none() && !(root && self.hides_moves_at_root()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if pv && best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let packed = best_move.map_or(Packed::NONE, Packed::new);
            let static_score = standing.map(|standing| standing.static_score);
            self.store(self.key(node), ply, packed, best, static_score, depth, bound);
        }
        best
    }

    /// How much deeper a move is looked at; `Err` if even without the hinted move another one
    /// refutes the node.
    fn extension(
        &mut self,
        node: &Node,
        task: Task,
        entry: Option<Entry>,
        m: Move,
        hint: Option<Move>,
        sound_check: bool,
    ) -> Result<i32, ()> {
        let Task { beta, depth, ply, .. } = task;
        if ply >= 2 * self.root_depth as usize + 4 {
            return Ok(0);
        }
        if let Some(entry) = entry
            && hint == Some(m)
            && ply > 0
            && depth >= 7
            && entry.bound.is_lower()
            && entry.depth >= depth - 3
            && entry.score.abs() < MATE_BOUND
            && self.excluded(ply).is_none()
        {
            let target = entry.score - 2 * depth;
            self.exclude(ply, Some(m));
            let below = Task {
                alpha: target - 1,
                beta: target,
                depth: (depth - 1) / 2,
                ply,
                cut: task.cut,
            };
            let score = self.search(node, below);
            self.exclude(ply, None);
            if self.stopped {
                return Ok(0);
            }
            if score < target {
                return Ok(1);
            }
            if target >= beta {
                return Err(());
            }
            if entry.score >= beta {
                return Ok(-1);
            }
        }
        Ok(i32::from(sound_check && depth < 9))
    }

    fn reward(
        &mut self,
        node: &Node,
        m: Move,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let us = node.turn();
        let before = self.before(ply);
        let bonus = (16 * depth * depth + 128 * depth).min(1_600);
        if node.is_noisy(m) {
            self.history.learn_capture(node, m, bonus);
        } else {
            self.history.remember_refutation(ply, m, before[0]);
            self.history.learn_quiet(us, node.moving_role(m), m, before, bonus);
            for &other in quiets.iter().filter(|&&other| other != m) {
                self.history.learn_quiet(us, node.moving_role(other), other, before, -bonus);
            }
        }
        for &other in captures.iter().filter(|&&other| other != m) {
            self.history.learn_capture(node, other, -bonus);
        }
    }
}
