//! What is asked of the core, and what it answers.

use tandem_referee::{Command, MoveText, Refusal};
use tandem_rules::{BySeat, Millis, Seat};

use super::lag::Lag;
use crate::codes::SessionRefusal;
use crate::store::StoreError;
use crate::view::{ChangedLine, Logged, Seen};

/// Whose commands have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    /// The player at a seat.
    Seat(Seat),
    /// The arbiter.
    Arbiter,
}

impl Author {
    pub(super) const COUNT: usize = Seat::ALL.len() + 1;

    /// The number by which the log knows an author: the seats in their order, then the arbiter.
    pub(super) fn number(self) -> u8 {
        match self {
            Author::Seat(seat) => seat as u8,
            Author::Arbiter => 4,
        }
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.number())
    }
}

/// Who asks for something.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asker {
    /// Nobody at a seat: time, or the house, which starts the match when all are ready.
    House,
    /// A bot. The numbers of a seat's commands are its owner's, who may come back.
    Bot(Seat),
    /// A player, by a move that was set in advance: the command of no number.
    Ahead(Seat),
    /// A person, by the command of this number.
    Person(Author, u64),
}

impl Asker {
    /// Who did it, as the log tells it.
    pub(super) fn author(self) -> Option<Author> {
        match self {
            Asker::House => None,
            Asker::Bot(seat) | Asker::Ahead(seat) => Some(Author::Seat(seat)),
            Asker::Person(author, _) => Some(author),
        }
    }

    /// The command that is acknowledged.
    pub(super) fn numbered(self) -> Option<(Author, u64)> {
        match self {
            Asker::House | Asker::Bot(_) | Asker::Ahead(_) => None,
            Asker::Person(author, number) => Some((author, number)),
        }
    }
}

/// A command on its way to the referee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<'c> {
    /// When it came. It is judged by this moment, however late the core gets it.
    pub(crate) at: Millis,
    pub(crate) command: &'c Command<MoveText>,
    pub(crate) asker: Asker,
    /// What each seat's connection costs, where that is given back.
    pub(crate) lag: BySeat<Option<Lag>>,
}

/// What came of a command. It is durable.
#[derive(Debug)]
pub(crate) struct Done {
    /// What happened. A refused command has no events of its own, but time may have had some.
    pub(crate) events: Vec<Logged>,
    /// The lines of the score sheet that have changed.
    pub(crate) lines: Vec<ChangedLine>,
    /// What everybody had seen before.
    pub(crate) seen_before: Seen,
    /// The command that was taken.
    pub(crate) acknowledged: Option<(Author, u64)>,
    /// Why the referee did not take it.
    pub(crate) refusal: Option<Refusal>,
}

/// Why nothing happened, though no rule was against it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    /// The match has become too long.
    #[error(transparent)]
    TooFull(SessionRefusal),
    /// It could not be stored.
    #[error(transparent)]
    NotStored(StoreError),
}
