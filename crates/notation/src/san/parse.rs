//! Reading SAN by its form alone, with every habit of writing that real files show.

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{ParseSanError, San, SanPlus, Suffix};
use crate::letters::Letters;

impl San {
    /// Reads a move in English letters.
    ///
    /// Read as well: `e8Q`, `e8/Q`, `e8(Q)` and `e8=Qd1`; `0-0`; over-full `Nb1c3`, `Nb1-c3`;
    /// `xe6`; `@e3` and `p@e3` for a dropped pawn; `$146@g4` for `N@g4`; signs of check, mate
    /// and judgement after the move.
    ///
    /// # Errors
    /// The text is no move.
    pub fn parse(text: &str) -> Result<San, ParseSanError> {
        SanPlus::from_ascii(text.trim().as_bytes(), Letters::English).map(|plus| plus.san)
    }
}

impl SanPlus {
    /// Reads a move in the letters of a language, with its sign of check or mate. Signs of
    /// judgement are read over.
    ///
    /// # Errors
    /// The text is no move.
    pub fn from_ascii(text: &[u8], letters: Letters) -> Result<SanPlus, ParseSanError> {
        let (plus, rest) = SanPlus::prefix(text, letters)?;
        if rest.iter().all(|byte| b"!?".contains(byte)) {
            Ok(plus)
        } else {
            Err(ParseSanError::Rest)
        }
    }

    /// Reads a move at the beginning of a text; what follows its sign of check or mate is given
    /// back.
    ///
    /// # Errors
    /// The text begins with no move.
    pub fn prefix(text: &[u8], letters: Letters) -> Result<(SanPlus, &[u8]), ParseSanError> {
        if letters == Letters::English
            && let Some((plus, length)) = plain(text, |byte| byte == 0)
        {
            return Ok((plus, &text[length..]));
        }
        let mut text = Text { bytes: text, letters };
        if text.bytes.is_empty() {
            return Err(ParseSanError::Empty);
        }
        let san = text.san()?;
        text.skip(b"e.p.");
        let suffix = text.suffix();
        Ok((SanPlus { san, suffix }, text.bytes))
    }
}

/// The moves that nearly all moves are, in English letters and as they should be written: `e4`,
/// `Nf3`, `exd5`, `Bxf7+`, `N@f3`, with their length. Anything else is left to [`Text`]. The byte behind
/// the move must end it; that is zero where the text ends.
#[inline]
pub(crate) fn plain(text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(SanPlus, usize)> {
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let square = |index: usize| {
        let (file, rank) = (at(index).wrapping_sub(b'a'), at(index + 1).wrapping_sub(b'1'));
        (file < 8 && rank < 8).then(|| Square::new(u32::from(rank) * 8 + u32::from(file)))
    };
    let walk =
        |role, file, capture, to| San::Walk { role, file, rank: None, capture, to, becomes: None };
    let role = match at(0) {
        b'a'..=b'h' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'P' if at(1) == b'@' => Role::Pawn,
        _ => return None,
    };
    let (san, length) = match (role, at(1)) {
        (Role::King, b'@') => return None,
        (role, b'@') => (San::Drop { role, to: square(2)? }, 4),
        (Role::Pawn, b'x') => {
            let file = File::new(u32::from(at(0) - b'a'));
            (walk(role, Some(file), true, square(2)?), 4)
        }
        (Role::Pawn, _) => (walk(role, None, false, square(0)?), 2),
        (role, b'x') => (walk(role, None, true, square(2)?), 4),
        (role, _) => (walk(role, None, false, square(1)?), 3),
    };
    let (suffix, length) = match at(length) {
        byte if ends(byte) => return Some((SanPlus { san, suffix: Suffix::None }, length)),
        b'+' => (Suffix::Check, length + 1),
        b'#' => (Suffix::Mate, length + 1),
        _ => return None,
    };
    ends(at(length)).then_some((SanPlus { san, suffix }, length))
}

/// What is left to read.
struct Text<'a> {
    bytes: &'a [u8],
    letters: Letters,
}

