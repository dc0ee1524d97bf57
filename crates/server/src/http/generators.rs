//! The description as programs take it that make clients of it: fields whose names differ by case alone would be one field
//! in most languages, a choice of constants would be as many types of one name, and an example in Rust helps nobody there.

use serde_json::{Map, Value, json};

/// Makes entries of a map of such fields and an enum of such a choice, and leaves examples out, everywhere in a description.
pub(super) fn for_generators(mut description: Value) -> Value {
    walk(&mut description);
    description
}

fn walk(value: &mut Value) {
    match value {
        Value::Object(members) => {
            key_what_is_alike(members);
            make_enum(members);
            if let Some(Value::String(text)) = members.get_mut("description")
                && let Some(example) = text.find("\n\n```")
            {
                text.truncate(example);
            }
            members.values_mut().for_each(walk);
        }
        Value::Array(items) => items.iter_mut().for_each(walk),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Names that another one differs from by case alone.
fn alike(fields: &Map<String, Value>) -> Vec<String> {
    let twin = |name: &&String| {
        fields.keys().any(|other| other != *name && other.eq_ignore_ascii_case(name))
    };
    fields.keys().filter(twin).cloned().collect()
}

fn key_what_is_alike(schema: &mut Map<String, Value>) {
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    let alike = alike(fields);
    let Some(entry) = alike.first().map(|name| fields[name].clone()) else { return };
    let names: Vec<String> = fields.keys().cloned().collect();
    fields.retain(|name, _| !alike.contains(name));
    let nothing_else = fields.is_empty();
    if nothing_else {
        schema.remove("properties");
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        let least = required.len();
        required.retain(|name| alike.iter().all(|alike| name != alike));
        if required.is_empty() {
            schema.remove("required");
        }
        schema.insert("minProperties".to_owned(), least.into());
    }
    schema.insert("propertyNames".to_owned(), json!({ "enum": names }));
    schema.insert("additionalProperties".to_owned(), entry);
}

/// The words that one alternative stands for, each with what is said of it.
fn words(alternative: &Value) -> Option<Vec<(Value, Value)>> {
    let members = alternative.as_object().filter(|_| alternative["type"] == "string")?;
    let told = ["type", "const", "enum", "description"];
    let only = members.keys().all(|name| told.contains(&name.as_str()));
    let constant = members.get("const").map(std::slice::from_ref);
    let words = constant.or_else(|| members.get("enum")?.as_array().map(Vec::as_slice))?;
    let about = members.get("description").cloned().unwrap_or_else(|| "".into());
    only.then(|| words.iter().map(|word| (word.clone(), about.clone())).collect())
}

fn make_enum(schema: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = schema.get_mut("oneOf") else { return };
    let (mut constants, mut at) = (Vec::new(), None);
    let mut others = Vec::new();
    for alternative in alternatives.drain(..) {
        match words(&alternative) {
            Some(words) => {
                at.get_or_insert(others.len());
                constants.extend(words);
            }
            None => others.push(alternative),
        }
    }
    let Some(at) = at else {
        *alternatives = others;
        return;
    };
    let choice = choice(constants);
    if others.is_empty() {
        schema.remove("oneOf");
        schema.extend(choice);
    } else {
        others.insert(at, choice.into());
        *alternatives = others;
    }
}

/// One enum of words, each with what is said of it.
fn choice(constants: Vec<(Value, Value)>) -> Map<String, Value> {
    let (words, about): (Vec<Value>, Vec<Value>) = constants.into_iter().unzip();
    let names: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let one = |name: &&str| names.iter().filter(|other| other.eq_ignore_ascii_case(name)).count();
    let mut choice = Map::new();
    choice.insert("type".to_owned(), "string".into());
    if names.iter().any(|name| one(name) > 1) {
        // What is said of each of them tells them apart in any language.
        let names: Value = about.iter().map(camel_case).collect();
        choice.insert("x-enum-varnames".to_owned(), names);
    }
    choice.insert("x-enum-descriptions".to_owned(), about.into());
    choice.insert("enum".to_owned(), words.into());
    choice
}

/// `White on board A.` as a name: `WhiteOnBoardA`.
fn camel_case(sentence: &Value) -> String {
    let words =
        sentence.as_str().unwrap_or_default().split(|letter: char| !letter.is_alphanumeric());
    let one = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    words.filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of fields that are alike anywhere in it.
    fn all_alike(value: &Value) -> Vec<String> {
        let inner = match value {
            Value::Object(members) => members.values().collect(),
            Value::Array(items) => items.iter().collect(),
            _ => Vec::new(),
        };
        let here = value["properties"].as_object().map(alike).unwrap_or_default();
        here.into_iter().chain(inner.into_iter().flat_map(all_alike)).collect()
    }

    #[test]
    fn fields_that_differ_by_case_alone_are_entries_of_a_map() {
        let clocks = json!({
            "type": "object", "additionalProperties": false, "required": ["A", "a"],
            "properties": { "A": { "type": "integer" }, "a": { "type": "integer" } },
        });
        let links = json!({
            "type": "object", "required": ["A", "a", "more"],
            "properties": { "A": {}, "a": {}, "more": { "type": "string" }, "rest": {} },
        });
        let made = for_generators(json!({ "clocks": clocks, "links": links }));
        assert_eq!(
            made["clocks"],
            json!({
                "type": "object", "additionalProperties": { "type": "integer" }, "minProperties": 2,
                "propertyNames": { "enum": ["A", "a"] },
            })
        );
        assert_eq!(
            made["links"],
            json!({
                "type": "object", "required": ["more"], "additionalProperties": {}, "minProperties": 3,
                "properties": { "more": { "type": "string" }, "rest": {} },
                "propertyNames": { "enum": ["A", "a", "more", "rest"] },
            })
        );
    }

    #[test]
    fn a_choice_of_constants_is_an_enum() {
        let seat = json!({ "description": "A seat.", "oneOf": [
            { "type": "string", "const": "A", "description": "White on board A." },
            { "type": "string", "const": "a", "description": "Black on board A." },
        ] });
        assert_eq!(
            for_generators(seat),
            json!({
                "description": "A seat.", "type": "string", "enum": ["A", "a"],
                "x-enum-descriptions": ["White on board A.", "Black on board A."],
                "x-enum-varnames": ["WhiteOnBoardA", "BlackOnBoardA"],
            })
        );
        let mixed = json!({ "oneOf": [
            { "type": "null" }, { "type": "string", "const": "b" }, { "type": "string", "enum": ["c"] },
        ] });
        let choice =
            json!({ "type": "string", "enum": ["b", "c"], "x-enum-descriptions": ["", ""] });
        assert_eq!(for_generators(mixed), json!({ "oneOf": [{ "type": "null" }, choice] }));
        let objects = json!({ "oneOf": [{ "type": "object" }, { "type": "null" }] });
        assert_eq!(for_generators(objects.clone()), objects);
    }

    #[test]
    fn no_two_fields_of_the_description_differ_by_case_alone() {
        let whole = super::super::describe::openapi(super::super::routes());
        assert!(!all_alike(&whole).is_empty(), "seats are written so");
        let made = for_generators(whole);
        assert_eq!(all_alike(&made), [""; 0]);
        assert!(!made.to_string().contains("```"), "no example is left");
    }
}
