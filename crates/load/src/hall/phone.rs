//! A phone as the clock of a board: the machine that the pages have too, with a line for each of the two players.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tandem_clocks::{Local, Message as Wants, Phone};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, BySeat, Seat};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::table::Table;
use crate::player::{Pace, Random, connect, wait};

/// How often a phone looks what there is to do.
const LOOK: Duration = Duration::from_millis(40);
/// How long after one call the next table calls.
const CALL_EVERY: Duration = Duration::from_secs(1);

/// What a phone measured.
#[derive(Debug, Default)]
pub(super) struct Clocked {
    /// From a press on the other phone until this one saw it, in microseconds.
    pub(super) seen: Vec<u32>,
    /// From a ruling until this phone saw the clock set.
    pub(super) set: Vec<u32>,
    pub(super) calls: usize,
    /// Acts that came to nothing, such as a press in the moment of a stop.
    pub(super) refused: usize,
    pub(super) failed: bool,
}

/// As much of a message as a clock needs.
#[derive(Deserialize)]
struct Heard<'m> {
    #[serde(rename = "type")]
    kind: &'m str,
    #[serde(default)]
    ack: Option<u64>,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    command: Option<u64>,
    #[serde(default)]
    sent: Option<f64>,
    #[serde(default)]
    now: Option<i64>,
    #[serde(default, borrow)]
    state: Option<State<'m>>,
    #[serde(default, borrow)]
    events: Vec<Happened<'m>>,
}

#[derive(Deserialize)]
struct State<'m> {
    phase: &'m str,
    held: bool,
    seats: BySeat<Running>,
}

#[derive(Clone, Copy, Deserialize)]
struct Running {
    running: bool,
}

#[derive(Deserialize)]
struct Happened<'m> {
    event: &'m str,
    #[serde(default)]
    seat: Option<Seat>,
}

type Line = WebSocketStream<TcpStream>;

/// What a phone does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Press,
    Call,
}

impl Does {
    fn word(self) -> &'static str {
        match self {
            Does::Press => "press",
            Does::Call => "call_arbiter",
        }
    }
}

pub(super) struct Clock {
    pub(super) server: SocketAddr,
    pub(super) from: SocketAddr,
    pub(super) table: Arc<Table>,
    pub(super) board: BoardId,
    pub(super) secrets: BySeat<String>,
    pub(super) pace: Pace,
    /// How many tables there are: each calls in its turn.
    pub(super) tables: usize,
}

impl Clock {
    /// Lies beside its board until the end: `there` is told when both clocks run, and nobody presses before `until` says
    /// until when.
    pub(super) async fn run(
        self,
        there: &mpsc::UnboundedSender<()>,
        until: watch::Receiver<Instant>,
    ) -> Clocked {
        let mut clocked = Clocked::default();
        let Some((white, black)) = self.connect().await else {
            let _ = there.send(());
            return Clocked { failed: true, ..clocked };
        };
        let random = Random::new(&format!("{}{:?}", self.table.id, self.board));
        let mut lying = Lying {
            clock: self,
            lines: [white, black],
            phone: Phone::default(),
            begun: Instant::now(),
            random,
            welcome: Vec::new(),
            ready: false,
            running: None,
            press_at: None,
            call_at: None,
            clocked: &mut clocked,
        };
        let whole = lying.lie(there, until).await;
        clocked.failed = !whole;
        clocked
    }

    async fn connect(&self) -> Option<(Line, Line)> {
        let white = self.line(Color::White).await?;
        Some((white, self.line(Color::Black).await?))
    }

    async fn line(&self, color: Color) -> Option<Line> {
        let seat = Seat::new(self.board, color);
        let mut line = connect(self.server, self.from, &self.table.id).await?;
        let hello = json!({
            "type": "hello", "version": 2, "match": self.table.id, "role": "seat", "seat": seat,
            "secret": self.secrets[seat], "device": format!("phone-{:?}", self.board),
        });
        line.send(Message::text(hello.to_string())).await.ok()?;
        Some(line)
    }
}

/// A phone that lies beside its board.
struct Lying<'c> {
    clock: Clock,
    /// White's and Black's.
    lines: [Line; 2],
    phone: Phone<Does>,
    begun: Instant,
    random: Random,
    welcome: Vec<(Seat, u64)>,
    ready: bool,
    /// Whose clock runs here.
    running: Option<Seat>,
    press_at: Option<Instant>,
    call_at: Option<Instant>,
    clocked: &'c mut Clocked,
}

