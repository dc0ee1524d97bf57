//! Who plays: `builtin:8`, `builtin:8:open`, `builtin:8:deaf`, `builtin:8:alone`, `uci:COMMAND`,
//! `xboard:COMMAND`.

use std::fmt;
use std::str::FromStr;

use tandem_engine::{Alertness, Bot, Habit, Level};
use tandem_engine_host::Protocol;

/// A player of the arena; a team is two of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Our own.
    Builtin {
        /// How strong.
        level: Level,
        /// How much of a team it is.
        style: Style,
    },
    /// Somebody else's.
    External {
        /// How it is spoken to.
        protocol: Protocol,
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// How much of a team two of our own are; for measuring what that is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As they play at tables.
    Team,
    /// As a team, but captured men are passed at once, never held (minerva 2.1, stein 2.1).
    Open,
    /// As a team, but they do not look up from a thought, whatever happens meanwhile.
    Deaf,
    /// Each board for itself.
    Alone,
}

impl Style {
    const ALL: [Style; 4] = [Style::Team, Style::Open, Style::Deaf, Style::Alone];

    fn suffix(self) -> &'static str {
        match self {
            Style::Team => "",
            Style::Open => ":open",
            Style::Deaf => ":deaf",
            Style::Alone => ":alone",
        }
    }

    /// A bot of this style.
    pub(crate) fn bot(self, level: Level, hash: usize, seed: u64) -> Bot {
        let mut bot = Bot::new(level, hash, seed);
        bot.set_team_play(self != Style::Alone);
        if self == Style::Open {
            bot.set_habit(Habit::AtOnce);
        }
        if self == Style::Deaf {
            bot.set_alertness(Alertness::Absorbed);
        }
        bot
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' names no player: builtin:LEVEL (1 to 8; builtin:LEVEL:open holds no piece back, \
     builtin:LEVEL:deaf does not look up from a thought, builtin:LEVEL:alone plays without its partner), uci:COMMAND or xboard:COMMAND"
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
                let (level, style) = Style::ALL
                    .into_iter()
                    .rev()
                    .find_map(|style| Some((rest.strip_suffix(style.suffix())?, style)))
                    .ok_or_else(wrong)?;
                let level = level.parse::<u8>().ok().and_then(|n| Level::try_from(n).ok());
                Ok(Contender::Builtin { level: level.ok_or_else(wrong)?, style })
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Builtin { level, style } => {
                write!(f, "builtin:{}{}", level.number(), style.suffix())
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
        for text in [
            "builtin:8",
            "builtin:8:open",
            "builtin:8:deaf",
            "builtin:3:alone",
            "uci:fairy-stockfish",
            "xboard:sjeng -x 1",
        ] {
            assert_eq!(text.parse::<Contender>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "builtin", "builtin:9", "builtin:x", "builtin:8:x", "uci:", "telnet:x"] {
            assert!(text.parse::<Contender>().is_err(), "{text}");
        }
    }
}
