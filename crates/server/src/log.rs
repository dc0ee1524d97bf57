//! The log of a match as it is kept: what was asked with what came of it, and who plays.

use serde::{Deserialize, Serialize};
use tandem_notation::record::explain;
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
}

impl Step {
    /// What the referee decided, in its order.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.records.iter().flat_map(|record| &record.events)
    }

    /// How many things it tells.
    pub(crate) fn len(&self) -> usize {
        self.events().count() + self.seated.len()
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
