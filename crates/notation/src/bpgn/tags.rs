//! Tags: names, their standard order, and what is read out of them.

use std::borrow::Cow;

use tandem_rules::{Millis, Seat};

use super::game::GameResult;

/// The tags of the standard in the order in which they are written.
pub const STANDARD_TAGS: [&str; 19] = [
    "Event",
    "Site",
    "Date",
    "Time",
    "WhiteA",
    "WhiteAElo",
    "BlackA",
    "BlackAElo",
    "WhiteB",
    "WhiteBElo",
    "BlackB",
    "BlackBElo",
    "TimeControl",
    "Lag",
    "Result",
    "Variant",
    "SetUp",
    "Setup",
    "FEN",
];

/// The one of [`STANDARD_TAGS`] that this is.
pub(super) fn standard(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"Event" => "Event",
        b"Site" => "Site",
        b"Date" => "Date",
        b"Time" => "Time",
        b"WhiteA" => "WhiteA",
        b"WhiteAElo" => "WhiteAElo",
        b"BlackA" => "BlackA",
        b"BlackAElo" => "BlackAElo",
        b"WhiteB" => "WhiteB",
        b"WhiteBElo" => "WhiteBElo",
        b"BlackB" => "BlackB",
        b"BlackBElo" => "BlackBElo",
        b"TimeControl" => "TimeControl",
        b"Lag" => "Lag",
        b"Result" => "Result",
        b"Variant" => "Variant",
        b"SetUp" => "SetUp",
        b"Setup" => "Setup",
        b"FEN" => "FEN",
        _ => return None,
    })
}

/// The tag that names the player of a seat.
#[must_use]
pub fn name_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::WhiteA => "WhiteA",
        Seat::BlackA => "BlackA",
        Seat::WhiteB => "WhiteB",
        Seat::BlackB => "BlackB",
    }
}

/// The tag that gives the rating of a seat.
#[must_use]
pub fn elo_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::WhiteA => "WhiteAElo",
        Seat::BlackA => "BlackAElo",
        Seat::WhiteB => "WhiteBElo",
        Seat::BlackB => "BlackBElo",
    }
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: Cow<'static, str>,
    /// The value, without quotes.
    pub value: String,
}

/// The tags of a game. Two lists are equal if they say the same in the standard order.
///
/// ```
/// use tandem_notation::bpgn::Tags;
/// use tandem_rules::Seat;
///
/// let mut tags = Tags::default();
/// tags.set("WhiteA", "Ann");
/// tags.set("Result", "1-0");
/// assert_eq!(tags.player(Seat::WhiteA), Some("Ann"));
/// assert!(tags.result().is_some_and(|result| result.is_known()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<Tag>);

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.0.len() == other.0.len() && self.in_order().eq(other.in_order())
    }
}

impl Eq for Tags {}

impl Tags {
    /// All tags as the file has them.
    #[must_use]
    pub fn as_slice(&self) -> &[Tag] {
        &self.0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a tag at the end.
    pub fn push(&mut self, name: &str, value: String) {
        let known = standard(name.as_bytes());
        self.push_named(known.map_or_else(|| Cow::Owned(name.to_owned()), Cow::Borrowed), value);
    }

    pub(super) fn push_named(&mut self, name: Cow<'static, str>, value: String) {
        if self.0.is_empty() {
            // Most games have about as many as the standard knows.
            self.0.reserve(STANDARD_TAGS.len());
        }
        self.0.push(Tag { name, value });
    }

    /// Sets a tag: the first of that name gets the value, or it is added.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.push(name, value.to_owned()),
        }
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|tag| tag.name != name);
    }

    /// Gives the tag at an index another name.
    pub(super) fn rename(&mut self, index: usize, name: &'static str) {
        if let Some(tag) = self.0.get_mut(index) {
            tag.name = Cow::Borrowed(name);
        }
    }

    /// The value of a tag: the first of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// The tags of the standard in its order, then the others as they came.
    pub fn in_order(&self) -> impl Iterator<Item = &Tag> {
        let mut order: Vec<&Tag> = self.0.iter().collect();
        order.sort_by_key(|tag| {
            STANDARD_TAGS.iter().position(|known| *known == tag.name).unwrap_or(STANDARD_TAGS.len())
        });
        order.into_iter()
    }

    /// The player of a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.get(name_tag(seat)).filter(|name| !name.is_empty())
    }

    /// The rating of a seat; `----`, `UNR` and the like are none.
    #[must_use]
    pub fn elo(&self, seat: Seat) -> Option<u32> {
        let digits = self.get(elo_tag(seat))?.trim();
        digits.trim_end_matches(['P', 'E', '?']).parse().ok()
    }

    /// The result that the tag tells.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.get("Result").and_then(GameResult::from_sign)
    }

    /// The position that the game starts from, a BFEN.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.get("FEN").map(str::trim).filter(|fen| !fen.is_empty())
    }

    /// Time and increment: `300+0`, or `300` alone.
    #[must_use]
    pub fn time_control(&self) -> Option<TimeControl> {
        let text = self.get("TimeControl")?.trim();
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = base.trim().parse().ok()?;
        Some(TimeControl { time, increment: increment.trim().parse().ok()? })
    }

    /// Year, month and day, of `2012.06.14` or `2010-07-26`. What is not told is 0.
    #[must_use]
    pub fn date(&self) -> Option<(u16, u8, u8)> {
        let text = self.get("Date").or_else(|| self.get("UTCDate"))?.trim();
        let mut parts = text.split(['.', '-', '/']);
        let mut part = || {
            let part = parts.next()?;
            if part.starts_with('?') { Some(0) } else { part.parse::<u16>().ok() }
        };
        let (year, month, day) = (part()?, part()?, part()?);
        let in_range = month <= 12 && day <= 31 && parts.next().is_none();
        in_range.then_some((year, u8::try_from(month).ok()?, u8::try_from(day).ok()?))
    }

    /// The lag of every half-move.
    #[must_use]
    pub fn lags(&self) -> Option<Vec<Millis>> {
        let words = self.get("Lag")?.split_ascii_whitespace();
        words.map(|word| word.parse().ok().map(Millis)).collect()
    }
}

/// Time for the game and time added at every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time that each player starts with.
    pub time: Millis,
    /// What a move adds.
    pub increment: Millis,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_tag_is_known() {
        for name in STANDARD_TAGS {
            assert_eq!(standard(name.as_bytes()), Some(name));
        }
        assert_eq!(standard(b"event"), None);
    }
}
