//! How long to think about a move: the clock is money, spent where something is at stake.

use tandem_rules::Millis;

use crate::score::Score;
use crate::team::View;

/// When to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new depth is begun after about this.
    pub(crate) soft: Millis,
    /// The move must be out by then.
    pub(crate) hard: Millis,
}

/// So many more moves are expected while there is nothing to drop.
const MOVES_IN_PEACE: i64 = 30;
/// So many fewer for each man in a stock of the board, up to so many men: where men fall, games end.
const FEWER_A_MAN: i64 = 2;
const MEN_OF_A_FIGHT: i64 = 3;
/// Below this, in hundredths of a pawn, a player stands badly, and above the same well.
const CLEAR: Score = 300;
/// Lost between a decision and its press, as far as anybody can tell.
const OVERHEAD: i64 = 30;

/// The time for one move. `standing` is what the player last thought of their board.
///
/// A player races the partner's opponent, and whoever has more time can sit; so whoever stands well saves,
/// and whoever stands badly spends: time that is left when one is mated was worth nothing.
pub(crate) fn budget(view: &View, as_team: bool, hurry: bool, standing: Score) -> Budget {
    // A turn has one budget, however often its thought begins again.
    let used = view.own.on_move_for.0.max(0);
    let left = view.clock(view.seat).0;
    let mine = left + used;
    let mut usable = (mine - OVERHEAD).max(1);
    if as_team && view.partner_sits() {
        // A partner who sits lives on their clock: the win must come before it runs out.
        usable = usable.min(view.clock(view.seat.partner()).0.max(1));
    }
    let mut typical = usable / moves_to_go(view) + view.increment.0 * 3 / 4;
    if standing < -CLEAR {
        typical = typical * 9 / 8;
    } else if standing > 2 * CLEAR {
        typical = typical * 7 / 8;
    }
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
    // Whatever comes up late in a turn gets a look of its own.
    let least = (soft / 8).clamp(1, ((left - OVERHEAD) / 8).max(1));
    let soft = (soft - used).max(least);
    let hard = (hard - used).max(soft);
    Budget { soft: Millis(soft), hard: Millis(hard) }
}

/// So many more moves are expected on the player's own board.
fn moves_to_go(view: &View) -> i64 {
    let stocks = view.own.position.stocks();
    let men = i64::from(stocks.white.total() + stocks.black.total()).min(MEN_OF_A_FIGHT);
    MOVES_IN_PEACE - FEWER_A_MAN * men
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_rules::shakmaty::{Color, Role};
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
                let Budget { soft, hard } = budget(&view, as_team, false, 0);
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
        let moving = budget(&view, true, false, 0);
        if let Some(other_board) = &mut view.other_board {
            other_board.on_move_for = Millis(5_000);
        }
        assert!(budget(&view, true, false, 0).soft.0 * 4 < moving.soft.0);
    }

    #[test]
    fn behind_on_the_diagonal_it_plays_faster() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.clocks[Seat::WhiteA] = Some(Millis(60_000));
        view.clocks[Seat::WhiteB] = Some(Millis(120_000));
        assert!(budget(&view, true, false, 0).soft < budget(&view, false, false, 0).soft);
    }

    #[test]
    fn time_goes_where_something_is_at_stake() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        let soft = |view: &View, standing| budget(view, true, false, standing).soft;
        let peace = soft(&view, 0);
        assert!(soft(&view, -500) > peace && soft(&view, 900) < peace);
        for color in Color::ALL {
            view.own.position.stock_mut(color).add(Role::Knight);
        }
        assert!(soft(&view, 0) > peace);
    }

    #[test]
    fn a_turn_has_one_budget() {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.clocks[Seat::WhiteA] = Some(Millis(60_000));
        let whole = budget(&view, false, false, 0);
        view.clocks[Seat::WhiteA] = Some(Millis(59_000));
        view.own.on_move_for = Millis(1_000);
        let rest = budget(&view, false, false, 0);
        assert_eq!(rest.soft.0 + 1_000, whole.soft.0);
        assert_eq!(rest.hard.0 + 1_000, whole.hard.0);
        view.own.on_move_for = Millis(20_000);
        let late = budget(&view, false, false, 0);
        assert!(late.soft.0 > 300 && late.soft < whole.soft, "{late:?}");
    }
}
