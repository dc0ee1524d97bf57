//! Commands of people: checked against the room, decided by the core, told to everybody.

use tandem_notation::read_act;
use tandem_referee::{Act, Command, MoveText, Phase, Refusal, Ruling};
use tandem_rules::{BySeat, Millis, Seat};

use super::Room;
use super::people::Person;
use crate::codes::SessionRefusal;
use crate::fanout::ConnectionId;
use crate::metrics::METRICS;
use crate::table::core::{Ask, Asker, Author, NotDone};
use crate::table::request::{Asked, Sitter};
use crate::time::Stopwatch;
use crate::wire::{Ack, ForeseenAnswer, Refused, Role, ToClient, WhyAnswer, tidied, tidied_ruling};

/// Who gives commands in a role.
pub(super) fn author(role: Role) -> Option<Author> {
    match role {
        Role::Seat(seat) => Some(Author::Seat(seat)),
        Role::Arbiter => Some(Author::Arbiter),
        Role::Spectator => None,
    }
}

impl Room {
    pub(super) async fn command(
        &mut self,
        connection: ConnectionId,
        role: Role,
        id: u64,
        asked: Asked,
        heard: Millis,
    ) {
        let Some(author) = author(role) else { return };
        // Only who is in the room now acts: a replaced connection may have had this under way.
        if !self.fan.members().iter().any(|m| m.id == connection && m.role == role) {
            return;
        }
        if id <= self.core.last_command(author) {
            let told = Some(self.moment).filter(|moment| *moment < heard);
            if let (Role::Seat(seat), Asked::Act(act)) = (role, &asked)
                && let Some(act) = tidied(act.clone())
                && self.core.is_another(seat, id, &act, told)
            {
                return self.settle_another(connection, seat, id, &act, heard).await;
            }
            self.fan.send(connection, ToClient::Ack(Ack { id, repeated: true }).text());
            return;
        }
        let started = Stopwatch::start();
        let said = match (role, &asked) {
            (Role::Seat(seat), Asked::Act(act @ Act::Say { .. })) => Some((seat, act.clone())),
            _ => None,
        };
        let outcome = self.try_command(role, Asker::Person(author, id), asked.clone()).await;
        METRICS.command(started.elapsed(), outcome.is_ok());
        if let Role::Seat(seat) = role {
            self.settle_late(seat, &asked, heard, &outcome).await;
        }
        match (outcome, said) {
            // An unknown outcome ends the table without a word.
            (Err(_), _) if self.core.is_lost() => {}
            (Err(why), _) => self.fan.send(connection, ToClient::refused(id, &why).text()),
            (Ok(()), Some((seat, act))) => self.answer_partner(seat, &act).await,
            (Ok(()), None) => {}
        }
    }

    /// A player acts who hears of the match by its events. None: the seat is open elsewhere.
    pub(super) async fn act_directly(
        &mut self,
        connection: ConnectionId,
        seat: Seat,
        act: Act<MoveText>,
    ) -> Option<Result<(), Refused>> {
        if self.people.seats[seat].connection != Some(connection) {
            return None;
        }
        let started = Stopwatch::start();
        let author = Author::Seat(seat);
        let asker = Asker::Person(author, self.core.last_command(author) + 1);
        let outcome = self.try_command(Role::Seat(seat), asker, Asked::Act(act)).await;
        METRICS.command(started.elapsed(), outcome.is_ok());
        Some(outcome)
    }

    async fn try_command(&mut self, role: Role, asker: Asker, asked: Asked) -> Result<(), Refused> {
        let command = match (role, asked) {
            (Role::Seat(seat), Asked::Act(act)) => {
                tidied(act).map(|act| Command::Player { seat, act })
            }
            (Role::Arbiter, Asked::Rule(rule)) => {
                Some(Command::Arbiter { rule: tidied_ruling(rule) })
            }
            _ => None,
        };
        let command = command.ok_or(SessionRefusal::NothingSaid)?;
        match command {
            Command::Player { seat, .. } if self.bench.seats[seat].is_some() => {
                return Err(SessionRefusal::BotPlaysHere.into());
            }
            Command::Player { act: Act::CallArbiter, .. }
                if !self.core.record().terms.arbiter && !self.is_on_table() =>
            {
                return Err(SessionRefusal::NoArbiterHere.into());
            }
            Command::Arbiter { rule: Ruling::Start } if !self.people.all(Person::is_taken) => {
                return Err(SessionRefusal::SeatsNotTaken.into());
            }
            _ => {}
        }
        match self.carry_out(&command, asker).await {
            Ok(None) => Ok(()),
            Ok(Some(refusal)) => Err(Refused::ByTheBook(refusal)),
            Err(NotDone::TooFull(why)) => Err(why.into()),
            Err(NotDone::NotStored(error)) => {
                tracing::error!(table = %self.core.id(), %error, "a command could not be stored");
                Err(SessionRefusal::NotStored.into())
            }
        }
    }

    /// Says what a ruling would bring about, and does nothing.
    pub(super) fn answer_foresee(&mut self, connection: ConnectionId, id: u64, rule: &Ruling) {
        let (foreseen, why) = match self.core.game().foresee(rule, self.moment) {
            Ok(foreseen) => (Some(foreseen), None),
            Err(refusal) => (None, Some((&Refused::ByTheBook(refusal)).into())),
        };
        let answer = ForeseenAnswer { id, foreseen, why };
        self.fan.send(connection, ToClient::Foreseen(answer).text());
    }

    /// Says what would be wrong with a move, and does nothing.
    pub(super) fn answer_why(&mut self, by: Sitter, id: u64, tried: MoveText) {
        let Some(connection) = by.connection else { return };
        let game = self.core.game();
        let act = read_act(game, by.seat, Act::Move { tried });
        let refusal = game.why_not(by.seat, act, self.moment);
        let why = refusal.map(|refusal| (&Refused::ByTheBook(refusal)).into());
        self.fan.send(connection, ToClient::Why(WhyAnswer { id, why }).text());
    }

    /// Has the core decide at the moment that is being seen to, and tells what came of it. What
    /// comes back is the referee's refusal, if there is one.
    pub(super) async fn carry_out(
        &mut self,
        command: &Command<MoveText>,
        asker: Asker,
    ) -> Result<Option<Refusal>, NotDone> {
        // A bot's moves cost its owner, who looks on, nothing.
        let lag = BySeat::new_with(|seat| match self.bench.seats[seat] {
            Some(_) => None,
            None => self.people.seats[seat].meter.lag(),
        });
        let done = self.core.act(Ask { at: self.moment, command, asker, lag }).await?;
        if !done.events.is_empty() {
            if matches!(command, Command::Arbiter { .. }) {
                self.ahead.forget_all();
            }
            self.bench.notice(&done.events);
            self.tell_update(&done.events, &done.lines, done.seen_before, done.acknowledged);
            if self.core.game().phase() == Phase::Over && self.proposal.take().is_some() {
                self.tell_people();
            }
        } else if let Some((author, id)) = done.acknowledged {
            self.answer(author, &ToClient::Ack(Ack { id, repeated: false }).text());
        }
        Ok(done.refusal)
    }
}
