//! Points, and what they say about strength.

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
}

impl Tally {
    /// Adds a match in which the side got this share of the points.
    pub fn add(&mut self, share: f64) {
        let share = share.clamp(0.0, 1.0);
        if share > 0.5 {
            self.wins += 1;
        } else if share < 0.5 {
            self.losses += 1;
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

    /// Half the width of the interval that holds the true share in 95 of 100 cases.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let n = f64::from(self.matches());
        if n < 2.0 {
            return 0.5;
        }
        let mean = self.share();
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        1.96 * (variance / n).sqrt()
    }

    /// The difference in Elo: the least, the likeliest, the greatest.
    #[must_use]
    pub fn elo(&self) -> (f64, f64, f64) {
        let (share, margin) = (self.share(), self.margin());
        (elo(share - margin), elo(share), elo(share + margin))
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

fn elo(share: f64) -> f64 {
    // Whoever won everything is stronger by more than anybody can tell.
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
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
            (0..count).for_each(|_| tally.add(share));
        }
        tally
    }

    #[test]
    fn three_of_four_is_about_191_elo() {
        let (least, likely, most) = tally(150, 0, 50).elo();
        assert!((likely - 190.8).abs() < 0.1);
        assert!(least > 130.0 && least < likely && likely < most && most < 260.0);
        assert!(tally(150, 0, 50).superiority() > 0.999);
    }

    #[test]
    fn even_results_say_nothing() {
        let even = tally(10, 5, 10);
        assert!(even.elo().1.abs() < 1e-9);
        assert!((even.superiority() - 0.5).abs() < 1e-9);
        assert_eq!(Tally::default().share(), 0.5);
        assert!(tally(20, 0, 0).elo().1.is_finite());
    }
}
