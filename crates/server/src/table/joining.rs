//! Coming to the table and leaving it.

use std::sync::Arc;

use serde_json::Value;
use tandem_referee::Phase;
use tandem_rules::Seat;

use super::actor::{Actor, GRACE, place};
use super::clock::after;
use super::people::Person;
use super::request::{Joined, SeatTaken, Way};
use crate::fanout::{ConnectionId, Member};
use crate::ids::{MatchId, Secret};
use crate::store::{SeatRecord, Store, Write};
use crate::wire::{Bye, ByeCode, Hello, LONGEST_NAME, Role, Welcome, tidy, to_client};

/// The most spectators of one table.
const MOST_SPECTATORS: usize = 500;
/// The most events that somebody catches up with; further back the snapshot must do.
const MOST_MISSED: u64 = 500;

impl Actor {
    pub(super) async fn join(
        &mut self,
        connection: ConnectionId,
        hello: &Hello,
        way: Way,
    ) -> Result<Joined, Bye> {
        let role = self.authorise(hello)?;
        if let Role::Seat(seat) = role {
            self.sit_down(seat, hello.name.as_deref()).await?;
        }
        self.replace(role);
        if let Role::Seat(seat) = role
            && self.game.phase() == Phase::Waiting
            && self.bench.seats[seat].is_some()
        {
            // Before the start a bot only keeps the seat warm.
            self.place_bot(seat, None).await;
        }
        let (store, id) = (Arc::clone(&self.store), self.record.id.clone());
        let missed = missed(store, id, self.seq, hello.seen).await;
        let command = place(role).map_or(0, |place| self.commands[usize::from(place)]);
        self.fan.join(Member { id: connection, role, way });
        match role {
            Role::Seat(seat) => self.people.seats[seat].connection = Some(connection),
            Role::Arbiter => self.people.arbiter = Some(connection),
            Role::Spectator => self.people.spectators += 1,
        }
        let welcome = Welcome::new(self.record.id.clone(), role, command);
        self.fan.send(connection, to_client::text(&welcome));
        let snapshot = self.snapshot(role, &missed);
        self.fan.send(connection, snapshot.into());
        if self.proposal.as_ref().is_some_and(|proposal| role == Role::Seat(proposal.seat)) {
            // He is back.
            self.proposal = None;
        }
        self.tell_people();
        self.note_idle();
        if self.people.all(Person::is_there) {
            self.go_on();
        } else if self.clock.is_held() && matches!(role, Role::Seat(_)) {
            self.held_until.get_or_insert_with(|| after(GRACE));
        }
        Ok(Joined { role })
    }

    fn authorise(&self, hello: &Hello) -> Result<Role, Bye> {
        let Some(role) = hello.role() else {
            return Err(Bye::new(ByeCode::BadMessage, "The role and the seat don't fit."));
        };
        let hash = match role {
            Role::Seat(seat) => &self.record.seats[seat].secret,
            Role::Arbiter => &self.record.arbiter,
            Role::Spectator if self.people.spectators >= MOST_SPECTATORS => {
                return Err(Bye::new(ByeCode::TooMany, "There are too many spectators."));
            }
            Role::Spectator => return Ok(role),
        };
        match &hello.secret {
            Some(secret) if hash.opens(secret) => Ok(role),
            _ => Err(Bye::new(ByeCode::Unauthorised, "This link does not open this seat.")),
        }
    }

    /// The first name stays once the match has started.
    async fn sit_down(&mut self, seat: Seat, name: Option<&str>) -> Result<(), Bye> {
        let wanted = name.and_then(|name| tidy(name, LONGEST_NAME));
        let kept = &self.record.seats[seat];
        let name = match (&kept.name, wanted) {
            (Some(kept), Some(wanted))
                if self.game.phase() == Phase::Waiting && *kept != wanted =>
            {
                wanted
            }
            (Some(_), _) => return Ok(()),
            (None, Some(wanted)) => wanted,
            (None, None) => format!("Guest {seat}"),
        };
        let record = SeatRecord { name: Some(name), ..kept.clone() };
        if !self.keep_seat(seat, record).await {
            return Err(Bye::new(ByeCode::Stopping, "The server can't store anything now."));
        }
        Ok(())
    }

