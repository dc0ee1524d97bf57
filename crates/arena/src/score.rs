//! Points, and what they say about strength.

use crate::results::Outcome;

/// The results of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
    sum: f64,
    squares: f64,
    /// What the winners and the losers had left on their clocks, all matches together.
    left: [f64; 2],
}

impl Tally {
    /// Adds a match.
    pub fn add(&mut self, outcome: &Outcome) {
        let share = outcome.share.clamp(0.0, 1.0);
        let [ours, theirs] = outcome.left;
        let mut leave = |won: f64, lost: f64| {
            self.left[0] += won;
            self.left[1] += lost;
        };
        if share > 0.5 {
            self.wins += 1;
            leave(ours, theirs);
        } else if share < 0.5 {
            self.losses += 1;
            leave(theirs, ours);
        } else {
            self.draws += 1;
        }
        self.sum += share;
        self.squares += share * share;
    }

    /// How many matches there were.
    #[must_use]
    pub fn matches(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// What the winners and the losers had left, as a share of the time that they began with; none if nobody won.
    #[must_use]
    pub fn left(&self) -> Option<[f64; 2]> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.left.map(|sum| sum / f64::from(decided)))
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.sum
    }

    /// The share of the points, a half if nothing was played.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self.matches() {
            0 => 0.5,
            n => self.sum / f64::from(n),
        }
    }

    /// Half the width of the interval that holds the true share in 95 of 100 cases; none while all
    /// matches have ended alike, which tells nothing of how much luck there is.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let n = f64::from(self.matches());
        let mean = self.share();
        let variance = (self.squares / n - mean * mean) * n / (n - 1.0);
        // Less than this is what rounding leaves of nothing.
        (n >= 2.0 && variance > 1e-9).then(|| 1.96 * (variance / n).sqrt())
    }

    /// The difference in Elo; none while all matches have ended alike.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (share, margin) = (self.share(), self.margin()?);
        Some(Elo { least: elo(share - margin), likely: elo(share), most: elo(share + margin) })
    }

    /// How likely it is that this side is the stronger one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let (wins, losses) = (f64::from(self.wins), f64::from(self.losses));
        if wins + losses == 0.0 {
            return 0.5;
        }
        normal((wins - losses) / (wins + losses).sqrt())
    }
}

/// A difference in strength, as it follows from a score: the truth is between the least and the
/// most in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The least.
    pub least: f64,
    /// The likeliest.
    pub likely: f64,
    /// The most.
    pub most: f64,
}

fn elo(share: f64) -> f64 {
    // A bound beyond everything won is more than anybody can tell.
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the normal distribution below a point: by an approximation good to a
/// thousandth, which is more than match results deserve.
fn normal(x: f64) -> f64 {
    1.0 / (1.0 + (-1.5976 * x - 0.070_56 * x * x * x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        let mut tally = Tally::default();
        for (count, share) in [(wins, 1.0), (draws, 0.5), (losses, 0.0)] {
            (0..count).for_each(|_| tally.add(&ended(share)));
        }
        tally
    }

    fn ended(share: f64) -> Outcome {
        Outcome { share, left: [0.5, 0.25], reason: String::new() }
    }

    #[test]
    fn clocks_at_the_end_are_those_of_winners_and_losers() {
        assert_eq!(tally(0, 3, 0).left(), None);
        assert_eq!(tally(2, 9, 0).left(), Some([0.5, 0.25]));
        assert_eq!(tally(1, 0, 3).left(), Some([0.3125, 0.4375]));
    }

    #[test]
    fn three_of_four_is_about_191_elo() {
        let Elo { least, likely, most } = tally(150, 0, 50).elo().unwrap();
        assert!((likely - 190.8).abs() < 0.1);
        assert!(least > 130.0 && least < likely && likely < most && most < 260.0);
        assert!(tally(150, 0, 50).superiority() > 0.999);
    }

    #[test]
    fn even_results_say_nothing() {
        let even = tally(10, 5, 10);
        assert_eq!(format!("{:+.0}", even.elo().unwrap().likely), "+0");
        assert!((even.superiority() - 0.5).abs() < 1e-9);
        assert_eq!(Tally::default().share(), 0.5);
        assert!(tally(19, 0, 1).elo().unwrap().most.is_finite());
    }

    #[test]
    fn matches_that_end_alike_have_no_interval() {
        for alike in
            [tally(20, 0, 0), tally(0, 20, 0), tally(0, 0, 20), tally(1, 0, 0), tally(0, 0, 0)]
        {
            assert_eq!((alike.margin(), alike.elo()), (None, None), "{alike:?}");
        }
        let mut thirds = Tally::default();
        (0..30).for_each(|_| thirds.add(&ended(1.0 / 3.0)));
        assert_eq!(thirds.elo(), None, "rounding is no difference");
    }
}
