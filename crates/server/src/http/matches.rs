//! Making matches, finding them, taking a seat.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_referee::{BoardsAt, Input, Press, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::{BySeat, Millis, Seat};

use super::error::ApiError;
use super::guard::ClientAddress;
use super::path::PathId;
use super::{App, json_answer, json_text};
use crate::bots::BotKind;
use crate::codes::Problem;
use crate::ids::{MatchId, Secret};
use crate::limits::maker;
use crate::store::{Listed, Stage};
use crate::table::{Handle, NoSeat};
use crate::terms::NewMatchRequest;
use crate::wire::{LONGEST_NAME, tidy};

/// The most matches in one list.
const LONGEST_LIST: usize = 200;

#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    stage: Stage,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query?;
    if !app.limits.may_list(address).await {
        return Err(ApiError::TooMany(Problem::TooManyLists));
    }
    let stage = query.stage;
    let limit = query.limit.unwrap_or(50).min(LONGEST_LIST);
    let read = app.hall.lister(stage, limit);
    let write = move || {
        let lines: Vec<MatchLine> =
            read()?.into_iter().map(|one| MatchLine::new(one, stage)).collect();
        json_text(&lines)
    };
    Ok(json_answer(app.reading.order(write).await??))
}

/// A match in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MatchLine {
    id: MatchId,
    title: String,
    book: String,
    time: TimeControl,
    press: Press,
    input: Input,
    boards: BoardsAt,
    flag: Flag,
    lag: Millis,
    options: BTreeMap<String, String>,
    position: Option<String>,
    arbiter: bool,
    stage: Stage,
    created: i64,
    seats: BySeat<SeatLine>,
    result: Option<String>,
}

/// A seat of it.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatLine {
    name: Option<String>,
    taken: bool,
    bot: Option<BotKind>,
}

impl MatchLine {
    fn new(listed: Listed, stage: Stage) -> MatchLine {
        let Listed { record, result, .. } = listed;
        let terms = record.terms;
        let seats = BySeat::new_with(|seat| {
            let kept = &record.seats[seat];
            SeatLine {
                name: kept.shown(seat),
                taken: kept.shown(seat).is_some() || terms.seat == Some(seat),
                bot: kept.bot.clone(),
            }
        });
        MatchLine {
            id: record.id,
            title: terms.title,
            book: terms.book,
            time: terms.time,
            press: terms.press,
            input: terms.input,
            boards: terms.boards,
            flag: terms.flag,
            lag: terms.lag,
            options: terms.options,
            position: terms.position,
            arbiter: terms.arbiter,
            stage,
            created: record.created,
            seats,
            result,
        }
    }
}

/// A match that was made, and the links that open it: each a secret, told once.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Made {
    #[serde(rename = "match")]
    id: MatchId,
    links: Links,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Links {
    #[serde(flatten)]
    seats: BySeat<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arbiter: Option<String>,
    spectator: String,
}

/// A seat that was taken.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JoinedSeat {
    #[serde(rename = "match")]
    id: MatchId,
    seat: Seat,
    /// As it is shown.
    name: String,
    secret: String,
    link: String,
}

/// An answer with secrets: no cache may keep it.
pub(super) fn secret_answer(
    status: StatusCode,
    body: &impl Serialize,
) -> Result<Response, ApiError> {
    let mut response = json_answer(json_text(body)?);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

pub(super) async fn make(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    wish: Result<Json<NewMatchRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    let maker = maker(&app.salt, address);
    let made = app.hall.make(wish, Some(maker)).await?;
    let id = made.id;
    let link = |who: &str, secret: &Secret| format!("/m/{id}#{who}:{}", secret.reveal());
    let links = Links {
        seats: BySeat::new_with(|seat| link(&seat.to_string(), &made.seats[seat])),
        arbiter: made.arbiter.as_ref().map(|secret| link("arbiter", secret)),
        spectator: format!("/m/{id}"),
    };
    secret_answer(StatusCode::CREATED, &Made { id, links })
}

/// The id in a path.
pub(super) fn match_id(text: &str) -> Result<MatchId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound(Problem::NoSuchMatch))
}

pub(super) async fn table(app: &App, id: &str) -> Result<Handle, ApiError> {
    let found = app.hall.find(&match_id(id)?).await?;
    found.ok_or(ApiError::NotFound(Problem::NoSuchMatch))
}

pub(super) async fn state(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    if !app.limits.may_read(address).await {
        return Err(ApiError::TooMany(Problem::TooManyRecords));
    }
    let snapshot = table(&app, &id).await?.snapshot().await?;
    Ok(json_answer(Bytes::copy_from_slice(snapshot.as_bytes())))
}

/// Which seat somebody would take.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest {
    #[serde(default)]
    seat: Option<Seat>,
    /// Cut to 24 characters as people count them.
    name: String,
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    PathId(id): PathId,
    ClientAddress(address): ClientAddress,
    wish: Result<Json<JoinRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    if !app.limits.may_join(address) {
        return Err(ApiError::TooMany(Problem::TooManySeats));
    }
    let name =
        tidy(&wish.name, LONGEST_NAME).ok_or(ApiError::Unprocessable(Problem::NameUnseen))?;
    let name = app.guests.at_page(&name);
    let taken = table(&app, &id).await?.take_seat(wish.seat, name).await?;
    let taken = taken.map_err(|why| match why {
        NoSeat::Refused(why) => ApiError::Conflict(why),
        NoSeat::CantStore => ApiError::CantStore,
    })?;
    let (seat, secret) = (taken.seat, taken.secret.reveal().to_owned());
    let link = format!("/m/{id}#{seat}:{secret}");
    let id = match_id(&id)?;
    secret_answer(StatusCode::OK, &JoinedSeat { id, seat, name: taken.name, secret, link })
}
