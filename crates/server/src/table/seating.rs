//! Bots take seats and leave them: before the start at anybody's wish, later only in the place
//! of somebody who left, and only if everybody who stayed agrees.

use tandem_referee::{Command, Phase};
use tandem_rules::Seat;

use super::actor::Actor;
use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::store::SeatRecord;
use crate::wire::{NoticeCode, to_client};

/// A bot for somebody who left, as long as not all have agreed.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) seat: Seat,
    pub(super) bot: BotKind,
    pub(super) agreed: Vec<Seat>,
}

impl Actor {
    /// Starts the match as soon as everybody is there and ready; bots always are.
    pub(super) async fn start_if_ready(&mut self) {
        let ready = self.people.all(|person| person.is_ready() && person.is_there());
        if self.game.phase() != Phase::Waiting || !ready {
            return;
        }
        let now = self.clock.now();
        if let Err(error) = self.carry_out(now, &Command::Start, None).await {
            tracing::error!(table = %self.record.id, %error, "the start could not be stored");
        }
    }

    /// Before the start a bot takes a seat where nobody is, or leaves it.
    pub(super) async fn seat_bot(
        &mut self,
        asked_by: ConnectionId,
        seat: Seat,
        kind: Option<BotKind>,
    ) {
        let person = &self.people.seats[seat];
        let code = match &kind {
            _ if self.game.phase() != Phase::Waiting => Some(NoticeCode::SeatNotFree),
            Some(_) if person.connection.is_some() => Some(NoticeCode::SeatNotFree),
            Some(kind) if !self.bench.house.knows(kind) => Some(NoticeCode::NoSuchBot),
            Some(_) if person.bot.is_none() && !self.bench.house.has_room_for(1) => {
                Some(NoticeCode::TooManyBots)
            }
            _ => None,
        };
        if let Some(code) = code {
            self.fan.send(asked_by, to_client::notice(Some(seat), code, ""));
            return;
        }
        if self.place_bot(seat, kind).await {
            self.start_if_ready().await;
        }
    }

    /// Puts a bot in a seat, or takes it out, once that is durable.
    pub(super) async fn place_bot(&mut self, seat: Seat, kind: Option<BotKind>) -> bool {
        let kept = self.record.seats[seat].clone();
        let record = SeatRecord { bot: kind.clone(), ..kept };
        if !self.keep_seat(seat, record).await {
            tracing::error!(table = %self.record.id, "a bot's seat could not be stored");
            return false;
        }
        match kind {
            Some(kind) => self.bench.sit(seat, kind),
            None => self.bench.seats[seat] = None,
        }
        self.tell_people();
        true
    }

    /// A player proposes a bot for somebody who left, agrees to it, or is against it.
    pub(super) async fn substitute(&mut self, by: Seat, seat: Seat, kind: Option<BotKind>) {
        let person = &self.people.seats[seat];
        let away = person.connection.is_none() && person.bot.is_none();
        if self.game.phase() != Phase::Playing || by == seat || !away {
            return;
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

    /// Seats the proposed bot once everybody who is still there has agreed.
    pub(super) async fn substitute_if_agreed(&mut self) {
        let Some(proposal) = &self.proposal else { return };
        if self.people.seats[proposal.seat].connection.is_some() {
            // He is back.
            self.proposal = None;
            self.tell_people();
            return;
        }
        let mut here = Seat::ALL
            .into_iter()
            .filter(|seat| self.people.seats[*seat].connection.is_some())
            .peekable();
        if here.peek().is_none() || !here.all(|seat| proposal.agreed.contains(&seat)) {
            return;
        }
        let (seat, bot) = (proposal.seat, proposal.bot.clone());
        self.proposal = None;
        if self.place_bot(seat, Some(bot)).await {
            self.tell_all(&to_client::notice(Some(seat), NoticeCode::BotTookOver, ""));
        }
    }

    /// Whoever has the secret of a seat gets it back from a bot when he asks.
    pub(super) async fn take_back(&mut self, seat: Seat) {
        if self.bench.seats[seat].is_none() {
            return;
        }
        self.let_go(seat).await;
        if self.place_bot(seat, None).await {
            self.tell_all(&to_client::notice(Some(seat), NoticeCode::PlayerIsBack, ""));
        }
    }
}
