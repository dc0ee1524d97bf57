//! Bytes in a window that slides over the input, with line and column.

use std::io::{self, Read};

use super::problem::Place;

/// No word is longer than this; comments and tags may be.
pub(super) const WINDOW: usize = 4096;
const BUFFER: usize = 64 * 1024;

pub(super) struct Input<R> {
    source: R,
    /// What is read lies between `at` and `end`; the byte at `end` is always zero.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    /// What broke the input off; told when all that came before it is read.
    failure: Option<io::Error>,
    /// Bytes of the input before the buffer.
    base: u64,
    line: u32,
    /// Where the line begins, counted from the start of the input.
    line_start: u64,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Input<R> {
        Input {
            source,
            buffer: vec![0; BUFFER + 1],
            at: 0,
            end: 0,
            finished: false,
            failure: None,
            base: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// Sees to it that a window of bytes can be looked at, or all that is left.
    #[inline]
    pub(super) fn ensure(&mut self) -> io::Result<()> {
        if self.end - self.at >= WINDOW || (self.finished && self.failure.is_none()) {
            return Ok(());
        }
        self.fill()
    }

    /// Reads until a window of bytes can be looked at, or the input ends.
    #[cold]
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.at..self.end, 0);
        self.base += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        while self.end < WINDOW && !self.finished {
            let space = self.buffer.len() - 1;
            match self.source.read(&mut self.buffer[self.end..space]) {
                Ok(0) => self.finished = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.finished = true;
                    self.failure = Some(error);
                }
            }
        }
        self.buffer[self.end] = 0;
        match self.failure.take_if(|_| self.end == 0) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The next byte; zero at the end of the input.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.buffer[self.at]
    }

    /// What can be looked at.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// Whether all is read, given that [`Input::ensure`] was called.
    #[inline]
    pub(super) fn at_end(&self) -> bool {
        self.at == self.end
    }

    /// Steps over bytes that are no line breaks.
    #[inline]
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Steps over a line break.
    #[inline]
    pub(super) fn skip_newline(&mut self) {
        self.at += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.base + self.at as u64;
    }

    /// How much of the input has been read.
    #[inline]
    pub(super) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// Where the next byte stands.
    #[inline]
    pub(super) fn place(&self) -> Place {
        let column = self.offset() - self.line_start + 1;
        Place { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Whether the next byte is the first of its line.
    pub(super) fn at_line_start(&self) -> bool {
        self.offset() == self.line_start
    }
}
