//! A match whose boards stood on the table, by its score sheet.

use tandem_notation::score::{ScoreSheet, SheetLine};
use tandem_referee::{EventKind, Phase};
use tandem_rules::{ByBoard, BySeat, Millis, Position};

use super::frames::{Checks, Frame, boards};
use crate::table::Loaded;

/// The score sheet, where there is one and everybody may see it: each move on it was found legal, so nobody does
/// while the match goes on but those who write it.
pub(super) fn scores_to_show(loaded: &Loaded) -> Option<&ScoreSheet> {
    let over = loaded.game.phase() == Phase::Over;
    loaded.scores.as_ref().filter(|scores| over && !scores.is_empty())
}

/// The pictures behind the first: one for each half-move that can be played, in the order of both boards.
pub(super) fn frames(loaded: &Loaded, scores: &ScoreSheet) -> Vec<Frame> {
    let mut began = Millis::ZERO;
    for event in loaded.records.iter().flat_map(|record| &record.events) {
        if event.kind == EventKind::Started {
            began = event.at;
        }
    }
    let end = loaded.game.latest();
    let mut last = ByBoard::<Option<String>>::default();
    // What was dropped before the capture was pressed comes behind it: time only goes on.
    let mut at = Millis::ZERO;
    let mut picture = |line: SheetLine| {
        let (played, san) = (line.played?, line.san?);
        let seat = line.number.seat;
        let pressed = line.press.as_ref();
        at = at.max(pressed.map_or(end, |press| press.at) - began);
        let uci = played.m.to_string();
        last[seat.board()] = Some(uci.clone());
        let positions = ByBoard::new_with(|board| &line.positions[board]);
        let turns = positions.map(Position::turn);
        let clocks = match pressed {
            Some(press) => press.clocks,
            None => BySeat::new_with(|seat| loaded.game.clock(seat, end)),
        };
        Some(Frame {
            at: at.0,
            seat: Some(seat),
            number: Some(line.number.number.into()),
            san: Some(san.to_string()),
            uci: Some(uci),
            comment: None,
            boards: boards(positions, turns, &last, Checks::Shown),
            clocks: Some(clocks),
        })
    };
    scores.lines().into_iter().filter_map(&mut picture).collect()
}
