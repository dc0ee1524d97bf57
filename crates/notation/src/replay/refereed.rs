//! Records of our own matches, replayed through the referee.

use tandem_referee::{Match, Reason};
use tandem_rules::{BoardId, Rulebook, Seat};

use super::check::{Checked, Verdict};
use super::{BoardEnd, Played, Replay, ReplayFault, time_left};
use crate::bpgn::{Cause, Game, GameResult, Ply, Problem, Written};
use crate::record::{RecordError, Replayed, book_of, follow_match, is_record, result_of};

/// Whether a game is the record of a match by this book.
pub(super) fn applies(game: &Game, book: &Rulebook) -> bool {
    book_of(game) == Some(book.id()) && is_record(game)
}

/// Replays a record: every act must be allowed, every clock and the result must come out.
pub(super) fn check<'b>(
    game: &Game,
    book: &'b Rulebook,
    mut each: impl FnMut(&Ply, Played, &Replay<'b>),
) -> Checked<'b> {
    let mut replay = match Replay::of_game(book, game) {
        Ok(replay) => replay,
        Err(fault) => {
            let problems = vec![Problem { place: game.start, at: None, fault: fault.into() }];
            let verdict = Verdict { result: game.result, cause: None };
            return Checked { problems, verdict, played: 0, replay: None };
        }
    };
    let mut problems = Vec::new();
    let mut played = 0;
    let find_book = |id: &str| (id == book.id()).then(|| book.clone());
    let replayed = follow_match(game, find_book, |ply, state| {
        played += 1;
        if let Some(fault) = clock_fault(ply, state) {
            problems.push(Problem { place: ply.place, at: Some(ply.number), fault: fault.into() });
        }
        take_over(&mut replay, state, ply);
        if let Some(done) = done(ply, state) {
            each(ply, done, &replay);
        }
    });
    let verdict = match &replayed {
        Ok(replayed) => {
            let verdict = verdict(replayed);
            let told = if game.result.is_known() { Some(game.result) } else { game.tags.result() };
            if let Some(told) = told.filter(|told| told.is_known() && *told != verdict.result) {
                let fault = ReplayFault::OtherResult { told, is: verdict.result };
                problems.push(Problem { place: game.end, at: None, fault: fault.into() });
            }
            verdict
        }
        Err(error) => {
            let (place, at) = match error {
                RecordError::Step { place, at, .. } => (*place, *at),
                RecordError::NoBook(_) | RecordError::Tag(..) => (game.start, None),
            };
            let fault = ReplayFault::Record(error.clone()).into();
            problems.push(Problem { place, at, fault });
            Verdict { result: game.result, cause: None }
        }
    };
    Checked { problems, verdict, played, replay: Some(replay) }
}

fn clock_fault(ply: &Ply, state: &Match) -> Option<ReplayFault> {
    let shown = time_left(ply.clock)?;
    let is = state.clock(ply.seat(), state.latest());
    (shown != is).then_some(ReplayFault::OtherClock { shown, is })
}

/// The boards as the referee has them.
fn take_over(replay: &mut Replay<'_>, state: &Match, ply: &Ply) {
    for board in BoardId::ALL {
        let side = state.game(board);
        replay.positions[board].clone_from(&side.position);
        replay.ended[board] = side.verdict.as_ref().map(|verdict| {
            let loser = verdict.result.winner().map(|winner| Seat::new(board, !winner));
            let mated = loser.filter(|_| verdict.reason == Reason::Mate);
            replay.ended[board].unwrap_or(BoardEnd { by: ply.number, mated })
        });
    }
}

/// The move that was made last on the board of the ply.
fn done(ply: &Ply, state: &Match) -> Option<Played> {
    let side = state.game(ply.seat().board());
    let made = side.early.as_ref().or(side.made.as_ref()).or(side.last.as_ref())?;
    let Written::San(plus) = &ply.written else { return None };
    Some(Played { m: made.played, captured: made.captured, suffix: plus.suffix })
}

fn verdict(replayed: &Replayed) -> Verdict {
    let result = result_of(&replayed.state);
    let cause = replayed.state.verdict().and_then(|verdict| match verdict.reason {
        Reason::Mate => Some(Cause::Mate),
        Reason::Resignation => Some(Cause::Resignation),
        Reason::Flag | Reason::BothFlags => Some(Cause::Flag),
        _ if result == GameResult::Draw => Some(Cause::Draw),
        _ => None,
    });
    Verdict { result, cause }
}
