//! `cargo bench --profile dev -p tandem-engine`: nodes a second beside Fairy-Stockfish's on the
//! same positions in one run, time to depth, and how many tables of four bots a core can keep.
#![expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
#![expect(clippy::print_stdout, reason = "a bench tells its figures")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use tandem_engine::protocol::fen::parse_fen;
use tandem_engine::simulate::{Terms, play};
use tandem_engine::{Bot, Engine, Laws, Level, Limits, Problem, Report, Stakes, Timer};
use tandem_referee::TimeControl;
use tandem_rules::{ByBoard, BySeat, Millis, Rulebook, Seat};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[PNpn] w KQkq - 0 1",
    "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPBN1PPP/R1BQ1RK1[QNPPbnp] w - - 0 1",
    "r1b2rk1/pp1n1ppp/4pq2/2ppN3/3P1B2/2PBP3/PP3PPP/R2Q1RK1[NBPqrp] b - - 0 1",
    "2kr3r/ppp2ppp/2n1b3/2b1P3/8/2N2N2/PPP1BPPP/R1B2RK1[QRPPqnnbp] b - - 0 1",
];
/// So long each engine thinks about each position.
const MOVE_TIME: Millis = Millis(1_000);
const DEPTH: u32 = 10;
/// Matches of four bots that are played for the last figure.
const MATCHES: u64 = 6;

fn main() {
    nodes_a_second();
    time_to_depth();
    tables_a_core();
}

fn search(fen: &str, limits: Limits<'_>) -> Report {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let (laws, position) = (Laws::of(&book), parse_fen(fen).expect("a position"));
    let problem = Problem {
        position: &position,
        laws: &laws,
        other: None,
        earlier: &[],
        stakes: Stakes::default(),
        lines: 1,
    };
    Engine::new(64).search(&problem, limits)
}

fn nodes_a_second() {
    let mut stockfish = Stockfish::start();
    if stockfish.is_none() {
        println!("fairy-stockfish is not installed: our figures stand alone");
    }
    let (mut ours, mut theirs) = (0.0, 0.0);
    for fen in POSITIONS {
        let begin = Instant::now();
        let elapsed = || Millis(begin.elapsed().as_millis() as i64);
        let limits =
            Limits { hard: Some(MOVE_TIME), timer: Timer::Clock(&elapsed), ..Limits::default() };
        let report = search(fen, limits);
        ours += report.nodes as f64 / begin.elapsed().as_secs_f64();
        if let Some(stockfish) = &mut stockfish {
            let begin = Instant::now();
            let nodes = stockfish.go(fen, &format!("movetime {}", MOVE_TIME.0));
            theirs += nodes as f64 / begin.elapsed().as_secs_f64();
        }
    }
    let positions = POSITIONS.len() as f64;
    println!("tandem           {:>9.0} nodes a second", ours / positions);
    if stockfish.is_some() {
        println!("fairy-stockfish  {:>9.0} nodes a second", theirs / positions);
    }
}

fn time_to_depth() {
    let begin = Instant::now();
    let nodes: u64 = POSITIONS.iter().map(|fen| search(fen, Limits::depth(DEPTH)).nodes).sum();
    let took = begin.elapsed().as_secs_f64();
    println!("tandem           depth {DEPTH} in {took:.2} s, {nodes} nodes");
    if let Some(mut stockfish) = Stockfish::start() {
        let begin = Instant::now();
        let go = format!("depth {DEPTH}");
        let nodes: u64 = POSITIONS.iter().map(|fen| stockfish.go(fen, &go)).sum();
        let took = begin.elapsed().as_secs_f64();
        println!("fairy-stockfish  depth {DEPTH} in {took:.2} s, {nodes} nodes");
    }
}

/// Matches of four bots of level 4 with three minutes each: how long they last by their clocks,
/// against how long the bots compute.
fn tables_a_core() {
    let terms = Terms {
        book: Arc::new(Rulebook::builtin("fics").expect("a built-in book")),
        time: TimeControl::sudden_death(Millis::from_secs(180)),
        nodes_per_milli: 500,
        positions: ByBoard::default(),
        most_moves: 2_000,
    };
    let (mut lasted, mut computed, mut moves) = (0.0, 0.0, 0);
    for seed in 0..MATCHES {
        let level = Level::try_from(4).expect("a level");
        let mut bots = BySeat::new_with(|seat: Seat| Bot::new(level, 4, seed * 4 + seat as u64));
        let begin = Instant::now();
        let played = play(&terms, &mut bots);
        computed += begin.elapsed().as_secs_f64();
        lasted += played.state.latest().0 as f64 / 1_000.0;
        moves += played.moves().count();
    }
    println!(
        "level 4          {:.0} tables of four bots a core: {moves} moves in {lasted:.0} s of \
         play, {computed:.2} s of computing",
        lasted / computed
    );
}

/// Fairy-Stockfish as a process.
struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start() -> Option<Stockfish> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program: PathBuf = std::env::split_paths(&path)
            .chain([Path::new("/usr/games").to_owned()])
            .map(|folder| folder.join("fairy-stockfish"))
            .find(|file| file.is_file())?;
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("fairy-stockfish starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let mut stockfish = Stockfish { child, input, output };
        stockfish.say("uci");
        stockfish.say("setoption name UCI_Variant value bughouse");
        stockfish.say("setoption name Hash value 64");
        stockfish.say("isready");
        stockfish.read_until("readyok");
        Some(stockfish)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    /// The last number of nodes that it told before a line that begins so.
    fn read_until(&mut self, word: &str) -> u64 {
        let (mut line, mut nodes) = (String::new(), 0);
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("it writes") > 0, "it ended");
            if line.starts_with(word) {
                return nodes;
            }
            let mut words = line.split_ascii_whitespace().skip_while(|word| *word != "nodes");
            if let Some(count) = words.nth(1).and_then(|word| word.parse().ok()) {
                nodes = count;
            }
        }
    }

    /// How many nodes it searches.
    fn go(&mut self, fen: &str, limit: &str) -> u64 {
        self.say("ucinewgame");
        self.say(&format!("position fen {fen}"));
        self.say(&format!("go {limit}"));
        self.read_until("bestmove")
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
