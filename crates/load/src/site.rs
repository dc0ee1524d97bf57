//! Load on a site of several nodes, each with a crowd of players.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use tokio::time::Instant;

use crate::crowd::{Crowd, Told};
use crate::report::Report;
use crate::server::{Child, Site};
use crate::{LoadError, Plan};

/// So many matches are played at each node before anything is measured: threads, connections and what an allocator keeps come with the
/// first, however many follow.
const FIRST: usize = 8;
/// For so long, in seconds.
const FIRST_SECONDS: u64 = 3;
/// How long nodes are then looked at while nobody plays.
const IDLE: Duration = Duration::from_secs(5);

/// What nodes need anyway.
#[derive(Clone, Copy, Debug)]
struct Base {
    /// In KiB.
    memory: u64,
    /// Seconds of a processor a second.
    work: f64,
}

/// A crowd in its process; it ends with this.
struct Playing {
    process: process::Child,
    said: BufReader<ChildStdout>,
    told: ChildStdin,
}

impl Drop for Playing {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Playing {
    fn start(plan: &Plan, crowd: &Crowd) -> Result<Playing, LoadError> {
        let impossible = |why: String| LoadError::Impossible(format!("no players: {why}"));
        let crowd = serde_json::to_string(crowd).map_err(|error| impossible(error.to_string()))?;
        let mut process = Command::new(&plan.program)
            .args(["load", "--crowd", &crowd])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| impossible(error.to_string()))?;
        match (process.stdout.take(), process.stdin.take()) {
            (Some(said), Some(told)) => Ok(Playing { process, said: BufReader::new(said), told }),
            _ => Err(impossible("they are silent".to_owned())),
        }
    }

    fn line(&mut self) -> Result<String, LoadError> {
        let mut line = String::new();
        if self.said.read_line(&mut line)? == 0 {
            return Err(LoadError::NobodyPlayed);
        }
        Ok(line)
    }
}

/// The words that the nodes know; they go with this.
struct Secret(PathBuf);

impl Drop for Secret {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Plan {
    /// Measures several nodes that share a store.
    pub(super) fn measure_site(
        &self,
        store: &str,
        out: &mut dyn Write,
        progress: &mut dyn Write,
    ) -> Result<(), LoadError> {
        let secret = Secret(std::env::temp_dir().join(format!("tandem-load-{}", process::id())));
        std::fs::write(&secret.0, "what the nodes of a load know")?;
        let site = Site { store, secret: Some(&secret.0) };
        let start = |number| Child::start(&self.program, number, false, Some(&site));
        let nodes: Vec<Child> = (0..self.nodes).map(start).collect::<Result<_, _>>()?;
        let base = self.base(&nodes)?;
        let begun = Instant::now();
        let mut crowds = self.crowds(&nodes)?;
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(progress, "{} matches are seated after {seconds:.1} s", self.matches)?;
        let before = work(&nodes);
        for crowd in &mut crowds {
            writeln!(crowd.told)?;
        }
        let begun = Instant::now();
        std::thread::sleep(Duration::from_secs(self.seconds));
        let (memory, work) = (memory(&nodes), work(&nodes) - before);
        let mut report = Report::default();
        for crowd in &mut crowds {
            let told: Told = serde_json::from_str(&crowd.line()?).unwrap_or_default();
            report.add_crowd(begun, told);
        }
        report.print(out, self.matches, self.seconds, memory, base.memory)?;
        self.print_work(out, work, report.moves())?;
        self.print_base(out, base, work, report.moves())?;
        if report.failed() == self.matches * 4 {
            return Err(LoadError::NobodyPlayed);
        }
        Ok(())
    }

    /// What the nodes need when nobody plays, after a first few matches.
    fn base(&self, nodes: &[Child]) -> Result<Base, LoadError> {
        let first = Plan {
            matches: FIRST * self.nodes,
            seconds: FIRST_SECONDS,
            fastest: 50,
            slowest: 150,
            ..self.clone()
        };
        let mut crowds = first.crowds(nodes)?;
        for crowd in &mut crowds {
            writeln!(crowd.told)?;
        }
        for crowd in &mut crowds {
            crowd.line()?;
        }
        drop(crowds);
        let before = work(nodes);
        std::thread::sleep(IDLE);
        Ok(Base { memory: memory(nodes), work: (work(nodes) - before) / IDLE.as_secs_f64() })
    }

    /// A crowd for each node, seated.
    fn crowds(&self, nodes: &[Child]) -> Result<Vec<Playing>, LoadError> {
        let mut crowds = Vec::new();
        for number in 0..self.nodes {
            let door = if self.spliced { (number + 1) % self.nodes } else { number };
            // What does not divide goes to the first.
            let rest = usize::from(number < self.matches % self.nodes);
            let crowd = Crowd {
                owner: nodes[number].address,
                door: nodes[door].address,
                number,
                matches: self.matches / self.nodes + rest,
                seconds: self.seconds,
                fastest: self.fastest,
                slowest: self.slowest,
                book: self.book.clone(),
            };
            crowds.push(Playing::start(self, &crowd)?);
        }
        for crowd in &mut crowds {
            crowd.line()?;
        }
        Ok(crowds)
    }

    /// What nodes need anyway, and what a match and a move cost beyond that.
    fn print_base(
        &self,
        out: &mut dyn Write,
        base: Base,
        work: f64,
        moves: usize,
    ) -> std::io::Result<()> {
        let beyond = (work - base.work * self.seconds as f64).max(0.0);
        let a_match = beyond * 1e6 / (self.matches as f64 * self.seconds as f64);
        let a_move = beyond * 1e6 / moves.max(1) as f64;
        writeln!(
            out,
            "anyway       {} MiB and {:.1} % of one processor, while nobody plays, after {FIRST} matches at each node",
            base.memory / 1024,
            base.work * 100.0
        )?;
        writeln!(
            out,
            "beyond that  {a_match:.0} \u{b5}s of a processor a second for each match, {a_move:.0} \u{b5}s a move"
        )
    }
}

fn memory(nodes: &[Child]) -> u64 {
    nodes.iter().map(Child::memory).sum()
}

fn work(nodes: &[Child]) -> f64 {
    nodes.iter().map(Child::work).sum()
}
