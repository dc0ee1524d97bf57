//! Somebody who is here by a name: a guest, with what was set, whom they play with and where.

use std::collections::BTreeMap;

use tandem_rules::shakmaty::Color;
use tandem_rules::{Millis, Seat};

use crate::house::{Conn, TableKey};

/// Somebody who is here, by a number that is never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PersonId(pub(crate) u64);

/// Who somebody plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partner {
    Person(PersonId),
    /// The bot of this place in the list.
    Bot(usize),
}

/// What a variable can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Switch,
    Number,
    Text,
}

/// Every variable that clients set, and what it is at first. Few of them do anything here.
pub(crate) const VARIABLES: [(&str, Kind, &str); 48] = [
    ("autoflag", Kind::Switch, "1"),
    ("automail", Kind::Switch, "0"),
    ("availinfo", Kind::Switch, "0"),
    ("availmax", Kind::Number, "0"),
    ("availmin", Kind::Number, "0"),
    ("bell", Kind::Switch, "0"),
    ("book", Kind::Text, "fics"),
    ("bugopen", Kind::Switch, "1"),
    ("chanoff", Kind::Switch, "1"),
    ("cshout", Kind::Switch, "0"),
    ("ctell", Kind::Switch, "0"),
    ("echo", Kind::Switch, "1"),
    ("examine", Kind::Switch, "0"),
    ("flip", Kind::Switch, "0"),
    ("formula", Kind::Text, ""),
    ("gin", Kind::Switch, "0"),
    ("height", Kind::Number, "24"),
    ("highlight", Kind::Number, "0"),
    ("inc", Kind::Number, "12"),
    ("interface", Kind::Text, ""),
    ("jprivate", Kind::Switch, "0"),
    ("kibitz", Kind::Switch, "1"),
    ("kiblevel", Kind::Number, "0"),
    ("lang", Kind::Text, "English"),
    ("mailmess", Kind::Switch, "0"),
    ("messreply", Kind::Switch, "0"),
    ("minmovetime", Kind::Switch, "0"),
    ("noescape", Kind::Switch, "0"),
    ("notakeback", Kind::Switch, "1"),
    ("notifiedby", Kind::Switch, "0"),
    ("open", Kind::Switch, "1"),
    ("pgn", Kind::Switch, "0"),
    ("pin", Kind::Switch, "0"),
    ("private", Kind::Switch, "0"),
    ("prompt", Kind::Text, "fics%"),
    ("provshow", Kind::Number, "0"),
    ("ptime", Kind::Switch, "0"),
    ("rated", Kind::Switch, "0"),
    ("ropen", Kind::Switch, "0"),
    ("seek", Kind::Switch, "0"),
    ("shout", Kind::Switch, "0"),
    ("silence", Kind::Switch, "0"),
    ("simopen", Kind::Switch, "0"),
    ("style", Kind::Number, "12"),
    ("tell", Kind::Switch, "1"),
    ("time", Kind::Number, "2"),
    ("unobserve", Kind::Number, "0"),
    ("width", Kind::Number, "79"),
];

/// Where somebody plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Playing {
    pub(crate) table: TableKey,
    pub(crate) seat: Seat,
    /// What opens the seat again if the line breaks.
    pub(crate) way_back: String,
}

/// The match that somebody played last, for `rematch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) table: TableKey,
    pub(crate) seat: Seat,
    pub(crate) opponent: String,
    pub(crate) minutes: u32,
    pub(crate) increment: u32,
    pub(crate) book: String,
    /// Whether all four were here, bots among them: then an offer does; else the table must ask.
    pub(crate) all_here: bool,
}

/// Somebody who is here.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) name: String,
    /// None while the line is broken and the seat is kept.
    pub(crate) conn: Option<Conn>,
    pub(crate) came: Millis,
    /// Until when the lines of an earlier connection are paid for: who comes back has not got a new purse.
    pub(crate) paid_until: Millis,
    /// When something was last done, not counting what clients send by themselves.
    pub(crate) active: Millis,
    pub(crate) partner: Option<Partner>,
    pub(crate) playing: Option<Playing>,
    /// A match is being made for them.
    pub(crate) starting: bool,
    pub(crate) played: Option<Played>,
    pub(crate) last_color: Option<Color>,
    /// Whom `tell .` and `tell ,` mean.
    pub(crate) told: Option<PersonId>,
    variables: BTreeMap<&'static str, String>,
}

impl Person {
    pub(crate) fn new(name: String, conn: Conn, now: Millis) -> Person {
        Person {
            name,
            conn: Some(conn),
            came: now,
            paid_until: now,
            active: now,
            partner: None,
            playing: None,
            starting: false,
            played: None,
            last_color: None,
            told: None,
            variables: BTreeMap::new(),
        }
    }

    /// The name with the mark of a guest.
    pub(crate) fn titled(&self) -> String {
        format!("{}(U)", self.name)
    }

    /// The value of a variable.
    pub(crate) fn value(&self, name: &str) -> &str {
        let usual = || VARIABLES.iter().find(|(known, _, _)| *known == name).map(|(_, _, is)| *is);
        self.variables.get(name).map(String::as_str).or_else(usual).unwrap_or_default()
    }

    /// Whether a switch is on.
    pub(crate) fn has_on(&self, name: &str) -> bool {
        self.value(name) == "1"
    }

    pub(crate) fn set(&mut self, name: &'static str, value: String) {
        self.variables.insert(name, value);
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.playing.is_some() || self.starting
    }
}
