//! The books that games are replayed by.

use tandem_notation::bpgn::{Game, Problem};
use tandem_notation::record::{RecordError, book_of, is_record};
use tandem_notation::replay::ReplayFault;
use tandem_rules::Rulebook;

/// Tells by which book a game is replayed.
#[derive(Clone, Debug)]
pub struct Shelf {
    usual: Rulebook,
    named: Vec<Rulebook>,
}

impl Shelf {
    /// One book for all games, whatever they name.
    #[must_use]
    pub fn only(book: Rulebook) -> Shelf {
        Shelf { usual: book, named: Vec::new() }
    }

    /// The book that a game names, if it is one of these; the usual one if not.
    #[must_use]
    pub fn named(usual: Rulebook, named: Vec<Rulebook>) -> Shelf {
        Shelf { usual, named }
    }

    /// The book for a game.
    #[must_use]
    pub fn book_for(&self, game: &Game) -> &Rulebook {
        self.find(game).unwrap_or(&self.usual)
    }

    fn find(&self, game: &Game) -> Option<&Rulebook> {
        let id = book_of(game)?;
        self.named.iter().find(|book| book.id() == id)
    }

    /// What is wrong if a game is the record of a match by a book that is not at hand: only the
    /// referee of that book can replay it.
    #[must_use]
    pub fn missing(&self, game: &Game) -> Option<Problem> {
        let id = book_of(game)?;
        let missing = !self.named.is_empty() && self.find(game).is_none() && is_record(game);
        let fault = ReplayFault::Record(RecordError::NoBook(id.to_owned()));
        missing.then(|| Problem { place: game.start, at: None, fault: fault.into() })
    }
}
