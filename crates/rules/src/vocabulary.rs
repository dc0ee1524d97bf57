//! Who plays where: boards, seats and teams.
//!
//! ```text
//!            board A            board B
//!          a (Black)          B (White)      team 2
//!          ┌────────┐         ┌────────┐
//!          │        │         │        │
//!          └────────┘         └────────┘
//!          A (White)          b (Black)      team 1
//! ```

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shakmaty::Color;

/// One of the two boards of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BoardId {
    /// The first board.
    A,
    /// The second board.
    B,
}

impl BoardId {
    /// Both boards, A first.
    pub const ALL: [BoardId; 2] = [BoardId::A, BoardId::B];
}

impl Not for BoardId {
    type Output = BoardId;

    fn not(self) -> BoardId {
        match self {
            BoardId::A => BoardId::B,
            BoardId::B => BoardId::A,
        }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardId::A => "A",
            BoardId::B => "B",
        })
    }
}

/// One of the two teams. Team 1 has White on board A and Black on board B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Team {
    /// Seats `A` and `b`.
    One,
    /// Seats `a` and `B`.
    Two,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::One, Team::Two];

    /// The team's two seats, board A first.
    #[must_use]
    pub fn seats(self) -> [Seat; 2] {
        match self {
            Team::One => [Seat::WhiteA, Seat::BlackB],
            Team::Two => [Seat::BlackA, Seat::WhiteB],
        }
    }
}

impl Not for Team {
    type Output = Team;

    fn not(self) -> Team {
        match self {
            Team::One => Team::Two,
            Team::Two => Team::One,
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u8::from(*self))
    }
}

impl From<Team> for u8 {
    fn from(team: Team) -> u8 {
        match team {
            Team::One => 1,
            Team::Two => 2,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Team {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Team".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "enum": [1, 2] })
    }
}

impl TryFrom<u8> for Team {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Team, Self::Error> {
        match number {
            1 => Ok(Team::One),
            2 => Ok(Team::Two),
            _ => Err("a team is 1 or 2"),
        }
    }
}

/// One of the four players, written as in BPGN: `A`, `a`, `B`, `b`.
///
/// ```
/// use tandem_rules::{BoardId, Seat, Team};
///
/// assert_eq!("a".parse(), Ok(Seat::BlackA));
/// assert_eq!(Seat::WhiteA.partner(), Seat::BlackB); // other board, other colour
/// assert_eq!(Seat::WhiteA.opponent(), Seat::BlackA);
/// assert_eq!(Seat::BlackB.board(), BoardId::B);
/// assert_eq!(Team::One.seats(), [Seat::WhiteA, Seat::BlackB]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Seat {
    /// White on board A.
    #[serde(rename = "A")]
    WhiteA,
    /// Black on board A.
    #[serde(rename = "a")]
    BlackA,
    /// White on board B.
    #[serde(rename = "B")]
    WhiteB,
    /// Black on board B.
    #[serde(rename = "b")]
    BlackB,
}

impl Seat {
    /// All seats in the order `A a B b`.
    pub const ALL: [Seat; 4] = [Seat::WhiteA, Seat::BlackA, Seat::WhiteB, Seat::BlackB];

    /// The seat of a colour at a board.
    #[must_use]
    #[inline]
    pub const fn new(board: BoardId, color: Color) -> Seat {
        match (board, color) {
            (BoardId::A, Color::White) => Seat::WhiteA,
            (BoardId::A, Color::Black) => Seat::BlackA,
            (BoardId::B, Color::White) => Seat::WhiteB,
            (BoardId::B, Color::Black) => Seat::BlackB,
        }
    }

    /// The board this seat plays on.
    #[must_use]
    #[inline]
    pub const fn board(self) -> BoardId {
        match self {
            Seat::WhiteA | Seat::BlackA => BoardId::A,
            Seat::WhiteB | Seat::BlackB => BoardId::B,
        }
    }

