//! Bytes in, lines out.

use super::telnet::{Heard, Telnet};

/// The longest line, in bytes.
const LONGEST: usize = 1023;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Bytes(Vec<u8>),
    /// A line that was longer than any can be; it is gone.
    TooLong,
    /// The client interrupts: it wants to go.
    Interrupt,
}

/// Puts lines together out of what comes, in whatever pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    telnet: Telnet,
    line: Vec<u8>,
    too_long: bool,
}

impl Lines {
    /// Reads more bytes: whole lines go to `take`, what must be sent back to `answer`.
    pub(crate) fn read(
        &mut self,
        bytes: &[u8],
        mut take: impl FnMut(Line),
        mut answer: impl FnMut([u8; 3]),
    ) {
        for byte in bytes {
            match self.telnet.take(*byte) {
                Heard::Byte(b'\n') => {
                    let line = std::mem::take(&mut self.line);
                    let too_long = std::mem::take(&mut self.too_long);
                    take(if too_long { Line::TooLong } else { Line::Bytes(line) });
                }
                Heard::Byte(b'\r' | 0) | Heard::Nothing => {}
                Heard::Byte(_) if self.line.len() >= LONGEST => self.too_long = true,
                Heard::Byte(byte) => self.line.push(byte),
                Heard::Answer(bytes) => answer(bytes),
                Heard::Interrupt => take(Line::Interrupt),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&[u8]]) -> (Vec<Line>, Vec<[u8; 3]>) {
        let (mut lines, mut found, mut answers) = (Lines::default(), Vec::new(), Vec::new());
        for chunk in chunks {
            lines.read(chunk, |line| found.push(line), |answer| answers.push(answer));
        }
        (found, answers)
    }

    fn line(text: &str) -> Line {
        Line::Bytes(text.as_bytes().to_vec())
    }

    #[test]
    fn telnet_in_the_middle_of_a_word_is_no_part_of_it() {
        let bytes = b"wh\xff\xfb\x1fo\r\ntel\xff\xfd\x06l\n\xff\xfa\x1f\x00\x50\xff\xf0x\xff\xff\n";
        let (lines, answers) = read(&[bytes]);
        assert_eq!(lines, [line("who"), line("tell"), Line::Bytes(b"x\xff".to_vec())]);
        assert_eq!(answers, [[0xff, 0xfb, 0x06]]);
        // The same in pieces of one byte.
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(&pieces), (lines, answers));
    }

    #[test]
    fn a_line_without_end_takes_no_room() {
        let long = vec![b'a'; 1 << 20];
        let (lines, _) = read(&[&long, b"\nwho\n"]);
        assert_eq!(lines, [Line::TooLong, line("who")]);
    }

    #[test]
    fn an_interrupt_is_heard_at_once() {
        assert_eq!(read(&[b"ab\xff\xf4"]).0, [Line::Interrupt]);
    }
}
