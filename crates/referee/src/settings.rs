//! What is agreed before a match begins.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tandem_rules::book::Flag;
use tandem_rules::{ByBoard, BySeat, Millis, Position, Rulebook};

/// Whether making a move also presses the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Press {
    /// It does.
    #[default]
    Auto,
    /// Making and pressing are two acts.
    Manual,
}

/// What hands can do.
///
/// ```
/// # use std::sync::Arc;
/// # use tandem_rules::{Millis, Rulebook, Seat};
/// use tandem_referee::{Act, Attempt, Claim, Command, Input, Match, Settings};
///
/// let book = Arc::new(Rulebook::builtin("minerva").expect("a built-in book"));
/// let mut game = Match::new(Settings { input: Input::Open, ..Settings::new(book) });
/// let mut events = Vec::new();
/// game.act(Millis(0), &Command::Start, &mut events)?;
/// let e5 = Act::Move { tried: Attempt::Coordinates("e2e5".parse()?) }; // three steps: hands can do that
/// game.act(Millis(900), &Command::Player { seat: Seat::WhiteA, act: e5 }, &mut events)?;
/// let claim = Act::Claim { claim: Claim::Illegal, board: None }; // and the opponent may call it
/// game.act(Millis(1_500), &Command::Player { seat: Seat::BlackA, act: claim }, &mut events)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// Illegal moves are refused.
    #[default]
    Guarded,
    /// Anything that hands can do is done, and the book's remedies apply.
    Open,
}

/// Where the boards are.
///
/// ```
/// # use std::sync::Arc;
/// # use tandem_rules::{Millis, Rulebook, Seat};
/// use tandem_referee::{Act, BoardsAt, Command, Match, Settings};
///
/// // Two real boards, and the referee is their clocks: a press completes the move that nobody saw.
/// let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
/// let mut game = Match::new(Settings { boards: BoardsAt::Table, ..Settings::new(book) });
/// let mut events = Vec::new();
/// game.act(Millis(0), &Command::Start, &mut events)?;
/// game.act(Millis(4_000), &Command::Player { seat: Seat::WhiteA, act: Act::Press }, &mut events)?;
/// assert_eq!(game.clock(Seat::WhiteA, Millis(9_000)), Millis(416_000));
/// assert_eq!(game.clock(Seat::BlackA, Millis(9_000)), Millis(415_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoardsAt {
    /// On a screen: the referee sees every move.
    #[default]
    Screen,
    /// On the table: the referee has the clocks alone, and what depends on a board is agreed by
    /// the players or ruled by the arbiter (R55).
    Table,
}

/// The time of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimeControl {
    /// For the whole game.
    pub base: Millis,
    /// Given for each completed move.
    pub increment: Millis,
    /// Given back of what a move took, at most (Bronstein).
    pub delay: Millis,
}

impl TimeControl {
    /// So many milliseconds and nothing else.
    #[must_use]
    pub fn sudden_death(base: Millis) -> TimeControl {
        TimeControl { base, increment: Millis::ZERO, delay: Millis::ZERO }
    }
}

/// What is agreed before a match begins.
///
/// ```
/// use std::sync::Arc;
/// use tandem_referee::{Input, Press, Settings, TimeControl};
/// use tandem_rules::{Millis, Rulebook};
///
/// // As at a real table: two hands, a clock to press, and nobody refuses an illegal move.
/// let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
/// let settings = Settings {
///     time: TimeControl { increment: Millis(2_000), ..TimeControl::sudden_death(Millis(180_000)) },
///     press: Press::Manual,
///     input: Input::Open,
///     ..Settings::new(book)
/// };
/// assert_eq!(settings.time.base, Millis::from_secs(180));
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The book, options of the match included.
    pub book: Arc<Rulebook>,
    /// The time of each player.
    pub time: TimeControl,
    /// Whether making a move presses the clock.
    pub press: Press,
    /// What hands can do.
    pub input: Input,
    /// Where the boards are.
    pub boards: BoardsAt,
    /// Whether the referee claims flags for whoever may.
    pub flag: Flag,
    /// The positions at the start.
    pub positions: ByBoard<Position>,
    /// The clocks at the start, where they differ from the time control.
    pub clocks: Option<BySeat<Millis>>,
}

impl Settings {
    /// A match by this book with everything else as the book has it.
    #[must_use]
    pub fn new(book: Arc<Rulebook>) -> Settings {
        let base = Millis::from_secs(i64::from(book.axes.contest.time.is.0));
        let flag = book.axes.clock.flag.is;
        Settings {
            book,
            time: TimeControl::sudden_death(base),
            press: Press::Auto,
            input: Input::Guarded,
            boards: BoardsAt::Screen,
            flag,
            positions: ByBoard::default(),
            clocks: None,
        }
    }
}
