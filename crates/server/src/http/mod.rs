//! HTTP: the API, the WebSocket, the pages.

mod body;
mod books;
mod bots;
mod describe;
mod elsewhere;
mod error;
mod events;
mod generators;
mod guard;
mod heads;
mod health;
mod host;
mod listen;
mod matches;
mod metered;
mod pages;
mod path;
mod preview;
mod reading;
mod records;
mod scores;
mod socket;
mod trust;
#[cfg(test)]
mod typescript;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use serde_json::json;

use self::describe::{Operation, Route};
use self::error::ApiError;
use self::guard::ClientAddress;
use crate::codes::Problem;
use crate::events::Office;
use crate::guests::Guests;
use crate::hall::Hall;
use crate::ids::MatchId;
use crate::limits::Limits;
use crate::metrics::{METRICS, Now};
use crate::record;
use crate::terms::NewMatchRequest;
use crate::tls::Tls;
use crate::wire::ToClient;

pub(crate) use elsewhere::{Peers, is_ready};
pub(crate) use listen::{accept, serve, serve_peers};
pub(crate) use reading::ReadingRoom;
pub(crate) use trust::Lan;

/// The longest body of a request.
const LONGEST_BODY: usize = 64 * 1024;
/// The longest BPGN file.
const LONGEST_FILE: usize = 1024 * 1024;

/// What every handler needs.
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) events: Arc<Office>,
    pub(crate) limits: Arc<Limits>,
    /// Makes addresses unrecognisable in what is stored.
    pub(crate) salt: String,
    pub(crate) trust_proxy: bool,
    /// Whether the proxy tells how far away a client is.
    pub(crate) proxy_rtt: bool,
    /// What the server is called, beside its addresses.
    pub(crate) names: Vec<String>,
    /// Whether anybody may read the metrics.
    pub(crate) metrics: bool,
    /// The certificate of its own, if it has one.
    pub(crate) tls: Option<Arc<Tls>>,
    /// Where phones in the same network find it, if it is for them.
    pub(crate) lan: Option<Lan>,
    pub(crate) reading: ReadingRoom,
    /// Who is called what.
    pub(crate) guests: Arc<Guests>,
    /// The other nodes of the site, where there may be some.
    pub(crate) peers: Option<Peers>,
}

/// Every path, but for the pages, and what is to be known of it: `docs/openapi.json` is made of this, and
/// the tests ask each of them for what it may not tell.
fn routes() -> Vec<Route> {
    let stages = json!({ "type": "string", "enum": ["open", "running", "over", "abandoned"], "default": "open" });
    let from =
        |least: u64, usual: u64| json!({ "type": "integer", "minimum": least, "default": usual });
    let mut routes = vec![
        // The socket's messages are described in docs/protocol.md.
        Route::new("/ws", get(socket::upgrade)),
        Route::new("/api/books", get(books::list)).does(
            Operation::get("listBooks", "The books")
                .answers::<Vec<books::BookHead>>(200, "One object a book"),
        ),
        Route::new("/api/books/{id}", get(books::one)).does(
            Operation::get("readBook", "A book: every axis, every article in four languages")
                .id::<String>()
                .answers::<books::Book>(200, "The book")
                .fails(&[404]),
        ),
        Route::new("/api/books/read", post(books::read)).does(
            Operation::post("readOwnBook", "A club's own book; nothing is kept")
                .takes_as(
                    "text/plain",
                    json!({ "type": "string" }),
                    Some("id = \"club\"\nname = \"Our club\"\nlanguage = \"en\"\nextends = \"minerva\"\n".into()),
                )
                .answers::<books::Book>(200, "The book, as it extends another")
                .fails(&[400, 403, 413, 422]),
        ),
        Route::new("/api/bots", get(bots::list)).does(
            Operation::get("listBots", "The bots that can be seated")
                .answers::<bots::Bots>(200, "Levels of the built-in player, and engines"),
        ),
        Route::new("/api/matches", get(matches::list).post(matches::make))
            .does(
                Operation::get("listMatches", "Public matches, newest first")
                    .query("stage", stages, "")
                    .query("limit", from(0, 50), "At most 200 are told")
                    .answers::<Vec<matches::MatchLine>>(200, "One object a match")
                    .fails(&[400, 429]),
            )
            .does(
                Operation::post("makeMatch", "Makes a match")
                    .takes::<NewMatchRequest>()
                    .answers::<matches::Made>(201, "The match, and its links: secrets, told once")
                    .fails(&[400, 403, 413, 422, 429, 503]),
            ),
        Route::new("/api/matches/{id}", get(matches::state)).does(
            Operation::get("readMatch", "What a spectator's snapshot says")
                .id::<MatchId>()
                .answers::<ToClient>(200, "The snapshot, as a message")
                .fails(&[404, 429, 503]),
        ),
        Route::new("/api/matches/{id}/join", post(matches::join)).does(
            Operation::post("joinMatch", "Takes a free seat of a public match")
                .id::<MatchId>()
                .takes::<matches::JoinRequest>()
                .answers::<matches::JoinedSeat>(200, "The seat, the name as it is shown, and the secret")
                .fails(&[400, 403, 404, 409, 413, 422, 429, 503]),
        ),
        Route::new("/api/matches/{id}/events", get(records::events)).does(
            Operation::get("readEvents", "The events that everybody may see")
                .id::<MatchId>()
                .query("after", from(0, 0), "The number of the last event that is known")
                .answers::<records::EventsPage>(200, "At most 1000 events")
                .fails(&[400, 404, 429, 503]),
        ),
        Route::new("/api/matches/{id}/bpgn", get(records::bpgn)).does(
            Operation::get("readBpgn", "The match so far as BPGN; with open input when it is over")
                .id::<MatchId>()
                .answers_as(200, "The file", "application/x-bpgn")
                .fails(&[404, 409, 429, 503]),
        ),
        Route::new("/api/matches/{id}/replay", get(records::replay)).does(
            Operation::get("readReplay", "The match as frames")
                .id::<MatchId>()
                .answers::<record::Replay>(200, "The replay")
                .fails(&[404, 429, 503]),
        ),
        Route::new("/api/matches/{id}/picture.png", get(preview::picture)).does(
            Operation::get("readPicture", "Both boards as they stand, for the previews of links")
                .id::<MatchId>()
                .answers_as(200, "The picture", "image/png")
                .fails(&[404, 429, 503]),
        ),
        Route::new(
            "/api/replay",
            post(records::upload).layer(DefaultBodyLimit::max(LONGEST_FILE)),
        )
        .does(
            Operation::post(
                "replayFile",
                "A BPGN file, or boards saved from chess.com, as frames; nothing is kept",
            )
            .query("game", from(1, 1), "Which game of the file, from 1")
            .query("book", json!({ "type": "string", "default": "fics" }), "")
            .takes_as(
                "text/plain",
                json!({ "type": "string" }),
                Some("[Event \"?\"]\n\n1A. e4 1a. e5 *\n".into()),
            )
            .takes_as("application/json", json!({ "type": "object" }), None)
            .answers::<record::Replay>(200, "The replay")
            .fails(&[400, 403, 404, 413, 422, 429, 503]),
        ),
        Route::new("/api/tls", get(trust::tells)).does(
            Operation::get(
                "readTls",
                "Whether the same address takes https, by a certificate of the server's own, and where phones find it",
            )
            .answers::<trust::TlsAnswer>(200, "Whether it does, and where"),
        ),
        Route::new("/api/tls/root.crt", get(trust::root)).does(
            Operation::get("readRoot", "The root certificate that phones learn to trust")
                .answers_as(200, "The certificate, as DER", "application/x-x509-ca-cert")
                .fails(&[404]),
        ),
        Route::new("/api/openapi.json", get(openapi)).does(
            Operation::get("readOpenapi", "This description")
                .answers::<serde_json::Map<String, serde_json::Value>>(200, "OpenAPI 3.1"),
        ),
        Route::new("/healthz", get(health::healthz)).does(
            Operation::get("readHealth", "Whether the server lives and can store")
                .answers_as(200, "ok, and a line for each damaged match", "text/plain")
                .answers_as(503, "Nothing can be stored, and why", "text/plain"),
        ),
        Route::new("/readyz", get(health::readyz)).does(
            Operation::get("readReadiness", "Whether the server takes new connections, for balancers")
                .answers_as(200, "ok", "text/plain")
                .answers_as(503, "It stops, or can't reach what it stores in", "text/plain"),
        ),
        Route::new("/metrics", get(metrics)).does(
            Operation::get("readMetrics", "Counters for Prometheus")
                .answers_as(
                    200,
                    "Prometheus text, for the server's own machine unless it was started with --metrics",
                    "text/plain",
                )
                .fails(&[403]),
        ),
    ];
    routes.extend(scores::routes());
    routes.extend(events::routes());
    routes
}

