//! `tandem bpgn`: files of games.

mod check;
mod export;
mod input;
mod progress;
mod show;
mod stats;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use tandem_archive::{Options, Shelf};
use tandem_notation::Letters;
use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

use crate::failure::Failure;
use crate::library::Library;

/// Reads, checks, rewrites and counts games in BPGN.
///
/// Files may be compressed with gzip, bzip2 or Zstandard; `-` is standard input.
#[derive(Subcommand)]
pub(crate) enum Bpgn {
    /// Replays every game and names those that are wrong
    Check(check::Check),
    /// Rewrites games in clean BPGN
    Format(show::Format),
    /// The position of both boards after every half-move, one BFEN a line
    Positions(show::Positions),
    /// The score sheet for people: a row a move, a column a player
    Table(show::Table),
    /// Draws clocks and material of a game over time, as SVG
    Plot(show::Plot),
    /// Counts games, results, endings, first moves, lengths and drops
    Stats(stats::Stats),
    /// Writes games and moves as Parquet, for DuckDB, Polars or Spark
    Export(export::Export),
}

impl Bpgn {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        match self {
            Bpgn::Check(command) => command.run(library),
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
    /// How many threads read and replay; without it as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Files of games
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
    /// The book to replay by; without it the book that a game names, or the rules of the
    /// internet servers (fics)
    #[arg(long)]
    book: Option<String>,
    /// In whose letters the games are written: en, cs, nl or de; without it each game tells
    #[arg(long, value_name = "LETTERS")]
    input_letters: Option<Letters>,
}

impl Reading {
    /// The book that was asked for; else for each game the one that it names, or the club's own,
    /// or that of the internet servers.
    fn books(&self, library: &Library) -> Result<Shelf, Failure> {
        if let Some(id) = &self.book {
            return library.book(Some(id)).map(Shelf::only);
        }
        let usual = match library.own() {
            Some(own) => own.clone(),
            None => library.book(Some("fics"))?,
        };
        let own = library.own().map(Rulebook::id);
        let ids = own.into_iter().chain(BUILTIN_IDS);
        Ok(Shelf::named(usual, ids.filter_map(|id| library.find(id)).collect()))
    }
}
