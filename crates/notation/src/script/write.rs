//! A step of a match as a line of a script: the other side of [`super::line`].

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write as _};

use tandem_referee::{Act, Boards, Claim, Command, Gift, Message, MoveText, Ruling};
use tandem_referee::{Permission, RestartReason};
use tandem_rules::{BoardId, Coordinates, Millis};

use super::Step;
use crate::san::San;

/// As a script has it: `1.25 A move e4`. Reading it gives the same step again.
impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at)?;
        match &self.command {
            Command::Start => f.write_str("start"),
            Command::Tick => f.write_str("tick"),
            Command::Close => f.write_str("close"),
            Command::Lag { seat, millis } => write!(f, "lag {seat} {millis}"),
            Command::Differs { seat, told } => write!(f, "differs {seat} {told}"),
            Command::Player { seat, act } => {
                write!(f, "{seat} ")?;
                write_act(f, act)
            }
            Command::Arbiter { rule } => {
                f.write_str("arbiter ")?;
                write_ruling(f, rule)
            }
        }
    }
}

fn write_act(f: &mut Formatter<'_>, act: &Act<MoveText>) -> fmt::Result {
    match act {
        Act::Move { tried } => write!(f, "move {}", a_move(tried)),
        Act::Press => f.write_str("press"),
        Act::Retract => f.write_str("retract"),
        Act::Pass { role } => write!(f, "pass {}", role.upper_char()),
        Act::Hold { on } => write!(f, "hold {}", if *on { "on" } else { "off" }),
        Act::Claim { claim, board } => {
            f.write_str("claim ")?;
            write_claim(f, claim)?;
            board.map_or(Ok(()), |board: BoardId| write!(f, " on {board}"))
        }
        Act::AcceptIllegal => f.write_str("accept illegal"),
        Act::OfferDraw => f.write_str("offer draw"),
        Act::AcceptDraw => f.write_str("accept draw"),
        Act::DeclineDraw => f.write_str("decline draw"),
        Act::Resign => f.write_str("resign"),
        Act::Say { say } => {
            f.write_str("say ")?;
            write_message(f, say)
        }
        Act::Invisible { role } => write!(f, "invisible {}", role.upper_char()),
        Act::Visible { role } => write!(f, "visible {}", role.upper_char()),
        Act::ReturnClock => f.write_str("return clock"),
        Act::Show => f.write_str("show"),
        Act::Give(Gift { role, square: Some(square) }) => {
            write!(f, "give {}{square}", role.upper_char())
        }
        Act::Give(Gift { role, square: None }) => write!(f, "give {}@", role.upper_char()),
        Act::CallArbiter => f.write_str("call arbiter"),
        Act::Answer { agree: true } => f.write_str("answer yes"),
        Act::Answer { agree: false } => f.write_str("answer no"),
        Act::GoOn => f.write_str("go on"),
    }
}

fn write_claim(f: &mut Formatter<'_>, claim: &Claim<MoveText>) -> fmt::Result {
    let (word, intended) = match claim {
        Claim::Flag => ("flag", &None),
        Claim::Illegal => ("illegal", &None),
        Claim::Mate => ("mate", &None),
        Claim::Stalemate => ("stalemate", &None),
        Claim::Material => ("material", &None),
        Claim::Repetition { intended } => ("repetition", intended),
        Claim::Fifty { intended } => ("fifty", intended),
    };
    f.write_str(word)?;
    intended.as_ref().map_or(Ok(()), |text| write!(f, " {}", a_move(text)))
}

fn write_message(f: &mut Formatter<'_>, message: &Message) -> fmt::Result {
    match message {
        Message::Need(role) => write!(f, "need {}", role.upper_char()),
        Message::Warn(role) => write!(f, "warn {}", role.upper_char()),
        Message::Sit => f.write_str("sit"),
        Message::Go => f.write_str("go"),
        Message::Flag => f.write_str("flag"),
        Message::May(permission) => f.write_str(match permission {
            Permission::Resign => "may resign",
            Permission::OfferDraw => "may offer-draw",
            Permission::AcceptDraw => "may accept-draw",
            Permission::Mate => "may mate",
        }),
        Message::Move(text) => write!(f, "move {}", a_move(text)),
        Message::Text(text) => write!(f, "text {}", words(text)),
    }
}

fn write_ruling(f: &mut Formatter<'_>, rule: &Ruling) -> fmt::Result {
    match rule {
        Ruling::Start => f.write_str("start"),
        Ruling::Stop => f.write_str("stop"),
        Ruling::Resume => f.write_str("resume"),
        Ruling::Clock { seat, clock } => write!(f, "clock {seat} {clock}"),
        Ruling::Freeze { seat, millis } => write!(f, "freeze {seat} {millis}"),
        Ruling::Warn { seat, why: None } => write!(f, "warn {seat}"),
        Ruling::Warn { seat, why: Some(why) } => write!(f, "warn {seat} {}", words(why)),
        Ruling::Needless { seat } => write!(f, "needless {seat}"),
        Ruling::CallIllegal { seat } => write!(f, "illegal {seat}"),
        Ruling::CallFlag { seat } => write!(f, "flag {seat}"),
        Ruling::Minute { seat } => write!(f, "minute {seat}"),
        Ruling::Restart { boards, reason } => {
            match boards {
                Boards::Both => f.write_str("restart both")?,
                Boards::One(board) => write!(f, "restart {board}")?,
            }
            f.write_str(match reason {
                None => "",
                Some(RestartReason::Setup) => " setup",
                Some(RestartReason::Colours) => " colours",
                Some(RestartReason::Clock) => " clock",
                Some(RestartReason::Hidden) => " hidden",
            })
        }
        Ruling::Forfeit { seat } => write!(f, "forfeit {seat}"),
        Ruling::Result { board, result } => write!(f, "result {board} {}", result.as_str()),
        // Thousandths are written like milliseconds.
        Ruling::Points { team, points } => {
            write!(f, "points {team} {}", Millis(i64::from(points.0)))
        }
        Ruling::Exclude { team } => write!(f, "exclude {team}"),
        Ruling::Uphold => f.write_str("uphold"),
        Ruling::Dismiss => f.write_str("dismiss"),
        Ruling::TakeBack => f.write_str("take_back"),
    }
}

/// A move as it was written, in quotes if a script would not take it for one.
fn a_move(text: &MoveText) -> Cow<'_, str> {
    let text = text.as_str();
    let is_move = San::parse(text).is_ok() || text.parse::<Coordinates>().is_ok();
    if is_move && !text.contains(is_special) { text.into() } else { quoted(text).into() }
}

/// Words as they were said, in quotes if a line would change them.
fn words(text: &str) -> Cow<'_, str> {
    // A line is cut into words at any white space, and a comment is folded there.
    let plain = text.split(' ').all(|word| !word.is_empty())
        && !text.contains(|c: char| is_special(c) || (c.is_whitespace() && c != ' '));
    if plain { text.into() } else { quoted(text).into() }
}

/// What means something in a script, or in a comment of a BPGN file.
fn is_special(c: char) -> bool {
    matches!(c, '#' | '"' | '{' | '}') || c.is_control()
}

/// A string of JSON without anything special inside, nor a space at which a line could be folded.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            c if is_special(c) || c.is_whitespace() => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
