//! Making matches, finding them, taking a seat.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tandem_rules::Seat;

use super::App;
use super::error::ApiError;
use super::guard::ClientAddress;
use crate::ids::MatchId;
use crate::limits::counted;
use crate::store::{Listed, Stage};
use crate::table::Handle;
use crate::terms::Wish;
use crate::wire::{LONGEST_NAME, tidy};

/// The most matches in one list.
const LONGEST_LIST: usize = 200;
/// After a day a match that nobody has finished counts against nobody, in milliseconds.
const FORGOTTEN: i64 = 86_400_000;

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PhaseWord {
    #[default]
    Open,
    Running,
    Over,
}

#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    phase: PhaseWord,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Vec<Value>>, ApiError> {
    let Query(query) = query?;
    let (stage, word) = match query.phase {
        PhaseWord::Open => (Stage::Open, "open"),
        PhaseWord::Running => (Stage::Running, "running"),
        PhaseWord::Over => (Stage::Over, "over"),
    };
    let limit = query.limit.unwrap_or(50).min(LONGEST_LIST);
    let listed = app.hall.list(stage, limit).await?;
    Ok(Json(listed.iter().map(|one| line(one, word)).collect()))
}

fn line(listed: &Listed, phase: &str) -> Value {
    let terms = &listed.record.terms;
    let seats: Map<String, Value> = listed
        .record
        .seats
        .iter()
        .map(|(seat, kept)| {
            (
                seat.to_string(),
                json!({ "name": kept.shown(), "taken": kept.shown().is_some(), "bot": kept.bot }),
            )
        })
        .collect();
    json!({
        "id": listed.record.id,
        "title": terms.title,
        "book": terms.book,
        "time": terms.time,
        "press": terms.press,
        "input": terms.input,
        "phase": phase,
        "created": listed.record.created,
        "seats": seats,
        "result": listed.result,
    })
}

/// Who makes a match, without telling from where.
fn maker(app: &App, address: IpAddr) -> [u8; 16] {
    let text = format!("{} {}", app.salt.reveal(), counted(address));
    let hash = Sha256::digest(text.as_bytes());
    std::array::from_fn(|at| hash[at])
}

pub(super) async fn make(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    wish: Result<Json<Wish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    if !app.limits.may_make(address) {
        return Err(ApiError::TooMany("Too many matches were made from this address."));
    }
    let maker = maker(&app, address);
    let most = app.limits.open_tables();
    let since = crate::table::now_unix() - FORGOTTEN;
    if app.hall.count_open(maker, since, most).await? >= most {
        return Err(ApiError::TooMany("Too many matches of this address are not over."));
    }
    let made = app.hall.make(wish, Some(maker)).await?;
    let id = &made.id;
    let mut links: Map<String, Value> = made
        .seats
        .iter()
        .map(|(seat, secret)| {
            (seat.to_string(), format!("/m/{id}#{seat}:{}", secret.reveal()).into())
        })
        .collect();
    links.insert("arbiter".to_owned(), format!("/m/{id}#arbiter:{}", made.arbiter.reveal()).into());
    links.insert("spectator".to_owned(), format!("/m/{id}").into());
    let body = Json(json!({ "match": id, "links": links }));
    let mut response = (StatusCode::CREATED, body).into_response();
    // The links are secrets: no cache may keep them.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The id in a path.
pub(super) fn match_id(text: &str) -> Result<MatchId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound("There is no such match."))
}

async fn table(app: &App, id: &str) -> Result<Handle, ApiError> {
    let found = app.hall.find(&match_id(id)?).await?;
    found.ok_or(ApiError::NotFound("There is no such match."))
}

pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let snapshot = table(&app, &id).await?.snapshot().await?;
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], snapshot).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinWish {
    #[serde(default)]
    seat: Option<Seat>,
    name: String,
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Result<Json<JoinWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    let name = tidy(&wish.name, LONGEST_NAME)
        .ok_or_else(|| ApiError::Unprocessable("A player needs a name.".into()))?;
    let taken = table(&app, &id).await?.take_seat(wish.seat, name).await?;
    let taken = taken.map_err(ApiError::Conflict)?;
    let (seat, secret) = (taken.seat, taken.secret.reveal());
    let link = format!("/m/{id}#{seat}:{secret}");
    let body = json!({ "match": id, "seat": seat, "secret": secret, "link": link });
    let mut response = Json(body).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