impl Text<'_> {
    fn at(&self, index: usize) -> u8 {
        self.bytes.get(index).copied().unwrap_or(0)
    }

    fn skip(&mut self, word: &[u8]) -> bool {
        match self.bytes.strip_prefix(word) {
            Some(rest) => {
                self.bytes = rest;
                true
            }
            None => false,
        }
    }

    fn san(&mut self) -> Result<San, ParseSanError> {
        match self.at(0) {
            // The plain pawn move, the most common of all.
            file @ b'a'..=b'h' if self.at(1) != b'@' => self.walk_rest(Role::Pawn, file),
            b'O' | b'0' | b'o' => self.castle(),
            b'@' => self.drop(Role::Pawn, 1),
            // A program that imported chess.com games wrote N, the sign of a novelty, as NAG 146.
            b'$' if self.bytes.starts_with(b"$146@") => self.drop(Role::Knight, 5),
            letter if self.at(1) == b'@' => {
                let role = self.role(letter).ok_or(ParseSanError::NoMove)?;
                self.drop(role, 2)
            }
            b'x' | b':' => self.walk_rest(Role::Pawn, b'x'),
            letter => {
                // A pawn that walks has no letter: `Pf3` is a Dutch knight and nothing else.
                let role = self.letters.role(letter).filter(|role| *role != Role::Pawn);
                let role = role.ok_or(ParseSanError::NoMove)?;
                self.bytes = &self.bytes[1..];
                let first = self.at(0);
                self.walk_rest(role, first)
            }
        }
    }

    /// The man of a letter, small letters allowed: only before `@` and after `=`.
    fn role(&self, letter: u8) -> Option<Role> {
        self.letters.role(letter.to_ascii_uppercase())
    }

    fn drop(&mut self, role: Role, skip: usize) -> Result<San, ParseSanError> {
        if role == Role::King {
            return Err(ParseSanError::King);
        }
        let square = self.bytes.get(skip..skip + 2).and_then(|pair| Square::from_ascii(pair).ok());
        let to = square.ok_or(ParseSanError::NoMove)?;
        self.bytes = &self.bytes[skip + 2..];
        Ok(San::Drop { role, to })
    }

    fn castle(&mut self) -> Result<San, ParseSanError> {
        let o = self.at(0);
        if self.skip(&[o, b'-', o, b'-', o]) {
            Ok(San::Castle(CastlingSide::QueenSide))
        } else if self.skip(&[o, b'-', o]) {
            Ok(San::Castle(CastlingSide::KingSide))
        } else {
            Err(ParseSanError::NoMove)
        }
    }

    /// From the origin, if any is written, to the promotion.
    fn walk_rest(&mut self, role: Role, first: u8) -> Result<San, ParseSanError> {
        // `e4` and `Nf3`: nothing but a target.
        let mut origin = (None, None);
        let mut capture = false;
        let mut target = None;
        if let (Some(file), Some(rank)) = (file(first), rank(self.at(1))) {
            self.bytes = &self.bytes[2..];
            target = Some(Square::from_coords(file, rank));
            if !matches!(self.at(0), b'a'..=b'h' | b'x' | b':' | b'-') {
                return self.end(role, origin, capture, Square::from_coords(file, rank));
            }
        }
        // Anything else names an origin first: `exd5`, `Nbd2`, `N5f3`, `Nb1c3`, `xe6`.
        match target {
            Some(square) => origin = (Some(square.file()), Some(square.rank())),
            None => {
                if let Some(file) = file(self.at(0)) {
                    origin.0 = Some(file);
                    self.bytes = &self.bytes[1..];
                } else if let Some(rank) = rank(self.at(0)) {
                    origin.1 = Some(rank);
                    self.bytes = &self.bytes[1..];
                }
            }
        }
        if self.skip(b"x") || self.skip(b":") {
            capture = true;
        } else {
            self.skip(b"-");
        }
        match (file(self.at(0)), rank(self.at(1))) {
            (Some(file), Some(rank)) => {
                self.bytes = &self.bytes[2..];
                self.end(role, origin, capture, Square::from_coords(file, rank))
            }
            _ => Err(ParseSanError::NoMove),
        }
    }

    fn end(
        &mut self,
        role: Role,
        (file, rank): (Option<File>, Option<Rank>),
        capture: bool,
        to: Square,
    ) -> Result<San, ParseSanError> {
        let becomes = if role == Role::Pawn { self.promotion()? } else { None };
        Ok(San::Walk { role, file, rank, capture, to, becomes })
    }

    fn promotion(&mut self) -> Result<Option<(Role, Option<Square>)>, ParseSanError> {
        let (sign, letter) = match self.at(0) {
            sign @ (b'=' | b'/' | b'(') => (Some(sign), self.at(1)),
            letter => (None, letter),
        };
        let role = match sign {
            Some(_) => self.role(letter),
            None => self.letters.role(letter),
        };
        match role {
            // `(=)` is a draw offer, and a bare `=` is read over as one.
            None => return Ok(None),
            Some(Role::King | Role::Pawn) => return Err(ParseSanError::King),
            Some(_) => {}
        }
        self.bytes = &self.bytes[1 + usize::from(sign.is_some())..];
        let square = self.bytes.get(..2).and_then(|pair| Square::from_ascii(pair).ok());
        if square.is_some() {
            self.bytes = &self.bytes[2..];
        }
        if sign == Some(b'(') {
            self.skip(b")");
        }
        Ok(role.map(|role| (role, square)))
    }

    fn suffix(&mut self) -> Suffix {
        let mut suffix = Suffix::None;
        loop {
            suffix = match (self.at(0), suffix) {
                (b'+', Suffix::None) => Suffix::Check,
                (b'+' | b'#', _) => Suffix::Mate,
                _ => return suffix,
            };
            self.bytes = &self.bytes[1..];
        }
    }
}

fn file(letter: u8) -> Option<File> {
    letter.is_ascii_lowercase().then(|| File::from_char(char::from(letter))).flatten()
}

fn rank(digit: u8) -> Option<Rank> {
    Rank::from_char(char::from(digit))
}
