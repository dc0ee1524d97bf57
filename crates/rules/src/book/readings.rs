//! How books are read where they are silent, unclear or contradict themselves.

use std::sync::LazyLock;

use super::{Lang, RawArticle, RawBook, Rulebook};

/// One reading: `R20` and what it says.
#[derive(Clone, Debug)]
pub struct Reading {
    raw: RawArticle,
}

impl Reading {
    fn word(&self, key: &str) -> &str {
        self.raw.fields.get(key).and_then(|(raw, _)| raw.word()).unwrap_or_default()
    }

    /// Its number, as code and messages cite it.
    #[must_use]
    pub fn number(&self) -> &str {
        self.word("number")
    }

    /// The text in a language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> &str {
        self.word(lang.code())
    }

    /// The ids of the books that it is about.
    pub fn books(&self) -> impl Iterator<Item = &str> {
        self.raw.fields.get("books").into_iter().flat_map(|(raw, _)| raw.list())
    }

    /// Whether it is about a book, or about one that a club's own book extends.
    #[must_use]
    pub fn is_about(&self, book: &Rulebook) -> bool {
        self.books()
            .any(|id| book.id() == id || book.articles().iter().any(|article| article.book == id))
    }
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
    let text = include_str!("../../rulebooks/readings.toml");
    // A test reads them all, so a mistake never reaches a user.
    let book = RawBook::parse(text).unwrap_or_else(|errors| panic!("readings: {}", errors[0]));
    book.articles.into_iter().map(|raw| Reading { raw }).collect()
});

/// Every reading, in the order of their numbers.
///
/// ```
/// use tandem_rules::book::{Lang, readings};
///
/// // Where a book is silent or unclear, a reading says how it is understood here.
/// let r20 = readings().iter().find(|reading| reading.number() == "R20").expect("it is listed");
/// assert!(!r20.text(Lang::En).is_empty());
/// ```
#[must_use]
pub fn readings() -> &'static [Reading] {
    &READINGS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::PUBLISHED_IDS;

    #[test]
    fn readings_are_numbered_and_in_four_languages() {
        for (at, reading) in readings().iter().enumerate() {
            let number = reading.number();
            assert_eq!(number, format!("R{}", at + 1));
            for lang in Lang::ALL {
                assert!(!reading.text(lang).is_empty(), "{number} {}", lang.code());
            }
            assert!(reading.books().next().is_some(), "{number}");
            for book in reading.books() {
                assert!(PUBLISHED_IDS.contains(&book), "{number}: {book}");
            }
        }
    }

    #[test]
    fn a_book_shows_the_readings_that_it_cites() {
        for id in PUBLISHED_IDS {
            let book = Rulebook::builtin(id).expect("a built-in book");
            for axis in book.axes.views() {
                let reading = readings().iter().find(|one| one.number() == axis.by.as_str());
                assert!(reading.is_none_or(|one| one.is_about(&book)), "{id} {}", axis.key);
            }
        }
    }
}
