//! Text as old clients read it: plain ASCII, one line, times and names as FICS writes them.

use deunicode::deunicode_char;
use tandem_rules::Millis;

/// The end of a line, in the order in which ICS clients expect it.
pub(crate) const END: &str = "\n\r";
/// The longest name at login.
pub(crate) const LONGEST_NAME: usize = 17;
/// A rating that nobody has: everybody is a guest.
pub(crate) const UNRATED: &str = "++++";

/// One line that any terminal can show: clients drop what is not ASCII, and control bytes
/// of one never reach the terminal of another.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => out.push(c),
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push_str(deunicode_char(c).unwrap_or("?").trim_end()),
        }
    }
    out.retain(|c| matches!(c, ' '..='~'));
    out
}

/// A sentence, however it was written.
pub(crate) fn sentence(text: &str) -> String {
    let text = plain(text);
    let mut letters = text.trim().chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let mut sentence: String = first.into_iter().chain(letters).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// A name as one word: `Ann Lee` of a page is `AnnLee` here. None if nothing is left.
pub(crate) fn handle(name: &str) -> Option<String> {
    let word: String = plain(name).chars().filter(char::is_ascii_alphanumeric).collect();
    let word: String = word.chars().take(LONGEST_NAME).collect();
    (!word.is_empty()).then_some(word)
}

/// `0:16`, or `0:16.250` where milliseconds are wanted.
pub(crate) fn move_time(time: Millis, millis: bool) -> String {
    let time = time.0.max(0);
    let (minutes, seconds) = (time / 60_000, time / 1000 % 60);
    if millis {
        format!("{minutes}:{seconds:02}.{:03}", time % 1000)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// `1 game`, `2 games`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Lines that are no wider than a terminal, for texts that no client parses.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in plain(text).split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_ascii_reaches_a_terminal() {
        assert_eq!(
            plain("J\u{f6}rg \u{1b}[2J says \u{201c}½\u{201d}\u{7}"),
            "Jorg [2J says \"1/2\""
        );
        assert_eq!(handle("Ann Lee").as_deref(), Some("AnnLee"));
        assert_eq!(handle("Иван").as_deref(), Some("Ivan"));
        assert_eq!(handle("\u{200b}"), None);
    }

    #[test]
    fn a_sentence_begins_and_ends_as_one() {
        assert_eq!(sentence("this match has no arbiter"), "This match has no arbiter.");
        assert_eq!(sentence("Too many."), "Too many.");
    }

    #[test]
    fn times_are_written_as_clients_read_them() {
        assert_eq!(move_time(Millis(16_250), false), "0:16");
        assert_eq!(move_time(Millis(16_250), true), "0:16.250");
        assert_eq!(move_time(Millis(125_000), false), "2:05");
    }
}
