//! UCI's `go`: what a search is limited by.

use std::str::SplitAsciiWhitespace;

use tandem_rules::shakmaty::Color;
use tandem_rules::{Coordinates, Millis};

/// What was asked for.
#[derive(Default)]
pub(super) struct Go {
    /// In the opponent's time.
    pub(super) ponder: bool,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) mate: Option<u32>,
    pub(super) soft: Option<Millis>,
    pub(super) hard: Option<Millis>,
    /// What could not be understood.
    pub(super) complaints: Vec<String>,
}

/// How long a search takes whose limit could not be understood: an answer is owed all the same.
const UNDERSTOOD_NOTHING: Millis = Millis(1_000);
/// Plies beyond a mate in so many moves, for lines that a search looks at late.
const SLACK: u32 = 3;

impl Go {
    /// Reads the words behind `go`; `us` is on move.
    pub(super) fn read(mut words: SplitAsciiWhitespace<'_>, us: Color) -> Go {
        let mut go = Go::default();
        let mut clocks = Clocks::default();
        let mut movetime = None;
        let mut infinite = false;
        while let Some(word) = words.next() {
            let mut number = || {
                let given = words.next();
                let number = given.and_then(|given| given.parse::<i64>().ok());
                if number.is_none() {
                    let given = given.map_or("nothing", super::uci::shorten);
                    go.complaints.push(format!("go {word}: a number is expected, not {given}"));
                }
                number
            };
            match word {
                "ponder" => go.ponder = true,
                "infinite" => infinite = true,
                "wtime" => clocks.time[Color::White as usize] = number(),
                "btime" => clocks.time[Color::Black as usize] = number(),
                "winc" => clocks.increment[Color::White as usize] = number(),
                "binc" => clocks.increment[Color::Black as usize] = number(),
                "movestogo" => clocks.moves_to_go = number(),
                "movetime" => movetime = number().map(|time| Millis(time.max(1))),
                "nodes" => go.nodes = number().and_then(|n| u64::try_from(n.max(1)).ok()),
                "depth" => go.depth = number().and_then(|n| u32::try_from(n.max(1)).ok()),
                "mate" => go.mate = number().map(|n| n.clamp(1, 100) as u32),
                // The moves of `searchmoves`, of which one complaint is enough.
                word if word.parse::<Coordinates>().is_ok() => {}
                word => {
                    go.complaints.push(format!("go {}: not known", super::uci::shorten(word)));
                }
            }
        }
        match clocks.budget(us) {
            Some((soft, hard)) => (go.soft, go.hard) = (Some(soft), Some(hard)),
            None => go.hard = movetime,
        }
        if let Some(moves) = go.mate {
            // Where there is no such mate, that is the answer: nobody waits for ever.
            let far_enough = 2 * moves + SLACK;
            go.depth = Some(go.depth.map_or(far_enough, |depth| depth.min(far_enough)));
        }
        let limited = go.nodes.is_some() || go.depth.is_some() || go.hard.is_some();
        if !limited && !infinite && !go.complaints.is_empty() {
            go.hard = Some(UNDERSTOOD_NOTHING);
        }
        go
    }
}

#[derive(Default)]
struct Clocks {
    time: [Option<i64>; 2],
    increment: [Option<i64>; 2],
    moves_to_go: Option<i64>,
}

impl Clocks {
    fn budget(&self, us: Color) -> Option<(Millis, Millis)> {
        let usable = (self.time[us as usize]? - 30).max(1);
        let increment = self.increment[us as usize].unwrap_or(0).max(0);
        let moves = self.moves_to_go.map_or(26, |moves| moves.clamp(1, 26) + 1);
        let soft = (usable / moves + increment * 3 / 4).clamp(1, (usable / 2).max(1));
        let hard = (soft * 3).min((usable / 3).max(1)).max(soft);
        Some((Millis(soft), Millis(hard)))
    }
}
