//! The API described: each route tells, beside its handler, what it takes and what it answers, and
//! `docs/openapi.json` is made of that. The schemas are those of the very types that are read and written.

use std::sync::Arc;

use axum::routing::MethodRouter;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::App;
use super::error::ErrorAnswer;
use super::events::{EventToClient, EventToServer};
use crate::wire::{ToClient, ToServer, VERSION};

const ABOUT: &str = "Bughouse by the book: make a match, list matches, read what happened. Play goes \
    over the WebSocket at /ws, described in docs/protocol.md. A malformed id is an unknown one (404). A path \
    answers other methods with 405 and Allow. From a page of another origin, a request that changes something \
    is refused (403); with a Host that is none of the server's names every one is (421).";

/// A path, its handlers, and what each of them does.
pub(super) struct Route {
    pub(super) path: &'static str,
    pub(super) methods: MethodRouter<Arc<App>>,
    pub(super) operations: Vec<Operation>,
}

impl Route {
    /// A path that is described elsewhere.
    pub(super) fn new(path: &'static str, methods: MethodRouter<Arc<App>>) -> Route {
        Route { path, methods, operations: Vec::new() }
    }

    pub(super) fn does(mut self, operation: Operation) -> Route {
        self.operations.push(operation);
        self
    }
}

type Schema = Box<dyn FnOnce(&mut SchemaGenerator) -> Value>;

fn schema_of<T: JsonSchema>() -> Schema {
    Box::new(|generator| generator.subschema_for::<T>().into())
}

/// What is read may leave out what has a default; what is written has every field.
struct Generators {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Generators {
    fn new() -> Generators {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into());
        Generators {
            read: settings.clone().for_deserialize().into_generator(),
            written: settings.for_serialize().into_generator(),
        }
    }

    /// Every schema that was asked for. One that is read and written is the same both ways, but for what
    /// may be left out when it is read: that is told.
    fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.written.take_definitions(true);
        for (name, schema) in self.read.take_definitions(true) {
            let known = all.insert(name.clone(), schema.clone());
            let same = |known: Value| without_required(known) == without_required(schema);
            debug_assert!(known.is_none_or(same), "{name} means two things");
        }
        all
    }
}

/// A schema without what must be there.
fn without_required(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            members.remove("required");
            for (_, member) in members.iter_mut() {
                *member = without_required(member.take());
            }
        }
        Value::Array(members) => {
            for member in members {
                *member = without_required(member.take());
            }
        }
        _ => {}
    }
    schema
}

/// What one method of a path does.
pub(super) struct Operation {
    method: &'static str,
    id: &'static str,
    summary: &'static str,
    parameters: Vec<Parameter>,
    body: Vec<(&'static str, Schema, Option<Value>)>,
    answers: Vec<(u16, &'static str, &'static str, Schema)>,
    errors: &'static [u16],
}

struct Parameter {
    name: &'static str,
    within: &'static str,
    schema: Schema,
    about: &'static str,
}

impl Operation {
    fn new(method: &'static str, id: &'static str, summary: &'static str) -> Operation {
        Operation {
            method,
            id,
            summary,
            parameters: Vec::new(),
            body: Vec::new(),
            answers: Vec::new(),
            errors: &[],
        }
    }

    pub(super) fn get(id: &'static str, summary: &'static str) -> Operation {
        Operation::new("get", id, summary)
    }

    pub(super) fn post(id: &'static str, summary: &'static str) -> Operation {
        Operation::new("post", id, summary)
    }

    /// The id in the path.
    pub(super) fn id<T: JsonSchema>(mut self) -> Operation {
        let schema = schema_of::<T>();
        self.parameters.push(Parameter { name: "id", within: "path", schema, about: "" });
        self
    }

    /// Another part of the path.
    pub(super) fn part(
        mut self,
        name: &'static str,
        schema: Value,
        about: &'static str,
    ) -> Operation {
        let schema: Schema = Box::new(|_| schema);
        self.parameters.push(Parameter { name, within: "path", schema, about });
        self
    }

