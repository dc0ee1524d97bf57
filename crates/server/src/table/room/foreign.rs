//! Somebody else's engine at a table. Its driver decides what is said to it and what becomes of it;
//! here it gets a process, and the room does what it orders. Each trouble is said to the table and
//! to the log, and the match goes on by the book: where an engine can't move the built-in bot does.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tandem_engine::protocol::read_partner;
use tandem_engine::team::View;
use tandem_engine::{duties, has_duties};
use tandem_engine_host::{Beginning, Conduct, Driver, Hosted, Order, Output, Trouble};
use tandem_referee::{Act, Command, Message, Ruling};
use tandem_rules::{Coordinates, Move, Seat};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::Room;
use crate::bots::EngineSpec;
use crate::table::core::Asker;
use crate::time::{deadline_in, is_past, now};
use crate::wire::{Notice, NoticeCode, Role};

/// Megabytes for what an engine remembers.
const HASH: usize = 16;
/// How long until an engine is tried again that found no room.
const NO_ROOM: Duration = Duration::from_secs(5);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// A line of an engine, or its end.
pub(in crate::table) struct Printed {
    seat: Seat,
    /// The engine at the seat: there may be another by now.
    engine: u64,
    /// Which start of it.
    start: u32,
    output: Output,
}

/// An engine at a seat.
pub(super) struct Foreign {
    /// Never used twice by one process.
    number: u64,
    engine: Hosted,
    /// The beginning of its driver's time.
    opened: Instant,
    /// There are only so many processes.
    permit: Option<OwnedSemaphorePermit>,
    /// The table knows that there is no room for it.
    told_no_room: bool,
    /// When it is tried again, while there is none.
    retry_at: Option<Instant>,
}

impl Foreign {
    pub(super) fn new(spec: &EngineSpec, patience: Duration, beginning: Beginning) -> Foreign {
        let conduct = Conduct {
            ready_within: patience * 2,
            silent_within: patience / 2,
            hangs_after: Some(patience),
            has_stand_in: true,
        };
        let driver = Driver::new(spec.protocol, HASH, conduct, beginning);
        Foreign {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            engine: Hosted::new(spec.command.clone(), driver),
            opened: now(),
            permit: None,
            told_no_room: false,
            retry_at: None,
        }
    }

    /// Its driver's time.
    fn time(&self) -> Duration {
        now().saturating_duration_since(self.opened)
    }

    /// When it is to be looked at, whatever happens.
    pub(super) fn wakes_at(&self) -> Option<Instant> {
        let driver = self.engine.driver.deadline().map(|until| self.opened + until);
        driver.into_iter().chain(self.retry_at).min()
    }

    pub(super) fn hears(&mut self, message: &Message) {
        let orders = self.engine.driver.hears(message);
        self.engine.obey(orders);
    }

    pub(super) fn moved(&mut self, m: Move) {
        self.engine.driver.moved(m);
    }

    pub(super) fn opponent_moved(&mut self, m: Move) {
        self.engine.driver.opponent_moved(m);
    }

    pub(super) fn loses_its_moves(&mut self) {
        let orders = self.engine.driver.loses_its_moves();
        self.engine.obey(orders);
    }

    pub(super) fn over(&mut self, result: &str) {
        let orders = self.engine.driver.over(result);
        self.engine.obey(orders);
    }
}

impl Room {
    pub(super) async fn attend_engine(&mut self, seat: Seat, view: View) {
        if !self.engine_runs(seat) {
            self.consider(seat, view);
            return;
        }
        let Some(foreign) = self.bench.foreign(seat) else { return };
        let time = foreign.time();
        let orders = foreign.engine.driver.attend(time, &view);
        self.obey(seat, orders, "").await;
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if foreign.engine.driver.needs_stand_in() {
            return self.consider(seat, view);
        }
        if has_duties(&view) {
            for act in duties(&view) {
                self.bot_acts(seat, act).await;
            }
        }
    }

    /// Starts the engine of a seat if it does not run; false if it can't play now.
    fn engine_runs(&mut self, seat: Seat) -> bool {
        let permit = match self.bench.foreign(seat) {
            None => return false,
            Some(foreign) if foreign.engine.driver.has_given_up() => return false,
            Some(foreign) if !foreign.engine.driver.wants_start() => return true,
            Some(foreign) => foreign.permit.take(),
        };
        let permit = permit.or_else(|| self.bench.house.roster.permit_to_run());
        let print = self.bench.print();
        let Some(foreign) = self.bench.foreign(seat) else { return false };
        if permit.is_none() {
            foreign.retry_at = Some(deadline_in(NO_ROOM));
            if !std::mem::replace(&mut foreign.told_no_room, true) {
                self.notice(seat, NoticeCode::EngineNoRoom, "");
            }
            return false;
        }
        foreign.permit = permit;
        foreign.told_no_room = false;
        let (engine, time) = (foreign.number, foreign.time());
        let started = foreign.engine.start(time, move |start, output| {
            // What it thinks is its own affair, and there is much of it.
            let thoughts = matches!(&output, Output::Line(line) if line.starts_with("info "));
            thoughts || print.line(Printed { seat, engine, start, output })
        });
        if let Err(error) = started {
            foreign.permit = None;
            self.notice(seat, NoticeCode::EngineMissing, &error.to_string());
            return false;
        }
        lower_priority(&foreign.engine);
        true
    }

