//! Which piece would win, which would lose: a short look at the board with one man more.

use tandem_rules::Position;
use tandem_rules::shakmaty::{Color, Role};

use crate::engine::Engine;
use crate::evaluate::BOARD_KINDS;
use crate::score::{MATE_BOUND, Score};
use crate::search::{Limits, Problem};

/// How much may be thought beside the move itself, and how much was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Nodes for a look at the other board.
    pub(crate) glance: u64,
    /// Nodes for each man that is imagined.
    pub(crate) look: u64,
    /// Nodes spent.
    pub(crate) spent: u64,
}

/// With fewer nodes a search sees nothing.
const LEAST: u64 = 10;

impl Effort {
    /// Small shares of what the move itself gets; in time trouble that is nothing.
    pub(crate) fn other_board(nodes: u64) -> Effort {
        Effort { glance: (nodes / 24).min(20_000), look: (nodes / 320).min(1_500), spent: 0 }
    }

    /// Whether the other board is worth a look: a few nodes show nothing.
    pub(crate) fn may_glance(&self) -> bool {
        self.glance >= LEAST
    }

    /// Whether anything can be imagined.
    fn may_look(&self) -> bool {
        self.look >= LEAST
    }
}

/// The score of a problem if a side held one man more.
fn with_one_more(
    scout: &mut Engine,
    problem: &Problem<'_>,
    color: Color,
    role: Role,
    effort: &mut Effort,
) -> Option<Score> {
    let mut richer: Position = problem.position.clone();
    richer.stock_mut(color).add(role);
    let imagined = Problem { position: &richer, lines: 1, ..*problem };
    let report = scout.search(&imagined, Limits::nodes(effort.look));
    effort.spent += report.nodes;
    report.score()
}

/// The cheapest man that would let the side to move mate, or would save it from being mated.
pub(crate) fn needed(
    scout: &mut Engine,
    problem: &Problem<'_>,
    now: Score,
    effort: &mut Effort,
) -> Option<Role> {
    if now >= MATE_BOUND || !effort.may_look() {
        return None;
    }
    let us = problem.position.turn();
    let lost = now <= -MATE_BOUND;
    BOARD_KINDS.into_iter().filter(|&role| !problem.position.stock(us).has(role)).find(|&role| {
        with_one_more(scout, problem, us, role, effort)
            .is_some_and(|score| if lost { score > -1_000 } else { score >= MATE_BOUND })
    })
}

/// The cheapest man with which the side to move would mate: the other one fears it.
pub(crate) fn feared(
    scout: &mut Engine,
    problem: &Problem<'_>,
    effort: &mut Effort,
) -> Option<Role> {
    if !effort.may_look() {
        return None;
    }
    let them = problem.position.turn();
    BOARD_KINDS.into_iter().filter(|&role| !problem.position.stock(them).has(role)).find(|&role| {
        with_one_more(scout, problem, them, role, effort).is_some_and(|score| score >= MATE_BOUND)
    })
}
