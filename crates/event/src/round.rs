//! Rounds, pairings and results.

use serde::{Deserialize, Serialize};
use tandem_referee::{GameResult, Points, Reason as GameReason};
use tandem_rules::book::Cite;
use tandem_rules::{BoardId, BySeat, ByTeam, Seat, Team as MatchTeam};

use crate::codes::Reason;
use crate::ids::{Moment, PlayerId, RoundNumber, TableNumber, TeamId};

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RoundStage"))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Only the organiser sees it, and can change it by hand.
    Draft,
    /// Everybody sees it.
    Published,
    /// It is being played.
    Running,
    /// All results are in.
    Closed,
}

/// What a round is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoundKind {
    /// It counts for points.
    #[default]
    Regular,
    /// It decides places between those who are tied.
    PlayOff,
}

/// One of the two sides of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// The first-named one.
    First,
    /// The other.
    Second,
}

impl Which {
    /// Both.
    pub const BOTH: [Which; 2] = [Which::First, Which::Second];

    /// The other side.
    #[must_use]
    pub fn other(self) -> Which {
        match self {
            Which::First => Which::Second,
            Which::Second => Which::First,
        }
    }

    /// Where it stands in a pair.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Which::First => 0,
            Which::Second => 1,
        }
    }
}

/// Two players who play together in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PairingSide"))]
pub struct Side {
    /// Their team; none where partners change in each round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// Who plays on the first board and who on the second.
    pub boards: [PlayerId; 2],
}

/// What a match between the two sides is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LegKind {
    /// A match of the round.
    #[default]
    Regular,
    /// One of two matches, colours swapped, that break a tie.
    PlayOff,
    /// The first win decides.
    SuddenDeath,
}

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ResultHow"))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The match was played.
    Played,
    /// Somebody did not come: not played.
    Forfeit,
    /// The arbiter set or changed it.
    Ruled,
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ResultSource"))]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The organiser's desk.
    Desk,
    /// The referee of a table.
    Table,
    /// Both teams, who said the same.
    Teams,
}

/// The result of a match. Points are those of the match itself: 1, ½, 0 for what the book counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The first-named side's, then the other's.
    pub score: [Points; 2],
    /// Board by board, where both games count: the first-named side's points, then the other's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<[[Points; 2]; 2]>,
    /// How it came about.
    pub how: How,
    /// Who says so.
    pub source: Source,
    /// Why the match ended, if a referee saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<GameReason>,
    /// The article that it rests on, if it rests on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<Cite>,
}

