//! Load on a server of its own: players who speak the real protocol, and what they measure.
//!
//! [`Plan::run`] starts the server as a process, seats four players at every table, and prints what
//! they saw: moves a second, how long a move took to be confirmed, the server's memory and
//! processor time.

#![allow(clippy::disallowed_methods, reason = "it measures")]

mod crowd;
mod event;
mod flood;
mod hall;
mod ics;
mod organiser;
mod player;
mod reader;
mod report;
mod server;
mod site;
mod stuffed;
mod watching;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tandem_rules::Rulebook;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

pub use crowd::Crowd;
use flood::Flooded;
use ics::IcsPlayer;
use player::{Pace, Player, Start};
use reader::Read;
use report::Report;
use server::{Child, Site};

/// Connections that go out from one loopback address: it has some 28,000 ports.
const PER_ADDRESS: usize = 20_000;
/// Parts of the time; visitors read, or lines are sent without a pause, in every second one. They are short, so
/// that whatever else the machine does is in both.
const PARTS: u32 = 20;
/// Where visitors come from.
const VISITORS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 200);

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The plan makes no sense.
    #[error(
        "at least one match, one second, --fastest not above --slowest; --event or --hall, not both; --floods beside --ics, and not \
         beside --readers; --nodes with --store and --matches alone, --spliced with several, and --readers without --store"
    )]
    NoPlan,
    /// The server or the players could not be had.
    #[error("{0}")]
    Impossible(String),
    /// There was a server, but nobody could play.
    #[error("no player could play")]
    NobodyPlayed,
    /// The result could not be written.
    #[error("the output can't be written: {0}")]
    Output(#[from] io::Error),
}

/// What is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program whose `serve` is the server.
    pub program: PathBuf,
    /// How many matches of four players.
    pub matches: usize,
    /// How many matches of one player and three bots beside them.
    pub bots: usize,
    /// The bots.
    pub bot: String,
    /// How many matches of four players who speak ICS beside them.
    pub ics: usize,
    /// How many visitors read a stuffed match's records beside them.
    pub readers: usize,
    /// How many tables an online event has, whose round starts at once; then nothing else is played.
    pub event: usize,
    /// How many tables a hall has, with phones as the clocks of real boards; then nothing else is played.
    pub hall: usize,
    /// How many watch the event, each one of its tables too if it is online.
    pub watchers: usize,
    /// How many ICS clients send commands without a pause beside them.
    pub floods: usize,
    /// For how many seconds.
    pub seconds: u64,
    /// Over how many of them the matches begin, one after the other, half of them at most; with none all begin at once.
    pub start_within: u64,
    /// The shortest time from the beginning of a turn to the move, in milliseconds.
    pub fastest: u64,
    /// The longest.
    pub slowest: u64,
    /// The book.
    pub book: String,
    /// PostgreSQL, where the server has no folder of its own.
    pub store: Option<String>,
    /// How many servers share it.
    pub nodes: usize,
    /// Whether players come to another than the one that has their match.
    pub spliced: bool,
}

