//! One line of a script, read by its form alone.

use tandem_referee::{
    Act, Boards, Claim, GameResult, Gift, Input, Leave, Message, Points, Press, RestartReason,
    Ruling, TimeControl,
};
use tandem_rules::book::Flag;
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Coordinates, Millis, Seat, Team};

use super::words::Words;
use crate::san::San;

/// The longest time that a clock can be set to: ten days.
const LONGEST: Millis = Millis(864_000_000);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Empty,
    Setting(Setting),
    Timed(Millis, Deed),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Book(String),
    Clock(TimeControl),
    Press(Press),
    Input(Input),
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
            Setting::Flag(_) => "flag",
            Setting::Position(_) => "position",
            Setting::Option(..) => "option",
        }
    }
}

/// What somebody does; moves are still words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Start,
    Tick,
    Move(Seat, String),
    Claim { seat: Seat, fifty: bool, intended: Option<String>, board: Option<BoardId> },
    Act(Seat, Act),
    Arbiter(Ruling),
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
        Line::Timed(at, deed(&mut words)?)
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
                "'{}' is unknown; a setting (book, clock, press, input, flag, position, option) or \
                 a time in seconds expected",
                shown(word)
            ));
        }
    })
}

fn seconds(words: &mut Words<'_>, expected: &str, least: Millis) -> Result<Millis, String> {
    let time: Millis = words.read(expected)?;
    if time < least || time > LONGEST {
        return Err(format!("{time} is no {expected} from {least} to {LONGEST}"));
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

fn deed(words: &mut Words<'_>) -> Result<Deed, String> {
    match words.peek() {
        None => Err("the line breaks off: who acts, and what is done?".to_owned()),
        Some("start") => {
            words.next();
            Ok(Deed::Start)
        }
        Some("tick") => {
            words.next();
            Ok(Deed::Tick)
        }
        Some("arbiter") => {
            words.next();
            ruling(words).map(Deed::Arbiter)
        }
        Some(who) => {
            let seat: Seat = words.read("seat").map_err(|_| {
                format!("'{}' is nobody; A, a, B, b, arbiter, start or tick expected", shown(who))
            })?;
            act(seat, words)
        }
    }
}

fn act(seat: Seat, words: &mut Words<'_>) -> Result<Deed, String> {
    let word = words.next().ok_or_else(|| format!("the line breaks off: what does {seat} do?"))?;
    let act = match word {
        "move" => return Ok(Deed::Move(seat, a_move(words.next().unwrap_or_default())?)),
        "press" => Act::Press,
        "retract" => Act::Retract,
        "pass" => Act::Pass(words.role()?),
        "hold" => Act::Hold(words.one_of(&[("on", true), ("off", false)])?),
        "claim" => return claim(seat, words),
        "accept" => {
            words.one_of(&[("illegal", AcceptWhat::Illegal), ("draw", AcceptWhat::Draw)])?.into()
        }
        "offer" => words.one_of(&[("draw", ())]).map(|()| Act::OfferDraw)?,
        "decline" => words.one_of(&[("draw", ())]).map(|()| Act::DeclineDraw)?,
        "resign" => Act::Resign,
        "say" => Act::Say(message(words)?),
        "invisible" => Act::Invisible(words.role()?),
        "visible" => Act::Visible(words.role()?),
        "return" => words.one_of(&[("clock", ())]).map(|()| Act::ReturnClock)?,
        "show" => Act::Show,
        "give" => Act::Give(gift(words)?),
        "call" => words.one_of(&[("arbiter", ())]).map(|()| Act::CallArbiter)?,
        word => return Ok(Deed::Move(seat, a_move(word)?)),
    };
    Ok(Deed::Act(seat, act))
}

#[derive(Clone, Copy)]
enum AcceptWhat {
    Illegal,
    Draw,
}

impl From<AcceptWhat> for Act {
    fn from(what: AcceptWhat) -> Act {
        match what {
            AcceptWhat::Illegal => Act::AcceptIllegal,
            AcceptWhat::Draw => Act::AcceptDraw,
        }
    }
}

fn a_move(word: &str) -> Result<String, String> {
    if San::parse(word).is_ok() || word.parse::<Coordinates>().is_ok() {
        return Ok(word.to_owned());
    }
    Err(format!("'{}' is neither an act nor a move", shown(word)))
}

fn on_board(words: &mut Words<'_>) -> Result<Option<BoardId>, String> {
    if words.peek() != Some("on") {
        return Ok(None);
    }
    words.next();
    words.one_of(&[("A", BoardId::A), ("B", BoardId::B)]).map(Some)
}

fn claim(seat: Seat, words: &mut Words<'_>) -> Result<Deed, String> {
    #[derive(Clone, Copy)]
    enum What {
        Flag,
        Illegal,
        Mate,
        Draw { fifty: bool },
    }
    let what = words.one_of(&[
        ("flag", What::Flag),
        ("illegal", What::Illegal),
        ("repetition", What::Draw { fifty: false }),
        ("mate", What::Mate),
        ("fifty", What::Draw { fifty: true }),
    ])?;
    let claim = match what {
        What::Flag => Claim::Flag,
        What::Illegal => Claim::Illegal,
        What::Mate => Claim::Mate,
        What::Draw { fifty } => {
            let intended = match words.peek() {
                None | Some("on") => None,
                Some(word) => {
                    words.next();
                    Some(a_move(word)?)
                }
            };
            return Ok(Deed::Claim { seat, fifty, intended, board: on_board(words)? });
        }
    };
    Ok(Deed::Act(seat, Act::Claim(claim, on_board(words)?)))
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
            ("resign", Leave::Resign),
            ("offer-draw", Leave::OfferDraw),
            ("accept-draw", Leave::AcceptDraw),
            ("mate", Leave::Mate),
        ])?),
        "move" => Message::Move(a_move(words.next().unwrap_or_default())?),
        "text" => Message::Text(words.rest().to_owned()),
        word => {
            return Err(format!(
                "'{}' is nothing to say; need | warn | sit | go | flag | may | move | text expected",
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
        "@" => Ok(Gift::Stock(role)),
        square => {
            let square: Square = square.parse().map_err(|_| wrong())?;
            Ok(Gift::Square(role, square))
        }
    }
}

fn ruling(words: &mut Words<'_>) -> Result<Ruling, String> {
    #[derive(Clone, Copy)]
    enum What {
        Stop,
        Resume,
        Clock,
        Freeze,
        Warn,
        Needless,
        Illegal,
        Flag,
        Minute,
        Restart,
        Forfeit,
        Result,
        Points,
        Exclude,
    }
    let what = words.one_of(&[
        ("stop", What::Stop),
        ("resume", What::Resume),
        ("clock", What::Clock),
        ("freeze", What::Freeze),
        ("warn", What::Warn),
        ("needless", What::Needless),
        ("illegal", What::Illegal),
        ("flag", What::Flag),
        ("minute", What::Minute),
        ("restart", What::Restart),
        ("forfeit", What::Forfeit),
        ("result", What::Result),
        ("points", What::Points),
        ("exclude", What::Exclude),
    ])?;
    Ok(match what {
        What::Stop => Ruling::Stop,
        What::Resume => Ruling::Resume,
        What::Clock => {
            let seat = words.read("seat")?;
            Ruling::Clock(seat, seconds(words, "number of seconds", Millis::ZERO)?)
        }
        What::Freeze => {
            let seat = words.read("seat")?;
            Ruling::Freeze(seat, seconds(words, "number of seconds", Millis(1))?)
        }
        What::Warn => Ruling::Warn(words.read("seat")?),
        What::Needless => Ruling::Needless(words.read("seat")?),
        What::Illegal => Ruling::CallIllegal(words.read("seat")?),
        What::Flag => Ruling::CallFlag(words.read("seat")?),
        What::Minute => Ruling::Minute(words.read("seat")?),
        What::Restart => {
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
            Ruling::Restart(boards, reason)
        }
        What::Forfeit => Ruling::Forfeit(words.read("seat")?),
        What::Result => {
            let board = words.one_of(&[("A", BoardId::A), ("B", BoardId::B)])?;
            Ruling::Result(board, words.read::<GameResult>("result (1-0, 0-1, 1/2-1/2, 0-0)")?)
        }
        What::Points => {
            let team = team(words)?;
            let points: Millis = words.read("number of points")?;
            let thousandths = i32::try_from(points.0)
                .ok()
                .filter(|points| points.abs() <= 1_000_000)
                .ok_or_else(|| "points go from -1000 to 1000".to_owned())?;
            Ruling::Points(team, Points(thousandths))
        }
        What::Exclude => Ruling::Exclude(team(words)?),
    })
}

fn team(words: &mut Words<'_>) -> Result<Team, String> {
    words.one_of(&[("1", Team::One), ("2", Team::Two)])
}
