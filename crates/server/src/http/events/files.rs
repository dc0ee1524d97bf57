//! Events as files.

use std::num::NonZeroU16;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::super::App;
use super::super::error::ApiError;
use super::super::guard::ClientAddress;
use super::read::language;
use super::{Shown, event};
use crate::codes::Problem;
use crate::events::{Export, Viewer, games, written};

/// The event, and what of it is wanted.
pub(super) struct Wanted {
    id: String,
    what: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Wanted, ApiError> {
        match Path::<(String, String)>::from_request_parts(parts, state).await {
            Ok(Path((id, what))) => Ok(Wanted { id, what }),
            Err(_) => Err(ApiError::NotFound(Problem::NoSuchName)),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct ExportQuery {
    #[serde(default)]
    round: Option<NonZeroU16>,
    #[serde(default)]
    lang: Option<String>,
}

pub(super) async fn export(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Wanted { id, what }: Wanted,
    Shown(secret): Shown,
    query: Result<Query<ExportQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    if !app.limits.may_read(address).await {
        return Err(ApiError::TooMany(Problem::TooManyRecords));
    }
    let snapshot = event(&app, &id).await?.snapshot();
    let viewer = snapshot.viewer(secret.as_ref())?;
    let Query(query) = query?;
    let export = Export::named(&what, query.round, language(query.lang.as_deref())?)
        .ok_or(ApiError::NotFound(Problem::NoSuchFile))?;
    if export == Export::Event && viewer != Viewer::Organiser {
        return Err(ApiError::Forbidden(Problem::NotTheOrganiser));
    }
    let games = games(&snapshot, &app.hall);
    let write = move || match export {
        Export::Games => games(),
        other => written(&snapshot, viewer, other),
    };
    let bytes = app.reading.order(write).await?.ok_or(ApiError::Internal)?;
    let (end, kind) = export.kind();
    let name = format!("attachment; filename=\"event-{id}.{end}\"");
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}
