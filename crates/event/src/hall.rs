//! What happens at the tables of a hall: results as the teams report them, calls for the arbiter, rulings; and who may
//! do which of it.

use serde::{Deserialize, Serialize};
use tandem_referee::{RulingKind, Subject};
use tandem_rules::book::Cite;

use crate::change::Change;
use crate::command::{Command, Entered};
use crate::ids::{ActNumber, Moment, PlayerId, RoundNumber, TableNumber};
use crate::state::{Event, State};

/// How a team says that its match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TeamReport"))]
pub struct Report {
    /// Who said so.
    pub player: PlayerId,
    /// When.
    pub at: Moment,
    /// The result.
    pub entered: Entered,
}

/// What the two teams of a match say: the first-named one, then the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TeamReports"))]
#[serde(transparent)]
pub struct Reports(pub [Option<Report>; 2]);

impl Reports {
    /// Whether both have spoken and say different things.
    #[must_use]
    pub fn differ(&self) -> bool {
        matches!(&self.0, [Some(first), Some(second)] if first.entered != second.entered)
    }
}

/// An arbiter who goes to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TakenCall"))]
pub struct Taken {
    /// Who.
    pub arbiter: String,
    /// Since when.
    pub at: Moment,
}

/// A call for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ArbiterCall"))]
pub struct Call {
    /// The act that called.
    pub number: ActNumber,
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Who called.
    pub player: PlayerId,
    /// What for, if that was said.
    pub about: Option<Subject>,
    /// The articles that may be meant.
    pub articles: Vec<Cite>,
    /// Since when.
    pub since: Moment,
    /// Who goes there.
    pub taken: Option<Taken>,
    /// When it was answered.
    pub answered: Option<Moment>,
}

/// A ruling at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableRuling"))]
pub struct Ruled {
    /// The act that ruled.
    pub number: ActNumber,
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// When.
    pub at: Moment,
    /// How.
    pub ruling: RulingKind,
    /// On whom; none: on the match.
    pub whom: Option<PlayerId>,
    /// By which article.
    pub article: Cite,
}

/// Whose word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The organiser's desk.
    Desk,
    /// An arbiter in the hall.
    Arbiter,
    /// A player, by the own link.
    Player(PlayerId),
    /// Somebody with the card of a table.
    Card(TableNumber),
}

impl State {
    /// What the teams of a match say.
    #[must_use]
    pub fn reports(&self, round: RoundNumber, table: TableNumber, leg: u16) -> Option<&Reports> {
        self.reports.get(&(round, table, leg))
    }

    /// The calls that nobody has answered, the longest waiting first.
    pub fn open_calls(&self) -> impl Iterator<Item = &Call> {
        self.calls.values().filter(|call| call.answered.is_none())
    }
}

impl Event {
    /// Whether this is for them to ask at all. What then comes of it is decided as for anybody.
    #[must_use]
    pub fn may_ask(&self, voice: Voice, command: &Command) -> bool {
        match voice {
            Voice::Desk => !matches!(
                command,
                Command::TableResult { .. }
                    | Command::TableCall { .. }
                    | Command::Report { .. }
                    | Command::Call { .. }
            ),
            Voice::Arbiter => match command {
                Command::Undo { act } => self.is_of_the_hall(*act),
                _ => for_arbiters(command),
            },
            Voice::Player(me) => match command {
                Command::Report { player, .. } | Command::Call { player, .. } => *player == me,
                _ => false,
            },
            Voice::Card(mine) => match command {
                Command::Report { table, .. } | Command::Call { table, .. } => *table == mine,
                _ => false,
            },
        }
    }

    /// Whether an act was done at a table or by an arbiter, so that an arbiter may undo it.
    fn is_of_the_hall(&self, act: ActNumber) -> bool {
        let act = self.log().iter().find(|one| one.number == act);
        let of_the_hall = |change: &Change| match change {
            Change::ResultSet { .. }
            | Change::Reported { .. }
            | Change::Called { .. }
            | Change::CallTaken { .. }
            | Change::CallAnswered { .. }
            | Change::Ruled { .. }
            | Change::TeamExcluded { .. }
            | Change::LegsAdded { .. } => true,
            Change::Undone { act } => self.is_of_the_hall(*act),
            Change::Created { .. }
            | Change::TermsSet { .. }
            | Change::PlayerEntered { .. }
            | Change::TeamEntered { .. }
            | Change::PlayerChanged { .. }
            | Change::TeamChanged { .. }
            | Change::TeamRemoved { .. }
            | Change::PlayerRemoved { .. }
            | Change::CheckedIn { .. }
            | Change::TeamWithdrawn { .. }
            | Change::PlayerWithdrawn { .. }
            | Change::TeamAbsent { .. }
            | Change::TeamsNumbered { .. }
            | Change::PlayersNumbered { .. }
            | Change::Drafted { .. }
            | Change::Redrafted { .. }
            | Change::Discarded
            | Change::Published { .. }
            | Change::StartSet { .. }
            | Change::Started { .. }
            | Change::Closed { .. }
            | Change::Finished => false,
        };
        act.is_some_and(|act| act.changes.iter().all(of_the_hall))
    }
}

/// What an arbiter decides at the tables; how the event goes on is the desk's.
fn for_arbiters(command: &Command) -> bool {
    matches!(
        command,
        Command::Result { .. }
            | Command::Correct { .. }
            | Command::Penalise { .. }
            | Command::Exclude { .. }
            | Command::TakeCall { .. }
            | Command::AnswerCall { .. }
            | Command::Rule { .. }
    )
}
