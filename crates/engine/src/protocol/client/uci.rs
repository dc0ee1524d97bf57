//! A table's side of UCI. One board an engine: the stock is what the FEN says.

use tandem_rules::Move;
use tandem_rules::Seat;
use tandem_rules::shakmaty::Color;

use super::{Client, EngineReply, one_line, read_move};
use crate::protocol::fen::write_fen_after;
use crate::team::View;

/// Speaks UCI to an engine.
#[derive(Clone, Debug, Default)]
pub struct UciClient {
    options: Vec<(String, String)>,
    thinking: bool,
}

impl UciClient {
    /// With options to set before the first match, `Hash` to `64`, say.
    #[must_use]
    pub fn new(options: Vec<(String, String)>) -> UciClient {
        UciClient { options, thinking: false }
    }
}

impl Client for UciClient {
    fn hello(&mut self) -> Vec<String> {
        vec!["uci".to_owned()]
    }

    fn new_match(&mut self, _: &View, _: &str) -> Vec<String> {
        self.thinking = false;
        vec!["ucinewgame".to_owned(), "isready".to_owned()]
    }

    fn rejoin(&mut self, view: &View, partner: &str, _: Option<&[Move]>) -> Option<Vec<String>> {
        // It is told the position whenever it is asked.
        Some(self.new_match(view, partner))
    }

    fn ask(&mut self, view: &View, _: &[Move], played: usize) -> Vec<String> {
        let board = view.seat.board();
        let clock = |color: Color| view.clock(Seat::new(board, color)).0.max(1);
        let increment = view.increment.0;
        self.thinking = true;
        vec![
            format!("position fen {}", write_fen_after(&view.own.position, played)),
            format!(
                "go wtime {} btime {} winc {increment} binc {increment}",
                clock(Color::White),
                clock(Color::Black)
            ),
        ]
    }

    fn recall(&mut self) -> Option<Vec<String>> {
        self.thinking.then(|| vec!["stop".to_owned()])
    }

    fn stocks(&mut self, _: &View) -> Vec<String> {
        Vec::new()
    }

    fn partner_says(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn over(&mut self, _: &str) -> Vec<String> {
        let lines = if self.thinking { vec!["stop".to_owned()] } else { Vec::new() };
        self.thinking = false;
        lines
    }

    fn line(&mut self, line: &str) -> (EngineReply, Vec<String>) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uciok") => {
                let mut lines = vec!["setoption name UCI_Variant value bughouse".to_owned()];
                for (name, value) in &self.options {
                    lines.push(format!("setoption name {name} value {value}"));
                }
                lines.push("isready".to_owned());
                (EngineReply::Noise, lines)
            }
            Some("readyok") => (EngineReply::Ready, Vec::new()),
            Some("bestmove") if !self.thinking => (EngineReply::Noise, Vec::new()),
            Some("bestmove") => {
                self.thinking = false;
                let word = words.next().unwrap_or("(none)");
                let sign = match (word, read_move(word)) {
                    (_, Some(m)) => EngineReply::Plays(m),
                    ("(none)" | "0000" | "none" | "NULL", None) => EngineReply::HasNoMove,
                    (word, None) => EngineReply::Complains(format!("bestmove {}", one_line(word))),
                };
                (sign, Vec::new())
            }
            _ => (EngineReply::Noise, Vec::new()),
        }
    }
}
