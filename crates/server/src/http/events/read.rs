//! Events as they stand.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_event::{Act, ActNumber, Coded, Moment, Reason, RoundNumber, TableNumber, TeamId};
use tandem_rules::book::Lang;

use super::super::books::Book;
use super::super::error::ApiError;
use super::super::guard::ClientAddress;
use super::super::path::PathId;
use super::super::{App, json_answer, json_text};
use super::{Shown, event};
use crate::codes::Problem;
use crate::events::{EventView, PlayerView, TableView, Viewer};
use crate::time::now_unix;

/// The most events in one list.
const LONGEST_LIST: usize = 100;
/// The most acts in one answer.
const MAX_ACTS: usize = 500;

async fn may_look(app: &App, address: ClientAddress) -> Result<(), ApiError> {
    if app.limits.may_list(address.0).await {
        return Ok(());
    }
    Err(ApiError::TooMany(Problem::TooManyLists))
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    address: ClientAddress,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let lines = app.events.list(LONGEST_LIST).await?;
    Ok(json_answer(format!("[{}]", lines.join(","))))
}

pub(super) async fn view(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let handle = event(&app, &id).await?;
    let snapshot = handle.snapshot();
    let viewer = snapshot.viewer(secret.as_ref())?;
    let who = match viewer {
        Viewer::Organiser => "o".to_owned(),
        Viewer::Player(player) => format!("p{player}"),
        Viewer::Arbiter => "a".to_owned(),
        Viewer::Card(table) => format!("c{table}"),
        Viewer::Screen => "w".to_owned(),
        Viewer::Spectator => "s".to_owned(),
    };
    let stamp = snapshot.stamp;
    let tag = format!("\"{stamp}-{who}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut response = if known.is_some_and(|tags| tags.split(',').any(|one| one.trim() == tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let write = move || {
            let now = Moment(now_unix().unsigned_abs());
            let view = EventView::new(&snapshot, viewer, secret.as_ref(), now);
            serde_json::to_vec(&view).map(Bytes::from).unwrap_or_default()
        };
        json_answer(handle.kept(viewer, stamp, write).await)
    };
    // It holds links; and what is true now may not be in a moment.
    let own = HeaderValue::from_static("private, no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, own);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("authorization"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// An answer that no cache may keep.
fn unkept(body: &impl Serialize) -> Result<Response, ApiError> {
    let mut response = json_answer(json_text(body)?);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

pub(super) async fn me(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let snapshot = event(&app, &id).await?.snapshot();
    let wrong = || ApiError::Forbidden(Problem::WrongEventLink);
    let (Viewer::Player(player), Some(secret)) = (snapshot.viewer(secret.as_ref())?, secret) else {
        return Err(wrong());
    };
    unkept(&PlayerView::new(&snapshot, player, &secret).ok_or_else(wrong)?)
}

pub(super) async fn table(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let snapshot = event(&app, &id).await?.snapshot();
    let viewer = snapshot.viewer(secret.as_ref())?;
    let now = Moment(now_unix().unsigned_abs());
    let table = TableView::new(&snapshot, viewer, now);
    unkept(&table.ok_or(ApiError::Forbidden(Problem::WrongEventLink))?)
}

pub(super) async fn book(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let snapshot = event(&app, &id).await?.snapshot();
    snapshot.viewer(secret.as_ref())?;
    unkept(&Book::of(&snapshot.event().book))
}

#[derive(Debug, Deserialize)]
pub(super) struct LogQuery {
    #[serde(default)]
    after: u32,
}

/// A part of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LogAnswer {
    version: u64,
    acts: Vec<Act>,
    /// Those that are undone, of all.
    undone: Vec<ActNumber>,
}

pub(super) async fn log(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
    query: Result<Query<LogQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let snapshot = event(&app, &id).await?.snapshot();
    if !matches!(snapshot.viewer(secret.as_ref())?, Viewer::Organiser | Viewer::Arbiter) {
        return Err(ApiError::Forbidden(Problem::NotTheOrganiser));
    }
    let Query(LogQuery { after }) = query?;
    let acts = snapshot.event().log().iter().filter(|act| act.number.0 > after);
    unkept(&LogAnswer {
        version: snapshot.version(),
        acts: acts.take(MAX_ACTS).cloned().collect(),
        undone: snapshot.event().undone().into_iter().collect(),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct WhyQuery {
    round: u16,
    #[serde(default)]
    table: Option<u16>,
    #[serde(default)]
    team: Option<u32>,
    #[serde(default)]
    lang: Option<String>,
}

/// Why a pairing is as it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WhyPairing {
    reasons: Vec<Reason>,
    sentences: Vec<String>,
}

/// The language of a query; English unless said.
pub(super) fn language(word: Option<&str>) -> Result<Lang, ApiError> {
    let Some(word) = word else { return Ok(Lang::En) };
    let detail = format!("there is no language '{}'", word.chars().take(8).collect::<String>());
    let unknown = ApiError::BadRequest(Problem::RequestUnread { detail });
    Lang::ALL.into_iter().find(|lang| lang.code() == word).ok_or(unknown)
}

pub(super) async fn why(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Shown(secret): Shown,
    query: Result<Query<WhyQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    may_look(&app, address).await?;
    let snapshot = event(&app, &id).await?.snapshot();
    let state = snapshot.seen_by(snapshot.viewer(secret.as_ref())?);
    let Query(query) = query?;
    let missing = || ApiError::NotFound(Problem::NothingHere);
    let round = state.round(RoundNumber(query.round)).ok_or_else(missing)?;
    let of_table = query.table.and_then(|table| round.table(TableNumber(table)));
    let of_team = query.team.map(TeamId).and_then(|team| {
        let bye = round.byes.iter().find(|bye| bye.team == Some(team));
        let paired = round.pairing_of(team).map(|(pairing, _)| &pairing.reasons);
        bye.map(|bye| &bye.reasons).or(paired)
    });
    let reasons = of_table.map(|pairing| &pairing.reasons).or(of_team).ok_or_else(missing)?;
    let lang = language(query.lang.as_deref())?;
    let sentences = reasons.iter().map(|reason| reason.sentence(lang)).collect();
    unkept(&WhyPairing { reasons: reasons.clone(), sentences })
}
