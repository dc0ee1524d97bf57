//! What happened: events, BPGN, replays.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest as _, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_referee::Phase;

use super::body::in_pieces;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::matches::match_id;
use super::path::PathId;
use super::reading::Kind;
use super::{App, json_answer, json_text};
use crate::codes::Problem;
use crate::record;
use crate::table::Loaded;
use crate::view::{EventLine, Viewer, seen_by, sees};

/// The most events in one answer.
const MAX_EVENTS: usize = 1000;

/// A record of a match: kept from the last time, or put together in the reading room.
pub(super) async fn record(
    app: &App,
    ClientAddress(address): ClientAddress,
    id: &str,
    kind: Kind,
    write: impl FnOnce(&Loaded) -> Result<Bytes, ApiError> + Send + 'static,
) -> Result<Bytes, ApiError> {
    if !app.limits.may_read(address).await {
        return Err(ApiError::TooMany(Problem::TooManyRecords));
    }
    let id = match_id(id)?;
    let missing = || ApiError::NotFound(Problem::NoSuchMatch);
    let version = app.hall.version(&id).await?;
    if let Some(kept) = version.as_ref().and_then(|now| app.reading.kept(&id, kind, now)) {
        return Ok(kept);
    }
    let read = app.hall.reader(&id);
    let written = app.reading.order(move || read()?.map(|loaded| write(&loaded)).transpose());
    let text = written.await??.ok_or_else(missing)?;
    if let Some(version) = version {
        app.reading.keep(&id, kind, version, &text);
    }
    Ok(text)
}

/// A page of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EventsPage<'e> {
    /// The number of the last event that there is.
    seq: u64,
    /// Whether this is the whole log: once the match is over.
    whole: bool,
    /// At most 1000.
    events: Vec<EventLine<'e>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: u64,
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(After { after }) = query?;
    let write = move |loaded: &Loaded| {
        let over = loaded.game.phase() == Phase::Over;
        let viewer = if over { Viewer::Afterwards } else { Viewer::Public };
        let after = after.min(loaded.seen.by(viewer));
        let skipped = usize::try_from(after).unwrap_or(usize::MAX);
        let shown = loaded.events.iter().filter(|logged| sees(viewer, &logged.event));
        let told = seen_by(shown.skip(skipped).take(MAX_EVENTS), viewer, after);
        json_text(&EventsPage { seq: loaded.seen.by(viewer), whole: over, events: told })
    };
    let text = record(&app, address, &id, Kind::Events(after), write).await?;
    Ok(json_answer(in_pieces(text, None)))
}

pub(super) async fn bpgn(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let write = move |loaded: &Loaded| {
        record::write(loaded).map(Bytes::from).ok_or(ApiError::Conflict(Problem::RecordWithheld))
    };
    let text = record(&app, address, &id, Kind::Bpgn, write).await?;
    let mut response = in_pieces(text, None).into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/x-bpgn; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    let name = format!("attachment; filename=\"tandem-{id}.bpgn\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

pub(super) async fn replay(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let write = |loaded: &Loaded| json_text(&record::of_match(loaded));
    let text = record(&app, address, &id, Kind::Replay, write).await?;
    Ok(json_answer(in_pieces(text, None)))
}

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    game: Option<NonZeroUsize>,
    #[serde(default)]
    book: Option<String>,
}

pub(super) async fn upload(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    query: Result<Query<Which>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Query(which) = query?;
    if !app.limits.may_read(address).await {
        return Err(ApiError::TooMany(Problem::TooManyFiles));
    }
    // Nothing of a file is read before there is room for it.
    let pass = app.limits.bring(address).ok_or(ApiError::TooMany(Problem::TooManyFiles))?;
    let body = Bytes::from_request(request, &app).await;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge(Problem::FileTooLarge),
        _ => ApiError::BadRequest(Problem::FileUnread),
    })?;
    let id = which.book.as_deref().unwrap_or("fics");
    let found = app.hall.books().find(id);
    let (book, _) = found.ok_or(ApiError::NotFound(Problem::NoSuchBook))?;
    let game = which.game.map_or(1, NonZeroUsize::get);
    // One file at a time, and nothing of it outlives its answer.
    let film = app.reading.order(move || record::of_file(&body, game, &book)).await?;
    let film = film.map_err(ApiError::Upload)?;
    Ok(json_answer(in_pieces(film.into(), pass)))
}
