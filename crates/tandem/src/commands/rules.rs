//! `tandem rules`: the books, for people.

use std::io::{Write, stdout};

use clap::{Subcommand, ValueEnum};
use tandem_rules::Rulebook;
use tandem_rules::book::{AXIS_KEYS, BUILTIN_IDS, Lang, PUBLISHED_IDS};

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
    /// One line a book: id, name, language
    List,
    /// Every article of a book, with how it is honoured
    Show {
        /// The book
        book: Option<String>,
        /// The language of the texts
        #[arg(long, value_enum, default_value = "en")]
        lang: Language,
    },
    /// The books side by side, axis by axis, with article numbers
    Compare {
        /// The books; without any, the five published ones
        books: Vec<String>,
    },
}

impl Rules {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        match self {
            Rules::List => list(library),
            Rules::Show { book, lang } => show(&library.book(book.as_deref())?, lang.into()),
            Rules::Compare { books } => compare(library, &books),
        }
    }
}

fn list(library: &Library) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let builtin = BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin);
    for book in builtin.chain(library.own().cloned()) {
        writeln!(out, "{:<8} {:<58} {}", book.id(), book.name(), book.language().code())?;
    }
    Ok(())
}

fn show(book: &Rulebook, lang: Lang) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{}: {}\n", book.id(), book.name())?;
    for article in book.articles() {
        let ways: Vec<_> = article.honoured.iter().map(|way| way.word()).collect();
        writeln!(out, "{} ({}): {}", article.cite(), ways.join(", "), article.text(lang))?;
    }
    Ok(())
}

/// The width of a column of the comparison.
const COLUMN: usize = 34;
/// The width of the first column.
const LABEL: usize = 30;

fn compare(library: &Library, ids: &[String]) -> Result<(), Failure> {
    let ids: Vec<&str> = match (ids, library.own()) {
        ([], Some(own)) => PUBLISHED_IDS.into_iter().chain([own.id()]).collect(),
        ([], None) => PUBLISHED_IDS.to_vec(),
        (ids, _) => ids.iter().map(String::as_str).collect(),
    };
    let books: Vec<Rulebook> =
        ids.into_iter().map(|id| library.book(Some(id))).collect::<Result<_, _>>()?;
    let views: Vec<_> = books.iter().map(|book| book.axes.views()).collect();
    let mut out = stdout().lock();
    let mut row = |label: &str, cells: Vec<String>| -> Result<(), Failure> {
        let label = wrap(label, LABEL);
        let cells: Vec<_> = cells.iter().map(|cell| wrap(cell, COLUMN)).collect();
        let height = cells.iter().map(Vec::len).chain([label.len()]).max().unwrap_or(1);
        for line in 0..height {
            let part = |cell: &[String]| cell.get(line).cloned().unwrap_or_default();
            let mut text = pad(&part(&label), LABEL);
            for cell in &cells {
                text.push_str("  ");
                text.push_str(&pad(&part(cell), COLUMN));
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Ok(())
    };
    row("axis", books.iter().map(|book| book.id().to_owned()).collect())?;
    let mut section = "";
    for (at, (_, title)) in AXIS_KEYS.iter().enumerate() {
        if *title != section {
            section = title;
            row("", Vec::new())?;
            row(&title.to_uppercase(), Vec::new())?;
        }
        let cells = views.iter().map(|views| {
            let view = &views[at];
            format!("{} ({})", view.words, view.by)
        });
        row(views.first().map_or("", |views| views[at].label), cells.collect())?;
    }
    Ok(())
}

fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        let length = last.chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if length > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
