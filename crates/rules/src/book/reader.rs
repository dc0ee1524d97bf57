//! From a file as written to typed axes, telling every mistake with its line.

use std::collections::{BTreeMap, BTreeSet};

use super::raw::{Entry, RawBook};
use super::readings::readings;
use super::values::AxisValue;
use super::{Article, BookError, Cite, Honoured, Lang, Ruled};

pub(super) struct Reader<'a> {
    pub(super) entries: &'a BTreeMap<String, Entry>,
    /// What holds for an axis whose value can't be read, so that the others can be looked at all the same.
    pub(super) otherwise: &'a BTreeMap<String, Entry>,
    pub(super) articles: &'a [Article],
    pub(super) errors: Vec<BookError>,
    /// Axes and grounds that nothing is said of.
    pub(super) missing: Vec<&'static str>,
    /// Axes whose values could not be read.
    pub(super) doubtful: BTreeSet<String>,
}

impl Reader<'_> {
    pub(super) fn axis<T: AxisValue>(&mut self, key: &'static str) -> Option<Ruled<T>> {
        let entry = self.entry(key)?;
        let by = self.cite(key, &entry);
        let read = match &entry.is {
            Some(raw) => T::read(raw).map_err(|allowed| {
                let given = raw.list().collect::<Vec<_>>().join(", ");
                format!("'{given}' is not allowed here; allowed: {allowed}")
            }),
            None => Err("an axis needs a value".to_owned()),
        };
        match read {
            Ok(is) => Some(Ruled { is, by }),
            Err(message) => {
                self.errors.push(BookError::new(entry.line, key, &message));
                self.doubtful.insert(key.to_owned());
                let is = T::read(self.otherwise.get(key)?.is.as_ref()?).ok()?;
                Some(Ruled { is, by })
            }
        }
    }

    pub(super) fn ground(&mut self, key: &'static str) -> Option<Cite> {
        let entry = self.entry(key)?;
        Some(self.cite(key, &entry))
    }

    fn entry(&mut self, key: &'static str) -> Option<Entry> {
        let entry = self.entries.get(key).cloned();
        if entry.is_none() {
            self.missing.push(key);
        }
        entry
    }

    /// `2.4` is an article of the entry's own book, `R8` a reading, `minerva 2.4` an article of
    /// another; `2.2c` is a part of `2.2`.
    fn cite(&mut self, key: &str, entry: &Entry) -> Cite {
        let by = entry.by.trim();
        if let Some(number) = by.strip_prefix('R').and_then(|n| n.parse::<usize>().ok()) {
            let last = readings().len();
            if (1..=last).contains(&number) {
                return Cite::new(by);
            }
            let message = format!("there is no reading {by}; they are R1 to R{last}");
            self.errors.push(BookError::new(entry.line, key, &message));
            return Cite::new(by);
        }
        let (book, number) = by.split_once(' ').unwrap_or((&entry.book, by));
        let whole = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let known = |number: &str| {
            self.articles.iter().any(|article| article.book == book && article.number == number)
        };
        if known(number) || known(whole) {
            return Cite::new(&format!("{book} {number}"));
        }
        let last = readings().len();
        let message = format!(
            "the book has no article '{by}'; cite one of its own, of the book that it extends, or R1 to R{last}"
        );
        self.errors.push(BookError::new(entry.line, key, &message));
        Cite::new(by)
    }
}

/// Reads the articles of a book. Those with a mistake are there too, so that it is told but once.
pub(super) fn read_articles(raw: &RawBook, id: &str, errors: &mut Vec<BookError>) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    for written in &raw.articles {
        let mut fail = |line: usize, message: &str| {
            errors.push(BookError::new(line, "article", message));
        };
        for (key, (_, line)) in &written.fields {
            if !matches!(key.as_str(), "number" | "honoured" | "en" | "nl" | "de" | "cs") {
                fail(
                    *line,
                    &format!("'{key}' is unknown; allowed: number | honoured | en | nl | de | cs"),
                );
            }
        }
        let number = written.fields.get("number");
        let Some((number, line)) = number.and_then(|(raw, line)| Some((raw.word()?, *line))) else {
            fail(written.line, "an article needs a number");
            continue;
        };
        if articles.iter().any(|article| article.number == number) {
            fail(line, &format!("article {number} appears twice"));
        }
        let mut honoured = Vec::new();
        match written.fields.get("honoured") {
            Some((ways, line)) if ways.list().next().is_some() => {
                for word in ways.list() {
                    match Honoured::from_word(word) {
                        Some(way) => honoured.push(way),
                        None => fail(
                            *line,
                            &format!(
                                "honoured = '{word}' is not allowed; allowed: enforced | procedure \
                                 | conduct | event | notation"
                            ),
                        ),
                    }
                }
            }
            Some(_) | None => fail(
                written.line,
                &format!("article {number} needs honoured = [\"enforced\"] or another way"),
            ),
        }
        let texts: BTreeMap<Lang, String> = Lang::ALL
            .into_iter()
            .filter_map(|lang| {
                let (text, _) = written.fields.get(lang.code())?;
                Some((lang, text.word()?.to_owned()))
            })
            .collect();
        if texts.is_empty() {
            fail(written.line, &format!("article {number} needs a text in en, nl, de or cs"));
        }
        articles.push(Article { book: id.to_owned(), number: number.to_owned(), honoured, texts });
    }
    articles
}