    pub(super) fn query(
        mut self,
        name: &'static str,
        schema: Value,
        about: &'static str,
    ) -> Operation {
        let schema: Schema = Box::new(|_| schema);
        self.parameters.push(Parameter { name, within: "query", schema, about });
        self
    }

    /// Takes JSON.
    pub(super) fn takes<T: JsonSchema>(mut self) -> Operation {
        self.body.push(("application/json", schema_of::<T>(), None));
        self
    }

    /// Takes something else.
    pub(super) fn takes_as(
        mut self,
        kind: &'static str,
        schema: Value,
        example: Option<Value>,
    ) -> Operation {
        self.body.push((kind, Box::new(|_| schema), example));
        self
    }

    /// Answers with JSON.
    pub(super) fn answers<T: JsonSchema>(mut self, status: u16, about: &'static str) -> Operation {
        self.answers.push((status, about, "application/json", schema_of::<T>()));
        self
    }

    /// Answers with text.
    pub(super) fn answers_as(
        mut self,
        status: u16,
        about: &'static str,
        kind: &'static str,
    ) -> Operation {
        self.answers.push((status, about, kind, Box::new(|_| json!({ "type": "string" }))));
        self
    }

    pub(super) fn fails(mut self, errors: &'static [u16]) -> Operation {
        self.errors = errors;
        self
    }

    fn describe(self, generators: &mut Generators) -> Value {
        let mut described = json!({ "operationId": self.id, "summary": self.summary });
        if !self.parameters.is_empty() {
            let mut one = |parameter: Parameter| {
                let mut told = json!({
                    "name": parameter.name,
                    "in": parameter.within,
                    "required": parameter.within == "path",
                    "schema": (parameter.schema)(&mut generators.read),
                });
                if !parameter.about.is_empty() {
                    told["description"] = parameter.about.into();
                }
                told
            };
            described["parameters"] = self.parameters.into_iter().map(&mut one).collect();
        }
        if !self.body.is_empty() {
            let mut content = Map::new();
            for (kind, schema, example) in self.body {
                let mut told = json!({ "schema": schema(&mut generators.read) });
                if let Some(example) = example {
                    told["example"] = example;
                }
                content.insert(kind.to_owned(), told);
            }
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        let mut responses = Map::new();
        for (status, about, kind, schema) in self.answers {
            // One status may come in several kinds.
            let told = responses
                .entry(status.to_string())
                .or_insert_with(|| json!({ "description": about, "content": {} }));
            told["content"][kind] = json!({ "schema": schema(&mut generators.written) });
        }
        for status in self.errors {
            let error = json!({ "$ref": "#/components/responses/Error" });
            responses.insert(status.to_string(), error);
        }
        described["responses"] = responses.into();
        described
    }
}

/// All routes as OpenAPI 3.1.
pub(super) fn openapi(routes: Vec<Route>) -> Value {
    let mut generators = Generators::new();
    let mut paths = Map::new();
    for route in routes {
        let mut operations = Map::new();
        for operation in route.operations {
            operations.insert(operation.method.to_owned(), operation.describe(&mut generators));
        }
        if !operations.is_empty() {
            paths.insert(route.path.to_owned(), operations.into());
        }
    }
    // The sockets' messages are no operations, but generated clients need their types.
    generators.read.subschema_for::<ToServer>();
    generators.read.subschema_for::<EventToServer>();
    generators.written.subschema_for::<ToClient>();
    generators.written.subschema_for::<EventToClient>();
    let error: Value = generators.written.subschema_for::<ErrorAnswer>().into();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tandem",
            "version": VERSION.to_string(),
            "description": ABOUT,
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
        },
        "paths": paths,
        "components": {
            "responses": {
                "Error": {
                    "description": "What went wrong",
                    "content": { "application/json": { "schema": error } },
                },
            },
            "schemas": generators.definitions(),
        },
    })
}
