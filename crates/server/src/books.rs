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
    own: Vec<(Arc<Rulebook>, String)>,
}

impl Books {
    /// The built-in books, and clubs' own with their texts.
    #[must_use]
    pub fn with_own(books: impl IntoIterator<Item = (Rulebook, String)>) -> Books {
        Books { own: books.into_iter().map(|(book, text)| (Arc::new(book), text)).collect() }
    }

    /// A book by its id; with its text if it is a club's own.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<(Arc<Rulebook>, Option<String>)> {
        match self.own.iter().find(|(book, _)| book.id() == id) {
            Some((book, text)) => Some((Arc::clone(book), Some(text.clone()))),
            None => builtin(id).map(|book| (book, None)),
        }
    }

    /// All of them, the clubs' own first.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Rulebook>> {
        let own = self.own.iter().map(|(book, _)| Arc::clone(book));
        own.chain(BUILTIN.iter().cloned()).collect()
    }
}
