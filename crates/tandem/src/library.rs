//! The books at hand: the built-in ones and the club's own.

use std::fs;
use std::path::{Path, PathBuf};

use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

use crate::failure::Failure;

/// The books that can be named.
pub(crate) struct Library {
    own: Vec<(Rulebook, String)>,
}

impl Library {
    /// Opens the library, with the clubs' own books.
    pub(crate) fn open(paths: &[PathBuf]) -> Result<Library, Failure> {
        let mut own: Vec<(Rulebook, String)> = Vec::new();
        let mut wrong = Vec::new();
        for path in paths {
            match read(path)? {
                Ok((book, _)) if own.iter().any(|(other, _)| other.id() == book.id()) => {
                    let (name, id) = (path.display(), book.id());
                    wrong.push(format!("{name}: id: another --rulebook is '{id}' already"));
                }
                Ok(book) => own.push(book),
                Err(mistakes) => wrong.extend(mistakes),
            }
        }
        if wrong.is_empty() {
            Ok(Library { own })
        } else {
            Err(Failure::Wrong(wrong.join("\ntandem: ")))
        }
    }

    /// The clubs' own books.
    pub(crate) fn own(&self) -> impl Iterator<Item = &Rulebook> {
        self.own.iter().map(|(book, _)| book)
    }

    /// The clubs' own books with the texts of their files.
    pub(crate) fn own_texts(&self) -> impl Iterator<Item = &(Rulebook, String)> {
        self.own.iter()
    }

    /// A book by its id.
    pub(crate) fn find(&self, id: &str) -> Option<Rulebook> {
        self.own().find(|own| own.id() == id).cloned().or_else(|| Rulebook::builtin(id))
    }

    /// The book that is named, or the club's own where none is.
    pub(crate) fn book(&self, id: Option<&str>) -> Result<Rulebook, Failure> {
        match (id, self.own.as_slice()) {
            (None, [(own, _)]) => Ok(own.clone()),
            (None, []) => Err(Failure::Impossible(format!(
                "no rulebook is named; available: {}, or your own with --rulebook FILE",
                BUILTIN_IDS.join(", ")
            ))),
            (None, own) => {
                let ids: Vec<_> = own.iter().map(|(book, _)| book.id()).collect();
                Err(Failure::Impossible(format!(
                    "no book is named, and there are several of your own: {}",
                    ids.join(", ")
                )))
            }
            (Some(id), _) => self.find(id).ok_or_else(|| {
                let own = self.own().map(Rulebook::id);
                let known = BUILTIN_IDS.into_iter().chain(own).collect::<Vec<_>>().join(", ");
                Failure::Impossible(format!("unknown rulebook '{id}'; available: {known}"))
            }),
        }
    }
}

/// Reads a club's own book with its text; or every mistake in it, each with file, line and key.
fn read(path: &Path) -> Result<Result<(Rulebook, String), Vec<String>>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Impossible(format!("{name} can't be read: {error}")))?;
    Ok(match Rulebook::parse(&text) {
        Ok(book) => Ok((book, text)),
        Err(errors) => Err(errors
            .iter()
            .map(|error| {
                let key =
                    if error.key.is_empty() { String::new() } else { format!("{}: ", error.key) };
                format!("{name}:{}: {key}{}", error.line, error.message)
            })
            .collect()),
    })
}