impl Lying<'_> {
    /// Until the end; false if a line broke.
    async fn lie(
        &mut self,
        there: &mpsc::UnboundedSender<()>,
        mut started: watch::Receiver<Instant>,
    ) -> bool {
        let mut until: Option<Instant> = None;
        let mut told = false;
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let [white, black] = &mut self.lines;
            let heard = tokio::select! {
                message = white.next() => Some((Color::White, message)),
                message = black.next() => Some((Color::Black, message)),
                changed = started.changed(), if until.is_none() => {
                    if changed.is_err() {
                        return false;
                    }
                    until = Some(*started.borrow());
                    self.call_at = self.first_call();
                    self.plan_press();
                    None
                }
                () = wait(self.press_at) => {
                    self.press();
                    None
                }
                () = wait(self.call_at) => {
                    self.call();
                    None
                }
                () = wait(until) => return true,
                _ = look.tick() => None,
            };
            if let Some((color, message)) = heard {
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if !self.hear(color, &text, until.is_some()) {
                            return false;
                        }
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return false,
                }
            }
            if !told && self.running.is_some() {
                told = true;
                let _ = there.send(());
            }
            let all = until.unwrap_or_else(|| Instant::now() + Duration::from_secs(10));
            match timeout_at(all, self.tell()).await {
                Ok(true) => {}
                Ok(false) => return false,
                // It is over, or the server takes nothing.
                Err(_) => return until.is_some(),
            }
        }
    }

    fn local(&self) -> Local {
        Local(self.begun.elapsed().as_secs_f64() * 1e3)
    }

    /// The tables call one after the other, each at its first board.
    fn first_call(&self) -> Option<Instant> {
        let turn = u32::try_from(self.clock.table.number).unwrap_or(u32::MAX);
        (self.clock.board == BoardId::A).then(|| Instant::now() + CALL_EVERY * turn)
    }

    fn plan_press(&mut self) {
        let waits = self.phone.unanswered().next().is_some();
        match self.running {
            Some(_) if waits => {}
            Some(_) => {
                let thinking = self.clock.pace.thinking(&mut self.random);
                self.press_at.get_or_insert_with(|| Instant::now() + thinking);
            }
            None => self.press_at = None,
        }
    }

    fn press(&mut self) {
        self.press_at = None;
        let Some(seat) = self.running else { return };
        if self.phone.acts(self.local(), seat, Does::Press)
            && let Some(told) = self.phone.unanswered().last()
        {
            self.clock.table.pressed(seat, told.id);
        }
    }

    /// Somebody stops both clocks, and an arbiter comes.
    fn call(&mut self) {
        let tables = u32::try_from(self.clock.tables).unwrap_or(u32::MAX);
        self.call_at = Some(Instant::now() + CALL_EVERY * tables);
        if let Some(seat) = self.running {
            self.press_at = None;
            self.clock.table.called();
            self.clocked.calls += usize::from(self.phone.acts(self.local(), seat, Does::Call));
        }
    }

    /// Says what there is to say; false if a line broke.
    async fn tell(&mut self) -> bool {
        let local = self.local();
        for wants in self.phone.wants(local) {
            let (color, said) = match wants {
                Wants::Ping { sent } => (Color::White, json!({ "type": "ping", "sent": sent })),
                Wants::Behind { millis } => {
                    (Color::White, json!({ "type": "behind", "millis": millis }))
                }
                Wants::Told(told) => {
                    let act = json!({ "do": told.act.word() });
                    let said = json!({ "type": "act", "id": told.id, "act": act, "at": told.at });
                    (told.seat.color(), said)
                }
            };
            if !self.say(color, &said).await {
                return false;
            }
        }
        if self.phone.is_synchronised() && !self.ready {
            self.ready = true;
            let ready = json!({ "type": "ready", "on": true });
            return self.say(Color::White, &ready).await && self.say(Color::Black, &ready).await;
        }
        true
    }

    async fn say(&mut self, color: Color, said: &serde_json::Value) -> bool {
        let line = &mut self.lines[usize::from(color.is_black())];
        line.send(Message::text(said.to_string())).await.is_ok()
    }

    /// The server has said something; false if it breaks the line off.
    fn hear(&mut self, color: Color, text: &str, measures: bool) -> bool {
        let Ok(heard) = serde_json::from_str::<Heard<'_>>(text) else { return true };
        let (local, seat) = (self.local(), Seat::new(self.clock.board, color));
        match heard.kind {
            "bye" => return false,
            "welcome" => self.welcome.push((seat, heard.command.unwrap_or(0))),
            "snapshot" if self.welcome.len() == 2 => {
                let held = heard.state.as_ref().is_some_and(|state| state.held);
                self.phone.connected(local, held, &self.welcome);
            }
            "pong" => {
                if let (Some(sent), Some(now)) = (heard.sent, heard.now) {
                    self.phone.pong(local, Local(sent), now);
                }
            }
            "ack" => self.phone.answered(seat, heard.id.unwrap_or(0)),
            "refused" => {
                let id = heard.id.unwrap_or(0);
                self.phone.answered(seat, id);
                self.clock.table.refused(seat, id);
                self.clocked.refused += 1;
            }
            _ => {}
        }
        if let Some(id) = heard.ack {
            self.phone.answered(seat, id);
        }
        // Both lines tell what happened: once is enough.
        if color == Color::White {
            for happened in &heard.events {
                self.measure(happened, measures);
            }
        }
        if let Some(state) = heard.state {
            if heard.kind == "update" && !state.held {
                self.phone.goes_on(local);
            }
            let mut here = Color::ALL.map(|color| Seat::new(self.clock.board, color)).into_iter();
            let runs = here.find(|seat| state.seats[*seat].running);
            self.running = runs.filter(|_| state.phase == "playing");
        }
        if measures {
            self.plan_press();
        }
        true
    }

    fn measure(&mut self, happened: &Happened<'_>, measures: bool) {
        let board = happened.seat.map(Seat::board);
        let (since, list) = match (happened.event, board) {
            ("completed", Some(board)) if board != self.clock.board => {
                (self.clock.table.seen(board), &mut self.clocked.seen)
            }
            ("clock_set", Some(_)) => (self.clock.table.ruling_seen(), &mut self.clocked.set),
            _ => return,
        };
        if let Some(since) = since.filter(|_| measures) {
            list.push(u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX));
        }
    }
}
