//! Records of our own matches, replayed through the referee.

use tandem_referee::{Match, Reason};
use tandem_rules::{BoardId, ByBoard, Position, Rulebook, Seat};

use super::check::{Checked, LastBoards, Verdict};
use super::{BoardEnd, Played, Replay, ReplayFault, time_left};
use crate::bpgn::{Cause, Game, GameResult, Ply, Problem, Written};
use crate::record::{RecordError, Replayed, book_of, follow_match, is_record, ply_text, result_of};
use crate::san::SanError;
use crate::score::{Fit, ScoreSheet, SheetEntry, SheetLine};

/// Whether a game is the record of a match by this book.
pub(super) fn applies(game: &Game, book: &Rulebook) -> bool {
    book_of(game) == Some(book.id()) && is_record(game)
}

/// Replays a record: every act must be allowed, every clock and the result must come out. The boards
/// are the referee's own.
pub(super) fn check(
    game: &Game,
    book: &Rulebook,
    mut each: impl FnMut(&Ply, Played, ByBoard<&Position>),
) -> Checked {
    let start = match Replay::of_game(book, game) {
        Ok(replay) => replay.positions,
        Err(fault) => {
            let problems = vec![Problem { place: game.start, at: None, fault: fault.into() }];
            let verdict = Verdict { result: game.result, cause: None };
            return Checked { problems, verdict, played: 0, dropped: 0, last: None };
        }
    };
    let mut problems = Vec::new();
    let mut played = 0;
    let mut ended = ByBoard::default();
    let find_book = |id: &str| (id == book.id()).then(|| book.clone());
    let replayed = follow_match(game, find_book, |ply, state| {
        played += 1;
        if let Some(fault) = clock_fault(ply, state) {
            problems.push(Problem { place: ply.place, at: Some(ply.number), fault: fault.into() });
        }
        note_ends(&mut ended, state, ply);
        if let Some(done) = done(ply, state) {
            each(ply, done, positions(state));
        }
    });
    let scored = replayed.as_ref().ok().filter(|replayed| replayed.state.is_on_table());
    let scored = scored.map(|replayed| {
        played = 0;
        sheet_of(game, replayed, |ply, line| {
            if let (Fit::Doubtful(why), Written::San(plus)) = (line.fit, &ply.written) {
                let fault = ReplayFault::Illegal { san: plus.san, why: SanError::Illegal(why) };
                let (place, at) = (ply.place, Some(ply.number));
                problems.push(Problem { place, at, fault: fault.into() });
            }
            let Some(done) = line.played else { return };
            played += 1;
            each(ply, done, ByBoard::new_with(|board| &line.positions[board]));
        })
    });
    let positions = match &replayed {
        Ok(replayed) if replayed.state.is_on_table() => scored.flatten().unwrap_or(start),
        Ok(replayed) => positions(&replayed.state).map(Position::clone),
        // The state is lost with the error: as far as it could be played it is played again.
        Err(_) => {
            let (mut last, mut left) = (start, played);
            let _ = follow_match(game, find_book, |_, state| {
                left -= 1;
                if left == 0 {
                    last = positions(state).map(Position::clone);
                }
            });
            last
        }
    };
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
    let last = Some(LastBoards { positions, ended });
    Checked { problems, verdict, played, dropped: 0, last }
}

/// The moves of a match whose boards stood on the table, by its score sheet: each with its ply, in the order of
/// both boards. The boards after the last of them, if there is any.
fn sheet_of(
    game: &Game,
    replayed: &Replayed,
    mut each: impl FnMut(&Ply, &SheetLine),
) -> Option<ByBoard<Position>> {
    let settings = replayed.state.settings();
    let (mut state, mut sheet) = (Match::new(settings.clone()), ScoreSheet::new(settings));
    for event in replayed.events() {
        state.apply(event);
        sheet.take(event, &state);
    }
    let mut plies: ByBoard<Vec<&Ply>> = ByBoard::default();
    for ply in &game.main.plies {
        let Written::San(plus) = &ply.written else { continue };
        let Some(text) = ply_text(plus.san) else { continue };
        let board = ply.seat().board();
        plies[board].push(ply);
        sheet.apply(&SheetEntry::Write { board, text });
    }
    let mut plies = plies.map(Vec::into_iter);
    let lines = sheet.lines();
    for line in &lines {
        if let Some(ply) = plies[line.number.seat.board()].next() {
            each(ply, line);
        }
    }
    lines.into_iter().last().map(|line| line.positions)
}

fn clock_fault(ply: &Ply, state: &Match) -> Option<ReplayFault> {
    let shown = time_left(ply.clock)?;
    let is = state.clock(ply.seat(), state.latest());
    (shown != is).then_some(ReplayFault::OtherClock { shown, is })
}

/// The boards as the referee has them.
fn positions(state: &Match) -> ByBoard<&Position> {
    ByBoard::new_with(|board| &state.game(board).position)
}

/// Notes which games this half-move has ended.
fn note_ends(ended: &mut ByBoard<Option<BoardEnd>>, state: &Match, ply: &Ply) {
    for board in BoardId::ALL {
        ended[board] = state.game(board).verdict.as_ref().map(|verdict| {
            let loser = verdict.result.winner().map(|winner| Seat::new(board, !winner));
            let mated = loser.filter(|_| verdict.reason == Reason::Mate);
            ended[board].unwrap_or(BoardEnd { by: ply.number, mated })
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
