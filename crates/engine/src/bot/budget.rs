//! How long to think about a move.

use tandem_rules::Millis;

use crate::team::View;

/// When to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new depth is begun after about this.
    pub(crate) soft: Millis,
    /// The move must be out by then.
    pub(crate) hard: Millis,
    /// Whether more than half of what the turn should take is gone.
    pub(crate) mostly_used: bool,
}

/// So many more moves are expected.
const MOVES_TO_GO: i64 = 26;
/// Lost between a decision and its press, as far as anybody can tell.
const OVERHEAD: i64 = 30;

/// The time for one move. On the clock a bughouse player races the partner's opponent:
/// whoever has more time can sit.
pub(crate) fn budget(view: &View, as_team: bool, hurry: bool) -> Budget {
    let used = view.own.on_move_for.0.max(0);
    let left = view.clock(view.seat).0;
    let of_turn = shared_out(view, left + used, as_team, hurry);
    if used > of_turn.hard.0 {
        // Whoever sat so long thinks afresh about what has come.
        return shared_out(view, left, as_team, hurry);
    }
    // A turn has one budget, however often its thought begins again; what comes up late gets a look too.
    let soft = (of_turn.soft.0 - used).max(of_turn.soft.0 / 3).clamp(1, (left / 5).max(1));
    let hard = (of_turn.hard.0 - used).max(soft);
    Budget { soft: Millis(soft), hard: Millis(hard), mostly_used: used * 2 > of_turn.soft.0 }
}

/// What a turn gets that begins with so much on the clock.
fn shared_out(view: &View, mine: i64, as_team: bool, hurry: bool) -> Budget {
    let mut usable = (mine - OVERHEAD).max(1);
    if as_team && view.partner_sits() {
        // A partner who sits lives on their clock: the win must come before it runs out.
        usable = usable.min(view.clock(view.seat.partner()).0.max(1));
    }
    let mut typical = usable / MOVES_TO_GO + view.increment.0 * 3 / 4;
    if as_team {
        let diagonal = view.clock(view.seat.partner().opponent()).0.max(1);
        // Behind on the diagonal clock we play faster, ahead of it we can afford more.
        let ratio = (mine.max(1) * 100 / diagonal).clamp(75, 120);
        typical = typical * ratio / 100;
    }
    if hurry {
        typical /= 2;
    }
    let soft = typical.clamp(1, (usable / 4).max(1));
    let hard = (soft * 3).min((usable / 5).max(1)).max(soft);
    Budget { soft: Millis(soft), hard: Millis(hard), mostly_used: false }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::{Position, Rulebook, Seat};

    use super::*;
    use crate::team::Seen;

    #[test]
    fn it_never_plans_more_time_than_there_is() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        for mine in [0, 1, 20, 300, 5_000, 180_000] {
            view.clocks[Seat::WhiteA] = Some(Millis(mine));
            for as_team in [false, true] {
                let Budget { soft, hard, .. } = budget(&view, as_team, false);
                assert!(soft.0 >= 1 && soft <= hard);
                assert!(hard.0 <= (mine / 3).max(1), "{mine}: {hard:?}");
            }
        }
    }

    #[test]
    fn a_partner_who_sits_shares_his_clock() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        let mut other_board = Seen::new(Position::default());
        other_board.position.set_turn(Seat::BlackB.color());
        view.other_board = Some(other_board);
        for seat in Seat::ALL {
            view.clocks[seat] = Some(Millis(60_000));
        }
        view.clocks[Seat::BlackB] = Some(Millis(10_000));
        let moving = budget(&view, true, false);
        if let Some(other_board) = &mut view.other_board {
            other_board.on_move_for = Millis(5_000);
        }
        assert!(budget(&view, true, false).soft.0 * 4 < moving.soft.0);
    }

    #[test]
    fn behind_on_the_diagonal_it_plays_faster() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.clocks[Seat::WhiteA] = Some(Millis(60_000));
        view.clocks[Seat::WhiteB] = Some(Millis(120_000));
        assert!(budget(&view, true, false).soft < budget(&view, false, false).soft);
    }

    #[test]
    fn a_turn_has_one_budget() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.clocks[Seat::WhiteA] = Some(Millis(60_000));
        let whole = budget(&view, false, false);
        view.clocks[Seat::WhiteA] = Some(Millis(59_000));
        view.own.on_move_for = Millis(1_000);
        let rest = budget(&view, false, false);
        assert_eq!(rest.soft.0 + 1_000, whole.soft.0);
        assert_eq!(rest.hard.0 + 1_000, whole.hard.0);
        assert!(!whole.mostly_used && !rest.mostly_used);
        view.own.on_move_for = Millis(1_800);
        assert!(budget(&view, false, false).mostly_used);
        view.own.on_move_for = Millis(20_000);
        let afresh = budget(&view, false, false);
        assert!(!afresh.mostly_used);
        assert!(afresh.soft.0 > rest.soft.0 && afresh.soft < whole.soft, "{afresh:?}");
    }
}
