//! The terms of a match: what is asked for, checked, and kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tandem_notation::Bfen;
use tandem_referee::{Input, Phrase, Press, Settings, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::{BySeat, Millis, Rulebook, Seat};

use crate::books::{self, Books};
use crate::bots::BotKind;
use crate::ids::MatchId;
use crate::wire::{LONGEST_TITLE, tidy};

/// The longest time that a player can have: ten days.
const LONGEST: i64 = 864_000_000;
/// The longest time that is given for a move.
const LONGEST_BONUS: i64 = 3_600_000;
/// The most lag that a match can give back for a move.
const MOST_LAG: i64 = 2_000;
/// What is given back for a move where nobody says otherwise.
const USUAL_LAG: i64 = 300;
/// The most options that a match can have.
const MOST_OPTIONS: usize = 100;

/// Terms that no match can have, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadTerms(pub Phrase);

fn bad<T>(sentence: impl Into<Phrase>) -> Result<T, BadTerms> {
    Err(BadTerms(sentence.into()))
}

/// The word of a flag rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagWord {
    /// Must be claimed.
    Claimed,
    /// Counts at once.
    Automatic,
}

impl From<FlagWord> for Flag {
    fn from(word: FlagWord) -> Flag {
        match word {
            FlagWord::Claimed => Flag::Claimed,
            FlagWord::Automatic => Flag::Automatic,
        }
    }
}

impl From<Flag> for FlagWord {
    fn from(flag: Flag) -> FlagWord {
        match flag {
            Flag::Claimed => FlagWord::Claimed,
            Flag::Automatic => FlagWord::Automatic,
        }
    }
}

/// What somebody asks for who makes a match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields of the protocol, explained there")]
pub struct Wish {
    #[serde(default)]
    pub book: Option<String>,
    #[serde(default)]
    pub rulebook: Option<String>,
    #[serde(default)]
    pub time: Option<TimeControl>,
    #[serde(default)]
    pub press: Press,
    #[serde(default)]
    pub input: Input,
    #[serde(default)]
    pub flag: Option<FlagWord>,
    #[serde(default)]
    pub lag: Option<Millis>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub public: bool,
    /// Who plays beside people.
    #[serde(default)]
    pub bots: BTreeMap<Seat, BotKind>,
}

/// The terms of a match as they are kept. They alone, with the events, rebuild it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields of the protocol, explained there")]
pub struct Terms {
    pub book: String,
    pub name: String,
    pub language: String,
    /// The club's own book, in full: it must survive the club's next edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulebook: Option<String>,
    pub time: TimeControl,
    pub press: Press,
    pub input: Input,
    pub flag: FlagWord,
    pub lag: Millis,
    pub options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    pub title: String,
    pub public: bool,
    #[serde(default)]
    pub rematch_of: Option<MatchId>,
}

impl Terms {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn agree(wish: Wish, books: &Books) -> Result<Terms, BadTerms> {
        let (book, rulebook) = match (&wish.rulebook, &wish.book) {
            (Some(text), _) => (Arc::new(own_book(text)?), Some(text.clone())),
            (None, Some(id)) => match books.find(id) {
                Some((book, text)) => (book, text),
                None => return bad(no_book(id)),
            },
            (None, None) => return bad("A match needs a book."),
        };
        let time = wish.time.unwrap_or_else(|| Settings::new(Arc::clone(&book)).time);
        let within = |millis: Millis, least: i64, most: i64| (least..=most).contains(&millis.0);
        if !within(time.base, 1_000, LONGEST) {
            return bad("The time of a player is from one second to ten days.");
        }
        if !within(time.increment, 0, LONGEST_BONUS) || !within(time.delay, 0, LONGEST_BONUS) {
            return bad("Increment and delay are at most an hour.");
        }
        // Over the board nobody has a connection to make up for.
        let usual = if wish.input == Input::Open { 0 } else { USUAL_LAG };
        let lag = wish.lag.unwrap_or(Millis(usual));
        if !within(lag, 0, MOST_LAG) {
            return bad("The lag given back for a move is at most two seconds.");
        }
        if wish.options.len() > MOST_OPTIONS {
            return bad("These are too many options.");
        }
        let flag = wish.flag.unwrap_or_else(|| book.axes.clock.flag.is.into());
        let terms = Terms {
            book: book.id().to_owned(),
            name: book.name().to_owned(),
            language: book.language().code().to_owned(),
            rulebook,
            time,
            press: wish.press,
            input: wish.input,
            flag,
            lag,
            options: wish.options,
            position: wish.position,
            title: tidy(&wish.title, LONGEST_TITLE).unwrap_or_default(),
            public: wish.public,
            rematch_of: None,
        };
        terms.settings()?;
        Ok(terms)
    }