/// Everything that can be asked for.
pub(crate) fn router(app: Arc<App>) -> Router {
    routes()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.methods))
        // Pages like the others, with heads of their own.
        .route("/m/{id}", get(preview::page))
        .route("/replay/{id}", get(preview::replay))
        .route("/events/{id}", get(preview::event))
        .fallback(preview::general)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&app), elsewhere::pass_on))
        .layer(from_fn(guard::same_origin))
        .layer(from_fn_with_state(Arc::clone(&app), host::known))
        .layer(map_response(guard::headers))
        .with_state(app)
}

fn json_text(value: &impl Serialize) -> Result<Bytes, ApiError> {
    serde_json::to_vec(value).map(Bytes::from).map_err(|_| ApiError::Internal)
}

fn json_answer(text: impl IntoResponse) -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], text).into_response()
}

/// The description of all routes. It never changes, and is made when it is first asked for.
static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| {
    (generators::for_generators(describe::openapi(routes())).to_string() + "\n").into()
});

async fn openapi() -> Response {
    json_answer(OPENAPI.clone())
}

async fn metrics(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // A proxy on this machine that is not known to be one would make everybody look local.
    let passed_on = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let local = address.to_canonical().is_loopback() && (app.trust_proxy || !passed_on);
    if !app.metrics && !local {
        return Err(ApiError::Forbidden(Problem::LocalOnly));
    }
    let text = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    let now = Now { bot_room: app.hall.bots().free(), is_ready: health::is_ready(&app) };
    Ok(([(header::CONTENT_TYPE, text)], METRICS.text(now)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `UPDATE_GENERATED=1 cargo test -p tandem-server generated` writes both anew.
    #[test]
    fn generated_files_are_what_the_handlers_say() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
        let openapi = describe::openapi(routes());
        let made = [
            ("web/src/wire/generated/messages.ts", typescript::typescript(&openapi)),
            (
                "docs/openapi.json",
                serde_json::to_string_pretty(&generators::for_generators(openapi)).unwrap() + "\n",
            ),
        ];
        for (file, made) in made {
            let path = format!("{root}{file}");
            if std::env::var_os("UPDATE_GENERATED").is_some() {
                std::fs::write(&path, &made).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == made,
                "{file} is stale: UPDATE_GENERATED=1 cargo test -p tandem-server generated"
            );
        }
    }

    #[test]
    fn every_path_but_the_socket_is_described() {
        let silent = routes().into_iter().filter(|route| route.operations.is_empty());
        assert_eq!(
            silent.map(|route| route.path).collect::<Vec<_>>(),
            ["/ws", "/api/events/{id}/ws"]
        );
    }
}
