//! What a book answers on an axis, as codes and figures; and the words for them, in four languages.

use std::sync::LazyLock;

use serde::Serialize;

use super::Lang;
use crate::code::Texts;

/// The code of a set that has all that there is.
pub(super) const ANYTHING: &str = "anything";
/// The code of an empty list.
pub(super) const NONE: &str = "none";
/// The code of a freeze that may last as long as the arbiter says.
pub(super) const ANY_TIME: &str = "FreezeTimes.any";
/// The code of what stands between two that one is chosen of.
const OR: &str = "or";

/// What a book answers on an axis. [`Answer::text`] puts it into words.
///
/// ```
/// use tandem_rules::{Rulebook, book::{Answer, Lang}};
///
/// let stein = Rulebook::builtin("stein").expect("a built-in book");
/// let views = stein.axes.views();
/// let mate = views.iter().find(|axis| axis.key == "stuck.mate").expect("an axis");
/// assert_eq!(mate.answer, Answer::Code("Mate.not-final"));
/// assert!(mate.answer.text(Lang::En, |letter| letter).ends_with("not final"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// What this code means.
    Code(&'static str),
    /// All that these codes mean.
    Codes(Vec<&'static str>),
    /// Pieces, by their English letters: `QRBN`.
    Pieces(String),
    /// One of these numbers of seconds.
    Seconds(Vec<u32>),
    /// Figures, the same in every language: `7 min`, `1, 8`, `1 ½ 0`.
    Figures(String),
}

impl Answer {
    /// The answer in words of a language, whose letters of pieces are told by their English ones.
    #[must_use]
    pub fn text(&self, lang: Lang, letter: impl Fn(char) -> char) -> String {
        let texts = book_texts(lang);
        let say = |code: &&'static str| texts.form(code).unwrap_or(code).to_owned();
        match self {
            Answer::Code(code) => say(code),
            Answer::Codes(codes) => codes.iter().map(say).collect::<Vec<_>>().join(", "),
            Answer::Pieces(letters) => {
                letters.chars().map(|one| letter(one).to_string()).collect::<Vec<_>>().join(" ")
            }
            Answer::Seconds(seconds) => {
                let seconds: Vec<_> = seconds.iter().map(u32::to_string).collect();
                format!("{} s", seconds.join(&say(&OR)))
            }
            Answer::Figures(figures) => figures.clone(),
        }
    }
}

/// A language's words for sections (`match`), for what axes ask (`match.ends`) and for what books answer
/// (`Ends.first`), and for how articles are honoured (`Honoured.event`).
#[must_use]
pub fn book_texts(lang: Lang) -> &'static Texts {
    &TEXTS[lang as usize]
}

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| {
    [
        include_str!("../../texts/book/en.json"),
        include_str!("../../texts/book/nl.json"),
        include_str!("../../texts/book/de.json"),
        include_str!("../../texts/book/cs.json"),
    ]
    .map(|json| Texts::parse(json).unwrap_or_default())
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Answers, Axes, Honoured, Power, TalkKind};
    use crate::code::Form;

    #[test]
    fn every_section_axis_and_answer_has_its_words_in_every_language() {
        let mut codes = vec![ANYTHING, NONE, ANY_TIME, OR];
        codes.extend(TalkKind::ALL.map(|(kind, _)| kind.code()));
        codes.extend(Honoured::ALL.map(|(way, _)| way.code()));
        codes.extend(Power::ALL.map(|(power, _)| power.code()));
        for question in Axes::questions() {
            codes.extend([question.section(), question.key]);
            if let Answers::OneOf(words) = question.answers {
                codes.extend(words.iter().map(|(_, code)| *code));
            }
        }
        codes.sort_unstable();
        codes.dedup();
        let forms: Vec<_> = codes.into_iter().map(|code| Form { code, values: &[] }).collect();
        assert_eq!(Texts::problems(&TEXTS, &forms), [""; 0]);
    }

    #[test]
    fn lists_are_put_together_as_the_language_has_it() {
        let wishes = Answer::Codes(vec![TalkKind::Need.code(), TalkKind::May.code()]);
        let same = |letter| letter;
        assert_eq!(wishes.text(Lang::Nl, same), "stuk vragen, toestemming vragen");
        assert_eq!(Answer::Seconds(vec![5, 10]).text(Lang::De, same), "5 oder 10 s");
        let queen = |letter| if letter == 'Q' { 'D' } else { letter };
        assert_eq!(Answer::Pieces("QN".to_owned()).text(Lang::Cs, queen), "D N");
    }
}
