//! The house behind the door: what is asked of it, and what it tells.
//!
//! The house has the tables and their referees, the clock and the store. The door has the text.

use tandem_referee::{Act, Event, Match, MoveText, Refusal, Settings};
use tandem_rules::{BySeat, Millis, Seat};

/// A connection, by the number that the shell gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Conn(pub u64);

/// A table, by the number that the house gave it. It is never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableKey(pub u64);

/// A question to the house, by its number: the answer names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// A bot that can be asked for as a partner or an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// What the house calls it: `5`, `sjeng`.
    pub word: String,
    /// What people call it: `Bot5`.
    pub name: String,
}

/// Who sits down at a new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody who came through the door, by this name.
    Here(String),
    /// A bot, by the house's word for it.
    Bot(String),
    /// Nobody yet.
    Free,
}

/// A match that somebody wants to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who asks for it: the house knows the address.
    pub maker: Conn,
    /// The id of the book.
    pub book: String,
    /// The time of each player.
    pub base: Millis,
    /// Given for each move.
    pub increment: Millis,
    /// Who sits where.
    pub seats: BySeat<Sitter>,
}

/// What the door asks of the house. All but [`Ask::Exit`], [`Ask::Away`], [`Ask::Close`]
/// and [`Ask::Lag`] are answered, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Somebody wants to come in by this name. Answered by [`Answer::Done`], and then the name is
    /// nobody else's in the house until [`Ask::Exit`], or by [`Answer::No`].
    Enter {
        /// The name.
        name: String,
    },
    /// Somebody has gone, and the name is free.
    Exit {
        /// The name.
        name: String,
    },
    /// Make a match, seat those who are named, and begin once all four are there.
    /// Answered by [`Answer::Opened`] or [`Answer::No`].
    Make(Plan),
    /// Somebody sits down at a table, ready to play. Answered as [`Ask::Make`].
    Sit {
        /// Who asks: the house knows the address.
        conn: Conn,
        /// The match, as the pages write it: an id, a link, or an id with a seat and its secret.
        code: String,
        /// The seat that is wished for.
        seat: Option<Seat>,
        /// What this person is called.
        name: String,
    },
    /// Follow a table that nobody here follows yet. Answered as [`Ask::Make`].
    Open {
        /// Who asks: the house knows the address.
        conn: Conn,
        /// The match, as the pages write it.
        code: String,
    },
    /// A player acts. Answered by [`Answer::Done`], [`Answer::Refused`] or [`Answer::No`].
    Act {
        /// By which connection: the house knows how far away it is.
        conn: Conn,
        /// Where.
        table: TableKey,
        /// Who.
        seat: Seat,
        /// What.
        act: Act<MoveText>,
    },
    /// A player wants to play again with the same people, colours changed. Answered by
    /// [`Answer::Done`] or [`Answer::No`]; [`News::Next`] comes if all four want to.
    Again {
        /// Where.
        table: TableKey,
        /// Who.
        seat: Seat,
    },
    /// A bot for somebody who left, or the seat back from it. Answered by [`Answer::Done`] or
    /// [`Answer::No`].
    Substitute {
        /// Where.
        table: TableKey,
        /// Who asks.
        by: Seat,
        /// Whose seat; one's own: to take it back from the bot.
        seat: Seat,
        /// The house's word for the bot; none: no bot.
        bot: Option<String>,
    },
    /// A player's connection is gone, or the player has left the table for good before the start.
    Away {
        /// Where.
        table: TableKey,
        /// Who.
        seat: Seat,
    },
    /// The player is back. Answered by [`Answer::Done`] or [`Answer::No`].
    Back {
        /// Where.
        table: TableKey,
        /// Who.
        seat: Seat,
    },
    /// Nobody here follows this table any more.
    Close {
        /// Which.
        table: TableKey,
    },
    /// The line of a player took so much longer than its fastest one, by the stamps of a sealed
    /// client. The house trusts it no further than what it has seen itself.
    Lag {
        /// By which connection.
        conn: Conn,
        /// Where.
        table: TableKey,
        /// Whose.
        seat: Seat,
        /// By how much.
        late: Millis,
    },
    /// Which matches go on that anybody may see? Answered by [`Answer::Listed`].
    List,
}

/// A person or a bot at a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seated {
    /// What is played under this name; none: the seat is free.
    pub name: Option<String>,
    /// Whether a bot plays.
    pub bot: bool,
    /// Whether somebody is there.
    pub there: bool,
}

/// A table as it stands when the door begins to follow it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Which.
    pub table: TableKey,
    /// The match, as the pages write it.
    pub code: String,
    /// What was agreed.
    pub settings: Settings,
    /// Whether there is an arbiter.
    pub arbiter: bool,
    /// All that has happened.
    pub log: Vec<Event>,
    /// The moment of the match.
    pub moment: Millis,
    /// Who sits there.
    pub people: BySeat<Seated>,
    /// The seats that were taken by what was asked.
    pub taken: Vec<Taken>,
}

/// A seat that somebody of the door has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Which.
    pub seat: Seat,
    /// Who, by the name that the door asked for.
    pub name: String,
    /// What opens it again if the line breaks: told to its owner alone.
    pub way_back: String,
}

/// A match that goes on.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The match, as the pages write it.
    pub code: String,
    /// How it stands.
    pub game: Match,
    /// The moment of the match.
    pub moment: Millis,
    /// Who plays.
    pub people: BySeat<Seated>,
}

/// What the house answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The table is open.
    Opened(Box<Opened>),
    /// It is done. What came of it has been told before.
    Done,
    /// The referee refuses.
    Refused(Refusal),
    /// It can't be done, in a sentence.
    No(String),
    /// What goes on.
    Listed(Vec<Listed>),
}

/// What the house tells.
#[derive(Clone, Debug)]
pub enum News {
    /// The answer to a question.
    Answered(Ticket, Answer),
    /// Something happened at a table.
    Happened {
        /// Where.
        table: TableKey,
        /// What, in order.
        events: Vec<Event>,
        /// The moment of the match.
        moment: Millis,
    },
    /// Who sits at a table, or is there, has changed.
    People {
        /// Where.
        table: TableKey,
        /// Who sits there now.
        people: BySeat<Seated>,
    },
    /// Something that a table should know, though it is no event of the match.
    Notice {
        /// Where.
        table: TableKey,
        /// What, in a sentence.
        text: String,
    },
    /// All four want to play again: this is the table.
    Next {
        /// The table before.
        before: TableKey,
        /// The new one. Its `taken` names the seats of those who came through the door.
        opened: Box<Opened>,
    },
    /// The table was put away.
    Gone {
        /// Which.
        table: TableKey,
    },
    /// The server stops.
    Stopping,
}

/// What the shell has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send these bytes.
    Send(Conn, Vec<u8>),
    /// Close the connection once everything is sent.
    Close(Conn),
    /// Ask the house.
    Ask(Ticket, Ask),
}
