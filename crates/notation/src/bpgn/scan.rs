//! Looking at bytes: what a word at the front of a slice is.

use tandem_rules::{Millis, Seat};

use super::game::{Clock, GameResult};

/// What a word that begins with a digit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    /// `12A.`, and how long it is.
    Number(u32, Seat, usize),
    /// `12.` or `12...`: no seat; whether it is Black's.
    Bare(u32, bool, usize),
    /// `1-0` and its kin.
    Result(GameResult, usize),
    /// Something else: castling with zeros, or nothing that is known.
    Word,
}

#[inline]
fn at(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
}

/// Reads a word that begins with a digit.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Digits {
    let mut number = 0_u32;
    let mut length = 0;
    while let digit @ b'0'..=b'9' = at(bytes, length) {
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        length += 1;
    }
    let dots = |from: usize| bytes[from..].iter().take_while(|byte| **byte == b'.').count();
    let seat = match at(bytes, length) {
        b'A' => Seat::WhiteA,
        b'a' => Seat::BlackA,
        b'B' => Seat::WhiteB,
        b'b' => Seat::BlackB,
        b'.' => {
            let dots = dots(length);
            return Digits::Bare(number, dots > 1, length + dots);
        }
        b'-' | b'/' => return result(bytes),
        _ => return Digits::Word,
    };
    match at(bytes, length + 1) {
        b'.' => Digits::Number(number, seat, length + 1 + dots(length + 1)),
        byte if ends_word(byte) => Digits::Number(number, seat, length + 1),
        _ => Digits::Word,
    }
}

#[cold]
fn result(bytes: &[u8]) -> Digits {
    const SIGNS: [(&[u8], GameResult); 4] = [
        (b"1-0", GameResult::One),
        (b"0-1", GameResult::Two),
        (b"1/2-1/2", GameResult::Draw),
        (b"1/2", GameResult::Draw),
    ];
    for (sign, result) in SIGNS {
        if bytes.starts_with(sign) && ends_word(at(bytes, sign.len())) {
            return Digits::Result(result, sign.len());
        }
    }
    Digits::Word
}

/// Whether a byte ends the word before it.
#[inline]
pub(super) fn ends_word(byte: u8) -> bool {
    const ENDS: [bool; 256] = {
        let mut table = [false; 256];
        let ends = b"\0 \t\r\n\x0b\x0c{}()[;";
        let mut i = 0;
        while i < ends.len() {
            table[ends[i] as usize] = true;
            i += 1;
        }
        table
    };
    ENDS[usize::from(byte)]
}

/// The length of the word at the front. `e8(Q)` is one word.
#[inline]
pub(super) fn word(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|byte| ends_word(*byte)).unwrap_or(bytes.len());
    if let [b'(', letter, b')', ..] = bytes[end..]
        && end >= 2
        && letter.is_ascii_alphabetic()
        && matches!(bytes[end - 1], b'1' | b'8')
    {
        return end + 3;
    }
    end
}

/// A comment that is nothing but a time left, without its opening brace: `113.257}`. Gives the
/// length with the closing brace.
#[inline]
pub(super) fn time_left(bytes: &[u8]) -> Option<(Millis, usize)> {
    let mut i = usize::from(at(bytes, 0) == b'-');
    let negative = i == 1;
    let first = i;
    let mut seconds = 0_i64;
    while let digit @ b'0'..=b'9' = at(bytes, i) {
        seconds = seconds * 10 + i64::from(digit - b'0');
        i += 1;
        if i - first > 12 {
            return None;
        }
    }
    if i == first {
        return None;
    }
    let mut millis = 0;
    if at(bytes, i) == b'.' {
        i += 1;
        let mut unit = 100;
        while let digit @ b'0'..=b'9' = at(bytes, i) {
            millis += i64::from(digit - b'0') * unit;
            unit /= 10;
            i += 1;
        }
    }
    if at(bytes, i) != b'}' {
        return None;
    }
    let time = Millis(seconds * 1000 + millis);
    Some((if negative { -time } else { time }, i + 1))
}

/// A clock in brackets at the front of a comment, `[%clk 0:00:01.6]` or `[ts=1.000]`, and what
/// follows it.
pub(super) fn bracketed_clock(text: &str) -> Option<(Clock, &str)> {
    let (inside, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let clock = if let Some(time) = inside.strip_prefix("%clk") {
        Clock::Left(hours(time.trim())?)
    } else {
        Clock::Since(inside.strip_prefix("ts=")?.trim().parse().ok()?)
    };
    Some((clock, rest))
}

/// Whether a comment would be read as a clock.
pub(super) fn is_clock(text: &str) -> bool {
    let closed = format!("{text}}}");
    time_left(closed.as_bytes()).is_some_and(|(_, length)| length == closed.len())
        || bracketed_clock(text).is_some()
}

/// `1:02:03.5`, `2:03.5` or `3.5`.
fn hours(text: &str) -> Option<Millis> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut total = Millis::ZERO;
    let mut parts = 0;
    for part in text.split(':') {
        let part: Millis = part.parse().ok().filter(|part: &Millis| part.0 >= 0)?;
        total = Millis(total.0.saturating_mul(60)) + part;
        parts += 1;
    }
    (parts <= 3).then_some(if negative { -total } else { total })
}

