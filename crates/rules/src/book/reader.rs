//! From a file as written to typed axes, telling every mistake with its line.

use std::collections::BTreeMap;

use super::raw::{Entry, RawBook};
use super::values::AxisValue;
use super::{Article, BookError, Cite, Honoured, Lang, Ruled};

/// Number of the last reading in the list of rulings.
const LAST_READING: u32 = 42;

pub(super) struct Reader<'a> {
    pub(super) entries: &'a BTreeMap<String, Entry>,
    pub(super) articles: &'a [Article],
    pub(super) errors: Vec<BookError>,
}

impl Reader<'_> {
    pub(super) fn axis<T: AxisValue>(&mut self, key: &'static str) -> Option<Ruled<T>> {
        let entry = self.entry(key)?;
        let by = self.cite(key, &entry);
        let Some(raw) = &entry.is else {
            self.errors.push(BookError::new(entry.line, key, "an axis needs a value"));
            return None;
        };
        match T::read(raw) {
            Ok(is) => Some(Ruled { is, by: by? }),
            Err(allowed) => {
                let given = raw.list().collect::<Vec<_>>().join(", ");
                let message = format!("'{given}' is not allowed here; allowed: {allowed}");
                self.errors.push(BookError::new(entry.line, key, &message));
                None
            }
        }
    }

    pub(super) fn ground(&mut self, key: &'static str) -> Option<Cite> {
        let entry = self.entry(key)?;
        self.cite(key, &entry)
    }

    fn entry(&mut self, key: &'static str) -> Option<Entry> {
        let entry = self.entries.get(key).cloned();
        if entry.is_none() {
            self.errors.push(BookError::new(
                1,
                key,
                "is missing; a book that extends no other says everything",
            ));
        }
        entry
    }

    /// `2.4` is an article of the entry's own book, `R8` a reading, `minerva 2.4` an article of
    /// another; `2.2c` is a part of `2.2`.
    fn cite(&mut self, key: &str, entry: &Entry) -> Option<Cite> {
        let by = entry.by.trim();
        if let Some(number) = by.strip_prefix('R').and_then(|n| n.parse::<u32>().ok()) {
            if (1..=LAST_READING).contains(&number) {
                return Some(Cite::new(by));
            }
            let message = format!("there is no reading {by}; they are R1 to R{LAST_READING}");
            self.errors.push(BookError::new(entry.line, key, &message));
            return None;
        }
        let (book, number) = by.split_once(' ').unwrap_or((&entry.book, by));
        let whole = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let known = |number: &str| {
            self.articles.iter().any(|article| article.book == book && article.number == number)
        };
        if known(number) || known(whole) {
            return Some(Cite::new(&format!("{book} {number}")));
        }
        let message = format!(
            "the book has no article '{number}'; cite one of its own, or R1 to R{LAST_READING}"
        );
        self.errors.push(BookError::new(entry.line, key, &message));
        None
    }
}

/// Reads the articles of a book.
pub(super) fn read_articles(raw: &RawBook, id: &str) -> Result<Vec<Article>, Vec<BookError>> {
    let mut errors = Vec::new();
    let mut articles: Vec<Article> = Vec::new();
    for written in &raw.articles {
        let mut fail =
            |message: &str| errors.push(BookError::new(written.line, "article", message));
        for key in written.fields.keys() {
            if !matches!(key.as_str(), "number" | "honoured" | "en" | "nl" | "de" | "cs") {
                fail(&format!(
                    "'{key}' is unknown; allowed: number | honoured | en | nl | de | cs"
                ));
            }
        }
        let Some(number) = written.fields.get("number").and_then(|raw| raw.word()) else {
            fail("an article needs a number");
            continue;
        };
        if articles.iter().any(|article| article.number == number) {
            fail(&format!("article {number} is there twice"));
        }
        let mut honoured = Vec::new();
        for word in written.fields.get("honoured").into_iter().flat_map(super::raw::Raw::list) {
            match Honoured::from_word(word) {
                Some(way) => honoured.push(way),
                None => fail(&format!(
                    "honoured = '{word}' is not allowed; allowed: enforced | procedure | conduct | event | notation"
                )),
            }
        }
        if honoured.is_empty() {
            fail(&format!("article {number} needs honoured = [\"enforced\"] or another way"));
        }
        let texts: BTreeMap<Lang, String> = Lang::ALL
            .into_iter()
            .filter_map(|lang| {
                let text = written.fields.get(lang.code())?.word()?;
                Some((lang, text.to_owned()))
            })
            .collect();
        if texts.is_empty() {
            fail(&format!("article {number} needs a text in en, nl, de or cs"));
        }
        articles.push(Article { book: id.to_owned(), number: number.to_owned(), honoured, texts });
    }
    if errors.is_empty() { Ok(articles) } else { Err(errors) }
}
