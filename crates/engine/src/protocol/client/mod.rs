//! The other side of the protocols: what a table says to somebody else's engine, and what it
//! makes of the answers.
//!
//! An engine may print anything, at any time, or nothing. What can't be understood is handed
//! on as [`EngineReply::Noise`], never guessed at.

mod uci;
mod xboard;

use tandem_rules::{Coordinates, Move};

use crate::team::View;

pub use uci::UciClient;
pub use xboard::XBoardClient;

/// What an engine made known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// It is ready to play.
    Ready,
    /// It plays this.
    Plays(Coordinates),
    /// It has nothing to play.
    HasNoMove,
    /// It says this to its partner.
    TellsPartner(String),
    /// It gives up.
    Resigns,
    /// It offers a draw.
    OffersDraw,
    /// It says that it did not understand, or that it can't go on.
    Complains(String),
    /// Something else: thoughts, greetings, garbage.
    Noise,
}

/// A table's side of a protocol with one engine.
pub trait Client: Send {
    /// The first lines.
    fn hello(&mut self) -> Vec<String>;

    /// A match begins at this seat. `partner` is a name without spaces.
    fn new_match(&mut self, view: &View, partner: &str) -> Vec<String>;

    /// A match goes on at this seat with an engine that knows nothing of it. `played` are the moves
    /// on its board if the game began there with the initial position. None if it can't be told.
    fn rejoin(
        &mut self,
        view: &View,
        partner: &str,
        played: Option<&[Move]>,
    ) -> Option<Vec<String>>;

    /// It is the engine's turn. `unseen` are the moves on its board since it was last asked,
    /// its own last one not among them; `played` is how many half-moves are known to have been made there.
    fn ask(&mut self, view: &View, unseen: &[Move], played: usize) -> Vec<String>;

    /// What was asked is no longer so: ends its thinking, to ask again once it has answered. None if it does not think,
    /// or the protocol has no word for it; then the engine must mind its stocks itself.
    fn recall(&mut self) -> Option<Vec<String>>;

    /// A stock on its board has changed.
    fn stocks(&mut self, view: &View) -> Vec<String>;

    /// Its partner says this.
    fn partner_says(&mut self, text: &str) -> Vec<String>;

    /// The match is over.
    fn over(&mut self, result: &str) -> Vec<String>;

    /// Takes a line from the engine: what it means, and what is to be answered.
    fn line(&mut self, line: &str) -> (EngineReply, Vec<String>);
}

/// A move word of an engine. Some write drops with small letters.
fn read_move(word: &str) -> Option<Coordinates> {
    word.parse().ok()
}

/// One line of an engine's words, without what could break a protocol.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}
