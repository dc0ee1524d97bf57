//! Bots at the table: they think on the pool and act as any player does.

mod asking;

use std::sync::Arc;
use std::time::Duration;

use tandem_engine::team::View;
use tandem_engine::{
    Alertness, Bot, BotAct, Habit, Interrupt, Level, Next, Passer, Watch, as_act, has_duties,
};
use tandem_engine_host::Beginning;
use tandem_referee::{Act, Command, EventKind, Match, Message, MoveText, Phase, Press};
use tandem_rules::{BoardId, BySeat, Millis, Move, Position, Seat};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

pub(in crate::table) use asking::Thought;

use super::Room;
use super::capacity;
use super::foreign::{Foreign, Printed};
use super::phrases::meant_by;
use crate::bots::{BotKind, Bots};
use crate::table::core::{Asker, MatchClock, NotDone};
use crate::table::queue::{Permits, WeakQueue};
use crate::table::request::Request;
use crate::time::{deadline_in, is_past, now};
use crate::view::Logged;

/// How long a bot waits that found no room on the pool, or whose move was refused.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Words of a partner that a bot remembers until it thinks next.
const MAX_WORDS: usize = 16;
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
    /// About what its opponent might do, with this number; nobody waits for it.
    Pondering {
        ticket: u64,
    },
    /// It has decided to play this at that moment.
    Planned {
        due: Millis,
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
    pub(super) passer: Passer,
    /// Its place among all bots; without one it does not play.
    place: Option<OwnedSemaphorePermit>,
    thinking: Thinking,
    words: Vec<Message>,
    /// What makes it look up.
    watch: Watch,
    /// Ends its thinking at once.
    interrupt: Arc<Interrupt>,
    /// The last event after which it was looked at.
    pub(super) attended: Option<u64>,
    pub(super) foreign: Option<Box<Foreign>>,
}

/// How strong a bot of ours is at the seat of such a bot.
fn level_of(kind: &BotKind) -> Level {
    match kind {
        BotKind::Level(level) => *level,
        // The bot that plays when an engine can't: strong enough not to spoil its game.
        BotKind::Engine(_) => Level::try_from(6).unwrap_or(Level::STRONGEST),
    }
}

impl BotSeat {
    fn wakes_at(&self, clock: &MatchClock) -> Option<Instant> {
        let own = match self.thinking {
            Thinking::Planned { due, .. } => clock.when(due),
            Thinking::Sits(at) | Thinking::Waits(at) => Some(at),
            Thinking::Idle | Thinking::Busy { .. } | Thinking::Pondering { .. } => None,
        };
        own.into_iter().chain(self.foreign.as_ref().and_then(|foreign| foreign.wakes_at())).min()
    }
}

impl Drop for BotSeat {
    fn drop(&mut self) {
        self.interrupt.look_up();
        if let Some(foreign) = self.foreign.take() {
            // Its process is waited for, and no table waits.
            std::thread::spawn(move || drop(foreign));
        }
    }
}

/// Where the game of an engine that sits down now began, as far as it is known here.
fn beginning(game: &Match, board: BoardId) -> Beginning {
    if game.phase() != Phase::Waiting {
        Beginning::Unknown
    } else if game.settings().positions[board] == Position::default() {
        Beginning::Initial
    } else {
        Beginning::Placed
    }
}

/// The way for what an engine prints; its thread waits where there is too much of it.
pub(super) struct Print {
    table: WeakQueue,
    places: Permits,
    runtime: Handle,
}

impl Print {
    /// Passer a line on; false if the table is gone.
    pub(super) fn line(&self, printed: Printed) -> bool {
        let place = self.runtime.block_on(self.places.one());
        self.table.push(Request::Printed(printed), place).is_ok()
    }
}

