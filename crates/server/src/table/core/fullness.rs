//! How much a match can hold. Every event is kept, told and read back for ever, so there is an end
//! to what can be said beside the moves, and at last to everything but the end of the match.

use tandem_referee::{Act, Command, Ruling};

use crate::codes::SessionRefusal;

/// Events after which only what belongs to the games goes on: some five times a long match.
pub(super) const TALKED_OUT: u64 = 5_000;
/// Events after which the match can only be brought to its end.
const FULL: u64 = 10_000;

/// Why a match that has so many events takes no more of this kind.
pub(super) fn too_full<M>(events: u64, command: &Command<M>) -> Option<SessionRefusal> {
    if events >= FULL && !ends(command) {
        return Some(SessionRefusal::MatchTooLong);
    }
    if events >= TALKED_OUT && changes_no_board(command) {
        return Some(SessionRefusal::EnoughSaid);
    }
    None
}

/// Whether a command can bring a match nearer to its end.
fn ends<M>(command: &Command<M>) -> bool {
    match command {
        Command::Tick | Command::Close => true,
        Command::Start | Command::Lag { .. } | Command::Differs { .. } => false,
        Command::Player { act, .. } => match act {
            Act::Claim { .. } | Act::AcceptDraw | Act::Resign | Act::Answer { .. } => true,
            Act::Move { .. }
            | Act::Press
            | Act::Retract
            | Act::Pass { .. }
            | Act::Hold { .. }
            | Act::AcceptIllegal
            | Act::OfferDraw
            | Act::DeclineDraw
            | Act::Say { .. }
            | Act::Invisible { .. }
            | Act::Visible { .. }
            | Act::ReturnClock
            | Act::Show
            | Act::Give(_)
            | Act::CallArbiter
            | Act::GoOn => false,
        },
        Command::Arbiter { rule: ruling } => match ruling {
            Ruling::CallFlag { .. }
            | Ruling::Forfeit { .. }
            | Ruling::Result { .. }
            | Ruling::Uphold => true,
            Ruling::Start
            | Ruling::Stop
            | Ruling::Resume
            | Ruling::Clock { .. }
            | Ruling::Freeze { .. }
            | Ruling::Warn { .. }
            | Ruling::Needless { .. }
            | Ruling::CallIllegal { .. }
            | Ruling::Minute { .. }
            | Ruling::Restart { .. }
            | Ruling::Points { .. }
            | Ruling::Exclude { .. }
            | Ruling::Dismiss
            | Ruling::TakeBack => false,
        },
    }
}

/// Whether a command is possible at any time and changes nothing on the boards.
fn changes_no_board<M>(command: &Command<M>) -> bool {
    match command {
        Command::Player { act, .. } => match act {
            Act::Hold { .. }
            | Act::OfferDraw
            | Act::DeclineDraw
            | Act::Say { .. }
            | Act::Invisible { .. }
            | Act::Visible { .. }
            | Act::Show
            | Act::CallArbiter
            | Act::GoOn => true,
            Act::Move { .. }
            | Act::Press
            | Act::Retract
            | Act::Pass { .. }
            | Act::Claim { .. }
            | Act::AcceptIllegal
            | Act::AcceptDraw
            | Act::Resign
            | Act::ReturnClock
            | Act::Give(_)
            | Act::Answer { .. } => false,
        },
        Command::Start
        | Command::Tick
        | Command::Close
        | Command::Lag { .. }
        | Command::Differs { .. }
        | Command::Arbiter { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use tandem_referee::{Attempt, Message};
    use tandem_rules::Seat;

    use super::*;

    #[test]
    fn words_end_before_moves_and_moves_before_the_end() {
        let says: Command =
            Command::Player { seat: Seat::WhiteA, act: Act::Say { say: Message::Sit } };
        let presses: Command = Command::Player { seat: Seat::WhiteA, act: Act::Press };
        let resigns: Command = Command::Player { seat: Seat::WhiteA, act: Act::Resign };
        let taken = |events| [&says, &presses, &resigns].map(|c| too_full(events, c).is_none());
        assert_eq!(taken(TALKED_OUT - 1), [true, true, true]);
        assert_eq!(taken(TALKED_OUT), [false, true, true]);
        assert_eq!(taken(FULL), [false, false, true]);
        assert!(too_full(FULL, &Command::<Attempt>::Tick).is_none(), "flags fall");
    }
}
