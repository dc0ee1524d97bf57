//! Moves a second through the whole referee: legality, clocks, passing, mate, events.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a bench measures and tells")]

#[path = "../../rules/benches/stopwatch/mod.rs"]
mod stopwatch;

use std::sync::Arc;

use stopwatch::Stopwatch;
use tandem_referee::{Act, Attempt, Command, Event, Match, Phase, Settings};
use tandem_rules::{BoardId, Coordinates, Millis, Rulebook, Seat};

/// A small deterministic generator: the same matches in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// Commands of a random match, chosen beforehand so that only the referee is measured.
fn record(book: &Arc<Rulebook>, seed: u64) -> Vec<(Millis, Command)> {
    let mut dice = Dice(seed);
    let mut game = Match::new(Settings::new(Arc::clone(book)));
    let mut events = Vec::new();
    let mut commands = vec![(Millis::ZERO, Command::Start)];
    game.act(Millis::ZERO, &Command::Start, &mut events).expect("it starts");
    for turn in 0..240 {
        let board = BoardId::ALL[dice.roll(2)];
        let seat = Seat::new(board, game.game(board).on_move);
        let moves = game.board_for(seat).legal_moves();
        if moves.is_empty() || game.game(board).duty.is_some() {
            continue;
        }
        let chosen: Coordinates =
            moves[dice.roll(moves.len())].to_string().parse().expect("coordinates");
        let now = Millis(turn * 50);
        let command =
            Command::Player { seat, act: Act::Move { tried: Attempt::Coordinates(chosen) } };
        if game.act(now, &command, &mut events).is_ok() {
            commands.push((now, command));
        }
        if game.phase() == Phase::Over {
            break;
        }
    }
    commands
}

fn main() {
    println!("referee, one core (goal: 1,500,000 moves a second)");
    for id in ["asten", "minerva", "sscr", "fer", "stein"] {
        let book = Arc::new(Rulebook::builtin(id).expect("a built-in book"));
        let matches: Vec<_> = (1..=200).map(|seed| record(&book, seed)).collect();
        let moves: usize = matches.iter().map(|commands| commands.len() - 1).sum();
        let mut best = 0.0_f64;
        for _ in 0..5 {
            let mut events: Vec<Event> = Vec::with_capacity(4096);
            let start = Stopwatch::start();
            for commands in &matches {
                let mut game = Match::new(Settings::new(Arc::clone(&book)));
                events.clear();
                for (now, command) in commands {
                    game.act(*now, command, &mut events).expect("it was accepted before");
                }
            }
            best = best.max(moves as f64 / start.elapsed().as_secs_f64());
        }
        println!("{id:<10}{best:>12.0} moves/s  ({:.2} of the goal)", best / 1_500_000.0);
    }
}
