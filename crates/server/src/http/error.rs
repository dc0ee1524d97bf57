//! What can go wrong with a request, and which status tells it.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Json, response};
use serde_json::json;

use crate::hall::MakeError;
use crate::store::StoreError;
use crate::table::Gone;

/// Why a request failed.
#[derive(Debug)]
pub(super) enum ApiError {
    BadRequest(String),
    ForeignOrigin,
    NotFound(&'static str),
    Conflict(&'static str),
    TooLarge(String),
    Unprocessable(String),
    TooMany(&'static str),
    Internal,
    Unavailable,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, message) = match self {
            ApiError::BadRequest(why) => (StatusCode::BAD_REQUEST, "bad_request", why),
            ApiError::ForeignOrigin => {
                let why = "Another site may not ask this.".to_owned();
                (StatusCode::FORBIDDEN, "forbidden", why)
            }
            ApiError::NotFound(why) => (StatusCode::NOT_FOUND, "not_found", why.to_owned()),
            ApiError::Conflict(why) => (StatusCode::CONFLICT, "conflict", why.to_owned()),
            ApiError::TooLarge(why) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", why),
            ApiError::Unprocessable(why) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "unprocessable", why)
            }
            ApiError::TooMany(why) => (StatusCode::TOO_MANY_REQUESTS, "too_many", why.to_owned()),
            ApiError::Internal => {
                let why = "The server failed; its log says how.".to_owned();
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", why)
            }
            ApiError::Unavailable => {
                let why = "The server stops or starts; try again.".to_owned();
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", why)
            }
        };
        let body = json!({ "error": { "code": code, "message": message } });
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
            MakeError::Terms(why) => ApiError::Unprocessable(why.to_string()),
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
            ApiError::TooLarge("The request is too large.".to_owned())
        } else {
            ApiError::BadRequest(rejection.body_text())
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::BadRequest(rejection.body_text())
    }
}
