//! The log of a match as it is kept: what was asked with what came of it, and who plays.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use tandem_notation::record::explain;
use tandem_notation::score::SheetEntry;
use tandem_referee::{Event, Match, Record};
use tandem_rules::{Millis, Seat};

use crate::bots::BotKind;
use crate::terms::Terms;

/// Who plays at a seat from now on: a person, a bot, or a bot for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// From which moment on.
    pub at: Millis,
    /// Where.
    pub seat: Seat,
    /// The person's name.
    pub name: Option<String>,
    /// The bot.
    pub bot: Option<BotKind>,
}

/// The version of [`Entered`] in JSON.
const ENTERED_VERSION: u32 = 1;

/// What was written on the score sheet of boards on the table, or struck out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    #[serde(rename = "v")]
    version: EnteredVersion,
    /// What.
    pub entry: SheetEntry,
}

impl Entered {
    pub(crate) fn new(entry: SheetEntry) -> Entered {
        Entered { version: EnteredVersion, entry }
    }
}

/// [`ENTERED_VERSION`]: an entry of another version is not read as if it were one of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnteredVersion;

impl Serialize for EnteredVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(ENTERED_VERSION)
    }
}

impl<'de> Deserialize<'de> for EnteredVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EnteredVersion, D::Error> {
        match u32::deserialize(deserializer)? {
            ENTERED_VERSION => Ok(EnteredVersion),
            other => Err(D::Error::custom(format_args!("entries of version {other} are unknown"))),
        }
    }
}

/// A row of the log: what was made durable at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Commands with their events: a move, say, and the lag that was given back for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Record>,
    /// No matter of rules, so the referee has no part in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seated: Vec<Seated>,
    /// What somebody wrote down of moves that the referee did not see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<Entered>,
}

impl Step {
    /// What the referee decided, in its order.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.records.iter().flat_map(|record| &record.events)
    }

    /// How many things it holds.
    pub(crate) fn len(&self) -> usize {
        self.events().count() + self.seated.len() + self.entered.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The rows of a match that was kept before commands were: an array of events each, with the number
/// of the command. Which commands they were is found out once, here. None if they can't be understood.
pub(crate) fn modernise(terms: &str, rows: &[(Option<u64>, String)]) -> Option<Vec<String>> {
    /// An event as it was kept: among those of the referee was who plays.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Seated(KeptSeated),
        Referee(Event),
    }
    #[derive(Deserialize)]
    #[serde(tag = "event", rename_all = "lowercase")]
    enum KeptSeated {
        Seated(Seated),
    }

    let terms: Terms = serde_json::from_str(terms).ok()?;
    let mut game = Match::new(terms.settings().ok()?);
    let step = |(number, row): &(Option<u64>, String)| {
        let mut step = Step::default();
        let mut events = Vec::new();
        for kept in serde_json::from_str::<Vec<Kept>>(row).ok()? {
            match kept {
                Kept::Seated(KeptSeated::Seated(seated)) => step.seated.push(seated),
                Kept::Referee(event) => events.push(event),
            }
        }
        step.records = explain(&mut game, &events);
        // What was asked comes first; what was given back for it had no number.
        if let Some(first) = step.records.first_mut() {
            first.number = *number;
        }
        serde_json::to_string(&step).ok()
    };
    rows.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tandem_referee::MoveText;
    use tandem_rules::BoardId;

    use super::*;

    #[test]
    fn what_was_entered_is_json_and_back() {
        let text = MoveText::new("e2e4").unwrap();
        let entries = [
            SheetEntry::Write { board: BoardId::A, text },
            SheetEntry::Strike { board: BoardId::B, keep: 3 },
        ];
        let step = Step { entered: entries.map(Entered::new).into(), ..Step::default() };
        assert_eq!(step.len(), 2);
        let value = json!({ "entered": [
            { "v": 1, "entry": { "do": "write", "board": "A", "move": "e2e4" } },
            { "v": 1, "entry": { "do": "strike", "board": "B", "keep": 3 } },
        ] });
        assert_eq!(serde_json::to_value(&step).unwrap(), value);
        assert_eq!(serde_json::from_value::<Step>(value.clone()).unwrap(), step);
        let mut newer = value;
        newer["entered"][0]["v"] = json!(2);
        assert!(serde_json::from_value::<Step>(newer).is_err());
    }
}
