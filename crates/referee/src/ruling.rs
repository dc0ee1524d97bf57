//! What the arbiter can do.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use tandem_rules::{BoardId, Millis, Seat, Team};

use crate::verdict::{GameResult, Points};

/// The longest time that a clock can be set to: ten days. No sum of such times overflows.
pub const LONGEST_CLOCK: Millis = Millis(864_000_000);
/// The most points that a ruling can give or take.
pub const MAX_POINTS: Points = Points(1_000_000);

/// Which games start again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// Both.
    Both,
    /// Only this one.
    #[serde(untagged)]
    One(BoardId),
}

impl Boards {
    /// Whether this board is one of them.
    #[must_use]
    pub fn contains(self, board: BoardId) -> bool {
        match self {
            Boards::One(one) => one == board,
            Boards::Both => true,
        }
    }
}

/// Why a game starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RestartReason {
    /// The initial position was wrong.
    Setup,
    /// The colours were reversed.
    Colours,
    /// A clock is defective.
    Clock,
    /// A piece was hidden by nobody's fault.
    Hidden,
}

/// What the arbiter does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Ruling {
    /// Starts both games.
    Start,
    /// Stops both clocks.
    Stop,
    /// Lets them go on.
    Resume,
    /// Sets a clock.
    Clock {
        /// Whose.
        seat: Seat,
        /// To what: from 0 to [`LONGEST_CLOCK`].
        #[serde(deserialize_with = "reading")]
        clock: Millis,
    },
    /// Freezes a player for this much of the player's own time.
    Freeze {
        /// Who.
        seat: Seat,
        /// How long: more than 0, up to [`LONGEST_CLOCK`].
        #[serde(deserialize_with = "some_time")]
        millis: Millis,
    },
    /// Warns a player.
    Warn {
        /// Who.
        seat: Seat,
        /// Why, in the arbiter's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Judges that a player's stop or claim had no valid reason.
    Needless {
        /// Whose.
        seat: Seat,
    },
    /// Calls the illegal move of a player, without a claim.
    #[serde(rename = "illegal")]
    CallIllegal {
        /// Whose.
        seat: Seat,
    },
    /// Calls the fallen flag of a player, without a claim.
    #[serde(rename = "flag")]
    CallFlag {
        /// Whose.
        seat: Seat,
    },
    /// Gives a minute to a player whose fallen flag was pointed out (stein 10.4).
    Minute {
        /// Whose flag it was.
        seat: Seat,
    },
    /// Orders a new game.
    Restart {
        /// On which boards.
        boards: Boards,
        /// Why, if a reason is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<RestartReason>,
    },
    /// Declares a player's game lost.
    Forfeit {
        /// Whose.
        seat: Seat,
    },
    /// Sets a board's result.
    Result {
        /// Of which board.
        board: BoardId,
        /// What it is: won, drawn or lost by both.
        #[serde(deserialize_with = "result")]
        result: GameResult,
    },
    /// Changes a team's points.
    Points {
        /// Which team.
        team: Team,
        /// By how much: up to [`MAX_POINTS`] either way.
        #[serde(deserialize_with = "points")]
        points: Points,
    },
    /// Excludes a team.
    Exclude {
        /// Which.
        team: Team,
    },
    /// Finds that a claim about a board on the table is right (R55).
    Uphold,
    /// Finds that it is not.
    Dismiss,
    /// Takes the last ruling back (R56).
    TakeBack,
}

fn time<'de, D: Deserializer<'de>>(from: D, least: Millis) -> Result<Millis, D::Error> {
    let time = Millis::deserialize(from)?;
    if (least..=LONGEST_CLOCK).contains(&time) {
        return Ok(time);
    }
    Err(D::Error::custom(format_args!("a time is from {} to {} ms", least.0, LONGEST_CLOCK.0)))
}

fn reading<'de, D: Deserializer<'de>>(from: D) -> Result<Millis, D::Error> {
    time(from, Millis::ZERO)
}

fn some_time<'de, D: Deserializer<'de>>(from: D) -> Result<Millis, D::Error> {
    time(from, Millis(1))
}

fn result<'de, D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
    match GameResult::deserialize(from)? {
        GameResult::Abandoned => Err(D::Error::custom("a result is 1-0, 0-1, 1/2-1/2 or 0-0")),
        result => Ok(result),
    }
}

fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Points, D::Error> {
    let points = Points::deserialize(from)?;
    if points.0.unsigned_abs() <= MAX_POINTS.0.unsigned_abs() {
        return Ok(points);
    }
    Err(D::Error::custom("points go from -1000 to 1000"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_out_of_all_bounds_are_no_ruling() {
        let reads = |value| serde_json::from_value::<Ruling>(value).is_ok();
        assert!(reads(json!({ "do": "clock", "seat": "A", "clock": 0 })));
        assert!(!reads(json!({ "do": "clock", "seat": "A", "clock": -1 })));
        assert!(!reads(json!({ "do": "clock", "seat": "A", "clock": i64::MAX })));
        assert!(!reads(json!({ "do": "freeze", "seat": "A", "millis": 0 })));
        assert!(reads(json!({ "do": "result", "board": "A", "result": "0-0" })));
        assert!(!reads(json!({ "do": "result", "board": "A", "result": "*" })));
        assert!(reads(json!({ "do": "points", "team": 1, "points": -1000 })));
        assert!(!reads(json!({ "do": "points", "team": 1, "points": 1001 })));
    }
}
