//! What a page says of itself before any script has come, in the reader's language: its title, a line and a picture,
//! for tabs and for those who make previews of links; and what those read who have no scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use tandem_rules::book::Lang;

use super::pages::Coding;

/// Stands for scheme and host in a head, which previews need and only a request tells.
const ORIGIN: &str = "{origin}";

/// A title and a line about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Telling {
    pub(super) title: String,
    pub(super) description: String,
}

/// What those read who have no scripts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scriptless {
    what: String,
    needs: String,
    matches: String,
    books: String,
}

/// What heads say in one language. The front page and the page without scripts are in the document itself in English.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    front: Option<Telling>,
    lesson: Telling,
    new: Telling,
    replay: Telling,
    rules: Telling,
    events: Telling,
    clock: Telling,
    pub(super) event: String,
    /// What the game is called.
    pub(super) game: String,
    /// What the rulebooks are called on the pages, by id.
    books: BTreeMap<String, String>,
    pub(super) waiting: String,
    pub(super) playing: String,
    pub(super) over: String,
    scriptless: Option<Scriptless>,
}

static WORDS: LazyLock<BTreeMap<Lang, Words>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../texts/heads.json")).unwrap_or_default()
});

impl Words {
    /// What people call a rulebook; a club's own has the name that it gives itself.
    pub(super) fn book<'a>(&'a self, id: &str, name: &'a str) -> &'a str {
        self.books.get(id).map_or(name, String::as_str)
    }
}

/// What heads say in a language.
pub(super) fn words(language: Lang) -> Option<&'static Words> {
    WORDS.get(&language)
}

/// What a page of these paths tells of itself; nothing for those that say no more than the front page in English.
pub(super) fn telling(path: &str, language: Lang) -> Option<&'static Telling> {
    let words = words(language)?;
    match path.trim_end_matches('/') {
        "" => words.front.as_ref(),
        "/what-is-bughouse" => Some(&words.lesson),
        "/new" => Some(&words.new),
        "/replay" => Some(&words.replay),
        "/rules" => Some(&words.rules),
        "/events" | "/events/new" => Some(&words.events),
        "/clock" => Some(&words.clock),
        _ => None,
    }
}

/// The picture of a head, by its path, and whether it is worth a large one.
pub(super) struct HeadPicture {
    pub(super) path: String,
    pub(super) large: bool,
}

impl HeadPicture {
    /// The sign of all pages.
    pub(super) fn sign() -> HeadPicture {
        HeadPicture { path: "/icons/tandem-512.png".to_owned(), large: false }
    }
}

/// The document with this title, line and picture, and its words for those without scripts, in a language.
pub(super) fn told(
    document: &str,
    language: Lang,
    telling: Option<&Telling>,
    picture: &HeadPicture,
) -> String {
    let mut page = document.to_owned();
    let mut head = String::new();
    if let Some(Telling { title, description }) = telling {
        page = without(&page, "<title>", "</title>");
        for mark in ["name=\"description\"", "property=\"og:title\"", "property=\"og:description\""]
        {
            page = without(&page, mark, ">");
        }
        let (title, description) = (escaped(title), escaped(description));
        // Writing to a string does not fail.
        let _ = write!(
            head,
            "    <title>{title} · Tandem</title>\n    \
             <meta name=\"description\" content=\"{description}\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{description}\" />\n"
        );
    }
    let card = if picture.large { "summary_large_image" } else { "summary" };
    let _ = write!(
        head,
        "    <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:image\" content=\"{ORIGIN}{}\" />\n    \
         <meta name=\"twitter:card\" content=\"{card}\" />\n",
        escaped(&picture.path)
    );
    page = page.replacen("</head>", &format!("{head}</head>"), 1);
    match words(language).and_then(|words| words.scriptless.as_ref()) {
        Some(words) => spoken(&page, language, words),
        None => page,
    }
}

/// The document in another language, for those without scripts.
fn spoken(page: &str, language: Lang, words: &Scriptless) -> String {
    let Scriptless { what, needs, matches, books } = words;
    let body = format!(
        "<main class=\"page\">\n        <h1>Tandem</h1>\n        <p>{}</p>\n        \
         <p>{} <a href=\"/api/matches\">{}</a>, <a href=\"/api/books\">{}</a>.</p>\n      </main>\n    ",
        escaped(what),
        escaped(needs),
        escaped(matches),
        escaped(books),
    );
    let html = format!("<html lang=\"{}\">", language.code());
    let page = page.replacen("<html lang=\"en\">", &html, 1);
    let inside = page.find("<noscript>").map(|at| at + "<noscript>".len());
    match (inside, page.find("</noscript>")) {
        (Some(from), Some(to)) if from <= to => format!("{}{body}{}", &page[..from], &page[to..]),
        _ => page,
    }
}

