//! `tandem bpgn`: files of games.

mod check;
mod export;
mod import;
mod input;
mod progress;
mod show;
mod stats;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use tandem_archive::{Options, Report, Shelf};
use tandem_notation::Letters;
use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

use crate::failure::Failure;
use crate::library::Library;

/// What is said of a file that could be read.
const NO_GAMES: &str = "contains no games";

/// Check, rewrite, count and export game files (BPGN).
///
/// Files may be compressed with gzip, bzip2 or Zstandard; `-` is standard input.
#[derive(Subcommand)]
pub(crate) enum Bpgn {
    /// Replay every game and report the invalid ones
    Check(check::Check),
    /// Convert boards saved from chess.com to BPGN
    Import(import::Import),
    /// Rewrite games as clean BPGN
    Format(show::Format),
    /// Print both boards after every half-move, one BFEN per line
    Positions(show::Positions),
    /// Print a readable score sheet: one row per move, one column per player
    Table(show::Table),
    /// Plot a game's clocks and material over time, as SVG
    Plot(show::Plot),
    /// Count games, results, endings, first moves, lengths and drops
    Stats(stats::Stats),
    /// Export games and moves as Parquet, for DuckDB, Polars or Spark
    Export(export::Export),
}

impl Bpgn {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        match self {
            Bpgn::Check(command) => command.run(library),
            Bpgn::Import(command) => command.run(library),
            Bpgn::Format(command) => command.run(library),
            Bpgn::Positions(command) => command.run(library),
            Bpgn::Table(command) => command.run(library),
            Bpgn::Plot(command) => command.run(library),
            Bpgn::Stats(command) => command.run(library),
            Bpgn::Export(command) => command.run(library),
        }
    }
}

/// Files of games that are gone through on all cores.
#[derive(Args)]
struct Archive {
    #[command(flatten)]
    reading: Reading,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Game files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Archive {
    fn options(&self) -> Options {
        let usual = Options::default();
        let threads = self.threads.unwrap_or(usual.threads);
        Options { letters: self.reading.input_letters, threads, ..usual }
    }
}

/// How games are read.
#[derive(Args)]
struct Reading {
    /// Rulebook to replay by [default: the one named in the game, otherwise fics (online rules)]
    #[arg(long)]
    book: Option<String>,
    /// Piece letters used in the input: en, cs, nl or de [default: detected for each game]
    #[arg(long, value_name = "LETTERS")]
    input_letters: Option<Letters>,
}

/// What was wrong with the files of a command that looks at many games, to be told behind them.
struct Told {
    failures: Vec<String>,
    without_games: Vec<String>,
}

impl Told {
    fn new(failures: Vec<String>) -> Told {
        Told { failures, without_games: Vec::new() }
    }

    /// Keeps what a report tells about its file.
    fn of<T>(&mut self, report: &Report<T>) {
        if let Some(failure) = &report.failure {
            self.failures.push(format!("{} can't be read: {failure}", report.name));
        } else if report.is_without_games() {
            self.without_games.push(format!("{}: {NO_GAMES}", report.name));
        }
    }

    fn tell(&self) {
        for sentence in self.failures.iter().chain(&self.without_games) {
            eprintln!("tandem: {sentence}");
        }
    }

    /// How the command ends: exit code 2 where a file could not be read, 1 where a game was bad or
    /// a file had none.
    fn ending(&self, bad: u64) -> Result<(), Failure> {
        match (self.failures.is_empty(), self.without_games.is_empty(), bad) {
            (true, true, 0) => Ok(()),
            (true, ..) => Err(Failure::AlreadyReported(1)),
            (false, ..) => Err(Failure::AlreadyReported(2)),
        }
    }
}

impl Reading {
    /// The book that was asked for; else for each game the one that it names, or the club's own,
    /// or that of the internet servers.
    fn books(&self, library: &Library) -> Result<Shelf, Failure> {
        if let Some(id) = &self.book {
            return library.book(Some(id)).map(Shelf::only);
        }
        let mut own = library.own();
        let usual = match (own.next(), own.next()) {
            (Some(own), None) => own.clone(),
            (None, _) | (Some(_), Some(_)) => library.book(Some("fics"))?,
        };
        let ids = library.own().map(Rulebook::id).chain(BUILTIN_IDS);
        Ok(Shelf::named(usual, ids.filter_map(|id| library.find(id)).collect()))
    }
}
