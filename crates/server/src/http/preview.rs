//! What a link to a match looks like where it is pasted: a title, a line, and a picture of both boards; and what is
//! seen of the match before a script has come.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use tandem_notation::bfen::{Bfen, BfenBoard};
use tandem_notation::pixels::{self, Pixels};
use tandem_notation::svg::{LastMove, Picture};
use tandem_referee::{Match, Phase};
use tandem_rules::book::Lang;
use tandem_rules::{ByBoard, BySeat, Seat};

use super::App;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::pages::{self, Coding};
use super::path::PathId;
use super::reading::Kind;
use super::records::record;
use crate::table::Loaded;

/// How long a page waits for its head.
const TIMEOUT: Duration = Duration::from_millis(250);

/// Both boards of a match.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let write = |loaded: &Loaded| png(&drawn(&loaded.game)).map_err(|_| ApiError::Internal);
    let picture = record(&app, address, &id, Kind::Picture, write).await?;
    let mut response = picture.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60"));
    Ok(response)
}

/// The page of a match: that of all pages, with a head that tells of the match and the boards as they stand. Whoever
/// can't be told of it gets the page as it is, which says why itself.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let Some(document) = pages::document() else {
        return pages::serve(method, uri, headers).await;
    };
    let write = move |loaded: &Loaded| Ok(Bytes::from(told(document, loaded)));
    // Nobody waits long for a page because others read long records.
    let read = record(&app, address, &id, Kind::Preview, write);
    let Ok(Ok(told)) = tokio::time::timeout(TIMEOUT, read).await else {
        return pages::serve(method, uri, headers).await;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let scheme = if secure { "https" } else { "http" };
    let picture = format!("{scheme}://{host}/api/matches/{id}/picture.png");
    // The head comes before all that people have written.
    let page = String::from_utf8_lossy(&told)
        .replacen("{picture}", &escaped(&picture), 1)
        .replacen("</head>", &format!("{}</head>", language_files(&headers)), 1);
    let packed = if Coding::Gzip.is_taken(&headers) { gzip(page.as_bytes()).ok() } else { None };
    let squeezed = packed.is_some();
    let mut response = packed.unwrap_or_else(|| page.into_bytes()).into_response();
    let out = response.headers_mut();
    if squeezed {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(Coding::Gzip.name()));
    }
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn gzip(page: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(page)?;
    packed.finish()
}

/// The document for a match: its head, and its boards unless it has not begun.
fn told(document: &str, loaded: &Loaded) -> String {
    let page = with_head(document, &format!("{}{}", head(loaded), table_files()));
    match loaded.game.phase() {
        Phase::Waiting => page,
        Phase::Playing | Phase::Over => {
            let boards = format!("<div class=\"first\">{}</div>\n    <noscript>", boards(loaded));
            page.replacen("<noscript>", &boards, 1)
        }
    }
}

/// What a table needs, asked for with the page itself and not after its first script.
fn table_files() -> String {
    ["assets/MatchPage-", "assets/every-board-"]
        .into_iter()
        .flat_map(pages::named)
        .map(link)
        .collect()
}

/// The texts in the language that the browser wishes, likewise. Those of English are in the first script.
fn language_files(headers: &HeaderMap) -> String {
    let wished = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    match first_language(wished.unwrap_or_default()) {
        Lang::En => String::new(),
        Lang::Nl => pages::named("assets/nl-").map(link).collect(),
        Lang::De => pages::named("assets/de-").map(link).collect(),
        Lang::Cs => pages::named("assets/cs-").map(link).collect(),
    }
}

/// The first of a browser's wishes that the pages have; browsers name the dearest first.
fn first_language(wishes: &str) -> Lang {
    let has = |wish: &str| {
        let base = wish.trim().get(..2)?;
        Lang::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(base))
    };
    wishes.split(',').find_map(has).unwrap_or(Lang::En)
}

fn link(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((_, "js")) => {
            format!("    <link rel=\"modulepreload\" crossorigin href=\"/{name}\" />\n")
        }
        Some((_, "css")) => {
            format!("    <link rel=\"preload\" as=\"style\" crossorigin href=\"/{name}\" />\n")
        }
        _ => String::new(),
    }
}

/// Both boards as they stand, as a picture in the page.
fn boards(loaded: &Loaded) -> String {
    let (game, seats) = (&loaded.game, &loaded.record.seats);
    let picture = Picture {
        names: BySeat::new_with(|seat| seats[seat].shown(seat)),
        last: last_moves(game),
        caption: None,
    };
    let board = |board| BfenBoard { position: game.game(board).position.clone(), clocks: None };
    picture.of(&Bfen { boards: ByBoard::new_with(board) })
}