impl Plan {
    /// Measures, and writes the result to `out` and how it goes to `progress`.
    ///
    /// # Errors
    /// Why there is no result.
    pub fn run(&self, out: &mut dyn Write, progress: &mut dyn Write) -> Result<(), LoadError> {
        let floods = self.floods == 0 || (self.ics > 0 && self.readers == 0);
        let tables = self.tables() + self.event + self.hall;
        let nothing = tables == 0 || self.seconds == 0 || self.fastest > self.slowest;
        let nothing = nothing || (self.event > 0 && self.hall > 0);
        if nothing || !floods || !self.has_site() {
            return Err(LoadError::NoPlan);
        }
        open_many_files();
        if let Some(store) = self.store.as_ref().filter(|_| self.nodes > 1) {
            return self.measure_site(store, out, progress);
        }
        let site = self.store.as_ref().map(|store| Site { store, secret: None });
        // Filling a match waits for the disk, which nothing in the runtime may do.
        let child = Child::start(&self.program, 0, self.readers > 0, site.as_ref())?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| LoadError::Impossible(format!("cannot start threads: {error}")))?;
        if self.event > 0 {
            return runtime.block_on(self.measure_event(child, out, progress));
        }
        if self.hall > 0 {
            return runtime.block_on(self.measure_hall(&child, out, progress));
        }
        runtime.block_on(self.measure(child, out, progress))
    }

    /// Whether there can be such a site.
    fn has_site(&self) -> bool {
        let shared =
            self.store.is_some() && self.tables() == self.matches && self.event + self.hall == 0;
        let several = if self.spliced { self.nodes > 1 } else { self.nodes > 0 };
        several && (self.nodes == 1 || shared) && (self.store.is_none() || self.readers == 0)
    }

    fn tables(&self) -> usize {
        self.matches + self.bots + self.ics
    }

    async fn measure(
        &self,
        child: Child,
        out: &mut dyn Write,
        progress: &mut dyn Write,
    ) -> Result<(), LoadError> {
        let empty = child.memory();
        let report = Arc::new(Mutex::new(Report::default()));
        let ics_report = Arc::new(Mutex::new(Report::default()));
        let begun = Instant::now();
        let until = begun + Duration::from_secs(3600);
        let pace = Pace { fastest: self.fastest, slowest: self.slowest };
        let (ready, mut seated) = tokio::sync::mpsc::unbounded_channel();
        let (start, started) = tokio::sync::watch::channel(until);
        let mut players = JoinSet::new();
        for number in 0..self.ics {
            let made = server::make(child.address, number, &self.book, None).await?;
            let shared = Shared {
                ready: ready.clone(),
                started: started.clone(),
                report: Arc::clone(&ics_report),
                after: self.begins_after(number),
            };
            self.seat_ics(child.ics, number, &made, &shared, &mut players)?;
            for _ in 0..4 {
                let _ = tokio::time::timeout(Duration::from_secs(10), seated.recv()).await;
            }
        }
        for number in 0..self.matches + self.bots {
            // Tables with bots come last.
            let bots = (number >= self.matches).then_some(&*self.bot);
            let made = server::make(child.address, number, &self.book, bots).await?;
            let people = made.seats.len();
            for (seat, secret) in made.seats {
                let from = source(number * 4);
                let player = Player::new(child.address, from, made.id.clone(), seat, secret, pace);
                let (report, ready) = (report.clone(), ready.clone());
                let after = self.begins_after(self.ics + number);
                let start = Start { until: started.clone(), after };
                players.spawn(async move {
                    let played = player.play(&ready, start).await;
                    report.lock().await.add(played);
                });
            }
            // Seats are taken as they come, so that the start is no storm.
            for _ in 0..people {
                let _ = tokio::time::timeout(Duration::from_secs(10), seated.recv()).await;
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(progress, "{} matches are seated after {seconds:.1} s", self.tables())?;
        let begun = Instant::now();
        let until = begun + Duration::from_secs(self.seconds);
        // Nobody listens only if every player has failed; the report says so.
        let _ = start.send(until);
        let before = child.work();
        let (read, flooded) = self.disturb(&child, begun).await?;
        tokio::time::sleep_until(until).await;
        let (memory, work) = (child.memory(), child.work() - before);
        while players.join_next().await.is_some() {}
        let report = report.lock().await;
        report.print(out, self.tables(), self.seconds, memory, empty)?;
        let ics_report = ics_report.lock().await;
        if self.ics > 0 {
            ics_report.print_ics(out)?;
        }
        let is_busy = |sent| self.is_busy(sent - begun);
        if self.readers > 0 {
            let times = report.compare(out, "readers", is_busy)?;
            report::print_read(out, &read, times)?;
        }
        if self.floods > 0 {
            let times = ics_report.compare(out, "flooded", is_busy)?;
            report::print_flooded(out, &flooded, times)?;
        }
        self.print_work(out, work, report.moves() + ics_report.moves())?;
        let failed = report.failed() + ics_report.failed();
        if failed == self.matches * 4 + self.bots + self.ics * 4 {
            return Err(LoadError::NobodyPlayed);
        }
        Ok(())
    }
}

/// What a player is told, and where it tells what it measured.
struct Shared {
    ready: mpsc::UnboundedSender<()>,
    started: watch::Receiver<Instant>,
    report: Arc<Mutex<Report>>,
    /// How long after the start its match begins.
    after: Duration,
}

impl Plan {
    /// How long after the start the match of a number begins.
    fn begins_after(&self, number: usize) -> Duration {
        let share = number as f64 / self.tables().max(1) as f64;
        Duration::from_secs(self.start_within.min(self.seconds / 2)).mul_f64(share)
    }

    /// What the servers have done for so many moves, in seconds of a processor.
    fn print_work(&self, out: &mut dyn Write, work: f64, moves: usize) -> io::Result<()> {
        let share = work * 100.0 / self.seconds as f64;
        let each = work * 1e6 / moves.max(1) as f64;
        writeln!(out, "server       {share:.0} % of one processor, {each:.0} \u{b5}s a move")
    }

    /// Four players who speak ICS come to a table.
    fn seat_ics(
        &self,
        server: SocketAddr,
        number: usize,
        made: &server::Made,
        shared: &Shared,
        players: &mut JoinSet<()>,
    ) -> Result<(), LoadError> {
        let book = Rulebook::builtin(&self.book)
            .ok_or_else(|| LoadError::Impossible(format!("there is no book '{}'", self.book)))?;
        let book = Arc::new(book);
        for (at, (seat, secret)) in made.seats.iter().enumerate() {
            let player = IcsPlayer {
                server,
                from: source((self.matches + self.bots + number) * 4),
                code: format!("{}#{seat}:{secret}", made.id),
                name: letters(number * 4 + at),
                book: Arc::clone(&book),
                pace: Pace { fastest: self.fastest, slowest: self.slowest },
            };
            let ready = shared.ready.clone();
            let start = Start { until: shared.started.clone(), after: shared.after };
            let report = Arc::clone(&shared.report);
            players.spawn(async move {
                let played = player.play(&ready, start).await;
                report.lock().await.add(played);
            });
        }
        Ok(())
    }

    /// Whether visitors read at a time.
    fn is_busy(&self, since: Duration) -> bool {
        let part = Duration::from_secs(self.seconds) / PARTS;
        (since.as_micros() / part.as_micros().max(1)) % 2 == 1
    }

    /// Lets visitors read, or somebody send without a pause, in every second part, until the end.
    async fn disturb(
        &self,
        child: &Child,
        begun: Instant,
    ) -> Result<(Vec<Read>, Vec<Flooded>), LoadError> {
        let (tell, told) = watch::channel(Some(false));
        let (readers, floods) =
            (if child.stuffed.is_some() { self.readers } else { 0 }, self.floods);
        if readers + floods == 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        let from = SocketAddr::new(IpAddr::V4(VISITORS), 0);
        let (server, ics, id) = (child.address, child.ics, child.stuffed.clone());
        let visitors = elsewhere(async move || {
            let (mut reading, mut flooding) = (JoinSet::new(), JoinSet::new());
            for id in id.iter().flat_map(|id| std::iter::repeat_n(id, readers)) {
                reading.spawn(reader::read(server, from, id.to_string(), told.clone()));
            }
            for _ in 0..floods {
                flooding.spawn(flood::flood(ics, from, told.clone()));
            }
            (reading.join_all().await, flooding.join_all().await)
        })?;
        for part in 1..=PARTS {
            let next = begun + Duration::from_secs(self.seconds) * part / PARTS;
            tokio::time::sleep_until(next).await;
            // Nobody listens only if all of them have ended.
            let _ = tell.send((part < PARTS).then_some(part % 2 == 1));
        }
        visitors.await.map_err(|_| LoadError::Impossible("the visitors ended early".to_owned()))
    }
}

/// Has something done by a thread of its own, after everybody else: whoever disturbs a server sits at another
/// machine, and does not take the processor of the players who measure.
fn elsewhere<T: Send + 'static>(
    work: impl AsyncFnOnce() -> T + Send + 'static,
) -> Result<oneshot::Receiver<T>, LoadError> {
    let impossible = |error: io::Error| LoadError::Impossible(format!("no thread: {error}"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(impossible)?;
    let (done, result) = oneshot::channel();
    let visitors = std::thread::Builder::new().name("visitors".to_owned());
    let begin = move || {
        // Where that can't be had the figures are only worse.
        let _ = tandem_server::give_way();
        let _ = done.send(runtime.block_on(work()));
    };
    visitors.spawn(begin).map_err(impossible)?;
    Ok(result)
}

/// A name of letters, another for each number.
fn letters(number: usize) -> String {
    let mut rest = number;
    let mut name = String::from("Load");
    for _ in 0..4 {
        name.push(char::from(b'a' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    name
}

/// A connection is an open file: this process, and those that it starts, may have as many as the system lets them.
fn open_many_files() {
    let limit = getrlimit(Resource::Nofile);
    // With fewer there are fewer players, which is told.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// The loopback address that a connection goes out from.
fn source(number: usize) -> SocketAddr {
    let last = u8::try_from(1 + number / PER_ADDRESS).unwrap_or(254);
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)), 0)
}
