//! `tandem arena`: teams of engines play matches, and their strength is measured.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, IsTerminal, LineWriter, Read, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use tandem_arena::{Contender, Elo, Plan, Progress, Results, Tally, probe, results, run_until};
use tokio::signal::unix::{SignalKind, signal};

use crate::clock;
use crate::commands::output;
use crate::failure::Failure;
use crate::library::Library;

/// Play matches between teams of engines and measure their strength.
///
/// Both players of a team are the same engine. Matches are real: two boards, four running clocks. Boards and colours alternate, and each opening is played from both
/// sides. SIGTERM and Ctrl-C end a series with its score so far. An engine that can't be started is
/// an error; one that dies in a match is started again, and resigns the third time.
///
/// PLAYER is one of
///   builtin:LEVEL        the built-in bot, at a level from 1 to 8
///   builtin:LEVEL:open   the same, but it passes every piece at once and holds none back
///   builtin:LEVEL:deaf   the same, but it does not look up from a thought
///   builtin:LEVEL:alone  the same, but it plays without its partner
///   uci:COMMAND          an external engine that speaks UCI (UCI_Variant bughouse)
///   xboard:COMMAND       an external engine that speaks XBoard (variant bughouse)
///   NAME                 an engine named by --engine NAME=PLAYER
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arena {
    /// Players of team 1
    #[arg(long, value_name = "PLAYER", default_value = "builtin:8")]
    team1: String,
    /// Players of team 2
    #[arg(long, value_name = "PLAYER")]
    team2: String,
    /// Number of matches
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Time per player, with units: 30s, 3m, 3m+2s with an increment
    #[arg(long, default_value = "30s", value_name = "TIME[+TIME]")]
    clock: String,
    /// Rulebook to play by (not an opening book): asten, minerva, sscr, fer, stein, fics
    #[arg(long, default_value = "fics")]
    book: String,
    /// Number of matches to run in parallel (allow two cores per match)
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// File to save the games to
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// Overwrite the file of --bpgn if it exists
    #[arg(long, requires = "bpgn")]
    force: bool,
    /// File of results, to play a series in pieces: matches in it count and are not played again, each new one is added
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// An engine by name, to be used as a player: NAME=uci:COMMAND, NAME=xboard:COMMAND
    #[arg(long, value_name = "NAME=PLAYER")]
    engine: Vec<String>,
    /// Random half-moves played on each board before the match
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u32).range(0..=40))]
    opening: u32,
    /// Random seed for the openings
    #[arg(long, default_value = "1")]
    seed: u32,
    /// Hash table size of each engine, in MB
    #[arg(long, default_value = "64", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Simulated time: count NODES searched as one millisecond (built-in players only)
    #[arg(long, value_name = "NODES")]
    counted: Option<u64>,
}

impl Arena {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let book = Arc::new(library.book(Some(&self.book))?);
        for entry in &self.engine {
            named(entry)?;
        }
        let sides = [self.player(&self.team1)?, self.player(&self.team2)?];
        let mut plan = Plan {
            book,
            sides,
            time: clock::read(&self.clock).map_err(Failure::Impossible)?,
            matches: self.games as usize,
            at_once: usize::from(self.concurrency),
            opening_plies: self.opening,
            seed: u64::from(self.seed),
            hash: self.hash as usize,
            patience: Duration::from_secs(10),
            counted: self.counted,
            earlier: Results::new(),
        };
        let foreign = plan.sides.iter().any(|side| matches!(side, Contender::External { .. }));
        if plan.counted.is_some() && foreign {
            let message = "--counted is for built-in players: others have a clock of their own";
            return Err(Failure::Impossible(message.to_owned()));
        }
        let mut unwritten = None;
        // The score so far is told, and no process of an engine is left behind.
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_signals(stop.clone())?;
        for side in &plan.sides {
            probe(side, plan.hash, plan.patience, &stop)
                .map_err(|error| Failure::Impossible(format!("{side} {error}")))?;
        }
        let mut file = match &self.bpgn {
            None => None,
            Some(path) => Some(BufWriter::new(output::create(path, self.force)?)),
        };
        let mut results = match &self.results {
            None => None,
            Some(path) => Some(go_on(path, &mut plan)?),
        };
        let tally = run_until(&plan, &stop, &mut |progress| {
            show(progress, plan.matches);
            if let Some(file) = &mut results
                && let Err(error) =
                    writeln!(file, "{}", results::line(progress.number, &progress.outcome))
            {
                unwritten.get_or_insert(error);
            }
            if let Some(file) = &mut file
                && let Err(error) = file.write_all(progress.bpgn.as_bytes())
            {
                unwritten.get_or_insert(error);
            }
        });
        if stderr().is_terminal() {
            eprintln!();
        }
        if let Some(error) = unwritten {
            return Err(error.into());
        }
        if let Some(mut file) = file {
            file.flush()?;
        }
        if tally.matches() > 0 {
            summary(&plan, &tally)?;
        }
        if stop.load(Ordering::Relaxed) {
            let (played, wanted) = (tally.matches(), plan.matches);
            return Err(Failure::Impossible(format!("stopped after {played} of {wanted} matches")));
        }
        Ok(())
    }

    /// A player as named by `--engine`, or as it is written.
    fn player(&self, text: &str) -> Result<Contender, Failure> {
        for entry in &self.engine {
            let (name, player) = named(entry)?;
            if name == text {
                return Ok(player);
            }
        }
        contender(text)
    }
}

