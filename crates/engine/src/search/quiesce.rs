//! The end of a line: captures, promotions and answers to checks, until it is quiet.

use super::Searcher;
use super::history::Deed;
use super::picker::{MoveFilter, Picker, Scene};
use crate::checks::CheckMap;
use crate::hash_table::Bound;
use crate::node::Node;
use crate::packed::Packed;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score};
use crate::values::exchange_value;

impl Searcher<'_> {
    /// The score of a node when only forcing moves are played. `depth` is zero or less.
    pub(super) fn quiesce(
        &mut self,
        node: &Node,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if self.count_node() {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        if ply >= MAX_PLY - 1 {
            return self.evaluate(node);
        }
        let pv = beta - alpha > 1;
        let in_check = node.in_check();
        let stored_depth = if in_check { 0 } else { -1 };
        let key = self.key(node);
        let entry = self.table.get(key, ply);
        if let Some(entry) = entry
            && !pv
            && entry.depth >= stored_depth
            && ((entry.bound.is_lower() && entry.score >= beta)
                || (entry.bound.is_upper() && entry.score <= alpha))
        {
            return entry.score;
        }
        if !in_check && let Some(score) = self.mates_by_drop(node, ply) {
            return score;
        }
        let static_score = (!in_check)
            .then(|| entry.and_then(|e| e.static_score).unwrap_or_else(|| self.evaluate(node)));
        let mut best = static_score.unwrap_or(-INFINITE);
        if let (Some(standing), Some(entry)) = (static_score, entry) {
            // A searched score is better than one that never looked.
            let better = if entry.score > standing {
                entry.bound.is_lower()
            } else {
                entry.bound.is_upper()
            };
            if better && entry.score.abs() < MATE_BOUND {
                best = entry.score;
            }
        }
        if best >= beta {
            if entry.is_none() {
                self.store(key, ply, Packed::NONE, best, static_score, stored_depth, Bound::Lower);
            }
            return best;
        }
        let original_alpha = alpha;
        alpha = alpha.max(best);
        let futile_below = best + 180;

        let checks = CheckMap::new(node);
        let (laws, board) = (self.laws, self.board(node));
        let scene = Scene { board, node, checks: &checks, before: self.before(ply) };
        let diet = if in_check { MoveFilter::All } else { MoveFilter::Captures };
        let hint = entry.and_then(|e| self.unpack(node, e.best));
        let mut picker = Picker::new(&scene, self.history, hint, ply, diet);
        let mut best_move = Packed::NONE;
        let mut seen = 0;
        while let Some(m) = picker.next(&scene, self.history) {
            seen += 1;
            if best > -MATE_BOUND {
                let gives_check = checks.gives_check(node, m);
                if !in_check && !gives_check && m.promotion().is_none() {
                    let value = node.captured_role(m).map_or(0, exchange_value);
                    if futile_below + value <= alpha {
                        best = best.max(futile_below + value);
                        continue;
                    }
                }
                if !node.keeps(m, if in_check { -150 } else { 0 }) {
                    continue;
                }
                // Late quiet answers to a check rarely help at the end of a line.
                if in_check && seen > 4 && !node.is_noisy(m) && depth < 0 {
                    continue;
                }
            }
            let child = node.after(m, &laws.rules);
            self.enter(ply, Some(Deed::new(node.moving_role(m), m)), child.board_key);
            let score = -self.quiesce(&child, -beta, -alpha, depth - 1, ply + 1);
            self.leave(ply);
            if self.stopped {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Packed::new(m);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && seen == 0 {
            return self.dead_end(node, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if pv && best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, ply, best_move, best, static_score, stored_depth, bound);
        best
    }
}
