//! Names of matches and secrets of seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Letters without the pairs that people confuse when they read a link aloud.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const MATCH_LETTERS: usize = 16;
const SECRET_LETTERS: usize = 32;

/// No randomness can be had from the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoRandomness;

fn random_letters<const N: usize>() -> Result<String, NoRandomness> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    // 32 letters: five bits of each byte, none likelier than another.
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// The number of a start of Chess960, none likelier than another as far as anybody could tell.
pub(crate) fn drawn_start() -> Result<u64, NoRandomness> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(u64::from_le_bytes(bytes) % u64::from(tandem_rules::CHESS960_STARTS))
}

/// A text that names no match, and no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no id")]
pub struct ParseMatchIdError;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(Box<str>);

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": "^[a-hjkmnp-z02-9]{16}$" })
            }
        }

        impl $name {
            /// A new one.
            ///
            /// # Errors
            /// The system gives no random numbers.
            pub fn random() -> Result<$name, NoRandomness> {
                Ok($name(random_letters::<MATCH_LETTERS>()?.into()))
            }

            /// As it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseMatchIdError;

            fn from_str(text: &str) -> Result<$name, ParseMatchIdError> {
                let good =
                    text.len() == MATCH_LETTERS && text.bytes().all(|b| LETTERS.contains(&b));
                good.then(|| $name(text.into())).ok_or(ParseMatchIdError)
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseMatchIdError;

            fn try_from(text: String) -> Result<$name, ParseMatchIdError> {
                text.parse()
            }
        }
    )+};
}

names! {
    /// The name of a match: 80 random bits, so that an unlisted one can't be guessed.
    MatchId;
    /// The name of an event, as hard to guess.
    EventId;
}

/// What opens a seat: 160 random bits. It is never printed by `Debug`, so no log can hold it.
#[derive(Clone, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Secret(Box<str>);

impl Secret {
    /// A new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn random() -> Result<Secret, NoRandomness> {
        Ok(Secret(random_letters::<SECRET_LETTERS>()?.into()))
    }

    /// The one that somebody's words make, always the same.
    #[must_use]
    pub fn of_words(words: &str) -> Secret {
        Secret(words.trim().into()).derived("words")
    }

    /// Reads one that somebody typed; none if it can't be one.
    pub(crate) fn read(text: &str) -> Option<Secret> {
        let good = text.len() == SECRET_LETTERS && text.bytes().all(|b| LETTERS.contains(&b));
        good.then(|| Secret(text.into()))
    }

    /// Another secret that only whoever knows this one can make, always the same for a purpose: the links of an
    /// event's players are made of the organiser's, so that none of them has to be kept.
    #[must_use]
    pub(crate) fn derived(&self, purpose: &str) -> Secret {
        let sum = Sha256::digest(format!("{}/{purpose}", self.0).as_bytes());
        Secret(sum.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
    }

    /// The text for the link, told to nobody but its owner.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it. A plain hash will do: there are no likely secrets to try.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The hash of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretHash(pub [u8; 32]);

impl SecretHash {
    /// Whether this secret opens it. What a comparison's time could betray is the hash of a
    /// guess, which helps nobody.
    #[must_use]
    pub fn opens(&self, secret: &Secret) -> bool {
        secret.hash() == *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_and_others_refused() {
        let id = MatchId::random().unwrap();
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        for bad in ["", "short", "../../etc/passwd", "ABCDEFGHJKMNPQRS", "abcdefghjkmnpqr!"] {
            assert!(bad.parse::<MatchId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_secret_opens_its_own_hash_and_is_never_shown() {
        let (one, two) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert!(one.hash().opens(&one));
        assert!(!one.hash().opens(&two));
        assert!(!format!("{one:?}").contains(one.reveal()));
        let made = one.derived("player/1");
        assert_eq!(Secret::read(made.reveal()), Some(one.derived("player/1")));
        assert!(made != one.derived("player/2") && made != two.derived("player/1"));
    }
}
