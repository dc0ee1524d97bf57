//! Nodes a second and time to depth on a few positions:
//! `cargo run --release -p tandem-engine --example speed [DEPTH]`.
#![expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
#![expect(clippy::print_stdout, reason = "a bench tells its figures")]

use std::time::Instant;

use tandem_engine::protocol::fen::parse_fen;
use tandem_engine::{Engine, Laws, Limits, Problem, Stakes};
use tandem_rules::Rulebook;

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[PNpn] w KQkq - 0 1",
    "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPBN1PPP/R1BQ1RK1[QNPPbnp] w - - 0 1",
    "r1b2rk1/pp1n1ppp/4pq2/2ppN3/3P1B2/2PBP3/PP3PPP/R2Q1RK1[NBPqrp] b - - 0 1",
    "2kr3r/ppp2ppp/2n1b3/2b1P3/8/2N2N2/PPP1BPPP/R1B2RK1[QRPPqnnbp] b - - 0 1",
];

fn main() {
    let depth = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let laws = Laws::of(&book);
    let (mut nodes, mut seconds) = (0, 0.0);
    for fen in POSITIONS {
        let position = parse_fen(fen).expect("a position");
        let problem = Problem {
            position: &position,
            laws: &laws,
            other: None,
            earlier: &[],
            stakes: Stakes::default(),
            lines: 1,
        };
        let begin = Instant::now();
        let report = Engine::new(64).search(&problem, Limits::depth(depth));
        let took = begin.elapsed().as_secs_f64();
        let line: Vec<String> = report
            .lines
            .iter()
            .flat_map(|line| line.moves.iter().map(ToString::to_string))
            .collect();
        println!(
            "depth {depth} score {} nodes {} time {took:.2} s: {}",
            report.score().unwrap_or_default(),
            report.nodes,
            line.join(" ")
        );
        nodes += report.nodes;
        seconds += took;
    }
    println!("{nodes} nodes, {:.0} nodes a second, {seconds:.2} s", nodes as f64 / seconds);
}
