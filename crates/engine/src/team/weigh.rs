//! What the other board makes the men of this one worth.

use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{Position, Seat};

use super::heard::Heard;
use super::view::View;
use crate::evaluate::{BOARD_KINDS, Weights, evaluate};
use crate::laws::{Laws, WaitCosts};
use crate::score::Score;
use crate::stakes::Stakes;

/// How much of a man's worth on the other board counts on this one, in 256ths: it must first be
/// captured, passed and dropped.
const SHARE: Score = 96;
/// Stakes move in steps, so that small changes on the other board do not make a search forget all it knows.
const STEP: Score = 48;
const MAX: Score = 960;
/// What a man is worth more that the partner asked for, or warned of.
const WISHED: Score = 240;
/// What a man is worth more that ends somebody's waiting.
const RELEASES: Score = 720;
/// What men are worth when nothing is known of the other board.
const UNSEEN: [Score; 5] = [48, 128, 112, 144, 304];

/// The stakes of a player's own board.
pub(crate) fn weigh(view: &View, laws: &Laws, heard: &Heard, weights: &Weights) -> Stakes {
    let mut stakes = Stakes::default();
    let us = view.seat.color();
    let ended = view.other_board.as_ref().is_some_and(|other_board| other_board.ended);
    if !ended {
        for (i, role) in BOARD_KINDS.into_iter().enumerate() {
            // What we lose arms the partner's opponent, who plays our colour; what we take, the
            // partner, who plays theirs.
            let mut ours = armed(view, laws, us, role, i, weights);
            let mut theirs = armed(view, laws, !us, role, i, weights);
            if heard.is_warned_of(role) {
                ours += WISHED;
            }
            if heard.needs(role) {
                // Whoever sits until it comes needs it more than anything.
                theirs += if view.partner_sits() { RELEASES } else { WISHED };
            }
            stakes.set_keeping(us, role, step(ours));
            stakes.set_keeping(!us, role, step(theirs));
        }
    }
    for color in Color::ALL {
        *stakes.waiting.get_mut(color) = waiting(view, Seat::new(view.seat.board(), color), ended);
    }
    stakes
}

fn step(score: Score) -> Score {
    (score.clamp(0, MAX) + STEP / 2) / STEP * STEP
}

/// What a man does for the player of this colour on the other board.
fn armed(
    view: &View,
    laws: &Laws,
    color: Color,
    role: Role,
    kind: usize,
    weights: &Weights,
) -> Score {
    let Some(other_board) = view.other_board_in_play() else { return UNSEEN[kind] };
    let none = Stakes::default();
    let worth = |position: &Position| {
        let score = evaluate(position, &laws.rules, &none, weights);
        if position.turn() == color { score } else { -score }
    };
    let mut richer = other_board.position.clone();
    richer.stock_mut(color).add(role);
    let mut score = (worth(&richer) - worth(&other_board.position)) * SHARE / 256;
    let other = Some(view.own.as_other());
    if other_board.position.turn() == color
        && !laws.board(&other_board.position, other).has_legal_move()
        && laws.board(&richer, other).has_legal_move()
    {
        score += RELEASES;
    }
    score
}

/// What it costs a player to wait for a piece: little if their enemies run out of time first.
fn waiting(view: &View, waits: Seat, other_board_ended: bool) -> WaitCosts {
    if other_board_ended {
        // Nothing comes any more: a check that nothing answers loses on time.
        return WaitCosts { in_check: 6_000, stalemated: 600 };
    }
    let base = WaitCosts::default();
    let (Some(own), Some(diagonal)) = (view.clocks[waits], view.clocks[waits.partner().opponent()])
    else {
        return base;
    };
    // While they wait, the partner's opponent can wait as well, and the longer clock wins.
    if own.0 > diagonal.0 + diagonal.0 / 8 {
        WaitCosts { in_check: 900, stalemated: 200 }
    } else if diagonal.0 > own.0 + own.0 / 8 {
        WaitCosts { in_check: 2_400, stalemated: 700 }
    } else {
        base
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_referee::Message;
    use tandem_rules::Rulebook;

    use super::*;
    use crate::protocol::fen::parse_fen;
    use crate::team::view::Seen;

    fn stakes(other_board: &str, heard: &Heard) -> Stakes {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let laws = Laws::of(&book);
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.other_board = Some(Seen::new(parse_fen(other_board).unwrap()));
        weigh(&view, &laws, heard, &Weights::DEFAULT)
    }

    #[test]
    fn a_piece_that_ends_the_partners_waiting_is_worth_a_lot() {
        // The partner, Black, is checked along the back rank and can only interpose.
        let stuck = "4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
        let free = "6k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
        let (stuck, free) = (stakes(stuck, &Heard::default()), stakes(free, &Heard::default()));
        let worth = |stakes: &Stakes| stakes.keeping(Color::Black, Role::Knight);
        assert!(worth(&stuck) > worth(&free) + 500);
    }

    #[test]
    fn wishes_and_warnings_count() {
        let mut heard = Heard::default();
        heard.hear(&Message::Need(Role::Knight));
        heard.hear(&Message::Warn(Role::Queen));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        let (with, without) = (stakes(start, &heard), stakes(start, &Heard::default()));
        assert!(
            with.keeping(Color::Black, Role::Knight) > without.keeping(Color::Black, Role::Knight)
        );
        assert!(
            with.keeping(Color::White, Role::Queen) > without.keeping(Color::White, Role::Queen)
        );
        assert_eq!(
            with.keeping(Color::White, Role::Rook),
            without.keeping(Color::White, Role::Rook)
        );
    }
}
