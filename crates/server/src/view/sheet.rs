//! The score sheet: every move that was made, also those taken back.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use tandem_referee::{Boards, Event, EventKind};
use tandem_rules::{Millis, Seat};

use super::audience::{Happened, Logged};
use super::events::Note;

/// A move on the sheet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SheetMove")]
pub(crate) struct Line {
    pub(crate) seat: Seat,
    pub(crate) number: u16,
    pub(crate) san: Box<str>,
    pub(crate) uci: Box<str>,
    pub(crate) at: Millis,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lag: Option<Millis>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) undone: bool,
}

/// The score sheet.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Sheet {
    lines: Vec<Line>,
    /// Places of lines that have changed and were not yet asked for.
    #[serde(skip)]
    changed: BTreeSet<usize>,
}

/// A line of the score sheet that is new or has changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedLine {
    /// Its place on the sheet, from 0.
    place: usize,
    #[serde(flatten)]
    line: Line,
}

impl Sheet {
    /// The moves, oldest first.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Takes in what happened.
    pub(crate) fn take(&mut self, logged: &Logged) {
        let Happened::Referee(Event { at, kind }) = &logged.event else { return };
        match (kind, &logged.note) {
            (EventKind::Made { seat, .. }, Note::Made { uci, san, number }) => {
                self.changed.insert(self.lines.len());
                self.lines.push(Line {
                    seat: *seat,
                    number: *number,
                    san: san.clone(),
                    uci: uci.clone(),
                    at: *at,
                    clock: None,
                    lag: None,
                    undone: false,
                });
            }
            (EventKind::Completed { seat }, Note::Completed { clock }) => {
                if let Some(line) = self.last_of(*seat) {
                    line.clock = Some(*clock);
                }
            }
            (EventKind::LagGiven { seat, millis }, _) => {
                if let Some(line) = self.last_of(*seat) {
                    line.lag = Some(*millis);
                    line.clock = line.clock.map(|clock| clock + *millis);
                }
            }
            (EventKind::Retracted { seat }, _) => self.take_back(*seat, false),
            (EventKind::Undone { seat, .. }, _) => self.take_back(*seat, true),
            (EventKind::Restarted { boards, .. }, _) => self.restart(*boards),
            _ => {}
        }
    }

    /// The lines that have changed since this was asked last, with their places on the sheet.
    pub(crate) fn changes(&mut self) -> Vec<ChangedLine> {
        let changed = std::mem::take(&mut self.changed);
        let line = |place: usize| Some(ChangedLine { place, line: self.lines.get(place)?.clone() });
        changed.into_iter().filter_map(line).collect()
    }

    /// The last move of a player that stands; it is about to change.
    fn last_of(&mut self, seat: Seat) -> Option<&mut Line> {
        self.change(|line| line.seat == seat && !line.undone)
    }

    /// The last line of a kind; it is about to change.
    fn change(&mut self, kind: impl Fn(&Line) -> bool) -> Option<&mut Line> {
        let place = self.lines.iter().rposition(kind)?;
        self.changed.insert(place);
        self.lines.get_mut(place)
    }

    /// A move goes back, and with it what the opponent has made since and not completed.
    fn take_back(&mut self, seat: Seat, completed: bool) {
        if let Some(reply) = self.last_of(seat.opponent())
            && reply.clock.is_none()
        {
            let reply_is_newer = reply.at;
            let own = self.last_of(seat).map(|line| line.at);
            if own.is_some_and(|at| at <= reply_is_newer)
                && let Some(reply) = self.last_of(seat.opponent())
            {
                reply.undone = true;
            }
        }
        let own =
            |line: &Line| line.seat == seat && !line.undone && line.clock.is_some() == completed;
        if let Some(line) = self.change(own) {
            line.undone = true;
        }
    }

    fn restart(&mut self, boards: Boards) {
        for (place, line) in self.lines.iter_mut().enumerate() {
            if boards.contains(line.seat.board()) && !line.undone {
                line.undone = true;
                self.changed.insert(place);
            }
        }
    }
}
