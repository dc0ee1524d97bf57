//! The last look before a move leaves: is it mated by what lies in the stocks now?

use tandem_rules::{Move, OtherBoard, Position, STOCK_ROLES, Stock, Stuck};

use super::other;
use crate::checks::CheckMap;
use crate::evaluate::{Weights, evaluate};
use crate::laws::Laws;
use crate::node::Node;
use crate::stakes::Stakes;
use crate::team::View;

/// Whether the opponent mates at once after a legal move, with what lies in the stocks now.
#[must_use]
pub fn is_mated_after(view: &View, m: Move) -> bool {
    let laws = Laws::of(&view.book);
    let after = Node::new(view.own.position.clone()).after(m, &laws.rules);
    mates_at_once(&after, &laws, other(view), &mut 0)
}

/// Whether a move is mated at once by a man that has come into the opponent's stock since that was
/// `before`, though another move isn't: what nobody could know who decided on it then.
#[must_use]
pub fn is_mated_by_what_came(view: &View, m: Move, before: &Stock) -> bool {
    let mut then = view.clone();
    let stock = then.own.position.stock_mut(!view.seat.color());
    for role in STOCK_ROLES {
        stock.set(role, stock.count(role).min(before.count(role)));
    }
    !passes(view, m) && !is_mated_after(&then, m)
}

/// Whether a move leaves as it is: false if it is mated at once and another isn't.
pub(super) fn passes(view: &View, m: Move) -> bool {
    !is_mated_after(view, m)
        || view.board().legal_moves().into_iter().all(|m| is_mated_after(view, m))
}

/// The move, or the best that a first look finds among those that are not mated at once; counts the positions
/// that were looked at.
pub(crate) fn last_look(
    position: &Position,
    other: Option<OtherBoard<'_>>,
    laws: &Laws,
    m: Move,
    positions: &mut u64,
) -> Move {
    let node = Node::new(position.clone());
    let mut survives = |m: Move| {
        let after = node.after(m, &laws.rules);
        (!mates_at_once(&after, laws, other, positions)).then_some(after)
    };
    if survives(m).is_some() {
        return m;
    }
    laws.board(position, other)
        .legal_moves()
        .into_iter()
        .filter(|&another| another != m)
        .filter_map(|another| Some((another, survives(another)?)))
        .min_by_key(|(_, after)| {
            evaluate(&after.position, &laws.rules, &Stakes::default(), &Weights::DEFAULT)
        })
        .map_or(m, |(another, _)| another)
}

/// Whether the side to move has a mate on the move; counts the positions that were looked at.
fn mates_at_once(
    node: &Node,
    laws: &Laws,
    other: Option<OtherBoard<'_>>,
    positions: &mut u64,
) -> bool {
    let checks = CheckMap::new(node);
    laws.board(&node.position, other).legal_moves().into_iter().any(|m| {
        // Of these two the map knows less than it needs here.
        let odd = matches!(m, Move::EnPassant { .. } | Move::Castle { .. });
        if !odd && !checks.gives_check(node, m) {
            return false;
        }
        *positions += 1;
        let mut after = node.position.clone();
        after.play_unchecked(m, &laws.rules);
        laws.board(&after, other).stuck() == Stuck::Mate
    })
}
