//! Somebody else's engine at the table: started, asked, started again, and given up.
//!
//! It may print garbage, die, hang, or play what the book forbids. Each is said to the table and
//! to the log, and the match goes on by the book: where it can be asked again it is, else the
//! built-in bot moves for it.

use std::time::Duration;

use tandem_engine::duties;
use tandem_engine::protocol::client::Sign;
use tandem_engine::protocol::{partner_words, read_partner};
use tandem_engine::team::{Seen, View};
use tandem_engines::{External, Output, has_duties};
use tandem_referee::{Act, Attempt, Command, Message, Ruling};
use tandem_rules::{Coordinates, Millis, Move, Seat};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::actor::Actor;
use super::clock::{after, has_come};
use crate::bots::EngineSpec;
use crate::wire::{NoticeCode, to_client};

/// Megabytes for what an engine remembers.
const HASH: usize = 16;
/// So often an engine is started in one match.
const LIVES: u32 = 3;
/// How long until an engine is tried again that found no room.
const NO_ROOM: Duration = Duration::from_secs(5);

/// A line of an engine, or its end.
pub(super) struct Printed {
    seat: Seat,
    generation: u32,
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// It is not asked anything.
    None,
    /// It is asked for a move; for the second time, if the first was refused.
    Move { again: bool },
    /// The built-in bot moves for it.
    StandIn,
}

/// An engine at a seat.
pub(super) struct Foreign {
    engine: External,
    /// Leave to run; there is only so much of it.
    leave: Option<OwnedSemaphorePermit>,
    running: bool,
    /// It has failed for good.
    given_up: bool,
    /// When it must have answered.
    pub(super) until: Option<Instant>,
    /// Whether it knows the position.
    in_step: bool,
    /// Its opponent's moves that it was not told.
    unseen: Vec<Move>,
    question: Question,
}

impl Foreign {
    pub(super) fn new(spec: &EngineSpec) -> Foreign {
        Foreign {
            engine: External::new(spec.protocol, spec.command.clone(), HASH),
            leave: None,
            running: false,
            given_up: false,
            until: None,
            in_step: false,
            unseen: Vec::new(),
            question: Question::None,
        }
    }

    pub(super) fn hear(&mut self, message: &Message) {
        if self.running && self.engine.ready {
            self.engine.partner_says(&partner_words(message));
        }
    }

    pub(super) fn sees(&mut self, m: Move) {
        self.unseen.push(m);
    }

    pub(super) fn falls_out_of_step(&mut self) {
        self.in_step = false;
        self.question = Question::None;
    }

    pub(super) fn over(&mut self, result: &str) {
        if self.running {
            self.engine.over(result);
        }
    }

    /// A move was made at its seat.
    pub(super) fn has_moved(&mut self) {
        if self.question == Question::StandIn {
            // It does not know what was played for it.
            self.in_step = false;
        }
        self.question = Question::None;
        self.until = None;
    }
}

/// How long an engine may think about a move before it counts as hung.
fn patience(clock: Millis, least: Duration) -> Duration {
    // Nobody who plays well spends a third of his clock on one move; a slow clock is no excuse.
    let most = least * 12;
    Duration::from_millis(u64::try_from(clock.0 / 3).unwrap_or(0)).clamp(least, most)
}

impl Actor {
    pub(super) async fn attend_engine(&mut self, seat: Seat, view: View) {
        if !self.engine_runs(seat) {
            self.consider(seat, view);
            return;
        }
        let least = self.bench.house.roster.patience;
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if foreign.engine.ready {
            if !foreign.in_step {
                foreign.engine.new_match(&view, "partner");
                foreign.in_step = true;
                foreign.unseen.clear();
            }
            let other = view.beside.as_ref().map(Seen::as_other);
            let rules = *view.book.board_rules();
            let can_move = view.may_move && view.own.position.has_legal_move(&rules, other);
            match foreign.question {
                Question::None if can_move => {
                    let unseen = std::mem::take(&mut foreign.unseen);
                    foreign.engine.ask(&view, &unseen);
                    foreign.question = Question::Move { again: false };
                    foreign.until = Some(after(patience(view.clock(seat), least)));
                }
                Question::StandIn => return self.consider(seat, view),
                Question::None | Question::Move { .. } => foreign.engine.stocks(&view),
            }
        }
        if has_duties(&view) {
            for act in duties(&view) {
                self.bot_acts(seat, act).await;
            }
        }
    }

    /// Starts the engine of a seat if it does not run; false if it can't play now.
    fn engine_runs(&mut self, seat: Seat) -> bool {
        let leave = match self.bench.foreign(seat) {
            None => return false,
            Some(foreign) if foreign.given_up => return false,
            Some(foreign) if foreign.running => return true,
            Some(foreign) => foreign.leave.take(),
        };
        let leave = leave.or_else(|| self.bench.house.roster.leave_to_run());
        let print = self.bench.print();
        let patience = self.bench.house.roster.patience;
        let Some(foreign) = self.bench.foreign(seat) else { return false };
        let Some(leave) = leave else {
            if foreign.until.replace(after(NO_ROOM)).is_none() {
                self.notice(seat, NoticeCode::EngineNoRoom, "");
            }
            return false;
        };
        foreign.leave = Some(leave);
        let started = foreign.engine.start(HASH, move |generation, output| {
            // What it thinks is its own affair, and there is much of it.
            let thoughts = matches!(&output, Output::Line(line) if line.starts_with("info "));
            thoughts || print.blocking_send(Printed { seat, generation, output }).is_ok()
        });
        if let Err(error) = started {
            foreign.given_up = true;
            foreign.leave = None;
            self.notice(seat, NoticeCode::EngineMissing, &error.to_string());
            return false;
        }
        be_humble(&foreign.engine);
        foreign.running = true;
        foreign.in_step = false;
        foreign.question = Question::None;
        // Old engines of XBoard's never say that they are ready.
        let time = if foreign.engine.may_be_silent() { patience / 2 } else { patience * 2 };
        foreign.until = Some(after(time));
        true
    }

