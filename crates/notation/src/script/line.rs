//! One line of a script, read by its form alone.

use tandem_referee::{
    Act, Boards, BoardsAt, Claim, Command, GameResult, Gift, Input, LONGEST_CLOCK, MAX_POINTS,
    Message, MoveText, Permission, Points, Press, RestartReason, Ruling, RulingKind, TimeControl,
};
use tandem_rules::book::Flag;
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Coordinates, Millis, Seat, Team};

use super::words::Words;
use crate::san::San;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Empty,
    Setting(Setting),
    Timed(Millis, Command<MoveText>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Book(String),
    Clock(TimeControl),
    Press(Press),
    Input(Input),
    Boards(BoardsAt),
    Flag(Flag),
    Position(String),
    Option(String, String),
}

impl Setting {
    pub(super) fn key(&self) -> &'static str {
        match self {
            Setting::Book(_) => "book",
            Setting::Clock(_) => "clock",
            Setting::Press(_) => "press",
            Setting::Input(_) => "input",
            Setting::Boards(_) => "boards",
            Setting::Flag(_) => "flag",
            Setting::Position(_) => "position",
            Setting::Option(..) => "option",
        }
    }
}

pub(super) fn parse(text: &str) -> Result<Line, String> {
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    let mut words = Words::new(text);
    let Some(first) = words.next() else { return Ok(Line::Empty) };
    let line = if first.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') {
        let at: Millis = first
            .parse()
            .ok()
            .filter(|at: &Millis| *at >= Millis::ZERO)
            .ok_or_else(|| format!("'{}' is no time in seconds", shown(first)))?;
        Line::Timed(at, command(&mut words)?)
    } else {
        Line::Setting(setting(first, &mut words)?)
    };
    words.end()?;
    Ok(line)
}

/// A word as an error shows it: noise is cut short.
fn shown(word: &str) -> String {
    let short: String = word.chars().take(24).collect();
    if short.len() < word.len() { format!("{short}…") } else { short }
}

fn setting(first: &str, words: &mut Words<'_>) -> Result<Setting, String> {
    Ok(match first {
        "book" => Setting::Book(words.read::<String>("book")?),
        "clock" => Setting::Clock(clock(words)?),
        "press" => {
            Setting::Press(words.one_of(&[("auto", Press::Auto), ("manual", Press::Manual)])?)
        }
        "input" => {
            Setting::Input(words.one_of(&[("guarded", Input::Guarded), ("open", Input::Open)])?)
        }
        "boards" => Setting::Boards(
            words.one_of(&[("screen", BoardsAt::Screen), ("table", BoardsAt::Table)])?,
        ),
        "flag" => Setting::Flag(
            words.one_of(&[("claimed", Flag::Claimed), ("automatic", Flag::Automatic)])?,
        ),
        "position" => Setting::Position(words.rest().to_owned()),
        "option" => {
            let name = words.read::<String>("name of an option")?;
            let value = words.rest().to_owned();
            if value.is_empty() {
                return Err(format!("the option {name} needs a value"));
            }
            Setting::Option(name, value)
        }
        word => {
            return Err(format!(
                "'{}' is unknown; a setting (book, clock, press, input, boards, flag, position, \
                 option) or \
                 a time in seconds expected",
                shown(word)
            ));
        }
    })
}

fn seconds(words: &mut Words<'_>, expected: &str, least: Millis) -> Result<Millis, String> {
    let time: Millis = words.read(expected)?;
    if time < least || time > LONGEST_CLOCK {
        return Err(format!("{time} is no {expected} from {least} to {LONGEST_CLOCK}"));
    }
    Ok(time)
}

fn clock(words: &mut Words<'_>) -> Result<TimeControl, String> {
    let mut time = TimeControl::sudden_death(seconds(words, "number of seconds", Millis(1))?);
    if words.peek().is_some() {
        let delays = words.one_of(&[("bronstein", true), ("increment", false)])?;
        let bonus = seconds(words, "number of seconds", Millis::ZERO)?;
        if delays {
            time.delay = bonus;
        } else {
            time.increment = bonus;
        }
    }
    Ok(time)
}

