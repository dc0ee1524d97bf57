//! What `docs/openapi.json` says of a type beyond what is derived from it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};
use tandem_referee::EventKind;

/// The events that are told in the referee's own words.
pub(crate) struct OtherEvent;

impl JsonSchema for OtherEvent {
    fn schema_name() -> Cow<'static, str> {
        "OtherEvent".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = EventKind::json_schema(generator);
        if let Some(Value::Array(events)) = schema.get_mut("oneOf") {
            let more_is_told = [json!("made"), json!("completed")];
            events.retain(|event| !more_is_told.contains(&event["properties"]["event"]["const"]));
        }
        schema
    }
}

/// Two requests for a match.
pub(crate) fn new_matches() -> Value {
    json!([
        { "book": "stein" },
        {
            "book": "fer",
            "input": "open",
            "public": true,
            "arbiter": true,
            "title": "Club evening",
            "time": { "base": 300_000, "increment": 0, "delay": 2_000 },
            "bots": { "a": "5", "B": "1" },
        },
    ])
}

/// Two requests for an event.
pub(crate) fn new_events() -> Value {
    json!([
        { "title": "Saturday Cup", "book": "minerva" },
        { "title": "Club evening", "book": "stein", "visible": "public", "desk": "laptop 1",
          "venue": "online", "entries": "Rooks & Co: Ann, Bob\nCas + Dee\n" },
    ])
}
