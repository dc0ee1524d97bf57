//! A sentence for people that keeps its value apart, so that a page can say it in any language.

use std::borrow::Cow;
use std::fmt;

/// A form such as `frozen until the clock shows {clock} s`, and what stands in its hole.
///
/// The form is what translations go by: it never carries a value itself.
///
/// ```
/// use tandem_referee::Phrase;
///
/// let phrase = Phrase::with("frozen until the clock shows {clock} s", "clock", 12);
/// assert_eq!(phrase.to_string(), "frozen until the clock shows 12 s");
/// assert_eq!(phrase.value(), Some(("clock", "12")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    form: Cow<'static, str>,
    value: Option<(&'static str, String)>,
}

impl Phrase {
    /// A phrase with one hole, written `{name}`.
    #[must_use]
    pub fn with(form: &'static str, name: &'static str, value: impl ToString) -> Phrase {
        Phrase { form: Cow::Borrowed(form), value: Some((name, value.to_string())) }
    }

    /// The phrase with its hole open.
    #[must_use]
    pub fn form(&self) -> &str {
        &self.form
    }

    /// The name of the hole and what stands in it.
    #[must_use]
    pub fn value(&self) -> Option<(&'static str, &str)> {
        self.value.as_ref().map(|(name, value)| (*name, value.as_str()))
    }
}

impl From<&'static str> for Phrase {
    fn from(form: &'static str) -> Phrase {
        Phrase { form: Cow::Borrowed(form), value: None }
    }
}

impl From<String> for Phrase {
    fn from(form: String) -> Phrase {
        Phrase { form: Cow::Owned(form), value: None }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some((name, value)) => f.write_str(&self.form.replace(&format!("{{{name}}}"), value)),
            None => f.write_str(&self.form),
        }
    }
}
