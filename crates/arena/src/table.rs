//! One match in real time: four players, a referee, and whatever happens first.

mod foreign;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use tandem_engine::protocol::partner_words;
use tandem_engine::team::{Seen, View};
use tandem_engine::{Decision, Habit, Hands, Next, as_act, duties};
use tandem_engines::{External, Output, has_duties};
use tandem_referee::{Act, Command, Event, EventKind, Match, Message, Phase, Ruling, Settings};
use tandem_rules::shakmaty::Color;
use tandem_rules::{ByBoard, BySeat, ByTeam, Millis, Move, Seat};

use crate::builtin::Builtin;
use crate::contender::Contender;
use crate::{now, since};

/// Something went wrong with a player, said clearly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// With whom.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// What.
    pub what: String,
}

/// A match that is over.
#[derive(Debug)]
pub struct Finished {
    /// The match as the referee left it.
    pub state: Match,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// What went wrong.
    pub troubles: Vec<Trouble>,
}

/// What a match is played with.
pub(crate) struct Set<'a> {
    pub(crate) settings: Settings,
    pub(crate) teams: ByTeam<Contender>,
    pub(crate) hash: usize,
    /// So long an engine has to say that it is ready.
    pub(crate) patience: Duration,
    pub(crate) seed: u64,
    /// Set when the match is to be given up.
    pub(crate) stop: &'a AtomicBool,
}

enum Player {
    Builtin { bot: Builtin, state: Thinking },
    External(External),
}

/// What a bot of ours is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    Idle,
    /// About the question with this number, since.
    Busy(u64, Instant),
    /// It has decided to play this then.
    Planned(Instant, Move),
    /// It sits until then.
    Sits(Instant),
}

enum Incoming {
    Decided(Seat, u64, Decision),
    Printed(Seat, u32, Output),
}

/// So often a table looks at least whether it is to stop.
const GLANCE: Duration = Duration::from_millis(100);

struct Table<'a> {
    state: Match,
    events: Vec<Event>,
    troubles: Vec<Trouble>,
    players: BySeat<Player>,
    /// Until when an engine that was started again may say that it is ready.
    silences: BySeat<Option<Instant>>,
    hands: BySeat<Hands>,
    moves: ByBoard<Vec<(Color, Move)>>,
    begin: Instant,
    ticket: u64,
    hash: usize,
    patience: Duration,
    stop: &'a AtomicBool,
    outbox: Sender<Incoming>,
    inbox: Receiver<Incoming>,
}

/// Plays a match.
pub(crate) fn play(set: &Set<'_>) -> Finished {
    let (outbox, inbox) = channel();
    let mut hands = BySeat::new_with(|_| Hands::new(Habit::AtOnce));
    let players = BySeat::new_with(|seat: Seat| match &set.teams[seat.team()] {
        Contender::Builtin { level, style } => {
            let bot = style.bot(*level, set.hash, set.seed * 4 + seat as u64);
            hands[seat] = Hands::new(bot.habit());
            let tell = outbox.clone();
            let bot = Builtin::start(bot, move |ticket, decision| {
                tell.send(Incoming::Decided(seat, ticket, decision)).is_ok()
            });
            Player::Builtin { bot, state: Thinking::Idle }
        }
        Contender::External { protocol, command } => {
            Player::External(External::new(*protocol, command.clone(), set.hash))
        }
    });
    let mut table = Table {
        state: Match::new(set.settings.clone()),
        events: Vec::new(),
        troubles: Vec::new(),
        players,
        silences: BySeat::default(),
        hands,
        moves: ByBoard::default(),
        begin: now(),
        ticket: 0,
        hash: set.hash,
        patience: set.patience,
        stop: set.stop,
        outbox,
        inbox,
    };
    let absent = table.gather();
    table.run(&absent);
    let Table { state, events, troubles, .. } = table;
    Finished { state, events, troubles }
}

