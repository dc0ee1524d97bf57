//! A bughouse event: entries, pairings, results, standings.
//!
//! An [`Event`] is pure, like a match of the referee: state, command with its time → an [`Act`] with its
//! changes, and the log of acts alone rebuilds the event. No clock is read and nothing is written here.
//!
//! ```
//! use tandem_event::{BookRef, By, Command, Event, Moment, NewTeam, Person, Stage, Terms};
//!
//! let desk = || By::Desk { name: "laptop".to_owned() };
//! let terms = Terms::new("Saturday Cup", BookRef::builtin("minerva"), "saturday")?;
//! let mut event = Event::new(Moment(0), desk(), terms)?;
//! let team = |a: &str, b: &str| NewTeam { name: String::new(), players: vec![Person::named(a), Person::named(b)] };
//! let teams = vec![team("Ann", "Bob"), team("Cas", "Dee"), team("Eva", "Fay"), team("Gus", "Han")];
//! event.act(Moment(1), desk(), &Command::EnterTeams { teams })?;
//! event.act(Moment(2), desk(), &Command::Draft)?;
//! event.act(Moment(3), desk(), &Command::Publish)?;
//! let round = event.latest().expect("a round");
//! assert_eq!((round.pairings.len(), round.stage), (2, Stage::Published));
//! // The first-named team's first board has Black (minerva 1.5).
//! assert_eq!(round.pairings[0].seats(&round.pairings[0].legs[0])[tandem_rules::Seat::BlackA],
//!            round.pairings[0].sides[0].boards[0]);
//! // An undoing is an act, too.
//! event.act(Moment(4), desk(), &Command::Undo { act: event.log()[3].number })?;
//! assert_eq!(event.latest().map(|round| round.stage), Some(Stage::Draft));
//! assert_eq!(Event::open(event.log().to_vec()).expect("the same log").state(), event.state());
//! # Ok::<(), tandem_event::Refusal>(())
//! ```

mod apply;
mod change;
mod codes;
mod command;
mod crosstable;
mod decide;
mod file;
mod hall;
mod ids;
pub mod lot;
mod pairing;
mod people;
mod propose;
mod round;
mod standings;
mod state;
mod tables;
mod terms;
pub mod trf;

pub use change::{Act, Change};
pub use codes::{Coded, Doubt, FileProblem, Reason, Refusal};
pub use command::{By, Command, Entered, HandPairing, NewTeam, Penalty};
pub use crosstable::{Apart, Cell, CrossTable, Met, Row};
pub use decide::{GrantedPenalty, Late, PenaltyKind, Step};
pub use hall::{Call, Report, Reports, Ruled, Taken, Voice};
pub use ids::{ActNumber, Moment, PairingNumber, PlayerId, RoundNumber, TableNumber, TeamId};
pub use pairing::{NoPairing, Paired, Square, berger, squares, swiss};
pub use people::{Attendance, Belongs, Person, Player, Team};
pub use propose::{Occasion, Proposal, propose, round_minutes};
pub use round::{
    Bye, ByeKind, How, Leg, LegKind, Outcome, Pairing, Round, RoundKind, Side, Source, Stage,
    Verdict, Which,
};
pub use standings::{Besides, Standing, TieValue, standings};
pub use state::{Event, Misfit, State};
pub use tables::winner;
pub use tandem_referee::{Points, RulingKind, Subject};
pub use terms::{
    BookRef, Colour, ColourModel, Scoring, Seeding, SitOut, System, Terms, TieBreak, Venue,
};
