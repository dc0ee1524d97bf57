//! An event as text that may stand in a comment: JSON with other brackets.
//!
//! Only what no command explains is written like this.

use tandem_referee::Event;

/// JSON whose braces became `<` and `>`; those inside of strings are escaped.
pub(super) fn write(event: &Event) -> Option<String> {
    let json = serde_json::to_string(event).ok()?;
    let mut text = String::with_capacity(json.len());
    let (mut inside, mut escaped) = (false, false);
    for c in json.chars() {
        match (inside, c) {
            (true, '{' | '}' | '<' | '>') => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            (false, '{') => text.push('<'),
            (false, '}') => text.push('>'),
            // A line can be folded after a space.
            (false, ',') => text.push_str(", "),
            (_, c) => text.push(c),
        }
        if c == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && c == '\\' && !escaped;
    }
    Some(text)
}

/// Reads what [`write()`] wrote.
pub(super) fn read(text: &str) -> Option<Event> {
    serde_json::from_str(&text.replace('<', "{").replace('>', "}")).ok()
}

#[cfg(test)]
mod tests {
    use tandem_referee::{EventKind, Message};
    use tandem_rules::{Millis, Seat};

    use super::*;

    #[test]
    fn any_words_survive() {
        for words in ["", "a {b} <c> \"d\" \\ \\\" e", "\\{", "ěšč\n\t"] {
            let message = Message::Text(words.to_owned());
            let kind = EventKind::Said { seat: Seat::BlackB, message, offence: None };
            let event = Event { at: Millis(1250), kind };
            let text = write(&event).unwrap();
            assert!(!text.contains(['{', '}', '\n']), "{text}");
            assert_eq!(read(&text), Some(event));
        }
        assert_eq!(read("<>"), None);
    }
}