/// The bots of a table.
pub(super) struct Bench {
    pub(super) house: Arc<Bots>,
    pub(super) seats: BySeat<Option<Box<BotSeat>>>,
    table: WeakQueue,
    lines: Permits,
    ticket: u64,
    /// Its turn in the line for room, while it waits.
    pub(super) turn: Option<capacity::Turn>,
}

impl Bench {
    pub(super) fn new(house: Arc<Bots>, table: WeakQueue) -> Bench {
        let (seats, lines) = (BySeat::default(), Permits::new(LINES));
        Bench { house, seats, table, lines, ticket: 0, turn: None }
    }

    /// The way for what an engine prints.
    pub(super) fn print(&self) -> Print {
        Print { table: self.table.clone(), places: self.lines.clone(), runtime: Handle::current() }
    }

    /// The queue, for what belongs to the room.
    pub(super) fn queue(&self) -> WeakQueue {
        self.table.clone()
    }

    /// Whether a bot sits there that has no place.
    pub(super) fn lacks_place(&self, seat: Seat) -> bool {
        self.seats[seat].as_ref().is_some_and(|bot| bot.place.is_none())
    }

    /// The bots that sit there, all or those that have no place.
    pub(super) fn kinds(&self, without_place: bool) -> Vec<BotKind> {
        let seats = Seat::ALL.into_iter().filter(|seat| !without_place || self.lacks_place(*seat));
        seats.filter_map(|seat| Some(self.seats[seat].as_ref()?.kind.clone())).collect()
    }

    /// The place of the bot at a seat, which is about to leave.
    pub(super) fn give_up_place(&mut self, seat: Seat) -> Option<OwnedSemaphorePermit> {
        self.seats[seat].as_mut()?.place.take()
    }

    /// Gives places to the bots that have none; what is left over is free again.
    pub(super) fn take_places(&mut self, mut places: OwnedSemaphorePermit) {
        for bot in self.seats.values_mut().iter_mut().flatten().filter(|bot| bot.place.is_none()) {
            bot.place = places.split(1);
        }
    }

    /// A bot sits down at a seat of this match; without a place it waits for one.
    pub(super) fn sit(
        &mut self,
        game: &Match,
        seat: Seat,
        kind: BotKind,
        place: Option<OwnedSemaphorePermit>,
    ) {
        let (foreign, habit) = match &kind {
            BotKind::Level(level) => (None, Habit::of(*level, true)),
            BotKind::Engine(name) => {
                let roster = &self.house.roster;
                let beginning = beginning(game, seat.board());
                let foreign = |spec| Box::new(Foreign::new(spec, roster.patience, beginning));
                (roster.find(name).map(foreign), Habit::AtOnce)
            }
        };
        let alertness = Alertness::of(level_of(&kind), true);
        self.seats[seat] = Some(Box::new(BotSeat {
            kind,
            brain: None,
            passer: Passer::new(habit),
            place,
            thinking: Thinking::Idle,
            words: Vec::new(),
            watch: Watch::new(alertness),
            interrupt: Arc::default(),
            attended: None,
            foreign,
        }));
    }

    pub(super) fn wakes_at(&self, clock: &MatchClock) -> Option<Instant> {
        self.seats.iter().filter_map(|(_, bot)| bot.as_ref()?.wakes_at(clock)).min()
    }

