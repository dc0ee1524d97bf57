//! Referees a short match: moves, a captured pawn that is passed, a refusal with its article, a resignation.
//!
//! `cargo run -p tandem-referee --example referee_a_match`

#![allow(clippy::print_stdout, reason = "an example speaks to whoever runs it")]

use std::error::Error;
use std::sync::Arc;

use tandem_referee::{Act, Attempt, Command, Match, Settings};
use tandem_rules::{Millis, Rulebook, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let book = Arc::new(Rulebook::builtin("fics").ok_or("a built-in book")?);
    let mut game = Match::new(Settings::new(Arc::clone(&book)));
    let mut log = Vec::new();
    game.act(Millis(0), &Command::Start, &mut log)?;

    let moves = [
        (1_200, Seat::WhiteA, "e2e4"),
        (1_900, Seat::WhiteB, "d2d4"),
        (2_500, Seat::BlackA, "d7d5"),
        (3_000, Seat::BlackB, "g8f6"),
        (3_100, Seat::WhiteA, "e4d5"), // the pawn goes to BlackB
        (4_000, Seat::WhiteA, "d5d6"), // refused: it is Black's turn
        (4_700, Seat::WhiteB, "c2c4"),
        (5_300, Seat::BlackB, "P@e4"), // and is dropped
    ];
    for (at, seat, coordinates) in moves {
        let act = Act::Move { tried: Attempt::Coordinates(coordinates.parse()?) };
        let before = log.len();
        let answer = match game.act(Millis(at), &Command::Player { seat, act }, &mut log) {
            Ok(()) => format!("{} events", log.len() - before),
            Err(refusal) => format!("no, by {}", refusal.article),
        };
        println!("{at:>5} ms  {seat} {coordinates}: {answer}");
    }
    game.act(Millis(9_000), &Command::Player { seat: Seat::BlackA, act: Act::Resign }, &mut log)?;

    let verdict = game.verdict().ok_or("the match is over")?;
    println!("{}, by {}", verdict.result.as_str(), verdict.article);
    assert_eq!(verdict.result.as_str(), "1-0"); // WhiteA and BlackB have won

    // The log is the match: whoever has it has everything.
    let again = Match::replay(Settings::new(book), &log);
    assert!(again == game);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
