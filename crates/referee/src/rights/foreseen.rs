//! What a ruling would bring about, so that whoever rules can be asked once before it is done.

use serde::Serialize;
use tandem_rules::{BoardId, Millis};

use super::powers::RulingKind;
use crate::command::Command;
use crate::refusal::Refusal;
use crate::ruling::Ruling;
use crate::state::Match;
use crate::verdict::{GameVerdict, MatchVerdict};

/// What a ruling would bring about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Foreseen {
    /// The games that it ends.
    pub games: Vec<ForeseenGame>,
    /// How the match ends by it, if it does.
    #[serde(rename = "match")]
    pub verdict: Option<MatchVerdict>,
    /// Something ends by it, begins anew, or is counted otherwise: whoever rules is asked once.
    pub asks: bool,
    /// It can't be taken back afterwards (R56).
    pub stands: bool,
}

/// A game that a ruling would end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForeseenGame {
    /// On which board.
    pub board: BoardId,
    /// How.
    #[serde(flatten)]
    pub verdict: GameVerdict,
}

impl Match {
    /// What a ruling would bring about at a moment, the end of the match included that follows by
    /// itself (R35). Nothing is done.
    ///
    /// # Errors
    /// The ruling would be refused.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Command, Match, Ruling, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("asten").expect("a built-in book"));
    /// # let mut events = Vec::new();
    /// let mut game = Match::new(Settings::new(book));
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// let foreseen = game.foresee(&Ruling::Forfeit { seat: Seat::BlackA }, Millis(900))?;
    /// assert!(foreseen.verdict.is_some() && foreseen.stands); // the match would be over
    /// assert!(game.verdict().is_none()); // it is not
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn foresee(&self, ruling: &Ruling, now: Millis) -> Result<Foreseen, Refusal> {
        let mut after = self.clone();
        let mut events = Vec::new();
        after.act(now, &Command::Arbiter { rule: ruling.clone() }, &mut events)?;
        if let Some(closing) = after.closing {
            after.act(closing + Millis(1), &Command::Tick, &mut events)?;
        }
        let ends = |board: &BoardId| !self.games[*board].ended();
        let game = |board| {
            let verdict = after.games[board].verdict.clone()?;
            Some(ForeseenGame { board, verdict })
        };
        let games: Vec<_> = BoardId::ALL.into_iter().filter(ends).filter_map(game).collect();
        let verdict = after.verdict().filter(|_| self.verdict().is_none()).cloned();
        let kind = RulingKind::from(ruling);
        let changes =
            matches!(kind, RulingKind::Restart | RulingKind::Points | RulingKind::Exclude);
        Ok(Foreseen {
            asks: changes || !games.is_empty() || verdict.is_some(),
            stands: after.last_ruling().map(RulingKind::from) != Some(kind),
            games,
            verdict,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::Settings;
    use crate::verdict::{GameResult, MatchResult, Points};
    use tandem_rules::{Rulebook, Seat, Team};

    fn playing(book: &str) -> Match {
        let book = Arc::new(Rulebook::builtin(book).expect("a built-in book"));
        let mut game = Match::new(Settings::new(book));
        game.act(Millis(0), &Command::Start, &mut Vec::new()).expect("the match starts");
        game
    }

    fn foreseen(book: &str, ruling: &Ruling) -> Foreseen {
        playing(book).foresee(ruling, Millis(500)).expect("the book gives this power")
    }

    #[test]
    fn a_game_declared_lost_ends_the_match_where_the_first_game_decides_and_stands() {
        let lost = foreseen("asten", &Ruling::Forfeit { seat: Seat::BlackA });
        assert_eq!(lost.games[0].board, BoardId::A);
        assert_eq!(lost.games[0].verdict.result, GameResult::WhiteWins);
        assert_eq!(lost.verdict.map(|verdict| verdict.result), Some(MatchResult::TeamOne));
        assert!(lost.asks && lost.stands);
    }

    #[test]
    fn where_both_games_count_it_ends_one_game_and_can_be_taken_back() {
        let lost = foreseen("fer", &Ruling::Forfeit { seat: Seat::BlackA });
        assert_eq!(lost.games.len(), 1);
        assert!(lost.verdict.is_none() && lost.asks && !lost.stands);
    }

    #[test]
    fn an_excluded_team_loses_both_games_for_good() {
        let out = foreseen("sscr", &Ruling::Exclude { team: Team::Two });
        assert_eq!(out.verdict.map(|verdict| verdict.result), Some(MatchResult::TeamOne));
        assert!(out.asks && out.stands);
    }

    #[test]
    fn points_are_asked_about_and_can_be_taken_back_and_a_warning_is_not_asked_about() {
        let points = foreseen("sscr", &Ruling::Points { team: Team::One, points: Points(-500) });
        assert!(points.asks && !points.stands && points.games.is_empty());
        let warned = foreseen("sscr", &Ruling::Warn { seat: Seat::WhiteB, why: None });
        assert!(!warned.asks && !warned.stands);
    }

    #[test]
    fn a_clock_that_is_set_to_nothing_stands() {
        let empty = Ruling::Clock { seat: Seat::WhiteA, clock: Millis::ZERO };
        assert!(foreseen("minerva", &empty).stands);
        let some = Ruling::Clock { seat: Seat::WhiteA, clock: Millis(9_000) };
        assert!(!foreseen("minerva", &some).stands);
    }

    #[test]
    fn what_would_be_refused_is_refused() {
        let game = playing("sscr");
        assert!(game.foresee(&Ruling::CallFlag { seat: Seat::WhiteA }, Millis(500)).is_err());
    }
}
