//! A whole match of four bots through the referee, in time that is counted, not waited for.
//!
//! Each bot's thinking takes as long as its nodes say, so a match is the same every time. The
//! boards go on side by side: whatever happens first happens first, also while somebody thinks about a
//! move, who hears of it and looks up ([`Watch`]). For that each bot thinks in a thread of its own, but
//! only one at a time, and never further than the others have come.

mod head;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tandem_notation::carry_out;
use tandem_referee::{
    Command, Event, EventKind, Match, Message, MoveText, Phase, Record, Refusal, Settings,
    TimeControl,
};
use tandem_rules::{ByBoard, BySeat, Millis, Move, Position, Rulebook, Seat};

use crate::bot::{Bot, BotAct, Decision, Interrupt, Next, Passer, Watch, as_act, has_duties};
use crate::team::View;
use head::{Head, Question, Report};

/// What a simulated match is played by.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The book.
    pub book: Arc<Rulebook>,
    /// The time of each player.
    pub time: TimeControl,
    /// So many nodes count as a millisecond of thinking.
    pub nodes_per_milli: u64,
    /// The positions at the start.
    pub positions: ByBoard<Position>,
    /// The match is broken off after so many completed moves.
    pub most_moves: usize,
}

/// An act of a bot that the referee refused: a bug in one of them.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Who acted.
    pub seat: Seat,
    /// What was asked.
    pub act: BotAct,
    /// Why not.
    pub refusal: Refusal,
    /// When.
    pub at: Millis,
}

/// A finished match.
pub struct Played {
    /// The match as the referee left it.
    pub state: Match,
    /// Everything that was asked and done.
    pub log: Vec<Record>,
    /// What was refused: nothing, if bots and referee agree.
    pub refused: Vec<Refused>,
    /// How often somebody looked up from a thought, or from a move that was decided on.
    pub looked_up: usize,
}

impl Played {
    /// Everything that happened.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().flat_map(|record| &record.events)
    }

    /// The moves in the order in which they were made.
    pub fn moves(&self) -> impl Iterator<Item = (Millis, Seat, Move)> {
        self.events().filter_map(|event| match event.kind {
            EventKind::Made { seat, played, .. } => Some((event.at, seat, played)),
            _ => None,
        })
    }
}

/// Somebody who thinks hears of what happened after this part of a whole clock, and after so much time at
/// most.
const QUANTA: i64 = 400;
const LONGEST_QUANTUM: i64 = 25;
/// Whoever did what can't be done thinks again after so long.
const AFTER_REFUSAL: Millis = Millis(50);
/// Nobody sits for a shorter time.
const SHORTEST_SIT: Millis = Millis(10);

/// What a player is doing.
enum Doing {
    /// Waits for something to happen.
    Nothing,
    /// Thinks, and has come as far as this.
    Thinks { at: Millis },
    /// Has decided, and makes it known then.
    Tells { at: Millis, decision: Decision },
    /// Makes this move then.
    Plans { due: Millis, m: Move },
    /// Makes no move until then.
    Waits { until: Millis },
}

impl Doing {
    /// When they do the next thing, if nothing happens before.
    fn when(&self) -> Option<Millis> {
        match self {
            Doing::Nothing => None,
            Doing::Thinks { at } | Doing::Tells { at, .. } => Some(*at),
            Doing::Plans { due, .. } => Some(*due),
            Doing::Waits { until } => Some(*until),
        }
    }
}

/// A player of a match.
struct Player {
    head: Head,
    doing: Doing,
    asked_at: Millis,
    interrupt: Arc<Interrupt>,
    passer: Passer,
    watch: Watch,
    /// What the partner has said since they were last asked.
    words: Vec<Message>,
}

