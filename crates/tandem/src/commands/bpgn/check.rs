//! `tandem bpgn check`: every game replayed, the wrong ones named.

use std::io::{self, Write, stdout};

use clap::Args;
use serde_json::json;
use tandem_archive::{GameReport, Report, check_all};
use tandem_notation::bpgn::Problem;

use super::input::Inputs;
use super::progress::Progress;
use super::{Archive, NO_GAMES};
use crate::failure::Failure;
use crate::library::Library;

/// Replays every game: legality, stocks, clocks, the ending it claims and who won.
///
/// Print a line for each game with an error, then how many games there are and how many are
/// bad. Of each kind of warning the first is told, with a count of the others. Exit code 1 if any is bad, 2 if a file can't be read.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    archive: Archive,
    /// Don't print warnings
    #[arg(long, short)]
    quiet: bool,
    /// Tells every warning; without it one of each kind, and how many are like it
    #[arg(long, short = 'w')]
    warnings: bool,
    /// Print errors and warnings as JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.archive.reading.books(library)?;
        let inputs = Inputs::new(&self.archive.files);
        let options = self.archive.options();
        let mut tally = Tally {
            progress: Progress::new(inputs.bytes, &options.bytes),
            quiet: self.quiet,
            every: self.warnings,
            likes: Vec::new(),
            json: self.json,
            games: 0,
            bad: 0,
            stray: false,
            unreadable: !inputs.failures.is_empty(),
            write_error: None,
        };
        for failure in &inputs.failures {
            eprintln!("tandem: {failure}");
        }
        check_all(inputs.sources, &books, &options, |report| {
            if tally.write_error.is_none() {
                tally.write_error = tally.tell(&report).err();
            }
        });
        tally.finish()
    }
}

/// What has been found so far.
struct Tally {
    progress: Progress,
    quiet: bool,
    /// Whether each warning is told.
    every: bool,
    /// The first warning of each kind, where it was, and how many like it came after.
    likes: Vec<(Problem, String, u64)>,
    json: bool,
    games: u64,
    bad: u64,
    stray: bool,
    unreadable: bool,
    /// Why the output can't be written any more.
    write_error: Option<io::Error>,
}

impl Tally {
    fn tell(&mut self, report: &Report<GameReport>) -> io::Result<()> {
        for (number, game) in (report.first..).zip(&report.games) {
            self.games += 1;
            let error = game.error();
            if let Some(problem) = error {
                self.bad += 1;
                self.line(report, Some(number), problem)?;
            }
            for problem in &game.problems {
                let told = error.is_some_and(|error| std::ptr::eq(error, problem));
                if !told && (!problem.is_error() || self.json) {
                    self.line(report, Some(number), problem)?;
                }
            }
        }
        if let Some(problem) = report.stray.first() {
            self.stray = true;
            self.line(report, None, problem)?;
        }
        let behind = report.first + report.games.len() as u64;
        if let Some(failure) = &report.failure {
            self.progress.clear();
            self.unreadable = true;
            match behind {
                1 => eprintln!("tandem: {} can't be read: {failure}", report.name),
                _ => eprintln!(
                    "tandem: {}: reading stopped after game {}: {failure}",
                    report.name,
                    behind - 1
                ),
            }
        } else if report.is_without_games() {
            self.progress.clear();
            self.stray = true;
            eprintln!("tandem: {}: {NO_GAMES}", report.name);
        }
        self.progress.show(self.games, self.bad);
        Ok(())
    }

    fn line(
        &mut self,
        report: &Report<GameReport>,
        game: Option<u64>,
        problem: &Problem,
    ) -> io::Result<()> {
        let warning = !problem.is_error();
        if warning && self.quiet {
            return Ok(());
        }
        self.progress.clear();
        let (name, place) = (&report.name, problem.place);
        if self.json {
            let line = json!({
                "file": &**name,
                "line": place.line,
                "column": place.column,
                "game": game,
                "move": problem.at.map(|at| at.to_string()),
                "severity": if warning { "warning" } else { "error" },
                "message": problem.fault.to_string(),
            });
            return writeln!(stdout(), "{line}");
        }
        let game = match (game, problem.at) {
            (Some(game), Some(_)) => format!("game {game}, "),
            (Some(game), None) => format!("game {game}: "),
            (None, _) => String::new(),
        };
        if warning {
            if self.every || self.is_first_of_its_kind(name, problem) {
                eprintln!("{name}:{}: {game}{problem} (warning)", place.line);
            }
            return Ok(());
        }
        writeln!(stdout(), "{name}:{}: {game}{problem}", place.line)
    }

    /// Counts a warning; archives have thousands of the same kind.
    fn is_first_of_its_kind(&mut self, name: &str, problem: &Problem) -> bool {
        match self.likes.iter_mut().find(|(first, ..)| first.is_like(problem)) {
            Some((_, _, more)) => {
                *more += 1;
                false
            }
            None => {
                let at = format!("{name}:{}", problem.place.line);
                self.likes.push((problem.clone(), at, 0));
                true
            }
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.progress.clear();
        if let Some(error) = self.write_error {
            return Err(error.into());
        }
        for (_, at, more) in self.likes.iter().filter(|(_, _, more)| *more > 0) {
            let (warnings, are) = if *more == 1 { ("warning", "is") } else { ("warnings", "are") };
            eprintln!("tandem: {more} more {warnings} {are} like that of {at}; -w tells all");
        }
        if self.json {
            writeln!(stdout(), "{}", json!({ "games": self.games, "bad": self.bad }))?;
        } else {
            writeln!(stdout(), "{} games, {} bad", self.games, self.bad)?;
        }
        match (self.unreadable, self.bad > 0 || self.stray) {
            (true, _) => Err(Failure::AlreadyReported(2)),
            (false, true) => Err(Failure::AlreadyReported(1)),
            (false, false) => Ok(()),
        }
    }
}
