//! Who sits at the table, and how they are.

use serde::Serialize;
use tandem_rules::{BySeat, Millis, Seat};

use crate::fanout::ConnectionId;

/// What is known of the person at a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    pub(super) connection: Option<ConnectionId>,
    pub(super) ready: bool,
    pub(super) rematch: bool,
    /// The measured round trip.
    pub(super) lag: Option<Millis>,
    /// What the others were told of it.
    told: Option<Millis>,
}

/// Everybody at the table.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    pub(super) seats: BySeat<Person>,
    pub(super) arbiter: Option<ConnectionId>,
    pub(super) spectators: usize,
}

impl People {
    /// Whether every seat satisfies something.
    pub(super) fn all(&self, test: impl Fn(&Person) -> bool) -> bool {
        self.seats.iter().all(|(_, person)| test(person))
    }

    /// Notes a measured round trip; true if the others should hear of it.
    pub(super) fn measured(&mut self, seat: Seat, round_trip: Millis) -> bool {
        let person = &mut self.seats[seat];
        let lag = match person.lag {
            // One slow answer says little.
            Some(lag) => Millis((lag.0 * 3 + round_trip.0) / 4),
            None => round_trip,
        };
        person.lag = Some(lag);
        let told = person.told.map_or(i64::MIN / 2, |told| told.0);
        let noticeable = (lag.0 - told).abs() > 10.max(told / 4);
        if noticeable {
            person.told = Some(lag);
        }
        noticeable
    }

    /// As the protocol tells it.
    pub(super) fn view(&self) -> PeopleView<'_> {
        let person = |seat: Seat| {
            let person = &self.seats[seat];
            PersonView {
                name: person.name.as_deref(),
                taken: person.name.is_some(),
                connected: person.connection.is_some(),
                ready: person.ready,
                rematch: person.rematch,
                lag: person.lag.filter(|_| person.connection.is_some()).map(|lag| lag.0),
            }
        };
        PeopleView {
            seats: SeatsView {
                white_a: person(Seat::WhiteA),
                black_a: person(Seat::BlackA),
                white_b: person(Seat::WhiteB),
                black_b: person(Seat::BlackB),
            },
            arbiter: self.arbiter.is_some(),
            spectators: self.spectators,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct PeopleView<'p> {
    seats: SeatsView<'p>,
    arbiter: bool,
    spectators: usize,
}

#[derive(Debug, Serialize)]
struct SeatsView<'p> {
    #[serde(rename = "A")]
    white_a: PersonView<'p>,
    #[serde(rename = "a")]
    black_a: PersonView<'p>,
    #[serde(rename = "B")]
    white_b: PersonView<'p>,
    #[serde(rename = "b")]
    black_b: PersonView<'p>,
}

#[derive(Debug, Serialize)]
struct PersonView<'p> {
    name: Option<&'p str>,
    taken: bool,
    connected: bool,
    ready: bool,
    rematch: bool,
    lag: Option<i64>,
}
