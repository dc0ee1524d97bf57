//! The words of a line, taken one after the other.

use std::str::FromStr;

use tandem_rules::shakmaty::Role;

/// The rest of a line.
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Words<'a> {
        Words { rest: line.trim() }
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// The next word without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// The next word, read as something; `expected` tells what belongs there.
    pub(super) fn read<T: FromStr>(&mut self, expected: &str) -> Result<T, String> {
        match self.next() {
            None => Err(format!("line ends too early: expected {expected}")),
            Some(word) => word.parse().map_err(|_| format!("'{word}' is not a {expected}")),
        }
    }

    /// One of several words.
    pub(super) fn one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, String> {
        let allowed = || {
            let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
            words.join(" | ")
        };
        match self.next() {
            None => Err(format!("the line breaks off: {} expected", allowed())),
            Some(word) => choices
                .iter()
                .find(|(known, _)| *known == word)
                .map(|(_, choice)| *choice)
                .ok_or_else(|| format!("'{word}' is unknown here; {} expected", allowed())),
        }
    }

    /// A piece's letter.
    pub(super) fn role(&mut self) -> Result<Role, String> {
        let letters = [
            ("Q", Role::Queen),
            ("R", Role::Rook),
            ("B", Role::Bishop),
            ("N", Role::Knight),
            ("P", Role::Pawn),
        ];
        self.one_of(&letters)
    }

    /// Everything that is left.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Nothing may be left.
    pub(super) fn end(&mut self) -> Result<(), String> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(format!("unexpected '{word}'")),
        }
    }
}
