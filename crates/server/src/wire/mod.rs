//! The messages of `docs/protocol.md`, and nothing that decides.

mod act;
pub(crate) mod to_client;
mod to_server;

pub use act::{ActWire, ClaimWord, RuleWire};
pub use to_client::{Bye, ByeCode, NoticeCode, Welcome};
pub use to_server::{Hello, Role, ToServer};

use serde_json::{Value, json};
use tandem_referee::Phrase;

/// The version of the protocol.
pub(crate) const VERSION: u32 = 1;
/// The longest message that a client may send, in bytes.
pub(crate) const LONGEST_MESSAGE: usize = 8 * 1024;
/// The longest name, in characters.
pub(crate) const LONGEST_NAME: usize = 24;
/// The longest title of a match, in characters.
pub(crate) const LONGEST_TITLE: usize = 60;
/// The longest text to a partner, in characters.
pub(crate) const LONGEST_TEXT: usize = 140;

/// A text that people see: one line, no control or direction characters, cut to a length.
/// `None` if nothing is left.
#[must_use]
pub(crate) fn tidy(text: &str, longest: usize) -> Option<String> {
    // Direction overrides could make one name look like another.
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|c| !unseen(*c)).take(longest).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// Adds what a page needs to say a sentence in another language: nothing if it has no value.
pub(crate) fn tell_form(message: &mut Value, phrase: &Phrase) {
    if let Some((name, value)) = phrase.value() {
        message["form"] = phrase.form().into();
        message["values"] = json!({ name: value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(tidy("  Ann \n Lee ", 24).as_deref(), Some("Ann Lee"));
        assert_eq!(tidy("\u{202e}nnA", 24).as_deref(), Some("nnA"));
        assert_eq!(tidy("abcdef", 3).as_deref(), Some("abc"));
        assert_eq!(tidy(" \u{200b}\t", 24), None);
    }

    #[test]
    fn a_sentence_with_a_value_tells_its_form() {
        let mut plain = json!({});
        tell_form(&mut plain, &Phrase::from("the match is over"));
        assert_eq!(plain, json!({}));
        let mut open = json!({});
        tell_form(&mut open, &Phrase::with("frozen for {seconds} s", "seconds", 5));
        assert_eq!(open, json!({ "form": "frozen for {seconds} s", "values": { "seconds": "5" } }));
    }
}
