//! One match in real time: four players, a referee, and whatever happens first.

mod foreign;

pub(crate) use foreign::conduct;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use tandem_engine::team::View;
use tandem_engine::{BotAct, Decision, Habit, Next, Passer, Watch, as_act, duties, has_duties};
use tandem_engine_host::{Beginning, Driver, Hosted, Output};
use tandem_notation::carry_out;
use tandem_referee::{
    Act, Command, EventKind, Match, Message, MoveText, Phase, Record, Refusal, Ruling, Settings,
};
use tandem_rules::{BySeat, ByTeam, Millis, Move, Position, Seat};

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
    /// Everything that was asked and done.
    pub log: Vec<Record>,
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
    Builtin { bot: Builtin, state: Thinking, watch: Watch },
    External(Box<Hosted>),
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

/// So often a match looks at least whether it is to stop.
pub(crate) const GLANCE: Duration = Duration::from_millis(100);

struct LiveMatch<'a> {
    state: Match,
    log: Vec<Record>,
    troubles: Vec<Trouble>,
    players: BySeat<Player>,
    passers: BySeat<Passer>,
    /// The beginning of the engines' time, before that of the match.
    opened: Instant,
    begin: Instant,
    ticket: u64,
    stop: &'a AtomicBool,
    outbox: Sender<Incoming>,
    inbox: Receiver<Incoming>,
}

/// Plays a match.
pub(crate) fn play(set: &Set<'_>) -> Finished {
    let (outbox, inbox) = channel();
    let mut passers = BySeat::new_with(|_| Passer::new(Habit::AtOnce));
    let players = BySeat::new_with(|seat: Seat| match &set.teams[seat.team()] {
        Contender::Builtin { level, style } => {
            let bot = style.bot(*level, set.hash, set.seed * 4 + seat as u64);
            passers[seat] = Passer::new(bot.habit());
            let watch = Watch::new(bot.alertness());
            let tell = outbox.clone();
            let bot = Builtin::start(bot, move |ticket, decision| {
                tell.send(Incoming::Decided(seat, ticket, decision)).is_ok()
            });
            Player::Builtin { bot, state: Thinking::Idle, watch }
        }
        Contender::External { protocol, command } => {
            let initial = set.settings.positions[seat.board()] == Position::default();
            let beginning = if initial { Beginning::Initial } else { Beginning::Placed };
            let driver = Driver::new(*protocol, set.hash, conduct(set.patience), beginning);
            Player::External(Box::new(Hosted::new(command.clone(), driver)))
        }
    });
    let mut live = LiveMatch {
        state: Match::new(set.settings.clone()),
        log: Vec::new(),
        troubles: Vec::new(),
        players,
        passers,
        opened: now(),
        begin: now(),
        ticket: 0,
        stop: set.stop,
        outbox,
        inbox,
    };
    let absent = live.gather();
    live.run(&absent);
    let LiveMatch { state, log, troubles, .. } = live;
    Finished { state, log, troubles }
}

