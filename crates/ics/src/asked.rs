//! What is to be done when the house has answered.

use tandem_rules::{BoardId, Seat};

use crate::house::{Conn, TableKey};
use crate::person::PersonId;

/// What somebody did at a table, to find the words for how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Did {
    /// Tried this move.
    Move(String),
    /// Offered a draw.
    Draw,
    /// Said that the opponent's time is over.
    Flag,
    /// Told the partner something.
    Ptell,
    /// Anything else: what comes of it is told to all.
    Other,
}

/// Which game of a table is meant, of those that the house has yet to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The game of this number, as it was listed.
    Number(u32),
    /// This board.
    Board(BoardId),
    /// The game of this player.
    Player(String),
}

/// Why matches were listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListFor {
    /// `games`, with what it was asked for.
    Games(String),
    /// `bugwho`, with its letters.
    Bugwho(String),
    /// `observe`, of a game that nobody here follows.
    Observe(String),
}

/// What is to be done when the house has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing.
    Nothing,
    /// Somebody may come in by this name, or not.
    Enter { conn: Conn, name: String },
    /// A match begins for these, the maker first.
    Make { who: Vec<PersonId> },
    /// Somebody opens a table for others to join.
    Table { who: PersonId },
    /// Somebody sits down.
    Sit { who: PersonId },
    /// Somebody looks on.
    Watch { who: PersonId, which: Which },
    /// Somebody acts.
    Act { who: PersonId, table: TableKey, seat: Seat, did: Did },
    /// Matches are shown to somebody.
    List { who: PersonId, why: ListFor },
    /// Somebody hears whether it was done, in these words if it was.
    Done { who: PersonId, text: String },
}