/// Whether a tag stands at the front: `[Name "`.
pub(super) fn is_tag(bytes: &[u8]) -> bool {
    tag_head(bytes).is_some()
}

/// The name of the tag at the front, and where its value begins.
pub(super) fn tag_head(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let rest = bytes.strip_prefix(b"[")?;
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let name = name.count();
    let blanks = rest[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    let quote = name + blanks.count();
    (name > 0 && rest[0].is_ascii_alphabetic() && at(rest, quote) == b'"')
        .then(|| (&rest[..name], quote + 2))
}

/// How long a quote is that ends a tag: the quote, blanks, and a bracket.
pub(super) fn closes_tag(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"\"")?;
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (at(rest, blanks) == b']').then_some(blanks + 2)
}

/// Whether a quote ends a tag and the next line or the next tag follows.
pub(super) fn surely_closes_tag(bytes: &[u8]) -> bool {
    closes_tag(bytes).is_some_and(|length| {
        let rest = &bytes[length..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        matches!(at(rest, blanks), b'\n' | 0) || is_tag(&rest[blanks..])
    })
}

/// Whether a game could begin here, at the start of a line: `1A.` and the like.
pub(super) fn is_first_move(bytes: &[u8]) -> bool {
    matches!(digits(bytes), Digits::Number(1, ..))
}

/// Whether a text ends with a move, as it does where a comment was never closed and the next
/// comment begins.
pub(super) fn ends_with_move(text: &[u8]) -> bool {
    let Some((rest, word)) = last_word(text) else { return false };
    if let Digits::Number(_, _, length) = digits(word) {
        // `12A.Nf3`: the number is glued to the move.
        return word[0].is_ascii_digit() && length < word.len();
    }
    last_word(rest).is_some_and(|(_, number)| {
        number[0].is_ascii_digit()
            && matches!(digits(number), Digits::Number(_, _, length) if length == number.len())
    })
}

/// The last word, if it is short and plain enough to be a move or its number, and what is before.
fn last_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    const LONGEST: usize = 12;
    let text = text.trim_ascii_end();
    let tail = &text[text.len().saturating_sub(LONGEST + 1)..];
    let length = tail.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let (rest, word) = text.split_at(text.len() - length);
    ((1..=LONGEST).contains(&length) && word.iter().all(u8::is_ascii_graphic))
        .then_some((rest, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_begin_with_a_digit() {
        assert_eq!(digits(b"12A. Nf3"), Digits::Number(12, Seat::WhiteA, 4));
        assert_eq!(digits(b"5b Nf3"), Digits::Number(5, Seat::BlackB, 2));
        assert_eq!(digits(b"3... e5"), Digits::Bare(3, true, 4));
        assert_eq!(digits(b"1-0"), Digits::Result(GameResult::One, 3));
        assert_eq!(digits(b"1/2-1/2\n"), Digits::Result(GameResult::Draw, 7));
        assert_eq!(digits(b"0-0"), Digits::Word);
        assert_eq!(digits(b"99999999999999999999A."), Digits::Number(u32::MAX, Seat::WhiteA, 22));
    }

    #[test]
    fn times() {
        assert_eq!(time_left(b"113.257}"), Some((Millis(113_257), 8)));
        assert_eq!(time_left(b"-0.576} x"), Some((Millis(-576), 7)));
        assert_eq!(time_left(b"59.9}"), Some((Millis(59_900), 5)));
        assert_eq!(time_left(b"}"), None);
        assert_eq!(time_left(b"12 }"), None);
        let clk = bracketed_clock("[%clk 0:00:01.6] good");
        assert_eq!(clk, Some((Clock::Left(Millis(1600)), " good")));
        assert_eq!(bracketed_clock("[ts=1.000]"), Some((Clock::Since(Millis(1000)), "")));
        assert_eq!(bracketed_clock("[60] kibitzes"), None);
    }

    #[test]
    fn an_unclosed_comment_is_known_by_the_move_before_the_next_brace() {
        assert!(ends_with_move(b"good 12a. Nf3 "));
        assert!(ends_with_move(b"good 12a.Nf3"));
        assert!(!ends_with_move(b"smile :"));
        assert!(!ends_with_move(b""));
    }
}
