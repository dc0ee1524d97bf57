//! `tandem conformance`: which articles another referee keeps.

mod program;
mod report;

use std::fs;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use clap::Args;
use tandem_notation::conformance::{Case, Judged};

use crate::failure::Failure;
use crate::library::Library;
use program::Program;
use report::{Outcome, Report};

/// The scripts of `fixtures/match`: their names and their texts.
static SCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/match_scripts.rs"));

/// Tries another referee on every match script and tells which articles it keeps.
///
/// The program gets a script on its standard input and prints what comes of it as `tandem referee`
/// does: JSON, an object a line, `final` last. It is started once for each script. An article is
/// kept if all scripts that show it come out as they must. docs/match-scripts.md tells the language.
///
/// Exit code 0: all articles are kept; 1: some are not; 2: the program can't be tried.
#[derive(Args)]
pub(crate) struct Conformance {
    /// How the program is started, as in a shell
    #[arg(long, value_name = "COMMAND")]
    program: String,
    /// Only scripts of this book; may be given several times
    #[arg(long, value_name = "BOOK")]
    book: Vec<String>,
    /// Scripts in this folder and those in it (*.match) instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    scripts: Option<PathBuf>,
    /// Look at refusals and the final state alone, not at every event
    #[arg(long)]
    verdicts: bool,
    /// How long a script may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

impl Conformance {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let cases = self.cases(library)?;
        let judged = if self.verdicts { Judged::Verdicts } else { Judged::Everything };
        let program = Program::new(&self.program, Duration::from_secs(self.seconds));
        let outcomes = try_all(&cases, &program, judged)?;
        let report = Report::new(library, &cases, &outcomes);
        let mut out = stdout().lock();
        write!(out, "{report}")?;
        if report.all_kept() { Ok(()) } else { Err(Failure::AlreadyReported(1)) }
    }

    fn cases(&self, library: &Library) -> Result<Vec<Case>, Failure> {
        for id in &self.book {
            library.book(Some(id))?;
        }
        let texts: Vec<(String, String)> = match &self.scripts {
            None => SCRIPTS.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect(),
            Some(folder) => read_folder(folder)?,
        };
        let mut cases = Vec::new();
        for (name, text) in &texts {
            let book = setting(text, "book");
            if self.book.is_empty() || book.is_some_and(|book| self.book.iter().any(|b| b == book))
            {
                cases.push(Case::parse(name, text).map_err(|error| {
                    Failure::Impossible(format!("{name}:{}: {}", error.line, error.message))
                })?);
            }
        }
        if cases.is_empty() {
            return Err(Failure::Impossible("there are no such scripts".to_owned()));
        }
        Ok(cases)
    }
}

/// The value of a setting of a script.
fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(name)).then(|| words.next()).flatten()
    })
}

/// The scripts of a folder and of those in it, by name.
fn read_folder(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let unreadable = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::Impossible(format!("{} can't be read: {error}", path.display()))
    };
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_dir() {
            found.extend(read_folder(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "match") {
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    Ok(found)
}

/// Tries every case, on all processors, and gives the outcomes in the order of the cases.
fn try_all(cases: &[Case], program: &Program, judged: Judged) -> Result<Vec<Outcome>, Failure> {
    let next = Mutex::new(cases.iter().enumerate());
    let outcomes = Mutex::new(vec![Outcome::NotShown; cases.len()]);
    let failure = Mutex::new(None);
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let take = || next.lock().ok().and_then(|mut cases| cases.next());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, case)) = take() {
                    if failure.lock().is_ok_and(|failure| failure.is_some()) {
                        return;
                    }
                    if !case.shows_something(judged) {
                        continue;
                    }
                    match program.referee(case.script()) {
                        Ok(printed) => {
                            let kept = printed.and_then(|printed| case.judge(&printed, judged));
                            let outcome = kept.map_or_else(Outcome::Broken, |()| Outcome::Kept);
                            outcomes.lock().expect("no thread panics")[at] = outcome;
                        }
                        Err(error) => {
                            *failure.lock().expect("no thread panics") = Some(error);
                        }
                    }
                }
            });
        }
    });
    match failure.into_inner().expect("no thread panics") {
        Some(failure) => Err(failure),
        None => Ok(outcomes.into_inner().expect("no thread panics")),
    }
}