/// The document with another title and description.
fn with_head(document: &str, head: &str) -> String {
    let mut general = without(document, "<title>", "</title>");
    for property in ["property=\"og:title\"", "property=\"og:description\""] {
        general = without(&general, property, ">");
    }
    general.replacen("</head>", &format!("{head}</head>"), 1)
}

/// The document without the tag in which `mark` stands, up to `end`.
fn without(document: &str, mark: &str, end: &str) -> String {
    let tag = document.find(mark).and_then(|at| {
        // A mark that is no tag itself stands in one.
        let from = document[..=at].rfind('<')?;
        let to = at + document[at..].find(end)? + end.len();
        Some(from..to)
    });
    match tag {
        Some(tag) => format!("{}{}", &document[..tag.start], &document[tag.end..]),
        None => document.to_owned(),
    }
}

/// Title, description and picture of a match, for people and for those who make previews.
fn head(loaded: &Loaded) -> String {
    let terms = &loaded.record.terms;
    let name = |seat: Seat| loaded.record.seats[seat].shown(seat);
    let team = |one: Seat, other: Seat| match (name(one), name(other)) {
        (Some(one), Some(other)) => Some(format!("{one} & {other}")),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    };
    let teams = (team(Seat::WhiteA, Seat::BlackB), team(Seat::BlackA, Seat::WhiteB));
    let title = match (&*terms.title, teams) {
        ("", (Some(one), Some(two))) => format!("{one} – {two}"),
        ("", _) => format!("Bughouse: {}", terms.name),
        (title, _) => title.to_owned(),
    };
    let minutes = terms.time.base.0 / 60_000;
    let phase = match loaded.game.phase() {
        Phase::Waiting => "A seat is waiting",
        Phase::Playing => "Being played now",
        Phase::Over => "Finished: replay it",
    };
    let description = format!("{phase}. Bughouse, {minutes} min, {}.", terms.name);
    let (title, description) = (escaped(&title), escaped(&description));
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "    <title>{title} · Tandem</title>\n    \
         <meta property=\"og:title\" content=\"{title}\" />\n    \
         <meta property=\"og:description\" content=\"{description}\" />\n    \
         <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:image\" content=\"{{picture}}\" />\n    \
         <meta name=\"twitter:card\" content=\"summary_large_image\" />\n"
    );
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '{' => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

fn drawn(game: &Match) -> Pixels {
    let boards = ByBoard::new_with(|board| game.game(board).position.clone());
    pixels::draw(&boards, &last_moves(game))
}

fn last_moves(game: &Match) -> ByBoard<Option<LastMove>> {
    ByBoard::new_with(|board| {
        let side = game.game(board);
        let latest = side.early.as_ref().or(side.made.as_ref()).or(side.last.as_ref());
        latest.map(|played| LastMove::from(played.played))
    })
}

/// Pixels as PNG.
fn png(pixels: &Pixels) -> std::io::Result<Bytes> {
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.rgb.chunks_exact(pixels.width * 3) {
        rows.write_all(&[0])?; // As they are, without a filter.
        rows.write_all(row)?;
    }
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    let mut header = Vec::with_capacity(13);
    header.extend(side(pixels.width));
    header.extend(side(pixels.height));
    // Eight bits a channel, three channels.
    header.extend([8, 2, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", rows.finish()?), (b"IEND", Vec::new())] {
        out.extend(side(data.len()));
        let mut sum = flate2::Crc::new();
        sum.update(kind);
        sum.update(&data);
        out.extend(kind);
        out.extend(&data);
        out.extend(sum.sum().to_be_bytes());
    }
    Ok(Bytes::from(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_takes_the_place_of_the_general_one() {
        let document = "<head><title>Tandem</title><meta property=\"og:title\" content=\"x\" />\
            <meta\n property=\"og:description\"\n content=\"y\" /><meta name=\"z\" /></head>";
        let made = with_head(document, "<title>A</title>");
        assert_eq!(made, "<head><meta name=\"z\" /><title>A</title></head>");
    }

    #[test]
    fn nothing_of_a_name_is_a_tag() {
        assert_eq!(escaped("<b> & \"{picture}\""), "&lt;b&gt; &amp; &quot;&#123;picture}&quot;");
    }

    #[test]
    fn texts_come_in_the_first_language_that_the_pages_have() {
        assert_eq!(first_language("fr-CH, cs;q=0.9, de;q=0.7"), Lang::Cs);
        assert_eq!(first_language("NL"), Lang::Nl);
        assert_eq!(first_language("ř, fr"), Lang::En);
        assert_eq!(first_language(""), Lang::En);
    }

    #[test]
    fn a_picture_is_a_png_of_its_size() {
        let made = png(&Pixels { width: 2, height: 1, rgb: vec![1, 2, 3, 4, 5, 6] }).unwrap();
        assert_eq!(made[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(made[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
        assert_eq!(made[made.len() - 8..made.len() - 4], *b"IEND");
    }
}
