//! The actor: takes requests one by one, lets the referee decide, makes it durable, tells.

use std::sync::Arc;
use std::time::Duration;

use tandem_referee::{Command, Event, EventKind, Match, Phase, Refusal};
use tandem_rules::book::Cite;
use tandem_rules::{Millis, Seat};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::bots::Bench;
use super::clock::{Stopwatch, TableClock, after, has_come};
use super::lag::LagBook;
use super::people::{People, Person};
use super::request::{Asked, Request};
use super::seating::Proposal;
use crate::fanout::{ConnectionId, FanOut};
use crate::metrics::METRICS;
use crate::store::{Entry, MatchRecord, Stage, Store, StoreError, Write};
use crate::view::{Sheet, enrich};
use crate::wire::{Bye, ByeCode, Role, to_client};

/// How long match time stands still for the players to come back after a restart.
pub(super) const GRACE: Duration = Duration::from_secs(30);
/// How long a table that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// The same while it is being played.
const ABANDONED: Duration = Duration::from_secs(3600);
/// How often the moment of a running match is stored when nothing else is.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Less lag than this nobody notices.
const WORTHWHILE: Millis = Millis(5);

/// One table.
pub(super) struct Actor {
    pub(super) record: MatchRecord,
    pub(super) game: Match,
    pub(super) clock: Arc<TableClock>,
    pub(super) sheet: Sheet,
    pub(super) seq: u64,
    /// The highest command of each seat and of the arbiter.
    pub(super) commands: [u64; 5],
    pub(super) lag: LagBook,
    pub(super) people: People,
    pub(super) bench: Bench,
    pub(super) proposal: Option<Proposal>,
    pub(super) fan: Box<dyn FanOut>,
    pub(super) store: Arc<dyn Store>,
    pub(super) requests: mpsc::Receiver<Request>,
    /// Until when match time stands still at most.
    pub(super) held_until: Option<Instant>,
    /// When nobody will have looked for too long.
    pub(super) idle_at: Option<Instant>,
    /// When the moment is stored next.
    pub(super) heartbeat: Instant,
    /// The last moment that is stored.
    pub(super) stored: Millis,
}

/// The place of a role in `commands` and in the log.
pub(super) fn place(role: Role) -> Option<u8> {
    match role {
        Role::Seat(seat) => Some(seat as u8),
        Role::Arbiter => Some(4),
        Role::Spectator => None,
    }
}

impl Actor {
    pub(super) async fn run(mut self) {
        METRICS.tables.add(1);
        self.note_idle();
        // Bots need nobody to be there.
        self.start_if_ready().await;
        if self.people.all(Person::is_there) {
            self.go_on();
        }
        self.attend_bots().await;
        loop {
            let wake = self.next_wake();
            tokio::select! {
                request = self.requests.recv() => match request {
                    None => break,
                    Some(Request::Stop { reply }) => {
                        self.stop().await;
                        // Whoever asked may have given up waiting.
                        let _ = reply.send(());
                        break;
                    }
                    Some(request) => self.request(request).await,
                },
                news = self.bench.news() => self.hear_bot(news).await,
                () = sleep_until(wake) => self.wake().await,
            }
            self.attend_bots().await;
            self.drop_slow();
            if self.idle_at.is_some_and(has_come) {
                self.put_away().await;
                break;
            }
        }
        METRICS.tables.sub(1);
    }

    fn next_wake(&self) -> Option<Instant> {
        let thaw = Seat::ALL.into_iter().filter_map(|seat| self.thaws_at(seat)).min();
        let due = self.game.deadline().into_iter().chain(thaw).min();
        let due = due.and_then(|moment| self.clock.when(moment));
        let heartbeat = (self.game.phase() == Phase::Playing).then_some(self.heartbeat);
        [due, self.held_until, self.idle_at, heartbeat, self.bench.wakes_at()]
            .into_iter()
            .flatten()
            .min()
    }

    /// When a frozen player whose clock runs may go on.
    fn thaws_at(&self, seat: Seat) -> Option<Millis> {
        let until = self.game.player(seat).frozen_until?;
        let side = self.game.game(seat.board());
        let now = self.game.latest();
        let left = self.game.clock(seat, now) - until;
        let runs = side.clock.running() == Some(seat.color()) && !self.game.is_stopped();
        (runs && left > Millis::ZERO && now + left > self.clock.now()).then_some(now + left)
    }

