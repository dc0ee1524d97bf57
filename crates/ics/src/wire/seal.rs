//! Timeseal: lines that carry the moment at which the client sent them.
//!
//! A sealed line is 12n + 1 bytes: the text, hex 18, a stamp in decimal milliseconds, hex 19 and
//! filler, with some bytes of each twelve changed places and all changed by a key.

/// The key that every client has.
pub const KEY: &[u8; 50] = b"Timestamp (FICS) v1.0 - programmed by Henrik Gram.";

const TEXT_ENDS: u8 = 0x18;
const STAMP_ENDS: u8 = 0x19;
const BLOCK: usize = 12;
const SWAPS: [(usize, usize); 3] = [(0, 11), (2, 9), (4, 7)];

/// A line that was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    /// What it says.
    pub(crate) text: Vec<u8>,
    /// When the client says that it was sent, in milliseconds by the client's own clock.
    pub(crate) stamp: Option<i64>,
}

/// Opens a sealed line; none if it is not sealed.
pub(crate) fn open(line: &[u8]) -> Option<Opened> {
    let (last, body) = line.split_last()?;
    let offset = usize::from(last.checked_sub(0x80).filter(|offset| *offset < 50)?);
    let sealed = !body.is_empty() && body.len().is_multiple_of(BLOCK);
    if !sealed || !body.iter().all(|byte| (0x60..=0xdf).contains(byte)) {
        return None;
    }
    let mut bytes: Vec<u8> = body
        .iter()
        .enumerate()
        .map(|(at, byte)| (byte.wrapping_add(32) ^ KEY[(at + offset) % KEY.len()]) & 0x7f)
        .collect();
    for block in bytes.chunks_exact_mut(BLOCK) {
        SWAPS.iter().for_each(|(one, other)| block.swap(*one, *other));
    }
    let end = bytes.iter().position(|byte| *byte == TEXT_ENDS)?;
    let stamp: String = bytes[end + 1..]
        .iter()
        .take_while(|byte| **byte != STAMP_ENDS)
        .map(|byte| char::from(*byte))
        .collect();
    bytes.truncate(end);
    Some(Opened { text: bytes, stamp: stamp.parse().ok() })
}

/// Seals a line as clients do, for tests and for clients of one's own. The offset is below 50; the
/// line's end is not part of what comes back.
#[must_use]
pub fn seal(text: &str, stamp: i64, offset: u8) -> Vec<u8> {
    let mut bytes: Vec<u8> = text.bytes().map(|byte| byte & 0x7f).collect();
    bytes.push(TEXT_ENDS);
    bytes.extend(stamp.to_string().bytes());
    bytes.push(STAMP_ENDS);
    while !bytes.len().is_multiple_of(BLOCK) {
        bytes.push(b'1');
    }
    for block in bytes.chunks_exact_mut(BLOCK) {
        SWAPS.iter().for_each(|(one, other)| block.swap(*one, *other));
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        let key = KEY[(at + usize::from(offset % 50)) % KEY.len()];
        *byte = ((*byte | 0x80) ^ key).wrapping_sub(32);
    }
    bytes.push(0x80 + offset % 50);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_opened() {
        for text in ["", "TIMESTAMP|me|here|", "e2e4", "tell bob a rather long line of words"] {
            for offset in [0, 1, 49] {
                let opened = open(&seal(text, 123_456, offset));
                let text = text.as_bytes().to_vec();
                assert_eq!(opened, Some(Opened { text, stamp: Some(123_456) }));
            }
        }
    }

    #[test]
    fn other_lines_are_not_sealed() {
        for line in [&b""[..], b"who", b"guest", &[0x80; 13], &[0x90; 26], &[0xff; 13]] {
            assert_eq!(open(line), None, "{line:?}");
        }
    }
}
