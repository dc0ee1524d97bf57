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

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// One of the two boards of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
    pub const fn board(self) -> BoardId {
        match self {
            Seat::WhiteA | Seat::BlackA => BoardId::A,
            Seat::WhiteB | Seat::BlackB => BoardId::B,
        }
    }

    /// The colour this seat plays.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Seat::WhiteA | Seat::WhiteB => Color::White,
            Seat::BlackA | Seat::BlackB => Color::Black,
        }
    }

    /// The team this seat belongs to.
    #[must_use]
    pub const fn team(self) -> Team {
        match self {
            Seat::WhiteA | Seat::BlackB => Team::One,
            Seat::BlackA | Seat::WhiteB => Team::Two,
        }
    }

    /// The team-mate: the other colour on the other board.
    #[must_use]
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
    ($(#[$doc:meta])* $name:ident, $key:ty, $count:literal, $all:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name<T>([T; $count]);

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
            pub fn values_mut(&mut self) -> &mut [T; $count] {
                &mut self.0
            }

            /// Maps every value.
            pub fn map<U>(self, change: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(change))
            }
        }

        impl<T> From<[T; $count]> for $name<T> {
            /// The values in the order of the keys.
            fn from(values: [T; $count]) -> Self {
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
    };
}

by_key!(
    /// A value for each board.
    ByBoard, BoardId, 2, BoardId::ALL
);
by_key!(
    /// A value for each seat.
    BySeat, Seat, 4, Seat::ALL
);
by_key!(
    /// A value for each team.
    ByTeam, Team, 2, Team::ALL
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