struct Simulation {
    state: Match,
    log: Vec<Record>,
    refused: Vec<Refused>,
    players: BySeat<Player>,
    now: Millis,
    /// How far somebody who thinks may be ahead of the others.
    quantum: Millis,
    completed: usize,
    looked_up: usize,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plays a match to its end, or until it is broken off.
pub fn play(terms: &Terms, bots: &mut BySeat<Bot>) -> Played {
    play_until(terms, bots, &NEVER)
}

/// Plays a match to its end, or until it is broken off or `stop` is set.
pub fn play_until(terms: &Terms, bots: &mut BySeat<Bot>, stop: &AtomicBool) -> Played {
    let mut settings = Settings::new(terms.book.clone());
    settings.time = terms.time;
    settings.positions = terms.positions.clone();
    thread::scope(|scope| {
        let players = bots.values_mut().each_mut().map(|bot| {
            bot.forget();
            Player {
                doing: Doing::Nothing,
                asked_at: Millis::ZERO,
                interrupt: Arc::default(),
                passer: Passer::new(bot.habit()),
                watch: Watch::new(bot.alertness()),
                words: Vec::new(),
                head: Head::start(scope, bot, terms.nodes_per_milli),
            }
        });
        let mut simulation = Simulation {
            state: Match::new(settings),
            log: Vec::new(),
            refused: Vec::new(),
            players: BySeat::from(players),
            now: Millis::ZERO,
            quantum: Millis((terms.time.base.0 / QUANTA).clamp(1, LONGEST_QUANTUM)),
            completed: 0,
            looked_up: 0,
        };
        simulation.command(Command::Start);
        while simulation.state.phase() != Phase::Over
            && simulation.completed < terms.most_moves
            && !stop.load(Ordering::Relaxed)
            && simulation.step()
        {}
        let Simulation { state, log, refused, looked_up, .. } = simulation;
        Played { state, log, refused, looked_up }
    })
}

impl Simulation {
    /// Lets the next thing happen; false if nothing ever will.
    fn step(&mut self) -> bool {
        let next = Seat::ALL
            .into_iter()
            .filter_map(|seat| {
                let doing = &self.players[seat].doing;
                // Whoever thinks knows what happens at the same moment.
                Some((doing.when()?, matches!(doing, Doing::Thinks { .. }), seat))
            })
            .min();
        let by_itself = self.state.deadline().map(|at| at.at_least(self.now));
        match (next, by_itself) {
            (None, None) => return false,
            (Some((at, _, seat)), deadline) if deadline.is_none_or(|deadline| at < deadline) => {
                self.now = self.now.at_least(at);
                self.proceed(seat);
            }
            (_, Some(deadline)) => {
                self.now = deadline;
                self.command(Command::Tick);
            }
            (Some(_), None) => {}
        }
        true
    }

    /// A player does the next thing.
    fn proceed(&mut self, seat: Seat) {
        match std::mem::replace(&mut self.players[seat].doing, Doing::Nothing) {
            Doing::Nothing => {}
            Doing::Thinks { .. } => {
                let until = self.horizon(seat);
                let player = &mut self.players[seat];
                let report = player.head.go_on(until - player.asked_at);
                self.hear_from(seat, report);
            }
            Doing::Tells { decision, .. } => self.decided(seat, decision),
            Doing::Plans { m, .. } => {
                let view = View::of(&self.state, seat, self.now);
                if self.players[seat].watch.lets_go(&view, m) {
                    self.act(seat, as_act(m));
                } else {
                    self.look_up(seat);
                }
            }
            Doing::Waits { .. } => self.ask(seat),
        }
    }

    /// How far somebody may think before anybody else could do something.
    fn horizon(&self, seat: Seat) -> Millis {
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let next = others.filter_map(|other| self.players[other].doing.when());
        let next = next.chain(self.state.deadline()).min();
        next.map_or(self.now, |next| next.at_least(self.now)) + self.quantum
    }

