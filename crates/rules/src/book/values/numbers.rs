//! Values that are figures or letters of pieces.

use shakmaty::Role;

use super::{Answer, Answers, AxisValue, Raw};
use crate::book::answer::{ANY_TIME, NONE};

const RANKS: &str = "a list of ranks from 1 to 8";
const ROLES: &str = "a list of Q | R | B | N";
const SECONDS: &str = "a number of seconds from 1 to 86400";
const FREEZE_TIMES: &str = "a list of seconds, or an empty one";

/// Ranks counted from the side of the player who drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks(pub Vec<u8>);

impl AxisValue for Ranks {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.list()
            .map(|word| match word.parse() {
                Ok(rank @ 1..=8) => Ok(rank),
                _ => Err(RANKS.to_owned()),
            })
            .collect::<Result<_, _>>()
            .map(Ranks)
    }

    fn answer(&self) -> Answer {
        if self.0.is_empty() {
            return Answer::Code(NONE);
        }
        Answer::Figures(self.0.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
    }

    fn answers() -> Answers {
        Answers::Any(RANKS)
    }
}

/// The pieces that a pawn may become, those offered first at the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles(pub Vec<Role>);

impl AxisValue for Roles {
    fn read(raw: &Raw) -> Result<Self, String> {
        let roles = raw
            .list()
            .map(|word| match word {
                "Q" => Ok(Role::Queen),
                "R" => Ok(Role::Rook),
                "B" => Ok(Role::Bishop),
                "N" => Ok(Role::Knight),
                _ => Err(ROLES.to_owned()),
            })
            .collect::<Result<Vec<_>, _>>()?;
        if roles.is_empty() { Err(ROLES.to_owned()) } else { Ok(Roles(roles)) }
    }

    fn answer(&self) -> Answer {
        Answer::Pieces(self.0.iter().map(|role| role.upper_char()).collect())
    }

    fn answers() -> Answers {
        Answers::Any(ROLES)
    }
}

/// A number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub u32);

impl AxisValue for Seconds {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.word()
            .and_then(|word| word.parse().ok())
            .filter(|seconds| (1..=86_400).contains(seconds))
            .map(Seconds)
            .ok_or_else(|| SECONDS.to_owned())
    }

    fn answer(&self) -> Answer {
        Answer::Figures(match (self.0 / 60, self.0 % 60) {
            (minutes, 0) => format!("{minutes} min"),
            (0, seconds) => format!("{seconds} s"),
            (minutes, seconds) => format!("{minutes} min {seconds} s"),
        })
    }

    fn answers() -> Answers {
        Answers::Any(SECONDS)
    }
}

/// The numbers of seconds for which a player may be frozen; none means any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreezeTimes(pub Vec<u32>);

impl AxisValue for FreezeTimes {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.list()
            .map(|word| word.parse().map_err(|_| FREEZE_TIMES.to_owned()))
            .collect::<Result<_, _>>()
            .map(FreezeTimes)
    }

    fn answer(&self) -> Answer {
        if self.0.is_empty() { Answer::Code(ANY_TIME) } else { Answer::Seconds(self.0.clone()) }
    }

    fn answers() -> Answers {
        Answers::Any(FREEZE_TIMES)
    }
}
