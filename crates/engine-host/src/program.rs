//! Which program an engine is, and how it is spoken to.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// How somebody else's engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The universal chess interface.
    Uci,
    /// The protocol of XBoard.
    XBoard,
}

impl FromStr for Protocol {
    type Err = ();

    fn from_str(word: &str) -> Result<Protocol, ()> {
        match word {
            "uci" => Ok(Protocol::Uci),
            "xboard" => Ok(Protocol::XBoard),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "uci",
            Protocol::XBoard => "xboard",
        })
    }
}

/// Debian's folder for games, which is often not searched.
const GAMES: &str = "/usr/games";

/// Where a program is, if it is there: as named, in the search path, or in the folder for games.
#[must_use]
pub fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Where a program is; as named, for the system to complain about, if it is nowhere.
#[must_use]
pub fn locate(program: &str) -> PathBuf {
    find(program).unwrap_or_else(|| PathBuf::from(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_where_they_are() {
        assert!(find("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(find("no-such-engine-anywhere"), None);
        assert_eq!(locate("no-such-engine-anywhere"), PathBuf::from("no-such-engine-anywhere"));
        assert_eq!(find("/no/such/engine"), None);
    }

    #[test]
    fn protocols_are_read_and_written() {
        for word in ["uci", "xboard"] {
            assert_eq!(word.parse::<Protocol>().map(|p| p.to_string()), Ok(word.to_owned()));
        }
        assert_eq!("telnet".parse::<Protocol>(), Err(()));
    }
}
