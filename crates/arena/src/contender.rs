//! Who plays: `builtin:8`, `builtin:8:alone`, `uci:COMMAND`, `xboard:COMMAND`.

use std::fmt;
use std::str::FromStr;

use tandem_engine::Level;
use tandem_engines::Protocol;

/// A player of the arena; a team is two of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Our own.
    Builtin {
        /// How strong.
        level: Level,
        /// Whether it plays as a team or each board for itself.
        as_team: bool,
    },
    /// Somebody else's.
    External {
        /// How it is spoken to.
        protocol: Protocol,
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' names no player: builtin:LEVEL (1 to 8; builtin:LEVEL:alone without team play), \
     uci:COMMAND or xboard:COMMAND"
)]
pub struct ContenderError(String);

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Contender, ContenderError> {
        let wrong = || ContenderError(text.to_owned());
        let (kind, rest) = text.split_once(':').ok_or_else(wrong)?;
        let external = |protocol| {
            let command: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
            if command.is_empty() {
                Err(wrong())
            } else {
                Ok(Contender::External { protocol, command })
            }
        };
        match kind {
            "uci" => external(Protocol::Uci),
            "xboard" => external(Protocol::XBoard),
            "builtin" => {
                let (level, as_team) = match rest.split_once(':') {
                    None => (rest, true),
                    Some((level, "alone")) => (level, false),
                    Some(_) => return Err(wrong()),
                };
                let level = level.parse::<u8>().ok().and_then(|n| Level::try_from(n).ok());
                Ok(Contender::Builtin { level: level.ok_or_else(wrong)?, as_team })
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Builtin { level, as_team } => {
                let alone = if *as_team { "" } else { ":alone" };
                write!(f, "builtin:{}{alone}", level.number())
            }
            Contender::External { protocol, command } => {
                write!(f, "{protocol}:{}", command.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_are_read_and_written() {
        for text in ["builtin:8", "builtin:3:alone", "uci:fairy-stockfish", "xboard:sjeng -x 1"] {
            assert_eq!(text.parse::<Contender>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "builtin", "builtin:9", "builtin:x", "builtin:8:x", "uci:", "telnet:x"] {
            assert!(text.parse::<Contender>().is_err(), "{text}");
        }
    }
}
