//! What a link to a match looks like where it is pasted: a title, a line, and a picture of both boards; and what is
//! seen of the match before a script has come.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use tandem_notation::bfen::{Bfen, BfenBoard};
use tandem_notation::pixels::{self, Pixels};
use tandem_notation::svg::{LastMove, Picture};
use tandem_referee::{Match, Phase, TimeControl};
use tandem_rules::book::Lang;
use tandem_rules::{ByBoard, BySeat, Seat};

use super::App;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::heads::{self, HeadPicture, Telling, Words};
use super::pages;
use super::path::PathId;
use super::reading::Kind;
use super::records::record;
use crate::books;
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
    of_match(&app, address, &id, (method, uri, headers), true).await
}

/// The page on which a match is replayed: its head tells of the match.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    address: ClientAddress,
    PathId(id): PathId,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    of_match(&app, address, &id, (method, uri, headers), false).await
}

async fn of_match(
    app: &Arc<App>,
    address: ClientAddress,
    id: &str,
    (method, uri, headers): (Method, Uri, HeaderMap),
    table: bool,
) -> Response {
    let language = heads::language(&headers);
    let Some(document) = pages::document() else {
        return pages::serve(method, uri, headers).await;
    };
    let kind = if table { Kind::Preview(language) } else { Kind::ReplayPreview(language) };
    let write = move |loaded: &Loaded| Ok(Bytes::from(told(document, loaded, language, table)));
    // Nobody waits long for a page because others read long records.
    let read = record(app, address, id, kind, write);
    let Ok(Ok(told)) = tokio::time::timeout(TIMEOUT, read).await else {
        return general(method, uri, headers).await;
    };
    let files = if table { language_files(language) } else { String::new() };
    let page = String::from_utf8_lossy(&told).replacen("</head>", &format!("{files}</head>"), 1);
    heads::answer(&page, &headers)
}

/// The page of an event, by its name. One that is private tells nothing.
pub(super) async fn event(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    PathId(id): PathId,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let language = heads::language(&headers);
    let name = async {
        // Where several nodes share the events, only one of them may open this one.
        let here = app.peers.is_none() && app.limits.may_list(address).await;
        let id = here.then(|| id.parse().ok())??;
        let snapshot = app.events.find(&id).await.ok()??.snapshot();
        snapshot.viewer(None).ok()?;
        Some(snapshot.event().state().terms.name.clone())
    };
    let name = tokio::time::timeout(TIMEOUT, name).await.ok().flatten();
    match (pages::document(), name, heads::words(language)) {
        (Some(document), Some(title), Some(words)) => {
            let telling = Telling { title, description: words.event.clone() };
            heads::answer(
                &heads::told(document, language, Some(&telling), &HeadPicture::sign()),
                &headers,
            )
        }
        _ => general(method, uri, headers).await,
    }
}

/// Every other page and file. Pages tell of themselves by their path.
pub(super) async fn general(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let language = heads::language(&headers);
    let path = uri.path();
    let looked_at = matches!(method, Method::GET | Method::HEAD) && pages::is_page(path);
    match pages::document().filter(|_| looked_at) {
        Some(document) => {
            let book = path.strip_prefix("/rules/").and_then(books::builtin);
            let words = heads::words(language).zip(heads::telling("/rules", language));
            let rulebook = book.zip(words).map(|(book, (words, rules))| Telling {
                title: format!("{}: {}", rules.title, words.book(book.id(), book.name())),
                description: rules.description.clone(),
            });
            let telling = rulebook.as_ref().or_else(|| heads::telling(path, language));
            heads::answer(&heads::told(document, language, telling, &HeadPicture::sign()), &headers)
        }
        None => pages::serve(method, uri, headers).await,
    }
}

/// The document for a match: its head; and, at its table, what the table needs and its boards unless it has not begun.
fn told(document: &str, loaded: &Loaded, language: Lang, table: bool) -> String {
    let id = loaded.record.id.clone();
    let picture = HeadPicture { path: format!("/api/matches/{id}/picture.png"), large: true };
    let telling = heads::words(language).map(|words| telling(loaded, words));
    let page = heads::told(document, language, telling.as_ref(), &picture);
    if !table {
        return page;
    }
    let page = page.replacen("</head>", &format!("{}</head>", table_files()), 1);
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

/// The texts of a language, likewise. Those of English are in the first script.
fn language_files(language: Lang) -> String {
    match language {
        Lang::En => String::new(),
        Lang::Nl => pages::named("assets/nl-").map(link).collect(),
        Lang::De => pages::named("assets/de-").map(link).collect(),
        Lang::Cs => pages::named("assets/cs-").map(link).collect(),
    }
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

/// Title and line of a match.
fn telling(loaded: &Loaded, words: &Words) -> Telling {
    let terms = &loaded.record.terms;
    let book = match &terms.rulebook {
        Some(_) => &*terms.name,
        None => words.book(&terms.book, &terms.name),
    };
    let name = |seat: Seat| loaded.record.seats[seat].shown(seat);
    let team = |one: Seat, other: Seat| match (name(one), name(other)) {
        (Some(one), Some(other)) => Some(format!("{one} & {other}")),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    };
    let teams = (team(Seat::WhiteA, Seat::BlackB), team(Seat::BlackA, Seat::WhiteB));
    let title = match (&*terms.title, teams) {
        ("", (Some(one), Some(two))) => format!("{one} – {two}"),
        ("", _) => format!("{}: {book}", words.game),
        (title, _) => title.to_owned(),
    };
    let phase = match loaded.game.phase() {
        Phase::Waiting => &words.waiting,
        Phase::Playing => &words.playing,
        Phase::Over => &words.over,
    };
    let description = format!("{phase}. {}, {}, {book}.", words.game, time(&terms.time));
    Telling { title, description }
}

/// A player's time as people write it: 5 min, 3+2, 30 s.
fn time(time: &TimeControl) -> String {
    let seconds = time.base.0 / 1000;
    let (minutes, rest) = (seconds / 60, seconds % 60);
    let base = if rest == 0 { minutes.to_string() } else { format!("{minutes}:{rest:02}") };
    match time.increment.0 / 1000 {
        0 if minutes == 0 => format!("{seconds} s"),
        0 => format!("{base} min"),
        increment => format!("{base}+{increment}"),
    }
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
    use tandem_rules::Millis;

    use super::*;

    #[test]
    fn times_are_written_as_people_do() {
        let of = |base, increment| {
            time(&TimeControl {
                base: Millis(base),
                increment: Millis(increment),
                delay: Millis(0),
            })
        };
        assert_eq!(of(300_000, 0), "5 min");
        assert_eq!(of(180_000, 2000), "3+2");
        assert_eq!(of(90_000, 0), "1:30 min");
        assert_eq!(of(30_000, 0), "30 s");
    }

    #[test]
    fn a_picture_is_a_png_of_its_size() {
        let made = png(&Pixels { width: 2, height: 1, rgb: vec![1, 2, 3, 4, 5, 6] }).unwrap();
        assert_eq!(made[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(made[16..24], [0, 0, 0, 2, 0, 0, 0, 1]);
        assert_eq!(made[made.len() - 8..made.len() - 4], *b"IEND");
    }
}
