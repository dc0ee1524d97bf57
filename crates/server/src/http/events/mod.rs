//! Events over HTTP: made, read, commanded; files; a socket that tells of changes.

mod files;
mod make;
mod messages;
mod read;
mod socket;

use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use axum::routing::{get, post};
use serde_json::json;

use super::books::Book;
use super::describe::{Operation, Route};
use super::error::ApiError;
use super::{App, LONGEST_FILE};
use crate::codes::Problem;
use crate::events::{EventLine, EventView, EventWish, Handle, PlayerView, TableClocks, TableView};
use crate::ids::{EventId, Secret};

pub(super) use messages::{EventToClient, EventToServer};

/// The secret of whoever asks: `Authorization: Bearer …`.
pub(super) struct Shown(Option<Secret>);

impl<S: Send + Sync> FromRequestParts<S> for Shown {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Shown, ApiError> {
        let Some(header) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Shown(None)) };
        let word = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
        match word.and_then(|word| Secret::read(word.trim())) {
            Some(secret) => Ok(Shown(Some(secret))),
            None => Err(ApiError::Forbidden(Problem::WrongEventLink)),
        }
    }
}

impl Shown {
    /// The secret, where nothing goes without it.
    fn needed(self) -> Result<Secret, ApiError> {
        self.0.ok_or(ApiError::Forbidden(Problem::NotTheOrganiser))
    }
}

fn event_id(text: &str) -> Result<EventId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(Problem::NoSuchEvent))
}

async fn event(app: &App, id: &str) -> Result<Handle, ApiError> {
    let found = app.events.find(&event_id(id)?).await?;
    found.ok_or(ApiError::NotFound(Problem::NoSuchEvent))
}

