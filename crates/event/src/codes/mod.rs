//! What goes wrong, what is doubtful and why a pairing is as it is: codes with values. The sentences
//! stand in `texts/*.json`, one for each code in each language, with a hole for each value.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;
use tandem_rules::book::Lang;

/// A code that has a sentence.
pub trait Coded: Serialize {
    /// The part of the texts that it stands in.
    const KIND: &'static str;
    /// Every code with the names of its values.
    const ALL: &'static [(&'static str, &'static [&'static str])];

    /// The code.
    fn code(&self) -> &'static str;

    /// The sentence in a language.
    fn sentence(&self, lang: Lang) -> String {
        let form = form(lang, Self::KIND, self.code()).unwrap_or(self.code());
        let values = serde_json::to_value(self).unwrap_or_default();
        fill(form, &values)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $kind:literal $schema:literal {
        $($(#[$vdoc:meta])* $variant:ident $code:literal { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* },)+
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(rename = $schema))]
        #[serde(tag = "code")]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $code)] $variant { $($(#[$fdoc])* $field: $type,)* },)+
        }

        impl crate::codes::Coded for $name {
            const KIND: &'static str = $kind;
            const ALL: &'static [(&'static str, &'static [&'static str])] =
                &[$(($code, &[$(stringify!($field)),*]),)+];

            fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code,)+
                }
            }
        }
    )+};
}

mod file;
mod reason;
mod refusal;

pub use file::FileProblem;
pub use reason::{Doubt, Reason};
pub use refusal::Refusal;

/// Kind, then code, then the sentence with its holes.
type Texts = BTreeMap<String, BTreeMap<String, String>>;

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| {
    [
        include_str!("../../texts/en.json"),
        include_str!("../../texts/nl.json"),
        include_str!("../../texts/de.json"),
        include_str!("../../texts/cs.json"),
    ]
    // A test reads them all, so a mistake never reaches a user.
    .map(|text| serde_json::from_str(text).expect("the texts are JSON"))
});

fn form(lang: Lang, kind: &str, code: &str) -> Option<&'static str> {
    TEXTS[lang as usize].get(kind)?.get(code).map(String::as_str)
}

/// The sentence with its holes filled: `{team}` by the value of that name.
fn fill(form: &str, values: &Value) -> String {
    let mut sentence = String::with_capacity(form.len() + 16);
    let mut rest = form;
    while let Some((before, hole)) = rest.split_once('{') {
        sentence.push_str(before);
        let Some((name, after)) = hole.split_once('}') else { break };
        match values.get(name) {
            Some(Value::String(text)) => sentence.push_str(text),
            Some(value) => sentence.push_str(&number(value)),
            None => {}
        }
        rest = after;
    }
    sentence.push_str(rest);
    sentence
}

/// `1½` rather than `1.5`.
fn number(value: &Value) -> String {
    match value.as_f64() {
        Some(points) if points.fract().abs() == 0.5 => {
            let whole =
                if points.trunc() == 0.0 { String::new() } else { points.trunc().to_string() };
            let minus = if points < 0.0 && whole.is_empty() { "-" } else { "" };
            format!("{minus}{whole}½")
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_referee::Points;
    use tandem_rules::book::Cite;

    use super::*;

    fn holes(form: &str) -> Vec<&str> {
        let mut holes: Vec<_> =
            form.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        holes.sort_unstable();
        holes
    }

    fn every_code_has_a_sentence<C: Coded>() {
        for lang in Lang::ALL {
            let texts = TEXTS[lang as usize].get(C::KIND).expect("texts of this kind");
            let known: Vec<_> = C::ALL.iter().map(|(code, _)| *code).collect();
            for code in texts.keys() {
                assert!(
                    known.contains(&code.as_str()),
                    "{} {}: no such code {code}",
                    lang.code(),
                    C::KIND
                );
            }
            for (code, values) in C::ALL {
                let form = form(lang, C::KIND, code).unwrap_or_else(|| {
                    panic!("{}: {} has no sentence for {code}", lang.code(), C::KIND)
                });
                let mut names: Vec<_> = values.to_vec();
                names.sort_unstable();
                let mut holes = holes(form);
                holes.dedup();
                assert_eq!(holes, names, "{} {} {code}: {form}", lang.code(), C::KIND);
            }
        }
    }

    #[test]
    fn every_code_has_a_sentence_in_every_language_with_every_value() {
        every_code_has_a_sentence::<Refusal>();
        every_code_has_a_sentence::<Doubt>();
        every_code_has_a_sentence::<Reason>();
        every_code_has_a_sentence::<FileProblem>();
    }

    #[test]
    fn a_sentence_says_its_values() {
        let refusal = Refusal::AboveMaximum { most: Points(1500), article: Cite::new("sscr 9.4") };
        let sentence = refusal.sentence(Lang::En);
        assert!(sentence.contains("1½") && sentence.contains("sscr 9.4"), "{sentence}");
        assert_eq!(refusal.article(), Some(Cite::new("sscr 9.4")));
    }
}
