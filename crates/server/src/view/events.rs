//! Events as they are stored and told: numbered, with what clients need beside the referee's own
//! words, and without what a viewer may not know.

use serde_json::{Map, Value};
use tandem_notation::{Letters, San, SanPlus};
use tandem_referee::{Event, EventKind, Input, Match};
use tandem_rules::{Millis, Move, Seat, Team};

/// Who looks at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// A player of this team.
    Team(Team),
    /// The arbiter.
    Arbiter,
    /// Anybody, while the match goes on.
    Public,
    /// Anybody, once it is over.
    Afterwards,
}

/// Numbers events and adds what clients need. `before` is the match before the first of them,
/// `after` the match after the last.
pub(crate) fn enrich(events: &[Event], first: u64, before: &Match, after: &Match) -> Vec<Value> {
    let mut number = first;
    events
        .iter()
        .map(|event| {
            let mut object = Map::new();
            object.insert("seq".to_owned(), number.into());
            number += 1;
            if let Ok(Value::Object(fields)) = serde_json::to_value(event) {
                object.extend(fields);
            }
            match &event.kind {
                EventKind::Made { seat, played, .. } => {
                    object.insert("uci".to_owned(), played.to_string().into());
                    object.insert("san".to_owned(), san(before, *seat, *played).into());
                    let moved = *before.game(seat.board()).completed.get(seat.color());
                    object.insert("number".to_owned(), (moved + 1).into());
                }
                EventKind::Completed { seat } => {
                    // `after` has the lag already; that is an event of its own.
                    let clock = after.clock(*seat, event.at) - lag_given(events, *seat);
                    object.insert("clock".to_owned(), clock.0.into());
                }
                _ => {}
            }
            Value::Object(object)
        })
        .collect()
}

fn lag_given(events: &[Event], seat: Seat) -> Millis {
    let given = events.iter().filter_map(|event| match event.kind {
        EventKind::LagGiven { seat: to, millis } if to == seat => Some(millis),
        _ => None,
    });
    given.fold(Millis::ZERO, |sum, millis| sum + millis)
}

/// A move as the score sheet has it. With open input nothing is said of check and mate: that
/// is for the players to see.
fn san(before: &Match, seat: Seat, played: Move) -> String {
    let position = before.position_for(seat);
    let book = before.book();
    let other = Some(before.beside(seat.board()));
    let letters = Letters::default();
    match before.settings().input {
        Input::Guarded => {
            SanPlus::from_move(played, &position, book.board_rules(), book.mate_rule(), other)
                .display(letters)
                .to_string()
        }
        Input::Open => San::from_move(played, &position, book.board_rules(), other)
            .display(letters)
            .to_string(),
    }
}

/// An event as a viewer may see it; none if it is not for him.
pub(crate) fn seen_by(event: &Value, viewer: Viewer) -> Option<Value> {
    let kind = event.get("event").and_then(Value::as_str).unwrap_or_default();
    match (kind, viewer) {
        (_, Viewer::Arbiter | Viewer::Afterwards) => Some(event.clone()),
        ("said", Viewer::Team(team)) => {
            let speaker = event.get("seat").and_then(|s| s.as_str()?.parse::<Seat>().ok());
            speaker.is_some_and(|seat| seat.team() == team).then(|| event.clone())
        }
        ("said", Viewer::Public) => None,
        // `move` tells castling and en passant apart from what hands did: it could betray.
        ("made", Viewer::Team(_) | Viewer::Public) => {
            let mut event = event.clone();
            if let Some(fields) = event.as_object_mut() {
                fields.shift_remove("legal");
                fields.shift_remove("move");
            }
            Some(event)
        }
        (_, Viewer::Team(_) | Viewer::Public) => Some(event.clone()),
    }
}
