//! Coming to the table and leaving it.

use tandem_referee::Phase;
use tandem_rules::Seat;
use tokio::time::Instant;

use super::Room;
use super::broadcast::viewer;
use super::commands::author;
use super::people::Person;
use crate::codes::{Denied, Ended, Problem};
use crate::fanout::{ConnectionId, Member};
use crate::ids::Secret;
use crate::store::SeatRecord;
use crate::table::core::LagMeter;
use crate::table::request::{Joined, NoSeat, Outbox, SeatTaken};
use crate::time::{deadline_in, is_past};
use crate::wire::{
    Bye, ByeCode, Hello, LONGEST_NAME, Notice, NoticeCode, RematchMade, Role, ToClient, Welcome,
    look_alike, tidy,
};

/// The most spectators of one table.
const MAX_SPECTATORS: usize = 500;

/// As many arbiters rule a match at once; they share its link.
const MAX_DESKS: usize = 4;

impl Room {
    pub(super) async fn join(
        &mut self,
        connection: ConnectionId,
        hello: &Hello,
        outbox: Option<Outbox>,
    ) -> Result<Joined, Bye> {
        let role = self.authorise(hello)?;
        if let Role::Seat(seat) = role {
            self.sit_down(seat, hello.name.as_deref()).await?;
        }
        self.devices.note(role, hello.device());
        self.replace(role);
        if let Role::Seat(seat) = role
            && self.core.game().phase() == Phase::Waiting
            && self.bench.seats[seat].is_some()
        {
            // Before the start a bot only keeps the seat warm.
            self.place_bot(seat, None).await;
        }
        let missed = self.core.missed(viewer(role), hello.seen).await;
        let command = author(role).map_or(0, |author| self.core.last_command(author));
        let listens = outbox.is_some();
        self.fan.join(Member { id: connection, role, outbox });
        match role {
            Role::Seat(seat) => {
                self.people.seats[seat].connection = Some(connection);
                self.people.seats[seat].awaited = None;
            }
            Role::Arbiter => self.people.arbiters.push(connection),
            Role::Spectator => self.people.spectators += 1,
        }
        let welcome = Welcome::new(self.core.id().clone(), role, command);
        self.fan.send(connection, ToClient::Welcome(welcome).text());
        if listens {
            let snapshot = self.snapshot(role, &missed);
            self.fan.send(connection, snapshot);
        }
        if let (Role::Seat(seat), Some(wanted)) = (role, hello.name.as_deref()) {
            self.tell_name(connection, seat, wanted);
        }
        if let Some(next) = &self.core.record().rematch {
            // They missed it when it was told.
            let seat = match role {
                Role::Seat(seat) => Some(seat.opponent()),
                Role::Arbiter | Role::Spectator => None,
            };
            let text = ToClient::Rematch(RematchMade { id: next, seat }).text();
            self.fan.send(connection, text);
        }
        if self.proposal.as_ref().is_some_and(|proposal| role == Role::Seat(proposal.seat)) {
            // They are back.
            self.proposal = None;
        }
        self.tell_people();
        // Beside real boards it is not being there that counts, but to know the time.
        if self.people.all(Person::is_there) && !self.is_on_table() {
            self.go_on();
        } else if self.core.clock().is_held() && matches!(role, Role::Seat(_)) {
            self.absence.shorten();
        }
        if self.core.record().terms.event.is_some() {
            self.start_if_ready().await;
        }
        Ok(Joined { role })
    }

    /// Whoever is called otherwise than they wished is told.
    fn tell_name(&mut self, connection: ConnectionId, seat: Seat, wanted: &str) {
        let Some(name) = self.people.seats[seat].name.clone() else { return };
        let entered = self.core.record().terms.event.is_some();
        let counts = self.core.game().phase() == Phase::Waiting && !wanted.is_empty() && !entered;
        if name != wanted && counts {
            let text = Notice::text(Some(seat), NoticeCode::NameChanged, &name);
            self.fan.send(connection, text);
        }
    }

