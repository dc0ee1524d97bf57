//! Players and teams.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tandem_rules::book::Cite;

use crate::ids::{PairingNumber, PlayerId, RoundNumber, TeamId};

/// What somebody is to the school or club that holds the event (fer 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Belongs {
    /// A pupil of the school.
    Pupil,
    /// A teacher of the school.
    Teacher,
    /// Somebody else who works there.
    Staff,
    /// Nobody of the house.
    Guest,
}

/// What is known of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventPerson"))]
#[serde(default)]
pub struct Person {
    /// The name, as it is printed.
    pub name: String,
    /// The playing strength, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// The club, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub club: String,
    /// The year of birth, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<u16>,
    /// Whether prizes for children are for them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub child: bool,
    /// Whether they play from elsewhere, in an event that is over the board for others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub remote: bool,
    /// What they are to the school that holds the event, if that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub belongs: Option<Belongs>,
}

impl Person {
    /// Somebody of whom just the name is known.
    #[must_use]
    pub fn named(name: &str) -> Person {
        Person { name: name.to_owned(), ..Person::default() }
    }
}

/// When a team, or a player without a team, takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Attendance {
    /// The first round that they can play; later than 1 for a late entry.
    pub from: RoundNumber,
    /// The first round that they don't play any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<RoundNumber>,
    /// Rounds that they sit out.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub absent: BTreeSet<RoundNumber>,
    /// By which article they were excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Cite>,
}

impl Attendance {
    /// Whether they play in a round.
    #[must_use]
    pub fn plays(&self, round: RoundNumber) -> bool {
        self.from <= round
            && self.withdrawn.is_none_or(|from| round < from)
            && !self.absent.contains(&round)
    }
}

/// A player of the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventPlayer"))]
pub struct Player {
    /// Their id.
    pub id: PlayerId,
    /// What is known of them.
    #[serde(flatten)]
    pub person: Person,
    /// Whether they have checked in.
    pub here: bool,
    /// The number they are paired by, where players are paired and not teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<PairingNumber>,
    /// When they take part, where players are paired and not teams.
    pub attendance: Attendance,
}

/// A team: two players, or three who take turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventTeam"))]
pub struct Team {
    /// Its id.
    pub id: TeamId,
    /// Its name.
    pub name: String,
    /// Its players in the order of entry; the first is the first-board player.
    pub players: Vec<PlayerId>,
    /// The number it is paired by, once the first round was paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<PairingNumber>,
    /// When it takes part.
    pub attendance: Attendance,
}
