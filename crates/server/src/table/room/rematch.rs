//! Playing again, with colours swapped.

use tandem_referee::Phase;
use tandem_rules::{BySeat, Seat};

use super::Room;
use super::people::Person;
use crate::ids::MatchId;
use crate::store::MatchRecord;
use crate::terms::Terms;
use crate::time::now_unix;
use crate::wire::{Notice, NoticeCode, RematchMade, Role, ToClient};

impl Room {
    pub(super) async fn want_rematch(&mut self, seat: Seat, on: bool) {
        if self.core.game().phase() != Phase::Over || self.core.record().rematch.is_some() {
            return;
        }
        // Who plays whom in an event is paired.
        if self.core.record().terms.event.is_some() {
            return;
        }
        self.people.seats[seat].rematch = on;
        self.tell_people();
        if self.people.all(Person::wants_rematch) {
            self.make_rematch().await;
        }
    }

    /// A rematch is a match like any other of whoever made the first.
    async fn may_make_rematch(&mut self) -> bool {
        let Some(maker) = self.core.record().maker else { return true };
        match self.limits.may_make(maker, self.core.store()).await {
            Ok(may) => may.is_ok(),
            Err(error) => {
                tracing::error!(table = %self.core.id(), %error, "no rematch could be made");
                false
            }
        }
    }

    /// Every secret opens the new seat of its owner: no new one has to travel. The arbiter's opens
    /// the new desk, if the terms have an arbiter; otherwise it opened nothing before either.
    async fn make_rematch(&mut self) {
        if !self.may_make_rematch().await {
            for seat in Seat::ALL {
                self.people.seats[seat].rematch = false;
            }
            self.tell_people();
            self.tell_all(&Notice::text(None, NoticeCode::TooManyMatches, ""));
            return;
        }
        let Ok(id) = MatchId::random() else { return };
        let terms = Terms {
            rematch_of: Some(self.core.id().clone()),
            seat: None,
            ..self.core.record().terms.clone()
        };
        let record = MatchRecord {
            id: id.clone(),
            created: now_unix(),
            terms,
            maker: self.core.record().maker,
            arbiter: self.core.record().arbiter,
            seats: BySeat::new_with(|seat| self.core.record().seats[seat.opponent()].clone()),
            rematch: None,
        };
        if let Err(error) = self.core.follow_with(record).await {
            tracing::error!(table = %self.core.id(), %error, "the rematch could not be stored");
            return;
        }
        for seat in Seat::ALL {
            let text =
                ToClient::Rematch(RematchMade { id: &id, seat: Some(seat.opponent()) }).text();
            self.fan.publish(Role::Seat(seat), &text);
        }
        for role in [Role::Arbiter, Role::Spectator] {
            self.fan.publish(role, &ToClient::Rematch(RematchMade { id: &id, seat: None }).text());
        }
        self.tell_followers_next(&id);
    }
}