    async fn wake(&mut self) {
        if self.held_until.is_some_and(has_come) {
            self.go_on();
        }
        if has_come(self.heartbeat) {
            self.store_moment().await;
        }
        let now = self.clock.now();
        let due = self.game.deadline().is_some_and(|deadline| deadline <= now);
        if due && !self.clock.is_held() {
            // Time alone is never refused; if it can't be stored it is tried again.
            if let Err(error) = self.carry_out(now, &Command::Tick, None).await {
                tracing::error!(table = %self.record.id, %error, "time could not be stored");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        } else if Seat::ALL.into_iter().any(|seat| self.game.player(seat).frozen_until.is_some()) {
            self.tell_state();
        }
    }

    async fn request(&mut self, request: Request) {
        match request {
            Request::Join { connection, hello, way, reply } => {
                let joined = self.join(connection, &hello, way).await;
                // If the connection broke meanwhile its `Leave` follows.
                let _ = reply.send(joined);
            }
            Request::Leave { connection } => {
                self.leave(connection);
                self.substitute_if_agreed().await;
            }
            Request::Bot { asked_by, seat, kind } => self.seat_bot(asked_by, seat, kind).await,
            Request::Substitute { by, seat, kind } => self.substitute(by, seat, kind).await,
            Request::TakeBack { seat } => self.take_back(seat).await,
            Request::Command { connection, role, at, id, asked } => {
                self.command(connection, role, at, id, asked).await;
            }
            Request::Ready { seat, on } => self.ready(seat, on).await,
            Request::Rematch { seat, on } => self.want_rematch(seat, on).await,
            Request::Measured { seat, round_trip } => {
                if self.people.measured(seat, round_trip) {
                    self.tell_people();
                }
            }
            Request::TakeSeat { seat, name, reply } => {
                let taken = self.take_seat(seat, name).await;
                let _ = reply.send(taken);
            }
            Request::Snapshot { reply } => {
                let _ = reply.send(self.snapshot(Role::Spectator, &[]));
            }
            // Seen to by `run`, which must end then.
            Request::Stop { .. } => {}
        }
    }

    async fn command(
        &mut self,
        connection: ConnectionId,
        role: Role,
        at: Millis,
        id: u64,
        asked: Asked,
    ) {
        let Some(place) = place(role) else { return };
        // Only who is at the table now acts: a replaced connection may have had this under way.
        if !self.fan.members().iter().any(|m| m.id == connection && m.role == role) {
            return;
        }
        if id <= self.commands[usize::from(place)] {
            self.fan.send(connection, to_client::ack(id, true));
            return;
        }
        let command = match (role, asked) {
            (Role::Seat(seat), Asked::Act(act)) => act.command(&self.game, seat),
            (Role::Arbiter, Asked::Rule(rule)) => rule.command(),
            _ => None,
        };
        let started = Stopwatch::start();
        let outcome = match command {
            None => Err(self.refusal("this can't be understood")),
            Some(Command::Player(seat, _)) if self.bench.seats[seat].is_some() => {
                Err(self.refusal("a bot plays here; ask for the seat back first"))
            }
            Some(Command::Start) if !self.people.all(Person::is_taken) => {
                Err(self.refusal("not all seats are taken"))
            }
            Some(command) => match self.carry_out(at, &command, Some((place, id))).await {
                Ok(outcome) => outcome,
                Err(error) => {
                    tracing::error!(table = %self.record.id, %error, "a command could not be stored");
                    Err(self.refusal("the server can't store anything now; nothing happened"))
                }
            },
        };
        METRICS.command(started.elapsed(), outcome.is_ok());
        if let Err(refusal) = outcome {
            self.fan.send(connection, to_client::refused(id, &refusal));
        }
    }

    fn refusal(&self, reason: &'static str) -> Refusal {
        let article: Cite = self.game.book().grounds.start.clone();
        Refusal { article, reason: reason.into() }
    }

    /// Lets the referee decide, stores what comes of it, and tells. `by` is who asked, with the
    /// number of his command.
    pub(super) async fn carry_out(
        &mut self,
        at: Millis,
        command: &Command,
        by: Option<(u8, u64)>,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let before = self.game.clone();
        let mut events = Vec::new();
        let outcome = self.game.act(at, command, &mut events);
        if outcome.is_ok() {
            self.give_lag(at, &mut events);
        }
        let by = by.filter(|_| outcome.is_ok());
        if events.is_empty() {
            if let Some((place, id)) = by {
                self.commands[usize::from(place)] = id;
                self.answer(place, to_client::ack(id, false));
            }
            return Ok(outcome);
        }
        let values = enrich(&events, self.seq + 1, &before, &self.game);
        let entry = Entry {
            id: self.record.id.clone(),
            seq: self.seq + 1,
            at: self.game.latest(),
            actor: by.map(|(place, _)| place),
            command: by.map(|(_, id)| id),
            events: serde_json::to_string(&values)
                .map_err(|error| StoreError::Database(error.to_string()))?,
            stage: stage(&self.game),
            result: self.game.verdict().map(|verdict| verdict.result.as_str()),
        };
        let pending = self.store.write(Write::Append(entry));
        let stored = pending.await.unwrap_or(Err(StoreError::Stopped));
        if let Err(error) = stored {
            // Nobody has seen it: it has not happened.
            self.game = before;
            return Err(error);
        }
        self.stored = self.game.latest();
        self.heartbeat = after(HEARTBEAT);
        self.seq += events.len() as u64;
        if let Some((place, id)) = by {
            self.commands[usize::from(place)] = id;
        }
        events.iter().for_each(|event| self.lag.take(event));
        self.bench.notice(&events);
        values.iter().for_each(|value| self.sheet.take(value));
        METRICS
            .moves
            .add(events.iter().filter(|e| matches!(e.kind, EventKind::Completed { .. })).count()
                as u64);
        self.tell_update(&values, by);
        Ok(outcome)
    }

    /// Whoever completed a move gets back what his connection cost him.
    fn give_lag(&mut self, at: Millis, events: &mut Vec<Event>) {
        let completed = events.iter().find_map(|event| match event.kind {
            EventKind::Completed { seat } => Some((seat, event.at)),
            _ => None,
        });
        let Some((seat, moment)) = completed else { return };
        let round_trip = self.people.seats[seat].lag.unwrap_or(Millis::ZERO);
        let due = self.lag.due(seat, round_trip, moment);
        if due >= WORTHWHILE {
            // Refused if the move has ended the game: then there is nothing to give back.
            let _ = self.game.act(at, &Command::Lag(seat, due), events);
        }
    }

    async fn ready(&mut self, seat: Seat, on: bool) {
        if self.game.phase() != Phase::Waiting || self.people.seats[seat].ready == on {
            return;
        }
        self.people.seats[seat].ready = on;
        self.tell_people();
        self.start_if_ready().await;
    }

    /// Match time goes on after a restart.
    pub(super) fn go_on(&mut self) {
        self.held_until = None;
        if self.clock.is_held() {
            self.clock.go();
            self.tell_state();
        }
    }

    async fn store_moment(&mut self) {
        self.heartbeat = after(HEARTBEAT);
        let at = self.clock.now();
        if self.game.phase() != Phase::Playing || at <= self.stored {
            return;
        }
        let id = self.record.id.clone();
        match self.store.write(Write::Moment { id, at }).await {
            Ok(Ok(())) => self.stored = at,
            // The next heartbeat tries again; a crash before it costs nobody time.
            Ok(Err(error)) => tracing::warn!(%error, "a moment could not be stored"),
            Err(_) => {}
        }
    }

    pub(super) fn note_idle(&mut self) {
        let time = if self.game.phase() == Phase::Playing { ABANDONED } else { IDLE };
        self.idle_at = self.fan.members().is_empty().then(|| after(time));
    }

    async fn put_away(&mut self) {
        self.store_moment().await;
        self.requests.close();
        // Whoever asked meanwhile hears that the table is gone, and asks again.
        while self.requests.try_recv().is_ok() {}
    }

    async fn stop(&mut self) {
        self.store_moment().await;
        let bye = to_client::text(&Bye::new(ByeCode::Stopping, "The server stops."));
        let everybody: Vec<_> = self.fan.members().iter().map(|member| member.id).collect();
        for id in everybody {
            self.fan.send(id, bye.clone());
        }
    }
}

fn stage(game: &Match) -> Stage {
    match game.phase() {
        Phase::Waiting => Stage::Open,
        Phase::Playing => Stage::Running,
        Phase::Over => Stage::Over,
    }
}

async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
