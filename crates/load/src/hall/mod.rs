//! A hall: a round over the board whose clocks are phones, with arbiters, screens on the wall, and many who watch.

mod arbiter;
mod phone;
mod table;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use tandem_rules::{BoardId, BySeat};
use tokio::sync::{mpsc, watch as told};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use self::arbiter::{Arbiter, Ruled};
use self::phone::{Clock, Clocked};
use self::table::Table;
use crate::organiser::{Organiser, ask, failed};
use crate::player::Pace;
use crate::report::{share, sorted};
use crate::server::Child;
use crate::watching::{Heard, SHOWN, Watched, watch};
use crate::{LoadError, Plan, source};

const ARBITERS: usize = 3;
const SCREENS: usize = 2;
/// Where arbiters come from.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 211);
/// How long phones may take until all clocks run.
const COMING: Duration = Duration::from_secs(60);

/// The clocks of a table, as its card opens them.
struct Opened {
    table: Arc<Table>,
    secrets: BySeat<String>,
}

/// What all of them measured.
#[derive(Default)]
struct Measured {
    clocked: Clocked,
    ruled: Ruled,
    broken: usize,
}

impl Measured {
    fn add_phone(&mut self, clocked: Clocked) {
        let all = &mut self.clocked;
        all.seen.extend(clocked.seen);
        all.set.extend(clocked.set);
        all.calls += clocked.calls;
        all.refused += clocked.refused;
        self.broken += usize::from(clocked.failed);
    }

    fn add_arbiter(&mut self, ruled: Ruled) {
        self.ruled.seen.extend(ruled.seen);
        self.ruled.rulings += ruled.rulings;
        self.broken += usize::from(ruled.failed);
    }
}

