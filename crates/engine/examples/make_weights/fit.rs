//! Logistic regression of results and of looks ahead on the numbers of the evaluation.

use std::sync::Arc;

use tandem_engine::{Laws, Stakes, Weights, evaluate};
use tandem_rules::Position;

/// A moment of a match.
pub(crate) struct Sample {
    /// The boards on which nothing hangs: none, one or both.
    pub(crate) sides: Vec<Side>,
    /// What team one got in the end, from 0 to 1.
    pub(crate) result: f64,
}

impl Sample {
    /// Whether a result can be told from it.
    fn is_whole(&self) -> bool {
        self.sides.len() == 2
    }
}

/// One board.
pub(crate) struct Side {
    pub(crate) position: Position,
    pub(crate) laws: Arc<Laws>,
    /// 1 if team one is on move, else -1.
    pub(crate) sign: f64,
    /// What a look ahead says, for team one.
    pub(crate) ahead: f64,
}

impl Side {
    /// What the evaluation says, for team one.
    fn score(&self, weights: &Weights) -> f64 {
        let rules = &self.laws.rules;
        self.sign * f64::from(evaluate(&self.position, rules, &Stakes::default(), weights))
    }
}

/// How much a look ahead counts, and how much a result, which all positions of a match share.
const AHEAD: f64 = 0.4;
const RESULT: f64 = 0.2;
/// So many hundredths of a pawn multiply the odds of a board by e. Those of a match hang on the other board and on
/// clocks as well, and are fitted ([`scale`]).
const OF_A_BOARD: f64 = 350.0;
/// How strongly a number holds on to what it was.
const PRIOR: f64 = 2.0;
/// Steps down the slope, each this part of what the bend allows, and how much of the last one goes into the next.
const STEPS: usize = 400;
const PACE: f64 = 0.4;
const MOMENTUM: f64 = 0.9;

/// One thing to tell: how likely is `target`, if the score is `start`, and changes so with each number?
struct Row {
    start: f64,
    slopes: Vec<(usize, f64)>,
    target: f64,
    scale: f64,
    counts: f64,
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// How many hundredths of a pawn multiply the odds of a match by e.
pub(crate) fn scale(samples: &[Sample], weights: &Weights) -> f64 {
    let scores: Vec<(f64, f64)> = samples
        .iter()
        .filter(|sample| sample.is_whole())
        .map(|sample| (sample.sides.iter().map(|side| side.score(weights)).sum(), sample.result))
        .collect();
    let surprise = |scale: f64| -> f64 {
        scores.iter().map(|&(score, result)| cost(chance(score, scale), result)).sum()
    };
    let scales = (10..200).map(|tens| f64::from(tens) * 10.0);
    scales.min_by(|&one, &other| surprise(one).total_cmp(&surprise(other))).unwrap_or(400.0)
}

fn cost(chance: f64, target: f64) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// How surprised somebody is on the average who believes these numbers.
pub(crate) fn surprise(samples: &[Sample], weights: &Weights, scale: f64) -> f64 {
    let (mut all, mut counts) = (0.0, 0.0);
    for sample in samples {
        let mut score = 0.0;
        for side in &sample.sides {
            let own = side.score(weights);
            score += own;
            all += AHEAD * cost(chance(own, OF_A_BOARD), chance(side.ahead, OF_A_BOARD));
            counts += AHEAD;
        }
        if sample.is_whole() {
            all += RESULT * cost(chance(score, scale), sample.result);
            counts += RESULT;
        }
    }
    all / f64::max(counts, 1.0)
}

/// How a board's score changes with each number, one by one.
fn slopes(side: &Side, weights: &Weights, row: &[i32]) -> Vec<(usize, f64)> {
    let mut slopes = Vec::new();
    let mut changed = row.to_vec();
    let mut other = weights.clone();
    for (at, &number) in row.iter().enumerate() {
        let by = (number.abs() / 6).max(6);
        let mut with = |by: i32| {
            changed[at] = number + by;
            other.set_flat(&changed);
            side.score(&other)
        };
        let difference = with(by) - with(-by);
        changed[at] = number;
        if difference != 0.0 {
            slopes.push((at, difference / f64::from(2 * by)));
        }
    }
    slopes
}

fn rows(samples: &[Sample], weights: &Weights, scale: f64) -> Vec<Row> {
    let row = weights.flat();
    let mut rows = Vec::new();
    for sample in samples {
        let mut both = Vec::new();
        let mut start = 0.0;
        for side in &sample.sides {
            let slopes = slopes(side, weights, &row);
            let score = side.score(weights);
            both.extend(slopes.iter().copied());
            start += score;
            let (target, scale) = (chance(side.ahead, OF_A_BOARD), OF_A_BOARD);
            rows.push(Row { start: score, slopes, target, scale, counts: AHEAD });
        }
        if sample.is_whole() {
            rows.push(Row { start, slopes: both, target: sample.result, scale, counts: RESULT });
        }
    }
    rows
}

/// Better numbers than these, as far as the slopes here tell.
pub(crate) fn improve(samples: &[Sample], weights: &Weights, scale: f64) -> Weights {
    let rows = rows(samples, weights, scale);
    let first = Weights::DEFAULT.flat();
    let now: Vec<f64> = weights.flat().into_iter().map(f64::from).collect();
    // A number holds on the more, the smaller it was meant to be.
    let hold: Vec<f64> =
        first.iter().map(|&number| PRIOR / (f64::from(number.abs()) + 20.0).powi(2)).collect();
    let mut change = vec![0.0; now.len()];
    let mut last = change.clone();
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = (0..now.len())
            .map(|at| hold[at] * (now[at] + change[at] - f64::from(first[at])))
            .collect();
        let mut bend = hold.clone();
        for row in &rows {
            let score = row.start + row.slopes.iter().map(|&(at, by)| by * change[at]).sum::<f64>();
            let told = chance(score, row.scale);
            let off = row.counts * (told - row.target) / row.scale;
            let sharp = row.counts * told * (1.0 - told) / (row.scale * row.scale);
            // All numbers move at once: each bears the others' bend as well.
            let all: f64 = row.slopes.iter().map(|(_, by)| by.abs()).sum();
            for &(at, by) in &row.slopes {
                slope[at] += off * by;
                bend[at] += sharp * by.abs() * all;
            }
        }
        let steps = slope.iter().zip(&bend).map(|(slope, bend)| PACE * slope / bend);
        for ((change, last), step) in change.iter_mut().zip(&mut last).zip(steps) {
            *last = MOMENTUM * *last - step;
            *change += *last;
        }
    }
    let learnt: Vec<i32> =
        now.iter().zip(&change).map(|(now, change)| (now + change).round() as i32).collect();
    let mut better = weights.clone();
    better.set_flat(&learnt);
    better
}
