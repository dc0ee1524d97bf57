//! Levels 1 to 8: like a beginner at the bottom, full strength at the top.

use tandem_rules::Millis;

use crate::bot::{Alertness, Dice};
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
    /// How many of a hundred times it makes its move without a last look at what mates it at once.
    pub(crate) hasty: u32,
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
    /// Whether it always plays the best move that it finds.
    pub(crate) fn is_careful(self) -> bool {
        self.carelessness == 0 && self.overlooks == 0
    }

    /// Whether this time it does not see what its opponent could drop; as often as it overlooks a move.
    pub(crate) fn is_blind_to_drops(self, dice: u64) -> bool {
        dice % 100 < u64::from(self.overlooks)
    }

    /// Whether it looks for a drop that mates wherever it looks, as who never skips the last look does.
    pub(crate) fn looks_for_mates(self) -> bool {
        self.hasty == 0
    }

    /// Whether this time it makes its move without a last look.
    pub(crate) fn is_hasty(self, dice: &mut Dice) -> bool {
        self.hasty > 0 && dice.roll() % 100 < u64::from(self.hasty)
    }

    /// How many lines it needs to choose among, if it is asked for so many.
    pub(crate) fn lines(self, wanted: usize) -> usize {
        if self.is_careful() { wanted } else { wanted.max(CANDIDATES) }
    }

    /// Something between a level and the next: `part` is 0 at the lower, 1 at the upper.
    fn between(lower: Skill, upper: Skill, part: f64) -> Skill {
        let mix = |lower: f64, upper: f64| lower + (upper - lower) * part;
        let nodes = |skill: Skill| skill.nodes.unwrap_or(NODES_OF_THE_TOP) as f64;
        let depth = |skill: Skill| f64::from(skill.depth.unwrap_or(DEPTH_OF_THE_TOP));
        let share = |lower: u32, upper: u32| mix(lower.into(), upper.into()).round() as u32;
        let nearer = if part < 0.5 { lower } else { upper };
        Skill {
            depth: lower.depth.map(|_| mix(depth(lower), depth(upper)).round() as u32),
            // Twice as many are worth much the same wherever one begins.
            nodes: Some(mix(nodes(lower).ln(), nodes(upper).ln()).exp().round() as u64),
            carelessness: mix(lower.carelessness.into(), upper.carelessness.into()).round()
                as Score,
            overlooks: share(lower.overlooks, upper.overlooks),
            hasty: share(lower.hasty, upper.hasty),
            ..nearer
        }
    }
}

/// Whoever does not always play the best move chooses among so many.
const CANDIDATES: usize = 4;
/// So many positions the top level looks at for a move of a match of three minutes, on one core of its own.
const NODES_OF_THE_TOP: u64 = 2_000_000;
/// So deep it looks then.
const DEPTH_OF_THE_TOP: u32 = 14;

/// How strong a player is by UCI's number: a level, or something between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    elo: i32,
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength { elo: level.elo() }
    }
}

impl Strength {
    /// The strength that such a number names; beyond the ends of the scale it is that of the end.
    #[must_use]
    pub fn of_elo(elo: i32) -> Strength {
        Strength { elo: elo.clamp(Level::WEAKEST.elo(), Level::STRONGEST.elo()) }
    }

    /// Its number.
    #[must_use]
    pub fn elo(self) -> i32 {
        self.elo
    }

