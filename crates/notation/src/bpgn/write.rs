//! Writing games in one clean form.

use std::fmt::Write;

use tandem_rules::Millis;

use super::game::{Clock, Game, Line, Ply, Remark, Written};
use crate::letters::Letters;

/// Lines of moves are at most this long. A tag, or a single word, that is longer stays whole.
pub const LINE_WIDTH: usize = 80;

/// Writes a game: tags in the standard order, one a line; an empty line; the moves in lines of at
/// most 80 characters, each with seat and milliseconds; the closing comment and the result; an
/// empty line.
///
/// ```
/// use tandem_notation::Letters;
/// use tandem_notation::bpgn::{Reader, write_game};
///
/// let text = "[WhiteA \"Ann\"]\n1A. e4{179.5} 1a. e5 {178} {Ann resigns} 0-1";
/// let game = Reader::new(text.as_bytes()).next().expect("one game")?;
/// let clean = write_game(&game, Letters::English);
/// assert_eq!(Reader::new(clean.as_bytes()).next().expect("the same")?, game);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn write_game(game: &Game, letters: Letters) -> String {
    let mut text = String::with_capacity(1024 + game.main.plies.len() * 24);
    for tag in game.tags.in_order() {
        let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{} \"{value}\"]", tag.name);
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut page = Page { text, column: 0, letters, bare: game.one_board, opened: 0 };
    page.line(&game.main);
    page.newline();
    if let Some(ending) = &game.ending {
        page.comment("", ending);
    }
    page.word(game.result.sign());
    page.text.push_str("\n\n");
    page.text
}

struct Page {
    text: String,
    column: usize,
    letters: Letters,
    /// Whether seats are left out.
    bare: bool,
    /// Parentheses that wait for the word they stand before.
    opened: usize,
}

impl Page {
    fn newline(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Writes a word that is not broken, on a new line if there is no room.
    fn word(&mut self, word: &str) {
        let width = self.opened + word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > LINE_WIDTH {
                self.newline();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.extend(std::iter::repeat_n('(', self.opened));
        self.opened = 0;
        self.text.push_str(word);
        self.column += width;
    }

    fn line(&mut self, line: &Line) {
        for remark in &line.before {
            self.remark(remark);
        }
        let mut after_white = None;
        for ply in &line.plies {
            let number = ply.number;
            let follows = after_white == Some(number.number)
                && !number.color().is_white()
                && matches!(ply.written, Written::San(_));
            self.ply(ply, follows);
            after_white =
                (number.color().is_white() && ply.remarks.is_empty()).then_some(number.number);
            for remark in &ply.remarks {
                self.remark(remark);
            }
        }
    }

    /// Writes a half-move; a score of one board leaves the number of a reply out.
    fn ply(&mut self, ply: &Ply, follows: bool) {
        let mut word = String::with_capacity(32);
        let number = ply.number.number;
        let _ = match (self.bare, ply.number.color().is_white()) {
            (false, _) => write!(word, "{}. ", ply.number),
            (true, false) if follows => Ok(()),
            (true, true) => write!(word, "{number}. "),
            (true, false) => write!(word, "{number}... "),
        };
        match &ply.written {
            Written::San(plus) => {
                let _ = write!(word, "{}", plus.display(self.letters));
                word.push_str(ply.glyph.map_or("", super::Glyph::sign));
            }
            Written::Unread(text) => {
                word.push_str(text);
                if let Some(glyph) = ply.glyph {
                    // A sign would become part of the word.
                    let _ = write!(word, " ${}", glyph as u16 + 1);
                }
            }
        }
        match ply.clock {
            Some(Clock::Left(time)) => {
                let _ = write!(word, " {{{}}}", thousandths(time));
            }
            Some(Clock::Since(time)) => {
                let _ = write!(word, " {{[ts={}]}}", thousandths(time));
            }
            None => {}
        }
        self.word(&word);
    }

    fn remark(&mut self, remark: &Remark) {
        match remark {
            Remark::Comment(text) => self.comment("C:", text),
            Remark::Annotation(text) => self.comment("A:", text),
            Remark::Diagram(text) => self.comment("D:", text),
            Remark::Request(text) => self.comment("R:", text),
            Remark::Plain(text) => self.comment("", text),
            Remark::Nag(number) => self.word(&format!("${number}")),
            Remark::DrawOffer => self.word("(=)"),
            Remark::Variation(line) => {
                self.opened += 1;
                self.line(line);
                self.close();
            }
        }
    }

    fn close(&mut self) {
        if self.opened > 0 {
            // A variation with nothing in it.
            self.word("");
        }
        if self.column + 1 > LINE_WIDTH {
            self.newline();
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Writes a comment. It is folded only after a space and before a word, where the reader
    /// unfolds it.
    fn comment(&mut self, kind: &str, text: &str) {
        let mut lines = text.split('\n');
        self.folded(&format!("{{{kind}{}", lines.next().unwrap_or_default()), true);
        for line in lines {
            // A line break of the comment's own.
            self.text.push('\n');
            self.column = 0;
            self.folded(line, false);
        }
        self.text.push('}');
        self.column += 1;
    }

    fn folded(&mut self, text: &str, is_word: bool) {
        let mut pieces = pieces(text);
        if is_word && let Some(first) = pieces.next() {
            self.word(first);
        }
        for piece in pieces {
            // One column is kept for the brace that closes the comment. A bracket at the start
            // of a line could pass for a tag.
            if self.column + piece.trim_end().chars().count() + 1 > LINE_WIDTH
                && self.text.ends_with(' ')
                && piece.starts_with(|c: char| !c.is_whitespace() && c != '[')
            {
                self.text.push('\n');
                self.column = 0;
            }
            self.text.push_str(piece);
            self.column += piece.chars().count();
        }
    }
}

/// Cuts a text after every run of spaces.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let word = rest.find(' ').unwrap_or(rest.len());
        let spaces = rest[word..].find(|c| c != ' ').unwrap_or(rest.len() - word);
        let (piece, after) = rest.split_at(word + spaces);
        rest = after;
        Some(piece)
    })
}

/// Seconds with three decimals.
fn thousandths(time: Millis) -> String {
    let size = time.0.unsigned_abs();
    let sign = if time.0 < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", size / 1000, size % 1000)
}
