//! What can go wrong with a request, and which status tells it.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Json, response};
use serde_json::json;
use tandem_referee::Phrase;

use crate::hall::MakeError;
use crate::store::StoreError;
use crate::table::Gone;
use crate::wire::tell_form;

/// Why a request failed.
#[derive(Debug)]
pub(super) enum ApiError {
    BadRequest(Phrase),
    ForeignOrigin,
    NotFound(&'static str),
    Conflict(&'static str),
    TooLarge(Phrase),
    Unprocessable(Phrase),
    TooMany(&'static str),
    Internal,
    Unavailable,
}

impl ApiError {
    /// A request that is not what the API describes.
    fn unread(detail: String) -> ApiError {
        ApiError::BadRequest(Phrase::with("The request can't be read: {detail}", "detail", detail))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, phrase) = match self {
            ApiError::BadRequest(why) => (StatusCode::BAD_REQUEST, "bad_request", why),
            ApiError::ForeignOrigin => {
                let why = "Another site may not ask this.".into();
                (StatusCode::FORBIDDEN, "forbidden", why)
            }
            ApiError::NotFound(why) => (StatusCode::NOT_FOUND, "not_found", why.into()),
            ApiError::Conflict(why) => (StatusCode::CONFLICT, "conflict", why.into()),
            ApiError::TooLarge(why) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", why),
            ApiError::Unprocessable(why) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "unprocessable", why)
            }
            ApiError::TooMany(why) => (StatusCode::TOO_MANY_REQUESTS, "too_many", why.into()),
            ApiError::Internal => {
                let why = "The server failed; its log says how.".into();
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", why)
            }
            ApiError::Unavailable => {
                let why = "The server stops or starts; try again.".into();
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", why)
            }
        };
        let mut error = json!({ "code": code, "message": phrase.to_string() });
        tell_form(&mut error, &phrase);
        let body = json!({ "error": error });
        (status, response::AppendHeaders([("cache-control", "no-store")]), Json(body))
            .into_response()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Stopped => ApiError::Unavailable,
            StoreError::Database(_)
            | StoreError::Damaged(_)
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
            MakeError::Terms(why) => ApiError::Unprocessable(why.0),
            MakeError::TooManyBots => ApiError::TooMany("Too many bots are playing."),
            MakeError::Random(why) => {
                tracing::error!(error = %why, "no match could be made");
                ApiError::Internal
            }
            MakeError::Store(error) => error.into(),
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
            ApiError::TooLarge("The request is too large.".into())
        } else {
            ApiError::unread(rejection.body_text())
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::unread(rejection.body_text())
    }
}