    fn authorise(&self, hello: &Hello) -> Result<Role, Bye> {
        let Some(role) = hello.role() else {
            return Err(Bye::new(ByeCode::BadMessage, &Ended::RoleAndSeat));
        };
        let hash = match role {
            Role::Seat(seat) => &self.core.record().seats[seat].secret,
            Role::Arbiter if !self.core.record().terms.arbiter => {
                return Err(Bye::denied(&Denied::NoArbiter));
            }
            Role::Arbiter => &self.core.record().arbiter,
            Role::Spectator if self.people.spectators >= MAX_SPECTATORS => {
                return Err(Bye::new(ByeCode::TooMany, &Ended::TooManySpectators));
            }
            Role::Spectator => return Ok(role),
        };
        match &hello.secret {
            Some(secret) if hash.opens(secret) => {
                if !self.devices.may_be(role, hello.device()) {
                    return Err(Bye::denied(&Denied::PlayersDontArbitrate));
                }
                Ok(role)
            }
            _ => Err(Bye::denied(&Denied::WrongLink)),
        }
    }

    /// The first name stays once the match has started, and nothing changes once it is over.
    async fn sit_down(&mut self, seat: Seat, name: Option<&str>) -> Result<(), Bye> {
        if self.core.game().phase() == Phase::Over {
            return Ok(());
        }
        let wanted = name.and_then(|name| tidy(name, LONGEST_NAME));
        let kept = &self.core.record().seats[seat];
        let name = match (&kept.name, wanted) {
            // In an event they are called as they were entered.
            (Some(_), _) if self.core.record().terms.event.is_some() => return Ok(()),
            (Some(kept), Some(wanted))
                if self.core.game().phase() == Phase::Waiting && *kept != wanted =>
            {
                self.told_apart(seat, wanted)
            }
            (Some(_), _) => return Ok(()),
            (None, Some(wanted)) => self.told_apart(seat, wanted),
            (None, None) => self.told_apart(seat, format!("Guest {seat}")),
        };
        let record = SeatRecord { name: Some(name), ..kept.clone() };
        if !self.keep_seat(seat, record).await {
            return Err(Bye::new(ByeCode::Stopping, &Problem::CantStore));
        }
        Ok(())
    }

    /// The name, with its seat behind it where people would take it for somebody else's at this
    /// table.
    fn told_apart(&self, seat: Seat, name: String) -> String {
        let others: Vec<String> = Seat::ALL
            .into_iter()
            .filter(|other| *other != seat)
            .flat_map(|other| {
                let record = &self.core.record().seats[other];
                record
                    .name
                    .clone()
                    .into_iter()
                    .chain(record.bot.as_ref().map(|bot| bot.name(other)))
            })
            .collect();
        let free = |name: &str| !others.iter().any(|other| look_alike(name, other));
        if free(&name) {
            return name;
        }
        let short = tidy(&name, LONGEST_NAME - 4).unwrap_or_default();
        Some(format!("{short} ({seat})"))
            .filter(|name| free(name))
            .unwrap_or(format!("Guest {seat}"))
    }

    /// Makes durable who has a seat, and tells what the log says of it.
    pub(super) async fn keep_seat(&mut self, seat: Seat, record: SeatRecord) -> bool {
        let (done, stored) = self.core.seat(self.moment, seat, record).await;
        if let Some(done) = done {
            self.tell_update(&done.events, &done.lines, done.seen_before, None);
        }
        if stored.is_ok() {
            let record = &self.core.record().seats[seat];
            self.people.seats[seat].name.clone_from(&record.name);
            self.people.seats[seat].bot.clone_from(&record.bot);
        }
        stored.is_ok()
    }

