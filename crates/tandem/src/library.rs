//! The books at hand: the built-in ones and the club's own.

use std::fs;
use std::path::Path;

use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

use crate::failure::Failure;

/// The books that can be named.
pub(crate) struct Library {
    own: Option<Rulebook>,
}

impl Library {
    /// Opens the library, with a club's own book if there is one.
    pub(crate) fn open(own: Option<&Path>) -> Result<Library, Failure> {
        let Some(path) = own else { return Ok(Library { own: None }) };
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Impossible(format!("{name} can't be read: {error}")))?;
        let book = Rulebook::parse(&text).map_err(|errors| {
            let lines: Vec<_> = errors
                .iter()
                .map(|error| {
                    let key = if error.key.is_empty() {
                        String::new()
                    } else {
                        format!("{}: ", error.key)
                    };
                    format!("{name}:{}: {key}{}", error.line, error.message)
                })
                .collect();
            Failure::Wrong(lines.join("\ntandem: "))
        })?;
        Ok(Library { own: Some(book) })
    }

    /// The club's own book.
    pub(crate) fn own(&self) -> Option<&Rulebook> {
        self.own.as_ref()
    }

    /// A book by its id.
    pub(crate) fn find(&self, id: &str) -> Option<Rulebook> {
        self.own.as_ref().filter(|own| own.id() == id).cloned().or_else(|| Rulebook::builtin(id))
    }

    /// The book that is named, or the club's own where none is.
    pub(crate) fn book(&self, id: Option<&str>) -> Result<Rulebook, Failure> {
        match (id, &self.own) {
            (None, Some(own)) => Ok(own.clone()),
            (None, None) => Err(Failure::Impossible(format!(
                "no book is named: --book {}, or --rulebook FILE",
                BUILTIN_IDS.join("|")
            ))),
            (Some(id), _) => self.find(id).ok_or_else(|| {
                let known = BUILTIN_IDS.join(", ");
                Failure::Impossible(format!("there is no book '{id}'; there are {known}"))
            }),
        }
    }
}
