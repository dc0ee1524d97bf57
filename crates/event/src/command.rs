//! What can be asked of an event, and by whom.

use serde::{Deserialize, Serialize};
use tandem_referee::{Points, RulingKind, Subject};
use tandem_rules::book::Cite;

use crate::ids::{ActNumber, Moment, PlayerId, RoundNumber, TableNumber, TeamId};
use crate::people::Person;
use crate::round::{Verdict, Which};
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
    /// An arbiter in the hall.
    Arbiter {
        /// Who, as the log shows it.
        name: String,
    },
    /// A player, by the own link or by the card of the table.
    Player {
        /// Who; by a card it is whoever that person said to be.
        player: PlayerId,
        /// Whether it was the card of the table.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        card: bool,
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
    /// The two teams of a table of the draft change colours.
    SwapColours {
        /// Which table.
        table: TableNumber,
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
    /// When the round that is drafted or published is to begin.
    SetStart {
        /// The moment; none: it is not said.
        starts: Option<Moment>,
    },
    /// A team says how its match ended. Once the other says the same, that is the result.
    Report {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Which match at the table; 0 is the first.
        leg: u16,
        /// Who says so.
        player: PlayerId,
        /// The result.
        entered: Entered,
    },
    /// A player calls the arbiter to the table.
    Call {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Who calls.
        player: PlayerId,
        /// What for.
        about: Subject,
    },
    /// The referee of a table says that a player stopped the clocks and called the arbiter.
    TableCall {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// Who called.
        player: PlayerId,
        /// What the referee grants that player at that moment.
        articles: Vec<Cite>,
    },
    /// An arbiter goes to the table.
    TakeCall {
        /// The act that called.
        call: ActNumber,
        /// Also if another arbiter has taken it.
        anyway: bool,
    },
    /// A call is answered.
    AnswerCall {
        /// The act that called.
        call: ActNumber,
    },
    /// An arbiter rules at a table at which people carry it out.
    Rule {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// How.
        ruling: RulingKind,
        /// On whom; none: on the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<PlayerId>,
    },
    /// The event is over.
    Finish,
    /// An act is undone. An undone undoing is done again.
    Undo {
        /// Which.
        act: ActNumber,
    },
}
