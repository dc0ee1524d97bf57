//! The pages, out of the binary. No file is opened, so no path can lead elsewhere.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use super::error::ApiError;
use crate::codes::Problem;

/// Name, contents, and contents compressed.
static FILES: &[(&str, &[u8], &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

const NO_PAGES: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tandem</title>\
    <h1>Tandem</h1><p>This server was built without its pages. Build them in <code>web</code> \
    first, then the server again. The API is described at \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

fn find(name: &str) -> Option<&'static (&'static str, &'static [u8], &'static [u8])> {
    FILES.iter().find(|(known, ..)| *known == name)
}

/// The document with which all pages begin, if the server was built with its pages.
pub(super) fn document() -> Option<&'static str> {
    find("index.html").and_then(|(_, plain, _)| std::str::from_utf8(plain).ok())
}

/// The names of files that begin so: the builder puts a hash behind.
pub(super) fn named(beginning: &'static str) -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, ..)| *name).filter(move |name| name.starts_with(beginning))
}

/// Whether a browser takes what is compressed.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|all| all.contains("gzip"))
}

/// A file of the pages; the pages' own paths all begin with the same document.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || (method != Method::GET && method != Method::HEAD) {
        return ApiError::NotFound(Problem::NothingHere).into_response();
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    let found = match find(path) {
        Some(file) => Some(file),
        // A name with an ending that isn't there is missing; anything else is a page.
        None if last.contains('.') || path.contains("..") || path.contains('%') => {
            return ApiError::NotFound(Problem::NoSuchFile).into_response();
        }
        None => find("index.html"),
    };
    let Some((name, plain, packed)) = found else {
        return (StatusCode::OK, Html(NO_PAGES)).into_response();
    };
    file(name, plain, packed, &headers)
}

fn file(name: &str, plain: &'static [u8], packed: &'static [u8], headers: &HeaderMap) -> Response {
    let squeeze = packed.len() < plain.len() && takes_gzip(headers);
    let mut response = (if squeeze { packed } else { plain }).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if squeeze {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    // The builder puts a hash into the names of these.
    let keep = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
