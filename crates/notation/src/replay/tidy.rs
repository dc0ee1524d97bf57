//! A game as one would write it oneself: SAN in its shortest form, times left, the right result.

use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Rulebook};

use super::check::{Checked, check};
use super::{Replay, ReplayFault, refereed};
use crate::bpgn::{Clock, Game, GameResult, Line, Ply, Remark, Written};

/// Rewrites a game in clean form, as far as it can be played: moves and variations in the
/// shortest SAN with the book's signs of check and mate, times since the start as times left,
/// the result of the standard in tag and text. What can't be played stays as it was written.
pub fn tidy(game: &mut Game, book: &Rulebook) -> Checked {
    let checked = check(game, book);
    // A joint move behind the mate is no part of the match; what was said there stays.
    let dropped = game.main.plies.split_off(game.main.plies.len() - checked.dropped);
    if let Some(last) = game.main.plies.last_mut() {
        last.remarks.extend(dropped.into_iter().flat_map(|ply| ply.remarks));
    }
    // Our own records are clean, and their boards change by more than moves.
    if !refereed::applies(game, book) {
        times_left(game);
        if let Ok(replay) = Replay::of_game(book, game) {
            tidy_line(&mut game.main, replay);
        }
    }
    if checked.verdict.result != GameResult::Unknown || !game.result.is_known() {
        game.result = checked.verdict.result;
    }
    if game.tags.get("Result").is_some() {
        let sign = game.result.sign();
        game.tags.set("Result", sign);
    }
    if let Some((year, month, day)) = game.tags.date()
        && game.tags.get("Date").is_some()
        && year > 0
    {
        let part = |n: u8| if n == 0 { "??".to_owned() } else { format!("{n:02}") };
        game.tags.set("Date", &format!("{year:04}.{}.{}", part(month), part(day)));
    }
    checked
}

fn tidy_line(line: &mut Line, replay: Replay<'_>) {
    let mut replay = Some(replay);
    for remark in &mut line.before {
        tidy_variation(remark, replay.as_ref());
    }
    for ply in &mut line.plies {
        let before = match &replay {
            Some(replay) if ply.remarks.iter().any(|r| matches!(r, Remark::Variation(_))) => {
                Some(replay.clone())
            }
            _ => None,
        };
        replay = replay.and_then(|replay| tidy_ply(ply, replay).ok());
        for remark in &mut ply.remarks {
            tidy_variation(remark, before.as_ref());
        }
    }
}

/// A variation replaces the move it follows: it starts from the boards before that move.
fn tidy_variation(remark: &mut Remark, before: Option<&Replay<'_>>) {
    if let (Remark::Variation(line), Some(before)) = (remark, before) {
        tidy_line(line, before.clone());
    }
}

fn tidy_ply<'b>(ply: &mut Ply, mut replay: Replay<'b>) -> Result<Replay<'b>, ReplayFault> {
    let Written::San(plus) = &mut ply.written else {
        return Err(ReplayFault::OutOfTurn(ply.number.seat));
    };
    let before = replay.clone();
    let played = replay.play(ply.number, plus.san)?;
    *plus = before.san(ply.number.seat, played.m);
    Ok(replay)
}

/// Turns times since the start into times left, if the time control is told.
fn times_left(game: &mut Game) {
    let Some(control) = game.tags.time_control() else { return };
    let mut left = BySeat::new_with(|_| control.time);
    // When the clock of the player on move was started, on each board.
    let mut started: ByBoard<Option<Millis>> = ByBoard::new_with(|_: BoardId| Some(Millis::ZERO));
    for ply in &mut game.main.plies {
        let (seat, board) = (ply.seat(), ply.seat().board());
        match ply.clock {
            Some(Clock::Since(now)) => {
                let Some(from) = started[board] else { continue };
                left[seat] = left[seat] - (now - from) + control.increment;
                started[board] = Some(now);
                ply.clock = Some(Clock::Left(left[seat]));
            }
            // A gap: what follows on this board can't be told any more.
            Some(Clock::Left(_)) | None => started[board] = None,
        }
    }
}
