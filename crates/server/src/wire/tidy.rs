//! Texts that people see: what can't be seen is taken out, what looks the same is found.

use unicode_security::confusable_detection::skeleton;
use unicode_segmentation::UnicodeSegmentation;

/// Marks on one letter; more would run over the lines around it.
const MAX_MARKS: usize = 8;
/// The longest emoji are of ten characters.
const LONGEST_CLUSTER: usize = 12;

/// A text that people see: one line of what can be seen, cut to a number of characters as people
/// count them, emoji whole. `None` if nothing is left.
#[must_use]
pub(crate) fn tidy(text: &str, longest: usize) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let seen: String = line.graphemes(true).flat_map(visible).collect();
    let cut: String = seen.trim().graphemes(true).take(longest).collect();
    // Taking something out may leave two spaces, or one at an end.
    let words: Vec<&str> = cut.split_whitespace().collect();
    let line = words.join(" ");
    (!line.is_empty()).then_some(line)
}

/// What can be seen of one character as people count them.
fn visible(cluster: &str) -> Vec<char> {
    let first = cluster.chars().next();
    let letter = first.is_some_and(|c| c.is_alphanumeric() || c.is_ascii());
    let flag = first == Some('\u{1f3f4}');
    let mut kept: Vec<char> = Vec::new();
    for c in cluster.chars() {
        // These join emoji to one, or choose how a sign looks; a letter has no use for them.
        let joins = matches!(c, '\u{200d}' | '\u{fe0f}') && !letter && !kept.is_empty();
        // The flags of countries within countries are spelled with these.
        let spells = matches!(c, '\u{e0020}'..='\u{e007f}') && flag;
        if joins || spells || !unseen(c) {
            kept.push(c);
        }
    }
    kept.truncate(if letter { 1 + MAX_MARKS } else { LONGEST_CLUSTER });
    while kept.last() == Some(&'\u{200d}') {
        kept.pop();
    }
    kept
}

/// Control characters, what Unicode says is shown as nothing (`Default_Ignorable_Code_Point`: among
/// it all that changes the direction of a line), and two blanks that are no spaces.
fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
            | '\u{2800}' | '\u{1d159}')
}

/// Whether people would take one name for the other.
#[must_use]
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    skeleton(one).eq(skeleton(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(tidy("  Ann \n Lee ", 24).as_deref(), Some("Ann Lee"));
        assert_eq!(tidy("\u{202e}nnA", 24).as_deref(), Some("nnA"));
        assert_eq!(tidy("abcdef", 3).as_deref(), Some("abc"));
        assert_eq!(tidy("ab cd", 3).as_deref(), Some("ab"));
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for unseen in [
            "",
            " \u{200b}\t",
            "\u{3164}",
            "\u{e0041}\u{e0042}",
            "\u{2800}",
            "\u{200d}",
            "\u{fe0f}\u{ad}",
        ] {
            assert_eq!(tidy(unseen, 24), None, "{unseen:?}");
        }
        assert_eq!(tidy("A\u{3164}n\u{200d}n\u{e0041}", 24).as_deref(), Some("Ann"));
    }

    #[test]
    fn emoji_are_kept_whole() {
        for whole in [
            "👩🏽\u{200d}🚀",
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "❤\u{fe0f}",
            "🇳🇱",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "é",
            "e\u{301}",
        ] {
            assert_eq!(tidy(whole, 1).as_deref(), Some(whole));
            assert_eq!(tidy(&format!("{whole}{whole}x"), 2), Some(format!("{whole}{whole}")));
        }
        let marks = format!("e{}", "\u{301}".repeat(500));
        assert_eq!(tidy(&marks, 24).unwrap().chars().count(), 9);
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in
            [("Ann", "\u{410}nn"), ("paypal", "p\u{430}ypal"), ("Il", "lI"), ("e\u{301}", "é")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anne"), ("Ben", "Den"), ("Ann", "ann")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