    /// The colour this seat plays.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        match self {
            Seat::WhiteA | Seat::WhiteB => Color::White,
            Seat::BlackA | Seat::BlackB => Color::Black,
        }
    }

    /// The team this seat belongs to.
    #[must_use]
    #[inline]
    pub const fn team(self) -> Team {
        match self {
            Seat::WhiteA | Seat::BlackB => Team::One,
            Seat::BlackA | Seat::WhiteB => Team::Two,
        }
    }

    /// The team-mate: the other colour on the other board.
    #[must_use]
    #[inline]
    pub const fn partner(self) -> Seat {
        match self {
            Seat::WhiteA => Seat::BlackB,
            Seat::BlackA => Seat::WhiteB,
            Seat::WhiteB => Seat::BlackA,
            Seat::BlackB => Seat::WhiteA,
        }
    }

    /// The player across the board.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Seat {
        match self {
            Seat::WhiteA => Seat::BlackA,
            Seat::BlackA => Seat::WhiteA,
            Seat::WhiteB => Seat::BlackB,
            Seat::BlackB => Seat::WhiteB,
        }
    }

    /// The letter that BPGN uses for this seat.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Seat::WhiteA => 'A',
            Seat::BlackA => 'a',
            Seat::WhiteB => 'B',
            Seat::BlackB => 'b',
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A word that names no seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is A, a, B or b")]
pub struct ParseSeatError;

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(word: &str) -> Result<Seat, ParseSeatError> {
        Seat::ALL
            .into_iter()
            .find(|seat| word.len() == 1 && word.starts_with(seat.letter()))
            .ok_or(ParseSeatError)
    }
}

macro_rules! by_key {
    ($(#[$doc:meta])* $name:ident, $key:ty, $all:expr, $words:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name<T>([T; $words.len()]);

        impl<T> $name<T> {
            /// Makes a value for each key.
            pub fn new_with(mut make: impl FnMut($key) -> T) -> Self {
                $name($all.map(|key| make(key)))
            }

            /// Each key with its value.
            pub fn iter(&self) -> impl Iterator<Item = ($key, &T)> {
                $all.into_iter().zip(&self.0)
            }

            /// Both boards' (seats', teams') values at once, mutably.
            pub fn values_mut(&mut self) -> &mut [T; $words.len()] {
                &mut self.0
            }

            /// Maps every value.
            pub fn map<U>(self, change: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(change))
            }
        }

        impl<T> From<[T; $words.len()]> for $name<T> {
            /// The values in the order of the keys.
            fn from(values: [T; $words.len()]) -> Self {
                $name(values)
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.0[key as usize]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key as usize]
            }
        }

        /// An object with a field for each key.
        impl<T: Serialize> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some($words.len()))?;
                for (word, value) in $words.iter().zip(&self.0) {
                    map.serialize_entry(word, value)?;
                }
                map.end()
            }
        }

        /// An object with a field for each key, and no other.
        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $name<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_map(Fields::<T, { $words.len() }>::new($words)).map($name)
            }
        }

        #[cfg(feature = "schema")]
        impl<T: schemars::JsonSchema> schemars::JsonSchema for $name<T> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                format!(concat!(stringify!($name), "_{}"), T::schema_name()).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let one = generator.subschema_for::<T>();
                let properties: serde_json::Map<_, _> =
                    $words.map(|word| (word.to_owned(), one.clone().into())).into_iter().collect();
                schemars::json_schema!({
                    "type": "object",
                    "properties": properties,
                    "required": $words,
                    "additionalProperties": false,
                })
            }
        }
    };
}

/// Reads an object that has each of these fields once.
struct Fields<T, const N: usize> {
    words: [&'static str; N],
    values: [Option<T>; N],
}

impl<T, const N: usize> Fields<T, N> {
    fn new(words: [&'static str; N]) -> Fields<T, N> {
        Fields { words, values: std::array::from_fn(|_| None) }
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Fields<T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the fields {}", self.words.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<[T; N], A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let place = self.words.iter().position(|word| *word == key);
            let place = place.ok_or_else(|| A::Error::custom(format!("unknown field `{key}`")))?;
            self.values[place] = Some(map.next_value()?);
        }
        let missing = self.values.iter().position(Option::is_none);
        if let Some(word) = missing.and_then(|place| self.words.get(place)) {
            return Err(A::Error::missing_field(word));
        }
        let read: Vec<T> = self.values.into_iter().flatten().collect();
        read.try_into().map_err(|_| A::Error::custom("a field is missing"))
    }
}

by_key!(
    /// A value for each board.
    ByBoard, BoardId, BoardId::ALL, ["A", "B"]
);
by_key!(
    /// A value for each seat.
    BySeat, Seat, Seat::ALL, ["A", "a", "B", "b"]
);
by_key!(
    /// A value for each team.
    ByTeam, Team, Team::ALL, ["1", "2"]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_share_a_team_and_differ_in_colour_and_board() {
        for seat in Seat::ALL {
            assert_eq!(seat.partner().team(), seat.team());
            assert_ne!(seat.partner().color(), seat.color());
            assert_ne!(seat.partner().board(), seat.board());
            assert_eq!(seat.opponent().board(), seat.board());
            assert_ne!(seat.opponent().team(), seat.team());
            assert_eq!(seat.letter().to_string().parse(), Ok(seat));
        }
    }
}
