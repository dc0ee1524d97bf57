//! The score sheet: every move that was made, also those taken back.

use serde::Serialize;
use serde_json::Value;
use tandem_rules::Seat;

/// A move on the sheet.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    pub(crate) seat: Seat,
    pub(crate) number: u64,
    pub(crate) san: Box<str>,
    pub(crate) uci: Box<str>,
    pub(crate) at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lag: Option<i64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) undone: bool,
}

/// The score sheet.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Sheet {
    lines: Vec<Line>,
}

impl Sheet {
    /// The moves, oldest first.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Takes an event in, as it is stored.
    pub(crate) fn take(&mut self, event: &Value) {
        let text = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default();
        let number = |key: &str| event.get(key).and_then(Value::as_i64);
        let Ok(seat) = text("seat").parse::<Seat>() else {
            if text("event") == "restarted" {
                self.restart(text("boards"));
            }
            return;
        };
        match text("event") {
            "made" => self.lines.push(Line {
                seat,
                number: event.get("number").and_then(Value::as_u64).unwrap_or(0),
                san: text("san").into(),
                uci: text("uci").into(),
                at: number("at").unwrap_or(0),
                clock: None,
                lag: None,
                undone: false,
            }),
            "completed" => {
                if let Some(line) = self.last_of(seat) {
                    line.clock = number("clock");
                }
            }
            "lag_given" => {
                if let Some(line) = self.last_of(seat) {
                    line.lag = number("millis");
                    line.clock = line.clock.zip(line.lag).map(|(clock, lag)| clock + lag);
                }
            }
            "retracted" => self.take_back(seat, false),
            "undone" => self.take_back(seat, true),
            _ => {}
        }
    }

    fn last_of(&mut self, seat: Seat) -> Option<&mut Line> {
        self.lines.iter_mut().rev().find(|line| line.seat == seat && !line.undone)
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
            self.lines.iter_mut().rev().find(|line| {
                line.seat == seat && !line.undone && line.clock.is_some() == completed
            });
        if let Some(line) = own {
            line.undone = true;
        }
    }

    fn restart(&mut self, boards: &str) {
        for line in &mut self.lines {
            if boards == "both" || boards == line.seat.board().to_string() {
                line.undone = true;
            }
        }
    }
}
