//! Which piece would win, which would lose: a short look at the board with one man more.

use tandem_rules::Position;
use tandem_rules::shakmaty::{Color, Role};

use crate::engine::Engine;
use crate::evaluate::BOARD_KINDS;
use crate::score::{MATE_BOUND, Score};
use crate::search::{Limits, Problem};

/// Nodes for each man that is imagined.
const LOOK: u64 = 500;

/// The score of a problem if a side held one man more.
fn with_one_more(
    scout: &mut Engine,
    problem: &Problem<'_>,
    color: Color,
    role: Role,
    nodes: &mut u64,
) -> Option<Score> {
    let mut richer: Position = problem.position.clone();
    richer.stock_mut(color).add(role);
    let imagined = Problem { position: &richer, lines: 1, ..*problem };
    let report = scout.search(&imagined, Limits::nodes(LOOK));
    *nodes += report.nodes;
    report.score()
}

/// The cheapest man that would let the side to move mate, or would save it from being mated.
pub(crate) fn needed(
    scout: &mut Engine,
    problem: &Problem<'_>,
    now: Score,
    nodes: &mut u64,
) -> Option<Role> {
    if now >= MATE_BOUND {
        return None;
    }
    let us = problem.position.turn();
    let lost = now <= -MATE_BOUND;
    BOARD_KINDS.into_iter().filter(|&role| !problem.position.stock(us).has(role)).find(|&role| {
        with_one_more(scout, problem, us, role, nodes)
            .is_some_and(|score| if lost { score > -1_000 } else { score >= MATE_BOUND })
    })
}

/// The cheapest man with which the side to move would mate: the other one fears it.
pub(crate) fn feared(scout: &mut Engine, problem: &Problem<'_>, nodes: &mut u64) -> Option<Role> {
    let them = problem.position.turn();
    BOARD_KINDS.into_iter().filter(|&role| !problem.position.stock(them).has(role)).find(|&role| {
        with_one_more(scout, problem, them, role, nodes).is_some_and(|score| score >= MATE_BOUND)
    })
}