    /// Bots hear their partners and see their boards.
    pub(super) fn notice(&mut self, events: &[Logged]) {
        for event in events.iter().filter_map(|logged| logged.event.referee()) {
            match &event.kind {
                EventKind::Said { seat, message, .. } => {
                    let Some(bot) = &mut self.seats[seat.partner()] else { continue };
                    bot.watch.hears();
                    for meant in meant_by(message) {
                        bot.passer.hear(&meant);
                        if bot.words.len() < MAX_WORDS {
                            bot.words.push(meant);
                        }
                    }
                    if let Some(foreign) = &mut bot.foreign {
                        foreign.hears(message);
                    }
                }
                EventKind::Made { seat, played, .. } => {
                    if let Some(foreign) = self.foreign(*seat) {
                        foreign.moved(*played);
                    }
                    if let Some(foreign) = self.foreign(seat.opponent()) {
                        foreign.opponent_moved(*played);
                    }
                }
                EventKind::Undone { seat, .. } | EventKind::Retracted { seat } => {
                    for seat in [*seat, seat.opponent()] {
                        if let Some(foreign) = self.foreign(seat) {
                            foreign.loses_its_moves();
                        }
                    }
                }
                EventKind::Restarted { .. } => {
                    for seat in Seat::ALL {
                        if let Some(foreign) = self.foreign(seat) {
                            foreign.loses_its_moves();
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
}

impl Room {
    /// Does what bots have decided to do by now, and lets those think who have something to
    /// think about.
    pub(super) async fn attend_bots(&mut self) {
        if self.core.game().phase() != Phase::Playing {
            self.bench_rests();
            return;
        }
        if self.core.clock().is_held() {
            return;
        }
        // One bot's act may be another's to answer.
        for _ in 0..ROUNDS {
            let mut settled = true;
            self.bots_pass_on().await;
            for seat in Seat::ALL {
                let Some(bot) = &self.bench.seats[seat] else { continue };
                if bot.wakes_at(self.core.clock()).is_some_and(is_past) {
                    self.bot_wakes(seat).await;
                }
                let Some(bot) = &mut self.bench.seats[seat] else { continue };
                if bot.attended != Some(self.core.seq())
                    && self.core.game().phase() == Phase::Playing
                {
                    bot.attended = Some(self.core.seq());
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
        let over = self.core.game().phase() == Phase::Over;
        let result = self.core.game().verdict().map_or("*", |verdict| verdict.result.as_str());
        for bot in self.bench.seats.values_mut().iter_mut().flatten() {
            bot.thinking = Thinking::Idle;
            bot.interrupt.look_up();
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

    /// Makes the moves that bots have planned for a time up to this, each at its own moment and after a
    /// last look.
    pub(super) async fn bots_move_until(&mut self, then: Millis) {
        while self.core.game().phase() == Phase::Playing && !self.core.clock().is_held() {
            let planned = |seat: Seat| match self.bench.seats[seat].as_ref()?.thinking {
                Thinking::Planned { due, m } if due <= then => Some((due, seat, m)),
                _ => None,
            };
            let next = Seat::ALL.into_iter().filter_map(planned).min_by_key(|(due, ..)| *due);
            let Some((due, seat, m)) = next else { return };
            self.moment = due;
            let view = View::of(self.core.game(), seat, due);
            let Some(bot) = &mut self.bench.seats[seat] else { return };
            bot.thinking = Thinking::Idle;
            if bot.watch.lets_go(&view, m) {
                self.bot_moves(seat, as_act(m)).await;
            } else {
                self.consider(seat, view);
            }
        }
    }

    async fn bot_wakes(&mut self, seat: Seat) {
        let Some(bot) = &mut self.bench.seats[seat] else { return };
        match bot.thinking {
            Thinking::Sits(at) | Thinking::Waits(at) if is_past(at) => {
                bot.thinking = Thinking::Idle;
                bot.attended = None;
            }
            _ => {}
        }
        self.engine_is_late(seat).await;
    }

    async fn attend_bot(&mut self, seat: Seat) {
        let view = View::of(self.core.game(), seat, self.moment);
        if self.bench.foreign(seat).is_some() {
            self.attend_engine(seat, view).await;
        } else {
            self.consider(seat, view);
        }
    }

    /// Asks a bot of ours if there is something to decide.
    pub(super) fn consider(&mut self, seat: Seat, view: View) {
        let Some(bot) = &self.bench.seats[seat] else { return };
        let asks = match bot.thinking {
            Thinking::Busy { .. } | Thinking::Pondering { .. } => {
                if bot.watch.looks_up(&view) {
                    bot.interrupt.look_up();
                }
                false
            }
            Thinking::Planned { m, .. } => !bot.watch.lets_go(&view, m),
            Thinking::Sits(_) | Thinking::Waits(_) => true,
            Thinking::Idle => view.may_move || has_duties(&view),
        };
        if !asks {
            if matches!(bot.thinking, Thinking::Idle) {
                self.bench.ponder(seat, view);
            }
            return;
        }
        // Bots of one table differ, and those of the next table do too.
        let id = self.core.id().as_str().bytes();
        let seed = id.fold(seat as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        self.bench.ask(seat, view, now(), (self.core.seq(), seed));
    }

    pub(super) async fn decided(&mut self, thought: Thought) {
        let Thought { seat, ticket, decided } = thought;
        let seq = self.core.seq();
        let view = View::of(self.core.game(), seat, self.moment);
        let Some(bot) = &mut self.bench.seats[seat] else { return };
        let (asked, begun, known) = match bot.thinking {
            Thinking::Busy { ticket, begun, seq } => (ticket, begun, seq),
            // It ponders again when something happens, and not at once: others had a question.
            Thinking::Pondering { ticket } => (ticket, now(), seq),
            _ => return,
        };
        if asked != ticket {
            return;
        }
        let Some((brain, decision)) = decided else {
            tracing::error!(table = %self.core.id(), %seat, "a bot failed and begins anew");
            bot.thinking = Thinking::Waits(deadline_in(RETRY_DELAY));
            return;
        };
        bot.brain = Some(brain);
        if decision.next == Next::AskAgain || bot.watch.looks_up(&view) {
            // It goes on from what it has found, with what is so now.
            (bot.thinking, bot.attended) = (Thinking::Idle, None);
            return;
        }
        let wait = |time: Millis| Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
        bot.thinking = match decision.next {
            Next::Play { m, after } => {
                let due = self.core.clock().moment_at(begun + wait(after)).max(self.moment);
                Thinking::Planned { due, m }
            }
            Next::Sit { time, .. } => Thinking::Sits(deadline_in(wait(time))),
            Next::Nothing | Next::AskAgain => Thinking::Idle,
        };
        for act in decision.acts {
            self.bot_acts(seat, act).await;
        }
        if let Some(bot) = &mut self.bench.seats[seat] {
            // What happened while it thought may change its mind; what it did itself does not.
            bot.attended = (known == seq).then_some(self.core.seq());
        }
    }

    /// A bot moves, and presses the clock where that is for players to do.
    pub(super) async fn bot_moves(&mut self, seat: Seat, act: BotAct) -> bool {
        let moved = self.bot_acts(seat, act).await;
        if moved && self.core.game().settings().press == Press::Manual {
            self.bot_acts(seat, Act::Press).await;
        }
        let Some(bot) = &mut self.bench.seats[seat] else { return moved };
        if !moved {
            bot.thinking = Thinking::Waits(deadline_in(RETRY_DELAY));
        }
        moved
    }

    /// A bot acts; false if the book does not let it.
    pub(super) async fn bot_acts(&mut self, seat: Seat, act: BotAct) -> bool {
        let said = matches!(act, Act::Say { .. });
        let shown = format!("{act:?}");
        let command = Command::Player { seat, act: act.map_move(MoveText::from) };
        match self.carry_out(&command, Asker::Bot(seat)).await {
            Ok(None) => true,
            Ok(Some(refusal)) => {
                // A word that may not be said is not said, and that is all.
                if !said {
                    tracing::info!(table = %self.core.id(), %seat, act = shown, %refusal, "a bot was refused");
                }
                false
            }
            Err(NotDone::TooFull(_)) => false,
            Err(NotDone::NotStored(error)) => {
                tracing::error!(table = %self.core.id(), %error, "a bot's act could not be stored");
                false
            }
        }
    }
}
