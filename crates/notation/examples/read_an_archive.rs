//! Reads a file of games, plays each by the rules of the internet servers, and counts what was dropped.
//!
//! `cargo run -p tandem-notation --example read_an_archive -- games.bpgn`; without a file, two games of its own.

#![allow(clippy::print_stdout, reason = "an example speaks to whoever runs it")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::Read;

use tandem_notation::bpgn::Reader;
use tandem_notation::replay::check_with;
use tandem_rules::{Move, Rulebook, Seat};

const TWO_GAMES: &str = r#"
[WhiteA "Ann"][BlackA "Ben"][WhiteB "Cas"][BlackB "Dee"][Result "1-0"]
1A. e4 {180} 1B. d4 {179} 1a. d5 {178} 1b. Nf6 {178} 2A. exd5 {177} 2B. Nf3 {176}
2b. P@e4 {175} {BlackA resigns} 1-0

[WhiteA "Eva"][BlackA "Fay"][WhiteB "Guy"][BlackB "Hal"][Result "*"]
1A. e4 {180} 1a. e5 {179} 2A. Ke3 {178} *
"#;

fn main() -> Result<(), Box<dyn Error>> {
    // Whatever can be read will do: a file, a socket, something that decompresses.
    let file: Box<dyn Read> = match std::env::args().skip(1).find(|word| word.ends_with(".bpgn")) {
        Some(name) => Box::new(File::open(name)?),
        None => Box::new(TWO_GAMES.as_bytes()),
    };
    let book = Rulebook::builtin("fics").ok_or("a built-in book")?;
    let (mut games, mut bad, mut drops) = (0, 0, BTreeMap::new());
    for game in Reader::new(file) {
        // A game that is wrong is still a game; only a broken input ends the reading.
        let game = game?;
        games += 1;
        let checked = check_with(&game, &book, |_, played, _| {
            if let Move::Drop { role, .. } = played.m {
                *drops.entry(role.upper_char()).or_insert(0) += 1;
            }
        });
        let names = Seat::ALL.map(|seat| game.tags.player(seat).unwrap_or("?"));
        match game.error().or(checked.error()) {
            Some(problem) => {
                bad += 1;
                println!("{}: {problem}", names.join(", "));
            }
            None => println!("{}: {} half-moves", names.join(", "), checked.played),
        }
    }
    println!("{games} games, {bad} bad; dropped: {drops:?}");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
