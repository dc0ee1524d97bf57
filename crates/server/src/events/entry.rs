//! What is written down of an event, row by row.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_event::{Act, PlayerId, RoundNumber, TableNumber};
use tandem_rules::BySeat;

use crate::ids::{MatchId, SecretHash};

/// Who may watch an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Visible {
    /// Everybody, and it is listed.
    Public,
    /// Whoever has the link.
    #[default]
    Link,
    /// The organiser and the players.
    Private,
}

/// A match of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) round: RoundNumber,
    pub(crate) table: TableNumber,
    pub(crate) leg: u16,
}

/// A table of the server at which a match of a round is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bound {
    #[serde(flatten)]
    pub(crate) place: Place,
    #[serde(rename = "match")]
    pub(crate) id: MatchId,
    pub(crate) players: BySeat<PlayerId>,
    /// Whether the boards are real ones, and phones their clocks.
    #[serde(default)]
    pub(crate) clocks: bool,
}

/// A row of an event's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub(crate) enum Entry {
    /// What the core decided.
    Act { act: Box<Act> },
    /// Who may watch from now on.
    Visible { visible: Visible },
    /// What opens the pages of players.
    Links { players: Vec<(PlayerId, SecretHash)> },
    /// Tables that were made for a round; and what opens the arbiter's desk there.
    Tables { tables: Vec<Bound> },
    /// What opens the arbiters' page, and the arbiter's desk at every table.
    Arbiter { arbiter: SecretHash },
    /// What the cards of the tables open.
    Cards { cards: Vec<(TableNumber, SecretHash)> },
    /// What opens the screen on the wall.
    Screen { screen: SecretHash },
}
