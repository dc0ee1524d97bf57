//! Which bot: `5` is ours of that level, `sjeng` is somebody else's of that name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tandem_engine::Level;
use tandem_rules::Seat;

/// The longest name of an engine.
const LONGEST: usize = 24;

/// What ours are called: a line a level, a name a seat.
const NAMES: [[&str; 4]; 8] = [
    ["Ada", "Arie", "Anka", "Alf"],
    ["Bram", "Bela", "Babs", "Bert"],
    ["Cora", "Cees", "Clara", "Cyril"],
    ["Dirk", "Dana", "Dora", "Denis"],
    ["Emil", "Edda", "Evert", "Eva"],
    ["Frits", "Flora", "Franz", "Fenna"],
    ["Greta", "Gustav", "Guus", "Gita"],
    ["Hana", "Hugo", "Hedda", "Henk"],
];

/// A kind of bot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum BotKind {
    /// Ours, of a level.
    Level(Level),
    /// Somebody else's, by its name.
    Engine(Box<str>),
}

impl schemars::JsonSchema for BotKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bot".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A level from 1 to 8, or the name of an engine",
            "examples": ["5", "fairy-stockfish"],
        })
    }
}

/// A word that names no bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bot is a level from 1 to 8 or the name of an engine")]
pub struct NoBot;

impl FromStr for BotKind {
    type Err = NoBot;

    fn from_str(word: &str) -> Result<BotKind, NoBot> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let level = word.parse::<u8>().map_err(|_| NoBot)?;
            return Level::try_from(level).map(BotKind::Level).map_err(|_| NoBot);
        }
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let good = word.len() <= LONGEST && word.bytes().all(letters);
        good.then(|| BotKind::Engine(word.into())).ok_or(NoBot)
    }
}

impl TryFrom<String> for BotKind {
    type Error = NoBot;

    fn try_from(word: String) -> Result<BotKind, NoBot> {
        word.parse()
    }
}

impl From<BotKind> for String {
    fn from(kind: BotKind) -> String {
        kind.to_string()
    }
}

/// The word of the protocol.
impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Level(level) => write!(f, "{}", level.number()),
            BotKind::Engine(name) => f.write_str(name),
        }
    }
}

impl BotKind {
    /// What it is called at a seat. The first letter tells the level: `A` is 1, `H` is 8.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        match self {
            BotKind::Level(level) => {
                NAMES[usize::from(level.number()) - 1][seat as usize].to_owned()
            }
            BotKind::Engine(name) => name.to_string(),
        }
    }

    /// Which bot it is, wherever it sits.
    #[must_use]
    pub fn kind_name(&self) -> String {
        match self {
            BotKind::Level(level) => format!("Bot {}", level.number()),
            BotKind::Engine(name) => name.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_read_and_written() {
        for word in ["1", "8", "sjeng", "fairy-stockfish"] {
            assert_eq!(word.parse::<BotKind>().map(|kind| kind.to_string()), Ok(word.to_owned()));
        }
        for word in ["", "0", "9", "300", "a b", "<b>", "nobody-would-name-an-engine-so"] {
            assert_eq!(word.parse::<BotKind>(), Err(NoBot), "{word}");
        }
        let five: BotKind = "5".parse().unwrap();
        assert_eq!((five.kind_name(), five.name(Seat::WhiteA)), ("Bot 5".into(), "Emil".into()));
    }

    #[test]
    fn no_two_bots_share_a_name_and_its_first_letter_tells_the_level() {
        let mut all: Vec<_> = NAMES.iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 32);
        for (names, letter) in NAMES.iter().zip("ABCDEFGH".chars()) {
            assert!(names.iter().all(|name| name.starts_with(letter)));
        }
    }
}
