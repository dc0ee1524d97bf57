//! What can be asked of the referee.

use serde::{Deserialize, Serialize};
use tandem_rules::book::TalkKind;
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Coordinates, Illegal, Millis, Seat, Team};

use crate::verdict::{GameResult, Points};

/// Somebody does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Both games start.
    Start,
    /// Nothing happens but time.
    Tick,
    /// The record ends here: what waits for the same moment to pass is settled.
    Close,
    /// A player acts.
    Player(Seat, Act),
    /// The arbiter rules.
    Arbiter(Ruling),
    /// A player gets back what his connection cost him. How much is for the server to say.
    Lag(Seat, Millis),
}

/// A move as somebody tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// These coordinates.
    Coordinates(Coordinates),
    /// Words that name no legal move of this player now, for this reason.
    Unplayable(Illegal),
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Makes a move; with automatic press also completes it.
    Move(Attempt),
    /// Presses the clock.
    Press,
    /// Takes a made move back.
    Retract,
    /// Passes a held man on.
    Pass(Role),
    /// Holds captured men back from now on, or no more.
    Hold(bool),
    /// Claims something, on a board if one is named.
    Claim(Claim, Option<BoardId>),
    /// Lets an illegal move stand.
    AcceptIllegal,
    /// Offers a draw.
    OfferDraw,
    /// Accepts a draw.
    AcceptDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Resigns his game.
    Resign,
    /// Says something to the partner.
    Say(Message),
    /// Forbids the opponent a hidden man (sscr 1.8).
    Invisible(Role),
    /// Allows it again.
    Visible(Role),
    /// Starts the opponent's clock without a move (asten 8, sscr 6.4).
    ReturnClock,
    /// Asks to see the opponent's men.
    Show,
    /// Hands over a man that the book demands.
    Give(Gift),
    /// Stops the clocks and calls the arbiter.
    CallArbiter,
}

/// What can be claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A fallen flag.
    Flag,
    /// An illegal move.
    Illegal,
    /// A threefold repetition, with the intended move if there is one.
    Repetition(Option<Attempt>),
    /// A mate that nobody has pointed out (R30).
    Mate,
    /// Fifty moves, with the intended move if there is one.
    Fifty(Option<Attempt>),
}

/// A man that is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gift {
    /// From a square.
    Square(Role, Square),
    /// From the stock.
    Stock(Role),
}

/// What a partner asks leave for (stein 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leave {
    /// To resign.
    Resign,
    /// To offer a draw.
    OfferDraw,
    /// To accept a draw.
    AcceptDraw,
    /// To mate.
    Mate,
}

/// What a player says to his partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// "I need this piece."
    Need(#[serde(with = "crate::event::role_letter")] Role),
    /// "This piece would win for my opponent."
    Warn(#[serde(with = "crate::event::role_letter")] Role),
    /// "Make no move."
    Sit,
    /// "Move on."
    Go,
    /// "The flag has fallen."
    Flag,
    /// "May I …?"
    May(Leave),
    /// "Play this."
    Move(String),
    /// Anything else.
    Text(String),
}

impl Message {
    /// What kind of message it is.
    #[must_use]
    pub fn kind(&self) -> TalkKind {
        match self {
            Message::Need(_) => TalkKind::Need,
            Message::Warn(_) => TalkKind::Warn,
            Message::Sit => TalkKind::Sit,
            Message::Go => TalkKind::Go,
            Message::Flag => TalkKind::Flag,
            Message::May(_) => TalkKind::May,
            Message::Move(_) => TalkKind::Move,
            Message::Text(_) => TalkKind::Text,
        }
    }
}

/// Which games start again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// Both.
    Both,
    /// Only this one.
    #[serde(untagged)]
    One(BoardId),
}

impl Boards {
    /// Whether this board is one of them.
    #[must_use]
    pub fn contains(self, board: BoardId) -> bool {
        match self {
            Boards::One(one) => one == board,
            Boards::Both => true,
        }
    }
}

/// Why a game starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestartReason {
    /// The initial position was wrong.
    Setup,
    /// The colours were reversed.
    Colours,
    /// A clock is defective.
    Clock,
    /// A piece was hidden by nobody's fault.
    Hidden,
}

/// What the arbiter does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Stops both clocks.
    Stop,
    /// Lets them go on.
    Resume,
    /// Sets a clock.
    Clock(Seat, Millis),
    /// Freezes a player for this much of his own time.
    Freeze(Seat, Millis),
    /// Warns a player.
    Warn(Seat),
    /// Judges that a player's stop or claim had no valid reason.
    Needless(Seat),
    /// Calls the illegal move of a player, without a claim.
    CallIllegal(Seat),
    /// Calls the fallen flag of a player, without a claim.
    CallFlag(Seat),
    /// Gives a player whose fallen flag was pointed out his minute (stein 10.4).
    Minute(Seat),
    /// Orders a new game.
    Restart(Boards, Option<RestartReason>),
    /// Declares a player's game lost.
    Forfeit(Seat),
    /// Sets a board's result.
    Result(BoardId, GameResult),
    /// Changes a team's points.
    Points(Team, Points),
    /// Excludes a team.
    Exclude(Team),
}
