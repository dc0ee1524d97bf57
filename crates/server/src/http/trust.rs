//! The certificate of the laptop's own, for phones that are to trust it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::ApiError;
use super::{App, json_answer, json_text};
use crate::codes::Problem;

/// Whether there is TLS.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TlsAnswer {
    /// The same address takes `https`, by a certificate of the server's own.
    own: bool,
}

pub(super) async fn tells(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    Ok(json_answer(json_text(&TlsAnswer { own: app.tls.is_some() })?))
}

/// The root, as phones install it.
pub(super) async fn root(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    let tls = app.tls.as_ref().ok_or(ApiError::NotFound(Problem::NoSuchFile))?;
    let mut response = tls.root().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-x509-ca-cert"));
    let name = HeaderValue::from_static("attachment; filename=\"tandem.crt\"");
    headers.insert(header::CONTENT_DISPOSITION, name);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
