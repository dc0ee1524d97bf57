//! The books that are compiled in.

use super::{RawBook, Rulebook, resolve};

/// The ids of the five published books.
pub const PUBLISHED_IDS: [&str; 5] = ["asten", "minerva", "sscr", "fer", "stein"];

/// The ids of all built-in books: the published ones and `fics`, the rules of the internet
/// servers.
pub const BUILTIN_IDS: [&str; 6] = ["asten", "minerva", "sscr", "fer", "stein", "fics"];

fn text(id: &str) -> Option<&'static str> {
    Some(match id {
        "asten" => include_str!("../../rulebooks/asten.toml"),
        "minerva" => include_str!("../../rulebooks/minerva.toml"),
        "sscr" => include_str!("../../rulebooks/sscr.toml"),
        "fer" => include_str!("../../rulebooks/fer.toml"),
        "stein" => include_str!("../../rulebooks/stein.toml"),
        "fics" => include_str!("../../rulebooks/fics.toml"),
        _ => return None,
    })
}

pub(super) fn load(id: &str) -> Option<Rulebook> {
    let raw = RawBook::parse(text(id)?);
    let book = raw.and_then(resolve::resolve);
    Some(book.unwrap_or_else(|errors| {
        // A test loads every built-in book, so this never reaches a user.
        panic!("the built-in book {id} is wrong: {}", errors[0])
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{AXIS_KEYS, Lang};

    #[test]
    fn every_built_in_book_is_complete_and_in_four_languages() {
        for id in BUILTIN_IDS {
            let raw = RawBook::parse(text(id).unwrap()).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
            let book = resolve::resolve(raw).unwrap_or_else(|e| panic!("{id}: {e:#?}"));
            assert_eq!(book.id(), id);
            assert_eq!(book.axes.views().len(), AXIS_KEYS.len());
            for article in book.articles() {
                for lang in Lang::ALL {
                    assert!(article.has_text(lang), "{} in {}", article.cite(), lang.code());
                }
            }
        }
    }

    #[test]
    fn article_numbers_are_those_of_the_sources() {
        let count = |id: &str| Rulebook::builtin(id).unwrap().articles().len();
        assert_eq!(PUBLISHED_IDS.map(count), [23, 43, 84, 34, 46]);
    }
}