    fn ask(&mut self, seat: Seat) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let view = View::of(&self.state, seat, self.now);
        let player = &mut self.players[seat];
        player.watch.asked(&view);
        player.asked_at = self.now;
        player.interrupt = Arc::default();
        let report = player.head.ask(Question {
            view,
            words: std::mem::take(&mut player.words),
            interrupt: Arc::clone(&player.interrupt),
            until: self.quantum,
        });
        self.hear_from(seat, report);
    }

    /// A player thinks on with what is so now.
    fn look_up(&mut self, seat: Seat) {
        self.looked_up += 1;
        self.ask(seat);
    }

    fn hear_from(&mut self, seat: Seat, report: Report) {
        let player = &mut self.players[seat];
        player.doing = match report {
            Report::CameTo(time) => Doing::Thinks { at: player.asked_at + time },
            Report::Decided(decision) => {
                Doing::Tells { at: player.asked_at + decision.took, decision }
            }
        };
    }

    fn decided(&mut self, seat: Seat, decision: Decision) {
        let view = View::of(&self.state, seat, self.now);
        let player = &mut self.players[seat];
        if player.watch.looks_up(&view) {
            return self.look_up(seat);
        }
        player.doing = match decision.next {
            Next::Play { m, after } => {
                Doing::Plans { due: (player.asked_at + after).at_least(self.now), m }
            }
            Next::Sit { time, .. } => {
                Doing::Waits { until: self.now + time.at_least(SHORTEST_SIT) }
            }
            Next::Nothing => Doing::Nothing,
            Next::AskAgain => return self.look_up(seat),
        };
        for act in decision.acts {
            self.act(seat, act);
        }
    }

    /// Passers pass men on while heads think.
    fn pass_on(&mut self) {
        for seat in Seat::ALL {
            // What it changes comes back here for the next.
            if let Some(act) = self.players[seat].passer.next(&self.state, seat, self.now) {
                self.act(seat, act);
            }
        }
    }

    fn act(&mut self, seat: Seat, act: BotAct) {
        if self.state.phase() == Phase::Over {
            return;
        }
        let asked = Command::Player { seat, act: act.clone().map_move(MoveText::from) };
        let (record, outcome) = carry_out(&mut self.state, self.now, asked, None);
        if let Err(refusal) = outcome {
            self.refused.push(Refused { seat, act, refusal, at: self.now });
            self.players[seat].doing = Doing::Waits { until: self.now + AFTER_REFUSAL };
        }
        self.spread(record);
    }

    fn command(&mut self, command: Command<MoveText>) {
        // Start and tick are always possible.
        let (record, _) = carry_out(&mut self.state, self.now, command, None);
        self.spread(record);
    }

    /// Lets the players see what has happened.
    fn spread(&mut self, record: Option<Record>) {
        let Some(record) = record else { return };
        let mut changed = false;
        for event in &record.events {
            match &event.kind {
                EventKind::Said { seat, message, .. } => {
                    let partner = &mut self.players[seat.partner()];
                    partner.words.push(message.clone());
                    partner.passer.hear(message);
                    partner.watch.hears();
                    changed = true;
                }
                EventKind::Completed { .. } => {
                    self.completed += 1;
                    changed = true;
                }
                EventKind::Made { .. } => {}
                _ => changed = true,
            }
        }
        self.log.push(record);
        if !changed {
            return;
        }
        self.pass_on();
        for seat in Seat::ALL {
            self.attend(seat);
        }
    }

    /// A player sees what has happened, and looks up if it matters.
    fn attend(&mut self, seat: Seat) {
        let view = View::of(&self.state, seat, self.now);
        let player = &self.players[seat];
        let ask = match &player.doing {
            Doing::Nothing => view.may_move || has_duties(&view),
            Doing::Thinks { .. } => {
                if player.watch.looks_up(&view) {
                    player.interrupt.look_up();
                }
                false
            }
            // It is looked at then.
            Doing::Tells { .. } => false,
            Doing::Plans { m, .. } => !player.watch.lets_go(&view, *m),
            Doing::Waits { .. } => true,
        };
        if ask {
            self.ask(seat);
        }
    }
}
