//! The room around a match: who is there, who sits where, what bots do, who hears what. It takes
//! requests one by one, asks the core, and tells everybody what came of it.

mod ahead;
mod answers;
mod bots;
mod broadcast;
mod capacity;
mod commands;
mod devices;
mod following;
mod foreign;
mod idle;
mod joining;
mod on_table;
mod passing;
mod people;
mod phrases;
mod rematch;
mod scores;
mod seating;

use std::sync::Arc;
use std::time::Duration;

use tandem_referee::{Command, Phase};
use tandem_rules::{Millis, Seat};
use tokio::time::Instant;

use self::ahead::SetAhead;
use self::bots::Bench;
use self::devices::Devices;
use self::idle::Absence;
use self::people::{People, Person};
use self::seating::Proposal;
use super::core::{Asker, Clocks, Loaded, MatchCore, Open, Pulse};
use super::handle::Handle;
use super::queue::{Front, Stamped, queue};
use super::request::{Request, Sitter};
use crate::bots::Bots;
use crate::codes::Ended;
use crate::fanout::{FanOut, LocalFanOut};
use crate::limits::Limits;
use crate::metrics::METRICS;
use crate::server::Waits;
use crate::store::{Epoch, Store};
use crate::time::{deadline_in, is_past};
use crate::wire::{Bye, ByeCode, Role, part};

pub(super) use self::bots::Thought;
pub(crate) use self::following::{Followed, Follower, Look, Present, Told};
pub(super) use self::foreign::Printed;
pub(crate) use self::people::PeopleView;

/// How long time waits when what it brought about could not be stored.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// What all rooms of a server share.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bots: Arc<Bots>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) waits: Waits,
    pub(crate) pulse: Arc<Pulse>,
    /// Where the matches that this node has have come to.
    pub(crate) clocks: Arc<Clocks>,
}

/// The room of one match. What it has is lost with the process; what must not be is the core's.
struct Room {
    core: MatchCore,
    people: People,
    bench: Bench,
    proposal: Option<Proposal>,
    ahead: SetAhead,
    absence: Absence,
    devices: Devices,
    fan: Box<dyn FanOut>,
    /// Those of this process who follow the match by its events.
    followers: Vec<Follower>,
    front: Front,
    /// The moment of what is being seen to. Whatever is done is judged by it, however late the
    /// room is: the clock itself may have passed a flag that did not stand in anybody's way.
    moment: Millis,
    waits: Waits,
    limits: Arc<Limits>,
    /// Where others share the store: as long as the match is open.
    open: Option<Open>,
}

/// Opens the room of a match.
pub(crate) fn spawn(loaded: Loaded, epoch: Epoch, house: House) -> Handle {
    let House { store, bots, limits, waits, pulse, clocks } = house;
    let (moment, all_had_left) = (loaded.moment, loaded.abandoned);
    let core = MatchCore::new(loaded, epoch, store, pulse);
    let open = core.store().is_shared().then(|| clocks.add(core.id().clone(), core.clock()));
    let is_played = core.game().phase() == Phase::Playing;
    let (queue, front) = queue(Arc::clone(core.clock()));
    let mut people = People::default();
    let mut bench = Bench::new(bots, queue.downgrade());
    for (seat, record) in core.record().seats.iter() {
        people.seats[seat].name.clone_from(&record.name);
        people.seats[seat].bot.clone_from(&record.bot);
        // Whoever was there may come back.
        let wait = if is_played { waits.in_play } else { waits.before_start };
        people.seats[seat].awaited = record.name.as_ref().map(|_| deadline_in(wait));
        if let Some(kind) = &record.bot {
            bench.sit(core.game(), seat, kind.clone(), None);
        }
    }
    let room = Room {
        core,
        people,
        bench,
        proposal: None,
        ahead: SetAhead::default(),
        absence: Absence::new(is_played, all_had_left),
        devices: Devices::default(),
        fan: Box::new(LocalFanOut::default()),
        followers: Vec::new(),
        front,
        moment,
        waits,
        limits,
        open,
    };
    tokio::spawn(room.run());
    Handle::new(queue)
}

