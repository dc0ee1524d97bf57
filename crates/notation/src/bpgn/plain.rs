//! A half-move as nearly all of them stand, `12A. Nf3{113.257}`, read eight bytes at a time.
//!
//! Which letter comes next is as good as random, and a processor pays for each guess that was wrong:
//! so bytes are compared side by side in words, and what they mean comes out of tables. Whatever
//! stands otherwise is left to the reader, item by item.

use tandem_rules::{Millis, Seat};

use super::game::Clock;
use super::problem::MoveNumber;
use super::scan;
use crate::san::{SanPlus, plain};

/// How many bytes are looked at: no such half-move is longer.
pub(super) const LONGEST: usize = 48;

/// A half-move and where its parts are.
pub(super) struct PlainPly {
    pub(super) number: MoveNumber,
    pub(super) plus: SanPlus,
    pub(super) clock: Option<Clock>,
    /// Where the move begins and ends.
    pub(super) word: (usize, usize),
    /// How long all of it is.
    pub(super) length: usize,
}

const EACH: u64 = 0x0101_0101_0101_0101;

fn eight(bytes: &[u8; LONGEST], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|eight| u64::from_le_bytes(*eight))
}

/// How many digits stand at the front of eight bytes, and the bytes as numbers where they are digits.
#[inline]
fn digits(eight: u64) -> (u32, u64) {
    let values = eight ^ (EACH * u64::from(b'0'));
    let others = (values.wrapping_add(EACH * (0x7f - 9)) | values) & (EACH * 0x80);
    (others.trailing_zeros() / 8, values)
}

/// The number of so many digits, 1 to 8, that stand at the front.
#[inline]
fn number(count: u32, values: u64) -> u64 {
    // Zeros are put before them; then neighbours join to pairs, pairs to fours, fours to the whole.
    let eight = values << (64 - 8 * count);
    let pairs = (eight.wrapping_mul(10).wrapping_add(eight >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

const SEATS: [Option<Seat>; 256] = {
    let mut table = [None; 256];
    table[b'A' as usize] = Some(Seat::WhiteA);
    table[b'a' as usize] = Some(Seat::BlackA);
    table[b'B' as usize] = Some(Seat::WhiteB);
    table[b'b' as usize] = Some(Seat::BlackB);
    table
};

/// Reads the half-move at the front, if it stands as nearly all do, in English letters.
#[inline]
pub(super) fn ply(bytes: &[u8; LONGEST]) -> Option<PlainPly> {
    let front = eight(bytes, 0)?;
    let (count, values) = digits(front);
    if !(1..=3).contains(&count) {
        return None;
    }
    let behind = front >> (8 * count);
    let seat = SEATS[usize::from(behind as u8)]?;
    if (behind >> 8) as u8 != b'.' {
        return None;
    }
    let number = MoveNumber { number: number(count, values) as u32, seat };
    let dot = count as usize + 2;
    let begin = dot + usize::from((behind >> 16) as u8 == b' ');
    // `e8(Q)` is one word: what a parenthesis follows is looked at again.
    let ends = |byte| scan::ends_word(byte) && byte != b'(';
    let (plus, length) = plain(eight(bytes, begin)?, ends)?;
    let end = begin + length;
    let brace = end + usize::from(bytes[end] == b' ');
    let mut ply = PlainPly { number, plus, clock: None, word: (begin, end), length: end };
    if bytes[brace] == b'{'
        && let Some((time, length)) = time_left(bytes, brace + 1)
    {
        ply.clock = Some(Clock::Left(time));
        ply.length = brace + 1 + length;
    }
    Some(ply)
}

/// The time `113.257}` at a place, with its length; any other way of writing it is asked for too.
#[inline]
fn time_left(bytes: &[u8; LONGEST], at: usize) -> Option<(Millis, usize)> {
    let (count, values) = digits(eight(bytes, at)?);
    let behind = &bytes[at + count as usize..];
    if count == 0 || behind[0] != b'.' {
        return scan::time_left(&bytes[at..]);
    }
    let thousandths =
        u32::from_le_bytes(*behind[1..].first_chunk()?) ^ u32::from_le_bytes(*b"000}");
    let others = (thousandths.wrapping_add(0x0076_7676) | thousandths) & 0xff80_8080;
    if others != 0 {
        return scan::time_left(&bytes[at..]);
    }
    let digit = |place: u32| i64::from((thousandths >> (8 * place)) as u8);
    let seconds = number(count, values) as i64;
    let millis = seconds * 1000 + digit(0) * 100 + digit(1) * 10 + digit(2);
    Some((Millis(millis), count as usize + 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Option<Clock>, usize)> {
        let mut bytes = [b'x'; LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let ply = ply(&bytes)?;
        let word = &text[ply.word.0..ply.word.1];
        assert_eq!(word, ply.plus.to_string());
        Some((format!("{} {word}", ply.number), ply.clock, ply.length))
    }

    #[test]
    fn a_number_a_move_and_its_time_are_read_at_once() {
        let left = |millis| Some(Clock::Left(Millis(millis)));
        for (text, ply, clock, length) in [
            ("12A. Nf3{113.257} ", "12A Nf3", left(113_257), 17),
            ("9b.exd5+ {1.005}", "9b exd5+", left(1_005), 16),
            ("105a. P@e4#{59.9} ", "105a P@e4#", left(59_900), 17),
            ("2B. Qxh7 {-0.576}\n", "2B Qxh7", left(-576), 17),
            ("3A. e4{12345678.999}", "3A e4", left(12_345_678_999), 20),
            ("3A. e4{1234567.999}", "3A e4", left(1_234_567_999), 19),
            ("3A. e4{7} ", "3A e4", left(7_000), 9),
            ("7A. Kf2 {good}", "7A Kf2", None, 7),
            ("7A. Kf2\n8A.", "7A Kf2", None, 7),
            ("2b. Nbd7{9.500} ", "2b Nbd7", left(9_500), 15),
            ("31B. R1xe4# ", "31B R1xe4#", None, 11),
            ("6a. O-O {7}", "6a O-O", left(7_000), 11),
            ("6a. O-O-O+\n", "6a O-O-O+", None, 10),
        ] {
            assert_eq!(read(text), Some((ply.to_owned(), clock, length)), "{text}");
        }
        for other in
            ["1234A. e4 ", "1. e4 ", "A. e4 ", "12A e4 ", "2A. Nb1d2 ", "2A. e8(Q) ", "2A.. e4 "]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
