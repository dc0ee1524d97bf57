//! The commands of a log that was kept before commands were: found again by trying.
//!
//! A line is right if the referee makes exactly these events of it. This is slow, and only for
//! bringing old data up to date.

use tandem_referee::{Act, Command, Event, EventKind, Match, Reason, Record};
use tandem_rules::{Millis, Seat, Team};

use crate::reading::read_command;
use crate::script::Step;

/// The records of a match of which only the events are known, from where the match stands: these
/// events come next. An event that no command explains has a record without one.
#[must_use]
pub fn explain(state: &mut Match, log: &[Event]) -> Vec<Record> {
    let mut records = Vec::new();
    let mut rest = log;
    while let Some(event) = rest.first() {
        let lines = candidates(state, event);
        let found = lines.iter().find_map(|line| explains(state, line, rest));
        let (record, after) = found.unwrap_or_else(|| {
            let mut after = state.clone();
            after.apply(event);
            (Record::unexplained(event.clone()), after)
        });
        rest = &rest[record.events.len()..];
        *state = after;
        records.push(record);
    }
    records
}

/// What a line brings about, if the log begins with it.
fn explains(state: &Match, line: &str, log: &[Event]) -> Option<(Record, Match)> {
    let Step { at, command } = line.parse().ok()?;
    let mut after = state.clone();
    let mut events = Vec::new();
    after.act(at, &read_command(state, command.clone()), &mut events).ok()?;
    let explains = log.starts_with(&events);
    Record::new(at, None, command, events).filter(|_| explains).map(|record| (record, after))
}

/// Lines that may explain the next event, the likelier first.
fn candidates(state: &Match, event: &Event) -> Vec<String> {
    let at = event.at;
    let mut lines = Vec::new();
    of_kind(state, event, &mut lines);
    // What time alone brings about shows a moment later; the end of the record shows the rest.
    lines.push(format!("{at} tick"));
    lines.push(format!("{} tick", at + Millis(1)));
    for seat in Seat::ALL {
        for act in [
            "press",
            "retract",
            "claim flag",
            "claim illegal",
            "claim mate",
            "claim repetition",
            "claim fifty",
            "accept illegal",
            "offer draw",
            "accept draw",
            "decline draw",
            "resign",
            "return clock",
            "show",
            "call arbiter",
            "hold on",
            "hold off",
        ] {
            lines.push(format!("{at} {seat} {act}"));
            if act.starts_with("claim") {
                lines.extend(["A", "B"].map(|board| format!("{at} {seat} {act} on {board}")));
            }
        }
        for role in "QRBNP".chars() {
            lines.extend(
                ["pass", "invisible", "visible"].map(|act| format!("{at} {seat} {act} {role}")),
            );
        }
        for act in ["warn", "needless", "illegal", "flag", "minute", "forfeit"] {
            lines.push(format!("{at} arbiter {act} {seat}"));
        }
    }
    lines.extend(["stop", "resume"].map(|act| format!("{at} arbiter {act}")));
    for board in ["A", "B"] {
        for result in ["1-0", "0-1", "1/2-1/2", "0-0"] {
            lines.push(format!("{at} arbiter result {board} {result}"));
        }
    }
    lines.push(format!("{at} close"));
    lines.push(format!("{} close", at + Millis(1)));
    lines
}

/// Lines with words of the event itself.
fn of_kind(state: &Match, event: &Event, lines: &mut Vec<String>) {
    let at = event.at;
    match &event.kind {
        EventKind::Started => lines.push(format!("{at} start")),
        EventKind::Made { seat, played, .. } => lines.push(format!("{at} {seat} move {played}")),
        EventKind::Said { seat, message, .. } => {
            let act = Act::Say { say: message.clone() };
            lines.push(Step { at, command: Command::Player { seat: *seat, act } }.to_string());
        }
        EventKind::Given { seat, role, square, .. } => {
            let role = role.upper_char();
            lines.push(match square {
                Some(square) => format!("{at} {seat} give {role}{square}"),
                None => format!("{at} {seat} give {role}@"),
            });
        }
        EventKind::Undone { square: Some(square), .. } => {
            // Stage two of 7.7: the opponent takes the man off the other board.
            for seat in Seat::ALL {
                lines
                    .extend("QRBNP".chars().map(|role| format!("{at} {seat} give {role}{square}")));
            }
        }
        EventKind::ClockSet { seat, clock, .. } => {
            lines.push(format!("{at} arbiter clock {seat} {clock}"));
        }
        EventKind::Frozen { seat, until, .. } => {
            let time = state.clock(*seat, at) - *until;
            lines.push(format!("{at} arbiter freeze {seat} {time}"));
        }
        EventKind::Restarted { .. } => {
            for boards in ["both", "A", "B"] {
                lines.push(format!("{at} arbiter restart {boards}"));
                for reason in ["setup", "colours", "clock", "hidden"] {
                    lines.push(format!("{at} arbiter restart {boards} {reason}"));
                }
            }
        }
        EventKind::PointsChanged { team, points, .. } => {
            let points = Millis(i64::from(points.0));
            lines.push(format!("{at} arbiter points {team} {points}"));
        }
        EventKind::TakenBack { .. } => lines.push(format!("{at} arbiter take_back")),
        EventKind::Excluded { .. } => {
            lines.extend(Team::ALL.map(|team| format!("{at} arbiter exclude {team}")));
        }
        EventKind::GameEnded { verdict, .. }
            if matches!(verdict.reason, Reason::Repetition | Reason::FiftyMoves) =>
        {
            intended(state, at, lines);
        }
        EventKind::Counted { .. } => intended(state, at, lines),
        EventKind::LagGiven { seat, millis } => lines.push(format!("{at} lag {seat} {millis}")),
        _ => {}
    }
}

/// Draw claims that name a move, the player's own or, on the same board, the partner's.
fn intended(state: &Match, at: Millis, lines: &mut Vec<String>) {
    for seat in Seat::ALL {
        for mover in [seat, seat.partner()] {
            for m in state.board_for(mover).legal_moves() {
                for claim in ["repetition", "fifty"] {
                    let line = format!("{at} {seat} claim {claim} {m}");
                    lines.push(format!("{line} on {}", mover.board()));
                    lines.push(line);
                }
            }
        }
    }
}
