//! What can be asked of the referee.
//!
//! A move that is asked for is a text; what the text means depends on the boards as they stand.
//! So whatever holds moves is generic over them: `Command<MoveText>` is what somebody asked, as
//! logs and messages keep it, `Command` what the referee decides on. `tandem_notation` reads the
//! one into the other.

use serde::{Deserialize, Serialize};
use tandem_rules::book::TalkKind;
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Coordinates, Illegal, Millis, Seat};

use crate::move_text::MoveText;
use crate::ruling::Ruling;
use crate::serial::{role_letter, square_name, stock_letter};

/// Somebody asks for something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command<M = Attempt> {
    /// Both games start.
    Start,
    /// Nothing happens but time.
    Tick,
    /// The record ends here: what waits for the same moment to pass is settled.
    Close,
    /// A player acts.
    Player {
        /// Who.
        seat: Seat,
        /// What the player does.
        act: Act<M>,
    },
    /// The arbiter rules.
    Arbiter {
        /// What the arbiter does.
        rule: Ruling,
    },
    /// A player gets back what the connection cost. How much is for the server to say.
    Lag {
        /// Who.
        seat: Seat,
        /// How much.
        millis: Millis,
    },
    /// A clock on the table tells of a press that does not fit what is known by now (R55): both accounts
    /// go to the arbiter.
    Differs {
        /// Whose press.
        seat: Seat,
        /// When it was, by that clock.
        told: Millis,
    },
}

/// Who asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A player.
    Seat(Seat),
    /// The arbiter.
    Arbiter,
    /// Whoever runs the match: a server, a script, an arena.
    Server,
}

impl<M> Command<M> {
    /// Who asks.
    #[must_use]
    pub fn by(&self) -> By {
        match self {
            Command::Player { seat, .. } => By::Seat(*seat),
            Command::Arbiter { .. } => By::Arbiter,
            Command::Start
            | Command::Tick
            | Command::Close
            | Command::Lag { .. }
            | Command::Differs { .. } => By::Server,
        }
    }

    /// The same command with its move, if it has one, in another form.
    pub fn map_move<N>(self, form: impl FnOnce(M) -> N) -> Command<N> {
        match self {
            Command::Start => Command::Start,
            Command::Tick => Command::Tick,
            Command::Close => Command::Close,
            Command::Player { seat, act } => Command::Player { seat, act: act.map_move(form) },
            Command::Arbiter { rule } => Command::Arbiter { rule },
            Command::Lag { seat, millis } => Command::Lag { seat, millis },
            Command::Differs { seat, told } => Command::Differs { seat, told },
        }
    }
}

/// A move as somebody tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// These coordinates.
    Coordinates(Coordinates),
    /// Words that name no legal move of this player now, for this reason.
    Unplayable(Illegal),
}

