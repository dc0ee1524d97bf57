//! Bots at the table: they think on the pool and act as any player does.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tandem_engine::team::{Seen, View};
use tandem_engine::{Bot, Decision, Habit, Hands, Level, Next, Timer, as_act};
use tandem_engines::has_duties;
use tandem_referee::{Act, Command, Event, EventKind, Message, Phase, Press};
use tandem_rules::{BySeat, Millis, Move, Seat};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::Instant;

use super::actor::Actor;
use super::clock::{after, has_come};
use super::foreign::{Foreign, Printed};
use crate::bots::{BotKind, Bots, Turn};

/// How long a bot waits that found no room on the pool, or whose move was refused.
const AGAIN: Duration = Duration::from_millis(500);
/// Words of a partner that a bot remembers until it thinks next.
const MOST_WORDS: usize = 16;
/// Rounds in which bots answer each other's acts before anybody else is heard.
const ROUNDS: usize = 8;
/// Lines of engines that may wait; then the engine that prints so much waits.
const LINES: usize = 64;

/// What a bot of ours is doing.
#[derive(Clone, Copy, Debug)]
enum Thinking {
    Idle,
    /// About the question with this number.
    Busy {
        ticket: u64,
        begun: Instant,
        /// The last event that it knows.
        seq: u64,
    },
    /// It has decided to play this then.
    Planned {
        at: Instant,
        begun: Instant,
        m: Move,
    },
    /// It makes no move until then, unless something happens.
    Sits(Instant),
    /// It could not be asked, or not do what it wanted; it is asked again then.
    Waits(Instant),
}

/// A bot at a seat.
pub(super) struct BotSeat {
    pub(super) kind: BotKind,
    brain: Option<Box<Bot>>,
    pub(super) hands: Hands,
    /// Its place among all bots; those of matches that came back after a restart may be more.
    place: Option<OwnedSemaphorePermit>,
    thinking: Thinking,
    words: Vec<Message>,
    /// Ends its thinking at once.
    stop: Arc<AtomicBool>,
    /// The last event after which it was looked at.
    pub(super) attended: Option<u64>,
    pub(super) foreign: Option<Box<Foreign>>,
}

impl BotSeat {
    fn level(&self) -> Level {
        match self.kind {
            BotKind::Level(level) => level,
            // Who plays when an engine can't: strong enough not to spoil its game.
            BotKind::Engine(_) => Level::try_from(6).unwrap_or(Level::STRONGEST),
        }
    }

    fn wakes_at(&self) -> Option<Instant> {
        let own = match self.thinking {
            Thinking::Planned { at, .. } | Thinking::Sits(at) | Thinking::Waits(at) => Some(at),
            Thinking::Idle | Thinking::Busy { .. } => None,
        };
        own.into_iter().chain(self.foreign.as_ref().and_then(|foreign| foreign.until)).min()
    }
}

impl Drop for BotSeat {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(foreign) = self.foreign.take() {
            // Its process is waited for, and no table waits.
            std::thread::spawn(move || drop(foreign));
        }
    }
}

/// Megabytes for what a bot of a level remembers.
fn memory(level: Level) -> usize {
    match level.number() {
        ..=5 => 1,
        6 => 2,
        7 => 4,
        _ => 16,
    }
}

/// An answer from the pool; without a decision if the bot failed.
pub(super) struct Thought {
    seat: Seat,
    ticket: u64,
    decided: Option<(Box<Bot>, Decision)>,
}

/// Tells the table, whatever becomes of the bot.
struct Answer {
    tell: mpsc::UnboundedSender<Thought>,
    seat: Seat,
    ticket: u64,
    decided: Option<(Box<Bot>, Decision)>,
}

impl Answer {
    fn give(mut self, brain: Box<Bot>, decision: Decision) {
        self.decided = Some((brain, decision));
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        let Answer { seat, ticket, .. } = *self;
        // The table may be gone, and then nobody cares.
        let _ = self.tell.send(Thought { seat, ticket, decided: self.decided.take() });
    }
}

