//! Files: reading against the `pgn-reader` crate, replaying against python-chess, in one run.
//!
//! The games are those of the collection if it is there, else games that are made up by random
//! play. `PYTHON` names an interpreter that has python-chess (PyPI `chess`); without it that part
//! is left out.

#![allow(clippy::print_stdout, reason = "a bench tells what it measured")]
#![allow(clippy::disallowed_methods, reason = "a bench reads the clock")]

mod corpus;
#[path = "../../rules/benches/stopwatch/mod.rs"]
mod stopwatch;

use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::process::Command;
use std::time::Duration;

use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};
use stopwatch::Stopwatch;
use tandem_notation::bpgn::{Game, Reader};
use tandem_notation::replay::check;
use tandem_rules::Rulebook;

/// How much text is read in one go.
const BYTES: usize = 16 << 20;
const ROUNDS: usize = 7;

fn main() {
    // `cargo test --benches` only wants to know that it builds.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let games = corpus::games();
    let tidied = corpus::tidied(&games);
    reading(&games, &tidied);
    replaying(&games, &tidied);
}

/// The shortest of several rounds.
fn best(mut round: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Stopwatch::start();
        round();
        start.elapsed()
    };
    (0..ROUNDS).map(time).min().unwrap_or_default()
}

fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / f64::from(1 << 20)
}

fn reading(games: &[u8], tidied: &[Game]) {
    let bpgn = games.repeat(BYTES.div_ceil(games.len()));
    let one = corpus::as_pgn(tidied);
    let pgn = one.repeat(BYTES.div_ceil(one.len()));
    let ours = best(|| {
        let plies: usize =
            Reader::new(bpgn.as_slice()).flatten().map(|game| game.main.plies.len()).sum();
        black_box(plies);
    });
    let theirs = best(|| {
        let mut reader = pgn_reader::Reader::new(Cursor::new(&pgn));
        let mut counter = Counter::default();
        while reader.read_game(&mut counter).expect("PGN that can be read").is_some() {}
        black_box(counter);
    });
    let (ours, theirs) = (rate(bpgn.len(), ours), rate(pgn.len(), theirs));
    println!("reading into games, BPGN        {ours:8.1} MiB/s");
    println!("reading into nothing, pgn-reader{theirs:8.1} MiB/s");
    println!("ratio                           {:8.2}   (goal: at least 1.0)", ours / theirs);
}

/// Looks at all that pgn-reader finds and keeps only the count.
#[derive(Default)]
struct Counter {
    moves: usize,
    bytes: usize,
}

impl Visitor for Counter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.bytes += value.as_bytes().len();
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.moves += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.bytes += comment.as_bytes().len();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn replaying(games: &[u8], tidied: &[Game]) {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let plies: usize = tidied.iter().map(|game| check(game, &book).played).sum();
    let repeats = 200;
    let ours = best(|| {
        for _ in 0..repeats {
            for game in Reader::new(games).flatten() {
                black_box(check(&game, &book));
            }
        }
    });
    let ours = (plies * repeats) as f64 / ours.as_secs_f64();
    println!("reading and replaying, one core {ours:8.0} half-moves/s");
    let Ok(python) = std::env::var("PYTHON") else {
        println!("python-chess                     not measured: PYTHON names no interpreter");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/python_chess.py");
    let told = Command::new(python).arg(script).arg(corpus::moves_file(tidied)).output();
    let theirs =
        told.ok().and_then(|told| String::from_utf8_lossy(&told.stdout).trim().parse::<f64>().ok());
    match theirs {
        Some(theirs) => {
            println!("replaying, python-chess         {theirs:8.0} half-moves/s");
            println!(
                "ratio                           {:8.1}   (goal: at least 100)",
                ours / theirs
            );
        }
        None => println!("python-chess                     could not be run"),
    }
}
