//! Events as clients are told them: numbered, with what they need beside the referee's own words.

use schemars::JsonSchema;
use serde::Serialize;
use tandem_notation::{Letters, Notation, San};
use tandem_referee::{Event, EventKind, Match};
use tandem_rules::{Millis, Move, Seat};

use super::audience::{Happened, Logged};
use crate::bots::BotKind;
use crate::log::{Seated, Step};
use crate::wire::schema;

/// What clients need beside an event.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    None,
    /// Of a move that was made.
    Made {
        uci: Box<str>,
        san: Box<str>,
        number: u16,
    },
    /// Of a move that was completed: the clock after it, before any lag is given back.
    Completed {
        clock: Millis,
    },
}

/// What a step of the log tells. `before` is the match before it, `after` the match after it.
pub(crate) fn told_by(step: &Step, before: &Match, after: &Match) -> Vec<Logged> {
    let play = step.events().map(|event| {
        let note = match &event.kind {
            EventKind::Made { seat, played, .. } => Note::Made {
                uci: played.to_string().into(),
                san: san(before, *seat, *played).into(),
                number: *before.game(seat.board()).completed.get(seat.color()) + 1,
            },
            EventKind::Completed { seat } => {
                // `after` has the lag already; that is an event of its own.
                let clock = after.clock(*seat, event.at) - lag_given(step.events(), *seat);
                Note::Completed { clock }
            }
            _ => Note::None,
        };
        Logged { event: Happened::Referee(event.clone()), note }
    });
    let seated = step
        .seated
        .iter()
        .map(|seated| Logged { event: Happened::Seated(seated.clone()), note: Note::None });
    play.chain(seated).collect()
}

/// An event as somebody is told it, by their own number.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MatchEvent")]
pub(crate) struct EventLine<'e> {
    seq: u64,
    /// The moment of the match.
    at: Millis,
    #[serde(flatten)]
    what: What<'e>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
enum What<'e> {
    /// A move was made on the board.
    Made(MadeLine<'e>),
    /// The move was completed: the opponent's clock runs.
    Completed(CompletedLine),
    /// Who plays at a seat from now on.
    Seated(SeatedLine<'e>),
    #[serde(untagged)]
    Other(#[schemars(with = "schema::OtherEvent")] &'e EventKind),
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct MadeLine<'e> {
    seat: Seat,
    uci: &'e str,
    san: &'e str,
    /// The number of the player's move.
    number: u16,
    /// The referee's own word for it; for the arbiter, and afterwards.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<Move>,
    /// Whether it is legal; for the arbiter, and afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct CompletedLine {
    seat: Seat,
    /// After it, before any lag is given back.
    clock: Millis,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct SeatedLine<'e> {
    seat: Seat,
    name: Option<&'e str>,
    bot: Option<&'e BotKind>,
}

impl<'e> EventLine<'e> {
    /// `whole`: with what only the arbiter may know while the match goes on.
    pub(super) fn new(seq: u64, logged: &'e Logged, whole: bool) -> EventLine<'e> {
        let event = match &logged.event {
            Happened::Referee(event) => event,
            Happened::Seated(Seated { at, seat, name, bot }) => {
                let line = SeatedLine { seat: *seat, name: name.as_deref(), bot: bot.as_ref() };
                return EventLine { seq, at: *at, what: What::Seated(line) };
            }
        };
        let what = match (&event.kind, &logged.note) {
            (EventKind::Made { seat, played, legal }, Note::Made { uci, san, number }) => {
                What::Made(MadeLine {
                    seat: *seat,
                    uci,
                    san,
                    number: *number,
                    played: whole.then_some(*played),
                    legal: whole.then_some(*legal),
                })
            }
            (EventKind::Completed { seat }, Note::Completed { clock }) => {
                What::Completed(CompletedLine { seat: *seat, clock: *clock })
            }
            (kind, _) => What::Other(kind),
        };
        EventLine { seq, at: event.at, what }
    }
}

fn lag_given<'e>(events: impl Iterator<Item = &'e Event>, seat: Seat) -> Millis {
    let given = events.filter_map(|event| match event.kind {
        EventKind::LagGiven { seat: to, millis } if to == seat => Some(millis),
        _ => None,
    });
    given.fold(Millis::ZERO, |sum, millis| sum + millis)
}

/// A move as the score sheet has it. Where what is legal is for the players to see, nothing is said of
/// check and mate, and a piece names its square even where no other could go there.
fn san(before: &Match, seat: Seat, played: Move) -> String {
    let board = before.board_for(seat);
    let letters = Letters::default();
    if before.tells_what_is_legal() {
        board.san(played).display(letters).to_string()
    } else {
        San::by_hand(played, board.view()).display(letters).to_string()
    }
}