    pub(crate) fn skill(self) -> Skill {
        let upper = Level::all().find(|level| level.elo() >= self.elo).unwrap_or(Level::STRONGEST);
        if upper.elo() == self.elo || upper == Level::WEAKEST {
            return upper.skill();
        }
        let lower = Level(upper.0 - 1);
        let part = f64::from(self.elo - lower.elo()) / f64::from(upper.elo() - lower.elo());
        Skill::between(lower.skill(), upper.skill(), part)
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

    /// Its strength as programs tell it that know no levels: 200 a level, which the steps are meant to be
    /// (`docs/strength.md` has what was measured), on a scale of our own, not the rating of any club.
    #[must_use]
    pub fn elo(self) -> i32 {
        1_000 + 200 * (i32::from(self.0) - 1)
    }

    pub(crate) fn skill(self) -> Skill {
        use Alertness::{Absorbed, BothBoards};
        let skill = |depth, nodes, carelessness, overlooks, hasty, pace, alertness| Skill {
            depth,
            nodes,
            carelessness,
            overlooks,
            hasty,
            pace,
            ponders: nodes.is_none(),
            plays_as_team: self.0 >= 3,
            alertness,
        };
        // In steps as even as matches tell: docs/strength.md.
        match self.0 {
            1 => skill(Some(1), Some(2_000), 120, 40, 100, Some(10), Absorbed),
            2 => skill(Some(2), Some(2_000), 60, 24, 55, Some(9), Absorbed),
            3 => skill(Some(3), Some(3_000), 50, 20, 48, Some(8), Absorbed),
            4 => skill(Some(4), Some(4_000), 30, 12, 20, Some(7), Absorbed),
            5 => skill(Some(5), Some(6_000), 20, 6, 3, Some(7), Absorbed),
            6 => skill(Some(6), Some(8_000), 12, 2, 0, Some(6), BothBoards),
            7 => skill(None, Some(30_000), 0, 0, 0, Some(6), BothBoards),
            _ => skill(None, None, 0, 0, 0, None, BothBoards),
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

    /// What must not grow from a level to the next, and what must not shrink.
    fn failings_and_gifts(skill: Skill) -> ([i64; 3], [u64; 5]) {
        let gifts = [
            skill.depth.map_or(u64::MAX, u64::from),
            skill.nodes.unwrap_or(u64::MAX),
            u64::from(skill.ponders),
            u64::from(skill.plays_as_team),
            skill.alertness as u64,
        ];
        ([skill.carelessness.into(), skill.overlooks.into(), skill.hasty.into()], gifts)
    }

    fn assert_no_weaker(stronger: Skill, weaker: Skill) {
        let (strong, weak) = (failings_and_gifts(stronger), failings_and_gifts(weaker));
        assert!(strong.0.iter().zip(&weak.0).all(|(a, b)| a <= b), "{stronger:?} {weaker:?}");
        assert!(strong.1.iter().zip(&weak.1).all(|(a, b)| a >= b), "{stronger:?} {weaker:?}");
    }

    #[test]
    fn levels_are_one_to_eight_and_get_stronger_in_every_way() {
        assert_eq!(Level::try_from(0), Err(NoLevel));
        assert_eq!(Level::try_from(9), Err(NoLevel));
        let levels: Vec<Level> = Level::all().collect();
        assert_eq!(levels.len(), 8);
        for pair in levels.windows(2) {
            let (weaker, stronger) = (pair[0].skill(), pair[1].skill());
            assert_no_weaker(stronger, weaker);
            assert_ne!(failings_and_gifts(stronger), failings_and_gifts(weaker));
        }
        let top = Level::STRONGEST.skill();
        assert!(top.is_careful());
        assert_eq!((top.nodes, top.depth), (None, None));
    }

    #[test]
    fn a_number_names_a_level_or_something_between_two() {
        for level in Level::all() {
            assert_eq!(Strength::from(level), Strength::of_elo(level.elo()));
            assert_eq!(Strength::of_elo(level.elo()).skill(), level.skill());
        }
        assert_eq!(Strength::of_elo(0).skill(), Level::WEAKEST.skill());
        assert_eq!(Strength::of_elo(3_500).skill(), Level::STRONGEST.skill());
        let (least, most) = (Level::WEAKEST.elo(), Level::STRONGEST.elo());
        let skills: Vec<Skill> =
            (least..=most).step_by(50).map(|elo| Strength::of_elo(elo).skill()).collect();
        for pair in skills.windows(2) {
            assert_no_weaker(pair[1], pair[0]);
            assert_ne!(pair[0], pair[1], "fifty more are something more");
        }
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
