//! Matches between numbers that were learnt and those in use.

use std::sync::Arc;

use tandem_engine::simulate::play;
use tandem_engine::{Bot, Level, Weights};
use tandem_rules::{BySeat, Millis, Rulebook, Seat, Team};

use crate::matches::{of_team_one, terms};

const CLOCK: Millis = Millis::from_secs(5);
const HASH: usize = 4;

/// Plays matches in counted time, each opening from both sides; a line that tells how they went.
pub(crate) fn play_all(learnt: &Weights, count: u64, seed: u64, book: &Arc<Rulebook>) -> String {
    let mut points = Vec::new();
    for number in 0..count {
        let team = if number.is_multiple_of(2) { Team::One } else { Team::Two };
        let mut bots = BySeat::new_with(|seat: Seat| {
            let mut bot = Bot::new(Level::STRONGEST, HASH, (seed + number) * 4 + seat as u64);
            if seat.team() == team {
                bot.set_weights(learnt);
            }
            bot
        });
        let of_one = of_team_one(&play(&terms(book, CLOCK, seed + number / 2), &mut bots));
        points.push(if team == Team::One { of_one } else { 1.0 - of_one });
        if points.len().is_multiple_of(50) {
            eprintln!("{}", told(book, &points));
        }
    }
    told(book, &points)
}

fn told(book: &Rulebook, points: &[f64]) -> String {
    let count = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / count;
    let spread = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / count;
    let margin = 1.96 * (spread / count).sqrt();
    let (mean, margin) = (100.0 * mean, 100.0 * margin);
    format!("{}: {} matches, {mean:.1} % ± {margin:.1}", book.id(), points.len())
}
