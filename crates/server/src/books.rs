//! The books at hand: the built-in ones and the club's own.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use tandem_rules::Rulebook;
use tandem_rules::book::{BUILTIN_IDS, BookError};

/// The built-in books, read once: with all their articles they are too large to keep for each
/// match.
static BUILTIN: LazyLock<Vec<Arc<Rulebook>>> =
    LazyLock::new(|| BUILTIN_IDS.into_iter().filter_map(Rulebook::builtin).map(Arc::new).collect());

/// Books with options and clubs' own books, as long as a match uses them.
static SHARED: LazyLock<Mutex<HashMap<Key, Weak<Rulebook>>>> = LazyLock::new(Mutex::default);

/// Id, text and options of a book.
type Key = (String, Option<String>, BTreeMap<String, String>);

/// A built-in book.
#[must_use]
pub(crate) fn builtin(id: &str) -> Option<Arc<Rulebook>> {
    BUILTIN.iter().find(|book| book.id() == id).cloned()
}

/// The book of a match, shared with all other matches that play by it.
///
/// # Errors
/// What is wrong with the club's own book or with an option.
pub(crate) fn shared(
    id: &str,
    text: Option<&str>,
    options: &BTreeMap<String, String>,
) -> Result<Option<Arc<Rulebook>>, Vec<BookError>> {
    if text.is_none() && options.is_empty() {
        return Ok(builtin(id));
    }
    let key = (id.to_owned(), text.map(str::to_owned), options.clone());
    let lock = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(book) = lock().get(&key).and_then(Weak::upgrade) {
        return Ok(Some(book));
    }
    let book = match text {
        Some(text) => Rulebook::parse(text)?,
        None => match builtin(id) {
            Some(book) => Rulebook::clone(&book),
            None => return Ok(None),
        },
    };
    let options: Vec<_> = options.clone().into_iter().collect();
    let book = Arc::new(if options.is_empty() { book } else { book.with_options(&options)? });
    let mut books = lock();
    books.retain(|_, book| book.strong_count() > 0);
    books.insert(key, Arc::downgrade(&book));
    Ok(Some(book))
}

/// The books that a match can be made with by name.
#[derive(Clone, Debug, Default)]
pub struct Books {
    own: Option<(Arc<Rulebook>, String)>,
}

impl Books {
    /// The built-in books, and a club's own with its text.
    #[must_use]
    pub fn with_own(book: Rulebook, text: String) -> Books {
        Books { own: Some((Arc::new(book), text)) }
    }

    /// A book by its id; with its text if it is the club's own.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<(Arc<Rulebook>, Option<String>)> {
        match &self.own {
            Some((book, text)) if book.id() == id => Some((Arc::clone(book), Some(text.clone()))),
            _ => builtin(id).map(|book| (book, None)),
        }
    }

    /// All of them, the club's own first.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Rulebook>> {
        let own = self.own.iter().map(|(book, _)| Arc::clone(book));
        own.chain(BUILTIN.iter().cloned()).collect()
    }
}