impl LiveMatch<'_> {
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
        self.command(Command::Start);
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
                let orders = engine.driver.over(result);
                engine.obey(orders);
            }
        }
    }

    /// When something happens by itself.
    fn next_moment(&self) -> Option<Instant> {
        let referee = self
            .state
            .deadline()
            .map(|at| self.begin + Duration::from_millis(u64::try_from(at.0).unwrap_or(0)));
        let players = Seat::ALL.into_iter().filter_map(|seat| match &self.players[seat] {
            Player::Builtin { state, .. } => match state {
                Thinking::Planned(at, _) | Thinking::Sits(at) => Some(*at),
                Thinking::Idle | Thinking::Busy(..) => None,
            },
            Player::External(engine) => Some(self.opened + engine.driver.deadline()?),
        });
        players.chain(referee).min()
    }

    fn do_what_is_due(&mut self) {
        let moment = now();
        for seat in Seat::ALL {
            let Player::Builtin { state, .. } = &mut self.players[seat] else {
                self.engine_waits(seat);
                continue;
            };
            match *state {
                Thinking::Planned(at, m) if at <= moment => self.plays(seat, m),
                Thinking::Sits(at) if at <= moment => {
                    *state = Thinking::Idle;
                    self.attend_seat(seat);
                }
                _ => {}
            }
        }
        self.command(Command::Tick);
    }

    /// A bot's move leaves, after a last look.
    fn plays(&mut self, seat: Seat, m: Move) {
        let view = View::of(&self.state, seat, self.time());
        let Player::Builtin { state, watch, .. } = &mut self.players[seat] else { return };
        *state = Thinking::Idle;
        if watch.lets_go(&view, m) {
            self.act(seat, as_act(m));
        } else {
            self.attend_seat(seat);
        }
    }

    fn decided(&mut self, seat: Seat, ticket: u64, decision: Decision) {
        let view = View::of(&self.state, seat, self.time());
        let Player::Builtin { state, watch, .. } = &mut self.players[seat] else { return };
        let Thinking::Busy(asked, begun) = *state else { return };
        if asked != ticket {
            return;
        }
        if watch.looks_up(&view) {
            *state = Thinking::Idle;
            return self.attend_seat(seat);
        }
        let wait = |time: Millis| Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
        *state = match decision.next {
            Next::Play { m, after } => Thinking::Planned(begun + wait(after), m),
            Next::Sit { time, .. } => Thinking::Sits(now() + wait(time)),
            Next::Nothing => Thinking::Idle,
            Next::AskAgain => {
                *state = Thinking::Idle;
                return self.attend_seat(seat);
            }
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
        let (record, outcome) = self.carry_out(Command::Arbiter { rule: Ruling::Forfeit { seat } });
        self.trouble(
            seat,
            match outcome {
                Ok(()) => "its game is forfeited".to_owned(),
                Err(refusal) => format!("its game goes on while its clock runs: {refusal}"),
            },
        );
        self.spread(record);
    }

    fn carry_out(&mut self, asked: Command<MoveText>) -> (Option<Record>, Result<(), Refusal>) {
        let time = self.time();
        carry_out(&mut self.state, time, asked, None)
    }

    fn act(&mut self, seat: Seat, act: BotAct) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let is_move = matches!(act, Act::Move { .. });
        let is_word = matches!(act, Act::Say { .. });
        let shown = format!("{act:?}");
        let act = act.map_move(MoveText::from);
        let (record, outcome) = self.carry_out(Command::Player { seat, act });
        // Whoever acts in the moment in which a flag ends the match is only late.
        let late = self.state.phase() == Phase::Over;
        let mut wrong = false;
        if let Some(refusal) = outcome.err().filter(|_| !is_word && !late) {
            self.trouble(seat, format!("{shown} was refused: {refusal}"));
            wrong = is_move && self.state.game(seat.board()).on_move == seat.color();
        }
        self.spread(record);
        if wrong {
            self.engine_was_wrong(seat);
        }
    }

    fn command(&mut self, command: Command<MoveText>) {
        // What the referee refuses here, the end of a game that has ended, needs no saying.
        let (record, _) = self.carry_out(command);
        self.spread(record);
    }

    /// Lets the players see what has happened.
    fn spread(&mut self, record: Option<Record>) {
        let Some(record) = record else { return };
        let events = record.events.clone();
        self.log.push(record);
        for event in &events {
            match &event.kind {
                EventKind::Made { seat, played, .. } => {
                    let (seat, played) = (*seat, *played);
                    self.engines_see(seat, played);
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
        if let Some(act) = self.passers[seat].next(&self.state, seat, time) {
            self.act(seat, act);
        }
    }

    fn tell(&mut self, seat: Seat, message: &Message) {
        self.passers[seat].hear(message);
        match &mut self.players[seat] {
            Player::Builtin { bot, watch, .. } => {
                bot.hear(message);
                watch.hears();
            }
            Player::External(engine) => {
                let orders = engine.driver.hears(message);
                engine.obey(orders);
            }
        }
    }

    /// Lets a player do what can be done now.
    fn attend_seat(&mut self, seat: Seat) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let view = View::of(&self.state, seat, self.time());
        match &mut self.players[seat] {
            Player::Builtin { bot, state, watch } => {
                let ask = match *state {
                    Thinking::Busy(..) => {
                        if watch.looks_up(&view) {
                            bot.look_up();
                        }
                        false
                    }
                    Thinking::Planned(_, m) => !watch.lets_go(&view, m),
                    Thinking::Sits(_) => true,
                    Thinking::Idle => view.may_move || has_duties(&view),
                };
                if ask {
                    self.ticket += 1;
                    *state = Thinking::Busy(self.ticket, now());
                    watch.asked(&view);
                    bot.ask(self.ticket, view);
                }
            }
            Player::External(_) => {
                self.attend_engine(seat, &view);
                if has_duties(&view) {
                    for act in duties(&view) {
                        self.act(seat, act);
                    }
                }
            }
        }
    }
}