impl Table<'_> {
    fn time(&self) -> Millis {
        since(self.begin)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn trouble(&mut self, seat: Seat, what: impl Into<String>) {
        self.troubles.push(Trouble { seat, at: self.time(), what: what.into() });
    }

    fn run(&mut self, absent: &BySeat<bool>) {
        self.begin = now();
        for seat in Seat::ALL {
            let view = View::of(&self.state, seat, Millis::ZERO);
            if let Player::External(engine) = &mut self.players[seat] {
                engine.ready |= engine.may_be_silent();
                engine.new_match(&view, "partner");
            }
        }
        self.command(&Command::Start);
        for seat in Seat::ALL.into_iter().filter(|&seat| absent[seat]) {
            self.forfeit(seat);
        }
        while self.state.phase() != Phase::Over && !self.is_stopped() {
            let next = self.next_moment().map(|at| at.saturating_duration_since(now()));
            match self.inbox.recv_timeout(next.unwrap_or(GLANCE).min(GLANCE)) {
                Ok(Incoming::Decided(seat, ticket, decision)) => {
                    self.decided(seat, ticket, decision);
                }
                Ok(Incoming::Printed(seat, generation, output)) => {
                    self.printed(seat, generation, output);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            // However much engines print, time does not wait for them.
            if self.next_moment().is_some_and(|at| at <= now()) {
                self.do_what_is_due();
            }
        }
        let result = self.state.verdict().map_or("*", |verdict| verdict.result.as_str());
        for seat in Seat::ALL {
            if let Player::External(engine) = &mut self.players[seat] {
                engine.over(result);
            }
        }
    }

    /// When something happens by itself.
    fn next_moment(&self) -> Option<Instant> {
        let referee = self
            .state
            .deadline()
            .map(|at| self.begin + Duration::from_millis(u64::try_from(at.0).unwrap_or(0)));
        let bots = Seat::ALL.into_iter().filter_map(|seat| match &self.players[seat] {
            Player::Builtin { state: Thinking::Planned(at, _) | Thinking::Sits(at), .. } => {
                Some(*at)
            }
            _ => None,
        });
        let silences = Seat::ALL.into_iter().filter_map(|seat| self.silences[seat]);
        bots.chain(silences).chain(referee).min()
    }

    fn do_what_is_due(&mut self) {
        let moment = now();
        for seat in Seat::ALL {
            let Player::Builtin { state, .. } = &mut self.players[seat] else {
                if self.silences[seat].is_some_and(|until| until <= moment) {
                    self.engine_is_ready(seat);
                }
                continue;
            };
            match *state {
                Thinking::Planned(at, m) if at <= moment => {
                    *state = Thinking::Idle;
                    self.act(seat, as_act(m));
                }
                Thinking::Sits(at) if at <= moment => {
                    *state = Thinking::Idle;
                    self.attend_seat(seat);
                }
                _ => {}
            }
        }
        self.command(&Command::Tick);
    }

    fn decided(&mut self, seat: Seat, ticket: u64, decision: Decision) {
        let Player::Builtin { state, .. } = &mut self.players[seat] else { return };
        let Thinking::Busy(asked, begun) = *state else { return };
        if asked != ticket {
            return;
        }
        let wait = |time: Millis| Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
        *state = match decision.next {
            Next::Play { m, after } => Thinking::Planned(begun + wait(after), m),
            Next::Sit { time, .. } => Thinking::Sits(now() + wait(time)),
            Next::Nothing => Thinking::Idle,
        };
        for act in decision.acts {
            self.act(seat, act);
        }
        self.do_what_is_due();
    }

    /// Ends an engine's game if the book lets an arbiter do that; else its clock runs.
    fn forfeit(&mut self, seat: Seat) {
        if self.state.phase() == Phase::Over {
            return;
        }
        let begin = self.events.len();
        let command = Command::Arbiter(Ruling::Forfeit(seat));
        let refused = self.state.act(self.time(), &command, &mut self.events).err();
        self.trouble(
            seat,
            match refused {
                None => "its game is forfeited".to_owned(),
                Some(refusal) => format!("its game goes on while its clock runs: {refusal}"),
            },
        );
        self.spread(begin);
    }

    fn act(&mut self, seat: Seat, act: Act) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let begin = self.events.len();
        let is_move = matches!(act, Act::Move(_));
        let is_word = matches!(act, Act::Say(_));
        let shown = format!("{act:?}");
        let command = Command::Player(seat, act);
        let refused = self.state.act(self.time(), &command, &mut self.events).err();
        let mut disqualified = false;
        // Whoever acts in the moment in which a flag ends the match is only late.
        let late = self.state.phase() == Phase::Over;
        if let Some(refusal) = refused.filter(|_| !is_word && !late) {
            self.trouble(seat, format!("{shown} was refused: {refusal}"));
            let external = matches!(self.players[seat], Player::External(_));
            // A program that plays illegal moves goes on doing so.
            disqualified =
                external && is_move && self.state.game(seat.board()).on_move == seat.color();
        }
        self.spread(begin);
        if disqualified {
            self.forfeit(seat);
        }
    }

    fn command(&mut self, command: &Command) {
        let begin = self.events.len();
        // What the referee refuses here, the end of a game that has ended, needs no saying.
        let _ = self.state.act(self.time(), command, &mut self.events);
        self.spread(begin);
    }

    /// Lets the players see what has happened since.
    fn spread(&mut self, begin: usize) {
        if begin == self.events.len() {
            return;
        }
        for at in begin..self.events.len() {
            match &self.events[at].kind {
                EventKind::Made { seat, played, .. } => {
                    self.moves[seat.board()].push((seat.color(), *played));
                }
                EventKind::Said { seat, message, .. } => {
                    let (partner, message) = (seat.partner(), message.clone());
                    self.tell(partner, &message);
                }
                _ => {}
            }
        }
        for seat in Seat::ALL {
            self.hand_over(seat);
        }
        for seat in Seat::ALL {
            self.attend_seat(seat);
        }
    }

    /// Passes captured men on, whatever the player thinks about; what that changes comes back
    /// here for the next.
    fn hand_over(&mut self, seat: Seat) {
        let time = self.time();
        if let Some(act) = self.hands[seat].next(&self.state, seat, time) {
            self.act(seat, act);
        }
    }

    fn tell(&mut self, seat: Seat, message: &Message) {
        self.hands[seat].hear(message);
        match &mut self.players[seat] {
            Player::Builtin { bot, .. } => bot.hear(message),
            Player::External(engine) if engine.ready => {
                engine.partner_says(&partner_words(message));
            }
            // It is being started again.
            Player::External(_) => {}
        }
    }

    /// Lets a player do what he can do now.
    fn attend_seat(&mut self, seat: Seat) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let view = View::of(&self.state, seat, self.time());
        let other = view.beside.as_ref().map(Seen::as_other);
        let rules = *view.book.board_rules();
        match &mut self.players[seat] {
            Player::Builtin { bot, state } => {
                let ask = match *state {
                    Thinking::Busy(..) => false,
                    // A promotion beside may have taken the man that was to move.
                    Thinking::Planned(_, m) => {
                        !(view.may_move && view.own.position.is_legal(m, &rules, other))
                    }
                    Thinking::Sits(_) => true,
                    Thinking::Idle => view.may_move || has_duties(&view),
                };
                if ask {
                    self.ticket += 1;
                    *state = Thinking::Busy(self.ticket, now());
                    bot.ask(self.ticket, view);
                }
            }
            Player::External(engine) => {
                let moves = &self.moves[seat.board()];
                let turn = moves.len();
                let on_move = view.may_move
                    && engine.ready
                    && engine.asked != Some(turn)
                    && view.own.position.has_legal_move(&rules, other);
                if on_move {
                    let unseen: Vec<Move> = moves[engine.known.min(turn)..]
                        .iter()
                        .filter(|(color, _)| *color != seat.color())
                        .map(|(_, m)| *m)
                        .collect();
                    engine.known = turn;
                    engine.asked = Some(turn);
                    engine.ask(&view, &unseen);
                } else {
                    engine.stocks(&view);
                }
                if has_duties(&view) {
                    for act in duties(&view) {
                        self.act(seat, act);
                    }
                }
            }
        }
    }
}
