//! Drives an engine's seat: what the engine prints, what the match does and how time goes by come
//! in; what is to be sent, played and said comes out. No process, no clock: whoever hosts the
//! engine has those.
//!
//! An engine may print garbage, die, hang, or play what the book forbids. What is done about each is
//! decided here, once for every host; a host differs only in its [`Conduct`].

use std::time::Duration;

use tandem_engine::protocol::client::{Client, EngineReply, UciClient, XBoardClient};
use tandem_engine::protocol::partner_words;
use tandem_engine::team::View;
use tandem_referee::Message;
use tandem_rules::{Coordinates, Millis, Move, Position};

use crate::program::Protocol;

/// So often an engine is started in one match.
const LIVES: u32 = 3;
/// The name by which an engine knows its partner.
const PARTNER: &str = "partner";

/// How a host treats its engines.
#[derive(Clone, Copy, Debug)]
pub struct Conduct {
    /// So long an engine has to say that it is ready.
    pub ready_within: Duration,
    /// So long one may be silent that need not say it; then it is taken for ready.
    pub silent_within: Duration,
    /// The least time after which a thinking engine counts as hung; none: its clock decides.
    pub hangs_after: Option<Duration>,
    /// Whether somebody else moves for an engine that can't. Where nobody does, it is given up for a
    /// forbidden move, and waited for otherwise.
    pub has_stand_in: bool,
}

/// What a host has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Write these lines to the process.
    Send(Vec<String>),
    /// End the process.
    Stop,
    /// Try this move. If the book forbids it tell [`Driver::refused`]; if nobody may move now,
    /// [`Driver::interrupted`].
    Play(Coordinates),
    /// Say this to the partner.
    Say(String),
    /// Resign for it.
    Resign,
    /// It has failed for good: its game is to be ended.
    GiveUp,
    /// Look at the match again, by [`Driver::attend`]: something can be done now.
    Attend,
    /// Tell whoever looks on.
    Tell(Trouble),
}

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Its process has ended, or printed without end.
    Died,
    /// It does not say that it is ready, or does not move.
    Silent,
    /// It was asked for a move and said that it has none.
    SeesNoMove(String),
    /// It was asked for a move and said something else.
    Nonsense(String),
    /// It complains, and nobody asked it anything.
    Complains(String),
    /// The book forbids its move; it is asked for another.
    AskedAgain(String),
    /// The book forbids its move; somebody else moves for it.
    Illegal(String),
    /// It takes no positions, and no moves that are known lead to where the match stands.
    CantBeTold,
}

/// Where a game began, as far as the engine can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// At the initial position.
    Initial,
    /// At another position.
    Placed,
    /// Nobody knows the moves so far.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No process runs.
    Down,
    /// It was started, and is not ready yet.
    Starting { until: Duration },
    /// It is ready, and not asked anything.
    Idle,
    /// It is asked for a move; for the second time, if the first was refused.
    Asked { again: bool, until: Option<Duration> },
    /// What it was asked is no longer so, and it was told to stop: what it answers counts no more, and only then it is
    /// asked again.
    Recalled { until: Option<Duration> },
    /// Somebody else moves for it.
    StoodIn,
    /// It has failed for good.
    GivenUp,
}

/// An engine's seat. All times are since a beginning that the host has chosen.
pub struct Driver {
    protocol: Protocol,
    hash: usize,
    conduct: Conduct,
    client: Box<dyn Client>,
    state: State,
    starts: u32,
    /// What it was asked about.
    asked: Option<Position>,
    /// Whether it knows the position.
    in_step: bool,
    beginning: Beginning,
    /// The moves on its board since then.
    moves: Vec<Move>,
    /// Its opponent's moves that it was not told.
    unseen: Vec<Move>,
}

fn client(protocol: Protocol, hash: usize) -> Box<dyn Client> {
    match protocol {
        Protocol::Uci => Box::new(UciClient::new(vec![("Hash".to_owned(), hash.to_string())])),
        Protocol::XBoard => Box::new(XBoardClient::new()),
    }
}

impl Driver {
    /// A seat whose engine is not started yet; it may remember so many megabytes.
    #[must_use]
    pub fn new(protocol: Protocol, hash: usize, conduct: Conduct, beginning: Beginning) -> Driver {
        Driver {
            protocol,
            hash,
            conduct,
            client: client(protocol, hash),
            state: State::Down,
            starts: 0,
            asked: None,
            in_step: false,
            beginning,
            moves: Vec::new(),
            unseen: Vec::new(),
        }
    }

    /// How often it was started: what an earlier process prints no longer counts.
    #[must_use]
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// Whether its process is to be started.
    #[must_use]
    pub fn wants_start(&self) -> bool {
        self.state == State::Down
    }

