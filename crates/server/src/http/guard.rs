//! What every request passes: the origin on the way in, the headers on the way out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::error::ApiError;
use super::listen::Peer;
use crate::codes::Problem;

/// Nothing comes from elsewhere, nothing is put into anybody's frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    media-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds what makes browsers careful.
pub(super) async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// A browser says where a request comes from. What changes something, or opens a socket, must
/// come from our own pages; programs that are no browsers say nothing.
pub(super) async fn same_origin(request: Request, next: Next) -> Response {
    let changes = request.method() == Method::POST;
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !is_same(request.headers()) {
        return ApiError::Forbidden(Problem::ForeignOrigin).into_response();
    }
    next.run(request).await
}

fn is_same(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    named.is_some() && named == host
}

/// The address that a request comes from: the peer's, or what a trusted proxy says.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientAddress(pub(super) IpAddr);

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<ClientAddress, ApiError> {
        let peer = parts.extensions.get::<Peer>().ok_or(ApiError::Internal)?;
        Ok(ClientAddress(client_address(&parts.headers, peer, app.trust_proxy)))
    }
}

/// The address that a request comes from. Another node has found it out, where one passed it on.
pub(super) fn client_address(headers: &HeaderMap, peer: &Peer, trust_proxy: bool) -> IpAddr {
    if !trust_proxy || peer.passed_on {
        return peer.address;
    }
    // The last one is what our proxy itself has seen.
    let said = headers.get_all("x-forwarded-for").iter().next_back();
    let said = said.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    said.unwrap_or(peer.address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_of_the_same_origin() {
        let same = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("club.example:8080"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_same(&headers)
        };
        assert!(same(None));
        assert!(same(Some("http://club.example:8080")));
        assert!(same(Some("https://club.example:8080")));
        for foreign in ["http://club.example", "http://evil.example:8080", "null", "file://"] {
            assert!(!same(Some(foreign)), "{foreign}");
        }
    }
}
