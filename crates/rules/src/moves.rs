//! Moves: walks, castling, en passant and drops.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shakmaty::{Bitboard, File, Role, Square, attacks};
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
///
/// ```
/// use tandem_rules::{Move, Promotion, shakmaty::{Role, Square}};
///
/// let drop = Move::Drop { role: Role::Knight, to: Square::F3 };
/// assert_eq!(drop.to_string(), "N@f3");
/// let (from, to) = (Square::E7, Square::E8);
/// // The pawn becomes the queen that stands on d1 of the other board.
/// let promotion = Some(Promotion::Take(Role::Queen, Square::D1));
/// assert_eq!(Move::Walk { from, to, promotion }.to_string(), "e7e8qd1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Four bytes that are copied as one word.
#[repr(align(4))]
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
    ///
    /// ```
    /// use tandem_rules::{Move, shakmaty::Square};
    ///
    /// let castle = Move::Castle { king: Square::E1, rook: Square::H1 };
    /// assert_eq!(castle.stood_before(Square::F1), Some(Square::H1)); // the rook
    /// assert_eq!(castle.stood_before(Square::G1), Some(Square::E1)); // the king
    /// assert_eq!(castle.stood_before(Square::A2), Some(Square::A2)); // whoever stood still
    /// ```
    #[must_use]
    pub fn stood_before(self, square: Square) -> Option<Square> {
        match self {
            Move::Castle { king, rook } if castled(king, rook).1 == square => Some(rook),
            _ if self.to() == square => self.from(),
            _ => Some(square),
        }
    }

    /// Where the rook of a castling ends up.
    #[must_use]
    pub fn rook_to(self) -> Option<Square> {
        match self {
            Move::Castle { king, rook } => Some(castled(king, rook).1),
            _ => None,
        }
    }

    /// The coordinates that mean this move.
    #[must_use]
    pub fn coordinates(self) -> Coordinates {
        match self {
            Move::Drop { role, to } => Coordinates::Drop { role, to },
            Move::Walk { from, to, promotion } => Coordinates::Walk {
                from,
                to,
                becomes: match promotion {
                    None | Some(Promotion::Vanish) => None,
                    Some(Promotion::To(role)) => Some((role, None)),
                    Some(Promotion::Take(role, square)) => Some((role, Some(square))),
                },
            },
            Move::EnPassant { from, to } => Coordinates::Walk { from, to, becomes: None },
            Move::Castle { king, rook } => {
                let to = if is_usual(king, rook) { castled(king, rook).0 } else { rook };
                Coordinates::Walk { from: king, to, becomes: None }
            }
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
    let (king_file, rook_file) = if rook > king { (File::G, File::F) } else { (File::C, File::D) };
    (Square::from_coords(king_file, king.rank()), Square::from_coords(rook_file, king.rank()))
}

/// Whether king and rook stand as in chess, so that two squares of the king tell castling. Where they
/// may stand anywhere (Chess960) the king goes to its rook's square: `f1g1` could be a walk.
pub(crate) fn is_usual(king: Square, rook: Square) -> bool {
    king.file() == File::E && matches!(rook.file(), File::A | File::H)
}

/// The squares that king and rook cross or reach when they castle, without those they stand on.
pub(crate) fn castling_path(king: Square, rook: Square) -> Bitboard {
    let (king_to, rook_to) = castled(king, rook);
    let crossed = attacks::between(king, king_to) | attacks::between(rook, rook_to);
    crossed.with(king_to).with(rook_to).without(king).without(rook)
}

/// Coordinates as in UCI: `e2e4`, `e1g1`, `N@f3`, `e7e8q`, and `e7e8qd1` where the queen
/// is taken from d1 of the other board. In Chess960 a king castles to its rook's square.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coordinates().fmt(f)
    }
}

