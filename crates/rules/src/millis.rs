//! Milliseconds: the one unit of time.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A length of time, or a moment of a match counted from its beginning.
///
/// ```
/// use tandem_rules::Millis;
///
/// let left = Millis::from_secs(3) - Millis(1_250);
/// assert_eq!(left, Millis(1_750));
/// assert_eq!("1.75".parse(), Ok(left));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// No time.
    pub const ZERO: Millis = Millis(0);

    /// Whole seconds.
    #[must_use]
    pub const fn from_secs(seconds: i64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// The longer of the two.
    #[must_use]
    pub fn at_least(self, other: Millis) -> Millis {
        self.max(other)
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;

    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        *self = *self + other;
    }
}

impl SubAssign for Millis {
    fn sub_assign(&mut self, other: Millis) {
        *self = *self - other;
    }
}

impl Neg for Millis {
    type Output = Millis;

    fn neg(self) -> Millis {
        Millis(self.0.saturating_neg())
    }
}

impl Sum for Millis {
    fn sum<I: Iterator<Item = Millis>>(times: I) -> Millis {
        times.fold(Millis::ZERO, Add::add)
    }
}

/// Seconds with up to three decimals and no trailing zeros: `63.5`, `-0.576`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", size / 1000)?;
        match size % 1000 {
            0 => Ok(()),
            rest => f.write_str(format!(".{rest:03}").trim_end_matches('0')),
        }
    }
}

/// A text that is no number of seconds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time is a number of seconds, such as 63.5")]
pub struct ParseMillisError;

/// Seconds with any number of decimals; what is finer than a millisecond is cut off.
impl FromStr for Millis {
    type Err = ParseMillisError;

    fn from_str(text: &str) -> Result<Millis, ParseMillisError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() > 12
            || whole.len() + part.len() == 0
            || !all_digits(whole)
            || !all_digits(part)
        {
            return Err(ParseMillisError);
        }
        let seconds: i64 =
            if whole.is_empty() { 0 } else { whole.parse().map_err(|_| ParseMillisError)? };
        let thousandths = part
            .bytes()
            .chain(*b"000")
            .take(3)
            .fold(0, |n, digit| n * 10 + i64::from(digit - b'0'));
        let millis = Millis(seconds * 1000 + thousandths);
        Ok(if negative { -millis } else { millis })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_and_written() {
        for (text, millis) in
            [("0", 0), ("63.5", 63_500), ("-0.576", -576), ("420", 420_000), ("1.25", 1250)]
        {
            assert_eq!(text.parse(), Ok(Millis(millis)));
            assert_eq!(Millis(millis).to_string(), text);
        }
        assert_eq!("1.98765".parse(), Ok(Millis(1987)));
        for bad in ["", ".", "-", "1,5", "x", "1e9", "9999999999999"] {
            assert_eq!(bad.parse::<Millis>(), Err(ParseMillisError), "{bad}");
        }
    }
}