    /// Sees to an engine whose time to answer is over.
    pub(super) async fn engine_is_late(&mut self, seat: Seat) {
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if foreign.retry_at.is_some_and(is_past) {
            // There was no room for it; there may be now.
            foreign.retry_at = None;
            self.look_again(seat);
            return;
        }
        let time = foreign.time();
        let orders = foreign.engine.driver.tick(time);
        self.obey(seat, orders, "").await;
    }

    fn look_again(&mut self, seat: Seat) {
        if let Some(bot) = &mut self.bench.seats[seat] {
            bot.attended = None;
        }
    }

    pub(super) async fn printed(&mut self, printed: Printed) {
        let Printed { seat, engine, start, output } = printed;
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if foreign.number != engine || foreign.engine.driver.starts() != start {
            return;
        }
        match output {
            Output::Line(line) => {
                let orders = foreign.engine.driver.line(&line);
                self.obey(seat, orders, &line).await;
            }
            Output::End => {
                let orders = foreign.engine.driver.ended();
                self.obey(seat, orders, "").await;
            }
        }
    }

    /// Does what an engine's driver orders; `line` is what the engine said, if it said something.
    async fn obey(&mut self, seat: Seat, orders: Vec<Order>, line: &str) {
        let mut orders = VecDeque::from(orders);
        while let Some(order) = orders.pop_front() {
            match order {
                order @ (Order::Send(_) | Order::Stop) => {
                    if let Some(foreign) = self.bench.foreign(seat) {
                        foreign.engine.obey(vec![order]);
                    }
                }
                Order::Play(m) => orders.extend(self.engine_plays(seat, m, line).await),
                Order::Say(text) => {
                    for message in read_partner(&text) {
                        self.bot_acts(seat, Act::Say { say: message }).await;
                    }
                }
                Order::Resign => {
                    self.bot_acts(seat, Act::Resign).await;
                }
                Order::GiveUp => self.give_up(seat).await,
                Order::Attend => self.look_again(seat),
                Order::Tell(trouble) => self.tell_trouble(seat, &trouble),
            }
        }
    }

    async fn engine_plays(&mut self, seat: Seat, m: Coordinates, line: &str) -> Vec<Order> {
        let view = View::of(self.core.game(), seat, self.moment);
        let may_move = view.may_move;
        if may_move && self.bot_moves(seat, Act::Move { tried: m }).await {
            return Vec::new();
        }
        let Some(foreign) = self.bench.foreign(seat) else { return Vec::new() };
        if !may_move {
            // The clocks were stopped, say, while it thought.
            return foreign.engine.driver.interrupted();
        }
        let time = foreign.time();
        foreign.engine.driver.refused(time, &view, line)
    }

    /// An engine has failed too often.
    async fn give_up(&mut self, seat: Seat) {
        if let Some(foreign) = self.bench.foreign(seat) {
            foreign.permit = None;
        }
        self.notice(seat, NoticeCode::EngineForfeits, "");
        if !self.bot_acts(seat, Act::Resign).await {
            let forfeit = Command::Arbiter { rule: Ruling::Forfeit { seat } };
            if let Err(error) = self.carry_out(&forfeit, Asker::House).await {
                tracing::error!(table = %self.core.id(), %error, "a forfeit could not be stored");
            }
        }
        // Where neither is possible the built-in bot plays on.
        self.look_again(seat);
    }

    fn tell_trouble(&mut self, seat: Seat, trouble: &Trouble) {
        match trouble {
            Trouble::Died => self.notice(seat, NoticeCode::EngineDied, ""),
            Trouble::Silent => self.notice(seat, NoticeCode::EngineSilent, ""),
            Trouble::SeesNoMove(what) | Trouble::Nonsense(what) => {
                self.notice(seat, NoticeCode::EngineNonsense, what);
            }
            Trouble::AskedAgain(line) => self.notice(seat, NoticeCode::EngineAskedAgain, line),
            Trouble::Illegal(line) => self.notice(seat, NoticeCode::EngineIllegal, line),
            Trouble::CantBeTold => {
                if let Some(foreign) = self.bench.foreign(seat) {
                    foreign.permit = None;
                }
                self.notice(seat, NoticeCode::EngineMissing, "it takes no positions");
            }
            Trouble::Complains(what) => {
                tracing::info!(%seat, what, "an engine complains unasked");
            }
        }
    }

    /// Tells the log and the table what became of an engine.
    fn notice(&mut self, seat: Seat, code: NoticeCode, detail: &str) {
        let engine = self.bench.seats[seat].as_ref().map(|bot| bot.kind.to_string());
        tracing::warn!(table = %self.core.id(), %seat, engine, ?code, detail, "an engine");
        // What an engine would have played, or said, is nothing for its opponents.
        let whole = Notice::text(Some(seat), code, detail);
        let short = Notice::text(Some(seat), code, "");
        for to in Seat::ALL {
            let own = to.team() == seat.team();
            self.fan.publish(Role::Seat(to), if own { &whole } else { &short });
        }
        self.fan.publish(Role::Arbiter, &whole);
        self.fan.publish(Role::Spectator, &short);
    }
}

/// Tables go before engines.
fn lower_priority(engine: &Hosted) {
    let id = engine.process_id().and_then(|id| i32::try_from(id).ok());
    if let Some(id) = id.and_then(rustix::process::Pid::from_raw)
        && let Err(error) = rustix::process::setpriority_process(Some(id), 10)
    {
        tracing::warn!(%error, "an engine thinks with the priority of tables");
    }
}
