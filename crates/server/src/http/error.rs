//! What can go wrong with a request, and which status tells it.

use std::collections::BTreeMap;
use std::fmt::Display;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Json, response};
use schemars::JsonSchema;
use serde::Serialize;
use tandem_event::{Coded as OfEvent, Refusal};
use tandem_event_files::EntryError;
use tandem_rules::book::Lang;
use tandem_rules::code::Coded;

use crate::codes::{BadTerms, Problem, Sentence, UploadError};
use crate::events::{MakeEventError, NotDone, Shut};
use crate::hall::MakeError;
use crate::limits::TooMany;
use crate::store::{EventStoreError, StoreError};
use crate::table::Gone;

/// What went wrong, as it is answered.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ErrorAnswer {
    error: ErrorBody,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ErrorBody {
    /// The kind of failure.
    code: ErrorCode,
    /// The code of the sentence.
    why: &'static str,
    /// The sentence in English.
    message: String,
    /// What the sentence names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'static str, String>,
    /// The article that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<String>,
    /// Lines of a file that can't be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<ErrorLine>,
}

/// What is wrong with a line of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ErrorLine {
    /// The line; 0 is the file as a whole.
    line: usize,
    /// The code of the sentence.
    why: &'static str,
    /// The sentence in English.
    message: String,
    /// What the sentence names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'static str, String>,
}

impl ErrorLine {
    pub(super) fn of(error: &EntryError) -> ErrorLine {
        ErrorLine {
            line: error.line,
            why: OfEvent::code(&error.problem),
            message: error.problem.sentence(Lang::En),
            values: values_of(&error.problem),
        }
    }
}

/// What a sentence of the event core names.
fn values_of<C: OfEvent>(what: &C) -> BTreeMap<&'static str, String> {
    let values = serde_json::to_value(what).unwrap_or_default();
    let names = C::ALL.iter().find(|(code, _)| *code == what.code()).map(|(_, names)| *names);
    let text = |name: &&'static str| {
        Some(match values.get(*name)? {
            serde_json::Value::String(text) => (*name, text.clone()),
            other => (*name, other.to_string()),
        })
    };
    names.into_iter().flatten().filter_map(text).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ErrorCode {
    BadRequest,
    Forbidden,
    NotFound,
    Conflict,
    TooLarge,
    Misdirected,
    Unprocessable,
    TooMany,
    Internal,
    Damaged,
    Unavailable,
}

/// Why a request failed.
#[derive(Debug)]
pub(super) enum ApiError {
    BadRequest(Problem),
    Forbidden(Problem),
    Misdirected(Problem),
    NotFound(Problem),
    Conflict(Problem),
    TooLarge(Problem),
    Unprocessable(Problem),
    Terms(BadTerms),
    Upload(UploadError),
    /// The book says no.
    ByTheBook(Box<tandem_referee::Refusal>),
    /// The core of events says no.
    Refused(Box<Refusal>),
    /// Entries that can't be read.
    Unread(Vec<EntryError>),
    TooMany(Problem),
    Internal,
    /// The match is not what was stored.
    Damaged,
    /// Nor is something else.
    Broken(Problem),
    /// A newer program wrote the match.
    NewerMatch,
    /// Nothing can be stored.
    CantStore,
    Unavailable,
}

/// The answer that tells what went wrong.
fn answer(code: ErrorCode, why: &(impl Coded + Display)) -> Json<ErrorAnswer> {
    let Sentence { code: reason, values } = Sentence::of(why);
    let message = why.to_string();
    let (article, lines) = (None, Vec::new());
    Json(ErrorAnswer { error: ErrorBody { code, why: reason, message, values, article, lines } })
}

/// The answer that tells what the core of events refuses.
fn refused(refusal: &Refusal) -> Json<ErrorAnswer> {
    let error = ErrorBody {
        code: ErrorCode::Unprocessable,
        why: OfEvent::code(refusal),
        message: refusal.sentence(Lang::En),
        values: values_of(refusal),
        article: refusal.article().map(|article| article.to_string()),
        lines: Vec::new(),
    };
    Json(ErrorAnswer { error })
}

/// The answer that tells what the book forbids.
fn by_the_book(refusal: &tandem_referee::Refusal) -> Json<ErrorAnswer> {
    let tandem_referee::Refusal { article, why } = refusal;
    let Sentence { code: reason, values } = Sentence::of(why);
    let error = ErrorBody {
        code: ErrorCode::Unprocessable,
        why: reason,
        message: why.sentence(Lang::En),
        values,
        article: Some(article.to_string()),
        lines: Vec::new(),
    };
    Json(ErrorAnswer { error })
}

