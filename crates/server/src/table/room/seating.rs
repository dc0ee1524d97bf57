//! Bots take seats and leave them: before the start at the wish of their team, later only in the
//! place of somebody who left and was waited for, and only if their partner and everybody else who
//! stayed agree.

use std::time::Duration;

use tandem_referee::{Command, Phase};
use tandem_rules::Seat;

use super::Room;
use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::store::SeatRecord;
use crate::table::core::Asker;
use crate::time::time_until;
use crate::wire::{Notice, NoticeCode, Role};

/// A bot for somebody who left, as long as not all have agreed.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) seat: Seat,
    pub(super) bot: BotKind,
    pub(super) agreed: Vec<Seat>,
}

impl Room {
    /// Starts the match as soon as everybody is there and ready; bots always are.
    pub(super) async fn start_if_ready(&mut self) {
        // Whoever comes to a table of an event comes to play; a phone beside a board is told when.
        let of_event = self.core.record().terms.event.is_some() && !self.is_on_table();
        let ready = self.people.all(|person| (person.is_ready() || of_event) && person.is_there());
        if ready {
            self.begin().await;
        }
    }

    /// Starts the match, if it has not begun.
    pub(super) async fn begin(&mut self) {
        if self.core.game().phase() != Phase::Waiting {
            return;
        }
        if let Err(error) = self.carry_out(&Command::Start, Asker::House).await {
            tracing::error!(table = %self.core.id(), %error, "the start could not be stored");
        }
    }

    /// Before the start a bot takes a seat where nobody is, or leaves it.
    pub(super) async fn seat_bot(
        &mut self,
        asked_by: ConnectionId,
        seat: Seat,
        kind: Option<BotKind>,
    ) {
        let Some(role) = self.fan.members().iter().find(|m| m.id == asked_by).map(|m| m.role)
        else {
            return;
        };
        let person = &self.people.seats[seat];
        let waits = kind.is_some() && person.name.is_some() && self.waits_for(seat).is_some();
        let code = match &kind {
            // A bot has no hands for a board on a table.
            _ if self.core.record().terms.event.is_some() || self.is_on_table() => {
                Some(NoticeCode::NotYours)
            }
            _ if self.core.game().phase() != Phase::Waiting => Some(NoticeCode::SeatNotFree),
            Some(_) if person.connection.is_some() => Some(NoticeCode::SeatNotFree),
            _ if !self.may_fill(role, seat) => Some(NoticeCode::NotYours),
            _ if waits => Some(NoticeCode::NotYet),
            Some(kind) if !self.bench.house.knows(kind) => Some(NoticeCode::NoSuchBot),
            Some(kind) if person.bot.is_none() && !self.has_room_for(kind) => {
                Some(NoticeCode::TooManyBots)
            }
            _ => None,
        };
        if let Some(code) = code {
            self.tell_why(asked_by, seat, code);
            return;
        }
        if self.place_bot(seat, kind).await {
            self.start_if_ready().await;
        }
    }

    /// Whether somebody may give a seat to a bot: one of its own team may, or the arbiter, or
    /// anybody as long as nobody of that team has come.
    fn may_fill(&self, role: Role, seat: Seat) -> bool {
        let is_taken = |seat: Seat| self.people.seats[seat].name.is_some();
        match role {
            Role::Seat(by) => {
                by.team() == seat.team() || !(is_taken(seat) || is_taken(seat.partner()))
            }
            Role::Arbiter => true,
            Role::Spectator => false,
        }
    }

    /// How long somebody who left is still waited for.
    fn waits_for(&self, seat: Seat) -> Option<Duration> {
        self.people.seats[seat].awaited.map(time_until).filter(|left| *left > Duration::ZERO)
    }

    fn tell_why(&mut self, asked_by: ConnectionId, seat: Seat, code: NoticeCode) {
        let left = self.waits_for(seat).filter(|_| code == NoticeCode::NotYet);
        let detail = left.map(|left| (left.as_millis().div_ceil(1000)).to_string());
        let text = Notice::text(Some(seat), code, &detail.unwrap_or_default());
        self.fan.send(asked_by, text);
    }

