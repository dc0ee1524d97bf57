//! When to make no move.
//!
//! A clock that runs is the price; what it buys is that nothing is captured on this board and
//! that the partner gets time. It pays when every move loses and a piece may still come, or
//! when the enemy beside waits too and has less time.

use tandem_rules::Millis;

use super::heard::Heard;
use super::view::View;
use crate::score::{MATE_BOUND, Score, mate_distance};

/// Why a player makes no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every move loses; a piece, or the partner, may help.
    EveryMoveLoses,
    /// The enemy beside must wait or is lost, and has less time.
    EnemyBesideRunsOut,
    /// The partner asked for it.
    Asked,
    /// There is no legal move: he waits for a piece.
    NoMove,
}

/// What is known when the question comes up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// What the best move is worth.
    pub(crate) own: Score,
    /// What the other board is worth to our team, if it was looked at.
    pub(crate) beside: Option<Score>,
    /// Whether the enemy is on move there.
    pub(crate) enemy_on_move_beside: bool,
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
    let beside = view.beside_in_play();
    if beside.is_none() && view.beside.is_some() {
        // Nobody is left to help.
        return None;
    }
    // Two who wait for each other lose.
    let partner_sits = view.partner_sits();
    let hopeless_beside = s.beside.is_some_and(|score| score < -LOST);
    if let Some(moves) = mate
        && beside.is_some()
    {
        // Being mated at once ends all hope; a longer mate may be missed if nobody else helps:
        // when the partner is lost or sits as well, or the enemy beside can wait far longer.
        let outlasted = s.enemy_on_move_beside && me.0 * 4 < diagonal.0;
        let soon = if hopeless_beside || outlasted || partner_sits { -1 } else { -5 };
        if moves >= soon {
            return Some((Why::EveryMoveLoses, slice));
        }
    }
    let ahead = me.0 > diagonal.0 + (diagonal.0 / 16).max(300);
    if s.enemy_on_move_beside && ahead && s.beside.is_some_and(|score| score >= MATE_BOUND) {
        return Some((Why::EnemyBesideRunsOut, slice));
    }
    // Whoever asked must be able to go on himself.
    let partner_fails = !s.enemy_on_move_beside && s.beside.is_some_and(|score| score < 0);
    if heard.sit() && !heard.go() && s.own < 700 && !partner_fails && !partner_sits {
        // To the last seconds only if the enemy beside runs out first.
        let enough = me.0 > 4_000 && (view.clocks[racer].is_none() || me.0 * 3 > diagonal.0);
        if ahead || enough {
            return Some((Why::Asked, slice));
        }
    }
    if partner_sits {
        return None;
    }
    if s.own < -LOST && s.beside.is_some_and(|score| score > 250) && me.0 * 2 > diagonal.0 {
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
        view.beside = Some(Seen::new(Position::default()));
        view.clocks[Seat::WhiteA] = Some(Millis(me));
        view.clocks[Seat::WhiteB] = Some(Millis(diagonal));
        view
    }

    fn why(view: &View, heard: &Heard, own: Score, beside: Score, enemy: bool) -> Option<Why> {
        let s = Situation { own, beside: Some(beside), enemy_on_move_beside: enemy };
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
            Some(Why::EnemyBesideRunsOut)
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
        if let Some(beside) = &mut long.beside {
            beside.position.set_turn(Seat::BlackB.color());
            beside.on_move_for = Millis(20_000);
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
        if let Some(beside) = &mut view.beside {
            beside.ended = true;
        }
        assert_eq!(why(&view, &Heard::default(), mated_in(2), 0, true), None);
    }
}
