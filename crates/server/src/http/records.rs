//! What happened: events, BPGN, replays.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tandem_referee::Phase;

use super::App;
use super::error::ApiError;
use super::matches::match_id;
use crate::record;
use crate::table::Loaded;
use crate::view::{Viewer, seen_by};

/// The most events in one answer.
const MOST_EVENTS: usize = 1000;

async fn loaded(app: &App, id: &str) -> Result<Loaded, ApiError> {
    let found = app.hall.loaded(&match_id(id)?).await?;
    found.ok_or(ApiError::NotFound("There is no such match."))
}

#[derive(Debug, Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: u64,
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(After { after }) = query?;
    let loaded = loaded(&app, &id).await?;
    let over = loaded.game.phase() == Phase::Over;
    let viewer = if over { Viewer::Afterwards } else { Viewer::Public };
    let told: Vec<Value> = loaded
        .events
        .iter()
        .filter(|event| event["seq"].as_u64().is_some_and(|seq| seq > after))
        .take(MOST_EVENTS)
        .filter_map(|event| seen_by(event, viewer))
        .collect();
    Ok(Json(json!({ "seq": loaded.events.len(), "events": told })))
}

pub(super) async fn bpgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let loaded = loaded(&app, &id).await?;
    let mut response = record::write(&loaded).into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/x-bpgn; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    let name = format!("attachment; filename=\"tandem-{}.bpgn\"", loaded.record.id);
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(record::of_match(&loaded(&app, &id).await?)))
}

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    game: Option<usize>,
    #[serde(default)]
    book: Option<String>,
}

pub(super) async fn upload(
    State(app): State<Arc<App>>,
    query: Result<Query<Which>, QueryRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(which) = query?;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::TooLarge("The file is too large: at most 1 MiB.".into())
        }
        _ => ApiError::BadRequest("The file could not be read.".into()),
    })?;
    let id = which.book.as_deref().unwrap_or("fics");
    let found = app.hall.books().find(id);
    let (book, _) = found.ok_or(ApiError::NotFound("There is no such book."))?;
    let game = which.game.unwrap_or(1);
    // A large file takes a while: not on a thread that tables wait for.
    let film = tokio::task::spawn_blocking(move || record::of_file(&body, game, &book)).await;
    let film = film.map_err(|_| ApiError::Internal)?;
    film.map(Json).map_err(|error| ApiError::Unprocessable(error.0))
}