    /// Sees to an engine whose time to answer is over.
    pub(super) async fn engine_is_late(&mut self, seat: Seat) {
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if !foreign.until.is_some_and(has_come) {
            return;
        }
        foreign.until = None;
        if !foreign.running {
            // There was no room for it; there may be now.
            self.look_again(seat);
        } else if !foreign.engine.ready && foreign.engine.may_be_silent() {
            foreign.engine.ready = true;
            self.look_again(seat);
        } else {
            self.engine_failed(seat, NoticeCode::EngineSilent).await;
        }
    }

    fn look_again(&mut self, seat: Seat) {
        if let Some(bot) = &mut self.bench.seats[seat] {
            bot.attended = None;
        }
    }

    /// An engine has died or hangs: it is started again, but not for ever.
    async fn engine_failed(&mut self, seat: Seat, how: NoticeCode) {
        self.notice(seat, how, "");
        let Some(foreign) = self.bench.foreign(seat) else { return };
        foreign.running = false;
        foreign.engine.ready = false;
        foreign.falls_out_of_step();
        foreign.until = None;
        if foreign.engine.generation < LIVES {
            self.look_again(seat);
            return;
        }
        foreign.given_up = true;
        foreign.leave = None;
        self.notice(seat, NoticeCode::EngineForfeits, "");
        if !self.bot_acts(seat, Act::Resign).await {
            let forfeit = Command::Arbiter(Ruling::Forfeit(seat));
            if let Err(error) = self.carry_out(self.clock.now(), &forfeit, None).await {
                tracing::error!(table = %self.record.id, %error, "a forfeit could not be stored");
            }
        }
        // Where neither is possible the built-in bot plays on.
        self.look_again(seat);
    }

    pub(super) async fn printed(&mut self, printed: Printed) {
        let Printed { seat, generation, output } = printed;
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if foreign.engine.generation != generation || !foreign.running {
            return;
        }
        let Output::Line(line) = output else {
            return self.engine_failed(seat, NoticeCode::EngineDied).await;
        };
        match foreign.engine.line(&line) {
            Sign::Ready => {
                if !foreign.engine.ready {
                    foreign.engine.ready = true;
                    foreign.until = None;
                    self.look_again(seat);
                }
            }
            Sign::Plays(m) => self.engine_plays(seat, m, &line).await,
            Sign::HasNoMove => self.stand_in(seat, NoticeCode::EngineNonsense, &line),
            Sign::TellsPartner(text) => {
                for message in read_partner(&text) {
                    self.bot_acts(seat, Act::Say(message)).await;
                }
            }
            Sign::Resigns => {
                self.bot_acts(seat, Act::Resign).await;
            }
            Sign::Complains(what) => self.stand_in(seat, NoticeCode::EngineNonsense, &what),
            Sign::OffersDraw | Sign::Noise => {}
        }
    }

    async fn engine_plays(&mut self, seat: Seat, m: Coordinates, line: &str) {
        let view = View::of(&self.game, seat, self.clock.now());
        let Some(foreign) = self.bench.foreign(seat) else { return };
        let Question::Move { again } = foreign.question else { return };
        if !view.may_move {
            // The clocks were stopped, say, while it thought.
            foreign.falls_out_of_step();
            foreign.until = None;
            return;
        }
        if self.bot_moves(seat, Act::Move(Attempt::Coordinates(m))).await {
            return;
        }
        let other = view.beside.as_ref().map(Seen::as_other);
        let least = self.bench.house.roster.patience;
        let legal = view.own.position.legal_moves(view.book.board_rules(), other);
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if !again && foreign.engine.ask_among(&view, &legal) {
            foreign.question = Question::Move { again: true };
            foreign.until = Some(after(patience(view.clock(seat), least)));
            self.notice(seat, NoticeCode::EngineAskedAgain, line);
        } else {
            self.stand_in(seat, NoticeCode::EngineIllegal, line);
        }
    }

    /// The built-in bot moves for an engine that was asked and can't.
    fn stand_in(&mut self, seat: Seat, why: NoticeCode, what: &str) {
        let Some(foreign) = self.bench.foreign(seat) else { return };
        if !matches!(foreign.question, Question::Move { .. }) {
            tracing::info!(%seat, what, "an engine complains unasked");
            return;
        }
        foreign.question = Question::StandIn;
        foreign.until = None;
        self.notice(seat, why, what);
        self.look_again(seat);
    }

    /// Tells the log and the table what became of an engine.
    fn notice(&mut self, seat: Seat, code: NoticeCode, detail: &str) {
        let engine = self.bench.seats[seat].as_ref().map(|bot| bot.kind.to_string());
        tracing::warn!(table = %self.record.id, %seat, engine, ?code, detail, "an engine");
        let text = to_client::notice(Some(seat), code, detail);
        self.tell_all(&text);
    }
}

/// The tables go first.
fn be_humble(engine: &External) {
    let id = engine.process_id().and_then(|id| i32::try_from(id).ok());
    if let Some(id) = id.and_then(rustix::process::Pid::from_raw)
        && let Err(error) = rustix::process::setpriority_process(Some(id), 10)
    {
        tracing::warn!(%error, "an engine thinks with the priority of tables");
    }
}
