//! What clients say.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use tandem_referee::{Act, MoveText, Ruling};
use tandem_rules::{Millis, Seat};

use crate::bots::BotKind;
use crate::ids::{MatchId, Secret};

/// The longest word for a device.
const LONGEST_DEVICE: usize = 64;

/// A message of a client.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToServer {
    /// Who is there; the first message, and only that.
    Hello(Hello),
    /// A player acts.
    Act {
        /// The number of the command.
        #[serde(deserialize_with = "command_id")]
        id: u64,
        /// What is done.
        act: Act<MoveText>,
        /// With boards on the table: the moment at which it was done, by the clock beside the board.
        #[serde(default)]
        at: Option<Millis>,
    },
    /// With boards on the table: a server that came back, and says `held`, is behind by so many
    /// milliseconds.
    Behind {
        /// How many.
        millis: Millis,
    },
    /// The arbiter rules.
    Rule {
        /// The number of the command.
        #[serde(deserialize_with = "command_id")]
        id: u64,
        /// What is done.
        rule: Ruling,
    },
    /// The arbiter asks what a ruling would bring about. Nothing is done.
    Foresee {
        /// The number of the question, for the answer; no number of a command.
        id: u64,
        /// The ruling.
        rule: Ruling,
    },
    /// A player asks what would be wrong with a move. Nothing is done.
    Why {
        /// The number of the question, for the answer; no number of a command.
        id: u64,
        /// The move.
        #[serde(rename = "move")]
        tried: MoveText,
    },
    /// A player sets a move before the opponent has moved, where the book permits it; it is made when its time
    /// comes. Another takes its place.
    Ahead {
        /// The number of the question, for the answer if it is refused; no number of a command.
        id: u64,
        /// The move; none: what was set is forgotten.
        #[serde(rename = "move", default)]
        tried: Option<MoveText>,
    },
    /// A player is ready to start, or not.
    Ready {
        /// Whether they are.
        on: bool,
    },
    /// A player wants to play again, or not.
    Rematch {
        /// Whether they do.
        on: bool,
    },
    /// Before the start: a bot takes a seat where nobody is, or leaves it.
    Bot {
        /// Which seat.
        seat: Seat,
        /// Which bot; none: it leaves.
        #[serde(default)]
        bot: Option<BotKind>,
    },
    /// A player proposes a bot for somebody who left, or agrees to it.
    Substitute {
        /// Whose seat.
        seat: Seat,
        /// Which bot; none: against it.
        #[serde(default)]
        bot: Option<BotKind>,
    },
    /// A player wants the seat back from the bot that plays there instead.
    TakeBack,
    /// Asks for a `pong`.
    Ping {
        /// The client's own time, given back as it is.
        #[schemars(with = "f64")]
        sent: serde_json::Number,
    },
}

/// Above this a browser's numbers are not whole any more: two commands could look the same.
const NO_ID: u64 = 1 << 53;

fn command_id<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let id = u64::deserialize(from)?;
    if id < NO_ID { Ok(id) } else { Err(D::Error::custom("an id is below 2^53")) }
}

/// The first message.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol.
    pub version: u32,
    /// The match.
    #[serde(rename = "match")]
    pub table: MatchId,
    /// As what.
    pub role: RoleWord,
    /// At which seat.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// What opens it.
    #[serde(default)]
    pub secret: Option<Secret>,
    /// The name that others see.
    #[serde(default)]
    pub name: Option<String>,
    /// The last event that was seen.
    #[serde(default)]
    pub seen: Option<u64>,
    /// What the client calls the device that it runs on.
    #[serde(default)]
    pub device: Option<String>,
}

/// A role as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoleWord {
    /// A player.
    Seat,
    /// The arbiter.
    Arbiter,
    /// Somebody who looks on.
    Spectator,
}

/// As what somebody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A player.
    Seat(Seat),
    /// The arbiter.
    Arbiter,
    /// Somebody who looks on.
    Spectator,
}

impl Hello {
    /// Somebody comes to a seat without a client of the protocol.
    pub(crate) fn to_seat(table: MatchId, seat: Seat, secret: Secret, name: String) -> Hello {
        Hello {
            version: super::VERSION,
            table,
            role: RoleWord::Seat,
            seat: Some(seat),
            secret: Some(secret),
            name: Some(name),
            seen: None,
            device: None,
        }
    }

    /// The device, if it is called by something.
    #[must_use]
    pub fn device(&self) -> Option<&str> {
        self.device.as_deref().filter(|word| !word.is_empty() && word.len() <= LONGEST_DEVICE)
    }

    /// The role that is asked for; none if a seat is missing or too much.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        match (self.role, self.seat) {
            (RoleWord::Seat, Some(seat)) => Some(Role::Seat(seat)),
            (RoleWord::Arbiter, None) => Some(Role::Arbiter),
            (RoleWord::Spectator, None) => Some(Role::Spectator),
            (RoleWord::Seat, None) | (RoleWord::Arbiter | RoleWord::Spectator, Some(_)) => None,
        }
    }
}
