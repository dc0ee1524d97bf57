//! From a file as written to a book: what it extends is added, and every mistake is told once.

use std::collections::{BTreeMap, BTreeSet};

use super::axes::{self, Axes, Grounds};
use super::raw::{Entry, RawBook};
use super::reader::{self, Reader};
use super::validate::{self, Contradictions};
use super::{BUILTIN_IDS, BookError, Lang, Rulebook, board_rules};

/// Reads a club's own book.
pub(super) fn parse(text: &str) -> Result<Rulebook, Vec<BookError>> {
    let mut raw = RawBook::parse(text)?;
    let id = raw.head_word("id").unwrap_or_default();
    if BUILTIN_IDS.contains(&id.as_str()) {
        let message = format!("'{id}' is a built-in book; choose another id");
        raw.errors.push(BookError::new(raw.head["id"].1, "id", &message));
    }
    resolve(raw)
}

/// Makes a book of what is written in its file.
pub(super) fn resolve(mut raw: RawBook) -> Result<Rulebook, Vec<BookError>> {
    let mut errors = std::mem::take(&mut raw.errors);
    let head = Head::read(&raw, &mut errors);
    let known = known_entries(&raw, &mut errors);
    let mut articles = reader::read_articles(&raw, &head.id, &mut errors);
    let mut inherited = BTreeMap::new();
    let Head { id, name, language, base, base_is_wrong } = head;
    if let Some(base) = base {
        articles.extend(base.articles);
        inherited = base.entries;
    }
    let mut entries = inherited.clone();
    entries.extend(known);

    let mut reader = Reader {
        entries: &entries,
        otherwise: &inherited,
        articles: &articles,
        errors,
        missing: Vec::new(),
        doubtful: raw.broken,
    };
    let axes = Axes::read(&mut reader);
    let grounds = Grounds::read(&mut reader);
    let Reader { mut errors, mut missing, doubtful, .. } = reader;
    missing.retain(|key| !doubtful.contains(*key));
    // Where the book to extend is not known, what it would have said is not missing.
    if let ([first, rest @ ..], false) = (missing.as_slice(), base_is_wrong) {
        let more =
            if rest.is_empty() { String::new() } else { format!(" with {} others", rest.len()) };
        let message = format!(
            "is missing{more}; a rulebook without `extends` must set every key (extends = \"minerva\" \
             takes the rest from minerva)"
        );
        errors.push(BookError::new(1, first, &message));
    }
    if let Some(axes) = &axes {
        errors.extend(validate::contradictions(axes, Contradictions::new(&entries, &id, doubtful)));
    }
    errors.sort_by_key(|error| error.line);
    match (axes, grounds) {
        (Some(axes), Some(grounds)) if errors.is_empty() => {
            let board_rules = board_rules(&axes);
            Ok(Rulebook { id, name, language, articles, entries, axes, grounds, board_rules })
        }
        _ => Err(errors),
    }
}

/// The book with other entries, for the options of a match.
pub(super) fn assemble(
    book: &Rulebook,
    entries: BTreeMap<String, Entry>,
) -> Result<Rulebook, Vec<BookError>> {
    let mut reader = Reader {
        entries: &entries,
        otherwise: &book.entries,
        articles: &book.articles,
        errors: Vec::new(),
        missing: Vec::new(),
        doubtful: BTreeSet::new(),
    };
    let axes = Axes::read(&mut reader);
    let Reader { mut errors, doubtful, .. } = reader;
    if let Some(axes) = &axes {
        errors.extend(validate::contradictions(
            axes,
            Contradictions::new(&entries, &book.id, doubtful),
        ));
    }
    match axes {
        Some(axes) if errors.is_empty() => {
            let board_rules = board_rules(&axes);
            Ok(Rulebook { entries, axes, board_rules, ..book.clone() })
        }
        _ => Err(errors),
    }
}

/// What stands before the first section.
struct Head {
    id: String,
    name: String,
    language: Lang,
    base: Option<Rulebook>,
    base_is_wrong: bool,
}

impl Head {
    fn read(raw: &RawBook, errors: &mut Vec<BookError>) -> Head {
        for (key, (_, line)) in &raw.head {
            if !matches!(key.as_str(), "id" | "name" | "language" | "extends") {
                errors.push(BookError::new(
                    *line,
                    key,
                    "is unknown; allowed: id | name | language | extends, sections and [[article]]",
                ));
            }
        }
        let line = |key: &str| raw.head.get(key).map_or(1, |(_, line)| *line);
        let mut word = |key: &str, hint: &str| {
            let word = raw.head_word(key).filter(|word| !word.trim().is_empty());
            if word.is_none() {
                errors.push(BookError::new(line(key), key, hint));
            }
            word.unwrap_or_default()
        };
        let id = word("id", "a book needs an id: small letters, digits and hyphens");
        let name = word("name", "a book needs a name");
        if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            let message = "is made of small letters, digits and hyphens";
            errors.push(BookError::new(line("id"), "id", message));
        }
        let mut base_is_wrong = false;
        let base = raw.head.get("extends").and_then(|(value, line)| {
            let base = value.word().and_then(Rulebook::builtin);
            if base.is_none() {
                base_is_wrong = true;
                let message =
                    format!("names no built-in book; allowed: {}", BUILTIN_IDS.join(" | "));
                errors.push(BookError::new(*line, "extends", &message));
            }
            base
        });
        let language = match raw.head.get("language") {
            None => base.as_ref().map_or(Lang::En, |base| base.language),
            Some((value, line)) => value.word().and_then(Lang::from_code).unwrap_or_else(|| {
                errors.push(BookError::new(*line, "language", "allowed: en | nl | de | cs"));
                Lang::En
            }),
        };
        Head { id, name, language, base, base_is_wrong }
    }
}

/// The entries whose keys are known; a section that is unknown is told once.
fn known_entries(raw: &RawBook, errors: &mut Vec<BookError>) -> BTreeMap<String, Entry> {
    let mut known = BTreeMap::new();
    let mut unknown_sections = BTreeMap::new();
    for (key, entry) in &raw.entries {
        let section = key.split('.').next().unwrap_or_default();
        let keys = axes::keys_of(section);
        if axes::is_known(key) {
            known.insert(key.clone(), entry.clone());
        } else if keys.is_empty() {
            let line = unknown_sections.entry(section).or_insert(entry.line);
            *line = entry.line.min(*line);
        } else {
            let message = format!("is unknown; allowed: {}", keys.join(" | "));
            errors.push(BookError::new(entry.line, key, &message));
        }
    }
    for (section, line) in unknown_sections {
        let message =
            format!("is not a rulebook section; there are {}", axes::sections().join(" | "));
        errors.push(BookError::new(line, section, &message));
    }
    known
}
