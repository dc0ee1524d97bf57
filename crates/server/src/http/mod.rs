//! HTTP: the API, the WebSocket, the pages.

mod books;
mod bots;
mod error;
mod guard;
mod listen;
mod matches;
mod pages;
mod records;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::hall::Hall;
use crate::ids::Secret;
use crate::limits::Limits;
use crate::metrics::METRICS;

pub(crate) use listen::serve;

/// The longest body of a request.
const LONGEST_BODY: usize = 64 * 1024;
/// The longest BPGN file.
const LONGEST_FILE: usize = 1024 * 1024;

/// What every handler needs.
pub(crate) struct App {
    pub(crate) hall: Hall,
    pub(crate) limits: Arc<Limits>,
    /// Makes addresses unrecognisable in what is stored; forgotten with the process.
    pub(crate) salt: Secret,
    pub(crate) trust_proxy: bool,
}

/// Everything that can be asked for.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/api/books", get(books::list))
        .route("/api/books/{id}", get(books::one))
        .route("/api/bots", get(bots::list))
        .route("/api/matches", get(matches::list).post(matches::make))
        .route("/api/matches/{id}", get(matches::state))
        .route("/api/matches/{id}/join", post(matches::join))
        .route("/api/matches/{id}/events", get(records::events))
        .route("/api/matches/{id}/bpgn", get(records::bpgn))
        .route("/api/matches/{id}/replay", get(records::replay))
        .route("/api/replay", post(records::upload).layer(DefaultBodyLimit::max(LONGEST_FILE)))
        .route("/api/openapi.json", get(openapi))
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(metrics))
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn(guard::same_origin))
        .layer(map_response(guard::headers))
        .with_state(app)
}

async fn openapi() -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], include_str!("openapi.json")).into_response()
}

async fn metrics() -> Response {
    let text = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, text)], METRICS.text()).into_response()
}
