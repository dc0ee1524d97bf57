//! The streaming reader: bytes in, games out, one at a time and in constant memory.

use std::borrow::Cow;
use std::io::{self, Read};

use super::builder::{Builder, MAX_DEPTH};
use super::game::{Clock, Game, GameResult, Remark};
use super::input::{Input, WINDOW};
use super::plain;
use super::problem::{MoveNumber, Place, Problem, ReadFault};
use super::scan::{self, Digits};
use super::tags;
use super::text::{decode, shorten};
use crate::letters::Letters;

/// No game has more text than this. What is longer is not one game, and is skipped.
pub const MAX_GAME_BYTES: usize = 2 * 1024 * 1024;

/// Reads games of BPGN, one after the other.
///
/// A game that is wrong is still given, with its [`Game::problems`]; the reader goes on with the
/// next. Only an error of the input itself ends the reading.
///
/// ```
/// use tandem_notation::bpgn::Reader;
///
/// let text = "[WhiteA \"Ann\"]\n1A. e4{179.5} 1a. e5 {178} {Ann resigns} 0-1";
/// let games = Reader::new(text.as_bytes()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(games[0].main.plies.len(), 2);
/// assert_eq!(games[0].ending.as_deref(), Some("Ann resigns"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    input: Input<R>,
    letters: Option<Letters>,
    /// The longest game that is read, in bytes.
    longest: usize,
    /// A comment or a tag while it is read.
    scratch: Vec<u8>,
    /// Problems outside of any game.
    stray: Vec<Problem>,
    started: bool,
    done: bool,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoesOn,
    Over,
}

use Flow::{GoesOn, Over};

impl<R: Read> Reader<R> {
    /// A reader that finds out for each game in whose letters it is written.
    pub fn new(source: R) -> Reader<R> {
        Reader::with_letters(source, None)
    }

    /// A reader for the letters of one language, if it is told which.
    pub fn with_letters(source: R, letters: Option<Letters>) -> Reader<R> {
        Reader {
            input: Input::new(source),
            letters,
            longest: MAX_GAME_BYTES,
            scratch: Vec::new(),
            stray: Vec::new(),
            started: false,
            done: false,
        }
    }

    /// Games are at most so long (in bytes), for those who read what strangers send.
    #[must_use]
    pub fn with_longest(self, longest: usize) -> Reader<R> {
        Reader { longest: longest.min(MAX_GAME_BYTES), ..self }
    }

