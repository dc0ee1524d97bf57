//! The words of the comparison in the four languages: the same tables that the pages have.

use std::collections::HashMap;
use std::sync::LazyLock;

use tandem_notation::Letters;
use tandem_rules::book::{Honoured, Lang};

/// Dutch, German and Czech of each English phrase.
static PHRASES: LazyLock<HashMap<String, [String; 3]>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../web/src/i18n/comparison.json"))
        .expect("a test reads the table")
});

fn column(lang: Lang) -> Option<usize> {
    match lang {
        Lang::En => None,
        Lang::Nl => Some(0),
        Lang::De => Some(1),
        Lang::Cs => Some(2),
    }
}

/// A phrase of the comparison; a list of words that has no translation as a whole is put together.
pub(super) fn phrase(text: &str, lang: Lang) -> String {
    let Some(column) = column(lang) else { return text.to_owned() };
    if let Some(known) = PHRASES.get(text) {
        return known[column].clone();
    }
    if let Some(letters) = letters(text, lang) {
        return letters;
    }
    for between in [", ", " or "] {
        if let Some((first, rest)) = text.split_once(between) {
            let between =
                if between == " or " { [" of ", " oder ", " nebo "][column] } else { between };
            return format!("{}{between}{}", phrase(first, lang), phrase(rest, lang));
        }
    }
    text.to_owned()
}

/// The letters of pieces, as the language has them; `None` for any other text.
fn letters(text: &str, lang: Lang) -> Option<String> {
    let own = Letters::ALL.into_iter().find(|letters| Lang::from(*letters) == lang)?;
    let roles = text.split(' ').map(|word| match word.as_bytes() {
        [letter] => Letters::English.role(*letter).and_then(|role| own.letter(role)),
        _ => None,
    });
    Some(
        roles
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .map(String::from)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// How an article is honoured. In English the word of the book's file.
pub(super) fn honoured(way: Honoured, lang: Lang) -> String {
    static WORDS: LazyLock<[HashMap<String, String>; 3]> = LazyLock::new(|| {
        [
            include_str!("../../../../../web/src/i18n/nl.json"),
            include_str!("../../../../../web/src/i18n/de.json"),
            include_str!("../../../../../web/src/i18n/cs.json"),
        ]
        .map(|texts| {
            let texts: serde_json::Value =
                serde_json::from_str(texts).expect("a test reads the table");
            serde_json::from_value(texts["honoured"].clone()).expect("a test reads the table")
        })
    });
    let word = way.word();
    let translated = column(lang).and_then(|column| WORDS[column].get(word));
    translated.map_or_else(|| word.to_owned(), Clone::clone)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tandem_rules::Rulebook;
    use tandem_rules::book::{Answers, Axes, BUILTIN_IDS, Power, TalkKind};

    /// What is the same in all languages: numbers, letters of pieces, units.
    fn is_neutral(text: &str) -> bool {
        text.split([' ', ',']).all(|word| {
            word.chars().all(|c| c.is_ascii_digit() || matches!(c, '–' | '½'))
                || matches!(word, "min" | "s" | "Q" | "R" | "B" | "N")
        })
    }

    /// The parts of a phrase that would be shown in English.
    fn untranslated(text: &str) -> Vec<&str> {
        if is_neutral(text) || PHRASES.contains_key(text) {
            return Vec::new();
        }
        let parts = [", ", " or "].into_iter().find_map(|between| text.split_once(between));
        match parts {
            Some((first, rest)) => [untranslated(first), untranslated(rest)].concat(),
            None => vec![text],
        }
    }

    #[test]
    fn every_word_of_the_comparison_is_in_the_four_languages() {
        let mut all = Vec::new();
        for question in Axes::questions() {
            all.extend([question.section.to_owned(), question.label.to_owned()]);
            match question.answers {
                Answers::OneOf(words) => {
                    all.extend(words.iter().map(|(_, word)| (*word).to_owned()));
                }
                Answers::Any(_) => {}
            }
        }
        all.extend(TalkKind::ALL.map(|(kind, _)| kind.phrase().to_owned()));
        all.extend(Power::ALL.map(|(power, _)| power.phrase().to_owned()));
        for id in BUILTIN_IDS {
            let views = Rulebook::builtin(id).unwrap().axes.views();
            all.extend(views.into_iter().map(|view| view.words));
        }
        let missing: BTreeSet<_> = all.iter().flat_map(|text| untranslated(text)).collect();
        assert!(missing.is_empty(), "not in web/src/i18n/comparison.json: {missing:?}");
        for (way, _) in Honoured::ALL {
            assert_ne!(honoured(way, Lang::Cs), honoured(way, Lang::En));
        }
    }

    #[test]
    fn lists_are_put_together() {
        assert_eq!(
            phrase("ask for a piece, ask permission", Lang::Nl),
            "stuk vragen, toestemming vragen"
        );
        assert_eq!(phrase("5 or 10 s", Lang::De), "5 oder 10 s");
        assert_eq!(phrase("Q N R B", Lang::Nl), "D P T L");
        assert_eq!(phrase("Q N", Lang::Cs), "D J");
    }
}
