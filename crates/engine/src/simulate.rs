//! A whole match of four bots through the referee, in time that is counted, not waited for.
//!
//! Each bot's thinking takes as long as its nodes say, so a match is the same every time. The
//! boards go on side by side: whatever happens first happens first.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tandem_referee::{
    Act, Command, Event, EventKind, Match, Phase, Refusal, Settings, TimeControl,
};
use tandem_rules::{ByBoard, BySeat, Millis, Move, Position, Rulebook, Seat};

use crate::bot::{Bot, Decision, Hands, Next, as_act};
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
    /// What he did.
    pub act: Act,
    /// Why not.
    pub refusal: Refusal,
    /// When.
    pub at: Millis,
}

/// A finished match.
pub struct Played {
    /// The match as the referee left it.
    pub state: Match,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// What was refused: nothing, if bots and referee agree.
    pub refused: Vec<Refused>,
}

impl Played {
    /// The moves in the order in which they were made.
    pub fn moves(&self) -> impl Iterator<Item = (Millis, Seat, Move)> {
        self.events.iter().filter_map(|event| match event.kind {
            EventKind::Made { seat, played, .. } => Some((event.at, seat, played)),
            _ => None,
        })
    }
}

struct Simulation<'b> {
    state: Match,
    events: Vec<Event>,
    refused: Vec<Refused>,
    bots: &'b mut BySeat<Bot>,
    hands: BySeat<Hands>,
    /// What each bot will do next, and when.
    plans: BySeat<Option<(Millis, Next)>>,
    timer: Timer<'static>,
    now: Millis,
    completed: usize,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plays a match to its end, or until it is broken off.
pub fn play(terms: &Terms, bots: &mut BySeat<Bot>) -> Played {
    let mut settings = Settings::new(terms.book.clone());
    settings.time = terms.time;
    settings.positions = terms.positions.clone();
    for bot in bots.values_mut() {
        bot.forget();
    }
    let hands = BySeat::new_with(|seat| Hands::new(bots[seat].habit()));
    let mut simulation = Simulation {
        state: Match::new(settings),
        events: Vec::new(),
        refused: Vec::new(),
        bots,
        hands,
        plans: BySeat::default(),
        timer: Timer::Nodes { per_milli: terms.nodes_per_milli },
        now: Millis::ZERO,
        completed: 0,
    };
    simulation.command(&Command::Start);
    for seat in Seat::ALL {
        simulation.ask(seat);
    }
    while simulation.state.phase() != Phase::Over && simulation.completed < terms.most_moves {
        if !simulation.step() {
            break;
        }
    }
    let Simulation { state, events, refused, .. } = simulation;
    Played { state, events, refused }
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
                self.command(&Command::Tick);
            }
            (Some(_), None) => {}
        }
        true
    }

    /// Hands pass men on while heads think.
    fn pass_on(&mut self) {
        for seat in Seat::ALL {
            // What it changes comes back here for the next.
            if let Some(act) = self.hands[seat].next(&self.state, seat, self.now) {
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

    fn act(&mut self, seat: Seat, act: Act) {
        if self.state.phase() == Phase::Over {
            return;
        }
        let begin = self.events.len();
        let command = Command::Player(seat, act.clone());
        let result = self.state.act(self.now, &command, &mut self.events);
        if let Err(refusal) = result {
            self.refused.push(Refused { seat, act, refusal, at: self.now });
            // Whoever did what can't be done thinks again, a little later.
            self.plans[seat] = Some((self.now + Millis(50), Next::Nothing));
        }
        self.spread(begin);
    }

    fn command(&mut self, command: &Command) {
        let begin = self.events.len();
        // Start and tick are always possible.
        let _ = self.state.act(self.now, command, &mut self.events);
        self.spread(begin);
    }

    /// Lets the bots see what has happened since.
    fn spread(&mut self, begin: usize) {
        let mut changed = false;
        for at in begin..self.events.len() {
            match &self.events[at].kind {
                EventKind::Said { seat, message, .. } => {
                    let message = message.clone();
                    self.bots[seat.partner()].hear(&message);
                    self.hands[seat.partner()].hear(&message);
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
            // promotion beside may have taken the man (fer 4.1, stein 3.1). Everybody else
            // looks up.
            if let Some((_, Next::Play { m, .. })) = self.plans[seat] {
                let view = View::of(&self.state, seat, self.now);
                let other = view.beside.as_ref().map(crate::team::Seen::as_other);
                let rules = view.book.board_rules();
                if view.may_move && view.own.position.is_legal(m, rules, other) {
                    continue;
                }
                self.plans[seat] = None;
            }
            self.ask(seat);
        }
    }
}
