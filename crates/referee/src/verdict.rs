//! Results and the reasons for them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByTeam, Seat, Team};

/// The result of one board.
///
/// ```
/// use tandem_referee::GameResult;
/// use tandem_rules::shakmaty::Color;
///
/// let result = GameResult::lost_by(Color::White);
/// assert_eq!(result.as_str(), "0-1");
/// assert_eq!(result.winner(), Some(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Neither won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Both lost (sscr 8.7).
    #[serde(rename = "0-0")]
    BothLose,
    /// Nobody cares any more: the match is over.
    #[serde(rename = "*")]
    Abandoned,
}

impl GameResult {
    /// The result when this colour loses.
    #[must_use]
    pub fn lost_by(color: Color) -> GameResult {
        color.fold_wb(GameResult::BlackWins, GameResult::WhiteWins)
    }

    /// The colour that won.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::BothLose | GameResult::Abandoned => None,
        }
    }

    /// The points that the result brings, in thousandths.
    #[must_use]
    pub fn score(self, board: BoardId) -> ByTeam<Points> {
        let winner = self.winner().map(|color| Seat::new(board, color).team());
        ByTeam::new_with(|team| match self {
            GameResult::Draw => Points(500),
            _ if winner == Some(team) => Points(1000),
            _ => Points(0),
        })
    }

    /// As it is written: `1-0`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Abandoned => "*",
        }
    }
}

/// A text that is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is 1-0, 0-1, 1/2-1/2 or 0-0")]
pub struct ParseResultError;

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::BothLose]
            .into_iter()
            .find(|result| result.as_str() == text)
            .ok_or(ParseResultError)
    }
}

/// The result of the match, team 1 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MatchResult {
    /// Team 1 won.
    #[serde(rename = "1-0")]
    TeamOne,
    /// Team 2 won.
    #[serde(rename = "0-1")]
    TeamTwo,
    /// Neither won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Both lost (sscr 8.7).
    #[serde(rename = "0-0")]
    BothLose,
}

impl MatchResult {
    /// The result when this team wins.
    #[must_use]
    pub fn won_by(team: Team) -> MatchResult {
        match team {
            Team::One => MatchResult::TeamOne,
            Team::Two => MatchResult::TeamTwo,
        }
    }

    /// The result of a comparison of points.
    #[must_use]
    pub fn of_score(score: ByTeam<Points>) -> MatchResult {
        match score[Team::One].cmp(&score[Team::Two]) {
            std::cmp::Ordering::Greater => MatchResult::TeamOne,
            std::cmp::Ordering::Less => MatchResult::TeamTwo,
            std::cmp::Ordering::Equal if score[Team::One] == Points(0) => MatchResult::BothLose,
            std::cmp::Ordering::Equal => MatchResult::Draw,
        }
    }

    /// The points that a match brings which is scored as one: 1, ½, 0.
    #[must_use]
    pub fn score(self) -> ByTeam<Points> {
        ByTeam::new_with(|team| match self {
            MatchResult::Draw => Points(500),
            _ if self == MatchResult::won_by(team) => Points(1000),
            _ => Points(0),
        })
    }

    /// As it is written: `1-0`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            MatchResult::TeamOne => "1-0",
            MatchResult::TeamTwo => "0-1",
            MatchResult::Draw => "1/2-1/2",
            MatchResult::BothLose => "0-0",
        }
    }
}

/// Points in thousandths, so that halves and penalties add up exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(pub i32);

/// A number of points: `1`, `0.5`.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i32(self.0 / 1000)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 1000.0)
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Points {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let points = f64::deserialize(deserializer)?;
        // Whole thousandths: rounding undoes what the decimal fraction could not hold.
        Ok(Points((points * 1000.0).round() as i32))
    }
}

impl std::ops::Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

macro_rules! reasons {
    ($($variant:ident $word:literal,)+) => {
        /// Why a game or a match ended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Reason {
            $(#[doc = concat!("`", $word, "`.")] #[serde(rename = $word)] $variant,)+
        }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Reason::$variant => $word,)+
                })
            }
        }
    };
}

reasons! {
    Mate "mate",
    Stalemate "stalemate",
    Flag "flag",
    BothFlags "both flags",
    IllegalMove "illegal move",
    Resignation "resignation",
    Agreement "agreement",
    Repetition "repetition",
    FiftyMoves "fifty moves",
    SeventyFiveMoves "seventy-five moves",
    FivefoldRepetition "fivefold repetition",
    Material "material",
    LastDrop "last drop",
    Forfeit "forfeit",
    Ruling "ruling",
    Abandoned "abandoned",
}

/// How a board ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameVerdict {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// By which article.
    pub article: Cite,
}

/// How the match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchVerdict {
    /// Who won.
    pub result: MatchResult,
    /// Why.
    pub reason: Reason,
    /// By which article.
    pub article: Cite,
}
