//! Runs the second opinion against the referee, a million commands unless told otherwise:
//! `tandem-second-opinion [--commands N] [--seed N] [--book ID] [--input guarded|open]`.
//!
//! Ends with 1 after the first difference, which is printed as a script; `--show N` looks for more.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use tandem_second_opinion::chance::Chance;
use tandem_second_opinion::compare::{Run, Trial, shrink, tell, trial};
use tandem_second_opinion::generator::Plan;
use tandem_second_opinion::the_books::Book;

const USAGE: &str = "--commands N, --seed N, --show N, --book ID, --input guarded|open";

/// What is asked for.
struct Options {
    commands: u64,
    seed: u64,
    show: u64,
    books: Vec<Book>,
    inputs: Vec<bool>,
}

/// What was done.
#[derive(Default)]
struct Tally {
    matches: u64,
    commands: u64,
    refused: u64,
    differences: u64,
    by_book: BTreeMap<&'static str, u64>,
    ends: BTreeMap<String, u64>,
    beyond: BTreeMap<&'static str, u64>,
}

fn main() -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match options(std::env::args().skip(1)) {
        Some(options) => run(&options, &mut out),
        None => {
            writeln!(std::io::stderr(), "{USAGE}")?;
            Ok(ExitCode::from(2))
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options {
        commands: 1_000_000,
        seed: 1,
        show: 1,
        books: Book::ALL.to_vec(),
        inputs: vec![false, true],
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--commands" => options.commands = value.parse().ok()?,
            "--seed" => options.seed = value.parse().ok()?,
            "--show" => options.show = value.parse().ok()?,
            "--book" => options.books.retain(|book| book.id() == value),
            "--input" => {
                options.inputs.retain(|open| (if *open { "open" } else { "guarded" }) == value);
            }
            _ => return None,
        }
    }
    (!options.books.is_empty() && !options.inputs.is_empty()).then_some(options)
}

fn run(options: &Options, out: &mut impl Write) -> std::io::Result<ExitCode> {
    let mut tally = Tally::default();
    let mut seed = options.seed;
    let shows_progress = std::io::stderr().is_terminal();
    while tally.commands < options.commands && tally.differences < options.show {
        for &book in &options.books {
            for &open in &options.inputs {
                let mut chance = Chance::for_match(seed);
                let plan = Plan::random(&mut chance, book, open);
                if let Some(trial) = trial(&mut chance, plan, 400) {
                    tally.count(book, &trial);
                    if matches!(trial.run, Run::Differ(_)) && tally.differences <= options.show {
                        writeln!(out, "# seed {seed}\n{}", tell(&shrink(&trial)))?;
                    }
                }
            }
        }
        seed += 1;
        if shows_progress && seed.is_multiple_of(20) {
            write!(std::io::stderr(), "\r{} of {} commands", tally.commands, options.commands)?;
        }
    }
    if shows_progress {
        writeln!(std::io::stderr())?;
    }
    tally.tell(out, options.seed..seed)?;
    Ok(if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Tally {
    fn count(&mut self, book: Book, trial: &Trial) {
        self.matches += 1;
        self.commands += trial.commands.len() as u64;
        self.refused += trial.refused as u64;
        *self.by_book.entry(book.id()).or_default() += trial.commands.len() as u64;
        for reason in &trial.reasons {
            *self.ends.entry(reason.clone()).or_default() += 1;
        }
        match trial.run {
            Run::Agreed => {}
            Run::Beyond(why) => *self.beyond.entry(why).or_default() += 1,
            Run::Differ(_) => self.differences += 1,
        }
    }

    fn tell(&self, out: &mut impl Write, seeds: std::ops::Range<u64>) -> std::io::Result<()> {
        for (title, counts) in [
            ("commands by book", pairs(&self.by_book)),
            ("boards by end (* goes on)", pairs(&self.ends)),
            ("matches left where the model has no opinion", pairs(&self.beyond)),
        ] {
            writeln!(out, "{title}:")?;
            for (name, count) in counts {
                writeln!(out, "{count:>9}  {name}")?;
            }
        }
        writeln!(
            out,
            "{} commands, {} of them refused, in {} matches from seeds {} to {}: {} differences",
            self.commands,
            self.refused,
            self.matches,
            seeds.start,
            seeds.end - 1,
            self.differences,
        )
    }
}

fn pairs<K: ToString>(counts: &BTreeMap<K, u64>) -> Vec<(String, u64)> {
    counts.iter().map(|(name, count)| (name.to_string(), *count)).collect()
}
