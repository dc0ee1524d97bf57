//! What clients say.

use serde::Deserialize;
use tandem_rules::Seat;

use super::act::{ActWire, RuleWire};
use crate::bots::BotKind;
use crate::ids::{MatchId, Secret};

/// A message of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToServer {
    /// Who is there; the first message, and only that.
    Hello(Hello),
    /// A player acts.
    Act {
        /// The number of the command.
        id: u64,
        /// What is done.
        act: ActWire,
    },
    /// The arbiter rules.
    Rule {
        /// The number of the command.
        id: u64,
        /// What is done.
        rule: RuleWire,
    },
    /// A player is ready to start, or not.
    Ready {
        /// Whether he is.
        on: bool,
    },
    /// A player wants to play again, or not.
    Rematch {
        /// Whether he does.
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
        /// Which bot; none: he is against it.
        #[serde(default)]
        bot: Option<BotKind>,
    },
    /// A player wants his seat back from the bot that plays for him.
    TakeBack,
    /// Asks for a `pong`.
    Ping {
        /// The client's own time, given back as it is.
        sent: serde_json::Number,
    },
}

/// The first message.
#[derive(Debug, Deserialize)]
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
}

/// A role as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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