    /// Puts a bot in a seat, or takes it out, once that is durable.
    pub(super) async fn place_bot(&mut self, seat: Seat, kind: Option<BotKind>) -> bool {
        // Another bot at a seat has the place of the one before.
        let held = !self.bench.lacks_place(seat) && self.bench.seats[seat].is_some();
        // One without a place goes with the match to a machine that has one.
        let known = kind.as_ref().is_none_or(|kind| self.bench.house.room().knows(kind));
        let place = if held || !known { None } else { self.bench.house.place() };
        let lacks = kind.as_ref().filter(|_| !held && place.is_none());
        if lacks.is_some_and(|kind| !self.has_room_for(kind)) {
            self.tell_all(&Notice::text(Some(seat), NoticeCode::TooManyBots, ""));
            return false;
        }
        let kept = self.core.record().seats[seat].clone();
        let record = SeatRecord { bot: kind.clone(), ..kept };
        if !self.keep_seat(seat, record).await {
            tracing::error!(table = %self.core.id(), "a bot's seat could not be stored");
            return false;
        }
        match kind {
            Some(kind) => {
                let place = place.or_else(|| self.bench.give_up_place(seat));
                self.bench.sit(self.core.game(), seat, kind, place);
            }
            None => self.bench.seats[seat] = None,
        }
        self.people.seats[seat].waits_for_place = false;
        if self.bench.lacks_place(seat) {
            self.seek_places();
        }
        self.tell_people();
        true
    }

    /// A player proposes a bot for somebody who left, agrees to it, or is against it.
    pub(super) async fn substitute(&mut self, by: Seat, seat: Seat, kind: Option<BotKind>) {
        let person = &self.people.seats[seat];
        let away = person.connection.is_none() && person.bot.is_none();
        let Some(asked_by) = self.people.seats[by].connection else { return };
        if self.core.game().phase() != Phase::Playing || by == seat || !away {
            return;
        }
        if self.core.record().terms.event.is_some() || self.is_on_table() {
            self.tell_why(asked_by, seat, NoticeCode::NotYours);
            return;
        }
        if kind.is_some() {
            // Opponents alone don't: of their own team somebody must be there to agree.
            let partner_is_there = self.people.seats[seat.partner()].connection.is_some();
            let code = match self.waits_for(seat) {
                _ if !partner_is_there => Some(NoticeCode::NotYours),
                Some(_) => Some(NoticeCode::NotYet),
                None => None,
            };
            if let Some(code) = code {
                self.tell_why(asked_by, seat, code);
                return;
            }
        }
        self.proposal = match (kind, self.proposal.take()) {
            (None, _) => None,
            (Some(bot), Some(mut proposal)) if proposal.seat == seat && proposal.bot == bot => {
                if !proposal.agreed.contains(&by) {
                    proposal.agreed.push(by);
                }
                Some(proposal)
            }
            (Some(bot), _) if self.bench.house.knows(&bot) => {
                Some(Proposal { seat, bot, agreed: vec![by] })
            }
            (Some(_), before) => before,
        };
        self.tell_people();
        self.substitute_if_agreed().await;
    }

    /// Seats the proposed bot once everybody who is still there has agreed, the partner of whoever
    /// left among them.
    pub(super) async fn substitute_if_agreed(&mut self) {
        let Some(proposal) = &self.proposal else { return };
        let back = self.people.seats[proposal.seat].connection.is_some();
        if back || self.core.game().phase() != Phase::Playing {
            self.proposal = None;
            self.tell_people();
            return;
        }
        let is_here = |seat: Seat| self.people.seats[seat].connection.is_some();
        let mut here = Seat::ALL.into_iter().filter(|seat| is_here(*seat));
        let partner = is_here(proposal.seat.partner());
        if !partner || !here.all(|seat| proposal.agreed.contains(&seat)) {
            return;
        }
        let (seat, bot) = (proposal.seat, proposal.bot.clone());
        self.proposal = None;
        if self.place_bot(seat, Some(bot)).await {
            self.tell_all(&Notice::text(Some(seat), NoticeCode::BotTookOver, ""));
        }
    }

    /// Whoever has the secret of a seat gets it back from a bot when they ask.
    pub(super) async fn take_back(&mut self, seat: Seat) {
        // Once the match is over who played it stands.
        if self.bench.seats[seat].is_none() || self.core.game().phase() == Phase::Over {
            return;
        }
        self.let_go(seat).await;
        if self.place_bot(seat, None).await {
            self.tell_all(&Notice::text(Some(seat), NoticeCode::PlayerIsBack, ""));
        }
    }
}
