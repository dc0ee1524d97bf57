//! Levels 1 to 8: like a beginner at the bottom, full strength at the top.

use tandem_rules::Millis;

use crate::bot::Alertness;
use crate::score::Score;

/// How strong a player is, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLevel;

impl std::fmt::Display for NoLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a level is a number from 1 to 8")
    }
}

impl std::error::Error for NoLevel {}

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Level, NoLevel> {
        if (1..=8).contains(&number) { Ok(Level(number)) } else { Err(NoLevel) }
    }
}

const LOWEST_ELO: i32 = 1_000;
const ELO_STEP: i32 = 200;

/// What a level means to the player's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skill {
    /// It looks no deeper.
    pub(crate) depth: Option<u32>,
    /// It looks at no more positions for a move.
    pub(crate) nodes: Option<u64>,
    /// How much worse than the best a move may be and still be played now and then.
    pub(crate) carelessness: Score,
    /// How many of a hundred moves it overlooks altogether.
    pub(crate) overlooks: u32,
    /// How it takes its time: a share of its clock in thousandths, as people do.
    pub(crate) pace: Option<i64>,
    /// Whether it thinks in its opponent's time.
    pub(crate) ponders: bool,
    /// Whether it looks at its partner's board, sits and talks.
    pub(crate) plays_as_team: bool,
    /// What makes it look up from a thought.
    pub(crate) alertness: Alertness,
}

impl Skill {
    /// Whether this time it does not see what its opponent could drop; as often as it overlooks a move.
    pub(crate) fn is_blind_to_drops(self, dice: u64) -> bool {
        dice % 100 < u64::from(self.overlooks)
    }
}

impl Level {
    /// The bottom.
    pub const WEAKEST: Level = Level(1);
    /// The top.
    pub const STRONGEST: Level = Level(8);

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Whether it thinks in its opponent's time: those who look at so many positions and no more need none.
    #[must_use]
    pub fn ponders(self) -> bool {
        self.skill().ponders
    }

    /// The number by which programs that know no levels ask for this one: steps of 200 on a scale of our
    /// own, not the rating of any club.
    #[must_use]
    pub fn elo(self) -> i32 {
        LOWEST_ELO + ELO_STEP * (i32::from(self.0) - 1)
    }

    /// The level next to such a number.
    #[must_use]
    pub fn of_elo(elo: i32) -> Level {
        let nearest = Level::all().min_by_key(|level| (level.elo() - elo).abs());
        nearest.unwrap_or(Level::STRONGEST)
    }

    pub(crate) fn skill(self) -> Skill {
        let skill = |depth, nodes, carelessness, overlooks, pace, plays_as_team| Skill {
            depth,
            nodes,
            carelessness,
            overlooks,
            pace,
            ponders: nodes.is_none(),
            plays_as_team,
            alertness: match self.0 {
                ..=2 => Alertness::Absorbed,
                3..=5 => Alertness::OwnBoard,
                _ => Alertness::BothBoards,
            },
        };
        // Each looks at about three times as many positions as the one below.
        match self.0 {
            1 => skill(Some(1), Some(400), 260, 35, Some(10), false),
            2 => skill(Some(2), Some(1_200), 170, 22, Some(9), false),
            3 => skill(Some(3), Some(3_000), 110, 12, Some(8), true),
            4 => skill(Some(5), Some(8_000), 65, 6, Some(7), true),
            5 => skill(Some(7), Some(25_000), 35, 2, Some(7), true),
            6 => skill(Some(10), Some(70_000), 12, 0, Some(6), true),
            7 => skill(None, Some(200_000), 0, 0, None, true),
            _ => skill(None, None, 0, 0, None, true),
        }
    }
}

/// Time as people take it: around a share of the clock, now quick, now slow, quicker when the
/// move is plain.
pub(crate) fn human_time(clock: Millis, share: i64, plain: bool, dice: u64) -> Millis {
    let typical = clock.0.clamp(0, 600_000) * share / 1_000;
    // Between a third and double, most often below the middle.
    let spread = i64::try_from(dice % 100).unwrap_or(50);
    let taken = typical * (33 + spread * spread / 60) / 100;
    let taken = if plain { taken / 3 } else { taken };
    let most = (clock.0 / 4).max(0);
    Millis(taken.clamp(most.min(150), most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_to_eight_and_get_stronger() {
        assert_eq!(Level::try_from(0), Err(NoLevel));
        assert_eq!(Level::try_from(9), Err(NoLevel));
        let skills: Vec<Skill> = Level::all().map(Level::skill).collect();
        assert_eq!(skills.len(), 8);
        for pair in skills.windows(2) {
            assert!(pair[0].carelessness >= pair[1].carelessness);
            assert!(pair[0].nodes.unwrap_or(u64::MAX) <= pair[1].nodes.unwrap_or(u64::MAX));
        }
        assert_eq!(Level::STRONGEST.skill().nodes, None);
    }

    #[test]
    fn a_number_names_the_level_next_to_it() {
        for level in Level::all() {
            assert_eq!(Level::of_elo(level.elo()), level);
            assert_eq!(Level::of_elo(level.elo() + 90), level);
        }
        assert_eq!(Level::of_elo(0).number(), 1);
        assert_eq!(Level::of_elo(3_500), Level::STRONGEST);
    }

    #[test]
    fn in_five_minutes_a_move_takes_a_second_or_two_and_never_six() {
        for share in Level::all().filter_map(|level| level.skill().pace) {
            let mut times: Vec<_> =
                (0..100).map(|dice| human_time(Millis(300_000), share, false, dice).0).collect();
            times.sort_unstable();
            assert!((1_000..=2_300).contains(&times[50]), "{share}: {} ms", times[50]);
            assert!(times[99] < 6_000, "{share}: {} ms", times[99]);
        }
    }

    #[test]
    fn people_never_take_all_their_time() {
        for dice in 0..200 {
            let time = human_time(Millis(180_000), 20, false, dice);
            assert!(time.0 >= 150 && time.0 <= 45_000, "{time}");
            assert!(human_time(Millis(180_000), 20, true, dice) <= time);
        }
        assert!(human_time(Millis(100), 20, false, 7).0 <= 25);
    }
}
