//! What worked before: killers, counter-moves and histories, for walks and drops alike.

use tandem_rules::Move;
use tandem_rules::shakmaty::{Color, Role};

use crate::node::Node;
use crate::score::MAX_PLY;

const MAX: i32 = 16_384;
/// Kinds of men, once walking and once dropped, times squares.
const DEEDS: usize = 12 * 64;

/// A quiet move as a small number: what is set where, and whether it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed(u16);

impl Deed {
    pub(crate) fn new(role: Role, m: Move) -> Deed {
        let dropped = matches!(m, Move::Drop { .. });
        let kind = (role as usize - 1) + if dropped { 6 } else { 0 };
        Deed((kind * 64 + usize::from(m.to())) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The tables of one thread.
pub(crate) struct History {
    /// Walks by from and to.
    walks: Box<[[[i16; 64]; 64]; 2]>,
    /// Walks and drops by what is set where.
    deeds: Box<[[i16; DEEDS]; 2]>,
    /// Deeds by the deed before.
    follow: Vec<[i16; DEEDS]>,
    /// Captures by capturing kind, square and captured kind.
    captures: Box<[[[i16; 8]; 64]; 8]>,
    counters: Box<[Option<Move>; DEEDS]>,
    killers: Box<[[Option<Move>; 2]; MAX_PLY + 2]>,
}

fn learn(cell: &mut i16, bonus: i32) {
    let now = i32::from(*cell);
    *cell = (now + bonus - now * bonus.abs() / MAX) as i16;
}

impl History {
    pub(crate) fn new() -> History {
        History {
            walks: Box::new([[[0; 64]; 64]; 2]),
            deeds: Box::new([[0; DEEDS]; 2]),
            follow: vec![[0; DEEDS]; DEEDS],
            captures: Box::new([[[0; 8]; 64]; 8]),
            counters: Box::new([None; DEEDS]),
            killers: Box::new([[None; 2]; MAX_PLY + 2]),
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    /// Forgets what belongs to one search, keeps what carries over to the next.
    pub(crate) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    pub(crate) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [None; 2];
        }
    }

    pub(crate) fn counter(&self, before: Option<Deed>) -> Option<Move> {
        before.and_then(|deed| self.counters[deed.index()])
    }

    /// How promising a quiet move is.
    pub(crate) fn quiet(&self, us: Color, role: Role, m: Move, before: [Option<Deed>; 2]) -> i32 {
        let deed = Deed::new(role, m).index();
        let mut score = 2 * i32::from(self.deeds[us as usize][deed]);
        if let Some(from) = m.from() {
            score = score / 2
                + i32::from(self.walks[us as usize][usize::from(from)][usize::from(m.to())]);
        }
        for earlier in before.into_iter().flatten() {
            score += i32::from(self.follow[earlier.index()][deed]);
        }
        score
    }

    pub(crate) fn capture(&self, node: &Node, m: Move) -> i32 {
        let role = node.moving_role(m) as usize;
        let taken = node.captured_role(m).map_or(0, |role| role as usize);
        i32::from(self.captures[role][usize::from(m.to())][taken])
    }

    pub(crate) fn learn_capture(&mut self, node: &Node, m: Move, bonus: i32) {
        let role = node.moving_role(m) as usize;
        let taken = node.captured_role(m).map_or(0, |role| role as usize);
        learn(&mut self.captures[role][usize::from(m.to())][taken], bonus);
    }

    pub(crate) fn learn_quiet(
        &mut self,
        us: Color,
        role: Role,
        m: Move,
        before: [Option<Deed>; 2],
        bonus: i32,
    ) {
        let deed = Deed::new(role, m).index();
        learn(&mut self.deeds[us as usize][deed], bonus);
        if let Some(from) = m.from() {
            learn(&mut self.walks[us as usize][usize::from(from)][usize::from(m.to())], bonus);
        }
        for earlier in before.into_iter().flatten() {
            learn(&mut self.follow[earlier.index()][deed], bonus);
        }
    }

    /// A quiet move refuted the one before it.
    pub(crate) fn remember_refutation(&mut self, ply: usize, m: Move, before: Option<Deed>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(deed) = before {
            self.counters[deed.index()] = Some(m);
        }
    }
}