impl Room {
    async fn run(mut self) {
        let _counted = METRICS.tables.hold();
        self.seek_places();
        // Bots need nobody to be there.
        self.start_if_ready().await;
        if self.people.all(Person::is_there) {
            self.go_on();
        }
        self.attend_bots().await;
        // Whoever has lost the match goes without a word: connections break off, and come back to
        // how the match is.
        while !self.core.is_lost() {
            let wake = self.next_wake();
            // Time comes last: a flag falls once all that came before it has been seen to.
            let next = tokio::select! {
                biased;
                next = self.front.next() => match next {
                    None => break,
                    Some(stamped) => Ok(stamped),
                },
                () = sleep_until(wake) => self.front.next_or_now(),
            };
            match next {
                Ok(Stamped { request: Request::Stop { reply }, .. }) => {
                    self.stop().await;
                    // Whoever asked may have given up waiting.
                    let _ = reply.send(());
                    break;
                }
                // Another has the match: nothing that is known here may be told.
                Ok(Stamped { request: Request::Abandon, .. }) => break,
                Ok(Stamped { at, request, .. }) => {
                    self.bots_move_until(at).await;
                    self.moment = at;
                    if !matches!(request, Request::Command { .. } | Request::Do { .. }) {
                        self.let_flags_fall().await;
                    }
                    self.request(request).await;
                }
                Err(now) => {
                    self.bots_move_until(now).await;
                    self.moment = now;
                    self.let_time_pass().await;
                }
            }
            self.make_what_was_set().await;
            self.keep_house().await;
            self.attend_bots().await;
            self.drop_slow();
            self.front.done();
            if self.idle_at().is_some_and(is_past) {
                self.put_away().await;
                break;
            }
        }
    }

    fn next_wake(&self) -> Option<Instant> {
        let clock = self.core.clock();
        let due = self.core.next_change().and_then(|moment| clock.when(moment));
        let (bots, heartbeat) = (self.bench.wakes_at(clock), self.core.heartbeat());
        let others = [self.goes_on_at(), self.idle_at(), self.free_at()];
        [due, heartbeat, bots].into_iter().chain(others).flatten().min()
    }

    /// Nobody did anything until this moment.
    async fn let_time_pass(&mut self) {
        let fell = self.let_flags_fall().await;
        let frozen = |seat: Seat| self.core.game().player(seat).frozen_until.is_some();
        if !fell && Seat::ALL.into_iter().any(frozen) {
            self.tell_state();
        }
    }

    /// What time alone has brought about by now, if anything.
    async fn let_flags_fall(&mut self) -> bool {
        if !self.core.is_due(self.moment) {
            return false;
        }
        // Time alone is never refused; if it can't be stored it is tried again.
        if let Err(error) = self.carry_out(&Command::Tick, Asker::House).await {
            tracing::error!(table = %self.core.id(), %error, "time could not be stored");
            tokio::time::sleep(RETRY_DELAY).await;
        }
        true
    }