    /// What was wrong behind the last game; what is wrong between games is told with the next.
    pub fn stray_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.stray)
    }

    /// How many bytes have been read.
    pub fn bytes_read(&self) -> u64 {
        self.input.offset()
    }

    /// Reads the next game.
    ///
    /// # Errors
    /// The input can't be read any further. The game in which it broke off is lost.
    pub fn read_game(&mut self) -> io::Result<Option<Game>> {
        while !self.done {
            let mut builder = Builder::new(self.letters);
            if let Err(error) = self.read_into(&mut builder) {
                self.done = true;
                return Err(error);
            }
            match builder.finish() {
                Ok(mut game) => {
                    game.problems.splice(0..0, self.stray.drain(..));
                    return Ok(Some(game));
                }
                Err(problems) => self.stray.extend(problems),
            }
        }
        Ok(None)
    }

    fn read_into(&mut self, builder: &mut Builder) -> io::Result<()> {
        self.input.ensure()?;
        if !self.started {
            self.started = true;
            if self.input.rest().starts_with(b"\xef\xbb\xbf") {
                self.input.skip(3);
            }
        }
        let begin = self.input.offset();
        loop {
            self.input.ensure()?;
            let game = match self.input.byte() {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.input.skip(1);
                    continue;
                }
                b'\n' => {
                    self.input.skip_newline();
                    continue;
                }
                0 if self.input.at_end() => {
                    self.done = true;
                    Over
                }
                byte => {
                    let place = self.input.place();
                    builder.reach(place);
                    match byte {
                        b'0'..=b'9' if self.plain_plies(builder, begin) => GoesOn,
                        b'0'..=b'9' => self.digits(builder, place)?,
                        b'{' => self.comment(builder)?,
                        byte => self.item(byte, builder, place)?,
                    }
                }
            };
            if game == Over {
                return Ok(());
            }
            if self.input.offset() - begin > self.longest as u64 {
                builder.fault(self.input.place(), ReadFault::TooLong(self.longest));
                return self.skip_game();
            }
        }
    }

    /// Reads an item of a game that begins with neither a digit nor a brace.
    fn item(&mut self, byte: u8, builder: &mut Builder, place: Place) -> io::Result<Flow> {
        match byte {
            b'[' => return self.tag(builder),
            b'(' if self.input.rest().starts_with(b"(=)") => {
                self.input.skip(3);
                builder.remark(Remark::DrawOffer);
            }
            b'(' => {
                self.input.skip(1);
                if !builder.open(place) {
                    builder.fault(place, ReadFault::TooDeep(MAX_DEPTH));
                    self.skip_game()?;
                    return Ok(Over);
                }
            }
            b')' => {
                self.input.skip(1);
                builder.close(place);
            }
            b'}' => {
                self.input.skip(1);
                builder.fault(place, ReadFault::StrayBrace);
            }
            b'*' => {
                self.input.skip(1);
                return self.result(GameResult::Unknown, builder);
            }
            b';' => self.rest_of_line(builder, true)?,
            b'%' if self.input.at_line_start() => self.rest_of_line(builder, false)?,
            b'$' => self.dollar(builder),
            0 => {
                builder.fault(place, ReadFault::Binary);
                self.skip_game()?;
                return Ok(Over);
            }
            0xc2 if self.input.rest().starts_with("½-½".as_bytes()) => {
                self.input.skip("½-½".len());
                return self.result(GameResult::Draw, builder);
            }
            _ => return self.word(builder),
        }
        Ok(GoesOn)
    }

    fn word(&mut self, builder: &mut Builder) -> io::Result<Flow> {
        let place = self.input.place();
        let rest = self.input.rest();
        let length = scan::word(rest).max(1);
        if length >= WINDOW {
            builder.fault(place, ReadFault::LongWord(WINDOW));
            self.skip_game()?;
            return Ok(Over);
        }
        builder.word(&rest[..length], place);
        self.input.skip(length);
        Ok(GoesOn)
    }

    /// Reads half-moves for as long as they stand as nearly all do; false if none did.
    fn plain_plies(&mut self, builder: &mut Builder, begin: u64) -> bool {
        if !builder.takes_plain() {
            return false;
        }
        let most = (self.longest as u64).saturating_sub(self.input.offset() - begin) as usize;
        let rest = self.input.rest();
        let mut place = self.input.place();
        let (mut from, mut read) = (0, 0);
        while let Some(bytes) = rest[from..].first_chunk()
            && let Some(ply) = plain::ply(bytes)
            && !(ply.number.number == 1 && builder.has_begun(ply.number.seat))
        {
            place.column = place.column.saturating_add((from - read) as u32);
            builder.plain(&ply, &bytes[ply.word.0..ply.word.1], place);
            read = from + ply.length;
            place.column = place.column.saturating_add(ply.length as u32);
            if read > most {
                break;
            }
            from = read + usize::from(rest.get(read) == Some(&b' '));
        }
        self.input.skip(read);
        read > 0
    }

    #[inline]
    fn digits(&mut self, builder: &mut Builder, place: Place) -> io::Result<Flow> {
        let rest = self.input.rest();
        match scan::digits(rest) {
            Digits::Number(number, seat, length) => {
                let number = MoveNumber { number, seat };
                if number.number == 1 || builder.is_one_board() {
                    let after = rest[length..].trim_ascii_start();
                    if builder.number_begins_next(number, &after[..scan::word(after)]) {
                        return Ok(Over);
                    }
                }
                builder.number(number, place);
                let read = length + move_and_clock(&rest[length..], builder);
                self.input.skip(read);
                Ok(GoesOn)
            }
            Digits::Bare(1, false, _) if builder.one_board_begins_next() => Ok(Over),
            Digits::Bare(number, black, length) => {
                let word = shorten(&decode(&rest[..length]), 40);
                builder.bare_number(number, black, &word, place);
                self.input.skip(length);
                Ok(GoesOn)
            }
            Digits::Result(result, length) => {
                if !builder.in_main_line() {
                    // A variation that tells how it would end.
                    builder.remark(Remark::Plain(result.sign().to_owned()));
                    self.input.skip(length);
                    return Ok(GoesOn);
                }
                self.input.skip(length);
                self.result(result, builder)
            }
            Digits::Word => self.word(builder),
        }
    }

    /// The result ends the game; a comment on the same line still belongs to it.
    fn result(&mut self, result: GameResult, builder: &mut Builder) -> io::Result<Flow> {
        if !builder.in_main_line() {
            builder.remark(Remark::Plain(result.sign().to_owned()));
            return Ok(GoesOn);
        }
        builder.result(result);
        loop {
            self.input.ensure()?;
            match self.input.byte() {
                b' ' | b'\t' | b'\r' => self.input.skip(1),
                b'{' => match self.comment(builder)? {
                    GoesOn => {}
                    Over => return Ok(Over),
                },
                _ => return Ok(Over),
            }
        }
    }

    #[inline]
    fn comment(&mut self, builder: &mut Builder) -> io::Result<Flow> {
        let rest = &self.input.rest()[1..];
        if let Some((time, length)) = scan::time_left(rest) {
            builder.clock(Clock::Left(time), || decode(&rest[..length - 1]).into_owned());
            self.input.skip(1 + length);
            return Ok(GoesOn);
        }
        self.long_comment(builder)
    }

    fn long_comment(&mut self, builder: &mut Builder) -> io::Result<Flow> {
        let place = self.input.place();
        self.input.skip(1);
        self.scratch.clear();
        loop {
            self.input.ensure()?;
            let rest = self.input.rest();
            let Some(at) = memchr::memchr3(b'}', b'{', b'\n', rest) else {
                if rest.is_empty() {
                    builder.fault(place, ReadFault::UnclosedBrace);
                    return Ok(GoesOn);
                }
                self.scratch.extend_from_slice(rest);
                self.input.skip(rest.len());
                if self.scratch.len() > MAX_GAME_BYTES {
                    builder.fault(place, ReadFault::TooLong(MAX_GAME_BYTES));
                    self.skip_game()?;
                    return Ok(Over);
                }
                continue;
            };
            let byte = rest[at];
            self.scratch.extend_from_slice(&rest[..at]);
            self.input.skip(at);
            match byte {
                b'}' => {
                    self.input.skip(1);
                    builder.comment(&self.scratch);
                    return Ok(GoesOn);
                }
                b'{' => {
                    // A brace in a comment may be part of a smile; a move before it means that
                    // the comment was never closed.
                    if scan::ends_with_move(&self.scratch) {
                        builder.fault(place, ReadFault::UnclosedBrace);
                        self.skip_game()?;
                        return Ok(Over);
                    }
                    self.scratch.push(b'{');
                    self.input.skip(1);
                }
                _ => {
                    self.scratch.push(b'\n');
                    self.input.skip_newline();
                    self.input.ensure()?;
                    if scan::is_tag(self.input.rest()) {
                        builder.fault(place, ReadFault::UnclosedBrace);
                        return Ok(Over);
                    }
                }
            }
            if self.scratch.len() > MAX_GAME_BYTES {
                builder.fault(place, ReadFault::TooLong(MAX_GAME_BYTES));
                self.skip_game()?;
                return Ok(Over);
            }
        }
    }

    fn tag(&mut self, builder: &mut Builder) -> io::Result<Flow> {
        let place = self.input.place();
        let rest = self.input.rest();
        let Some((name, value)) = scan::tag_head(rest) else {
            builder.fault(place, ReadFault::BadTag);
            self.skip_bad_tag()?;
            return Ok(GoesOn);
        };
        let name = match tags::standard(name) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(decode(name).into_owned()),
        };
        if builder.tag_begins_next(&name) {
            return Ok(Over);
        }
        // Nearly all values end where their first quote is.
        let text = &rest[value..];
        if let Some(at) = memchr::memchr3(b'"', b'\n', b'\\', text)
            && let Some(length) = scan::closes_tag(&text[at..])
        {
            builder.tag(name, decode(&text[..at]).into_owned());
            self.input.skip(value + at + length);
            return Ok(GoesOn);
        }
        self.input.skip(value);
        if self.tag_value()? {
            builder.tag(name, decode(&self.scratch).into_owned());
        } else {
            builder.fault(place, ReadFault::BadTag);
        }
        Ok(GoesOn)
    }

    /// Reads a value up to its quote and bracket into the scratch; false if the line ends first.
    fn tag_value(&mut self) -> io::Result<bool> {
        self.scratch.clear();
        loop {
            self.input.ensure()?;
            let rest = self.input.rest();
            let Some(at) = memchr::memchr3(b'"', b'\n', b'\\', rest) else {
                if rest.is_empty() || self.scratch.len() > MAX_GAME_BYTES {
                    return Ok(false);
                }
                self.scratch.extend_from_slice(rest);
                self.input.skip(rest.len());
                continue;
            };
            self.scratch.extend_from_slice(&rest[..at]);
            match rest[at] {
                b'\n' => {
                    self.input.skip(at);
                    return Ok(false);
                }
                b'\\' => {
                    let escaped = rest.get(at + 1).filter(|byte| matches!(byte, b'"' | b'\\'));
                    // A quote that ends the tag is no escaped one: `[Site "C:\"]`.
                    let ends = scan::surely_closes_tag(&rest[at + 1..]);
                    match escaped {
                        Some(byte) if !ends => {
                            self.scratch.push(*byte);
                            self.input.skip(at + 2);
                        }
                        _ => {
                            self.scratch.push(b'\\');
                            self.input.skip(at + 1);
                        }
                    }
                }
                _ => match scan::closes_tag(&rest[at..]) {
                    Some(length) => {
                        self.input.skip(at + length);
                        return Ok(true);
                    }
                    None => {
                        self.scratch.push(b'"');
                        self.input.skip(at + 1);
                    }
                },
            }
        }
    }

    fn skip_bad_tag(&mut self) -> io::Result<()> {
        self.input.skip(1);
        loop {
            self.input.ensure()?;
            let rest = self.input.rest();
            match memchr::memchr2(b']', b'\n', rest) {
                Some(at) => {
                    let end = at + usize::from(rest[at] == b']');
                    self.input.skip(end);
                    return Ok(());
                }
                None if rest.is_empty() => return Ok(()),
                None => self.input.skip(rest.len()),
            }
        }
    }

    fn dollar(&mut self, builder: &mut Builder) {
        let place = self.input.place();
        let rest = self.input.rest();
        let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = scan::word(rest).max(1);
        match std::str::from_utf8(&rest[1..1 + digits]).unwrap_or_default().parse::<u16>() {
            Ok(number) if 1 + digits == length => builder.nag(number),
            // `$146@g4`, or nothing that is known.
            _ => builder.word(&rest[..length], place),
        }
        self.input.skip(length);
    }

    /// `;` begins a comment up to the end of the line; a line that begins with `%` is skipped.
    fn rest_of_line(&mut self, builder: &mut Builder, keep: bool) -> io::Result<()> {
        self.input.skip(1);
        self.scratch.clear();
        loop {
            self.input.ensure()?;
            let rest = self.input.rest();
            let end = memchr::memchr(b'\n', rest);
            let length = end.unwrap_or(rest.len());
            let room = (MAX_GAME_BYTES + 1).saturating_sub(self.scratch.len());
            self.scratch.extend_from_slice(&rest[..length.min(room)]);
            let done = end.is_some() || rest.is_empty();
            self.input.skip(length);
            if done {
                break;
            }
        }
        if keep {
            for byte in &mut self.scratch {
                // What ends with its line may hold braces; as a comment it can't.
                *byte = match *byte {
                    b'{' => b'(',
                    b'}' => b')',
                    byte => byte,
                };
            }
            let text = self.scratch.trim_ascii();
            let closed = [text, b"}"].concat();
            match scan::time_left(&closed) {
                Some((time, length)) if length == closed.len() => {
                    builder.clock(Clock::Left(time), || decode(text).into_owned());
                }
                _ => builder.comment(text),
            }
        }
        Ok(())
    }

    /// Skips what can't be understood, up to where a game can begin.
    fn skip_game(&mut self) -> io::Result<()> {
        loop {
            self.input.ensure()?;
            let rest = self.input.rest();
            match memchr::memchr2(b'[', b'\n', rest) {
                None if rest.is_empty() => return Ok(()),
                None => self.input.skip(rest.len()),
                Some(at) => {
                    let newline = rest[at] == b'\n';
                    self.input.skip(at);
                    if newline {
                        self.input.skip_newline();
                    }
                    self.input.ensure()?;
                    let rest = self.input.rest();
                    if scan::is_tag(rest) || (newline && scan::is_first_move(rest)) {
                        return Ok(());
                    }
                    if !newline {
                        self.input.skip(1);
                    }
                }
            }
        }
    }
}

/// Reads a move and its time right behind a number; gives how many bytes that was. What stands
/// otherwise is left to be read item by item.
#[inline]
fn move_and_clock(bytes: &[u8], builder: &mut Builder) -> usize {
    let start = usize::from(bytes.first() == Some(&b' '));
    let word = &bytes[start..];
    let length = scan::word(word);
    // A word at the end of the window may go on behind it.
    if length == word.len() || !matches!(word[0], b'a'..=b'h' | b'A'..=b'Z') {
        return 0;
    }
    builder.pending_word(&word[..length]);
    clock_behind(bytes, start + length, builder)
}

/// Reads the time behind a move that ends here, if it follows; gives how far that was read.
#[inline]
fn clock_behind(bytes: &[u8], read: usize, builder: &mut Builder) -> usize {
    let blank = usize::from(bytes[read] == b' ');
    if let Some(brace) = bytes.get(read + blank)
        && *brace == b'{'
        && let Some((time, length)) = scan::time_left(&bytes[read + blank + 1..])
    {
        builder.set_clock(Clock::Left(time));
        return read + blank + 1 + length;
    }
    read
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        self.read_game().transpose()
    }
}
