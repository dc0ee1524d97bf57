//! What is said on the socket of an event.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tandem_event::{Moment, RoundNumber, Stage, TableNumber};

use crate::events::EventBoard;
use crate::ids::Secret;
use crate::wire::Bye;

/// What a client says.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum EventToServer {
    /// The first message.
    Hello {
        /// Without one somebody watches as everybody may.
        #[serde(default)]
        secret: Option<Secret>,
    },
    /// The tables whose boards are wanted from now on, at most 32; none ends it.
    Boards { tables: BTreeSet<TableNumber> },
}

/// What it is told.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum EventToClient {
    /// There is something new to be read.
    Changed {
        version: u64,
        stamp: u64,
        /// In milliseconds since 1970.
        now: i64,
    },
    /// A round was published, or has begun.
    Reminder {
        round: RoundNumber,
        stage: Stage,
        /// When the first round is to begin.
        starts: Option<Moment>,
        /// Whether tables of the server are open.
        tables: bool,
    },
    /// Boards that were asked for, as far as they have changed.
    Boards {
        round: Option<RoundNumber>,
        /// In milliseconds since 1970.
        now: i64,
        #[schemars(with = "Vec<EventBoard>")]
        tables: Vec<Arc<RawValue>>,
    },
    /// The last message.
    Bye(Bye),
}

impl EventToClient {
    pub(super) fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }
}
