//! The pages, out of the binary. No file is opened, so no path can lead elsewhere.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use super::error::ApiError;
use crate::codes::Problem;

/// A file of the pages, as it is and compressed.
struct File {
    name: &'static str,
    plain: &'static [u8],
    gzip: &'static [u8],
    /// What is compressed in itself has none.
    brotli: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

const NO_PAGES: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tandem</title>\
    <h1>Tandem</h1><p>This server was built without its pages. Build them in <code>web</code> \
    first, then the server again. The API is described at \
    <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// The document with which all pages begin, if the server was built with its pages.
pub(super) fn document() -> Option<&'static str> {
    find("index.html").and_then(|file| std::str::from_utf8(file.plain).ok())
}

/// The names of files that begin so: the builder puts a hash behind.
pub(super) fn named(beginning: &'static str) -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.name).filter(move |name| name.starts_with(beginning))
}

/// How what is handed out is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// Its name in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    /// Whether a browser takes it. One may be named only to be declined (`br;q=0`).
    pub(super) fn is_taken(self, headers: &HeaderMap) -> bool {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        accepted.unwrap_or_default().split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
            name.trim().eq_ignore_ascii_case(self.name()) && weight.unwrap_or(1.0_f32) > 0.0
        })
    }
}

impl File {
    /// The smallest of what a browser takes.
    fn packed(&self, headers: &HeaderMap) -> (&'static [u8], Option<Coding>) {
        [(self.brotli, Coding::Brotli), (Some(self.gzip), Coding::Gzip)]
            .into_iter()
            .filter(|(_, coding)| coding.is_taken(headers))
            .filter_map(|(packed, coding)| Some((packed?, Some(coding))))
            .chain([(self.plain, None)])
            .min_by_key(|(contents, _)| contents.len())
            .unwrap_or((self.plain, None))
    }

    fn response(&self, headers: &HeaderMap) -> Response {
        let (contents, coding) = self.packed(headers);
        let mut response = contents.into_response();
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(self.name)));
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(coding) = coding {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        }
        // The builder puts a hash into the names of these.
        let keep = if self.name.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        response
    }
}

/// Whether a path is a page and no file that is there or missing: files have endings, and no page's path leads upwards.
pub(super) fn is_page(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_named = last.contains('.') || path.contains("..") || path.contains('%');
    find(path).is_none() && !path.starts_with("api/") && !is_named
}

/// A file of the pages; the pages' own paths all begin with the same document.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || (method != Method::GET && method != Method::HEAD) {
        return ApiError::NotFound(Problem::NothingHere).into_response();
    }
    let found = match find(path) {
        Some(file) => Some(file),
        None if is_page(path) => find("index.html"),
        None => return ApiError::NotFound(Problem::NoSuchFile).into_response(),
    };
    match found {
        Some(file) => file.response(&headers),
        None => (StatusCode::OK, Html(NO_PAGES)).into_response(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File =
        File { name: "a.js", plain: b"as it is", gzip: b"gzip", brotli: Some(b"br") };

    fn coding(file: &File, accepted: &'static str) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        file.packed(&headers).1
    }

    #[test]
    fn a_browser_gets_the_smallest_that_it_takes() {
        assert_eq!(coding(&FILE, "gzip, deflate, br, zstd"), Some(Coding::Brotli));
        assert_eq!(coding(&FILE, "gzip, br;q=0"), Some(Coding::Gzip));
        assert_eq!(coding(&FILE, "GZIP;q=0.5"), Some(Coding::Gzip));
        assert_eq!(coding(&FILE, "identity"), None);
        assert_eq!(coding(&FILE, "brotli"), None);
        assert_eq!(FILE.packed(&HeaderMap::new()).1, None);
    }

    #[test]
    fn what_does_not_get_smaller_stays_as_it_is() {
        let typeface = File { plain: b"gz", brotli: None, ..FILE };
        assert_eq!(coding(&typeface, "gzip, br"), None);
    }
}
