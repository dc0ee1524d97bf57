//! Playing again, with colours swapped.

use tandem_referee::Phase;
use tandem_rules::{BySeat, Seat};

use super::actor::Actor;
use super::clock::now_unix;
use super::people::Person;
use crate::ids::MatchId;
use crate::store::{MatchRecord, Write};
use crate::terms::Terms;
use crate::wire::{Role, to_client};

impl Actor {
    pub(super) async fn want_rematch(&mut self, seat: Seat, on: bool) {
        if self.game.phase() != Phase::Over || self.record.rematch.is_some() {
            return;
        }
        self.people.seats[seat].rematch = on;
        self.tell_people();
        if self.people.all(Person::wants_rematch) {
            self.make_rematch().await;
        }
    }

    /// Every secret opens the new seat of its owner: no new one has to travel.
    async fn make_rematch(&mut self) {
        let Ok(id) = MatchId::random() else { return };
        let terms = Terms { rematch_of: Some(self.record.id.clone()), ..self.record.terms.clone() };
        let record = MatchRecord {
            id: id.clone(),
            created: now_unix(),
            terms,
            maker: self.record.maker,
            arbiter: self.record.arbiter,
            seats: BySeat::new_with(|seat| self.record.seats[seat.opponent()].clone()),
            rematch: None,
        };
        let made = self.store.write(Write::Make(Box::new(record)));
        let old = self.record.id.clone();
        let noted = self.store.write(Write::Rematch { id: old, next: id.clone() });
        if !matches!((made.await, noted.await), (Ok(Ok(())), Ok(Ok(())))) {
            tracing::error!(table = %self.record.id, "the rematch could not be stored");
            return;
        }
        for seat in Seat::ALL {
            let text = to_client::rematch(&id, Some(seat.opponent()));
            self.fan.publish(Role::Seat(seat), &text);
        }
        for role in [Role::Arbiter, Role::Spectator] {
            self.fan.publish(role, &to_client::rematch(&id, None));
        }
        self.record.rematch = Some(id);
    }
}
