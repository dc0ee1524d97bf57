//! Values that are a set of words.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, Answers, AxisValue, Raw};
use crate::book::answer::ANYTHING;

/// What a partner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TalkKind {
    /// Asks for a piece.
    Need,
    /// Warns of a piece that would win for the speaker's opponent.
    Warn,
    /// Advises to make no move.
    Sit,
    /// Advises to move on.
    Go,
    /// Points out a fallen flag.
    Flag,
    /// Asks leave to resign, to offer or accept a draw, or to mate.
    May,
    /// Recommends a move.
    Move,
    /// Anything else.
    Text,
}

impl TalkKind {
    /// All kinds with the words that rulebooks and scripts use.
    pub const ALL: [(TalkKind, &'static str); 8] = [
        (TalkKind::Need, "need"),
        (TalkKind::Warn, "warn"),
        (TalkKind::Sit, "sit"),
        (TalkKind::Go, "go"),
        (TalkKind::Flag, "flag"),
        (TalkKind::May, "may"),
        (TalkKind::Move, "move"),
        (TalkKind::Text, "text"),
    ];

    /// How a set of them is written.
    const LIST: &str = "anything, or a list of need | warn | sit | go | flag | may | move | text";

    /// The word for this kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        TalkKind::ALL[self as usize].1
    }

    /// The code of what it is to say this ([`book_texts`](crate::book::book_texts)).
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            TalkKind::Need => "TalkKind.need",
            TalkKind::Warn => "TalkKind.warn",
            TalkKind::Sit => "TalkKind.sit",
            TalkKind::Go => "TalkKind.go",
            TalkKind::Flag => "TalkKind.flag",
            TalkKind::May => "TalkKind.may",
            TalkKind::Move => "TalkKind.move",
            TalkKind::Text => "TalkKind.text",
        }
    }
}

/// What an arbiter can do to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Power {
    /// Stop and resume both clocks.
    Stop,
    /// Set a clock.
    Clock,
    /// Freeze a player for some seconds of the player's own time.
    Freeze,
    /// Warn a player.
    Warn,
    /// Judge a stop or claim needless.
    Needless,
    /// Call an illegal move or a flag that no player claimed.
    Call,
    /// Give the minute of stein 10.4.
    Minute,
    /// Start one game or both again.
    Restart,
    /// Declare a game lost.
    Forfeit,
    /// Set a game's result.
    Result,
    /// Change a team's points.
    Points,
    /// Exclude a team.
    Exclude,
}

impl Power {
    /// All powers with the words that rulebooks and scripts use.
    pub const ALL: [(Power, &'static str); 12] = [
        (Power::Stop, "stop"),
        (Power::Clock, "clock"),
        (Power::Freeze, "freeze"),
        (Power::Warn, "warn"),
        (Power::Needless, "needless"),
        (Power::Call, "call"),
        (Power::Minute, "minute"),
        (Power::Restart, "restart"),
        (Power::Forfeit, "forfeit"),
        (Power::Result, "result"),
        (Power::Points, "points"),
        (Power::Exclude, "exclude"),
    ];

    /// The code of what it is to do this ([`book_texts`](crate::book::book_texts)).
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Power::Stop => "Power.stop",
            Power::Clock => "Power.clock",
            Power::Freeze => "Power.freeze",
            Power::Warn => "Power.warn",
            Power::Needless => "Power.needless",
            Power::Call => "Power.call",
            Power::Minute => "Power.minute",
            Power::Restart => "Power.restart",
            Power::Forfeit => "Power.forfeit",
            Power::Result => "Power.result",
            Power::Points => "Power.points",
            Power::Exclude => "Power.exclude",
        }
    }

    /// How a set of them is written.
    const LIST: &str = "anything, or a list of stop | clock | freeze | warn | needless | call | \
                        minute | restart | forfeit | result | points | exclude";
}

/// A set of named things.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Set<T: 'static> {
    bits: u16,
    all: &'static [(T, &'static str)],
}

impl<T: Copy + PartialEq + 'static> Set<T> {
    /// Whether this is in the set.
    #[must_use]
    pub fn contains(&self, member: T) -> bool {
        self.iter().any(|(one, _)| one == member)
    }

    /// The members with their words.
    pub fn iter(&self) -> impl Iterator<Item = (T, &'static str)> + '_ {
        self.all.iter().enumerate().filter(|(i, _)| self.bits & (1 << i) != 0).map(|(_, &m)| m)
    }

    fn is_full(&self) -> bool {
        self.bits.count_ones() as usize == self.all.len()
    }

    fn read(
        raw: &Raw,
        all: &'static [(T, &'static str)],
        allowed: &'static str,
    ) -> Result<Self, String> {
        if raw.word() == Some("anything") {
            return Ok(Set { bits: (1 << all.len()) - 1, all });
        }
        let mut bits = 0;
        for word in raw.list() {
            let at = all.iter().position(|(_, known)| *known == word).ok_or(allowed)?;
            bits |= 1 << at;
        }
        Ok(Set { bits, all })
    }

    fn answer(&self, code: impl Fn(T) -> &'static str) -> Answer {
        if self.is_full() {
            return Answer::Code(ANYTHING);
        }
        Answer::Codes(self.iter().map(|(member, _)| code(member)).collect())
    }
}

impl<T: Copy + PartialEq + 'static> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(_, word)| word)).finish()
    }
}

impl AxisValue for Set<TalkKind> {
    fn read(raw: &Raw) -> Result<Self, String> {
        Set::read(raw, &TalkKind::ALL, TalkKind::LIST)
    }

    fn answer(&self) -> Answer {
        Set::answer(self, TalkKind::code)
    }

    fn answers() -> Answers {
        Answers::Any(TalkKind::LIST)
    }
}

impl AxisValue for Set<Power> {
    fn read(raw: &Raw) -> Result<Self, String> {
        Set::read(raw, &Power::ALL, Power::LIST)
    }

    fn answer(&self) -> Answer {
        Set::answer(self, Power::code)
    }

    fn answers() -> Answers {
        Answers::Any(Power::LIST)
    }
}