    /// What the referee needs.
    ///
    /// # Errors
    /// The book, an option or the position can't be read.
    pub fn settings(&self) -> Result<Settings, BadTerms> {
        let found = books::shared(&self.book, self.rulebook.as_deref(), &self.options);
        let book = found.map_err(|errors| {
            let first = errors.first().map(|e| format!("{} {}", e.key, e.message));
            let first = first.unwrap_or_default();
            BadTerms(Phrase::with("The book or an option is wrong: {detail}.", "detail", first))
        })?;
        let Some(book) = book else {
            return bad(no_book(&self.book));
        };
        let mut settings = Settings::new(book);
        settings.time = self.time;
        settings.press = self.press;
        settings.input = self.input;
        settings.flag = self.flag.into();
        if let Some(text) = &self.position {
            let bfen = Bfen::parse_lenient(text).map_err(|error| {
                let form = "The position can't be read: {detail}.";
                BadTerms(Phrase::with(form, "detail", error))
            })?;
            let clock = |seat: Seat| {
                bfen.boards[seat.board()].clocks.map(|clocks| *clocks.get(seat.color()))
            };
            if Seat::ALL.into_iter().any(|seat| clock(seat).is_some()) {
                let base = self.time.base;
                settings.clocks = Some(BySeat::new_with(|seat| clock(seat).unwrap_or(base)));
            }
            settings.positions = bfen.positions().map(Clone::clone);
        }
        Ok(settings)
    }
}

fn own_book(text: &str) -> Result<Rulebook, BadTerms> {
    Rulebook::parse(text).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        BadTerms(Phrase::with("The rulebook can't be read: {detail}.", "detail", first))
    })
}

fn no_book(id: &str) -> Phrase {
    let shown: String = id.chars().take(24).collect();
    Phrase::with("There is no book '{book}'.", "book", shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(wish: Wish) -> Result<Terms, BadTerms> {
        Terms::agree(wish, &Books::default())
    }

    fn stein() -> Wish {
        Wish { book: Some("stein".to_owned()), ..Wish::default() }
    }

    #[test]
    fn a_book_alone_will_do() {
        let terms = agree(stein()).unwrap();
        assert_eq!((terms.time.base, terms.lag), (Millis(420_000), Millis(300)));
    }

    #[test]
    fn open_input_gives_no_lag_back_unless_asked() {
        assert_eq!(agree(Wish { input: Input::Open, ..stein() }).unwrap().lag, Millis(0));
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        let time = |base| Some(TimeControl::sudden_death(Millis(base)));
        let options = BTreeMap::from([("drops.with_check".to_owned(), "maybe".to_owned())]);
        for wish in [
            Wish::default(),
            Wish { book: Some("chess".to_owned()), ..Wish::default() },
            Wish { time: time(0), ..stein() },
            Wish { time: time(i64::MAX), ..stein() },
            Wish { lag: Some(Millis(-1)), ..stein() },
            Wish { position: Some("8/8".to_owned()), ..stein() },
            Wish { rulebook: Some("id = 1".to_owned()), ..Wish::default() },
            Wish { options, ..stein() },
        ] {
            let sentence = agree(wish).unwrap_err().to_string();
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }
}