/// What comes from bots.
pub(super) enum News {
    Thought(Thought),
    Printed(Printed),
}

struct Wires {
    tell: mpsc::UnboundedSender<Thought>,
    thoughts: mpsc::UnboundedReceiver<Thought>,
    print: mpsc::Sender<Printed>,
    printed: mpsc::Receiver<Printed>,
}

/// The bots of a table.
pub(super) struct Bench {
    pub(super) house: Arc<Bots>,
    pub(super) seats: BySeat<Option<Box<BotSeat>>>,
    /// Most tables have no bots, and need none.
    wires: Option<Box<Wires>>,
    ticket: u64,
}

impl Bench {
    pub(super) fn new(house: Arc<Bots>) -> Bench {
        Bench { house, seats: BySeat::default(), wires: None, ticket: 0 }
    }

    fn wires(&mut self) -> &mut Wires {
        self.wires.get_or_insert_with(|| {
            let (tell, thoughts) = mpsc::unbounded_channel();
            let (print, printed) = mpsc::channel(LINES);
            Box::new(Wires { tell, thoughts, print, printed })
        })
    }

    /// The way for what an engine prints.
    pub(super) fn print(&mut self) -> mpsc::Sender<Printed> {
        self.wires().print.clone()
    }

    /// A bot sits down.
    pub(super) fn sit(&mut self, seat: Seat, kind: BotKind) {
        let (foreign, habit) = match &kind {
            BotKind::Level(level) => (None, Habit::of(*level, true)),
            BotKind::Engine(name) => {
                (self.house.roster.find(name).map(Foreign::new).map(Box::new), Habit::AtOnce)
            }
        };
        self.seats[seat] = Some(Box::new(BotSeat {
            kind,
            brain: None,
            hands: Hands::new(habit),
            place: self.house.place(),
            thinking: Thinking::Idle,
            words: Vec::new(),
            stop: Arc::default(),
            attended: None,
            foreign,
        }));
    }

    /// The next thing that comes from a bot; never, if there is none.
    pub(super) async fn news(&mut self) -> News {
        let Some(wires) = &mut self.wires else { return pending().await };
        tokio::select! {
            Some(thought) = wires.thoughts.recv() => News::Thought(thought),
            Some(printed) = wires.printed.recv() => News::Printed(printed),
            else => pending().await,
        }
    }

    pub(super) fn wakes_at(&self) -> Option<Instant> {
        self.seats.iter().filter_map(|(_, bot)| bot.as_ref()?.wakes_at()).min()
    }

