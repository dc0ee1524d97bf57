//! `tandem rules`: the books, for people.

mod axes;
mod compare;
mod page;
mod words;

use std::io::{Write, stdout};

use clap::{Subcommand, ValueEnum};
use tandem_rules::Rulebook;
use tandem_rules::book::{BUILTIN_IDS, Lang, readings};

use crate::failure::Failure;
use crate::library::Library;

/// A language of the books.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// Dutch
    Nl,
    /// German
    De,
    /// Czech
    Cs,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::En,
            Language::Nl => Lang::Nl,
            Language::De => Lang::De,
            Language::Cs => Lang::Cs,
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Rules {
    /// List the rulebooks: id, name, language
    List,
    /// Show every article of a rulebook and how Tandem applies it
    Show {
        /// Rulebook
        book: Option<String>,
        /// The language of the texts
        #[arg(long, value_enum, default_value = "en")]
        lang: Language,
    },
    /// Compare rulebooks side by side, with article numbers
    Compare {
        /// Rulebooks to compare [default: the five published ones] and those of --rulebook
        books: Vec<String>,
        /// The language of the comparison
        #[arg(long, value_enum, default_value = "en")]
        lang: Language,
    },
    /// Every axis that a rulebook can set, with the values that it can have
    Axes,
}

impl Rules {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        match self {
            Rules::List => list(library),
            Rules::Show { book, lang } => show(&library.book(book.as_deref())?, lang.into()),
            Rules::Compare { books, lang } => compare::run(library, &books, lang.into()),
            Rules::Axes => axes::run(),
        }
    }
}

fn list(library: &Library) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let builtin = BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin);
    let books: Vec<_> = builtin.chain(library.own().cloned()).collect();
    let widest = |part: fn(&Rulebook) -> &str| {
        books.iter().map(|book| part(book).chars().count()).max().unwrap_or(0)
    };
    let (id, name) = (widest(Rulebook::id).max(8), widest(Rulebook::name));
    for book in &books {
        writeln!(out, "{:<id$} {:<name$} {}", book.id(), book.name(), book.language().code())?;
    }
    Ok(())
}

fn show(book: &Rulebook, lang: Lang) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let width = page::width();
    page::paragraph(&mut out, &format!("{}: {}", book.id(), book.name()), "", width)?;
    writeln!(out)?;
    for article in book.articles() {
        let ways: Vec<_> = article.honoured.iter().map(|way| words::of(way.code(), lang)).collect();
        let text = format!("{} ({}): {}", article.cite(), ways.join(", "), article.text(lang));
        page::paragraph(&mut out, &text, "    ", width)?;
    }
    for reading in readings().iter().filter(|reading| reading.is_about(book)) {
        let text = format!("{}: {}", reading.number(), reading.text(lang));
        page::paragraph(&mut out, &text, "    ", width)?;
    }
    Ok(())
}
