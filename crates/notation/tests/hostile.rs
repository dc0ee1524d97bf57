//! Input that means harm, or nothing at all: no panic, no blow-up, a sentence about it.

use std::io::{self, Read};

use tandem_notation::bpgn::{Game, Reader};

/// A megabyte of anything is read in a fraction of a second; were the time to grow with the
/// square of the length, these tests would take hours.
fn read(text: &[u8]) -> (Vec<Game>, Vec<String>) {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while let Some(game) = reader.read_game().expect("bytes are readable") {
        games.push(game);
    }
    let stray = reader.stray_problems().iter().map(ToString::to_string).collect();
    (games, stray)
}

#[test]
fn a_megabyte_of_one_byte() {
    for byte in 0..=255_u8 {
        let size = if b"({[}]);$%*1A \n\"\\".contains(&byte) { 1 << 20 } else { 1 << 14 };
        read(&vec![byte; size]);
        let mut in_a_game = b"[Event \"x\"]\n1A. e4 ".to_vec();
        in_a_game.resize(size, byte);
        let (games, _) = read(&in_a_game);
        assert!(!games.is_empty(), "{byte}");
    }
}

#[test]
fn a_megabyte_of_short_words() {
    for word in [
        "1A. ",
        "1A.e4 ",
        "e4 ",
        "{} ",
        "{1} ",
        "(1A.e4 ",
        "() ",
        "(=) ",
        "$1 ",
        "[x \"",
        "[x \"y\"]",
        "1A. P@e4 {1}{2}",
        "[",
        "]\n",
        "{\n",
        "}{",
        "{1A. e4 {",
        "1-0 ",
        "* ",
        "\\",
        "\"]",
        "1.",
        "1.e4 ",
        "$146@g4 ",
        "\n[Event \"x\"]\n1A. D@e4 ",
        "{[%clk ",
        "½-½ ",
        "; {\n",
        "%\n",
    ] {
        let text = word.repeat((1 << 20) / word.len());
        read(text.as_bytes());
    }
}

#[test]
fn deep_variations_are_refused_and_the_next_game_is_read() {
    let mut text = "1A. e4 ".to_owned();
    text.push_str(&"(".repeat(1 << 20));
    text.push_str("\n[Event \"next\"]\n1A. d4 *");
    let (games, _) = read(text.as_bytes());
    assert_eq!(games.len(), 2);
    let error = games[0].error().expect("an error");
    assert_eq!(error.to_string(), "move 1A: variations are nested more than 100 deep");
    assert!(games[1].error().is_none());
}

#[test]
fn a_hundred_megabytes_on_one_line() {
    /// One line without end, made as it is read.
    struct Line {
        piece: &'static [u8],
        at: usize,
        left: usize,
    }
    impl Read for Line {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = buffer.len().min(self.left).min(self.piece.len() - self.at);
            buffer[..size].copy_from_slice(&self.piece[self.at..self.at + size]);
            self.at = (self.at + size) % self.piece.len();
            self.left -= size;
            Ok(size)
        }
    }
    let games = b"[Event \"one\"] 1A. e4 {60} 1a. e5 {59.5} {C:fine} {Bob resigns} 1-0 ";
    let line = Line { piece: games, at: 0, left: games.len() * 100_000 };
    assert_eq!(Reader::new(line).filter(Result::is_ok).count(), 100_000);
    // A single game without end is given up early, and the rest is skipped.
    for piece in [&b"1A. e4 {60} "[..], b"{never ", b"x", b"[Event \"", b"1A. e4 {C:fine} "] {
        let line = Line { piece, at: 0, left: 100 << 20 };
        let mut reader = Reader::new(line);
        let mut games = 0;
        while let Some(game) = reader.read_game().expect("readable") {
            games += 1;
            assert!(games > 1_000 || game.main.plies.len() < 1 << 20);
            if games > 1_000 {
                break;
            }
        }
    }
}

#[test]
fn what_is_no_game_is_named() {
    let (games, stray) = read(b"This is a letter.\n\nDear Ann, come and play.\n");
    assert!(games.is_empty());
    assert_eq!(stray[0], "'This' is not a move, comment or result");
    let (games, stray) = read(b"\x7fELF\x02\x01\x01\0\0\0");
    assert!(games.is_empty());
    assert!(!stray.is_empty());
    let (games, stray) = read(b"");
    assert!(games.is_empty() && stray.is_empty());
}

#[test]
fn an_input_that_breaks_off_is_told_after_the_games_before_it() {
    struct Broken(&'static [u8]);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let size = self.0.len().min(buffer.len());
            buffer[..size].copy_from_slice(&self.0[..size]);
            self.0 = &self.0[size..];
            Ok(size)
        }
    }
    let text = b"[Event \"one\"]\n1A. e4 {60} *\n[Event \"two\"]\n1A. d4 {6";
    let read: Vec<_> = Reader::new(Broken(text)).collect();
    assert_eq!(read.len(), 2);
    assert!(read[0].is_ok() && read[1].is_err());
}
