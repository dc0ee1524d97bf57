//! Match scripts: a match as lines of text, in; what the referee makes of it as JSON, out.
//!
//! ```
//! use tandem_notation::script::Runner;
//! use tandem_rules::Rulebook;
//!
//! let mut runner = Runner::new(|id: &str| Rulebook::builtin(id));
//! let mut out = Vec::new();
//! for line in ["book stein", "0 start", "1.25 A e4", "2 A d4"] {
//!     runner.line(line, &mut out)?;
//! }
//! runner.finish(&mut out)?;
//! let refused = out.iter().find(|object| object["event"] == "refused").expect("out of turn");
//! assert_eq!(refused["article"], "stein 1.5");
//! # Ok::<(), tandem_notation::script::ScriptError>(())
//! ```

mod line;
mod report;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use tandem_referee::{Act, Attempt, Claim, Command, Event, Match, Refusal, Settings};
use tandem_rules::book::Unannounced;
use tandem_rules::{BySeat, Illegal, Millis, Rulebook, Seat};

use crate::bfen::Bfen;
use crate::san::{ReadMoveError, SanError, read_coordinates};
use line::{Deed, Line, Setting};

pub use report::{final_object, position_bfen};

/// Why a script can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ScriptError {
    /// The line; 0 for the script as a whole.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// Reads a script line by line and referees it.
pub struct Runner<F> {
    find_book: F,
    number: usize,
    clock: Millis,
    settings: BTreeMap<&'static str, (usize, Setting)>,
    options: Vec<(usize, (String, String))>,
    game: Option<Match>,
    log: Vec<Event>,
}

impl<F: Fn(&str) -> Option<Rulebook>> Runner<F> {
    /// A runner that looks books up by their id.
    pub fn new(find_book: F) -> Runner<F> {
        Runner {
            find_book,
            number: 0,
            clock: Millis::ZERO,
            settings: BTreeMap::new(),
            options: Vec::new(),
            game: None,
            log: Vec::new(),
        }
    }

    /// The match, once it has begun.
    #[must_use]
    pub fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Every event so far.
    #[must_use]
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// The options of the match, each an axis of the book and its value.
    #[must_use]
    pub fn options(&self) -> Vec<(String, String)> {
        self.options.iter().map(|(_, option)| option.clone()).collect()
    }

    /// The time of the last line.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.clock
    }

    fn error(&self, message: impl Into<String>) -> ScriptError {
        ScriptError { line: self.number, message: message.into() }
    }

    /// Reads the next line and adds what comes of it to `out`.
    ///
    /// # Errors
    /// The line can't be read.
    pub fn line(&mut self, text: &str, out: &mut Vec<Value>) -> Result<(), ScriptError> {
        self.number += 1;
        // Some editors begin a file with a byte-order mark.
        let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { text };
        match line::parse(text).map_err(|message| self.error(message))? {
            Line::Empty => Ok(()),
            Line::Setting(setting) => self.set(setting),
            Line::Timed(at, deed) => self.deed(at, deed, out),
        }
    }

    fn set(&mut self, setting: Setting) -> Result<(), ScriptError> {
        if self.game.is_some() {
            return Err(self.error("settings come before the first act"));
        }
        if let Setting::Option(name, value) = setting {
            self.options.push((self.number, (name, value)));
            return Ok(());
        }
        let key = setting.key();
        if self.settings.insert(key, (self.number, setting)).is_some() {
            return Err(self.error(format!("'{key}' is set twice")));
        }
        Ok(())
    }

    /// Makes the match of the settings.
    fn begin(&mut self) -> Result<Match, ScriptError> {
        let Some((line, Setting::Book(id))) = self.settings.get("book") else {
            return Err(self.error("a script begins with its book, for example: book stein"));
        };
        let at = |line: usize, message: String| ScriptError { line, message };
        let book = (self.find_book)(id).ok_or_else(|| {
            let known = tandem_rules::book::BUILTIN_IDS.join(", ");
            at(*line, format!("there is no book '{id}'; there are {known}"))
        })?;
        let book = book.with_options(&self.options()).map_err(|errors| {
            let wrong = &errors[0];
            let set = self.options.iter().rfind(|(_, (name, _))| *name == wrong.key);
            // A contradiction may be told of an axis that no option names.
            let line = set.or(self.options.last()).map_or(0, |(line, _)| *line);
            at(line, format!("option {}: {}", wrong.key, wrong.message))
        })?;
        let mut settings = Settings::new(Arc::new(book));
        for (line, setting) in self.settings.values() {
            match setting {
                Setting::Book(_) | Setting::Option(..) => {}
                Setting::Clock(time) => settings.time = *time,
                Setting::Press(press) => settings.press = *press,
                Setting::Input(input) => settings.input = *input,
                Setting::Flag(flag) => settings.flag = *flag,
                Setting::Position(text) => {
                    let bfen = Bfen::parse_lenient(text).map_err(|e| at(*line, e.to_string()))?;
                    let clock = |seat: Seat| {
                        bfen.boards[seat.board()].clocks.map(|clocks| *clocks.get(seat.color()))
                    };
                    settings.positions = bfen.positions().map(Clone::clone);
                    if Seat::ALL.into_iter().any(|seat| clock(seat).is_some()) {
                        let base = match self.settings.get("clock") {
                            Some((_, Setting::Clock(time))) => time.base,
                            _ => settings.time.base,
                        };
                        let clocks = BySeat::new_with(|seat| clock(seat).unwrap_or(base));
                        settings.clocks = Some(clocks);
                    }
                }
            }
        }
        Ok(Match::new(settings))
    }

    fn deed(&mut self, at: Millis, deed: Deed, out: &mut Vec<Value>) -> Result<(), ScriptError> {
        if at < self.clock {
            let message = format!("time runs backwards: {at} comes after {}", self.clock);
            return Err(self.error(message));
        }
        let mut game = match self.game.take() {
            Some(game) => game,
            None => self.begin()?,
        };
        self.clock = at;
        let mut events = Vec::new();
        // Time passes first: a flag may fall, or the match end, before the act is looked at.
        let command = command(&game, deed);
        let refusal = game.act(at, &command, &mut events).err();
        self.game = Some(game);
        self.tell(self.number, events, out);
        if let Some(refusal) = refusal {
            out.push(report::refused(self.number, &refusal));
        }
        Ok(())
    }

    fn tell(&mut self, line: usize, events: Vec<Event>, out: &mut Vec<Value>) {
        out.extend(events.iter().map(|event| report::event(line, event)));
        self.log.extend(events);
    }

    /// Ends the script: `final` is added to `out`.
    ///
    /// # Errors
    /// The script holds no match.
    pub fn finish(&mut self, out: &mut Vec<Value>) -> Result<(), ScriptError> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None if self.settings.is_empty() => {
                let message =
                    "the script is empty; it begins with its book, for example: book stein";
                return Err(ScriptError { line: 0, message: message.to_owned() });
            }
            None => self.begin()?,
        };
        let mut events = Vec::new();
        let refused: Option<Refusal> = game.act(self.clock, &Command::Close, &mut events).err();
        debug_assert!(refused.is_none(), "closing is never refused");
        out.extend(events.iter().map(|event| report::event(0, event)));
        self.log.extend(events);
        out.push(final_object(&game, self.clock));
        self.game = Some(game);
        Ok(())
    }
}

