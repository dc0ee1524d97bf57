//! Which words could have brought an event about.
//!
//! A log keeps what happened, not what was said. The words are found again by trying: a line is
//! right if the referee makes exactly these events of it.

use tandem_referee::{Event, EventKind, Leave, Match, Message, Reason};
use tandem_rules::shakmaty::Role;
use tandem_rules::{Millis, Seat, Team};

/// Lines that may explain the next event, the likelier first.
pub(super) fn candidates(state: &Match, event: &Event) -> Vec<String> {
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
            lines.push(format!("{at} {seat} say {}", words(message)));
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

/// Draw claims that name a move, the player's own or, on his board, the partner's.
fn intended(state: &Match, at: Millis, lines: &mut Vec<String>) {
    for seat in Seat::ALL {
        for mover in [seat, seat.partner()] {
            let position = state.position_for(mover);
            let other = Some(state.beside(mover.board()));
            for m in position.legal_moves(state.book().board_rules(), other) {
                for claim in ["repetition", "fifty"] {
                    let line = format!("{at} {seat} claim {claim} {m}");
                    lines.push(format!("{line} on {}", mover.board()));
                    lines.push(line);
                }
            }
        }
    }
}

fn words(message: &Message) -> String {
    let letter = |role: &Role| role.upper_char();
    match message {
        Message::Need(role) => format!("need {}", letter(role)),
        Message::Warn(role) => format!("warn {}", letter(role)),
        Message::Sit => "sit".to_owned(),
        Message::Go => "go".to_owned(),
        Message::Flag => "flag".to_owned(),
        Message::May(leave) => match leave {
            Leave::Resign => "may resign",
            Leave::OfferDraw => "may offer-draw",
            Leave::AcceptDraw => "may accept-draw",
            Leave::Mate => "may mate",
        }
        .to_owned(),
        Message::Move(text) => format!("move {text}"),
        Message::Text(text) => format!("text {text}"),
    }
}
