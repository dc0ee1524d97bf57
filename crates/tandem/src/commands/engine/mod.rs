//! `tandem engine`: the built-in player for other programs.
//!
//! The protocols are pure machines; here are the threads, the clock and the pipes around them.
//! One thread reads lines, one thinks, and this one decides what comes next.

mod uci;
mod xboard;

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use clap::{Args, ValueEnum};
use tandem_engine::Level;
use tandem_engine::protocol::Setting;
use tandem_rules::Millis;

use crate::failure::Failure;
use crate::library::Library;

/// How a program talks to the engine.
#[derive(Clone, Copy, ValueEnum)]
enum Protocol {
    /// The universal chess interface, with UCI_Variant bughouse
    Uci,
    /// The protocol of XBoard and WinBoard, with its bughouse commands
    Xboard,
}

/// Run the built-in engine over UCI or XBoard on standard input and output.
///
/// See docs/engines.md for the options of both protocols.
#[derive(Args)]
pub(crate) struct Engine {
    /// Protocol to speak
    #[arg(long, value_enum, default_value = "uci")]
    protocol: Protocol,
    /// Rulebook to play by (not an opening book): asten, minerva, sscr, fer, stein, fics [default: fics, or that of --rulebook]
    #[arg(long)]
    book: Option<String>,
    /// Playing strength, 1 to 8
    #[arg(long, default_value = "8", value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// Hash table size in MB
    #[arg(long, default_value = "64", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Number of search threads
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Engine {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        // A club that brings its own book means it.
        let named = self.book.as_deref().or(match library.own().next() {
            Some(_) => None,
            None => Some("fics"),
        });
        let book = Arc::new(library.book(named)?);
        let level =
            Level::try_from(self.level).map_err(|error| Failure::Impossible(error.to_string()))?;
        let settings = [
            Setting::Hash(self.hash as usize),
            Setting::Threads(usize::from(self.threads)),
            Setting::Level(level),
        ];
        match self.protocol {
            Protocol::Uci => uci::run(book, settings),
            Protocol::Xboard => xboard::run(book, settings),
        }
    }
}

/// What the deciding thread waits for.
enum Event<T> {
    /// A line came in.
    Line(String),
    /// No more lines will come.
    End,
    /// A thought with this number has ended.
    Thought(u64, T),
}

/// Reads lines, whatever bytes they are, and passes them on.
fn read_lines<T: Send + 'static>(events: Sender<Event<T>>) {
    thread::spawn(move || {
        let mut input = stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) => {
                    let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                    if events.send(Event::Line(line)).is_err() {
                        return;
                    }
                }
            }
        }
        let _ = events.send(Event::End);
    });
}

/// Writes a line at once.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// The time since a moment.
fn since(begin: Instant) -> Millis {
    Millis(i64::try_from(begin.elapsed().as_millis()).unwrap_or(i64::MAX))
}

#[expect(clippy::disallowed_methods, reason = "an engine's clock is real, and this is its shell")]
fn now() -> Instant {
    Instant::now()
}
