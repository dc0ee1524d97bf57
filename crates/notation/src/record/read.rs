//! From a game of ours back to the match, through the referee.

use tandem_referee::{Act, Command, Event, Match, MoveText, Record, Settings};
use tandem_rules::{Coordinates, Millis, Rulebook, Seat, shakmaty::Square};

use super::{MARK, event_text, tags};
use crate::bpgn::{Game, MoveNumber, Place, Ply, Remark, Written};
use crate::reading::carry_out;
use crate::san::San;
use crate::script::{ScriptError, Step};

/// Why a game of ours can't be replayed through the referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The game names no book, or one that is not at hand.
    #[error("there is no rulebook '{0}'")]
    NoBook(String),
    /// A tag can't be read.
    #[error("the tag {0} can't be read: {1}")]
    Tag(&'static str, String),
    /// A move or an annotation can't be read, or the referee does not allow it.
    #[error("{what}")]
    Step {
        /// Where it stands.
        place: Place,
        /// At which move.
        at: Option<MoveNumber>,
        /// What is wrong.
        what: String,
    },
}

/// A match that was replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The match as it stands at the end.
    pub state: Match,
    /// All that was asked and done.
    pub log: Vec<Record>,
}

impl Replayed {
    /// All that happened.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().flat_map(|record| &record.events)
    }
}

/// The id of the book that a game names.
#[must_use]
pub fn book_of(game: &Game) -> Option<&str> {
    game.tags.get(tags::RULEBOOK)
}

/// Whether a game is the record of a match of ours.
#[must_use]
pub fn is_record(game: &Game) -> bool {
    let ours = |remark: &Remark| annotation(remark).is_some();
    book_of(game).is_some()
        && (game.main.before.iter().any(ours)
            || game.main.plies.iter().any(|ply| ply.remarks.iter().any(ours)))
}

/// What an annotation of ours says.
fn annotation(remark: &Remark) -> Option<&str> {
    match remark {
        Remark::Annotation(text) => text.strip_prefix(MARK),
        _ => None,
    }
}

/// Replays the record of a match through the referee. Books are looked up by their id.
///
/// # Errors
/// The settings or a step can't be read, or the referee refuses a step.
pub fn read_match(
    game: &Game,
    find_book: impl Fn(&str) -> Option<Rulebook>,
) -> Result<Replayed, RecordError> {
    follow_match(game, find_book, |_, _| {})
}

/// Replays the record of a match and shows the match after each of its moves.
///
/// # Errors
/// As [`read_match`].
pub fn follow_match(
    game: &Game,
    find_book: impl Fn(&str) -> Option<Rulebook>,
    mut each: impl FnMut(&Ply, &Match),
) -> Result<Replayed, RecordError> {
    let settings: Settings = tags::read(&game.tags, find_book)?;
    let mut replayed = Replayed { state: Match::new(settings), log: Vec::new() };
    for text in game.main.before.iter().filter_map(annotation) {
        replayed.line(text).map_err(|what| step(game.start, None, what))?;
    }
    for ply in &game.main.plies {
        let wrong = |what| step(ply.place, Some(ply.number), what);
        let mut notes = ply.remarks.iter().filter_map(annotation);
        if replayed.state.is_on_table() {
            // The referee did not see the move, only its press.
            notes.next().map_or(Ok(()), |text| replayed.line(text)).map_err(wrong)?;
        } else {
            let when = notes.next().unwrap_or_default();
            replayed.ply(ply.seat(), &ply.written, when).map_err(wrong)?;
        }
        each(ply, &replayed.state);
        for text in notes {
            replayed.line(text).map_err(wrong)?;
        }
    }
    Ok(replayed)
}

fn step(place: Place, at: Option<MoveNumber>, what: String) -> RecordError {
    RecordError::Step { place, at, what }
}

impl Replayed {
    /// A move, with the time of it or the event that it is.
    fn ply(&mut self, seat: Seat, written: &Written, when: &str) -> Result<(), String> {
        if let Some(text) = when.strip_prefix("= ") {
            return self.event(text);
        }
        if when.contains(' ') {
            // What the move in writing does not tell stands here in full.
            return self.line(when);
        }
        let at: Millis =
            when.parse().map_err(|_| "the time of the move is missing: {A:tandem 1.25}")?;
        let Written::San(plus) = written else { return Err("the move can't be read".to_owned()) };
        let act = Act::Move { tried: ply_text(plus.san).ok_or("the move can't be read")? };
        self.act(at, Command::Player { seat, act })
    }

    fn line(&mut self, text: &str) -> Result<(), String> {
        if let Some(event) = text.strip_prefix("event ") {
            return self.event(event);
        }
        let Step { at, command } = text.parse().map_err(|error: ScriptError| error.message)?;
        self.act(at, command)
    }

    fn act(&mut self, at: Millis, command: Command<MoveText>) -> Result<(), String> {
        if at < self.state.moment_of(at) {
            return Err(format!("time runs backwards: {at}"));
        }
        let (record, outcome) = carry_out(&mut self.state, at, command, None);
        self.log.extend(record);
        outcome.map_err(|refusal| refusal.to_string())
    }

    fn event(&mut self, text: &str) -> Result<(), String> {
        let event = event_text::read(text).ok_or("the event can't be read")?;
        self.state.apply(&event);
        self.log.push(Record::unexplained(event));
        Ok(())
    }
}

/// What a move of the game asks of the referee: one with both squares is what hands did, legal
/// or not.
pub(crate) fn ply_text(san: San) -> Option<MoveText> {
    let coordinates = match san {
        San::Walk { file: Some(file), rank: Some(rank), to, becomes, .. } => {
            Coordinates::Walk { from: Square::from_coords(file, rank), to, becomes }
        }
        San::Drop { role, to } => Coordinates::Drop { role, to },
        san => return MoveText::new(&san.to_string()),
    };
    Some(coordinates.into())
}
