//! The words of the comparison in the four languages: the same files that the pages have.

use tandem_notation::Letters;
use tandem_rules::book::{Answer, Lang, book_texts};

/// What a code means: of a section, of an axis, of an answer, of how an article is honoured.
pub(super) fn of(code: &'static str, lang: Lang) -> &'static str {
    book_texts(lang).form(code).unwrap_or(code)
}

/// What a book answers, with the letters of pieces that the language has.
pub(super) fn answer(answer: &Answer, lang: Lang) -> String {
    let own = Letters::ALL.into_iter().find(|letters| Lang::from(*letters) == lang);
    answer.text(lang, |english| {
        let role = u8::try_from(english).ok().and_then(|letter| Letters::English.role(letter));
        role.zip(own).and_then(|(role, own)| own.letter(role)).unwrap_or(english)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_letters_of_the_language() {
        let pieces = Answer::Pieces("QNRB".to_owned());
        assert_eq!(answer(&pieces, Lang::Nl), "D P T L");
        assert_eq!(answer(&pieces, Lang::Cs), "D J V S");
    }
}
