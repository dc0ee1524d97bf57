//! What has happened in an event, and the log of it.

use serde::{Deserialize, Serialize};
use tandem_referee::{RulingKind, Subject};
use tandem_rules::book::Cite;

use crate::codes::Doubt;
use crate::command::{By, Entered};
use crate::ids::{ActNumber, Moment, PairingNumber, PlayerId, RoundNumber, TableNumber, TeamId};
use crate::people::Person;
use crate::round::{Bye, Leg, Outcome, Pairing, Round, Which};
use crate::terms::Terms;

/// What has happened. Changes alone rebuild an event; they never decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventChange"))]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// The event was made.
    Created {
        /// What is agreed.
        terms: Box<Terms>,
    },
    /// Other terms.
    TermsSet {
        /// All of them.
        terms: Box<Terms>,
    },
    /// A player entered.
    PlayerEntered {
        /// The id.
        player: PlayerId,
        /// What is known.
        person: Person,
        /// The first round they can play.
        from: RoundNumber,
    },
    /// A team entered.
    TeamEntered {
        /// The id.
        team: TeamId,
        /// The name.
        name: String,
        /// The players.
        players: Vec<PlayerId>,
        /// The first round it can play.
        from: RoundNumber,
    },
    /// What is known of a player changed.
    PlayerChanged {
        /// Who.
        player: PlayerId,
        /// What is known now.
        person: Person,
    },
    /// A team changed.
    TeamChanged {
        /// Which.
        team: TeamId,
        /// Its name.
        name: String,
        /// Its players.
        players: Vec<PlayerId>,
    },
    /// A team is gone as if it had never entered; its players stay.
    TeamRemoved {
        /// Which.
        team: TeamId,
    },
    /// A player is gone as if they had never entered.
    PlayerRemoved {
        /// Who.
        player: PlayerId,
    },
    /// Players checked in or out.
    CheckedIn {
        /// Who.
        players: Vec<PlayerId>,
        /// Whether they are here.
        here: bool,
    },
    /// A team plays no more from a round on, or does again.
    TeamWithdrawn {
        /// Which.
        team: TeamId,
        /// From which round on; none: it plays again.
        from: Option<RoundNumber>,
    },
    /// A player plays no more from a round on.
    PlayerWithdrawn {
        /// Who.
        player: PlayerId,
        /// From which round on.
        from: Option<RoundNumber>,
    },
    /// A team sits a round out, or plays it after all.
    TeamAbsent {
        /// Which.
        team: TeamId,
        /// Which round.
        round: RoundNumber,
        /// Whether it is absent.
        absent: bool,
    },
    /// A team was excluded.
    TeamExcluded {
        /// Which.
        team: TeamId,
        /// From which round on.
        from: RoundNumber,
        /// By which article.
        article: Cite,
    },
    /// Teams got their pairing numbers.
    TeamsNumbered {
        /// All that have one now.
        numbers: Vec<(TeamId, PairingNumber)>,
    },
    /// Players got their pairing numbers.
    PlayersNumbered {
        /// All that have one now.
        numbers: Vec<(PlayerId, PairingNumber)>,
    },
    /// A round was paired.
    Drafted {
        /// The round.
        round: Round,
    },
    /// The draft was changed by hand.
    Redrafted {
        /// The pairings now.
        pairings: Vec<Pairing>,
        /// The byes now.
        byes: Vec<Bye>,
    },
    /// The draft was thrown away.
    Discarded,
    /// The draft was shown to everybody.
    Published {
        /// Which round.
        round: RoundNumber,
    },
    /// The round began.
    Started {
        /// Which round.
        round: RoundNumber,
    },
    /// The round is over.
    Closed {
        /// Which round.
        round: RoundNumber,
    },
    /// A match has a result, or another one, or none any more.
    ResultSet {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table.
        leg: u16,
        /// The result.
        outcome: Option<Outcome>,
    },
    /// A tied pairing goes on.
    LegsAdded {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// The further matches.
        legs: Vec<Leg>,
    },
    /// When the latest round is to begin.
    StartSet {
        /// Which round.
        round: RoundNumber,
        /// The moment; none: it is not said.
        starts: Option<Moment>,
    },
    /// A team said how its match ended.
    Reported {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table.
        leg: u16,
        /// Which team.
        side: Which,
        /// Who said so.
        player: PlayerId,
        /// The result.
        entered: Entered,
    },
    /// A player called the arbiter. The call is named by its act.
    Called {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Who called.
        player: PlayerId,
        /// What for, if that was said.
        about: Option<Subject>,
        /// The articles that may be meant.
        articles: Vec<Cite>,
    },
    /// An arbiter took a call.
    CallTaken {
        /// The act that called.
        call: ActNumber,
        /// Who.
        arbiter: String,
    },
    /// A call was answered.
    CallAnswered {
        /// The act that called.
        call: ActNumber,
    },
    /// An arbiter ruled at a table.
    Ruled {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// How.
        ruling: RulingKind,
        /// On whom; none: on the match.
        whom: Option<PlayerId>,
        /// By which article.
        article: Cite,
    },
    /// The event is over.
    Finished,
    /// An act was undone.
    Undone {
        /// Which.
        act: ActNumber,
    },
}

/// One act of the log: who did what, when, by which article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventAct"))]
pub struct Act {
    /// Its number.
    pub number: ActNumber,
    /// When.
    pub at: Moment,
    /// Who.
    pub by: By,
    /// The articles it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<Cite>,
    /// What is doubtful about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<Doubt>,
    /// What happened.
    pub changes: Vec<Change>,
}
