//! Moves: walks, castling, en passant and drops.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shakmaty::{Role, Square};
use smallvec::SmallVec;

/// What a pawn becomes on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It takes this value and stays the same man (asten 12, minerva 3.1, sscr 5.7).
    To(Role),
    /// It is replaced by the man on this square of the other board (fer 4.1, stein 3.1).
    Take(Role, Square),
    /// It leaves the board, for there is nothing to take (fer 4.4, stein 3.1).
    Vanish,
}

/// A move on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man goes from one square to another and captures what stands there.
    Walk {
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What it becomes, if it is a pawn that reaches the last rank.
        promotion: Option<Promotion>,
    },
    /// A pawn captures another in passing.
    EnPassant {
        /// Where the capturing pawn stood.
        from: Square,
        /// Where it goes: the square that the other pawn crossed.
        to: Square,
    },
    /// King and rook move at once.
    Castle {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
    /// A man from the stock is put on a square.
    Drop {
        /// The kind of man.
        role: Role,
        /// Where it is put.
        to: Square,
    },
}

impl Move {
    /// Where the moving man comes from; a drop comes from nowhere.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        match self {
            Move::Walk { from, .. } | Move::EnPassant { from, .. } => Some(from),
            Move::Castle { king, .. } => Some(king),
            Move::Drop { .. } => None,
        }
    }

    /// Where the man, the king if it castles, ends up.
    #[must_use]
    pub fn to(self) -> Square {
        match self {
            Move::Walk { to, .. } | Move::EnPassant { to, .. } | Move::Drop { to, .. } => to,
            Move::Castle { king, rook } => castled(king, rook).0,
        }
    }

    /// Where the man that stands on a square after this move stood before it; none if the move
    /// dropped it.
    #[must_use]
    pub fn stood_before(self, square: Square) -> Option<Square> {
        match self {
            Move::Castle { king, rook } if castled(king, rook).1 == square => Some(rook),
            _ if self.to() == square => self.from(),
            _ => Some(square),
        }
    }

    /// What a pawn becomes by this move.
    #[must_use]
    pub fn promotion(self) -> Option<Promotion> {
        match self {
            Move::Walk { promotion, .. } => promotion,
            _ => None,
        }
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook > king {
        (shakmaty::File::G, shakmaty::File::F)
    } else {
        (shakmaty::File::C, shakmaty::File::D)
    };
    (Square::from_coords(king_file, king.rank()), Square::from_coords(rook_file, king.rank()))
}

/// Coordinates as in UCI: `e2e4`, `e1g1`, `N@f3`, `e7e8q`, and `e7e8qd1` where the queen
/// is taken from d1 of the other board.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Walk { from, to, promotion } => {
                write!(f, "{from}{to}")?;
                match promotion {
                    None | Some(Promotion::Vanish) => Ok(()),
                    Some(Promotion::To(role)) => write!(f, "{}", role.char()),
                    Some(Promotion::Take(role, square)) => write!(f, "{}{square}", role.char()),
                }
            }
            Move::EnPassant { from, to } => write!(f, "{from}{to}"),
            Move::Castle { king, rook } => write!(f, "{king}{}", castled(king, rook).0),
            Move::Drop { role, to } => write!(f, "{}@{to}", role.upper_char()),
        }
    }
}

/// A move as coordinates give it, before a position says what it is.
///
/// `e1g1` may be castling or a king's walk, `e7e8` a promotion or a pawn that vanishes: only
/// [`crate::Position`] can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// From a square to a square.
    Walk {
        /// Where the man stands.
        from: Square,
        /// Where it shall go.
        to: Square,
        /// The letter that follows, with the square of the other board if one is named.
        becomes: Option<(Role, Option<Square>)>,
    },
    /// From the stock.
    Drop {
        /// The kind of man.
        role: Role,
        /// Where it shall be put.
        to: Square,
    },
}

/// Coordinates that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move in coordinates looks like e2e4, e7e8q, e7e8qd1 or N@f3")]
pub struct ParseCoordinatesError;

impl FromStr for Coordinates {
    type Err = ParseCoordinatesError;

    fn from_str(text: &str) -> Result<Coordinates, ParseCoordinatesError> {
        let bytes = text.as_bytes();
        let square = |at: usize| {
            bytes
                .get(at..at + 2)
                .and_then(|pair| Square::from_ascii(pair).ok())
                .ok_or(ParseCoordinatesError)
        };
        if bytes.get(1) == Some(&b'@') && bytes.len() == 4 {
            let role = Role::from_char(char::from(bytes[0])).ok_or(ParseCoordinatesError)?;
            return match role {
                Role::King => Err(ParseCoordinatesError),
                role => Ok(Coordinates::Drop { role, to: square(2)? }),
            };
        }
        let becomes = match bytes.len() {
            4 => None,
            5 | 7 => {
                let role = Role::from_char(char::from(bytes[4])).ok_or(ParseCoordinatesError)?;
                Some((role, if bytes.len() == 7 { Some(square(5)?) } else { None }))
            }
            _ => return Err(ParseCoordinatesError),
        };
        Ok(Coordinates::Walk { from: square(0)?, to: square(2)?, becomes })
    }
}

/// Stored as coordinates plus a letter for what coordinates alone leave open:
/// `e` en passant, `c` castling, `v` a pawn that vanishes.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Move::EnPassant { .. } => serializer.collect_str(&format_args!("{self}/e")),
            Move::Castle { .. } => serializer.collect_str(&format_args!("{self}/c")),
            Move::Walk { promotion: Some(Promotion::Vanish), .. } => {
                serializer.collect_str(&format_args!("{self}/v"))
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (coordinates, kind) = match text.split_once('/') {
            Some((coordinates, kind)) => (coordinates, Some(kind)),
            None => (text.as_str(), None),
        };
        let parsed: Coordinates = coordinates.parse().map_err(D::Error::custom)?;
        Ok(match (parsed, kind) {
            (Coordinates::Drop { role, to }, _) => Move::Drop { role, to },
            (Coordinates::Walk { from, to, .. }, Some("e")) => Move::EnPassant { from, to },
            (Coordinates::Walk { from, to, .. }, Some("c")) => {
                let file = if to > from { shakmaty::File::H } else { shakmaty::File::A };
                Move::Castle { king: from, rook: Square::from_coords(file, from.rank()) }
            }
            (Coordinates::Walk { from, to, .. }, Some("v")) => {
                Move::Walk { from, to, promotion: Some(Promotion::Vanish) }
            }
            (Coordinates::Walk { from, to, becomes }, _) => Move::Walk {
                from,
                to,
                promotion: becomes.map(|(role, square)| match square {
                    Some(square) => Promotion::Take(role, square),
                    None => Promotion::To(role),
                }),
            },
        })
    }
}

/// A list of moves that needs the heap only for absurd positions.
pub type MoveList = SmallVec<[Move; 320]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_or_refused() {
        assert!(matches!("e2e4".parse(), Ok(Coordinates::Walk { becomes: None, .. })));
        assert!(matches!(
            "e7e8qd1".parse(),
            Ok(Coordinates::Walk { becomes: Some((Role::Queen, Some(Square::D1))), .. })
        ));
        assert_eq!("N@f3".parse(), Ok(Coordinates::Drop { role: Role::Knight, to: Square::F3 }));
        for bad in ["", "e2", "e2e9", "K@e4", "e7e8qd", "é2e4", "N@", "xxxxx"] {
            assert_eq!(bad.parse::<Coordinates>(), Err(ParseCoordinatesError), "{bad}");
        }
    }
}
