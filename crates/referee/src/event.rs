//! What has happened. Events alone rebuild a match.

use serde::{Deserialize, Serialize};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Millis, Move, Seat, Stock, Team};

use crate::command::Message;
use crate::on_table::BoardClaim;
use crate::ruling::{Boards, RestartReason, Ruling};
use crate::serial::{role_letter, square_name, stock_letters};
use crate::verdict::{GameVerdict, MatchVerdict, Points};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// The moment of the match.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Where a man comes back from when a move is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReturnedFrom {
    /// Nothing was captured, or what was captured never left the board's side.
    Nowhere,
    /// The capturer still held it.
    Hand,
    /// The partner's stock.
    Stock,
    /// The other board (minerva 7.7).
    Square,
}

/// Why a player owes a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Debt {
    /// For the third or a later illegal move (fer 6.3).
    IllegalMoves,
    /// For capturing a king again (fer 6.4).
    KingCapture,
    /// For an opponent's pawn that found nothing to become (fer 4.4).
    NothingToTake,
}

/// What counts as an illegal move besides one (R27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offence {
    /// An illegal move.
    Move,
    /// A wrong claim.
    WrongClaim,
    /// A needless stop of the clock.
    NeedlessStop,
    /// The clock was pressed without a move (R54).
    EmptyPress,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// Both games started, or started again.
    Started,
    /// A move was made on the board.
    Made {
        /// By whom.
        seat: Seat,
        /// The move.
        #[serde(rename = "move")]
        played: Move,
        /// Whether it is legal; in open input only the claims can tell.
        legal: bool,
    },
    /// A made move was taken back, an early reply with it (R36).
    Retracted {
        /// By whom.
        seat: Seat,
    },
    /// The move was completed: the opponent's clock runs.
    Completed {
        /// By whom.
        seat: Seat,
    },
    /// The clock was pressed without a move, which counts as an illegal one (R54).
    PressedWithoutMove {
        /// By whom.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// A man went to the partner's stock.
    Passed {
        /// Who passed it.
        seat: Seat,
        /// What it is.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// A man stays in a player's hand.
    Held {
        /// Whose hand.
        seat: Seat,
        /// What it is.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// A man in a player's hand left the match: the other game has ended (R24).
    OutOfPlay {
        /// Whose hand.
        seat: Seat,
        /// What it is.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// A promoted pawn went to a player's stock (fer 4.1, R7).
    PawnSent {
        /// Whose stock.
        seat: Seat,
    },
    /// A promoted pawn came into a player's hand (stein 3.2).
    PawnTaken {
        /// Whose hand.
        seat: Seat,
    },
    /// A player switched holding captured men on or off.
    Hold {
        /// Who.
        seat: Seat,
        /// On or off.
        on: bool,
    },
    /// A clock ran out.
    FlagFell {
        /// Whose.
        seat: Seat,
    },
    /// A draw claim was wrong, or a stop needless, and counts as an illegal move (R27).
    Counted {
        /// Whose offence it is.
        seat: Seat,
        /// What it was.
        offence: Offence,
        /// By which article.
        article: Cite,
    },
    /// A called illegal move was counted (fer 6.3).
    IllegalCalled {
        /// Whose.
        seat: Seat,
        /// Whether a king was captured (fer 6.4).
        king: bool,
        /// By which article.
        article: Cite,
    },
    /// A completed illegal move was accepted.
    IllegalAccepted {
        /// By whom.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// A called illegal move stands all the same: what it captured has been dropped (R14).
    IllegalStands {
        /// Whose move.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// A completed move was taken back.
    Undone {
        /// Whose move.
        seat: Seat,
        /// Where its captured man came back from.
        from: ReturnedFrom,
        /// The square of the other board, if it came from there.
        #[serde(with = "square_name", default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        square: Option<Square>,
        /// By which article.
        article: Cite,
    },
    /// The captured man can't come back out of the partner's stock: stage two of 7.7.
    RestitutionDue {
        /// The offender.
        seat: Seat,
        /// The kind of man.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
        /// By which article.
        article: Cite,
    },
    /// The offender has reported that, and started the opponent's clock.
    RestitutionReported {
        /// The offender.
        seat: Seat,
    },
    /// A player owes a man.
    Owes {
        /// Who.
        seat: Seat,
        /// Why.
        why: Debt,
        /// By which article.
        article: Cite,
    },
    /// A man was handed over.
    Given {
        /// By whom.
        seat: Seat,
        /// What it is.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
        /// From which square; absent if from the stock.
        #[serde(with = "square_name", default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        square: Option<Square>,
        /// Whose stock it went to; absent if it left the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seat>,
    },
    /// A draw was offered, or a member of a team spoke for it.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// Somebody spoke for a draw that was offered.
    DrawAccepted {
        /// By whom.
        seat: Seat,
    },
    /// A draw was declined, or an offer withdrawn where four must agree.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A player resigned out of turn; the opponent has one last move (stein 5.3).
    ResignedOutOfTurn {
        /// Who.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// A player said something to the partner.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        message: Message,
        /// The article that forbids it, where it could not be held back (R26).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offence: Option<Cite>,
    },
    /// A hidden man was forbidden (sscr 1.8).
    Forbidden {
        /// To whom.
        seat: Seat,
        /// Which kind.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
        /// By which article.
        article: Cite,
    },
    /// It was allowed again.
    Allowed {
        /// To whom.
        seat: Seat,
        /// Which kind.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
    },
    /// A player showed what they have.
    Shown {
        /// Who.
        seat: Seat,
        /// What lies in the stock.
        #[serde(with = "stock_letters")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        stock: Stock,
        /// By which article.
        article: Cite,
    },
    /// A player started the opponent's clock without a move.
    ClockReturned {
        /// Who.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// The opponent gave the clock back.
    ClockTakenUp {
        /// Who pressed.
        seat: Seat,
    },
    /// Both clocks were stopped.
    Stopped {
        /// By which player; absent if by the arbiter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// By which article.
        article: Cite,
    },
    /// They go on.
    Resumed,
    /// A clock was set.
    ClockSet {
        /// Whose.
        seat: Seat,
        /// To what.
        clock: Millis,
        /// By which article.
        article: Cite,
    },
    /// A player must wait until the clock shows this (sscr 9.4b).
    Frozen {
        /// Who.
        seat: Seat,
        /// The reading at which the player may go on.
        until: Millis,
        /// By which article.
        article: Cite,
    },
    /// A player was warned.
    Warned {
        /// Who.
        seat: Seat,
        /// By which article.
        article: Cite,
        /// Why, in the arbiter's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Games started again.
    Restarted {
        /// Which.
        boards: Boards,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<RestartReason>,
        /// By which article.
        article: Cite,
    },
    /// A team's points changed.
    PointsChanged {
        /// Which team.
        team: Team,
        /// By how much, in thousandths.
        points: Points,
        /// By which article.
        article: Cite,
    },
    /// A team was excluded.
    Excluded {
        /// Which team.
        team: Team,
        /// By which article.
        article: Cite,
    },
    /// The arbiter took the last ruling back (R56).
    TakenBack {
        /// What had been ruled.
        ruling: Ruling,
        /// By which article.
        article: Cite,
    },
    /// A player got back what the connection cost.
    LagGiven {
        /// Who.
        seat: Seat,
        /// How much.
        millis: Millis,
    },
    /// Somebody says what only a board on the table can show (R55).
    Claimed {
        /// Who.
        seat: Seat,
        /// What.
        claim: BoardClaim,
        /// Of which board.
        board: BoardId,
        /// The article that the claim rests on.
        article: Cite,
    },
    /// The opponent does not agree: the arbiter decides.
    ClaimDenied {
        /// Who denies it.
        seat: Seat,
    },
    /// A claim about a board on the table was settled.
    ClaimSettled {
        /// By which player: the opponent agreed, or the claimant took it back; absent if by the
        /// arbiter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Whether it holds.
        holds: bool,
        /// The article that the claim rests on.
        article: Cite,
    },
    /// A player wants the clocks to go on.
    GoOnWanted {
        /// Who.
        seat: Seat,
    },
    /// A clock on the table tells of a press that does not fit what was known when it told it.
    AccountsDiffer {
        /// Whose press.
        seat: Seat,
        /// When it was, by that clock.
        told: Millis,
        /// What the player's clock showed by what was known.
        clock: Millis,
        /// By which reading.
        article: Cite,
    },
    /// A player has to show what lies in the stock beside a board on the table.
    ShowDue {
        /// Who.
        seat: Seat,
        /// By which article.
        article: Cite,
    },
    /// The partner of a mated player may still drop what that player captured last (R20).
    LastDrop {
        /// The partner.
        seat: Seat,
        /// The man.
        #[serde(with = "role_letter")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::serial::RoleLetter"))]
        role: Role,
        /// By which article.
        article: Cite,
    },
    /// A game ended.
    GameEnded {
        /// Which.
        board: BoardId,
        /// How.
        #[serde(flatten)]
        verdict: GameVerdict,
    },
    /// The match ended.
    MatchEnded {
        /// How.
        #[serde(flatten)]
        verdict: MatchVerdict,
    },
}
