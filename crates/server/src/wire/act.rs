//! Acts and rulings as they are written, and what they ask of the referee.

use serde::{Deserialize, Serialize};
use tandem_notation::script::attempt;
use tandem_referee::{
    Act, Boards, Claim, Command, GameResult, Gift, Match, Message, Points, RestartReason, Ruling,
};
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Millis, Seat, Team};

use super::{LONGEST_TEXT, tidy};

/// The longest time that a clock can be set to: ten days.
const LONGEST: i64 = 864_000_000;
/// The longest move: `e7xd8=Qd1+` and room to spare.
const LONGEST_MOVE: usize = 16;

mod letter {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use tandem_rules::shakmaty::Role;

    pub(super) fn serialize<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(role.upper_char())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Role, D::Error> {
        Role::from_char(char::deserialize(d)?)
            .filter(|role| *role != Role::King)
            .ok_or_else(|| D::Error::custom("a piece is Q, R, B, N or P"))
    }
}

mod square {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use tandem_rules::shakmaty::Square;

    pub(super) fn serialize<S: Serializer>(
        square: &Option<Square>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match square {
            Some(square) => serializer.collect_str(square),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Square>, D::Error> {
        let text = Option::<String>::deserialize(d)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// What can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words of the protocol")]
pub enum ClaimWord {
    Flag,
    Illegal,
    Mate,
    Repetition,
    Fifty,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words of the protocol, explained there")]
pub enum ActWire {
    Move {
        #[serde(rename = "move")]
        text: String,
    },
    Press,
    Retract,
    Pass {
        #[serde(with = "letter")]
        role: Role,
    },
    Hold {
        on: bool,
    },
    Claim {
        claim: ClaimWord,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardId>,
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        intended: Option<String>,
    },
    AcceptIllegal,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    Say {
        say: Message,
    },
    Invisible {
        #[serde(with = "letter")]
        role: Role,
    },
    Visible {
        #[serde(with = "letter")]
        role: Role,
    },
    ReturnClock,
    Show,
    CallArbiter,
    Give {
        #[serde(with = "letter")]
        role: Role,
        #[serde(with = "square", default, skip_serializing_if = "Option::is_none")]
        square: Option<Square>,
    },
}

impl ActWire {
    /// What it asks of the referee, as the boards stand; none if it is too long to mean anything.
    #[must_use]
    pub fn command(self, game: &Match, seat: Seat) -> Option<Command> {
        let act = match self {
            ActWire::Move { text } => Act::Move(attempt(game, seat, short(&text)?)),
            ActWire::Press => Act::Press,
            ActWire::Retract => Act::Retract,
            ActWire::Pass { role } => Act::Pass(role),
            ActWire::Hold { on } => Act::Hold(on),
            ActWire::Claim { claim, board, intended } => {
                let intended = match intended {
                    Some(text) => Some(attempt(game, mover(game, seat, board), short(&text)?)),
                    None => None,
                };
                let claim = match claim {
                    ClaimWord::Flag => Claim::Flag,
                    ClaimWord::Illegal => Claim::Illegal,
                    ClaimWord::Mate => Claim::Mate,
                    ClaimWord::Repetition => Claim::Repetition(intended),
                    ClaimWord::Fifty => Claim::Fifty(intended),
                };
                Act::Claim(claim, board)
            }
            ActWire::AcceptIllegal => Act::AcceptIllegal,
            ActWire::OfferDraw => Act::OfferDraw,
            ActWire::AcceptDraw => Act::AcceptDraw,
            ActWire::DeclineDraw => Act::DeclineDraw,
            ActWire::Resign => Act::Resign,
            ActWire::Say { say } => Act::Say(match say {
                Message::Move(text) => Message::Move(short(&text)?.to_owned()),
                Message::Text(text) => Message::Text(tidy(&text, LONGEST_TEXT)?),
                other => other,
            }),
            ActWire::Invisible { role } => Act::Invisible(role),
            ActWire::Visible { role } => Act::Visible(role),
            ActWire::ReturnClock => Act::ReturnClock,
            ActWire::Show => Act::Show,
            ActWire::CallArbiter => Act::CallArbiter,
            ActWire::Give { role, square: Some(square) } => Act::Give(Gift::Square(role, square)),
            ActWire::Give { role, square: None } => Act::Give(Gift::Stock(role)),
        };
        Some(Command::Player(seat, act))
    }
}

fn short(text: &str) -> Option<&str> {
    (text.len() <= LONGEST_MOVE && text.chars().all(|c| c.is_ascii_graphic())).then_some(text)
}

/// Whose move a claim of a draw may come with: the partner's too (sscr 1.12).
fn mover(game: &Match, seat: Seat, board: Option<BoardId>) -> Seat {
    let own_turn = game.game(seat.board()).on_move == seat.color();
    match board {
        Some(board) if board != seat.board() => seat.partner(),
        None if !own_turn => seat.partner(),
        _ => seat,
    }
}

/// What the arbiter does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words of the protocol, explained there")]
pub enum RuleWire {
    Start,
    Stop,
    Resume,
    Clock {
        seat: Seat,
        clock: i64,
    },
    Freeze {
        seat: Seat,
        millis: i64,
    },
    Warn {
        seat: Seat,
    },
    Needless {
        seat: Seat,
    },
    Illegal {
        seat: Seat,
    },
    Flag {
        seat: Seat,
    },
    Minute {
        seat: Seat,
    },
    Restart {
        boards: Boards,
        #[serde(default)]
        reason: Option<RestartReason>,
    },
    Forfeit {
        seat: Seat,
    },
    Result {
        board: BoardId,
        result: GameResult,
    },
    Points {
        team: Team,
        points: Points,
    },
    Exclude {
        team: Team,
    },
}

impl RuleWire {
    /// What it asks of the referee; none if a number is out of all bounds.
    #[must_use]
    pub fn command(self) -> Option<Command> {
        let time =
            |millis: i64, least: i64| (least..=LONGEST).contains(&millis).then_some(Millis(millis));
        Some(Command::Arbiter(match self {
            RuleWire::Start => return Some(Command::Start),
            RuleWire::Stop => Ruling::Stop,
            RuleWire::Resume => Ruling::Resume,
            RuleWire::Clock { seat, clock } => Ruling::Clock(seat, time(clock, 0)?),
            RuleWire::Freeze { seat, millis } => Ruling::Freeze(seat, time(millis, 1)?),
            RuleWire::Warn { seat } => Ruling::Warn(seat),
            RuleWire::Needless { seat } => Ruling::Needless(seat),
            RuleWire::Illegal { seat } => Ruling::CallIllegal(seat),
            RuleWire::Flag { seat } => Ruling::CallFlag(seat),
            RuleWire::Minute { seat } => Ruling::Minute(seat),
            RuleWire::Restart { boards, reason } => Ruling::Restart(boards, reason),
            RuleWire::Forfeit { seat } => Ruling::Forfeit(seat),
            RuleWire::Result { board, result } => Ruling::Result(board, result),
            RuleWire::Points { team, points } => {
                (points.0.unsigned_abs() <= 1_000_000).then_some(Ruling::Points(team, points))?
            }
            RuleWire::Exclude { team } => Ruling::Exclude(team),
        }))
    }
}
