//! Reading SAN by its form alone, with every habit of writing that real files show.

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{ParseSanError, San, SanPlus, Suffix};
use crate::letters::Letters;

impl San {
    /// Reads a move in English letters.
    ///
    /// Read as well: `e8Q`, `e8/Q`, `e8(Q)` and `e8=Qd1`; `0-0`; over-full `Nb1c3`, `Nb1-c3`;
    /// coordinates, `g1f3` (which man it is, the position tells); `xe6`; `@e3` and `p@e3` for a dropped pawn; `$146@g4` for `N@g4`; signs of check, mate
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
            && let Some((plus, length)) = plain(front(text), |byte| byte == 0)
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

/// What the first letter of a move tells: the kind of man in the last bits, and whether such a man
/// walks, is dropped, and has a letter at all.
const LEADS: [u8; 256] = {
    let mut table = [0; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Role::Pawn as u8 | WALKS;
        file += 1;
    }
    table[b'P' as usize] = Role::Pawn as u8 | DROPS | LETTER;
    table[b'N' as usize] = Role::Knight as u8 | WALKS | DROPS | LETTER;
    table[b'B' as usize] = Role::Bishop as u8 | WALKS | DROPS | LETTER;
    table[b'R' as usize] = Role::Rook as u8 | WALKS | DROPS | LETTER;
    table[b'Q' as usize] = Role::Queen as u8 | WALKS | DROPS | LETTER;
    table[b'K' as usize] = Role::King as u8 | WALKS | LETTER;
    table
};
const WALKS: u8 = 0x10;
const DROPS: u8 = 0x20;
const LETTER: u8 = 0x40;
const ROLES: [Role; 8] = {
    let mut roles = [Role::Pawn; 8];
    let mut i = 0;
    while i < Role::ALL.len() {
        roles[Role::ALL[i] as usize] = Role::ALL[i];
        i += 1;
    }
    roles
};

/// The moves that nearly all moves are, in English letters and as they should be written: `e4`,
/// `Nf3`, `exd5`, `Bxf7+`, `N@f3`, with their length. Anything else is left to [`Text`]. The word is
/// eight bytes, the first one lowest. The byte behind the move must end it; that is zero where the
/// text ends.
#[inline]
pub(crate) fn plain(word: u64, ends: impl Fn(u8) -> bool) -> Option<(SanPlus, usize)> {
    let at = |index: u32| (word >> (8 * index)) as u8;
    let lead = LEADS[usize::from(at(0))];
    let (drop, capture) = (at(1) == b'@', at(1) == b'x');
    let less_plain =
        || rarer(word, lead).and_then(|(san, length)| signed(word, san, length, &ends));
    if lead & (if drop { DROPS } else { WALKS }) == 0 {
        return less_plain();
    }
    let has_letter = lead & LETTER != 0;
    let target = if drop | capture { 2 } else { u32::from(has_letter) };
    let Some(to) = square(at(target), at(target + 1)) else { return less_plain() };
    let role = ROLES[usize::from(lead & 7)];
    let san = if drop {
        San::Drop { role, to }
    } else {
        let file =
            (capture & !has_letter).then(|| File::new(u32::from(at(0).wrapping_sub(b'a') & 7)));
        San::Walk { role, file, rank: None, capture, to, becomes: None }
    };
    signed(word, san, target + 2, ends)
}

/// The square of two bytes.
#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    ((file | rank) < 8).then(|| Square::new(u32::from(rank) * 8 + u32::from(file)))
}

/// A move of so many bytes with the sign behind it, if it ends there.
#[inline]
fn signed(word: u64, san: San, length: u32, ends: impl Fn(u8) -> bool) -> Option<(SanPlus, usize)> {
    let suffix = SIGNS[usize::from((word >> (8 * length)) as u8)];
    let length = length + u32::from(suffix != Suffix::None);
    ends((word >> (8 * length)) as u8).then_some((SanPlus { san, suffix }, length as usize))
}

const SIGNS: [Suffix; 256] = {
    let mut table = [Suffix::None; 256];
    table[b'+' as usize] = Suffix::Check;
    table[b'#' as usize] = Suffix::Mate;
    table
};

/// Moves that are still often written: castling, and a man that is told from its like: `Nbd2`, `R1xe4`.
#[cold]
fn rarer(word: u64, lead: u8) -> Option<(San, u32)> {
    let bytes = word.to_le_bytes();
    if bytes.starts_with(b"O-O-O") {
        return Some((San::Castle(CastlingSide::QueenSide), 5));
    }
    if bytes.starts_with(b"O-O") {
        return Some((San::Castle(CastlingSide::KingSide), 3));
    }
    if lead & (WALKS | LETTER) != WALKS | LETTER {
        return None;
    }
    let (file, rank) = (file(bytes[1]), rank(bytes[1]));
    if file.is_none() && rank.is_none() {
        return None;
    }
    let capture = bytes[2] == b'x';
    let target = 2 + usize::from(capture);
    let to = square(bytes[target], bytes[target + 1])?;
    let role = ROLES[usize::from(lead & 7)];
    Some((San::Walk { role, file, rank, capture, to, becomes: None }, target as u32 + 2))
}

/// The first eight bytes as one word, for [`plain`]; zeros are behind a short text.
fn front(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text[..length]);
    u64::from_le_bytes(bytes)
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
