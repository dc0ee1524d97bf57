//! Codes: what goes wrong is a variant with its values; the sentence is made where a person
//! reads it, in that person's language.
//!
//! [`codes!`](crate::codes) declares an enum whose every variant has a code, and a list of them all:
//! a test can ask each language for each code. The sentences lie in `texts/*.json` beside the type.

use std::collections::BTreeMap;
use std::fmt::Display;

use shakmaty::{Role, Square};

use crate::book::Lang;
use crate::millis::Millis;

/// The values that a sentence may name, each by its name.
pub type Values = Vec<(&'static str, String)>;

/// Something that has a code, and values for its sentence.
pub trait Coded {
    /// The code: lower-case words with `_` between them. It never changes its meaning.
    fn code(&self) -> &'static str;

    /// What the sentence may name.
    fn values(&self) -> Values;
}

/// A code, and the names of its values: what a language needs a sentence for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The code.
    pub code: &'static str,
    /// The names of its values.
    pub values: &'static [&'static str],
}

/// A value as it stands in a sentence of any language.
pub trait Value {
    /// The value as text.
    fn text(&self) -> String;
}

impl Value for Millis {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Value for Square {
    fn text(&self) -> String {
        self.to_string()
    }
}

/// A man is named by its letter; a page may say it in words.
impl Value for Role {
    fn text(&self) -> String {
        self.upper_char().to_string()
    }
}

impl Value for usize {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn text(&self) -> String {
        self.clone()
    }
}

impl Value for &'static str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

/// Declares an enum of codes: an ordinary enum, in which every variant is followed by its code.
///
/// ```
/// use tandem_rules::code::Coded;
///
/// tandem_rules::codes! {
///     /// Why no tea is served.
///     #[derive(Debug)]
///     pub enum NoTea {
///         /// The water is cold.
///         Cold { degrees: usize } = "cold",
///         /// There is none left.
///         Empty = "empty",
///     }
/// }
///
/// let why = NoTea::Cold { degrees: 40 };
/// assert_eq!(why.code(), "cold");
/// assert_eq!(why.values(), [("degrees", "40".to_owned())]);
/// assert_eq!(NoTea::FORMS.len(), 2);
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident $(wraps $inner:ident)? {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident $({ $( $(#[$field_meta:meta])* $field:ident: $type:ty ),+ $(,)? })?
                    = $code:literal
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                $variant $({ $( $(#[$field_meta])* $field: $type ),+ })?,
            )+
            $(
                /// As this says.
                $inner($inner),
            )?
        }

        impl $name {
            /// Every code, with the names of its values.
            pub const FORMS: &'static [$crate::code::Form] = &[
                $( $crate::code::Form {
                    code: $code,
                    values: &[$( $( stringify!($field) ),+ )?],
                } ),+
            ];
        }

        impl $crate::code::Coded for $name {
            fn code(&self) -> &'static str {
                match self {
                    $( $name::$variant { .. } => $code, )+
                    $( $name::$inner(inner) => <$inner as $crate::code::Coded>::code(inner), )?
                }
            }

            fn values(&self) -> $crate::code::Values {
                match self {
                    $( $name::$variant $({ $( $field ),+ })? => {
                        vec![$( $( (stringify!($field), $crate::code::Value::text($field)) ),+ )?]
                    } )+
                    $( $name::$inner(inner) => <$inner as $crate::code::Coded>::values(inner), )?
                }
            }
        }
    };
}

/// The sentences of one language, by code. A value stands in double braces: `{{clock}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(BTreeMap<String, String>);

impl Texts {
    /// Reads a language file: one object, a sentence for each code.
    ///
    /// # Errors
    /// The file is something else.
    pub fn parse(json: &str) -> Result<Texts, serde_json::Error> {
        serde_json::from_str(json).map(Texts)
    }

    /// The sentence of a code with its values left open.
    #[must_use]
    pub fn form(&self, code: &str) -> Option<&str> {
        self.0.get(code).map(String::as_str)
    }

    /// The sentence for something; its code if the language lacks one.
    #[must_use]
    pub fn say(&self, what: &impl Coded) -> String {
        let form = self.form(what.code()).unwrap_or(what.code()).to_owned();
        what.values()
            .into_iter()
            .fold(form, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), &value))
    }

    /// What is wrong with four languages' texts for these forms: a code without a sentence, a
    /// sentence without a code, a value that the code does not have, or that only some languages
    /// name. Nothing, if all is well.
    #[must_use]
    pub fn problems(languages: &[Texts; 4], forms: &[Form]) -> Vec<String> {
        let mut problems = Vec::new();
        let english = &languages[0];
        for (lang, texts) in Lang::ALL.into_iter().zip(languages) {
            let mut wrong = |code: &str, what: &dyn Display| {
                problems.push(format!("{}: {code}: {what}", lang.code()));
            };
            for form in forms {
                let Some(sentence) = texts.form(form.code) else {
                    wrong(form.code, &"has no sentence");
                    continue;
                };
                let named = holes(sentence);
                if let Some(unknown) = named.iter().find(|name| !form.values.contains(name)) {
                    wrong(form.code, &format_args!("has no value {unknown}"));
                }
                if named != holes(english.form(form.code).unwrap_or_default()) {
                    wrong(form.code, &"names other values than English does");
                }
            }
            for code in texts.0.keys().filter(|code| !forms.iter().any(|form| form.code == *code)) {
                wrong(code, &"is no code");
            }
        }
        problems
    }
}

/// The values that a sentence names, in alphabetical order.
fn holes(sentence: &str) -> Vec<&str> {
    let mut names: Vec<&str> = sentence
        .split("{{")
        .skip(1)
        .filter_map(|rest| rest.split_once("}}"))
        .map(|(name, _)| name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(json: &str) -> Texts {
        Texts::parse(json).unwrap()
    }

    #[test]
    fn whatever_is_missing_or_too_much_is_found() {
        let forms =
            [Form { code: "cold", values: &["degrees"] }, Form { code: "empty", values: &[] }];
        let good = texts(r#"{ "cold": "{{degrees}} degrees", "empty": "none" }"#);
        let languages = |third: &str| [good.clone(), good.clone(), texts(third), good.clone()];
        assert_eq!(Texts::problems(&[(); 4].map(|()| good.clone()), &forms), [""; 0]);
        for (third, problem) in [
            (r#"{ "cold": "{{degrees}}" }"#, "de: empty: has no sentence"),
            (
                r#"{ "cold": "cold", "empty": "" }"#,
                "de: cold: names other values than English does",
            ),
            (r#"{ "cold": "{{degrees}}", "empty": "", "hot": "" }"#, "de: hot: is no code"),
        ] {
            assert_eq!(Texts::problems(&languages(third), &forms), [problem]);
        }
        let unknown = r#"{ "cold": "{{degrees}} {{scale}}", "empty": "" }"#;
        assert_eq!(Texts::problems(&languages(unknown), &forms).len(), 2);
    }
}
