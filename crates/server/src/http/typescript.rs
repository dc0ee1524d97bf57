//! The schemas of `docs/openapi.json` as types for the pages: `web/src/wire/generated/messages.ts`.

use std::fmt::Write as _;

use serde_json::Value;

use crate::wire::VERSION;

const HEAD: &str = "// Written by `UPDATE_GENERATED=1 cargo test -p tandem-server generated` from the server's own types.\n\
                    // What is changed here by hand fails that test.\n";

/// Types for every schema of a description, in its order.
pub(super) fn typescript(openapi: &Value) -> String {
    let mut text = format!("{HEAD}\nexport const PROTOCOL_VERSION = {VERSION};\n");
    for (name, schema) in fields(&openapi["components"]["schemas"]) {
        text.push('\n');
        text.push_str(&comment(schema, ""));
        let _ = if is_interface(schema) {
            writeln!(text, "export interface {name} {}", members(schema, ""))
        } else {
            writeln!(text, "export type {name} ={};", alternatives(schema))
        };
    }
    text
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The alternatives of a schema, if it has any.
fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()
}

fn is_interface(schema: &Value) -> bool {
    schema["type"] == "object"
        && schema.get("properties").is_some()
        && schema.get("$ref").is_none()
        && choices(schema).is_none()
}

/// The first paragraph of a description.
fn comment(schema: &Value, indent: &str) -> String {
    let about = schema["description"].as_str().unwrap_or_default();
    let about = about.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    // Links of rustdoc lead nowhere from here.
    let about = about.replace("[`crate::", "[`").replace("[`", "`").replace("`]", "`");
    if about.is_empty() { about } else { format!("{indent}/** {about} */\n") }
}

/// What stands behind `type Name =`: each alternative on a line of its own, with what it is about.
fn alternatives(schema: &Value) -> String {
    let Some(choices) = choices(schema) else {
        return format!(" {}", expression(schema));
    };
    let mut lines = String::new();
    for choice in choices {
        let _ = write!(lines, "\n{}  | {}", comment(choice, "  "), expression(choice));
    }
    match schema.get("properties") {
        Some(_) => format!(" {} & ({lines}\n)", inline(schema)),
        None => lines,
    }
}

/// `{ … }` with each field on a line of its own.
fn members(schema: &Value, indent: &str) -> String {
    let mut lines = String::from("{\n");
    for (name, field) in fields(&schema["properties"]) {
        let inner = format!("{indent}  ");
        lines.push_str(&comment(field, &inner));
        let _ = writeln!(lines, "{inner}{};", member(schema, name, field));
    }
    lines + indent + "}"
}

fn member(schema: &Value, name: &str, field: &Value) -> String {
    let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
    let name = if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        name.to_owned()
    } else {
        format!("'{name}'")
    };
    if required {
        return format!("{name}: {}", expression(field));
    }
    // A field that is left out when there is nothing to say is never null; one with a default may be.
    let may_be_null = field.get("default").is_some();
    let field = if may_be_null { field.clone() } else { without_null(field) };
    format!("{name}?: {}", expression(&field))
}

fn without_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let is_null = |it: &Value| it == "null" || it["type"] == "null";
    for key in ["type", "oneOf", "anyOf"] {
        if let Some(Value::Array(all)) = schema.get_mut(key) {
            all.retain(|it| !is_null(it));
        }
    }
    schema
}

/// A type on one line.
fn expression(schema: &Value) -> String {
    let mut parts = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        parts.push(name.rsplit('/').next().unwrap_or(name).to_owned());
    }
    if let Some(choices) = choices(schema) {
        let all = union(choices.iter().map(expression));
        parts.push(all);
    } else if let Some(one) = schema.get("const") {
        parts.push(literal(one));
    } else if let Some(all) = schema["enum"].as_array() {
        parts.push(union(all.iter().map(literal)));
    } else if let Some(types) = schema["type"].as_array() {
        let of_type = |one: &Value| {
            let mut schema = schema.clone();
            schema["type"] = one.clone();
            expression(&schema)
        };
        return union(types.iter().map(of_type));
    } else if schema["type"] == "null" {
        return "null".to_owned();
    }
    let object = schema.get("properties").is_some();
    if object {
        parts.push(inline(schema));
    }
    if parts.is_empty() {
        return plain(schema);
    }
    let wrap = |part: String| if part.contains(" | ") { format!("({part})") } else { part };
    match parts.len() {
        1 => parts.remove(0),
        _ => parts.into_iter().map(wrap).collect::<Vec<_>>().join(" & "),
    }
}

/// A type that is made of no other but its elements.
fn plain(schema: &Value) -> String {
    let array = |items: &Value| {
        let item = expression(items);
        match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
            (Some(least), Some(most)) if least == most => {
                format!("[{}]", vec![item; least as usize].join(", "))
            }
            _ if item.contains(' ') => format!("({item})[]"),
            _ => format!("{item}[]"),
        }
    };
    match schema["type"].as_str() {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("array") => array(&schema["items"]),
        Some("object") => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => format!("Record<string, {}>", expression(values)),
            _ => "Record<string, never>".to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn inline(schema: &Value) -> String {
    let all = fields(&schema["properties"]).map(|(name, field)| member(schema, name, field));
    format!("{{ {} }}", all.collect::<Vec<_>>().join("; "))
}

fn union(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join(" | ")
}

fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"))
}
