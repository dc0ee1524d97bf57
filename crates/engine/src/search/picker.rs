//! Moves one after the other, the most promising first, made only when they are asked for.

use smallvec::SmallVec;
use tandem_rules::shakmaty::Bitboard;
use tandem_rules::{BoardView, Move, MoveList, Promotion, Wanted};

use super::history::{Deed, History};
use crate::checks::CheckMap;
use crate::node::Node;
use crate::values::exchange_value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Hinted,
    MakeCaptures,
    GoodCaptures,
    Refutations,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeEvasions,
    Evasions,
    Done,
}

/// Which moves a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveFilter {
    /// Everything.
    All,
    /// Captures and promotions.
    Captures,
}

/// What the picker knows about the node.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) board: BoardView<'a>,
    pub(crate) node: &'a Node,
    pub(crate) checks: &'a CheckMap,
    /// What was done one and two half-moves before.
    pub(crate) before: [Option<Deed>; 2],
}

/// Hands out the moves of a node.
pub(crate) struct Picker {
    stage: Stage,
    diet: MoveFilter,
    hint: Option<Move>,
    refutations: [Option<Move>; 3],
    next_refutation: usize,
    moves: MoveList,
    scores: SmallVec<[i32; 320]>,
    next: usize,
    bad: SmallVec<[Move; 24]>,
    next_bad: usize,
    skip_quiets: bool,
}

/// Quiet moves that give check and can't be taken for free come early.
const CHECK_BONUS: i32 = 12_000;

impl Picker {
    pub(crate) fn new(
        scene: &Scene<'_>,
        history: &History,
        hint: Option<Move>,
        ply: usize,
        diet: MoveFilter,
    ) -> Picker {
        let hint = hint.filter(|&m| {
            (diet == MoveFilter::All || scene.node.in_check() || scene.node.is_noisy(m))
                && scene.board.is_legal(m)
        });
        let [first, second] = history.killers(ply);
        Picker {
            stage: if hint.is_some() { Stage::Hinted } else { after_hint(scene) },
            diet,
            hint,
            refutations: [first, second, history.counter(scene.before[0])],
            next_refutation: 0,
            moves: MoveList::new(),
            scores: SmallVec::new(),
            next: 0,
            bad: SmallVec::new(),
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// From now on no quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    pub(crate) fn next(&mut self, scene: &Scene<'_>, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hinted => {
                    self.stage = after_hint(scene);
                    return self.hint;
                }
                Stage::MakeCaptures => {
                    self.list(scene, &Wanted::captures(&scene.node.position));
                    self.score(|m| capture_score(scene, history, m));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some((m, score)) = self.pick() {
                        if scene.node.keeps(m, -score / 64) {
                            return Some(m);
                        }
                        self.bad.push(m);
                    }
                    self.stage = match self.diet {
                        MoveFilter::All => Stage::Refutations,
                        MoveFilter::Captures => Stage::Done,
                    };
                }
                Stage::Refutations => {
                    if let Some(m) = self.refutation(scene) {
                        return Some(m);
                    }
                    self.stage = Stage::MakeQuiets;
                }
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        let mut wanted = Wanted::quiet_walks(&scene.node.position);
                        wanted.drops = [Bitboard::FULL; 5];
                        self.list(scene, &wanted);
                        self.score(|m| quiet_score(scene, history, m));
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets {
                        while let Some((m, _)) = self.pick() {
                            if !self.refutations.contains(&Some(m)) {
                                return Some(m);
                            }
                        }
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    let m = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if m.is_none() {
                        self.stage = Stage::Done;
                    }
                    return m;
                }
                Stage::MakeEvasions => {
                    self.list(scene, &Wanted::ALL);
                    self.score(|m| {
                        if scene.node.is_noisy(m) {
                            100_000 + capture_score(scene, history, m)
                        } else {
                            quiet_score(scene, history, m)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    return self.pick().map(|(m, _)| m);
                }
                Stage::Done => return None,
            }
        }
    }

    fn list(&mut self, scene: &Scene<'_>, wanted: &Wanted) {
        self.moves.clear();
        self.next = 0;
        scene.board.list_moves(wanted, &mut self.moves);
    }

    fn score(&mut self, score: impl FnMut(Move) -> i32) {
        self.scores.clear();
        self.scores.extend(self.moves.iter().copied().map(score));
    }

    /// The best of the moves that are left, the hinted one never again.
    fn pick(&mut self) -> Option<(Move, i32)> {
        while self.next < self.moves.len() {
            let mut best = self.next;
            for i in self.next + 1..self.scores.len() {
                if self.scores[i] > self.scores[best] {
                    best = i;
                }
            }
            self.moves.swap(self.next, best);
            self.scores.swap(self.next, best);
            let at = self.next;
            self.next += 1;
            if Some(self.moves[at]) != self.hint {
                return Some((self.moves[at], self.scores[at]));
            }
        }
        None
    }

    fn refutation(&mut self, scene: &Scene<'_>) -> Option<Move> {
        while self.next_refutation < self.refutations.len() {
            let at = self.next_refutation;
            self.next_refutation += 1;
            let Some(m) = self.refutations[at] else { continue };
            let repeated = self.refutations[..at].contains(&Some(m)) || self.hint == Some(m);
            if repeated {
                continue;
            }
            if !self.skip_quiets && !scene.node.is_noisy(m) && scene.board.is_legal(m) {
                return Some(m);
            }
            self.refutations[at] = None;
        }
        None
    }
}

fn after_hint(scene: &Scene<'_>) -> Stage {
    if scene.node.in_check() { Stage::MakeEvasions } else { Stage::MakeCaptures }
}

fn capture_score(scene: &Scene<'_>, history: &History, m: Move) -> i32 {
    let taken = scene.node.captured_role(m).map_or(0, exchange_value);
    let becomes = match m.promotion() {
        Some(Promotion::To(role) | Promotion::Take(role, _)) => exchange_value(role),
        Some(Promotion::Vanish) | None => 0,
    };
    7 * (taken + becomes) + history.capture(scene.node, m) / 16
}

fn quiet_score(scene: &Scene<'_>, history: &History, m: Move) -> i32 {
    let role = scene.node.moving_role(m);
    let mut score = history.quiet(scene.node.turn(), role, m, scene.before);
    if scene.checks.gives_check(scene.node, m) && scene.node.keeps(m, -100) {
        score += CHECK_BONUS;
    }
    score
}
