//! How long a round of many teams takes to pair: nine rounds of Swiss with 200 teams, results at random.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a bench measures and tells")]

use std::time::{Duration, Instant};

use tandem_event::{Cell, Colour, ColourModel, CrossTable, Met, PairingNumber, Row, swiss};
use tandem_referee::Points;
use tandem_rules::book::{Counts, PointScale};

/// A small deterministic generator: the same events in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn table(teams: u16, rounds: u16, colours: ColourModel) -> CrossTable {
    let row = |number: u16| Row {
        number: PairingNumber(number),
        name: format!("Team {number}"),
        here: true,
        cells: Vec::new(),
        besides: [Points(0); 2],
    };
    CrossTable {
        rows: (1..=teams).map(row).collect(),
        rounds,
        primary: Counts::Match,
        secondary: false,
        colours,
        initial: Colour::White,
        of_match: PointScale { win: 1000, draw: 500, loss: 0 },
        of_game: PointScale { win: 1000, draw: 500, loss: 0 },
        boards: 2,
        all_meet: false,
        apart: Vec::new(),
    }
}

fn add(table: &mut CrossTable, team: PairingNumber, met: Met, points: i32) {
    let points = Points(points);
    table.rows[team.index()].cells.push(Cell {
        met,
        match_points: points,
        game_points: points,
        boards: Vec::new(),
    });
}

/// The longest of an event's rounds.
fn longest(teams: u16, rounds: u16, colours: ColourModel, draws: u64, seed: u64) -> Duration {
    let mut dice = Dice(seed);
    let mut table = table(teams, rounds, colours);
    let mut longest = Duration::ZERO;
    for _ in 0..rounds {
        let start = Instant::now();
        let paired = swiss(&table).expect("a pairing");
        longest = longest.max(start.elapsed());
        for pair in paired {
            let Some(black) = pair.black else {
                add(&mut table, pair.white, Met::Bye, 1000);
                continue;
            };
            let points = if dice.roll(100) < draws { 500 } else { 1000 * dice.roll(2) as i32 };
            add(
                &mut table,
                pair.white,
                Met::Played { opponent: black, colour: Colour::White },
                points,
            );
            add(
                &mut table,
                black,
                Met::Played { opponent: pair.white, colour: Colour::Black },
                1000 - points,
            );
        }
    }
    longest
}

fn main() {
    for (name, colours) in [
        ("type A", ColourModel::TypeA),
        ("type B", ColourModel::TypeB),
        ("no colours", ColourModel::None),
    ] {
        for (teams, draws) in [(40, 15), (200, 15), (201, 15), (200, 100)] {
            let worst = (1..=3)
                .map(|seed| longest(teams, 9, colours, draws, seed))
                .max()
                .unwrap_or_default();
            println!(
                "{teams} teams, {draws} % draws, {name}: the longest of 27 rounds took {worst:.1?}"
            );
        }
    }
}