    /// Whether a process runs, ready or not.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !matches!(self.state, State::Down | State::GivenUp)
    }

    /// Whether it has said that it is ready, or is taken for it.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        matches!(
            self.state,
            State::Idle | State::Asked { .. } | State::Recalled { .. } | State::StoodIn
        )
    }

    /// Whether it has failed for good.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.state == State::GivenUp
    }

    /// Whether somebody else has to move for it now.
    #[must_use]
    pub fn needs_stand_in(&self) -> bool {
        matches!(self.state, State::Down | State::StoodIn | State::GivenUp)
    }

    /// Whether an engine that never says that it is ready may be one all the same: old ones of
    /// XBoard's do not know features.
    fn may_be_silent(&self) -> bool {
        self.protocol == Protocol::XBoard
    }

    /// When [`Driver::tick`] has something to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        match self.state {
            State::Starting { until } => Some(until),
            State::Asked { until, .. } | State::Recalled { until } => until,
            State::Down | State::Idle | State::StoodIn | State::GivenUp => None,
        }
    }

    /// Its process was started, for the first time or again.
    pub fn started(&mut self, now: Duration) -> Vec<Order> {
        self.starts += 1;
        self.client = client(self.protocol, self.hash);
        self.in_step = false;
        let silent = self.may_be_silent();
        let wait = if silent { self.conduct.silent_within } else { self.conduct.ready_within };
        self.state = State::Starting { until: now + wait };
        vec![Order::Send(self.client.hello())]
    }

    /// Its process can't be started, and never will.
    pub fn cannot_start(&mut self) {
        self.state = State::GivenUp;
    }

    /// Its process has closed its output.
    pub fn ended(&mut self) -> Vec<Order> {
        if self.is_running() { self.fails(Trouble::Died) } else { Vec::new() }
    }

    /// Time goes by.
    pub fn tick(&mut self, now: Duration) -> Vec<Order> {
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        match self.state {
            State::Starting { .. } if self.may_be_silent() => {
                self.state = State::Idle;
                vec![Order::Attend]
            }
            _ => self.fails(Trouble::Silent),
        }
    }

    /// It has died or hangs: it is started again, but not for ever.
    fn fails(&mut self, how: Trouble) -> Vec<Order> {
        self.in_step = false;
        let mut orders = vec![Order::Tell(how), Order::Stop];
        if self.starts < LIVES {
            self.state = State::Down;
            orders.push(Order::Attend);
        } else {
            self.state = State::GivenUp;
            orders.push(Order::GiveUp);
        }
        orders
    }

    /// A move was made at its seat, by itself or by a stand-in.
    pub fn moved(&mut self, m: Move) {
        self.moves.push(m);
        match self.state {
            // It does not know what was played for it.
            State::StoodIn => {
                self.in_step = false;
                self.state = State::Idle;
            }
            State::Asked { .. } => self.state = State::Idle,
            // One that was recalled has not answered yet.
            State::Recalled { .. }
            | State::Down
            | State::Starting { .. }
            | State::Idle
            | State::GivenUp => {}
        }
    }

    /// Its opponent has made a move.
    pub fn opponent_moved(&mut self, m: Move) {
        self.moves.push(m);
        self.unseen.push(m);
    }

    /// What was asked is no longer what the match wants to know: the clocks were stopped, say. One that still thinks
    /// is told to stop, if its protocol has a word for it.
    #[must_use = "it may have to be told"]
    pub fn interrupted(&mut self) -> Vec<Order> {
        self.in_step = false;
        match self.state {
            State::Asked { until, .. } => {
                if let Some(lines) = self.client.recall() {
                    self.state = State::Recalled { until };
                    return send(lines);
                }
                self.state = State::Idle;
            }
            State::StoodIn => self.state = State::Idle,
            State::Recalled { .. }
            | State::Down
            | State::Starting { .. }
            | State::Idle
            | State::GivenUp => {}
        }
        Vec::new()
    }

    /// Moves were taken back, or the game begins again: what it knows is not how it came about.
    #[must_use = "it may have to be told"]
    pub fn loses_its_moves(&mut self) -> Vec<Order> {
        self.beginning = Beginning::Unknown;
        self.moves.clear();
        self.unseen.clear();
        self.interrupted()
    }

    /// Its partner says something.
    pub fn hears(&mut self, message: &Message) -> Vec<Order> {
        if !self.is_ready() {
            return Vec::new();
        }
        send(self.client.partner_says(&partner_words(message)))
    }

    /// The match is over.
    pub fn over(&mut self, result: &str) -> Vec<Order> {
        if !self.is_running() {
            return Vec::new();
        }
        self.state = State::Idle;
        send(self.client.over(result))
    }

    /// The match has changed: it is told what it must know, and asked if it is to move.
    pub fn attend(&mut self, now: Duration, view: &View) -> Vec<Order> {
        // What one that was recalled still thinks about would be taken for an answer to what it is asked now.
        if !self.is_ready() || matches!(self.state, State::Recalled { .. }) {
            return Vec::new();
        }
        let mut orders = Vec::new();
        if !self.in_step {
            match self.tell_position(view) {
                Some(lines) => orders.extend(send(lines)),
                None => {
                    self.state = State::GivenUp;
                    orders.extend([Order::Tell(Trouble::CantBeTold), Order::Stop]);
                    if !self.conduct.has_stand_in {
                        orders.push(Order::GiveUp);
                    }
                    return orders;
                }
            }
        }
        match self.state {
            State::Idle if view.may_move && view.board().has_legal_move() => {
                let unseen = std::mem::take(&mut self.unseen);
                orders.extend(send(self.client.ask(view, &unseen, self.moves.len())));
                self.state = State::Asked { again: false, until: self.hangs_at(now, view) };
                self.asked = Some(view.own.position.clone());
            }
            State::Asked { until, .. } if self.asked.as_ref() != Some(&view.own.position) => {
                match self.client.recall() {
                    Some(lines) => {
                        orders.extend(send(lines));
                        self.state = State::Recalled { until };
                    }
                    None => orders.extend(send(self.client.stocks(view))),
                }
                self.asked = Some(view.own.position.clone());
            }
            State::StoodIn => {}
            _ => orders.extend(send(self.client.stocks(view))),
        }
        orders
    }

    /// Tells it where the match stands; none if it can't be told. There is no other way to it.
    fn tell_position(&mut self, view: &View) -> Option<Vec<String>> {
        let lines = if self.beginning != Beginning::Unknown && self.moves.is_empty() {
            self.client.new_match(view, PARTNER)
        } else {
            let played = (self.beginning == Beginning::Initial).then_some(&self.moves[..]);
            self.client.rejoin(view, PARTNER, played)?
        };
        self.in_step = true;
        self.unseen.clear();
        Some(lines)
    }

    fn hangs_at(&self, now: Duration, view: &View) -> Option<Duration> {
        let least = self.conduct.hangs_after?;
        Some(now + thinking_time(view.clock(view.seat), least))
    }

    /// Its process has printed a line.
    pub fn line(&mut self, line: &str) -> Vec<Order> {
        if !self.is_running() {
            return Vec::new();
        }
        let (reply, answer) = self.client.line(line);
        let mut orders = send(answer);
        let asked = matches!(self.state, State::Asked { .. });
        match reply {
            EngineReply::Ready => {
                if matches!(self.state, State::Starting { .. }) {
                    self.state = State::Idle;
                }
                orders.push(Order::Attend);
            }
            EngineReply::Plays(_) | EngineReply::HasNoMove | EngineReply::Complains(_)
                if matches!(self.state, State::Recalled { .. }) =>
            {
                self.state = State::Idle;
                orders.push(Order::Attend);
            }
            EngineReply::Plays(m) if asked => orders.push(Order::Play(m)),
            EngineReply::HasNoMove if asked => {
                orders.extend(self.cannot_move(Trouble::SeesNoMove(line.to_owned())));
            }
            EngineReply::Complains(what) if asked => {
                orders.extend(self.cannot_move(Trouble::Nonsense(what)));
            }
            EngineReply::Complains(what) => orders.push(Order::Tell(Trouble::Complains(what))),
            EngineReply::TellsPartner(text) => orders.push(Order::Say(text)),
            EngineReply::Resigns => orders.push(Order::Resign),
            EngineReply::Plays(_)
            | EngineReply::HasNoMove
            | EngineReply::OffersDraw
            | EngineReply::Noise => {}
        }
        orders
    }

    fn cannot_move(&mut self, trouble: Trouble) -> Vec<Order> {
        let mut orders = vec![Order::Tell(trouble)];
        if self.conduct.has_stand_in {
            self.state = State::StoodIn;
            orders.push(Order::Attend);
        }
        orders
    }

    /// The book forbids its move, which it said by this line.
    pub fn refused(&mut self, now: Duration, view: &View, line: &str) -> Vec<Order> {
        let State::Asked { again, .. } = self.state else { return Vec::new() };
        if !self.conduct.has_stand_in {
            self.state = State::GivenUp;
            return vec![Order::Stop, Order::GiveUp];
        }
        match self.ask_among_legal(view).filter(|_| !again) {
            Some(lines) => {
                self.state = State::Asked { again: true, until: self.hangs_at(now, view) };
                self.asked = Some(view.own.position.clone());
                let again = Order::Tell(Trouble::AskedAgain(line.to_owned()));
                vec![again, Order::Send(lines)]
            }
            None => self.cannot_move(Trouble::Illegal(line.to_owned())),
        }
    }

    /// Asks for one of the legal moves only, if the protocol can.
    fn ask_among_legal(&mut self, view: &View) -> Option<Vec<String>> {
        let legal = view.board().legal_moves();
        if self.protocol != Protocol::Uci || legal.is_empty() {
            return None;
        }
        let mut lines = self.client.ask(view, &[], self.moves.len());
        if let Some(go) = lines.iter_mut().find(|line| line.starts_with("go ")) {
            go.push_str(" searchmoves");
            for m in &legal {
                go.push_str(&format!(" {m}"));
            }
        }
        Some(lines)
    }
}

fn send(lines: Vec<String>) -> Vec<Order> {
    if lines.is_empty() { Vec::new() } else { vec![Order::Send(lines)] }
}

/// How long an engine may think about a move before it counts as hung.
fn thinking_time(clock: Millis, least: Duration) -> Duration {
    // Nobody who plays well spends a third of a clock on one move; a slow clock is no excuse.
    Duration::from_millis(u64::try_from(clock.0 / 3).unwrap_or(0)).clamp(least, least * 12)
}

#[cfg(test)]
mod tests;