/// A move as coordinates give it, before a position says what it is.
///
/// `e1g1` may be castling or a king's walk, `e7e8` a promotion or a pawn that vanishes: only
/// [`Bughouse`](crate::Bughouse) can tell.
///
/// ```
/// use tandem_rules::{Coordinates, shakmaty::{Role, Square}};
///
/// let read: Coordinates = "e7e8q".parse()?;
/// assert_eq!(read, Coordinates::Walk {
///     from: Square::E7,
///     to: Square::E8,
///     becomes: Some((Role::Queen, None)),
/// });
/// assert!("e7-e8=Q".parse::<Coordinates>().is_err()); // that is notation: see tandem-notation
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

impl From<Move> for Coordinates {
    /// [`Move::coordinates`].
    fn from(m: Move) -> Coordinates {
        m.coordinates()
    }
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

/// As they are read: `e2e4`, `e7e8q`, `e7e8qd1`, `N@f3`.
impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Letter by letter: whoever is on move is sent a whole list of them, and `write!` costs more.
        let square = |f: &mut fmt::Formatter<'_>, square: Square| {
            f.write_char(square.file().char())?;
            f.write_char(square.rank().char())
        };
        match *self {
            Coordinates::Drop { role, to } => {
                f.write_char(role.upper_char())?;
                f.write_char('@')?;
                square(f, to)
            }
            Coordinates::Walk { from, to, becomes } => {
                square(f, from)?;
                square(f, to)?;
                let Some((role, taken)) = becomes else { return Ok(()) };
                f.write_char(role.char())?;
                taken.map_or(Ok(()), |taken| square(f, taken))
            }
        }
    }
}

/// Stored as coordinates plus a letter for what coordinates alone leave open:
/// `e` en passant, `c` castling, `r` castling with the rook on that square, `v` a pawn that vanishes.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Move::EnPassant { .. } => serializer.collect_str(&format_args!("{self}/e")),
            Move::Castle { king, rook } => {
                let kind = if is_usual(king, rook) { 'c' } else { 'r' };
                serializer.collect_str(&format_args!("{self}/{kind}"))
            }
            Move::Walk { promotion: Some(Promotion::Vanish), .. } => {
                serializer.collect_str(&format_args!("{self}/v"))
            }
            _ => serializer.collect_str(self),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Move {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
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
                let file = if to > from { File::H } else { File::A };
                Move::Castle { king: from, rook: Square::from_coords(file, from.rank()) }
            }
            (Coordinates::Walk { from, to, .. }, Some("r")) => {
                Move::Castle { king: from, rook: to }
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
pub type MoveList = SmallVec<[Move; 256]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_beside_the_rook_is_told_by_its_square() {
        let castle = Move::Castle { king: Square::F1, rook: Square::G1 };
        assert_eq!(Coordinates::from(castle).to_string(), "f1g1");
        assert!(castle.is_meant_by(castle.into()));
        let usual = Move::Castle { king: Square::E1, rook: Square::A1 };
        assert_eq!(Coordinates::from(usual).to_string(), "e1c1");
    }

    #[test]
    fn coordinates_are_read_or_refused() {
        assert!(matches!("e2e4".parse(), Ok(Coordinates::Walk { becomes: None, .. })));
        assert!(matches!(
            "e7e8qd1".parse(),
            Ok(Coordinates::Walk { becomes: Some((Role::Queen, Some(Square::D1))), .. })
        ));
        assert_eq!("N@f3".parse(), Ok(Coordinates::Drop { role: Role::Knight, to: Square::F3 }));
        for text in ["e2e4", "e7e8q", "e7e8qd1", "N@f3"] {
            assert_eq!(text.parse::<Coordinates>().map(|read| read.to_string()), Ok(text.into()));
        }
        for bad in ["", "e2", "e2e9", "K@e4", "e7e8qd", "é2e4", "N@", "xxxxx"] {
            assert_eq!(bad.parse::<Coordinates>(), Err(ParseCoordinatesError), "{bad}");
        }
    }
}