/// The answer that names every line that can't be read.
fn unread(errors: &[EntryError]) -> Json<ErrorAnswer> {
    let Json(mut answer) = answer(ErrorCode::Unprocessable, &Problem::EntriesUnread);
    answer.error.lines = errors.iter().map(ErrorLine::of).collect();
    Json(answer)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        use ErrorCode as Code;
        let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
        let (status, answer) = match self {
            ApiError::BadRequest(why) => (StatusCode::BAD_REQUEST, answer(Code::BadRequest, &why)),
            ApiError::Forbidden(why) => (StatusCode::FORBIDDEN, answer(Code::Forbidden, &why)),
            ApiError::Misdirected(why) => {
                (StatusCode::MISDIRECTED_REQUEST, answer(Code::Misdirected, &why))
            }
            ApiError::NotFound(why) => (StatusCode::NOT_FOUND, answer(Code::NotFound, &why)),
            ApiError::Conflict(why) => (StatusCode::CONFLICT, answer(Code::Conflict, &why)),
            ApiError::TooLarge(why) => {
                (StatusCode::PAYLOAD_TOO_LARGE, answer(Code::TooLarge, &why))
            }
            ApiError::Unprocessable(why) => (unprocessable, answer(Code::Unprocessable, &why)),
            ApiError::Terms(why) => (unprocessable, answer(Code::Unprocessable, &why)),
            ApiError::Upload(why) => (unprocessable, answer(Code::Unprocessable, &why)),
            ApiError::ByTheBook(why) => (unprocessable, by_the_book(&why)),
            ApiError::Refused(why) => (unprocessable, refused(&why)),
            ApiError::Unread(lines) => (unprocessable, unread(&lines)),
            ApiError::TooMany(why) => (StatusCode::TOO_MANY_REQUESTS, answer(Code::TooMany, &why)),
            ApiError::Internal => {
                (StatusCode::INTERNAL_SERVER_ERROR, answer(Code::Internal, &Problem::Failed))
            }
            ApiError::Damaged => {
                (StatusCode::INTERNAL_SERVER_ERROR, answer(Code::Damaged, &Problem::Damaged))
            }
            ApiError::Broken(why) => {
                (StatusCode::INTERNAL_SERVER_ERROR, answer(Code::Damaged, &why))
            }
            ApiError::NewerMatch => {
                (StatusCode::SERVICE_UNAVAILABLE, answer(Code::Unavailable, &Problem::NewerMatch))
            }
            ApiError::CantStore => {
                (StatusCode::SERVICE_UNAVAILABLE, answer(Code::Unavailable, &Problem::CantStore))
            }
            ApiError::Unavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, answer(Code::Unavailable, &Problem::Stopping))
            }
        };
        (status, response::AppendHeaders([("cache-control", "no-store")]), answer).into_response()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Stopped => ApiError::Unavailable,
            // It was named when it was found.
            StoreError::Damaged(_) => ApiError::Damaged,
            StoreError::NewerMatch(_) => ApiError::NewerMatch,
            StoreError::Lost { .. } => ApiError::CantStore,
            // Whoever asks again finds out.
            StoreError::Fenced(_) | StoreError::Unknown(_) | StoreError::Elsewhere(..) => {
                ApiError::Unavailable
            }
            StoreError::Postgres { .. } => ApiError::CantStore,
            StoreError::Database(_)
            | StoreError::InUse { .. }
            | StoreError::Folder { .. }
            | StoreError::Newer { .. } => {
                tracing::error!(%error, "a request failed");
                ApiError::Internal
            }
        }
    }
}

impl From<MakeError> for ApiError {
    fn from(error: MakeError) -> ApiError {
        match error {
            MakeError::Terms(why) => ApiError::Terms(why),
            MakeError::TooMany(TooMany::Made) => ApiError::TooMany(Problem::TooManyMade),
            MakeError::TooMany(TooMany::Open) => ApiError::TooMany(Problem::TooManyOpen),
            MakeError::TooManyBots => ApiError::TooMany(Problem::TooManyBots),
            MakeError::Random(why) => {
                tracing::error!(error = %why, "no match could be made");
                ApiError::Internal
            }
            MakeError::Store(StoreError::Stopped) => ApiError::Unavailable,
            MakeError::Store(error) => {
                tracing::error!(%error, "no match could be made");
                ApiError::CantStore
            }
        }
    }
}

impl From<EventStoreError> for ApiError {
    fn from(error: EventStoreError) -> ApiError {
        match error {
            EventStoreError::Damaged(_) => ApiError::Broken(Problem::EventDamaged),
            EventStoreError::Elsewhere(_) => ApiError::Unavailable,
            EventStoreError::Changed(_) | EventStoreError::Database(_) => {
                tracing::error!(%error, "an event could not be stored or read");
                ApiError::CantStore
            }
        }
    }
}

impl From<MakeEventError> for ApiError {
    fn from(error: MakeEventError) -> ApiError {
        match error {
            MakeEventError::Refused(why) => ApiError::Refused(why),
            MakeEventError::Unread(lines) => ApiError::Unread(lines),
            MakeEventError::Terms(why) => ApiError::Terms(why),
            MakeEventError::TooLarge => ApiError::Unprocessable(Problem::EventTooLarge),
            MakeEventError::Random(why) => {
                tracing::error!(error = %why, "no event could be made");
                ApiError::Internal
            }
        }
    }
}

impl From<NotDone> for ApiError {
    fn from(why: NotDone) -> ApiError {
        match why {
            NotDone::NotOrganiser => ApiError::Forbidden(Problem::NotTheOrganiser),
            NotDone::NotForDesks => ApiError::Forbidden(Problem::OnlyTheReferee),
            NotDone::NeedsCard => ApiError::Forbidden(Problem::NeedsCard),
            NotDone::Refused(why) => ApiError::Refused(why),
            NotDone::Changed { version } => {
                ApiError::Conflict(Problem::EventChanged { version: version.to_string() })
            }
            NotDone::TooLarge => ApiError::Unprocessable(Problem::EventTooLarge),
            NotDone::CantStore => ApiError::CantStore,
            NotDone::Gone => ApiError::Unavailable,
        }
    }
}

impl From<Shut> for ApiError {
    fn from(why: Shut) -> ApiError {
        match why {
            Shut::Unknown => ApiError::NotFound(Problem::NoSuchEvent),
            Shut::WrongLink => ApiError::Forbidden(Problem::WrongEventLink),
        }
    }
}

impl From<Gone> for ApiError {
    fn from(_: Gone) -> ApiError {
        ApiError::Unavailable
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            ApiError::TooLarge(Problem::RequestTooLarge)
        } else {
            ApiError::BadRequest(Problem::RequestUnread { detail: rejection.body_text() })
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::BadRequest(Problem::RequestUnread { detail: rejection.body_text() })
    }
}