/// A page that was told, as an answer to this request.
pub(super) fn answer(page: &str, headers: &HeaderMap) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let scheme = if secure { "https" } else { "http" };
    // The head comes before all that people have written.
    let page = page.replacen(ORIGIN, &escaped(&format!("{scheme}://{host}")), 1);
    let packed = if Coding::Gzip.is_taken(headers) { gzip(page.as_bytes()).ok() } else { None };
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

/// The language that a reader's browser wishes.
pub(super) fn language(headers: &HeaderMap) -> Lang {
    let wished = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    first_language(wished.unwrap_or_default())
}

/// The first of a browser's wishes that the pages have; browsers name the dearest first.
fn first_language(wishes: &str) -> Lang {
    let has = |wish: &str| {
        let base = wish.trim().get(..2)?;
        Lang::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(base))
    };
    wishes.split(',').find_map(has).unwrap_or(Lang::En)
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

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "<html lang=\"en\"><head><title>Tandem</title><meta name=\"description\" content=\"x\" />\
        <meta property=\"og:title\" content=\"x\" />\
        <meta\n property=\"og:description\"\n content=\"y\" /><meta name=\"z\" /></head>\
        <noscript>English</noscript></html>";

    #[test]
    fn a_head_takes_the_place_of_the_general_one() {
        let telling = Telling { title: "A & B".to_owned(), description: "C".to_owned() };
        let made = told(DOCUMENT, Lang::En, Some(&telling), &HeadPicture::sign());
        assert!(made.contains("<title>A &amp; B · Tandem</title>"), "{made}");
        assert!(made.contains("content=\"{origin}/icons/tandem-512.png\""), "{made}");
        for once in ["<title>", "name=\"description\"", "og:title", "og:description", "name=\"z\""]
        {
            assert_eq!(made.matches(once).count(), 1, "{once}: {made}");
        }
        assert!(made.contains("<noscript>English</noscript>"), "{made}");
    }

    #[test]
    fn those_without_scripts_read_their_own_language() {
        for language in [Lang::Nl, Lang::De, Lang::Cs] {
            let made = told(DOCUMENT, language, telling("/", language), &HeadPicture::sign());
            assert!(made.starts_with(&format!("<html lang=\"{}\">", language.code())), "{made}");
            assert!(!made.contains("English") && made.contains("/api/matches"), "{made}");
            assert!(!made.contains("<title>Tandem</title>"), "{made}");
        }
    }

    #[test]
    fn every_language_tells_of_every_page() {
        for language in Lang::ALL {
            for path in [
                "/what-is-bughouse",
                "/new",
                "/replay",
                "/rules",
                "/events",
                "/events/new",
                "/clock/",
            ] {
                assert!(telling(path, language).is_some(), "{path} in {}", language.code());
            }
            // English is what the document has.
            assert_eq!(telling("/", language).is_some(), language != Lang::En);
            assert!(telling("/nowhere", language).is_none());
        }
    }

    #[test]
    fn every_rulebook_has_its_name_in_every_language() {
        for language in Lang::ALL {
            let words = words(language).unwrap();
            for id in tandem_rules::book::BUILTIN_IDS {
                assert!(words.books.contains_key(id), "{id} in {}", language.code());
            }
            assert_eq!(words.book("club", "Our club"), "Our club");
        }
    }

    #[test]
    fn nothing_of_a_name_is_a_tag() {
        assert_eq!(escaped("<b> & \"{origin}\""), "&lt;b&gt; &amp; &quot;&#123;origin}&quot;");
    }

    #[test]
    fn texts_come_in_the_first_language_that_the_pages_have() {
        assert_eq!(first_language("fr-CH, cs;q=0.9, de;q=0.7"), Lang::Cs);
        assert_eq!(first_language("NL"), Lang::Nl);
        assert_eq!(first_language("ř, fr"), Lang::En);
        assert_eq!(first_language(""), Lang::En);
    }
}
