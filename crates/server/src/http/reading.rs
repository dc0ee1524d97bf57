//! The reading room: what visitors ask for is put together by one thread of a lower priority than
//! the tables', one after another, and kept for the next who asks.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use tandem_rules::book::Lang;
use tokio::sync::oneshot;

use super::error::ApiError;
use crate::codes::Problem;
use crate::ids::MatchId;
use crate::store::Version;
use crate::work::give_way;

/// Orders that may wait; after that visitors are sent away.
const MAX_WAITING: usize = 32;
/// The most that is kept, in bytes.
const MAX_KEPT: usize = 32 * 1024 * 1024;

/// What can be read of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Bpgn,
    Replay,
    Picture,
    /// The page of its table, in a language.
    Preview(Lang),
    /// The page on which it is replayed.
    ReplayPreview(Lang),
    /// Those after a number.
    Events(u64),
}

type Job = Box<dyn FnOnce() + Send>;

/// The room.
pub(crate) struct ReadingRoom {
    orders: SyncSender<Job>,
    shelf: Mutex<Shelf>,
    /// The rulebooks, which never change and are few.
    rulebooks: Mutex<HashMap<String, Bytes>>,
}

impl ReadingRoom {
    pub(crate) fn open() -> std::io::Result<ReadingRoom> {
        let (orders, queue) = sync_channel(MAX_WAITING);
        let named = std::thread::Builder::new().name("tandem-reading".to_owned());
        named.spawn(move || work(&queue))?;
        Ok(ReadingRoom { orders, shelf: Mutex::default(), rulebooks: Mutex::default() })
    }

    /// Has something done by the room's thread.
    pub(super) async fn order<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (done, answer) = oneshot::channel();
        let job = Box::new(move || {
            if !done.is_closed() {
                // Whoever asked may have left meanwhile.
                let _ = done.send(work());
            }
        });
        self.orders.try_send(job).map_err(|_| ApiError::TooMany(Problem::Busy))?;
        answer.await.map_err(|_| ApiError::Internal)
    }

    /// A rulebook, written once.
    pub(super) fn book(&self, id: &str, write: impl FnOnce() -> Bytes) -> Bytes {
        let mut rulebooks = self.rulebooks.lock().unwrap_or_else(PoisonError::into_inner);
        rulebooks.entry(id.to_owned()).or_insert_with(write).clone()
    }

    /// What is kept of a match, as long as it is still true.
    pub(super) fn kept(&self, id: &MatchId, kind: Kind, version: &Version) -> Option<Bytes> {
        self.shelf().find(&(id.clone(), kind), version)
    }

    pub(super) fn keep(&self, id: &MatchId, kind: Kind, version: Version, text: &Bytes) {
        self.shelf().put((id.clone(), kind), version, text.clone());
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn work(queue: &Receiver<Job>) {
    if let Err(error) = give_way() {
        tracing::warn!(?error, "records are written with the priority of tables");
    }
    while let Ok(job) = queue.recv() {
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).is_err() {
            tracing::error!("a record could not be written");
        }
    }
}

type Key = (MatchId, Kind);

/// What was asked for lately, up to a size.
#[derive(Default)]
struct Shelf {
    books: HashMap<Key, Book>,
    bytes: usize,
    clock: u64,
}

struct Book {
    version: Version,
    text: Bytes,
    used: u64,
}

impl Shelf {
    fn find(&mut self, key: &Key, version: &Version) -> Option<Bytes> {
        self.clock += 1;
        let book = self.books.get_mut(key).filter(|book| book.version == *version)?;
        book.used = self.clock;
        Some(book.text.clone())
    }

    fn put(&mut self, key: Key, version: Version, text: Bytes) {
        if text.len() > MAX_KEPT / 4 {
            return;
        }
        self.clock += 1;
        self.bytes += text.len();
        let book = Book { version, text, used: self.clock };
        if let Some(old) = self.books.insert(key, book) {
            self.bytes -= old.text.len();
        }
        while self.bytes > MAX_KEPT {
            let oldest = self.books.iter().min_by_key(|(_, book)| book.used);
            let Some(key) = oldest.map(|(key, _)| key.clone()) else { break };
            if let Some(old) = self.books.remove(&key) {
                self.bytes -= old.text.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shelf_is_bounded_and_forgets_what_is_no_longer_true() {
        let mut shelf = Shelf::default();
        let id = MatchId::random().unwrap();
        let version = |head| Version { head, seats: String::new() };
        let large = Bytes::from(vec![b'x'; MAX_KEPT / 4]);
        for after in 0..8 {
            shelf.put((id.clone(), Kind::Events(after)), version(1), large.clone());
        }
        assert!(shelf.bytes <= MAX_KEPT);
        assert_eq!(shelf.books.len(), 4);
        assert!(shelf.find(&(id.clone(), Kind::Events(7)), &version(1)).is_some());
        assert!(shelf.find(&(id.clone(), Kind::Events(7)), &version(2)).is_none(), "it went on");
        assert!(shelf.find(&(id.clone(), Kind::Events(0)), &version(1)).is_none(), "the oldest");
        shelf.put((id.clone(), Kind::Bpgn), version(1), Bytes::from(vec![b'x'; MAX_KEPT / 2]));
        assert!(shelf.find(&(id, Kind::Bpgn), &version(1)).is_none(), "too large to keep");
    }

    #[tokio::test]
    async fn a_panic_harms_nobody_else() {
        let room = ReadingRoom::open().unwrap();
        assert!(room.order(|| panic!("on purpose")).await.is_err());
        assert_eq!(room.order(|| 7).await.unwrap(), 7);
    }
}
