//! The words for what happens: `texts/events.json` has a sentence for each event of the referee, so that a
//! new event is told here without a line of code.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use tandem_referee::EventKind;
use tandem_rules::{BoardId, Millis, Seat};

use crate::table::Table;

/// What the file says.
#[derive(Default, Deserialize)]
struct Words {
    /// The sentences of each event; the first of those whose values it all has. None: it is not told.
    events: BTreeMap<String, Vec<String>>,
    /// What the values of a field, or of a field of one event, are called where they are not shown as they are.
    values: HashMap<String, HashMap<String, String>>,
}

// That it can be read, and knows every event, is tested.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../texts/events.json")).unwrap_or_default()
});

/// The sentence for an event, and the article that it rests on; nothing if it is not told.
pub(super) fn sentence(table: &Table, event: &EventKind) -> Option<(Option<String>, String)> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(event) else { return None };
    let Some(Value::String(name)) = fields.remove("event") else { return None };
    let value = |field: &str| fields.get(field).map(|value| told(table, &name, field, value));
    let text = WORDS.events.get(&name)?.iter().find_map(|form| filled(form, value))?;
    Some((fields.get("article").and_then(Value::as_str).map(str::to_owned), text))
}

/// A sentence with its values, which stand in double braces; nothing if one is missing.
fn filled(form: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = form.split("{{");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (field, rest) = part.split_once("}}")?;
        text.push_str(&value(field)?);
        text.push_str(rest);
    }
    Some(text)
}

/// A value of an event, as it stands in a sentence.
fn told(table: &Table, event: &str, field: &str, value: &Value) -> String {
    let plain = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let words = WORDS.values.get(&format!("{event}.{field}")).or_else(|| WORDS.values.get(field));
    if let Some(known) = words.and_then(|words| words.get(&plain)) {
        let number = |name: &str| {
            let board = BoardId::ALL.into_iter().find(|board| board.to_string() == name)?;
            Some(table.numbers[board].to_string())
        };
        return filled(known, number).unwrap_or_default();
    }
    match field {
        "seat" | "to" => plain.parse().map_or(plain, |seat: Seat| table.name(seat).to_owned()),
        "clock" | "until" => plain.parse().map_or(plain, |time| Millis(time).to_string()),
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_event_of_the_referee_has_its_words_or_is_said_to_have_none() {
        let schema = schemars::schema_for!(EventKind).to_value();
        let events = schema["oneOf"].as_array().expect("one of the events");
        let name =
            |event: &Value| event["properties"]["event"]["const"].as_str().map(str::to_owned);
        let events: BTreeSet<String> = events.iter().filter_map(name).collect();
        assert!(events.len() > 40);
        assert_eq!(WORDS.events.keys().cloned().collect::<BTreeSet<_>>(), events);
    }
}
