//! The log of a match: what was asked, and what came of it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use tandem_rules::Millis;

use crate::command::Command;
use crate::event::Event;
use crate::move_text::MoveText;

/// The version of [`Record`] in JSON.
pub const RECORD_VERSION: u32 = 1;

/// One step of a match: a command as it was asked, and its events.
///
/// A refused command leaves no record. If time brought something about before it was refused, that
/// is the record of a [`Command::Tick`]. The events alone rebuild the match ([`crate::Match::replay`]);
/// the command tells why they are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    #[serde(rename = "v")]
    version: Version,
    /// When the command was carried out.
    pub at: Millis,
    /// The number that the client gave it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// What was asked. None in a log that was kept before commands were, if no command explains
    /// the events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Command<MoveText>>,
    /// What came of it, never nothing.
    pub events: Vec<Event>,
}

impl Record {
    /// The record of a command that had these events; none if nothing happened.
    #[must_use]
    pub fn new(
        at: Millis,
        number: Option<u64>,
        asked: Command<MoveText>,
        events: Vec<Event>,
    ) -> Option<Record> {
        let record = Record { version: Version, at, number, asked: Some(asked), events };
        (!record.events.is_empty()).then_some(record)
    }

    /// An event that no command explains: from a log that was kept before commands were.
    #[must_use]
    pub fn unexplained(event: Event) -> Record {
        Record { version: Version, at: event.at, number: None, asked: None, events: vec![event] }
    }
}

/// [`RECORD_VERSION`]: a record of another version is not read as if it were one of this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(RECORD_VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u32::deserialize(deserializer)? {
            RECORD_VERSION => Ok(Version),
            other => Err(D::Error::custom(format_args!("records of version {other} are unknown"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tandem_rules::Seat;

    use super::*;
    use crate::command::Act;
    use crate::event::EventKind;

    #[test]
    fn a_record_is_json_and_back() {
        let seat = Seat::WhiteA;
        let asked = Command::Player { seat, act: Act::OfferDraw };
        let event = Event { at: Millis(5), kind: EventKind::DrawOffered { seat } };
        let record = Record::new(Millis(5), Some(7), asked, vec![event]).unwrap();
        let value = json!({
            "v": 1,
            "at": 5,
            "number": 7,
            "asked": { "command": "player", "seat": "A", "act": { "do": "offer_draw" } },
            "events": [{ "at": 5, "event": "draw_offered", "seat": "A" }],
        });
        assert_eq!(serde_json::to_value(&record).unwrap(), value);
        assert_eq!(serde_json::from_value::<Record>(value.clone()).unwrap(), record);
        let mut newer = value;
        newer["v"] = json!(2);
        assert!(serde_json::from_value::<Record>(newer).is_err());
    }

    #[test]
    fn nothing_is_no_record() {
        assert_eq!(Record::new(Millis(5), None, Command::Tick, Vec::new()), None);
    }
}
