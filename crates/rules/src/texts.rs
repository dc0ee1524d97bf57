//! The sentences of this crate's codes.

use std::sync::LazyLock;

use crate::book::Lang;
use crate::code::Texts;

/// A language file that is compiled in. That it can be read, and says everything, is tested.
#[macro_export]
macro_rules! language_files {
    () => {
        [
            include_str!("../texts/en.json"),
            include_str!("../texts/nl.json"),
            include_str!("../texts/de.json"),
            include_str!("../texts/cs.json"),
        ]
        .map(|json| $crate::code::Texts::parse(json).unwrap_or_default())
    };
}

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| language_files!());

/// Why moves are illegal, in a language.
#[must_use]
pub fn texts(lang: Lang) -> &'static Texts {
    &TEXTS[lang as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::Illegal;

    #[test]
    fn every_language_has_a_sentence_for_every_code() {
        assert_eq!(Texts::problems(&TEXTS, Illegal::FORMS), [""; 0]);
    }
}
