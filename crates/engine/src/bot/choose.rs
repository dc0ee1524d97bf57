//! Choosing among good moves as somebody does who is not perfect.

use tandem_rules::{Move, Position, Stock};

use crate::level::Skill;
use crate::score::Score;

/// Numbers that look random and are the same every time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) fn stir(&mut self, more: u64) {
        self.0 ^= more.rotate_left(17);
        self.roll();
    }

    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below one.
    fn fraction(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The board as somebody on move sees it: who does not look at what lies beside it plays as if the opponent had
/// nothing to drop.
pub(crate) fn as_seen(position: &Position, skill: Skill, dice: &mut Dice) -> Position {
    let mut seen = position.clone();
    if skill.is_blind_to_drops(dice.roll()) {
        *seen.stock_mut(!position.turn()) = Stock::default();
    }
    seen
}

/// One of the moves: some are overlooked, and the better one is, the likelier it is played.
pub(crate) fn choose(
    position: &Position,
    moves: &[(Move, Score)],
    skill: Skill,
    dice: &mut Dice,
) -> Option<Move> {
    let best = moves.iter().max_by_key(|(_, score)| *score)?;
    if skill.is_careful() {
        return Some(best.0);
    }
    let seen: Vec<_> = moves
        .iter()
        .filter(|(m, _)| dice.roll() % 100 >= u64::from(overlooked(position, *m, skill)))
        .copied()
        .collect();
    // Who sees nothing at first looks again.
    let Some(top) = seen.iter().map(|(_, score)| *score).max() else { return Some(best.0) };
    let width = f64::from(skill.carelessness.max(1));
    let chances: Vec<f64> =
        seen.iter().map(|(_, score)| (f64::from(*score - top) / width).exp()).collect();
    let mut point = dice.fraction() * chances.iter().sum::<f64>();
    for ((m, _), chance) in seen.iter().zip(&chances) {
        point -= chance;
        if point <= 0.0 {
            return Some(*m);
        }
    }
    seen.last().map(|(m, _)| *m)
}

/// In how many of a hundred cases somebody overlooks a move: what is taken and what is near catches the eye,
/// what comes from far away or out of the stock does not.
fn overlooked(position: &Position, m: Move, skill: Skill) -> u32 {
    let far = match m {
        Move::Drop { to, .. } => {
            let enemy = position.board().king_of(!position.turn());
            enemy.is_some_and(|king| king.distance(to) >= FAR)
        }
        Move::Walk { from, to, .. } => from.distance(to) >= FAR,
        Move::EnPassant { .. } => true,
        Move::Castle { .. } => false,
    };
    let takes = matches!(m, Move::Walk { to, .. } if position.board().occupied().contains(to));
    match (far, takes) {
        (true, false) => skill.overlooks * 2,
        (false, true) => skill.overlooks / 2,
        (true, true) | (false, false) => skill.overlooks,
    }
}

/// So many squares away is far.
const FAR: u32 = 4;

#[cfg(test)]
mod tests {
    use tandem_rules::shakmaty::{Color, Role, Square};

    use super::*;
    use crate::level::Level;
    use crate::protocol::fen::parse_fen;

    /// Steps of pawns, each worse than the one before.
    fn moves() -> Vec<(Move, Score)> {
        (0..8)
            .map(|i| {
                let (from, to) = (Square::new(i + 8), Square::new(i + 16));
                (Move::Walk { from, to, promotion: None }, -(i as i32) * 120)
            })
            .collect()
    }

    #[test]
    fn the_strongest_takes_the_best_and_the_weakest_often_does_not() {
        let moves = moves();
        let mut dice = Dice::new(5);
        let best_of = |level: u8, dice: &mut Dice| {
            let skill = Level::try_from(level).unwrap().skill();
            (0..300)
                .filter(|_| choose(&Position::default(), &moves, skill, dice) == Some(moves[0].0))
                .count()
        };
        assert_eq!(best_of(8, &mut dice), 300);
        let (weak, middle) = (best_of(1, &mut dice), best_of(4, &mut dice));
        assert!(weak < 180 && middle > weak, "{weak} {middle}");
        let none =
            choose(&Position::default(), &[], Level::try_from(1).unwrap().skill(), &mut dice);
        assert_eq!(none, None);
    }

    #[test]
    fn whoever_overlooks_everything_looks_again() {
        let skill = Skill { overlooks: 100, carelessness: 0, ..Level::WEAKEST.skill() };
        let mut moves = moves();
        moves.reverse();
        let best = moves.last().map(|(m, _)| *m);
        for seed in 0..50 {
            let chosen = choose(&Position::default(), &moves, skill, &mut Dice::new(seed));
            assert_eq!(chosen, best);
        }
    }

    #[test]
    fn the_weak_do_not_always_see_what_could_be_dropped() {
        let position = parse_fen("4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1").unwrap();
        let mut dice = Dice::new(3);
        let mut blind = |level: u8| {
            let skill = Level::try_from(level).unwrap().skill();
            let seen: Vec<_> = (0..400).map(|_| as_seen(&position, skill, &mut dice)).collect();
            assert!(seen.iter().all(|seen| seen.stock(Color::White).has(Role::Knight)));
            seen.iter().filter(|seen| !seen.stock(Color::Black).has(Role::Queen)).count()
        };
        let (weak, middle) = (blind(1), blind(4));
        assert!(weak > middle && middle > 0, "{weak} {middle}");
        assert_eq!(blind(8), 0);
    }

    #[test]
    fn what_comes_from_far_is_overlooked_before_what_is_taken() {
        let position = parse_fen("4k3/8/8/3p4/4P3/8/8/B3K3[N] w - - 0 1").unwrap();
        let skill = Level::try_from(2).unwrap().skill();
        let of = |from: Square, to: Square| {
            overlooked(&position, Move::Walk { from, to, promotion: None }, skill)
        };
        let drop = |to: Square| overlooked(&position, Move::Drop { role: Role::Knight, to }, skill);
        assert!(of(Square::E4, Square::D5) < of(Square::E4, Square::E5));
        assert!(of(Square::E4, Square::E5) < of(Square::A1, Square::H8));
        assert!(drop(Square::F6) < drop(Square::A1));
    }
}