    pub(super) async fn keep_seat(&mut self, seat: Seat, record: SeatRecord) -> bool {
        let id = self.record.id.clone();
        let stored = self.store.write(Write::Seat { id, seat, record: record.clone() }).await;
        let stored = matches!(stored, Ok(Ok(())));
        if stored {
            self.people.seats[seat].name.clone_from(&record.name);
            self.people.seats[seat].bot.clone_from(&record.bot);
            self.record.seats[seat] = record;
        }
        stored
    }

    /// One live connection a seat: the older one goes.
    fn replace(&mut self, role: Role) {
        let older = match role {
            Role::Seat(seat) => self.people.seats[seat].connection.take(),
            Role::Arbiter => self.people.arbiter.take(),
            Role::Spectator => None,
        };
        if let Some(older) = older {
            let bye = Bye::new(ByeCode::Replaced, "This seat is open somewhere else now.");
            self.fan.send(older, to_client::text(&bye));
            self.fan.leave(older);
        }
    }

    pub(super) fn leave(&mut self, connection: ConnectionId) {
        if let Some(member) = self.fan.leave(connection) {
            self.forget(&member);
        }
    }

    pub(super) fn drop_slow(&mut self) {
        for member in self.fan.dropped() {
            self.forget(&member);
        }
    }

    fn forget(&mut self, member: &Member) {
        match member.role {
            Role::Seat(seat) => {
                let person = &mut self.people.seats[seat];
                if person.connection == Some(member.id) {
                    person.connection = None;
                    person.ready = false;
                    person.lag = None;
                }
            }
            Role::Arbiter => {
                if self.people.arbiter == Some(member.id) {
                    self.people.arbiter = None;
                }
            }
            Role::Spectator => self.people.spectators = self.people.spectators.saturating_sub(1),
        }
        self.tell_people();
        self.note_idle();
    }

    /// Somebody takes a free seat of a public match: the link that was made for it is void.
    pub(super) async fn take_seat(
        &mut self,
        seat: Option<Seat>,
        name: String,
    ) -> Result<SeatTaken, &'static str> {
        if !self.record.terms.public || self.game.phase() != Phase::Waiting {
            return Err("This match does not look for players.");
        }
        let free = |seat: &Seat| !self.people.seats[*seat].is_taken();
        let found = match seat {
            Some(seat) => Some(seat).filter(free),
            None => Seat::ALL.into_iter().find(free),
        };
        let Some(seat) = found else { return Err("This seat is taken.") };
        let secret = Secret::random().map_err(|_| "The server has no random numbers.")?;
        let record = SeatRecord { secret: secret.hash(), name: Some(name), bot: None };
        if !self.keep_seat(seat, record).await {
            return Err("The server can't store anything now.");
        }
        self.tell_people();
        Ok(SeatTaken { seat, secret })
    }
}

/// The events up to the last that came after the one that somebody saw.
async fn missed(store: Arc<dyn Store>, id: MatchId, last: u64, seen: Option<u64>) -> Vec<Value> {
    let Some(seen) = seen.filter(|seen| *seen < last) else { return Vec::new() };
    let seen = seen.max(last.saturating_sub(MOST_MISSED));
    let loaded = tokio::task::spawn_blocking(move || store.load(&id)).await;
    let Ok(Ok(Some(stored))) = loaded else { return Vec::new() };
    stored
        .rows
        .iter()
        .filter_map(|row| serde_json::from_str::<Vec<Value>>(&row.events).ok())
        .flatten()
        .filter(|event| event["seq"].as_u64().is_some_and(|seq| seq > seen))
        .collect()
}
