//! The score sheet of boards on the table: what opens it, how it stands, what is written on it.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tandem_notation::score::{NotWritten, SheetEntry};
use tandem_referee::MoveText;
use tandem_rules::BoardId;

use super::describe::{Operation, Route};
use super::error::ApiError;
use super::guard::ClientAddress;
use super::matches::{match_id, secret_answer, table};
use super::path::PathId;
use super::{App, json_answer, json_text};
use crate::codes::Problem;
use crate::ids::{MatchId, Secret};
use crate::table::NotEntered;
use crate::view::ScoresView;

/// The secret of whoever asks: `Authorization: Bearer …`.
pub(super) struct Bearer(Secret);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Bearer, ApiError> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let word = header.and_then(|text| text.to_str().ok()?.strip_prefix("Bearer "));
        let secret = word.and_then(|word| Secret::read(word.trim()));
        secret.map(Bearer).ok_or(ApiError::Forbidden(Problem::WrongSheetLink))
    }
}

/// What opens the score sheet of a match, made of what this server alone knows: so nothing of it is kept. It opens
/// nothing else.
fn key(app: &App, id: &MatchId) -> Secret {
    Secret::of_words(&format!("{}/score sheet/{id}", app.salt))
}

/// Whoever may write on the sheet.
fn opened(app: &App, id: &str, Bearer(secret): &Bearer) -> Result<(), ApiError> {
    if key(app, &match_id(id)?).hash().opens(secret) {
        return Ok(());
    }
    Err(ApiError::Forbidden(Problem::WrongSheetLink))
}

async fn may_ask(app: &App, ClientAddress(address): ClientAddress) -> Result<(), ApiError> {
    if app.limits.may_list(address).await {
        return Ok(());
    }
    Err(ApiError::TooMany(Problem::TooManyLists))
}

/// What opens the score sheet of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SheetKey {
    secret: String,
    link: String,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    Bearer(secret): Bearer,
) -> Result<Response, ApiError> {
    may_ask(&app, address).await?;
    if !table(&app, &id).await?.knows(secret).await? {
        return Err(ApiError::Forbidden(Problem::WrongSheetLink));
    }
    let secret = key(&app, &match_id(&id)?).reveal().to_owned();
    let link = format!("/record/{id}#sheet:{secret}");
    secret_answer(StatusCode::OK, &SheetKey { secret, link })
}

fn refused(why: NotEntered) -> ApiError {
    match why {
        NotEntered::NoSheet => ApiError::Conflict(Problem::SheetOnScreen),
        NotEntered::Meanwhile => ApiError::Conflict(Problem::SheetMeanwhile),
        NotEntered::Full => ApiError::Unprocessable(Problem::SheetFull),
        NotEntered::NotWritten(NotWritten::NotBegun) => {
            ApiError::Unprocessable(Problem::SheetNotBegun)
        }
        NotEntered::NotWritten(NotWritten::NoPress { presses }) => {
            ApiError::Unprocessable(Problem::SheetNoPress { presses })
        }
        NotEntered::NotWritten(NotWritten::Forbidden(refusal)) => {
            ApiError::ByTheBook(Box::new(refusal))
        }
        NotEntered::NotStored(error) => {
            tracing::error!(%error, "a score sheet could not be stored");
            ApiError::CantStore
        }
    }
}

fn sheet(view: &ScoresView) -> Result<Response, ApiError> {
    let mut response = json_answer(json_text(view)?);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

#[derive(Debug, Deserialize)]
pub(super) struct Known {
    #[serde(default)]
    known: Option<u64>,
}

pub(super) async fn read(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    bearer: Bearer,
    query: Result<Query<Known>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(Known { known }) = query?;
    may_ask(&app, address).await?;
    opened(&app, &id, &bearer)?;
    let view = table(&app, &id).await?.score(None, known).await?;
    match view.map_err(refused)? {
        Some(view) => sheet(&view),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

/// What somebody writes down.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SheetWish {
    board: BoardId,
    /// How many half-moves of the board the writer has seen.
    #[schemars(range(min = 0, max = 10_000))]
    place: u16,
    /// The next half-move of the board, in SAN or coordinates.
    #[serde(rename = "move", default)]
    text: Option<MoveText>,
    /// Without a move: how many half-moves of the board stay; the others are struck out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    keep: Option<u16>,
}

impl SheetWish {
    fn entry(self) -> Result<(SheetEntry, usize), ApiError> {
        let SheetWish { board, place, text, keep } = self;
        let entry = match (text, keep) {
            (Some(text), None) => SheetEntry::Write { board, text },
            (None, Some(keep)) => SheetEntry::Strike { board, keep },
            (Some(_), Some(_)) | (None, None) => {
                return Err(ApiError::Unprocessable(Problem::SheetMoveOrKeep));
            }
        };
        Ok((entry, place.into()))
    }
}

pub(super) async fn write(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    bearer: Bearer,
    wish: Result<Json<SheetWish>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wish) = wish?;
    may_ask(&app, address).await?;
    opened(&app, &id, &bearer)?;
    let view = table(&app, &id).await?.score(Some(wish.entry()?), None).await?;
    match view.map_err(refused)? {
        Some(view) => sheet(&view),
        None => Err(ApiError::Internal),
    }
}

/// Every path of score sheets.
pub(super) fn routes() -> Vec<Route> {
    let version = json!({ "type": "integer", "minimum": 0 });
    vec![
        Route::new("/api/matches/{id}/sheet", get(read).post(write))
            .does(
                Operation::get(
                    "readSheet",
                    "The score sheet of boards on the table, by its secret",
                )
                .id::<MatchId>()
                .query("known", version, "The version that is known: 204 if it is still true")
                .answers::<ScoresView>(200, "The sheet")
                .fails(&[400, 403, 404, 409, 429, 503]),
            )
            .does(
                Operation::post("writeSheet", "Writes down a half-move, or strikes some out")
                    .id::<MatchId>()
                    .takes::<SheetWish>()
                    .answers::<ScoresView>(200, "The sheet, durable")
                    .fails(&[400, 403, 404, 409, 413, 422, 429, 503]),
            ),
        Route::new("/api/matches/{id}/sheet/key", post(open)).does(
            Operation::post(
                "openSheet",
                "What opens the score sheet, by the secret of a seat or of the arbiter",
            )
            .id::<MatchId>()
            .answers::<SheetKey>(200, "The secret, and the link of the page")
            .fails(&[403, 404, 429, 503]),
        ),
    ]
}
