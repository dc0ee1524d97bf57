//! Text out of bytes: files are UTF-8, or Latin-1 as Windows writes it, or both at once.

use std::borrow::Cow;

/// Turns bytes into text without losing any: what is no UTF-8 is read as Windows-1252.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| windows_1252(byte)));
    }
    Cow::Owned(text)
}

/// The characters 0x80 to 0x9F; the five that are free stay the control characters they are in
/// Latin-1, so that every byte has a character of its own.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A comment as it is kept.
///
/// A line break after a space and before a word is where some program folded the line: it goes.
/// Any other line break stays, because nobody can tell whether it stands for a space or cuts a
/// word in two.
#[must_use]
pub(super) fn unfold(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', " ");
    let mut unfolded = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('\n') {
        let (line, after) = (&rest[..at], &rest[at + 1..]);
        unfolded.push_str(line);
        let folded = unfolded.ends_with(' ') && after.starts_with(|c: char| !c.is_whitespace());
        if !folded {
            unfolded.push('\n');
        }
        rest = after;
    }
    unfolded.push_str(rest);
    unfolded
}

/// A comment as it can be written: braces would end it early, so they become parentheses; a
/// bracket at the start of a line would pass for a tag, so it is moved in.
#[must_use]
pub fn comment_text(text: &str) -> String {
    unfold(&text.replace('{', "(").replace('}', ")")).replace("\n[", "\n [")
}

/// Cuts a word short for a message.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf8_become_the_characters_that_windows_shows() {
        assert_eq!(decode(b"M\xfcller \xfe caf\xc3\xa9 \x92"), "Müller þ café ’");
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().count(), 256);
    }

    #[test]
    fn folded_lines_are_unfolded_and_cut_words_are_left_alone() {
        assert_eq!(unfold("kibitzes: \r\nhigh"), "kibitzes: high");
        assert_eq!(unfold("wo\nrd"), "wo\nrd");
        assert_eq!(unfold("one \n\n two \n three"), "one \n\n two \n three");
        let once = unfold("a \nb \n\nc\rd\r\n e \r\nf \n");
        assert_eq!(unfold(&once), once);
    }
}
