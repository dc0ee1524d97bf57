//! Places for bots: only so many play on a server, also after a restart. A match whose bots find
//! no place waits for its turn, and its time stands still until then; one of a site goes to another
//! machine that has room for all of them.

use std::time::Duration;

use tandem_referee::Phase;
use tandem_rules::Seat;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;

use super::Room;
use super::people::Person;
use crate::bots::{BotKind, Waiting};
use crate::table::request::Request;

/// How long a match whose engine another machine has may take to get there, before it is played here without it.
const MOVING: Duration = Duration::from_secs(2);

/// A match's turn in the queue for places; given up with it.
pub(super) struct Turn {
    waits: JoinHandle<()>,
    /// As long as it may as well go to another machine.
    anywhere: Option<Waiting>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.waits.abort();
    }
}

impl Room {
    /// Finds places for the bots that have none, now or as soon as some are free.
    pub(super) fn seek_places(&mut self) {
        let lacking = self.bench.kinds(true);
        let bots = u32::try_from(lacking.len()).unwrap_or(u32::MAX);
        if bots == 0 || self.core.game().phase() == Phase::Over {
            return;
        }
        let house = std::sync::Arc::clone(&self.bench.house);
        let room = house.room();
        let leaves = !lacking.iter().all(|kind| room.knows(kind)) && self.has_room_elsewhere(None);
        let places = if leaves { None } else { house.places(bots) };
        if let Some(places) = places {
            self.bench.take_places(places);
            return;
        }
        tracing::info!(table = %self.core.id(), bots, "a match waits for places for its bots");
        for seat in Seat::ALL {
            self.people.seats[seat].waits_for_place = self.bench.lacks_place(seat);
        }
        // The turn that it had is given up first.
        self.bench.turn = None;
        let wait = || house.wait_anywhere(self.core.id().clone(), self.bench.kinds(false));
        let anywhere = self.may_move().then(wait);
        let table = self.bench.queue();
        let waits = tokio::spawn(async move {
            if leaves {
                tokio::time::sleep(MOVING).await;
            }
            let places = house.wait_for(bots).await;
            // A table that is gone needs no places.
            let _ = table.push(Request::Places(places), None);
        });
        self.bench.turn = Some(Turn { waits, anywhere });
    }

    /// Whether the match can be played at another machine as well: whoever follows it by its events has to stay.
    fn may_move(&self) -> bool {
        self.core.store().is_shared() && self.followers.is_empty()
    }

    /// Whether another machine has room for all bots of the match, with one more perhaps.
    fn has_room_elsewhere(&self, more: Option<&BotKind>) -> bool {
        let mut kinds = self.bench.kinds(false);
        kinds.extend(more.cloned());
        self.may_move() && self.bench.house.has_room_elsewhere(&kinds)
    }

    /// Whether one more bot can play, here or where the match would go.
    pub(super) fn has_room_for(&self, kind: &BotKind) -> bool {
        let here = self.bench.house.free() > 0 && self.bench.house.room().knows(kind);
        here || self.has_room_elsewhere(Some(kind))
    }

    /// Somebody came who can't follow it to another machine.
    pub(super) fn stays_here(&mut self) {
        if let Some(turn) = &mut self.bench.turn {
            turn.anywhere = None;
        }
    }

    /// There are places.
    pub(super) async fn have_places(&mut self, places: OwnedSemaphorePermit) {
        self.bench.turn = None;
        self.bench.take_places(places);
        for person in self.people.seats.values_mut() {
            person.waits_for_place = false;
        }
        // One may have sat down meanwhile.
        self.seek_places();
        self.tell_people();
        self.start_if_ready().await;
        if self.people.all(Person::is_there) {
            self.go_on();
        }
    }

    /// Whether one of the bots can't play yet.
    pub(super) fn waits_for_places(&self) -> bool {
        self.people.seats.iter().any(|(_, person)| person.waits_for_place)
    }
}
