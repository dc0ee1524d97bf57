//! Who sits at the table, and how they are.

use serde::Serialize;
use tandem_rules::{BySeat, Millis, Seat};

use super::seating::Proposal;
use crate::bots::BotKind;
use crate::fanout::ConnectionId;

/// What is known of the person at a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    /// The bot that plays here, for him if there is a name.
    pub(super) bot: Option<BotKind>,
    pub(super) connection: Option<ConnectionId>,
    pub(super) ready: bool,
    pub(super) rematch: bool,
    /// The measured round trip.
    pub(super) lag: Option<Millis>,
    /// What the others were told of it.
    told: Option<Millis>,
}

impl Person {
    /// Whether somebody, or something, sits here.
    pub(super) fn is_taken(&self) -> bool {
        self.name.is_some() || self.bot.is_some()
    }

    /// Whether he could act now.
    pub(super) fn is_there(&self) -> bool {
        self.connection.is_some() || self.bot.is_some()
    }

    /// Whether the match may start for him.
    pub(super) fn is_ready(&self) -> bool {
        self.ready || self.bot.is_some()
    }

    /// Whether he would play again.
    pub(super) fn wants_rematch(&self) -> bool {
        self.rematch || self.bot.is_some()
    }
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
    pub(super) fn view<'p>(&'p self, proposal: Option<&'p Proposal>) -> PeopleView<'p> {
        let person = |seat: Seat| {
            let person = &self.seats[seat];
            PersonView {
                name: match &person.bot {
                    Some(bot) => Some(bot.name()),
                    None => person.name.clone(),
                },
                taken: person.is_taken(),
                connected: person.is_there(),
                ready: person.is_ready(),
                rematch: person.wants_rematch(),
                lag: person.lag.filter(|_| person.connection.is_some()).map(|lag| lag.0),
                bot: person.bot.as_ref(),
                sits_for: person.name.as_deref().filter(|_| person.bot.is_some()),
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
            substitute: proposal.map(|proposal| SubstituteView {
                seat: proposal.seat,
                bot: &proposal.bot,
                agreed: &proposal.agreed,
            }),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct PeopleView<'p> {
    seats: SeatsView<'p>,
    arbiter: bool,
    spectators: usize,
    substitute: Option<SubstituteView<'p>>,
}

#[derive(Debug, Serialize)]
struct SubstituteView<'p> {
    seat: Seat,
    bot: &'p BotKind,
    agreed: &'p [Seat],
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
    name: Option<String>,
    taken: bool,
    connected: bool,
    ready: bool,
    rematch: bool,
    lag: Option<i64>,
    bot: Option<&'p BotKind>,
    sits_for: Option<&'p str>,
}
