//! The certificate of the laptop's own, for phones that are to trust it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::ApiError;
use super::{App, json_answer, json_text};
use crate::codes::Problem;

/// How phones in the same network reach the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lan {
    /// Asks for the machine's addresses, the best first: they change when it joins another network.
    pub(crate) addresses: fn() -> Vec<IpAddr>,
    pub(crate) port: u16,
}

impl Lan {
    /// The beginning of every link that such a phone can open, whatever it trusts.
    fn origin(self) -> Option<String> {
        let ip = *(self.addresses)().first()?;
        Some(format!("http://{}", SocketAddr::new(ip, self.port)))
    }
}

/// Whether there is TLS, and where phones find the server.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TlsAnswer {
    /// The same address takes `https`, by a certificate of the server's own.
    own: bool,
    /// Where phones in the same network find the server: `http://192.168.1.20:8080`. None: it is not for them, or is in no
    /// network.
    lan: Option<String>,
}

pub(super) async fn tells(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    let lan = app.lan.and_then(Lan::origin);
    Ok(json_answer(json_text(&TlsAnswer { own: app.tls.is_some(), lan })?))
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