impl Outcome {
    /// Whether the match was played. What was not played gives no colour and is no meeting.
    #[must_use]
    pub fn played(&self) -> bool {
        self.how != How::Forfeit
    }

    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Option<Which> {
        match self.score[0].cmp(&self.score[1]) {
            std::cmp::Ordering::Greater => Some(Which::First),
            std::cmp::Ordering::Less => Some(Which::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// One match between the two sides of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leg {
    /// Which side has White on the first board.
    pub white: Which,
    /// What it is for.
    #[serde(default)]
    pub kind: LegKind,
    /// Its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Two sides at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// The table.
    pub table: TableNumber,
    /// The first-named side and the other.
    pub sides: [Side; 2],
    /// Their matches.
    pub legs: Vec<Leg>,
    /// Why they meet.
    pub reasons: Vec<Reason>,
}

impl Pairing {
    /// The side that a team plays on.
    #[must_use]
    pub fn side_of(&self, team: TeamId) -> Option<Which> {
        Which::BOTH.into_iter().find(|which| self.sides[which.index()].team == Some(team))
    }

    /// The side that a player plays on.
    #[must_use]
    pub fn side_of_player(&self, player: PlayerId) -> Option<Which> {
        Which::BOTH.into_iter().find(|which| self.sides[which.index()].boards.contains(&player))
    }

    /// Who sits where in a match of the pairing. Board A is the first board; the side that has White there
    /// is team 1 of the referee.
    #[must_use]
    pub fn seats(&self, leg: &Leg) -> BySeat<PlayerId> {
        BySeat::new_with(|seat: Seat| {
            let which = match seat.team() {
                MatchTeam::One => leg.white,
                MatchTeam::Two => leg.white.other(),
            };
            let board = match seat.board() {
                BoardId::A => 0,
                BoardId::B => 1,
            };
            self.sides[which.index()].boards[board]
        })
    }

    /// Whether every match has its result.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.legs.iter().all(|leg| leg.outcome.is_some())
    }

    /// The sum of the matches so far.
    #[must_use]
    pub fn score(&self) -> [Points; 2] {
        let mut score = [Points(0); 2];
        for outcome in self.legs.iter().filter_map(|leg| leg.outcome.as_ref()) {
            score = [score[0] + outcome.score[0], score[1] + outcome.score[1]];
        }
        score
    }
}

/// What a referee says of a match at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableVerdict"))]
pub struct Verdict {
    /// The score of team 1 (White on board A) and of team 2.
    pub score: [Points; 2],
    /// How each board ended.
    pub boards: [GameResult; 2],
    /// Why the match ended.
    pub reason: GameReason,
    /// By which article.
    pub article: Cite,
}

impl Verdict {
    /// The outcome for the sides of a pairing.
    #[must_use]
    pub fn outcome(&self, leg: &Leg, both_games: bool) -> Outcome {
        let turn = |pair: [Points; 2]| match leg.white {
            Which::First => pair,
            Which::Second => [pair[1], pair[0]],
        };
        let game = |board: BoardId| -> [Points; 2] {
            let score: ByTeam<Points> = self.boards[board as usize].score(board);
            turn([score[MatchTeam::One], score[MatchTeam::Two]])
        };
        Outcome {
            score: turn(self.score),
            games: both_games.then(|| [game(BoardId::A), game(BoardId::B)]),
            how: How::Played,
            source: Source::Table,
            reason: Some(self.reason),
            article: Some(self.article.clone()),
        }
    }
}

/// Why somebody has no opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventByeKind"))]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// The number is odd: worth a win.
    Allocated,
    /// They sit the round out: worth what the terms say.
    SitOut,
    /// The free place of a table or tree: worth nothing.
    Free,
}

/// A team, or a player, without an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventBye"))]
pub struct Bye {
    /// The team; none where players are paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// The player, where players are paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Why.
    pub kind: ByeKind,
    /// Why they and nobody else.
    pub reasons: Vec<Reason>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Round {
    /// Its number.
    pub number: RoundNumber,
    /// What it is for.
    #[serde(default)]
    pub kind: RoundKind,
    /// How far it is.
    pub stage: Stage,
    /// The pairings, table by table.
    pub pairings: Vec<Pairing>,
    /// Who has no opponent.
    pub byes: Vec<Bye>,
    /// When it is to begin, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Moment>,
    /// When it was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Moment>,
}

impl Round {
    /// The pairing at a table.
    #[must_use]
    pub fn table(&self, table: TableNumber) -> Option<&Pairing> {
        self.pairings.iter().find(|pairing| pairing.table == table)
    }

    /// The pairing of a team.
    #[must_use]
    pub fn pairing_of(&self, team: TeamId) -> Option<(&Pairing, Which)> {
        self.pairings.iter().find_map(|pairing| pairing.side_of(team).map(|which| (pairing, which)))
    }

    /// The matches that have no result yet, with their tables.
    pub fn open(&self) -> impl Iterator<Item = (TableNumber, usize)> + '_ {
        self.pairings.iter().flat_map(|pairing| {
            let legs = pairing.legs.iter().enumerate();
            legs.filter(|(_, leg)| leg.outcome.is_none()).map(|(at, _)| (pairing.table, at))
        })
    }
}