/// Reads a timed line by a match that has begun.
pub(crate) fn read_command(game: &Match, text: &str) -> Result<(Millis, Command), String> {
    match line::parse(text)? {
        Line::Timed(at, deed) => Ok((at, command(game, deed))),
        Line::Empty | Line::Setting(_) => Err("a time and an act expected".to_owned()),
    }
}

/// What a deed asks of the referee: moves in words become coordinates by the board as it stands.
fn command(game: &Match, deed: Deed) -> Command {
    match deed {
        Deed::Start => Command::Start,
        Deed::Tick => Command::Tick,
        Deed::Arbiter(ruling) => Command::Arbiter(ruling),
        Deed::Act(seat, act) => Command::Player(seat, act),
        Deed::Move(seat, text) => Command::Player(seat, Act::Move(attempt(game, seat, &text))),
        Deed::Claim { seat, fifty, intended, board } => {
            // The move may be the partner's, on whose board a draw can be claimed (sscr 1.12).
            let own_turn = game.game(seat.board()).on_move == seat.color();
            let mover = match board {
                Some(board) if board != seat.board() => seat.partner(),
                None if !own_turn => seat.partner(),
                _ => seat,
            };
            let intended = intended.map(|text| attempt(game, mover, &text));
            let claim = if fifty { Claim::Fifty(intended) } else { Claim::Repetition(intended) };
            Command::Player(seat, Act::Claim(claim, board))
        }
    }
}

/// A move in SAN or coordinates as this player tries it on the board before him.
#[must_use]
pub fn attempt(game: &Match, seat: Seat, text: &str) -> Attempt {
    let position = game.position_for(seat);
    let rules = game.book().board_rules();
    let other = Some(game.beside(seat.board()));
    let read = |text: &str| read_coordinates(text, &position, rules, other);
    let unannounced = Err(ReadMoveError::Rule(SanError::Illegal(Illegal::PromotionUnannounced)));
    let mut found = read(text);
    if found == unannounced && game.book().axes.promotion.unannounced.is == Unannounced::Queen {
        // sscr 5.7: only a knight must be announced.
        found = read(&format!("{}=Q", text.trim_end_matches(['+', '#', '!', '?'])));
    }
    match found {
        Ok(coordinates) => Attempt::Coordinates(coordinates),
        Err(ReadMoveError::Syntax(_)) => Attempt::Unplayable(Illegal::NoMan),
        Err(ReadMoveError::Rule(rule)) => Attempt::Unplayable(match rule {
            SanError::Illegal(why) => why,
            SanError::OwnMan { .. } | SanError::NoMan { .. } => Illegal::NoMan,
            SanError::NoneCan { role, .. } => Illegal::Movement(role),
            SanError::Ambiguous { .. } => Illegal::Ambiguous,
        }),
    }
}
