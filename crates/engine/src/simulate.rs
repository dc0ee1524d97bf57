//! A whole match of four bots through the referee, in time that is counted, not waited for.
//!
//! Each bot's thinking takes as long as its nodes say, so a match is the same every time. The
//! boards go on side by side: whatever happens first happens first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tandem_notation::carry_out;
use tandem_referee::{
    Command, Event, EventKind, Match, MoveText, Phase, Record, Refusal, Settings, TimeControl,
};
use tandem_rules::{ByBoard, BySeat, Millis, Move, Position, Rulebook, Seat};

use crate::bot::{Bot, BotAct, Decision, Next, Passer, as_act};
use crate::search::Timer;
use crate::team::View;

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

struct Simulation<'b> {
    state: Match,
    log: Vec<Record>,
    refused: Vec<Refused>,
    bots: &'b mut BySeat<Bot>,
    passers: BySeat<Passer>,
    /// What each bot will do next, and when.
    plans: BySeat<Option<(Millis, Next)>>,
    timer: Timer<'static>,
    now: Millis,
    completed: usize,
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
    for bot in bots.values_mut() {
        bot.forget();
    }
    let passers = BySeat::new_with(|seat| Passer::new(bots[seat].habit()));
    let mut simulation = Simulation {
        state: Match::new(settings),
        log: Vec::new(),
        refused: Vec::new(),
        bots,
        passers,
        plans: BySeat::default(),
        timer: Timer::Nodes { per_milli: terms.nodes_per_milli },
        now: Millis::ZERO,
        completed: 0,
    };
    simulation.command(Command::Start);
    for seat in Seat::ALL {
        simulation.ask(seat);
    }
    while simulation.state.phase() != Phase::Over
        && simulation.completed < terms.most_moves
        && !stop.load(Ordering::Relaxed)
    {
        if !simulation.step() {
            break;
        }
    }
    let Simulation { state, log, refused, .. } = simulation;
    Played { state, log, refused }
}

impl Simulation<'_> {
    /// Lets the next thing happen; false if nothing ever will.
    fn step(&mut self) -> bool {
        let planned = Seat::ALL
            .into_iter()
            .filter_map(|seat| self.plans[seat].map(|(at, _)| (at, seat)))
            .min();
        let by_itself = self.state.deadline().map(|at| at.at_least(self.now));
        match (planned, by_itself) {
            (None, None) => return false,
            (Some((at, seat)), deadline) if deadline.is_none_or(|deadline| at < deadline) => {
                self.now = self.now.at_least(at);
                match self.plans[seat].take() {
                    Some((_, Next::Play { m, .. })) => {
                        self.act(seat, as_act(m));
                    }
                    _ => self.ask(seat),
                }
            }
            (_, Some(deadline)) => {
                self.now = deadline;
                self.command(Command::Tick);
            }
            (Some(_), None) => {}
        }
        true
    }

    /// Passer pass men on while heads think.
    fn pass_on(&mut self) {
        for seat in Seat::ALL {
            // What it changes comes back here for the next.
            if let Some(act) = self.passers[seat].next(&self.state, seat, self.now) {
                self.act(seat, act);
            }
        }
    }

    fn ask(&mut self, seat: Seat) {
        if self.state.phase() != Phase::Playing {
            return;
        }
        let view = View::of(&self.state, seat, self.now);
        let Decision { acts, next } = self.bots[seat].decide(&view, self.timer, &NEVER);
        self.plans[seat] = match next {
            Next::Play { after, .. } => Some((self.now + after, next)),
            Next::Sit { time, .. } => Some((self.now + time.at_least(Millis(10)), next)),
            Next::Nothing => None,
        };
        for act in acts {
            self.act(seat, act);
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
            // Whoever did what can't be done thinks again, a little later.
            self.plans[seat] = Some((self.now + Millis(50), Next::Nothing));
        }
        self.spread(record);
    }

    fn command(&mut self, command: Command<MoveText>) {
        // Start and tick are always possible.
        let (record, _) = carry_out(&mut self.state, self.now, command, None);
        self.spread(record);
    }

    /// Lets the bots see what has happened.
    fn spread(&mut self, record: Option<Record>) {
        let Some(record) = record else { return };
        let mut changed = false;
        let events = record.events.clone();
        self.log.push(record);
        for event in &events {
            match &event.kind {
                EventKind::Said { seat, message, .. } => {
                    let message = message.clone();
                    self.bots[seat.partner()].hear(&message);
                    self.passers[seat.partner()].hear(&message);
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
        if !changed {
            return;
        }
        self.pass_on();
        for seat in Seat::ALL {
            // Whoever thinks about a move finishes the thought, unless that move is gone: a
            // promotion on the other board may have taken the man (fer 4.1, stein 3.1). Everybody else
            // looks up.
            if let Some((_, Next::Play { m, .. })) = self.plans[seat] {
                let view = View::of(&self.state, seat, self.now);
                if view.may_move && view.board().is_legal(m) {
                    continue;
                }
                self.plans[seat] = None;
            }
            self.ask(seat);
        }
    }
}