fn command(words: &mut Words<'_>) -> Result<Command<MoveText>, String> {
    let Some(who) = words.peek() else {
        return Err("the line breaks off: who acts, and what is done?".to_owned());
    };
    let word = match who {
        "start" => Command::Start,
        "tick" => Command::Tick,
        "close" => Command::Close,
        "arbiter" => {
            words.next();
            return ruling(words).map(|rule| Command::Arbiter { rule });
        }
        "lag" => {
            words.next();
            let seat = words.read("seat")?;
            let millis = seconds(words, "number of seconds", Millis::ZERO)?;
            return Ok(Command::Lag { seat, millis });
        }
        "differs" => {
            words.next();
            let seat = words.read("seat")?;
            let told = seconds(words, "moment", Millis::ZERO)?;
            return Ok(Command::Differs { seat, told });
        }
        who => {
            let seat: Seat = words.read("seat").map_err(|_| {
                format!(
                    "unknown player '{}'; expected A, a, B, b, arbiter, start or tick",
                    shown(who)
                )
            })?;
            return act(seat, words).map(|act| Command::Player { seat, act });
        }
    };
    words.next();
    Ok(word)
}

fn act(seat: Seat, words: &mut Words<'_>) -> Result<Act<MoveText>, String> {
    let word = words.next().ok_or_else(|| format!("the line breaks off: what does {seat} do?"))?;
    Ok(match word {
        "move" => Act::Move { tried: a_move(words.next().unwrap_or_default())? },
        "press" => Act::Press,
        "retract" => Act::Retract,
        "pass" => Act::Pass { role: words.role()? },
        "hold" => Act::Hold { on: words.one_of(&[("on", true), ("off", false)])? },
        "claim" => {
            let claim = claim(words)?;
            Act::Claim { claim, board: on_board(words)? }
        }
        "accept" => {
            words.one_of(&[("illegal", Accepted::Illegal), ("draw", Accepted::Draw)])?.into()
        }
        "offer" => words.one_of(&[("draw", ())]).map(|()| Act::OfferDraw)?,
        "decline" => words.one_of(&[("draw", ())]).map(|()| Act::DeclineDraw)?,
        "resign" => Act::Resign,
        "say" => Act::Say { say: message(words)? },
        "invisible" => Act::Invisible { role: words.role()? },
        "visible" => Act::Visible { role: words.role()? },
        "return" => words.one_of(&[("clock", ())]).map(|()| Act::ReturnClock)?,
        "show" => Act::Show,
        "give" => Act::Give(gift(words)?),
        "call" => words.one_of(&[("arbiter", ())]).map(|()| Act::CallArbiter)?,
        "answer" => Act::Answer { agree: words.one_of(&[("yes", true), ("no", false)])? },
        "go" => words.one_of(&[("on", ())]).map(|()| Act::GoOn)?,
        word => Act::Move { tried: a_move(word)? },
    })
}

#[derive(Clone, Copy)]
enum Accepted {
    Illegal,
    Draw,
}

impl<M> From<Accepted> for Act<M> {
    fn from(what: Accepted) -> Act<M> {
        match what {
            Accepted::Illegal => Act::AcceptIllegal,
            Accepted::Draw => Act::AcceptDraw,
        }
    }
}

/// A move in SAN or coordinates; whatever else somebody wrote for one stands in quotes.
fn a_move(word: &str) -> Result<MoveText, String> {
    let written = match unquoted(word) {
        Some(text) => MoveText::new(&text),
        None if San::parse(word).is_ok() || word.parse::<Coordinates>().is_ok() => {
            MoveText::new(word)
        }
        None => None,
    };
    written.ok_or_else(|| format!("'{}' is neither an act nor a move", shown(word)))
}

/// What stands in quotes, as a string of JSON.
fn unquoted(text: &str) -> Option<String> {
    text.starts_with('"').then(|| serde_json::from_str(text).ok()).flatten()
}

fn on_board(words: &mut Words<'_>) -> Result<Option<BoardId>, String> {
    if words.peek() != Some("on") {
        return Ok(None);
    }
    words.next();
    words.one_of(&[("A", BoardId::A), ("B", BoardId::B)]).map(Some)
}

fn claim(words: &mut Words<'_>) -> Result<Claim<MoveText>, String> {
    #[derive(Clone, Copy)]
    enum What {
        Flag,
        Illegal,
        Mate,
        Repetition,
        Fifty,
        Stalemate,
        Material,
    }
    let what = words.one_of(&[
        ("flag", What::Flag),
        ("illegal", What::Illegal),
        ("repetition", What::Repetition),
        ("mate", What::Mate),
        ("fifty", What::Fifty),
        ("stalemate", What::Stalemate),
        ("material", What::Material),
    ])?;
    let mut intended = || match words.peek() {
        None | Some("on") => Ok(None),
        Some(word) => {
            words.next();
            a_move(word).map(Some)
        }
    };
    Ok(match what {
        What::Flag => Claim::Flag,
        What::Illegal => Claim::Illegal,
        What::Mate => Claim::Mate,
        What::Stalemate => Claim::Stalemate,
        What::Material => Claim::Material,
        What::Repetition => Claim::Repetition { intended: intended()? },
        What::Fifty => Claim::Fifty { intended: intended()? },
    })
}

