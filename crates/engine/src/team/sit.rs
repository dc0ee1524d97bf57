//! When to make no move.
//!
//! A clock that runs is the price; what it buys is that nothing is captured on this board and
//! that the partner gets time. It pays when every move loses and a piece may still come, or
//! when the partner's opponent waits too and has less time.

use tandem_rules::Millis;

use super::heard::Heard;
use super::view::View;
use crate::score::{MATE_BOUND, Score, mate_distance};

/// Why a player makes no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every move loses; a piece, or the partner, may help.
    EveryMoveLoses,
    /// The partner's opponent must wait or is lost, and has less time.
    PartnersOpponentRunsOut,
    /// The partner asked for it.
    Asked,
    /// There is no legal move: they wait for a piece.
    NoMove,
}

/// What is known when the question comes up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// What the best move is worth.
    pub(crate) own: Score,
    /// What the other board is worth to our team, if it was looked at.
    pub(crate) other_board: Option<Score>,
    /// Whether the enemy is on move there.
    pub(crate) opponent_on_move_there: bool,
}

/// A score from which a side is lost for all practical purposes.
const LOST: Score = 1_500;

/// Whether to make no move now, and for how long until asking again.
pub(crate) fn sit(view: &View, heard: &Heard, s: Situation) -> Option<(Why, Millis)> {
    let mate = mate_distance(s.own);
    if mate.is_some_and(|moves| moves > 0) {
        return None;
    }
    let me = view.clock(view.seat);
    let racer = view.seat.partner().opponent();
    let diagonal = view.clock(racer);
    let slice = Millis((me.0 / 12).clamp(50, 2_000));
    let other_board = view.other_board_in_play();
    if other_board.is_none() && view.other_board.is_some() {
        // Nobody is left to help.
        return None;
    }
    // Two who wait for each other lose.
    let partner_sits = view.partner_sits();
    let hopeless_there = s.other_board.is_some_and(|score| score < -LOST);
    if let Some(moves) = mate
        && other_board.is_some()
    {
        // Being mated at once ends all hope; a longer mate may be missed if nobody else helps:
        // when the partner is lost or sits as well, or the partner's opponent can wait far longer.
        let outlasted = s.opponent_on_move_there && me.0 * 4 < diagonal.0;
        let soon = if hopeless_there || outlasted || partner_sits { -1 } else { -5 };
        if moves >= soon {
            return Some((Why::EveryMoveLoses, slice));
        }
    }
    let ahead = me.0 > diagonal.0 + (diagonal.0 / 16).max(300);
    if s.opponent_on_move_there && ahead && s.other_board.is_some_and(|score| score >= MATE_BOUND) {
        return Some((Why::PartnersOpponentRunsOut, slice));
    }
    // Whoever asked must be able to go on themselves.
    let partner_fails = !s.opponent_on_move_there && s.other_board.is_some_and(|score| score < 0);
    if heard.sit() && !heard.go() && s.own < 700 && !partner_fails && !partner_sits {
        // To the last seconds only if the partner's opponent runs out first.
        let enough = me.0 > 4_000 && (view.clocks[racer].is_none() || me.0 * 3 > diagonal.0);
        if ahead || enough {
            return Some((Why::Asked, slice));
        }
    }
    if partner_sits {
        return None;
    }
    if s.own < -LOST && s.other_board.is_some_and(|score| score > 250) && me.0 * 2 > diagonal.0 {
        return Some((Why::EveryMoveLoses, slice));
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_referee::Message;
    use tandem_rules::{Position, Rulebook, Seat};

    use super::*;
    use crate::score::{mate_in, mated_in};
    use crate::team::view::Seen;

    fn view(me: i64, diagonal: i64) -> View {
        let book = Arc::new(Rulebook::builtin("fics").unwrap());
        let mut view = View::alone(book, Seat::WhiteA, Position::default());
        view.other_board = Some(Seen::new(Position::default()));
        view.clocks[Seat::WhiteA] = Some(Millis(me));
        view.clocks[Seat::WhiteB] = Some(Millis(diagonal));
        view
    }

    fn why(view: &View, heard: &Heard, own: Score, other_board: Score, enemy: bool) -> Option<Why> {
        let s = Situation { own, other_board: Some(other_board), opponent_on_move_there: enemy };
        sit(view, heard, s).map(|(why, _)| why)
    }

    #[test]
    fn it_sits_when_every_move_is_mate() {
        let (view, heard) = (view(60_000, 60_000), Heard::default());
        assert_eq!(why(&view, &heard, mated_in(4), 0, true), Some(Why::EveryMoveLoses));
        assert_eq!(why(&view, &heard, -200, 0, true), None);
        assert_eq!(why(&view, &heard, mate_in(3), 0, true), None);
    }

    #[test]
    fn it_sits_out_a_lost_enemy_beside_only_with_the_longer_clock() {
        let heard = Heard::default();
        let lost = mate_in(3);
        assert_eq!(
            why(&view(60_000, 50_000), &heard, 0, lost, true),
            Some(Why::PartnersOpponentRunsOut)
        );
        assert_eq!(why(&view(50_000, 60_000), &heard, 0, lost, true), None);
        assert_eq!(why(&view(60_000, 50_000), &heard, 0, lost, false), None);
    }

    #[test]
    fn it_follows_sit_and_go() {
        let mut heard = Heard::default();
        heard.hear(&Message::Sit);
        let seen = view(60_000, 60_000);
        assert_eq!(why(&seen, &heard, 0, 0, true), Some(Why::Asked));
        heard.hear(&Message::Go);
        assert_eq!(why(&seen, &heard, 0, 0, true), None);
    }

    #[test]
    fn partners_do_not_wait_for_each_other() {
        let mut heard = Heard::default();
        heard.hear(&Message::Sit);
        let seen = view(60_000, 60_000);
        assert_eq!(why(&seen, &heard, 0, -400, false), None);
        assert_eq!(why(&seen, &heard, 0, 400, false), Some(Why::Asked));
        let nobody = Heard::default();
        assert_eq!(why(&seen, &nobody, mated_in(4), -LOST - 1, false), None);
        assert_eq!(why(&seen, &nobody, mated_in(4), 0, false), Some(Why::EveryMoveLoses));
        let mut long = seen;
        if let Some(other_board) = &mut long.other_board {
            other_board.position.set_turn(Seat::BlackB.color());
            other_board.on_move_for = Millis(20_000);
        }
        long.clocks[Seat::BlackB] = Some(Millis(60_000));
        assert!(long.partner_sits());
        assert_eq!(why(&long, &nobody, mated_in(4), 0, false), None);
        assert_eq!(why(&long, &nobody, mated_in(2), 0, false), Some(Why::EveryMoveLoses));
    }

    #[test]
    fn a_longer_mate_is_not_sat_out_against_a_far_longer_clock() {
        let (behind, heard) = (view(10_000, 60_000), Heard::default());
        assert_eq!(why(&behind, &heard, mated_in(6), 0, true), None);
        assert_eq!(why(&behind, &heard, mated_in(2), 0, true), Some(Why::EveryMoveLoses));
        assert_eq!(why(&behind, &heard, mated_in(6), 0, false), Some(Why::EveryMoveLoses));
    }

    #[test]
    fn nobody_waits_for_a_game_that_has_ended() {
        let mut view = view(60_000, 60_000);
        if let Some(other_board) = &mut view.other_board {
            other_board.ended = true;
        }
        assert_eq!(why(&view, &Heard::default(), mated_in(2), 0, true), None);
    }
}
