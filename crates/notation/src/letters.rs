//! National letters of the men (sscr E1, E2).

use std::fmt;
use std::str::FromStr;

use tandem_rules::book::Lang;
use tandem_rules::shakmaty::Role;

/// Whose letters a score is written in.
///
/// | | king | queen | rook | bishop | knight | pawn |
/// |---|---|---|---|---|---|---|
/// | English | K | Q | R | B | N | P |
/// | Czech | K | D | V | S | J | P |
/// | German | K | D | T | L | S | B |
/// | Dutch | K | D | T | L | P | none |
///
/// ```
/// use tandem_notation::Letters;
/// use tandem_rules::shakmaty::Role;
///
/// assert_eq!(Letters::Dutch.role(b'T'), Some(Role::Rook)); // toren
/// assert_eq!(Letters::Czech.letter(Role::Queen), Some('D')); // dáma
/// assert_eq!("de".parse(), Ok(Letters::German));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letters {
    /// `K Q R B N P`.
    #[default]
    English,
    /// `K D V S J P`.
    Czech,
    /// `K D T L S B`.
    German,
    /// `K D T L P`, and no letter for a pawn: its drop is `@e5`.
    Dutch,
}

/// The men in the order of [`Letters::table`].
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Letters {
    /// All four sets.
    pub const ALL: [Letters; 4] =
        [Letters::English, Letters::Czech, Letters::German, Letters::Dutch];

    /// The letters of king, queen, rook, bishop, knight and, if it has one, pawn.
    const fn table(self) -> &'static [u8] {
        match self {
            Letters::English => b"KQRBNP",
            Letters::Czech => b"KDVSJP",
            Letters::German => b"KDTLSB",
            Letters::Dutch => b"KDTLP",
        }
    }

    /// The man of a capital letter.
    #[must_use]
    pub fn role(self, letter: u8) -> Option<Role> {
        if self == Letters::English {
            // The common case: no search.
            return match letter {
                b'K' => Some(Role::King),
                b'Q' => Some(Role::Queen),
                b'R' => Some(Role::Rook),
                b'B' => Some(Role::Bishop),
                b'N' => Some(Role::Knight),
                b'P' => Some(Role::Pawn),
                _ => None,
            };
        }
        self.table().iter().position(|&known| known == letter).map(|at| ROLES[at])
    }

    /// The capital letter of a man; a Dutch pawn has none.
    #[must_use]
    pub fn letter(self, role: Role) -> Option<char> {
        let at = ROLES.iter().position(|&known| known == role)?;
        self.table().get(at).copied().map(char::from)
    }

    /// The two letters of the language: `en`, `cs`, `de`, `nl`.
    #[must_use]
    pub fn code(self) -> &'static str {
        Lang::from(self).code()
    }
}

impl From<Letters> for Lang {
    fn from(letters: Letters) -> Lang {
        match letters {
            Letters::English => Lang::En,
            Letters::Czech => Lang::Cs,
            Letters::German => Lang::De,
            Letters::Dutch => Lang::Nl,
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no set of letters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("letters are en, cs, nl or de")]
pub struct ParseLettersError;

impl FromStr for Letters {
    type Err = ParseLettersError;

    fn from_str(code: &str) -> Result<Letters, ParseLettersError> {
        Letters::ALL.into_iter().find(|letters| letters.code() == code).ok_or(ParseLettersError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_read_as_the_man_it_is_written_for() {
        for letters in Letters::ALL {
            assert_eq!(letters.code().parse(), Ok(letters));
            for role in ROLES {
                match letters.letter(role) {
                    Some(letter) => assert_eq!(letters.role(letter as u8), Some(role)),
                    None => assert_eq!((letters, role), (Letters::Dutch, Role::Pawn)),
                }
            }
        }
    }
}
