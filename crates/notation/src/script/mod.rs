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
mod write;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value;
use tandem_referee::{Command, Event, Match, MoveText, Record, Settings};
use tandem_rules::{BySeat, Millis, Rulebook, Seat};

use crate::bfen::Bfen;
use crate::reading::carry_out;
use line::{Line, Setting};

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
    log: Vec<Record>,
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

    /// All that was asked and done so far.
    #[must_use]
    pub fn log(&self) -> &[Record] {
        &self.log
    }

    /// Every event so far.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().flat_map(|record| &record.events)
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
            Line::Timed(at, command) => self.step(at, command, out),
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
            return Err(
                self.error("a script must start with its rulebook, for example: book stein")
            );
        };
        let at = |line: usize, message: String| ScriptError { line, message };
        let book = (self.find_book)(id).ok_or_else(|| {
            let known = tandem_rules::book::BUILTIN_IDS.join(", ");
            at(*line, format!("unknown rulebook '{id}'; available: {known}"))
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
                Setting::Boards(boards) => settings.boards = *boards,
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

    fn step(
        &mut self,
        at: Millis,
        command: Command<MoveText>,
        out: &mut Vec<Value>,
    ) -> Result<(), ScriptError> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => self.begin()?,
        };
        // Clocks on the table may be heard late.
        if at < self.clock && !game.is_on_table() {
            let message = format!("times must not decrease: {at} comes after {}", self.clock);
            return Err(self.error(message));
        }
        self.clock = self.clock.max(at);
        // Time passes first: a flag may fall, or the match end, before the act is looked at.
        let (record, outcome) = carry_out(&mut game, at, command, None);
        self.game = Some(game);
        self.tell(self.number, record, out);
        if let Err(refusal) = outcome {
            out.push(report::refused(self.number, &refusal));
        }
        Ok(())
    }

    fn tell(&mut self, line: usize, record: Option<Record>, out: &mut Vec<Value>) {
        let Some(record) = record else { return };
        out.extend(record.events.iter().map(|event| report::event(line, event)));
        self.log.push(record);
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
        let (record, outcome) = carry_out(&mut game, self.clock, Command::Close, None);
        debug_assert!(outcome.is_ok(), "closing is never refused");
        self.tell(0, record, out);
        out.push(final_object(&game, self.clock));
        self.game = Some(game);
        Ok(())
    }
}

/// One timed line of a script: what was asked, and when.
///
/// ```
/// use tandem_notation::script::Step;
///
/// let step: Step = "1.25 A e4".parse()?;
/// assert_eq!(step.to_string(), "1.25 A move e4");
/// # Ok::<(), tandem_notation::script::ScriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When.
    pub at: Millis,
    /// What.
    pub command: Command<MoveText>,
}

impl FromStr for Step {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Step, ScriptError> {
        let error = |message: String| ScriptError { line: 1, message };
        match line::parse(text).map_err(error)? {
            Line::Timed(at, command) => Ok(Step { at, command }),
            Line::Empty | Line::Setting(_) => Err(error("a time and an act expected".to_owned())),
        }
    }
}
