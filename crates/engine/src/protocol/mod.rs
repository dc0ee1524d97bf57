//! What other programs speak: UCI and the XBoard protocol.
//!
//! Both are machines that take lines and give [`Effect`]s: whoever drives them writes the lines,
//! runs the searches and tells the results. Nothing here blocks, and no line makes it panic.

pub mod client;
pub mod fen;
mod go;
mod uci;
mod words;
mod xboard;

pub use uci::{Options, Task, Uci};
pub use words::{partner_words, read_partner};
pub use xboard::XBoard;

/// What the driver of a protocol shall do, `T` being what is thought about.
#[derive(Clone, Debug)]
pub enum Effect<T> {
    /// Write this line.
    Say(String),
    /// Think about this; a thought under way is dropped.
    Think(Box<T>),
    /// End the thought under way and tell its result.
    Stop,
    /// Drop the thought under way without a result.
    Drop,
    /// Change the engine.
    Set(Setting),
    /// End.
    Quit,
}

/// A change of the engine that a protocol asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of its table in megabytes.
    Hash(usize),
    /// How many threads it uses.
    Threads(usize),
    /// How strong it is.
    Level(crate::level::Level),
    /// A new game begins.
    NewGame,
}
