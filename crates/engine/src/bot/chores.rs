//! What a player does besides moving: claims, gifts, answers.

use tandem_referee::{Act, Claim, Debt, Gift};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Position, Seat};

use super::BotAct;
use crate::evaluate::{Weights, evaluate};
use crate::laws::Laws;
use crate::score::Score;
use crate::stakes::Stakes;
use crate::team::{Owed, View};

/// The acts that are due now. `own` is what the player last thought of their board, `team` of
/// both together. A claim comes alone: if it ends a game, nothing else that is seen now can be done there.
pub(crate) fn chores(view: &View, laws: &Laws, own: Score, team: Score) -> Vec<BotAct> {
    if let Some(claim) = claim(view) {
        return vec![claim];
    }
    let mut acts = Vec::new();
    if let Some(owed) = view.owed {
        acts.extend(gift(view, laws, owed).map(Act::Give));
    }
    if view.draw_offered && !view.own.ended {
        acts.push(if team < -400 { Act::AcceptDraw } else { Act::DeclineDraw });
    }
    if repetition_is_due(view) && own < -150 && team < -150 {
        acts.push(Act::Claim {
            claim: Claim::Repetition { intended: None },
            board: Some(view.seat.board()),
        });
    }
    acts
}

/// What the player claims now. A mate or an illegal move goes before a flag (R43).
fn claim(view: &View) -> Option<BotAct> {
    if let Some(board) = view.mate {
        return Some(Act::Claim { claim: Claim::Mate, board: Some(board) });
    }
    if view.illegal {
        return Some(Act::Claim { claim: Claim::Illegal, board: Some(view.seat.board()) });
    }
    flag_claim(view)
}

/// What a player must or may do now besides moving and passing, for one who only moves: somebody
/// else's engine, say. It declines draws and claims none.
#[must_use]
pub fn duties(view: &View) -> Vec<BotAct> {
    chores(view, &Laws::of(&view.book), 0, 0)
}

/// Whether a player may have something to do besides moving and passing.
#[must_use]
pub fn has_duties(view: &View) -> bool {
    view.owed.is_some()
        || view.illegal
        || view.mate.is_some()
        || view.draw_offered
        || repetition_is_due(view)
        || Seat::ALL.into_iter().any(|seat| view.fallen[seat] && seat.team() != view.seat.team())
}

/// A fallen enemy flag, where this player may claim it.
fn flag_claim(view: &View) -> Option<BotAct> {
    let for_partner = view.book.flags_are_claimed_for_partners();
    let claim = |board: BoardId| Act::Claim { claim: Claim::Flag, board: Some(board) };
    let in_play = |seat: Seat| {
        if seat.board() == view.seat.board() {
            !view.own.ended
        } else {
            view.other_board_in_play().is_some()
        }
    };
    let enemies = [view.seat.opponent(), view.seat.partner().opponent()];
    enemies
        .into_iter()
        .filter(|&enemy| view.fallen[enemy] && in_play(enemy))
        .find(|&enemy| for_partner || enemy == view.seat.opponent())
        .map(|enemy| claim(enemy.board()))
}

/// Whether a draw by repetition can be claimed on the player's own board, for certain: a wrong
/// claim counts as an illegal move in some books (asten 18, sscr 3.4).
fn repetition_is_due(view: &View) -> bool {
    let on_move = view.own.position.turn() == view.seat.color();
    view.book.repetition_can_be_claimed()
        && view.own.occurrences >= 3
        && !view.own.ended
        && view.last_drop.is_none()
        && (on_move || view.book.repetition_is_claimed_out_of_turn())
}

/// The man whose loss hurts least (fer 4.4, 6.3; minerva 7.7).
fn gift(view: &View, laws: &Laws, owed: Owed) -> Option<Gift> {
    let us = view.seat.color();
    match owed {
        Owed::Beside(role) => {
            let other_board = &view.other_board.as_ref()?.position;
            let men = other_board.board().by_color(us);
            let promoted = other_board.promoted();
            let fitting = if role == Role::Pawn {
                (other_board.board().pawns() | promoted) & men
            } else {
                other_board.board().by_role(role) & men & !promoted
            };
            fitting.first().map(|square| Gift { role, square: Some(square) })
        }
        Owed::Own(why) => {
            let position = &view.own.position;
            let from_stock = position
                .stock(us)
                .iter()
                .filter(|_| why != Debt::NothingToTake)
                .map(|(role, _)| Gift { role, square: None });
            let board = position.board();
            let from_board =
                (board.by_color(us) & !board.kings()).into_iter().filter_map(|square| {
                    board.role_at(square).map(|role| Gift { role, square: Some(square) })
                });
            from_stock.chain(from_board).max_by_key(|&gift| without(position, laws, us, gift))
        }
    }
}

fn without(
    position: &Position,
    laws: &Laws,
    us: tandem_rules::shakmaty::Color,
    gift: Gift,
) -> Score {
    let mut left = position.clone();
    match gift.square {
        Some(square) => {
            left.remove(square);
        }
        None => {
            left.stock_mut(us).take(gift.role);
        }
    }
    let score = evaluate(&left, &laws.rules, &Stakes::default(), &Weights::DEFAULT);
    if left.turn() == us { score } else { -score }
}

#[cfg(test)]
mod tests {
    use tandem_notation::script::Runner;
    use tandem_rules::{Millis, Rulebook};

    use super::*;

    fn duties_after(lines: &[&str], seat: Seat) -> Vec<BotAct> {
        let mut runner = Runner::new(Rulebook::builtin);
        let mut out = Vec::new();
        for line in lines {
            runner.line(line, &mut out).expect("a readable line");
        }
        duties(&View::of(runner.game().expect("a match"), seat, Millis::from_secs(9)))
    }

    #[test]
    fn a_mate_that_must_be_claimed_is_claimed() {
        let script = [
            "book sscr",
            "input open",
            "position 6k1/1b3ppp/8/8/8/7q/5P1P/6K1 b - - 3 60 | 4k3/8/8/8/8/8/8/4K3 w - - 60 60",
            "0 start",
            "1 a h3g2",
        ];
        let mate = Act::Claim { claim: Claim::Mate, board: Some(BoardId::A) };
        assert_eq!(duties_after(&script, Seat::BlackA).first(), Some(&mate));
        assert_eq!(duties_after(&script, Seat::WhiteB).first(), Some(&mate));
        assert!(duties_after(&script, Seat::BlackB).is_empty());
    }

    #[test]
    fn fer_5_2_a_flag_is_claimed_before_anything_else_is_answered() {
        let script = ["book fer", "clock 5", "0 start", "1 A e2e4", "2 a offer draw", "8 tick"];
        let flag = Act::Claim { claim: Claim::Flag, board: Some(BoardId::A) };
        assert_eq!(duties_after(&script, Seat::WhiteA), [flag]);
    }

    #[test]
    fn a_wrong_claim_is_claimed_as_an_illegal_move() {
        let script = ["book sscr", "0 start", "1 A claim repetition"];
        let illegal = Act::Claim { claim: Claim::Illegal, board: Some(BoardId::A) };
        // The wrong claim is an offer too (sscr 3.1b, R27): that needs no answer any more.
        assert_eq!(duties_after(&script, Seat::BlackA), [illegal]);
        assert!(duties_after(&script, Seat::WhiteB).is_empty());
    }
}