    async fn request(&mut self, request: Request) {
        match request {
            Request::Join { connection, hello, outbox, reply } => {
                let joined = self.join(connection, &hello, outbox).await;
                if self.core.is_lost() {
                    return;
                }
                // If the connection broke meanwhile its `Leave` follows.
                let _ = reply.send(joined);
            }
            Request::Leave { connection } => {
                self.leave(connection);
                self.substitute_if_agreed().await;
            }
            Request::Bot { asked_by, seat, kind } => self.seat_bot(asked_by, seat, kind).await,
            Request::Substitute { by, seat, kind } => {
                if self.sits(by) {
                    self.substitute(by.seat, seat, kind).await;
                }
            }
            Request::TakeBack { by } => {
                if self.sits(by) {
                    self.take_back(by.seat).await;
                }
            }
            Request::Command { connection, role, id, asked, told } => {
                let heard = self.moment;
                self.moment = self.done_at(told);
                self.command(connection, role, id, asked, heard).await;
                self.moment = heard;
            }
            Request::Behind { by, millis } => {
                if self.sits(by) {
                    self.catch_up(millis);
                }
            }
            Request::Foresee { connection, id, rule } => {
                self.answer_foresee(connection, id, &rule);
            }
            Request::Why { by, id, tried } => {
                if self.sits(by) {
                    self.answer_why(by, id, tried);
                }
            }
            Request::Ahead { by, id, tried } => {
                if self.sits(by) {
                    self.set_ahead(by, id, tried);
                }
            }
            Request::Do { connection, seat, act, reply } => {
                let outcome = self.act_directly(connection, seat, act).await;
                if !self.core.is_lost() {
                    let _ = reply.send(outcome);
                }
            }
            Request::Follow { follower, reply } => {
                let followed = self.follow(follower).await;
                let _ = reply.send(followed);
            }
            Request::Unfollow { tag } => self.followers.retain(|one| one.tag() != tag),
            Request::Begin { reply } => {
                self.begin().await;
                let _ = reply.send(());
            }
            Request::Look { reply } => {
                let _ = reply.send(self.look());
            }
            Request::Ready { by, on } => {
                if self.sits(by) {
                    self.ready(by.seat, on).await;
                }
            }
            Request::Rematch { by, on } => {
                if self.sits(by) {
                    self.want_rematch(by.seat, on).await;
                }
            }
            Request::Measured { connection, seat, round_trip, seen } => {
                let current = self.people.seats[seat].connection == Some(connection);
                if current && self.people.measured(seat, round_trip, seen) {
                    self.tell_people();
                }
            }
            Request::TakeSeat { seat, name, reply } => {
                let taken = self.take_seat(seat, name).await;
                if !self.core.is_lost() {
                    let _ = reply.send(taken);
                }
            }
            Request::Snapshot { reply } => {
                let _ = reply.send(self.snapshot(Role::Spectator, &part(&[(); 0])));
            }
            Request::Knows { secret, reply } => {
                let _ = reply.send(self.is_known(&secret));
            }
            Request::Score { wanted, known, reply } => {
                let sheet = self.score(wanted, known).await;
                if !self.core.is_lost() {
                    let _ = reply.send(sheet);
                }
            }
            Request::Thought(thought) => self.decided(thought).await,
            Request::Printed(printed) => self.printed(printed).await,
            Request::Places(places) => self.have_places(places).await,
            // Seen to by `run`, which must end then.
            Request::Stop { .. } | Request::Abandon => {}
        }
    }

    /// Whether the player still sits there: a replaced connection may have had this under way.
    fn sits(&self, by: Sitter) -> bool {
        by.connection.is_some() && self.people.seats[by.seat].connection == by.connection
    }

    async fn ready(&mut self, seat: Seat, on: bool) {
        if self.core.game().phase() != Phase::Waiting || self.people.seats[seat].ready == on {
            return;
        }
        self.people.seats[seat].ready = on;
        self.tell_people();
        self.start_if_ready().await;
    }

    /// Gives the match away.
    async fn give_away(&mut self) {
        if self.core.give_away().await
            && let Some(open) = self.open.take()
        {
            open.was_given_away();
        }
    }

    async fn stop(&mut self) {
        self.give_away().await;
        let bye = if self.core.store().is_shared() {
            Bye::new(ByeCode::Moving, &Ended::TableMoves).text()
        } else {
            Bye::new(ByeCode::Stopping, &Ended::ServerStops).text()
        };
        let everybody: Vec<_> = self.fan.members().iter().map(|member| member.id).collect();
        for id in everybody {
            self.fan.send(id, bye.clone());
        }
    }
}

async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
