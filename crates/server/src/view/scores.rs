//! The score sheet of boards on the table, as whoever writes it sees it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use tandem_notation::score::{Fit, ScoreSheet, SheetLine};
use tandem_referee::{Match, Phase, TimeControl};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, BySeat, Illegal, Millis, Seat};

use super::state::{ColorWord, placement};
use crate::codes::Sentence;
use crate::ids::{EventId, MatchId};
use crate::store::MatchRecord;

/// The score sheet of a match whose boards stand on the table.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ScoreSheet")]
pub(crate) struct ScoresView {
    #[serde(rename = "match")]
    id: MatchId,
    /// Another one whenever something has changed.
    version: u64,
    phase: Phase,
    book: String,
    title: String,
    time: TimeControl,
    names: BySeat<Option<String>>,
    /// The event whose match it is.
    event: Option<EventId>,
    /// The result by the clocks, once there is one.
    result: Option<String>,
    boards: ByBoard<ScoreBoard>,
}

/// A board of it, as its next half-move finds it.
#[derive(Debug, Serialize, JsonSchema)]
struct ScoreBoard {
    /// The placement only.
    fen: String,
    turn: ColorWord,
    last: Option<String>,
    /// The square of a king in check.
    check: Option<String>,
    /// Of the two seats of this board.
    stocks: BTreeMap<Seat, String>,
    /// Whether men may have come of which the other board's sheet does not tell yet: then any may be dropped.
    open: bool,
    /// Every legal move in coordinates, with spaces between them.
    moves: String,
    /// How many times was pressed here, but for presses that went back.
    presses: usize,
    lines: Vec<ScoreLine>,
}

/// A half-move that was written down.
#[derive(Debug, Serialize, JsonSchema)]
struct ScoreLine {
    seat: Seat,
    number: u32,
    /// In coordinates if it can't be played.
    san: String,
    uci: String,
    /// What its player had left after the press; none if it was not pressed.
    clock: Option<Millis>,
    /// Whether it fits the boards as they were.
    fit: FitWord,
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyDoubtful>,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ScoreFit")]
enum FitWord {
    /// It does.
    Fits,
    /// It drops a man that the other board's sheet, not written so far, has yet to tell of.
    Waits,
    /// It does not.
    Doubtful,
}

/// Why a half-move does not fit.
#[derive(Debug, Serialize, JsonSchema)]
struct WhyDoubtful {
    #[serde(flatten)]
    sentence: Sentence,
    /// The sentence in English.
    reason: String,
}

impl WhyDoubtful {
    fn of(why: Illegal) -> WhyDoubtful {
        WhyDoubtful { sentence: Sentence::of(&why), reason: why.to_string() }
    }
}

impl ScoresView {
    pub(crate) fn new(
        record: &MatchRecord,
        game: &Match,
        version: u64,
        sheet: &ScoreSheet,
    ) -> ScoresView {
        let terms = &record.terms;
        let lines = sheet.lines();
        ScoresView {
            id: record.id.clone(),
            version,
            phase: game.phase(),
            book: terms.book.clone(),
            title: terms.title.clone(),
            time: terms.time,
            names: BySeat::new_with(|seat| record.seats[seat].shown(seat)),
            event: terms.event.as_ref().map(|event| event.event.clone()),
            result: game.verdict().map(|verdict| verdict.result.as_str().to_owned()),
            boards: ByBoard::new_with(|board| ScoreBoard::new(board, sheet, &lines)),
        }
    }
}

impl ScoreBoard {
    fn new(board: BoardId, sheet: &ScoreSheet, lines: &[SheetLine]) -> ScoreBoard {
        let next = sheet.next_move(board);
        let position = &next.positions[board];
        let turn = position.turn();
        let own: Vec<&SheetLine> =
            lines.iter().filter(|line| line.number.seat.board() == board).collect();
        let stock = |color| (Seat::new(board, color), position.stock(color).to_string());
        let king = position.board().king_of(turn).filter(|_| position.is_check(turn));
        let moves: Vec<String> = next.legal.iter().map(ToString::to_string).collect();
        let last = own.iter().rev().find_map(|line| line.played);
        ScoreBoard {
            fen: placement(position),
            turn: turn.into(),
            last: last.map(|played| played.m.to_string()),
            check: king.map(|king| king.to_string()),
            stocks: Color::ALL.map(stock).into(),
            open: next.open,
            moves: moves.join(" "),
            presses: sheet.presses(board).len(),
            lines: own.into_iter().map(ScoreLine::new).collect(),
        }
    }
}

impl ScoreLine {
    fn new(line: &SheetLine) -> ScoreLine {
        let seat = line.number.seat;
        let (fit, why) = match line.fit {
            Fit::Fits => (FitWord::Fits, None),
            Fit::Waits => (FitWord::Waits, None),
            Fit::Doubtful(why) => (FitWord::Doubtful, Some(WhyDoubtful::of(why))),
        };
        ScoreLine {
            seat,
            number: line.number.number,
            san: line.san.map_or_else(|| line.text.to_string(), |san| san.to_string()),
            uci: line.text.to_string(),
            clock: line.press.as_ref().map(|press| press.clocks[seat]),
            fit,
            why,
        }
    }
}
