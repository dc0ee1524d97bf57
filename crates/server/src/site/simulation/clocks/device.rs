//! A phone of the simulation: the machine that ships, a clock that drifts, and two lines, as the page opens them.

use std::collections::BTreeMap;

use serde_json::Value;
use tandem_clocks::{Local, Phone};
use tandem_referee::{Act, MoveText};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat};
use tokio::sync::mpsc::UnboundedSender;

use super::super::weather::Random;
use super::house::{Arrives, Says};

/// A line of a seat, as the phone has it.
#[derive(Default)]
pub(super) struct Line {
    /// The server's end, once the greeting has come through.
    pub(super) up: Option<UnboundedSender<Arrives>>,
    /// The number of the last act that the server has, once it has welcomed.
    welcome: Option<u64>,
    /// When the last message arrives: messages of one line keep their order.
    last: [u64; 2],
}

pub(super) struct Device {
    pub(super) board: BoardId,
    pub(super) name: String,
    pub(super) phone: Phone<Act<MoveText>>,
    drift: f64,
    base: f64,
    /// How long a message takes at least, and how much more at most, each way.
    delays: [(u64, u64); 2],
    /// The number of the connection that stands, if one does.
    pub(super) line: Option<u64>,
    pub(super) lines: BTreeMap<Seat, Line>,
    /// Whether what is said on it comes to nothing.
    pub(super) silent: bool,
    /// How often it looks what there is to do.
    pub(super) looks: u64,
    /// Whether the clocks are stopped, as it was last told.
    pub(super) stopped: bool,
}

impl Device {
    pub(super) fn new(board: BoardId, number: usize, random: &mut Random) -> Device {
        let share = |random: &mut Random| random.below(2_000_001) as f64 / 1.0e6 - 1.0;
        Device {
            board,
            name: format!("phone-{board:?}-{number}"),
            phone: Phone::default(),
            // Quartz: thirty parts of a million from the server's.
            drift: share(random) * 0.000_03,
            base: (share(random) * 1.0e12).round(),
            delays: [(); 2].map(|()| (1 + random.below(5) as u64, 1 + random.below(250) as u64)),
            line: None,
            lines: BTreeMap::new(),
            silent: false,
            looks: 40,
            stopped: false,
        }
    }

    pub(super) fn seats(&self) -> [Seat; 2] {
        [Color::White, Color::Black].map(|color| Seat::new(self.board, color))
    }

    /// The phone's own time.
    pub(super) fn local(&self, now: u64) -> Local {
        Local(now as f64 * (1.0 + self.drift) + self.base)
    }

    /// When a message that leaves now arrives; `way`: up is 0, down is 1. Now and then one takes long.
    pub(super) fn arrives(&mut self, now: u64, way: usize, seat: Seat, random: &mut Random) -> u64 {
        let (least, more) = self.delays[way];
        let share = random.below(1_000) as f64 / 1_000.0;
        let at = now + least + (more as f64 * share.powi(4)) as u64;
        let line = self.lines.entry(seat).or_default();
        line.last[way] = line.last[way].max(at);
        line.last[way]
    }

    pub(super) fn lose(&mut self) {
        (self.line, self.silent) = (None, false);
        self.lines.clear();
        self.phone.disconnected();
    }

    /// What was not answered is forgotten.
    pub(super) fn forget(&mut self) {
        let told: Vec<(Seat, u64)> =
            self.phone.unanswered().map(|told| (told.seat, told.id)).collect();
        told.into_iter().for_each(|(seat, id)| self.phone.answered(seat, id));
    }

    /// The server has said something: what the page does with it.
    pub(super) fn hear(&mut self, now: u64, seat: Seat, says: Says) -> Option<Value> {
        let local = self.local(now);
        let text = match says {
            Says::Pong { sent, moment } => {
                self.phone.pong(local, Local(sent), moment);
                return None;
            }
            Says::Text(text) => text,
        };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let held = message["state"]["held"] == true;
        let number = |field: &str| message[field].as_u64();
        match message["type"].as_str() {
            Some("welcome") => self.lines.entry(seat).or_default().welcome = number("command"),
            Some("snapshot") => {
                let seats = self.seats().map(|seat| (seat, self.lines.get(&seat)));
                let last: Vec<(Seat, u64)> = seats
                    .into_iter()
                    .filter_map(|(seat, line)| Some((seat, line?.welcome?)))
                    .collect();
                if last.len() == 2 {
                    self.phone.connected(local, held, &last);
                }
            }
            Some("update") => {
                if !held {
                    self.phone.goes_on(local);
                }
                if let Some(id) = number("ack") {
                    self.phone.answered(seat, id);
                }
            }
            Some("ack" | "refused") => self.phone.answered(seat, number("id").unwrap_or(0)),
            _ => {}
        }
        if let Some(stopped) = message["state"]["stopped"].as_bool() {
            self.stopped = stopped;
        }
        Some(message)
    }

    pub(super) fn is_settled(&self) -> bool {
        !self.silent && self.phone.is_synchronised() && self.phone.unanswered().next().is_none()
    }
}
