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

/// The name of a match: 80 random bits, so that an unlisted one can't be guessed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct MatchId(Box<str>);

impl MatchId {
    /// A new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn random() -> Result<MatchId, NoRandomness> {
        Ok(MatchId(random_letters::<MATCH_LETTERS>()?.into()))
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that names no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no match's id")]
pub struct ParseMatchIdError;

impl FromStr for MatchId {
    type Err = ParseMatchIdError;

    fn from_str(text: &str) -> Result<MatchId, ParseMatchIdError> {
        let good = text.len() == MATCH_LETTERS && text.bytes().all(|b| LETTERS.contains(&b));
        good.then(|| MatchId(text.into())).ok_or(ParseMatchIdError)
    }
}

impl TryFrom<String> for MatchId {
    type Error = ParseMatchIdError;

    fn try_from(text: String) -> Result<MatchId, ParseMatchIdError> {
        text.parse()
    }
}

/// What opens a seat: 160 random bits. It is never printed by `Debug`, so no log can hold it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    }
}
