//! Results: from the desk or from a table, corrected, or changed by the arbiter where the book lets that happen.

use tandem_referee::Points;
use tandem_rules::book::{Counts, YesNo};

use super::{Decision, paired_already, powers, round};
use crate::change::Change;
use crate::codes::Refusal;
use crate::command::{Entered, Penalty};
use crate::ids::{RoundNumber, TableNumber};
use crate::round::{How, Leg, Outcome, Pairing, Round, Source, Stage, Verdict, Which};
use crate::state::State;

/// A match: round, table, and which one there.
#[derive(Clone, Copy)]
pub(super) struct Place(pub(super) RoundNumber, pub(super) TableNumber, pub(super) u16);

/// Points of a won, drawn and lost game or match.
const SCORES: [i32; 3] = [1000, 500, 0];

fn find(state: &State, place: Place) -> Result<(&Round, &Pairing, &Leg), Refusal> {
    let Place(number, table, leg) = place;
    let round = round(state, number)?;
    let pairing = round.table(table).ok_or(Refusal::NoTable { round: number, table })?;
    let leg = pairing.legs.get(usize::from(leg)).ok_or(Refusal::NoMatch { table })?;
    Ok((round, pairing, leg))
}

pub(super) fn set(state: &State, place: Place, outcome: Option<Outcome>) -> Decision {
    let Place(round, table, leg) = place;
    let articles = outcome.iter().filter_map(|outcome| outcome.article.clone()).collect();
    Decision {
        articles,
        doubts: paired_already(state, round).into_iter().collect(),
        changes: vec![Change::ResultSet { round, table, leg, outcome }],
    }
}

pub(super) fn enter(state: &State, place: Place, entered: &Entered) -> Result<Decision, Refusal> {
    open(state, place)?;
    Ok(set(state, place, Some(outcome(state, entered)?)))
}

/// A match without a result in a round that is running; or in a closed one whose result was undone.
pub(super) fn open(state: &State, place: Place) -> Result<&Leg, Refusal> {
    let (round, _, leg) = find(state, place)?;
    if round.stage < Stage::Running {
        return Err(Refusal::NotRunning { round: round.number });
    }
    if leg.outcome.is_some() {
        return Err(Refusal::HasResult { table: place.1 });
    }
    Ok(leg)
}

pub(super) fn correct(state: &State, place: Place, entered: &Entered) -> Result<Decision, Refusal> {
    let (round, _, leg) = find(state, place)?;
    if round.stage < Stage::Running {
        return Err(Refusal::NotRunning { round: round.number });
    }
    if leg.outcome.is_none() {
        return Err(Refusal::NoResult { table: place.1 });
    }
    Ok(set(state, place, Some(outcome(state, entered)?)))
}

pub(super) fn from_table(
    state: &State,
    place: Place,
    verdict: &Verdict,
) -> Result<Decision, Refusal> {
    let leg = open(state, place)?;
    Ok(set(state, place, Some(verdict.outcome(leg, state.scoring().both_games()))))
}

/// A result as the book counts it: one for the match, or both games.
pub(super) fn outcome(state: &State, entered: &Entered) -> Result<Outcome, Refusal> {
    let counts = &state.book.axes.event.counts;
    let article = counts.by.clone();
    let fair = |pair: &[Points; 2]| pair[0].0 + pair[1].0 == 1000 && SCORES.contains(&pair[0].0);
    let (score, games) = match (entered, counts.is) {
        (Entered::Match(score), Counts::Match) if fair(score) => (*score, None),
        (Entered::Games(games), Counts::Games) if games.iter().all(fair) => {
            ([games[0][0] + games[1][0], games[0][1] + games[1][1]], Some(*games))
        }
        (Entered::Match(_), Counts::Games) => return Err(Refusal::BothGames { article }),
        (Entered::Games(_), Counts::Match) => return Err(Refusal::OneResult { article }),
        (Entered::Match(_) | Entered::Games(_), _) => return Err(Refusal::WrongScore { article }),
        (Entered::Forfeit { winner }, _) => return Ok(forfeit(state, *winner)),
    };
    Ok(Outcome {
        score,
        games,
        how: How::Played,
        source: Source::Desk,
        reason: None,
        article: Some(article),
    })
}

/// Somebody did not come. What then happens is the book's to say where it speaks of it, and FIDE's otherwise.
pub(super) fn forfeit(state: &State, winner: Option<Which>) -> Outcome {
    let won = |which: Which| Points(if winner == Some(which) { 1000 } else { 0 });
    let game = [won(Which::First), won(Which::Second)];
    let both = state.scoring().both_games();
    let score = if both { [game[0] + game[0], game[1] + game[1]] } else { game };
    Outcome {
        score,
        games: both.then_some([game, game]),
        how: How::Forfeit,
        source: Source::Desk,
        reason: None,
        article: Some(state.book.axes.clock.late.by.clone()),
    }
}

/// What an arbiter makes of a match, where the book gives the power.
pub(super) fn penalise(
    state: &State,
    place: Place,
    penalty: &Penalty,
) -> Result<Decision, Refusal> {
    let (round, _, leg) = find(state, place)?;
    if round.stage < Stage::Running {
        return Err(Refusal::NotRunning { round: round.number });
    }
    let article = powers::penalty(state, penalty.kind())?;
    let most = Points(if state.scoring().both_games() { 2000 } else { 1000 });
    let limited = state.book.axes.arbiter.points_limited.is == YesNo::Yes;
    let in_bounds = |points: Points| {
        if points < Points(0) || (points > most && (limited || points.0 > 100_000)) {
            return Err(Refusal::AboveMaximum { most, article: article.clone() });
        }
        Ok(points)
    };
    let was = leg.outcome.as_ref().map(|outcome| outcome.score);
    let needs = || was.ok_or(Refusal::NoResult { table: place.1 });
    let mut score = match penalty {
        Penalty::Loss { .. } | Penalty::BothLose | Penalty::Again => [Points(0); 2],
        Penalty::Result { score } => *score,
        Penalty::Fewer { .. } | Penalty::Raised { .. } => needs()?,
    };
    match penalty {
        Penalty::Again => return Ok(set(state, place, None).by(article)),
        Penalty::BothLose => {}
        Penalty::Loss { side, opponents } => score[side.other().index()] = in_bounds(*opponents)?,
        Penalty::Result { score } => {
            in_bounds(score[0])?;
            in_bounds(score[1])?;
        }
        Penalty::Fewer { side, points } => {
            let left = score[side.index()].0.saturating_sub(in_bounds(*points)?.0);
            score[side.index()] = in_bounds(Points(left))?;
        }
        Penalty::Raised { side, points } => {
            score[side.index()] = in_bounds(score[side.index()] + in_bounds(*points)?)?;
        }
    }
    let outcome = Outcome {
        score,
        games: leg.outcome.as_ref().and_then(|outcome| outcome.games),
        how: How::Ruled,
        source: Source::Desk,
        reason: None,
        article: Some(article.clone()),
    };
    let decision = set(state, place, Some(outcome));
    Ok(match penalty {
        // That the arbiter sets what the opponents get has its own article (sscr 8.6).
        Penalty::Loss { .. } => decision.by(&state.book.grounds.ruling),
        _ => decision,
    })
}