impl Plan {
    /// Measures a round of a hall.
    pub(super) async fn measure_hall(
        &self,
        child: &Child,
        out: &mut dyn Write,
        progress: &mut dyn Write,
    ) -> Result<(), LoadError> {
        let (empty, server) = (child.memory(), child.address);
        let organiser = Arc::new(Organiser::make(server, &self.book, "board", self.hall).await?);
        organiser.start().await?;
        let view = organiser.view().await?;
        let opened = open(&organiser, &view).await?;
        let tables = Arc::new(opened.iter().map(|one| Arc::clone(&one.table)).collect::<Vec<_>>());
        let (heard, mut watchers) = self.come_to_watch(&organiser, &view);
        let (start, started) = told::channel(Instant::now());
        let (there, mut coming) = mpsc::unbounded_channel();
        let mut phones = self.lay_phones(server, opened, &there, &started);
        let begun = Instant::now();
        for _ in 0..phones.len() {
            let came = timeout(COMING, coming.recv()).await;
            came.map_err(|_| failed("the phones", "not all clocks run"))?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(progress, "the clocks of {} tables run after {seconds:.1} s", self.hall)?;
        let until = Instant::now() + Duration::from_secs(self.seconds);
        let before = child.work();
        // Nobody listens only if every phone has failed; the report says so.
        let _ = start.send(until);
        let mut arbiters = JoinSet::new();
        for number in 1..=ARBITERS {
            let arbiter = Arbiter {
                organiser: Arc::clone(&organiser),
                secret: view["arbiter"].as_str().unwrap_or_default().to_owned(),
                name: format!("Arbiter {number}"),
                from: SocketAddr::new(IpAddr::V4(FROM), 0),
                tables: Arc::clone(&tables),
            };
            arbiters.spawn(arbiter.work(until));
        }
        sleep_until(until).await;
        let (memory, work) = (child.memory(), child.work() - before);
        let mut measured = Measured::default();
        while let Some(clocked) = phones.join_next().await {
            measured.add_phone(clocked.unwrap_or(Clocked { failed: true, ..Clocked::default() }));
        }
        while let Some(ruled) = arbiters.join_next().await {
            measured.add_arbiter(ruled.unwrap_or(Ruled { failed: true, ..Ruled::default() }));
        }
        measured.broken += heard.broken.load(Ordering::Relaxed);
        watchers.shutdown().await;
        self.print_hall(out, &measured, &heard)?;
        let each = memory.saturating_sub(empty) / self.hall as u64;
        writeln!(out, "memory       {} MiB in all, {each} KiB a table", memory / 1024)?;
        let seen = measured.clocked.seen.len();
        let (share, each) = (work * 100.0 / self.seconds as f64, work * 1e6 / seen.max(1) as f64);
        writeln!(out, "server       {share:.0} % of one processor, {each:.0} \u{b5}s a press")?;
        if seen == 0 { Err(LoadError::NobodyPlayed) } else { Ok(()) }
    }

    /// Those who watch the event's page, and the screens on the wall.
    fn come_to_watch(&self, organiser: &Organiser, view: &Value) -> (Arc<Heard>, JoinSet<()>) {
        let (heard, mut watchers) = (Arc::new(Heard::default()), JoinSet::new());
        let screen = view["screen"].as_str().map(str::to_owned);
        for number in 0..self.watchers + SCREENS {
            let tables = (0..SHOWN).map(|at| (number * SHOWN + at) % self.hall + 1).collect();
            let secret = screen.clone().filter(|_| number < SCREENS);
            let watched = Watched::Event { id: organiser.id.clone(), secret, tables };
            watchers.spawn(watch(organiser.server, watched, Arc::clone(&heard)));
        }
        (heard, watchers)
    }

    /// Two phones at each table.
    fn lay_phones(
        &self,
        server: SocketAddr,
        opened: Vec<Opened>,
        there: &mpsc::UnboundedSender<()>,
        started: &told::Receiver<Instant>,
    ) -> JoinSet<Clocked> {
        let mut phones = JoinSet::new();
        for Opened { table, secrets } in opened {
            for board in BoardId::ALL {
                let clock = Clock {
                    server,
                    from: source(0),
                    table: Arc::clone(&table),
                    board,
                    secrets: secrets.clone(),
                    pace: Pace { fastest: self.fastest, slowest: self.slowest },
                    tables: self.hall,
                };
                let (there, started) = (there.clone(), started.clone());
                phones.spawn(async move { clock.run(&there, started).await });
            }
        }
        phones
    }

    fn print_hall(&self, out: &mut dyn Write, all: &Measured, heard: &Heard) -> io::Result<()> {
        let Measured { clocked, ruled, broken } = all;
        writeln!(
            out,
            "hall         {} tables, {} phones, {ARBITERS} arbiters, {SCREENS} screens, {} watch",
            self.hall,
            self.hall * 2,
            self.watchers
        )?;
        let presses = clocked.seen.len();
        writeln!(out, "presses      {presses} ({} a second)", presses as u64 / self.seconds)?;
        writeln!(out, "seen         {}", times(&clocked.seen))?;
        writeln!(out, "calls        {}, seen {}", clocked.calls, times(&ruled.seen))?;
        writeln!(out, "rulings      {}, seen {}", ruled.rulings, times(&clocked.set))?;
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        let (boards, changes) = (count(&heard.boards), count(&heard.changes));
        writeln!(out, "watching     heard {boards} of boards and {changes} of the event")?;
        writeln!(out, "refused      {}", clocked.refused)?;
        writeln!(out, "broken off   {broken}")
    }
}

/// Each card opens the clocks of its table.
async fn open(organiser: &Organiser, view: &Value) -> Result<Vec<Opened>, LoadError> {
    let mut opened = Vec::new();
    for card in view["cards"].as_array().into_iter().flatten() {
        let secret = card["link"].as_str().and_then(|link| link.rsplit('#').next());
        let path = format!("/api/events/{}/table/clocks", organiser.id);
        let clocks = ask(organiser.server, "POST", &path, secret, "").await;
        let clocks = clocks.map_err(|error| failed("no clocks", error))?;
        let secrets = serde_json::from_value(clocks["secrets"].clone());
        let number = card["table"].as_u64().and_then(|number| usize::try_from(number).ok());
        let (Some(id), Some(number), Ok(secrets)) = (clocks["match"].as_str(), number, secrets)
        else {
            return Err(failed("no clocks", clocks));
        };
        let table = Arc::new(Table::new(number, id.to_owned()));
        opened.push(Opened { table, secrets });
    }
    Ok(opened)
}

/// How long something took, of what was measured in microseconds.
fn times(micros: &[u32]) -> String {
    let sorted = sorted(micros.iter().copied());
    let most = f64::from(sorted.last().copied().unwrap_or(0)) / 1000.0;
    let [p50, p90, p99] = [50, 90, 99].map(|percent| share(&sorted, percent));
    format!("p50 {p50:.1} ms  p90 {p90:.1} ms  p99 {p99:.1} ms  most {most:.1} ms")
}
