//! What a player does besides moving: claims, gifts, answers.

use tandem_referee::{Act, Claim, Debt, Gift};
use tandem_rules::book::{FlagBy, Repetition, RepetitionBy};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Position, Seat};

use crate::evaluate::{Weights, evaluate};
use crate::laws::Laws;
use crate::score::Score;
use crate::stakes::Stakes;
use crate::team::{Owed, View};

/// The acts that are due now. `own` is what the player last thought of his board, `team` of
/// both together.
pub(crate) fn chores(view: &View, laws: &Laws, own: Score, team: Score) -> Vec<Act> {
    let mut acts = Vec::new();
    acts.extend(flag_claim(view));
    if view.illegal {
        acts.push(Act::Claim(Claim::Illegal, Some(view.seat.board())));
    }
    if let Some(owed) = view.owed {
        acts.extend(gift(view, laws, owed).map(Act::Give));
    }
    if view.draw_offered && !view.own.ended {
        acts.push(if team < -400 { Act::AcceptDraw } else { Act::DeclineDraw });
    }
    if repetition_is_due(view) && own < -150 && team < -150 {
        acts.push(Act::Claim(Claim::Repetition(None), Some(view.seat.board())));
    }
    acts
}

/// What a player must or may do now besides moving and passing, for one who only moves: somebody
/// else's engine, say. It declines draws and claims none.
#[must_use]
pub fn duties(view: &View) -> Vec<Act> {
    chores(view, &Laws::of(&view.book), 0, 0)
}

/// A fallen enemy flag, where this player may claim it.
fn flag_claim(view: &View) -> Option<Act> {
    let by = view.book.axes.clock.claimed_by.is;
    let claim = |board: BoardId| Act::Claim(Claim::Flag, Some(board));
    let in_play = |seat: Seat| {
        if seat.board() == view.seat.board() {
            !view.own.ended
        } else {
            view.beside_in_play().is_some()
        }
    };
    let enemies = [view.seat.opponent(), view.seat.partner().opponent()];
    enemies
        .into_iter()
        .filter(|&enemy| view.fallen[enemy] && in_play(enemy))
        .find(|&enemy| by != FlagBy::Player || enemy == view.seat.opponent())
        .map(|enemy| claim(enemy.board()))
}

/// Whether a draw by repetition can be claimed on the player's own board, for certain: a wrong
/// claim counts as an illegal move in some books (asten 18, sscr 3.4).
fn repetition_is_due(view: &View) -> bool {
    let draws = &view.book.axes.draws;
    let on_move = view.own.position.turn() == view.seat.color();
    draws.repetition.is != Repetition::None
        && view.own.occurrences >= 3
        && !view.own.ended
        && view.last_drop.is_none()
        && (on_move || draws.repetition_by.is == RepetitionBy::Player)
}

/// The man whose loss hurts least (fer 4.4, 6.3; minerva 7.7).
fn gift(view: &View, laws: &Laws, owed: Owed) -> Option<Gift> {
    let us = view.seat.color();
    match owed {
        Owed::Beside(role) => {
            let beside = &view.beside.as_ref()?.position;
            let men = beside.board().by_color(us);
            let promoted = beside.promoted();
            let fitting = if role == Role::Pawn {
                (beside.board().pawns() | promoted) & men
            } else {
                beside.board().by_role(role) & men & !promoted
            };
            fitting.first().map(|square| Gift::Square(role, square))
        }
        Owed::Own(why) => {
            let position = &view.own.position;
            let from_stock = position
                .stock(us)
                .iter()
                .filter(|_| why != Debt::NothingToTake)
                .map(|(role, _)| Gift::Stock(role));
            let board = position.board();
            let from_board = (board.by_color(us) & !board.kings())
                .into_iter()
                .filter_map(|square| board.role_at(square).map(|role| Gift::Square(role, square)));
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
    match gift {
        Gift::Square(_, square) => {
            left.remove(square);
        }
        Gift::Stock(role) => {
            left.stock_mut(us).take(role);
        }
    }
    let score = evaluate(&left, &laws.rules, &Stakes::default(), &Weights::DEFAULT);
    if left.turn() == us { score } else { -score }
}