impl From<Coordinates> for Attempt {
    fn from(coordinates: Coordinates) -> Attempt {
        Attempt::Coordinates(coordinates)
    }
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Act<M = Attempt> {
    /// Makes a move; with automatic press also completes it.
    Move {
        /// The move.
        #[serde(rename = "move")]
        tried: M,
    },
    /// Presses the clock.
    Press,
    /// Takes a made move back.
    Retract,
    /// Passes a held man on.
    Pass {
        /// Which kind.
        #[serde(with = "stock_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// Holds captured men back from now on, or no more.
    Hold {
        /// Whether they are held.
        on: bool,
    },
    /// Claims something.
    Claim {
        /// What.
        #[serde(flatten)]
        claim: Claim<M>,
        /// On which board, if one is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardId>,
    },
    /// Lets an illegal move stand.
    AcceptIllegal,
    /// Offers a draw.
    OfferDraw,
    /// Accepts a draw.
    AcceptDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Resigns the player's own game.
    Resign,
    /// Says something to the partner.
    Say {
        /// What.
        say: Message,
    },
    /// Forbids the opponent a hidden man (sscr 1.8).
    Invisible {
        /// Which kind.
        #[serde(with = "stock_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// Allows it again.
    Visible {
        /// Which kind.
        #[serde(with = "stock_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// Starts the opponent's clock without a move (asten 8, sscr 6.4).
    ReturnClock,
    /// Asks to see the opponent's men.
    Show,
    /// Hands over a man that the book demands.
    Give(Gift),
    /// Stops the clocks and calls the arbiter.
    CallArbiter,
    /// Answers a claim that only boards on the table could prove (R55): the opponent agrees or does
    /// not; whoever made it takes it back by not agreeing.
    Answer {
        /// Whether it is so.
        agree: bool,
    },
    /// Wants the clocks to go on that a player stopped: they do when both teams want it (R55).
    GoOn,
}

impl<M> Act<M> {
    /// The same act with its move, if it has one, in another form.
    pub fn map_move<N>(self, form: impl FnOnce(M) -> N) -> Act<N> {
        match self {
            Act::Move { tried } => Act::Move { tried: form(tried) },
            Act::Claim { claim, board } => Act::Claim { claim: claim.map_move(form), board },
            Act::Press => Act::Press,
            Act::Retract => Act::Retract,
            Act::Pass { role } => Act::Pass { role },
            Act::Hold { on } => Act::Hold { on },
            Act::AcceptIllegal => Act::AcceptIllegal,
            Act::OfferDraw => Act::OfferDraw,
            Act::AcceptDraw => Act::AcceptDraw,
            Act::DeclineDraw => Act::DeclineDraw,
            Act::Resign => Act::Resign,
            Act::Say { say } => Act::Say { say },
            Act::Invisible { role } => Act::Invisible { role },
            Act::Visible { role } => Act::Visible { role },
            Act::ReturnClock => Act::ReturnClock,
            Act::Show => Act::Show,
            Act::Give(gift) => Act::Give(gift),
            Act::CallArbiter => Act::CallArbiter,
            Act::Answer { agree } => Act::Answer { agree },
            Act::GoOn => Act::GoOn,
        }
    }
}

/// What can be claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "claim", rename_all = "snake_case", bound(deserialize = "M: Deserialize<'de>"))]
pub enum Claim<M = Attempt> {
    /// A fallen flag.
    Flag,
    /// An illegal move.
    Illegal,
    /// A threefold repetition.
    Repetition {
        /// The move that would bring it about, if it is yet to be made.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        intended: Option<M>,
    },
    /// A mate that nobody has pointed out (R30).
    Mate,
    /// Fifty moves.
    Fifty {
        /// The move that would complete them, if it is yet to be made.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        intended: Option<M>,
    },
    /// A stalemate on a board on the table.
    Stalemate,
    /// That nobody can mate any more on a board on the table, or that the opponent can't win who
    /// could claim a flag.
    Material,
}

impl<M> Claim<M> {
    /// The same claim with its intended move, if it has one, in another form.
    pub fn map_move<N>(self, form: impl FnOnce(M) -> N) -> Claim<N> {
        match self {
            Claim::Flag => Claim::Flag,
            Claim::Illegal => Claim::Illegal,
            Claim::Mate => Claim::Mate,
            Claim::Stalemate => Claim::Stalemate,
            Claim::Material => Claim::Material,
            Claim::Repetition { intended } => Claim::Repetition { intended: intended.map(form) },
            Claim::Fifty { intended } => Claim::Fifty { intended: intended.map(form) },
        }
    }
}

/// A man that is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gift {
    /// Which kind.
    #[serde(with = "stock_letter")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
    pub role: Role,
    /// From which square; none: from the stock.
    #[serde(with = "square_name", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub square: Option<Square>,
}

/// What a partner asks permission for (stein 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    /// To resign.
    Resign,
    /// To offer a draw.
    OfferDraw,
    /// To accept a draw.
    AcceptDraw,
    /// To mate.
    Mate,
}

/// What a player says to the partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// "I need this piece."
    Need(
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        Role,
    ),
    /// "This piece would win for my opponent."
    Warn(
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        Role,
    ),
    /// "Make no move."
    Sit,
    /// "Move on."
    Go,
    /// "The flag has fallen."
    Flag,
    /// "May I …?"
    May(Permission),
    /// "Play this."
    Move(MoveText),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn e4() -> MoveText {
        MoveText::new("e4").unwrap()
    }

    #[test]
    fn what_is_asked_is_json_and_back() {
        let player = |act| Command::Player { seat: Seat::WhiteA, act };
        let intended = Some(e4());
        let knight = Gift { role: Role::Knight, square: Some(Square::F3) };
        let cases = [
            (Command::Tick, json!({ "command": "tick" })),
            (
                player(Act::Move { tried: e4() }),
                json!({ "command": "player", "seat": "A", "act": { "do": "move", "move": "e4" } }),
            ),
            (
                player(Act::Claim {
                    claim: Claim::Repetition { intended },
                    board: Some(BoardId::B),
                }),
                json!({ "command": "player", "seat": "A", "act":
                    { "do": "claim", "claim": "repetition", "move": "e4", "board": "B" } }),
            ),
            (
                player(Act::Claim { claim: Claim::Flag, board: None }),
                json!({ "command": "player", "seat": "A", "act": { "do": "claim", "claim": "flag" } }),
            ),
            (
                player(Act::Give(knight)),
                json!({ "command": "player", "seat": "A", "act":
                    { "do": "give", "role": "N", "square": "f3" } }),
            ),
            (
                Command::Lag { seat: Seat::BlackB, millis: Millis(120) },
                json!({ "command": "lag", "seat": "b", "millis": 120 }),
            ),
            (
                Command::Arbiter { rule: Ruling::CallFlag { seat: Seat::BlackA } },
                json!({ "command": "arbiter", "rule": { "do": "flag", "seat": "a" } }),
            ),
        ];
        for (command, value) in cases {
            assert_eq!(serde_json::to_value(&command).unwrap(), value);
            let again: Command<MoveText> = serde_json::from_value(value).unwrap();
            assert_eq!(again, command);
        }
    }

    #[test]
    fn a_king_lies_in_no_stock() {
        for wrong in [json!({ "do": "pass", "role": "K" }), json!({ "do": "give", "role": "K" })] {
            assert!(serde_json::from_value::<Act<MoveText>>(wrong).is_err());
        }
    }
}
