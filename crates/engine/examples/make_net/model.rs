//! The net while it learns: the same sums as in play, in fractions, and how each number moves them.

use tandem_engine::{CLUES, Net, SAY_UNIT, SCORE_UNIT, SUM_UNIT, WIDTH};

/// So many hundredths of a pawn multiply the odds of a board by e.
pub(crate) const OF_A_BOARD: f32 = 350.0;

/// A board as the net sees it.
pub(crate) struct Moment {
    /// What the rest of the evaluation says, in hundredths of a pawn.
    pub(crate) base: f32,
    /// How likely the side to move wins, as far as is known.
    pub(crate) target: f32,
    /// What the side to move sees, and the other one.
    pub(crate) clues: [Vec<u16>; 2],
}

pub(crate) fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score / OF_A_BOARD).exp())
}

/// Numbers that learn together: what they are, how they should move, and how they moved before.
struct Numbers {
    now: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// None goes further from zero.
    most: f32,
    /// How strongly each is pulled towards zero.
    pull: f32,
}

impl Numbers {
    fn new(now: Vec<f32>, most: f32, pull: f32) -> Numbers {
        let zero = vec![0.0; now.len()];
        Numbers { slope: zero.clone(), mean: zero.clone(), square: zero, now, most, pull }
    }

    /// A step down the slope (Adam, with decoupled decay).
    fn step(&mut self, pace: f32, steps: i32) {
        let (of_mean, of_square) = (1.0 - 0.9_f32.powi(steps), 1.0 - 0.999_f32.powi(steps));
        for at in 0..self.now.len() {
            let slope = std::mem::take(&mut self.slope[at]);
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.999 * self.square[at] + 0.001 * slope * slope;
            let down = self.mean[at] / of_mean / ((self.square[at] / of_square).sqrt() + 1e-8);
            let moved = self.now[at] - pace * (down + self.pull * self.now[at]);
            self.now[at] = moved.clamp(-self.most, self.most);
        }
    }
}

/// A net that learns.
pub(crate) struct Model {
    rows: Numbers,
    first: Numbers,
    say: Numbers,
    always: Numbers,
    steps: i32,
}

impl Model {
    /// One that says next to nothing yet.
    pub(crate) fn new(dice: &mut impl FnMut() -> f32) -> Model {
        let rows = (0..CLUES * WIDTH).map(|_| (dice() - 0.5) * 0.12).collect();
        let say = (0..2 * WIDTH).map(|_| (dice() - 0.5) * 0.2).collect();
        Model {
            rows: Numbers::new(rows, 1.9, 0.0),
            first: Numbers::new(vec![0.1; WIDTH], 4.0, 0.0),
            say: Numbers::new(say, 3.9, 0.0),
            always: Numbers::new(vec![0.0], 1.9, 0.0),
            steps: 0,
        }
    }

    /// How strongly what clues do is pulled towards nothing.
    pub(crate) fn set_pull(&mut self, pull: f32) {
        self.rows.pull = pull;
    }

    fn sums(&self, clues: &[u16]) -> [f32; WIDTH] {
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&self.first.now);
        for &clue in clues {
            let row = &self.rows.now[usize::from(clue) * WIDTH..][..WIDTH];
            sums.iter_mut().zip(row).for_each(|(sum, by)| *sum += by);
        }
        sums
    }

    fn said(&self, sums: &[[f32; WIDTH]; 2]) -> f32 {
        let say = self.say.now.iter();
        let parts = sums.iter().flatten().zip(say).map(|(sum, say)| {
            let sum = sum.clamp(0.0, 1.0);
            sum * sum * say
        });
        self.always.now[0] + parts.sum::<f32>()
    }

    /// How likely the side to move wins.
    pub(crate) fn tells(&self, moment: &Moment) -> f32 {
        let sums = [self.sums(&moment.clues[0]), self.sums(&moment.clues[1])];
        chance(moment.base + self.said(&sums) * SCORE_UNIT)
    }

    /// Learns from some moments at once.
    pub(crate) fn learn<'m>(
        &mut self,
        moments: impl ExactSizeIterator<Item = &'m Moment>,
        pace: f32,
    ) {
        let share = SCORE_UNIT / OF_A_BOARD / moments.len() as f32;
        for moment in moments {
            let sums = [self.sums(&moment.clues[0]), self.sums(&moment.clues[1])];
            let told = chance(moment.base + self.said(&sums) * SCORE_UNIT);
            let off = (told - moment.target) * share;
            self.always.slope[0] += off;
            for (side, sums) in sums.iter().enumerate() {
                let mut slopes = [0.0; WIDTH];
                for (at, &sum) in sums.iter().enumerate() {
                    let said = sum.clamp(0.0, 1.0);
                    self.say.slope[side * WIDTH + at] += off * said * said;
                    if sum > 0.0 && sum < 1.0 {
                        slopes[at] = off * 2.0 * sum * self.say.now[side * WIDTH + at];
                    }
                    self.first.slope[at] += slopes[at];
                }
                for &clue in &moment.clues[side] {
                    let row = &mut self.rows.slope[usize::from(clue) * WIDTH..][..WIDTH];
                    row.iter_mut().zip(&slopes).for_each(|(slope, by)| *slope += by);
                }
            }
        }
        self.steps += 1;
        for numbers in [&mut self.rows, &mut self.first, &mut self.say, &mut self.always] {
            numbers.step(pace, self.steps);
        }
    }

    /// The net as its file has it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let parts = [
            (&self.rows, SUM_UNIT),
            (&self.first, SUM_UNIT),
            (&self.say, SAY_UNIT),
            (&self.always, SUM_UNIT * SAY_UNIT),
        ];
        let numbers = parts.iter().flat_map(|(numbers, unit)| {
            numbers.now.iter().map(move |number| (number * unit).round() as i16)
        });
        let bytes: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        assert_eq!(bytes.len(), 2 * Net::NUMBERS);
        bytes
    }
}