fn message(words: &mut Words<'_>) -> Result<Message, String> {
    let word = words.next().unwrap_or_default();
    Ok(match word {
        "need" => Message::Need(words.role()?),
        "warn" => Message::Warn(words.role()?),
        "sit" => Message::Sit,
        "go" => Message::Go,
        "flag" => Message::Flag,
        "may" => Message::May(words.one_of(&[
            ("resign", Permission::Resign),
            ("offer-draw", Permission::OfferDraw),
            ("accept-draw", Permission::AcceptDraw),
            ("mate", Permission::Mate),
        ])?),
        "move" => Message::Move(a_move(words.next().unwrap_or_default())?),
        "text" => {
            let text = words.rest();
            Message::Text(unquoted(text).unwrap_or_else(|| text.to_owned()))
        }
        word => {
            return Err(format!(
                "unknown message '{}'; expected need | warn | sit | go | flag | may | move | text",
                shown(word)
            ));
        }
    })
}

/// `Nf3`, `Pe6`, or `N@` from the stock.
fn gift(words: &mut Words<'_>) -> Result<Gift, String> {
    let word = words.next().unwrap_or_default();
    let wrong = || format!("'{}' is no piece to give; one looks like Nf3 or N@", shown(word));
    let mut letters = word.chars();
    let role = letters
        .next()
        .filter(char::is_ascii_uppercase)
        .and_then(Role::from_char)
        .ok_or_else(wrong)?;
    match letters.as_str() {
        "@" => Ok(Gift { role, square: None }),
        square => {
            let square: Square = square.parse().map_err(|_| wrong())?;
            Ok(Gift { role, square: Some(square) })
        }
    }
}

fn ruling(words: &mut Words<'_>) -> Result<Ruling, String> {
    Ok(match words.one_of(&RulingKind::WORDS)? {
        RulingKind::Start => Ruling::Start,
        RulingKind::Stop => Ruling::Stop,
        RulingKind::Resume => Ruling::Resume,
        RulingKind::Clock => {
            let seat = words.read("seat")?;
            Ruling::Clock { seat, clock: seconds(words, "number of seconds", Millis::ZERO)? }
        }
        RulingKind::Freeze => {
            let seat = words.read("seat")?;
            Ruling::Freeze { seat, millis: seconds(words, "number of seconds", Millis(1))? }
        }
        RulingKind::Warn => {
            let seat = words.read("seat")?;
            let why = words.peek().is_some().then(|| {
                let text = words.rest();
                unquoted(text).unwrap_or_else(|| text.to_owned())
            });
            Ruling::Warn { seat, why }
        }
        RulingKind::Needless => Ruling::Needless { seat: words.read("seat")? },
        RulingKind::Illegal => Ruling::CallIllegal { seat: words.read("seat")? },
        RulingKind::Flag => Ruling::CallFlag { seat: words.read("seat")? },
        RulingKind::Minute => Ruling::Minute { seat: words.read("seat")? },
        RulingKind::Restart => {
            let boards = words.one_of(&[
                ("both", Boards::Both),
                ("A", Boards::One(BoardId::A)),
                ("B", Boards::One(BoardId::B)),
            ])?;
            let reason = match words.peek() {
                None => None,
                Some(_) => Some(words.one_of(&[
                    ("setup", RestartReason::Setup),
                    ("colours", RestartReason::Colours),
                    ("clock", RestartReason::Clock),
                    ("hidden", RestartReason::Hidden),
                ])?),
            };
            Ruling::Restart { boards, reason }
        }
        RulingKind::Forfeit => Ruling::Forfeit { seat: words.read("seat")? },
        RulingKind::Result => {
            let board = words.one_of(&[("A", BoardId::A), ("B", BoardId::B)])?;
            Ruling::Result {
                board,
                result: words.read::<GameResult>("result (1-0, 0-1, 1/2-1/2, 0-0)")?,
            }
        }
        RulingKind::Points => {
            let team = team(words)?;
            let points: Millis = words.read("number of points")?;
            let thousandths = i32::try_from(points.0)
                .ok()
                .filter(|points| points.abs() <= MAX_POINTS.0)
                .ok_or_else(|| "points go from -1000 to 1000".to_owned())?;
            Ruling::Points { team, points: Points(thousandths) }
        }
        RulingKind::Exclude => Ruling::Exclude { team: team(words)? },
        RulingKind::Uphold => Ruling::Uphold,
        RulingKind::Dismiss => Ruling::Dismiss,
        RulingKind::TakeBack => Ruling::TakeBack,
    })
}

fn team(words: &mut Words<'_>) -> Result<Team, String> {
    words.one_of(&[("1", Team::One), ("2", Team::Two)])
}