    /// One live connection a seat, and a few desks: the older one goes.
    fn replace(&mut self, role: Role) {
        let older = match role {
            Role::Seat(seat) => self.people.seats[seat].connection.take(),
            Role::Arbiter => {
                (self.people.arbiters.len() >= MAX_DESKS).then(|| self.people.arbiters.remove(0))
            }
            Role::Spectator => None,
        };
        if let Some(older) = older {
            if let Role::Seat(seat) = role {
                // Whoever sits at the new device may not know what the old one was told.
                let person = &mut self.people.seats[seat];
                (person.ready, person.meter) = (false, LagMeter::default());
            }
            let bye = Bye::new(ByeCode::Replaced, &Ended::SeatElsewhere);
            self.fan.send(older, bye.text());
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
        let wait = match self.core.game().phase() {
            Phase::Waiting => self.waits.before_start,
            Phase::Playing | Phase::Over => self.waits.in_play,
        };
        match member.role {
            Role::Seat(seat) => {
                let person = &mut self.people.seats[seat];
                if person.connection == Some(member.id) {
                    person.connection = None;
                    person.awaited = Some(deadline_in(wait));
                    person.ready = false;
                    person.meter = LagMeter::default();
                }
            }
            Role::Arbiter => {
                self.people.arbiters.retain(|one| *one != member.id);
            }
            Role::Spectator => self.people.spectators = self.people.spectators.saturating_sub(1),
        }
        self.absence.note(member.role == Role::Spectator);
        self.tell_people();
    }

    /// Somebody takes a free seat of a public match: the link that was made for it is void.
    pub(super) async fn take_seat(
        &mut self,
        seat: Option<Seat>,
        name: String,
    ) -> Result<SeatTaken, NoSeat> {
        if !self.core.record().terms.public || self.core.game().phase() != Phase::Waiting {
            return Err(NoSeat::Refused(Problem::NotLookingForPlayers));
        }
        let kept = self.core.record().terms.seat;
        let free = |seat: &Seat| !self.people.seats[*seat].is_taken() && kept != Some(*seat);
        let found = match seat {
            Some(seat) => Some(seat).filter(free),
            None => Seat::ALL.into_iter().find(free),
        };
        let Some(seat) = found else { return Err(NoSeat::Refused(Problem::SeatTaken)) };
        let secret = Secret::random().map_err(|_| NoSeat::Refused(Problem::NoRandomness))?;
        let name = self.told_apart(seat, name);
        let record = SeatRecord { secret: secret.hash(), name: Some(name.clone()), bot: None };
        if !self.keep_seat(seat, record).await {
            return Err(NoSeat::CantStore);
        }
        self.people.seats[seat].awaited = Some(deadline_in(self.waits.before_start));
        self.tell_people();
        Ok(SeatTaken { seat, name, secret })
    }

    /// When the next seat is free again, before the start of a public match, that nobody was
    /// connected to for a while.
    pub(super) fn free_at(&self) -> Option<Instant> {
        Seat::ALL.into_iter().filter_map(|seat| self.seat_free_at(seat)).min()
    }

    /// The same for one seat. The maker's is the maker's.
    fn seat_free_at(&self, seat: Seat) -> Option<Instant> {
        let terms = &self.core.record().terms;
        let may_be = terms.public && terms.seat != Some(seat);
        let waiting = self.core.game().phase() == Phase::Waiting;
        self.people.seats[seat].kept_until().filter(|_| may_be && waiting)
    }

    /// Gives such seats back. What opened them does so until somebody else takes them: whoever comes
    /// late is welcome.
    pub(super) async fn free_seats(&mut self) {
        for seat in Seat::ALL {
            if !self.seat_free_at(seat).is_some_and(is_past) {
                continue;
            }
            let record = SeatRecord { name: None, ..self.core.record().seats[seat].clone() };
            if !self.keep_seat(seat, record).await {
                // Tried again a little later.
                self.people.seats[seat].awaited = Some(deadline_in(self.waits.before_start));
                continue;
            }
            self.people.seats[seat] = Person::default();
            self.tell_people();
        }
    }
}
