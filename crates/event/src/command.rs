//! What can be asked of an event, and what then has happened.

use serde::{Deserialize, Serialize};
use tandem_referee::Points;
use tandem_rules::book::Cite;

use crate::codes::Doubt;
use crate::ids::{ActNumber, Moment, PairingNumber, PlayerId, RoundNumber, TableNumber, TeamId};
use crate::people::Person;
use crate::round::{Bye, Leg, Outcome, Pairing, Round, Verdict, Which};
use crate::terms::Terms;

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventBy"))]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum By {
    /// Somebody at the organiser's desk.
    Desk {
        /// Which laptop or person, as the log shows it.
        name: String,
    },
    /// The referee of a table.
    Table {
        /// Which table.
        table: TableNumber,
    },
    /// The program itself: a time that ran out, a file that was read.
    Program,
}

/// A team as it is entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewTeam {
    /// Its name; without one it is called by its players.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its players: the first is the first-board player.
    pub players: Vec<Person>,
}

/// A result as it is entered at the desk: the first-named side's points first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Entered {
    /// One result for the match.
    Match([Points; 2]),
    /// Both games, the first board's first.
    Games([[Points; 2]; 2]),
    /// A side did not come. `None`: neither did.
    Forfeit {
        /// Who came.
        winner: Option<Which>,
    },
}

/// What an arbiter may do to a result, where the book gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventPenalty"))]
#[serde(tag = "penalty", rename_all = "kebab-case")]
pub enum Penalty {
    /// The match is lost; the arbiter sets the opponents' score (sscr 8.6, 9.4 c).
    Loss {
        /// Who lost.
        side: Which,
        /// What the opponents get.
        opponents: Points,
    },
    /// Both lose (sscr 8.7).
    BothLose,
    /// The result is what the arbiter says.
    Result {
        /// The first-named side's points, then the other's.
        score: [Points; 2],
    },
    /// A new match (sscr 9.4 d).
    Again,
    /// Fewer points for the offender (sscr 9.4 e).
    Fewer {
        /// The offender.
        side: Which,
        /// How many.
        points: Points,
    },
    /// The opponents' points are raised (sscr 9.4 f).
    Raised {
        /// Whose.
        side: Which,
        /// By how many.
        points: Points,
    },
}

/// A pairing made by hand: the first-named team, then the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandPairing {
    /// The first-named team.
    pub first: TeamId,
    /// Its opponent; none is a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<TeamId>,
    /// Which side has White on the first board; none lets the book decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Which>,
}

/// Somebody does something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventCommand"))]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// Other terms.
    SetTerms {
        /// All of them.
        terms: Box<Terms>,
    },
    /// Teams enter, also late.
    EnterTeams {
        /// The teams.
        teams: Vec<NewTeam>,
    },
    /// Players enter without a team.
    EnterPlayers {
        /// The players.
        players: Vec<Person>,
    },
    /// Partners are drawn: the strong half with the weak half; one too many makes a team of three.
    DrawPartners,
    /// Two or three players without a team become one.
    FormTeam {
        /// Its name; without one it is called by its players.
        name: String,
        /// Its players: the first is the first-board player.
        players: Vec<PlayerId>,
    },
    /// What is known of a player changes.
    ChangePlayer {
        /// Who.
        player: PlayerId,
        /// What is known now.
        person: Person,
    },
    /// A team gets another name, or its players another order.
    ChangeTeam {
        /// Which.
        team: TeamId,
        /// Its name.
        name: String,
        /// Its players: the first is the first-board player.
        players: Vec<PlayerId>,
    },
    /// A team that has not played goes away as if it had never entered.
    RemoveTeam {
        /// Which.
        team: TeamId,
    },
    /// A player without a team who has not played goes away.
    RemovePlayer {
        /// Who.
        player: PlayerId,
    },
    /// Players check in, or out again.
    CheckIn {
        /// Who.
        players: Vec<PlayerId>,
        /// Whether they are here.
        here: bool,
    },
    /// A team withdraws.
    Withdraw {
        /// Which.
        team: TeamId,
    },
    /// A team that withdrew comes back.
    Return {
        /// Which.
        team: TeamId,
    },
    /// A player of an event of players withdraws.
    WithdrawPlayer {
        /// Who.
        player: PlayerId,
    },
    /// A team sits a round out, or plays it after all.
    Absent {
        /// Which.
        team: TeamId,
        /// Which round.
        round: RoundNumber,
        /// Whether it is absent.
        absent: bool,
    },
    /// A team is excluded (sscr 9.4 g).
    Exclude {
        /// Which.
        team: TeamId,
    },
    /// The next round is paired, as a draft.
    Draft,
    /// The draft is thrown away.
    Discard,
    /// The draft is made by hand.
    PairByHand {
        /// All pairings, table by table.
        pairings: Vec<HandPairing>,
        /// Also if two have met or somebody has a second bye.
        anyway: bool,
    },
    /// Two teams change places in the draft.
    Exchange {
        /// One.
        one: TeamId,
        /// The other.
        other: TeamId,
        /// Also if two have met or somebody has a second bye.
        anyway: bool,
    },
    /// The draft is shown to everybody.
    Publish,
    /// The published round begins.
    Start,
    /// The running round is over.
    Close,
    /// A result is entered at the desk.
    Result {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// The result.
        entered: Entered,
    },
    /// A result that was entered is corrected, also in a round that is closed.
    Correct {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// The right result.
        entered: Entered,
    },
    /// The referee of a table says how its match ended.
    TableResult {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// The verdict.
        verdict: Verdict,
    },
    /// Somebody has not come in the time that the event grants, and loses without play.
    NotCome {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// Who came; none: neither side was complete.
        winner: Option<Which>,
    },
    /// The arbiter changes a result.
    Penalise {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// How.
        penalty: Penalty,
    },
    /// A tied pairing of a knockout, or of a play-off, goes on: two matches with colours swapped, then one
    /// match that decides.
    PlayOn {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// After the last round, teams that are tied play for their place.
    PlayOff {
        /// The teams, in pairs.
        pairs: Vec<[TeamId; 2]>,
    },
    /// The event is over.
    Finish,
    /// An act is undone. An undone undoing is done again.
    Undo {
        /// Which.
        act: ActNumber,
    },
}

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
