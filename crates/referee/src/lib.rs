//! One bughouse match, refereed by the book.
//!
//! A [`Match`] is a pure state machine: state, command with its time, rulebook → events, and
//! events alone rebuild the state. No clock is read and nothing is written here.
//!
//! ```
//! use std::sync::Arc;
//! use tandem_referee::{Act, Attempt, Command, Match, Settings};
//! use tandem_rules::{Millis, Rulebook, Seat};
//!
//! let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
//! let mut game = Match::new(Settings::new(book));
//! let mut events = Vec::new();
//! game.act(Millis(0), &Command::Start, &mut events).expect("it can start");
//! let e4 = Act::Move(Attempt::Coordinates("e2e4".parse().expect("coordinates")));
//! game.act(Millis(1500), &Command::Player(Seat::WhiteA, e4), &mut events).expect("legal");
//! assert_eq!(game.clock(Seat::WhiteA, Millis(9000)), Millis(418_500));
//! ```

mod apply;
mod clock;
mod command;
mod decide;
mod event;
mod game;
mod phrase;
mod restart;
mod settings;
mod state;
mod verdict;

pub use clock::Clock;
pub use command::{
    Act, Attempt, Boards, Claim, Command, Gift, Leave, Message, RestartReason, Ruling,
};
pub use decide::Refusal;
pub use event::{Debt, Event, EventKind, Offence, ReturnedFrom};
pub use game::{Duty, Game, Played, Touched};
pub use phrase::Phrase;
pub use settings::{Input, Press, Settings, TimeControl};
pub use state::{LastDrop, Match, Phase, Player};
pub use verdict::{
    GameResult, GameVerdict, MatchResult, MatchVerdict, ParseResultError, Points, Reason,
};