/// The file of a series, to be gone on with; what is in it already goes into the plan.
fn go_on(path: &Path, plan: &mut Plan) -> Result<LineWriter<File>, Failure> {
    let name = path.display();
    let unusable = |error| Failure::Impossible(format!("{name} can't be used: {error}"));
    let mut file =
        OpenOptions::new().read(true).append(true).create(true).open(path).map_err(unusable)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(unusable)?;
    plan.earlier = results::read(&text, plan)
        .map_err(|error| Failure::Impossible(format!("{name}: {error}")))?;
    // A line goes out whole: whoever ends the program loses no more than the match that is being played.
    let mut file = LineWriter::new(file);
    if text.is_empty() {
        writeln!(file, "{}", results::headline(plan)).map_err(unusable)?;
    }
    Ok(file)
}

/// An entry of `--engine`: its name and its player.
fn named(entry: &str) -> Result<(&str, Contender), Failure> {
    match entry.split_once('=') {
        Some((name, player)) if !name.is_empty() => Ok((name, contender(player)?)),
        _ => Err(Failure::Impossible(format!(
            "--engine {entry}: NAME=uci:COMMAND or NAME=xboard:COMMAND is expected"
        ))),
    }
}

fn contender(text: &str) -> Result<Contender, Failure> {
    text.parse().map_err(|error| Failure::Impossible(format!("{error}")))
}

/// SIGTERM and Ctrl-C set a mark instead of ending the program.
fn stop_on_signals(stop: Arc<AtomicBool>) -> Result<(), Failure> {
    let no_signals =
        |error| Failure::Impossible(format!("cannot install signal handlers: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(no_signals)?;
    let context = runtime.enter();
    let mut terminate = signal(SignalKind::terminate()).map_err(no_signals)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(no_signals)?;
    drop(context);
    thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        });
        stop.store(true, Ordering::Relaxed);
    });
    Ok(())
}

/// Tells how it goes: on a terminal in one line that changes, else now and then.
fn show(progress: &Progress, matches: usize) {
    for (name, trouble) in &progress.troubles {
        eprintln!(
            "match {}: {name} ({}) at {} s: {}",
            progress.number + 1,
            trouble.seat,
            trouble.at,
            trouble.what
        );
    }
    let done = progress.tally.matches();
    let line = format!(
        "{done} of {matches}: {} (last: {}, {})",
        score(&progress.tally),
        progress.outcome.share,
        progress.outcome.reason
    );
    if stderr().is_terminal() {
        eprint!("\r{line:<79}");
    } else if done.is_multiple_of(10) || done as usize == matches {
        eprintln!("{line}");
    }
}

fn score(tally: &Tally) -> String {
    let elo = match tally.elo() {
        Some(Elo { least, likely, most }) => format!("Elo {likely:+.0} [{least:+.0}, {most:+.0}]"),
        None => "Elo unknown".to_owned(),
    };
    let Tally { wins, draws, losses, .. } = tally;
    format!("+{wins} ={draws} -{losses}  {:.1} %  {elo}", 100.0 * tally.share())
}

fn summary(plan: &Plan, tally: &Tally) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{} against {}, {}", plan.sides[0], plan.sides[1], plan.book.id())?;
    writeln!(out, "matches      {}", tally.matches())?;
    writeln!(out, "score        +{} ={} -{}", tally.wins, tally.draws, tally.losses)?;
    writeln!(out, "points       {:.1} ({:.1} %)", tally.points(), 100.0 * tally.share())?;
    match tally.elo() {
        Some(Elo { least, likely, most }) => {
            writeln!(out, "Elo          {likely:+.0}, 95 %: {least:+.0} to {most:+.0}")?;
        }
        None => writeln!(out, "Elo          unknown: no two matches ended differently")?,
    }
    if let Some([winners, losers]) = tally.left() {
        let (winners, losers) = (100.0 * winners, 100.0 * losers);
        writeln!(out, "time left    winners {winners:.0} %, losers {losers:.0} %")?;
    }
    writeln!(out, "superiority  {:.1} %", 100.0 * tally.superiority())?;
    Ok(())
}