/// Every path of events.
pub(super) fn routes() -> Vec<Route> {
    let number = || json!({ "type": "integer", "minimum": 1 });
    let lang = || json!({ "type": "string", "enum": ["en", "nl", "de", "cs"], "default": "en" });
    let large = || DefaultBodyLimit::max(LONGEST_FILE);
    let visible =
        || json!({ "type": "string", "enum": ["public", "link", "private"], "default": "link" });
    let what = json!({
        "type": "string",
        "enum": ["trf16", "trf26", "csv", "xlsx", "event", "bpgn.zip", "site.zip"],
    });
    vec![
        Route::new("/api/events", get(read::list).post(make::make).layer(large()))
            .does(
                Operation::get("listEvents", "Public events, newest first")
                    .answers::<Vec<EventLine>>(200, "One object an event")
                    .fails(&[429, 503]),
            )
            .does(
                Operation::post("makeEvent", "Makes an event")
                    .takes::<EventWish>()
                    .answers::<make::MadeEvent>(
                        201,
                        "The event, and the organiser's secret, told once",
                    )
                    .fails(&[400, 403, 413, 422, 429, 503]),
            ),
        Route::new("/api/events/propose", post(make::propose)).does(
            Operation::post("proposeSystem", "Which system fits, and when it will be over")
                .takes::<make::ProposeWish>()
                .answers::<make::Proposals>(200, "The best first")
                .fails(&[400, 403, 413, 422]),
        ),
        Route::new("/api/events/entries/read", post(make::read_entries).layer(large())).does(
            Operation::post("readEntries", "Entries of a file or of pasted text; nothing is kept")
                .query(
                    "book",
                    json!({ "type": "string", "default": "fics" }),
                    "By which they are to play",
                )
                .takes_as(
                    "text/plain",
                    json!({ "type": "string" }),
                    Some("Ann + Bob\nCas + Dee\n".into()),
                )
                // In any encoding, so nothing that is sent as CSV is of a wrong type.
                .takes_as("text/csv", json!({}), None)
                .takes_as(
                    "application/octet-stream",
                    json!({ "type": "string", "format": "binary" }),
                    None,
                )
                .answers::<make::EntriesAnswer>(
                    200,
                    "Teams or players, and the lines that can't be read",
                )
                .fails(&[400, 403, 413, 422, 429]),
        ),
        Route::new("/api/events/import", post(make::import).layer(large())).does(
            Operation::post("importEvent", "Makes an event of a file: one of ours, or a TRF")
                .query("visible", visible(), "")
                .query("desk", json!({ "type": "string" }), "What the log calls whoever does it")
                .query(
                    "book",
                    json!({ "type": "string", "default": "minerva" }),
                    "By which a TRF is played",
                )
                .takes_as(
                    "application/octet-stream",
                    json!({ "type": "string", "format": "binary" }),
                    None,
                )
                .answers::<make::MadeEvent>(201, "The event, and the organiser's secret, told once")
                .fails(&[400, 403, 413, 422, 429, 503]),
        ),
        Route::new("/api/events/{id}", get(read::view)).does(
            Operation::get("readEvent", "An event, as far as whoever asks may see it")
                .id::<EventId>()
                .answers::<EventView>(200, "The event; 304 if the ETag is still true")
                .fails(&[403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/me", get(read::me)).does(
            Operation::get("readMe", "What a player needs to know now, by the player's own secret")
                .id::<EventId>()
                .answers::<PlayerView>(
                    200,
                    "Table, board, colour, opponents; the seat once it is open",
                )
                .fails(&[403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/table", get(read::table)).does(
            Operation::get(
                "readTable",
                "A table of the hall, by its card or a player's own secret",
            )
            .id::<EventId>()
            .answers::<TableView>(200, "Who plays there, what the teams report, calls")
            .fails(&[403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/table/clocks", post(make::clocks)).does(
            Operation::post("tableClocks", "Phones become the clocks of a table, by its card")
                .id::<EventId>()
                .answers::<TableClocks>(
                    200,
                    "The match of the table, and what opens its clocks; the same for every phone",
                )
                .fails(&[403, 404, 422, 429, 503]),
        ),
        Route::new("/api/events/{id}/table/sheet", post(make::sheet)).does(
            Operation::post(
                "tableSheet",
                "The match of a table whose moves are written down, by its card",
            )
            .id::<EventId>()
            .answers::<TableClocks>(
                200,
                "The match of the table in this round, over or not, and what opens its clocks",
            )
            .fails(&[403, 404, 422, 429, 503]),
        ),
        Route::new("/api/events/{id}/book", get(read::book)).does(
            Operation::get("readEventBook", "The book of an event, a club's own too")
                .id::<EventId>()
                .answers::<Book>(200, "Every axis, every article")
                .fails(&[403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/commands", post(make::command).layer(large())).does(
            Operation::post(
                "commandEvent",
                "The organiser, an arbiter or somebody at a table does something",
            )
            .id::<EventId>()
            .takes::<make::CommandWish>()
            .answers::<make::CommandAnswer>(200, "What came of it, durable")
            .fails(&[400, 403, 404, 409, 413, 422, 429, 503]),
        ),
        Route::new("/api/events/{id}/visible", post(make::visible)).does(
            Operation::post("showEvent", "The organiser says who may watch")
                .id::<EventId>()
                .takes::<make::VisibleWish>()
                .answers::<make::VersionAnswer>(200, "Done")
                .fails(&[400, 403, 404, 413, 429, 503]),
        ),
        Route::new("/api/events/{id}/log", get(read::log)).does(
            Operation::get("readEventLog", "Every act, for the organiser")
                .id::<EventId>()
                .query(
                    "after",
                    json!({ "type": "integer", "minimum": 0, "default": 0 }),
                    "The last act that is known",
                )
                .answers::<read::LogAnswer>(200, "At most 500 acts")
                .fails(&[400, 403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/why", get(read::why)).does(
            Operation::get("whyPairing", "Why a pairing is as it is")
                .id::<EventId>()
                .query("round", number(), "")
                .query("table", number(), "The table; or a team")
                .query("team", number(), "A team without an opponent")
                .query("lang", lang(), "Of the sentences")
                .answers::<read::WhyPairing>(200, "Reasons, and their sentences")
                .fails(&[400, 403, 404, 429, 503]),
        ),
        Route::new("/api/events/{id}/export/{what}", get(files::export)).does(
            Operation::get("exportEvent", "The event as a file")
                .id::<EventId>()
                .part("what", what, "")
                .query("round", number(), "Of csv: the pairings of a round, not the standings")
                .query("lang", lang(), "Of site.zip")
                .answers_as(200, "The file", "text/plain")
                .answers_as(200, "The file", "text/csv")
                .answers_as(
                    200,
                    "The file",
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                )
                .answers_as(200, "The file", "application/json")
                .answers_as(200, "The file", "application/zip")
                .fails(&[400, 403, 404, 429, 503]),
        ),
        // Its messages are described in docs/events-api.md.
        Route::new("/api/events/{id}/ws", get(socket::upgrade)),
    ]
}
