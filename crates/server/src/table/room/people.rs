//! Who sits at the table, and how they are.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_rules::{BySeat, Millis, Seat};
use tokio::time::Instant;

use super::seating::Proposal;
use crate::bots::BotKind;
use crate::fanout::ConnectionId;
use crate::table::core::LagMeter;

/// What is known of the person at a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    /// The bot that plays here, for them if there is a name.
    pub(super) bot: Option<BotKind>,
    /// That bot can't play yet.
    pub(super) waits_for_place: bool,
    pub(super) connection: Option<ConnectionId>,
    /// Until when they are waited for, once they have left.
    pub(super) awaited: Option<Instant>,
    pub(super) ready: bool,
    pub(super) rematch: bool,
    /// How far away they are.
    pub(super) meter: LagMeter,
    /// What the others were told of it.
    told: Option<Millis>,
}

impl Person {
    /// The round trip to them, as far as it is known.
    fn lag(&self) -> Option<Millis> {
        self.meter.lag().map(|lag| lag.round_trip)
    }

    /// Whether somebody, or something, sits here.
    pub(super) fn is_taken(&self) -> bool {
        self.name.is_some() || self.bot.is_some()
    }

    /// Whether they could act now.
    pub(super) fn is_there(&self) -> bool {
        self.connection.is_some() || (self.bot.is_some() && !self.waits_for_place)
    }

    /// Until when the seat is kept for somebody who is not there.
    pub(super) fn kept_until(&self) -> Option<Instant> {
        let away = self.name.is_some() && self.bot.is_none() && self.connection.is_none();
        self.awaited.filter(|_| away)
    }

    /// Whether the match may start for them.
    pub(super) fn is_ready(&self) -> bool {
        self.ready || self.bot.is_some()
    }

    /// Whether they would play again.
    pub(super) fn wants_rematch(&self) -> bool {
        self.rematch || self.bot.is_some()
    }
}

/// Everybody at the table.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    pub(super) seats: BySeat<Person>,
    /// The arbiters who are there, the one who came first at the front.
    pub(super) arbiters: Vec<ConnectionId>,
    pub(super) spectators: usize,
}

impl People {
    /// Whether every seat satisfies something.
    pub(super) fn all(&self, test: impl Fn(&Person) -> bool) -> bool {
        self.seats.iter().all(|(_, person)| test(person))
    }

    /// Notes a measured round trip; true if the others should hear of it.
    pub(super) fn measured(
        &mut self,
        seat: Seat,
        round_trip: Millis,
        seen: Option<Millis>,
    ) -> bool {
        let person = &mut self.seats[seat];
        person.meter.answered(round_trip, seen);
        let lag = person.lag().unwrap_or(round_trip);
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
                    Some(bot) => Some(bot.name(seat)),
                    None => person.name.clone(),
                },
                taken: person.is_taken(),
                connected: person.is_there(),
                ready: person.is_ready(),
                rematch: person.wants_rematch(),
                lag: person.lag().filter(|_| person.connection.is_some()),
                bot: person.bot.as_ref(),
                sits_for: person.name.as_deref().filter(|_| person.bot.is_some()),
            }
        };
        PeopleView {
            seats: BySeat::new_with(person),
            arbiter: !self.arbiters.is_empty(),
            spectators: self.spectators,
            substitute: proposal.map(|proposal| SubstituteView {
                seat: proposal.seat,
                bot: &proposal.bot,
                agreed: &proposal.agreed,
            }),
        }
    }
}

/// Who is there.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "People")]
pub(crate) struct PeopleView<'p> {
    seats: BySeat<PersonView<'p>>,
    /// Whether an arbiter is there.
    arbiter: bool,
    spectators: usize,
    /// A bot that is proposed for somebody who left.
    substitute: Option<SubstituteView<'p>>,
}

/// A bot that is proposed for somebody who left.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Substitute")]
struct SubstituteView<'p> {
    seat: Seat,
    bot: &'p BotKind,
    /// Who has agreed to it.
    agreed: &'p [Seat],
}

/// Who is at a seat.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Person")]
struct PersonView<'p> {
    /// None until the seat is taken.
    name: Option<String>,
    taken: bool,
    connected: bool,
    ready: bool,
    rematch: bool,
    /// The measured round trip.
    lag: Option<Millis>,
    /// The bot that plays here.
    bot: Option<&'p BotKind>,
    /// The player whose seat the bot keeps.
    sits_for: Option<&'p str>,
}
