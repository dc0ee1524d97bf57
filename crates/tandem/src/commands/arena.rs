//! `tandem arena`: teams of engines play matches, and the score is told.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use tandem_arena::{Contender, Plan, Progress, Tally, run_until};
use tandem_referee::TimeControl;
use tandem_rules::Millis;
use tokio::signal::unix::{SignalKind, signal};

use crate::failure::Failure;
use crate::library::Library;

/// Teams of engines play real bughouse matches on two boards with running clocks.
///
/// A player is builtin:LEVEL (1 to 8; builtin:LEVEL:open holds no piece back,
/// builtin:LEVEL:alone plays without its partner), uci:COMMAND, xboard:COMMAND, or a name given
/// by --engine. Each team is two of a kind. Boards and colours alternate, and each opening is played
/// from both sides. SIGTERM and Ctrl-C end a series with other people's engines by its score so far.
#[derive(Args)]
pub(crate) struct Arena {
    /// The first side
    #[arg(long, value_name = "PLAYER", default_value = "builtin:8")]
    team1: String,
    /// The second side
    #[arg(long, value_name = "PLAYER")]
    team2: String,
    /// How many matches
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The time of each player: seconds+increment
    #[arg(long, default_value = "30+0", value_name = "SECONDS+SECONDS")]
    clock: String,
    /// The book to play by: asten, minerva, sscr, fer, stein, fics
    #[arg(long, default_value = "fics")]
    book: String,
    /// Matches side by side; each needs two processor cores to be fair
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Where to keep the games
    #[arg(long, value_name = "FILE")]
    bpgn: Option<PathBuf>,
    /// An engine by name, to be used as a player: NAME=PROTOCOL:COMMAND
    #[arg(long, value_name = "NAME=PLAYER")]
    engine: Vec<String>,
    /// Random half-moves at the start of each board
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u32).range(0..=40))]
    opening: u32,
    /// What the openings come from
    #[arg(long, default_value = "1")]
    seed: u32,
    /// Memory of each engine, in megabytes
    #[arg(long, default_value = "64", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Counted time: so many nodes are a millisecond; only between built-in players
    #[arg(long, value_name = "NODES")]
    counted: Option<u64>,
}

impl Arena {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let book = Arc::new(library.book(Some(&self.book))?);
        let sides = [self.player(&self.team1)?, self.player(&self.team2)?];
        let plan = Plan {
            book,
            sides,
            time: clock(&self.clock)?,
            matches: self.games as usize,
            at_once: usize::from(self.concurrency),
            opening_plies: self.opening,
            seed: u64::from(self.seed),
            hash: self.hash as usize,
            patience: Duration::from_secs(10),
            counted: self.counted,
        };
        let foreign = plan.sides.iter().any(|side| matches!(side, Contender::External { .. }));
        if plan.counted.is_some() && foreign {
            let message = "--counted is for built-in players: others have a clock of their own";
            return Err(Failure::Impossible(message.to_owned()));
        }
        let mut file = match &self.bpgn {
            None => None,
            Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| {
                Failure::Impossible(format!("{} can't be written: {error}", path.display()))
            })?)),
        };
        let mut unwritten = None;
        let stop = Arc::new(AtomicBool::new(false));
        if foreign {
            // Their processes are not left behind.
            stop_on_signals(stop.clone())?;
        }
        let tally = run_until(&plan, &stop, &mut |progress| {
            show(progress, plan.matches);
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
        let named = self
            .engine
            .iter()
            .filter_map(|entry| entry.split_once('='))
            .find(|(name, _)| *name == text)
            .map_or(text, |(_, player)| player);
        named.parse().map_err(|error| Failure::Impossible(format!("{error}")))
    }
}

/// SIGTERM and Ctrl-C set a mark instead of ending the program.
fn stop_on_signals(stop: Arc<AtomicBool>) -> Result<(), Failure> {
    let unheard = |error| Failure::Impossible(format!("signals can't be heard: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(unheard)?;
    let context = runtime.enter();
    let mut terminate = signal(SignalKind::terminate()).map_err(unheard)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(unheard)?;
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

fn clock(text: &str) -> Result<TimeControl, Failure> {
    let wrong = || Failure::Impossible(format!("'{text}' is no clock: 30+0, for example"));
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base: Millis = base.parse().map_err(|_| wrong())?;
    let increment: Millis = increment.parse().map_err(|_| wrong())?;
    if base <= Millis::ZERO || increment < Millis::ZERO {
        return Err(wrong());
    }
    Ok(TimeControl { base, increment, delay: Millis::ZERO })
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
        progress.share,
        progress.reason
    );
    if stderr().is_terminal() {
        eprint!("\r{line:<79}");
    } else if done.is_multiple_of(10) || done as usize == matches {
        eprintln!("{line}");
    }
}

fn score(tally: &Tally) -> String {
    let (least, likely, most) = tally.elo();
    format!(
        "+{} ={} -{}  {:.1} %  Elo {likely:+.0} [{least:+.0}, {most:+.0}]",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.share()
    )
}

fn summary(plan: &Plan, tally: &Tally) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let (least, likely, most) = tally.elo();
    writeln!(out, "{} against {}, {}", plan.sides[0], plan.sides[1], plan.book.id())?;
    writeln!(out, "matches      {}", tally.matches())?;
    writeln!(out, "score        +{} ={} -{}", tally.wins, tally.draws, tally.losses)?;
    writeln!(out, "points       {:.1} ({:.1} %)", tally.points(), 100.0 * tally.share())?;
    writeln!(out, "Elo          {likely:+.0}, 95 %: {least:+.0} to {most:+.0}")?;
    writeln!(out, "superiority  {:.1} %", 100.0 * tally.superiority())?;
    Ok(())
}