    /// Bots hear their partners and see their boards.
    pub(super) fn notice(&mut self, events: &[Event]) {
        for event in events {
            match &event.kind {
                EventKind::Said { seat, message, .. } => {
                    let Some(bot) = &mut self.seats[seat.partner()] else { continue };
                    bot.hands.hear(message);
                    if bot.words.len() < MOST_WORDS {
                        bot.words.push(message.clone());
                    }
                    if let Some(foreign) = &mut bot.foreign {
                        foreign.hear(message);
                    }
                }
                EventKind::Made { seat, played, .. } => {
                    if let Some(foreign) = self.foreign(seat.opponent()) {
                        foreign.sees(*played);
                    }
                }
                EventKind::Undone { seat, .. } | EventKind::Retracted { seat } => {
                    for seat in [*seat, seat.opponent()] {
                        if let Some(foreign) = self.foreign(seat) {
                            foreign.falls_out_of_step();
                        }
                    }
                }
                EventKind::Restarted { .. } => {
                    for seat in Seat::ALL {
                        if let Some(foreign) = self.foreign(seat) {
                            foreign.falls_out_of_step();
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn foreign(&mut self, seat: Seat) -> Option<&mut Foreign> {
        self.seats[seat].as_mut()?.foreign.as_deref_mut()
    }

    /// Asks a bot of ours what it does, as soon as there is room for its question.
    fn ask(&mut self, seat: Seat, mut view: View, begun: Instant, (seq, seed): (u64, u64)) {
        let room = self.house.pool.room();
        self.ticket += 1;
        let ticket = self.ticket;
        let tell = self.wires().tell.clone();
        let Some(bot) = &mut self.seats[seat] else { return };
        let Some(room) = room else {
            bot.thinking = Thinking::Waits(after(AGAIN));
            return;
        };
        let level = bot.level();
        let brain = bot.brain.take();
        let words = std::mem::take(&mut bot.words);
        bot.stop = Arc::default();
        bot.thinking = Thinking::Busy { ticket, begun, seq };
        let stop = Arc::clone(&bot.stop);
        let answer = Answer { tell, seat, ticket, decided: None };
        room.think(move |turn: &Turn| {
            let mut brain = brain.unwrap_or_else(|| Box::new(Bot::new(level, memory(level), seed)));
            words.iter().for_each(|message| brain.hear(message));
            // Its clock has run while the question waited.
            if let Some(clock) = &mut view.clocks[seat] {
                *clock = (*clock - turn.waited()).at_least(Millis(1));
            }
            let elapsed = || {
                if turn.is_over() {
                    stop.store(true, Ordering::Relaxed);
                }
                turn.elapsed()
            };
            let decision = brain.decide(&view, Timer::Clock(&elapsed), &stop);
            answer.give(brain, decision);
        });
    }
}

impl Actor {
    /// Does what bots have decided to do by now, and lets those think who have something to
    /// think about.
    pub(super) async fn attend_bots(&mut self) {
        if self.game.phase() != Phase::Playing {
            self.bench_rests();
            return;
        }
        if self.clock.is_held() {
            return;
        }
        // One bot's act may be another's to answer.
        for _ in 0..ROUNDS {
            let mut settled = true;
            self.bots_pass_on().await;
            for seat in Seat::ALL {
                let Some(bot) = &self.bench.seats[seat] else { continue };
                if bot.wakes_at().is_some_and(has_come) {
                    self.bot_wakes(seat).await;
                }
                let Some(bot) = &mut self.bench.seats[seat] else { continue };
                if bot.attended != Some(self.seq) && self.game.phase() == Phase::Playing {
                    bot.attended = Some(self.seq);
                    settled = false;
                    self.attend_bot(seat).await;
                }
            }
            if settled {
                break;
            }
        }
    }

    /// Nobody plays: nobody thinks, and no engine runs.
    fn bench_rests(&mut self) {
        let over = self.game.phase() == Phase::Over;
        let result = self.game.verdict().map_or("*", |verdict| verdict.result.as_str());
        for bot in self.bench.seats.values_mut().iter_mut().flatten() {
            bot.thinking = Thinking::Idle;
            bot.stop.store(true, Ordering::Relaxed);
            if over {
                // What it remembers helps nobody any more.
                (bot.brain, bot.place) = (None, None);
            }
            if over && let Some(mut foreign) = bot.foreign.take() {
                foreign.over(result);
                std::thread::spawn(move || drop(foreign));
            }
        }
    }

    async fn bot_wakes(&mut self, seat: Seat) {
        let Some(bot) = &mut self.bench.seats[seat] else { return };
        match bot.thinking {
            Thinking::Planned { at, m, .. } if has_come(at) => {
                bot.thinking = Thinking::Idle;
                self.bot_moves(seat, as_act(m)).await;
            }
            Thinking::Sits(at) | Thinking::Waits(at) if has_come(at) => {
                bot.thinking = Thinking::Idle;
                bot.attended = None;
            }
            _ => {}
        }
        self.engine_is_late(seat).await;
    }

    async fn attend_bot(&mut self, seat: Seat) {
        let view = View::of(&self.game, seat, self.clock.now());
        if self.bench.foreign(seat).is_some() {
            self.attend_engine(seat, view).await;
        } else {
            self.consider(seat, view);
        }
    }

    /// Asks a bot of ours if there is something to decide.
    pub(super) fn consider(&mut self, seat: Seat, view: View) {
        let Some(bot) = &self.bench.seats[seat] else { return };
        let begun = match bot.thinking {
            // The answer is looked at again if it comes too late.
            Thinking::Busy { .. } => return,
            Thinking::Planned { begun, m, .. } => {
                let other = view.beside.as_ref().map(Seen::as_other);
                let rules = *view.book.board_rules();
                let stands = view.may_move && view.own.position.is_legal(m, &rules, other);
                if stands && bot.words.is_empty() {
                    return;
                }
                // The time for the move has run since then.
                begun
            }
            Thinking::Sits(_) | Thinking::Waits(_) => after(Duration::ZERO),
            Thinking::Idle if view.may_move || has_duties(&view) => after(Duration::ZERO),
            Thinking::Idle => return,
        };
        // Bots of one table differ, and those of the next table do too.
        let seed = self
            .record
            .id
            .as_str()
            .bytes()
            .fold(seat as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        self.bench.ask(seat, view, begun, (self.seq, seed));
    }

    pub(super) async fn hear_bot(&mut self, news: News) {
        match news {
            News::Thought(thought) => self.decided(thought).await,
            News::Printed(printed) => self.printed(printed).await,
        }
    }

    async fn decided(&mut self, thought: Thought) {
        let Thought { seat, ticket, decided } = thought;
        let seq = self.seq;
        let Some(bot) = &mut self.bench.seats[seat] else { return };
        let Thinking::Busy { ticket: asked, begun, seq: known } = bot.thinking else { return };
        if asked != ticket {
            return;
        }
        let Some((brain, decision)) = decided else {
            tracing::error!(table = %self.record.id, %seat, "a bot failed and begins anew");
            bot.thinking = Thinking::Waits(after(AGAIN));
            return;
        };
        bot.brain = Some(brain);
        let wait = |time: Millis| Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
        bot.thinking = match decision.next {
            Next::Play { m, after } => Thinking::Planned { at: begun + wait(after), begun, m },
            Next::Sit { time, .. } => Thinking::Sits(after(wait(time))),
            Next::Nothing => Thinking::Idle,
        };
        for act in decision.acts {
            self.bot_acts(seat, act).await;
        }
        if let Some(bot) = &mut self.bench.seats[seat] {
            // What happened while it thought may change its mind; what it did itself does not.
            bot.attended = (known == seq).then_some(self.seq);
        }
    }

    /// A bot moves, and presses the clock where that is for players to do.
    pub(super) async fn bot_moves(&mut self, seat: Seat, act: Act) -> bool {
        let moved = self.bot_acts(seat, act).await;
        if moved && self.game.settings().press == Press::Manual {
            self.bot_acts(seat, Act::Press).await;
        }
        let Some(bot) = &mut self.bench.seats[seat] else { return moved };
        if !moved {
            bot.thinking = Thinking::Waits(after(AGAIN));
        } else if let Some(foreign) = &mut bot.foreign {
            foreign.has_moved();
        }
        moved
    }

    /// A bot acts; false if the book does not let it.
    pub(super) async fn bot_acts(&mut self, seat: Seat, act: Act) -> bool {
        let said = matches!(act, Act::Say(_));
        let shown = format!("{act:?}");
        let place = seat as u8;
        let id = self.commands[usize::from(place)] + 1;
        let command = Command::Player(seat, act);
        match self.carry_out(self.clock.now(), &command, Some((place, id))).await {
            Ok(Ok(())) => true,
            Ok(Err(refusal)) => {
                // A word that may not be said is not said, and that is all.
                if !said {
                    tracing::info!(table = %self.record.id, %seat, act = shown, %refusal, "a bot was refused");
                }
                false
            }
            Err(error) => {
                tracing::error!(table = %self.record.id, %error, "a bot's act could not be stored");
                false
            }
        }
    }
}
