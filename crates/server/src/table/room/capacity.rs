//! Places for bots: only so many play on a server, also after a restart. A match whose bots find
//! no place waits for its turn, and its time stands still until then.

use tandem_referee::Phase;
use tandem_rules::Seat;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;

use super::Room;
use super::people::Person;
use crate::table::request::Request;

/// A match's turn in the queue for places; given up with it.
pub(super) struct Turn(JoinHandle<()>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Room {
    /// Finds places for the bots that have none, now or as soon as some are free.
    pub(super) fn seek_places(&mut self) {
        let bots = self.bench.without_place();
        if bots == 0 || self.core.game().phase() == Phase::Over {
            return;
        }
        if let Some(places) = self.bench.house.places(bots) {
            self.bench.take_places(places);
            return;
        }
        tracing::info!(table = %self.core.id(), bots, "a match waits for places for its bots");
        for seat in Seat::ALL {
            self.people.seats[seat].waits_for_place = self.bench.lacks_place(seat);
        }
        let (house, table) = (std::sync::Arc::clone(&self.bench.house), self.bench.queue());
        self.bench.turn = Some(Turn(tokio::spawn(async move {
            let places = house.wait_for(bots).await;
            // A table that is gone needs no places.
            let _ = table.push(Request::Places(places), None);
        })));
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
