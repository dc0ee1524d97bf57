//! The order of both boards: by the presses, and where a man was dropped before the capture of it was pressed,
//! by that.
//!
//! A move is made between the press before it on its board and its own. So the next move of the other
//! board may have been made before this one though it was pressed after it, and none behind that.

use tandem_referee::{MoveText, Phase};
use tandem_rules::{BoardId, ByBoard, Coordinates, Illegal, Millis, Move, Position};

use super::{Pressed, ScoreSheet};
use crate::bpgn::MoveNumber;
use crate::replay::{Played, Replay};
use crate::san::{Notation as _, SanPlus};

/// Whether a half-move fits the boards as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It does.
    Fits,
    /// The man that was dropped has yet to be captured on the sheet of the other board, which is not written
    /// so far.
    Waits,
    /// It does not, and this is why.
    Doubtful(Illegal),
}

/// A half-move of the sheet in the order of both boards.
#[derive(Clone, Debug)]
pub struct SheetLine {
    /// Number and seat.
    pub number: MoveNumber,
    /// As it was written down.
    pub text: MoveText,
    /// The move; none if it can't be played, and then neither can what follows on its board.
    pub played: Option<Played>,
    /// How it is written.
    pub san: Option<SanPlus>,
    /// Whether it fits.
    pub fit: Fit,
    /// What gave it its time; none if it was not pressed.
    pub press: Option<Pressed>,
    /// Both boards after it.
    pub positions: ByBoard<Position>,
}

/// Later than any press.
const NEVER: Millis = Millis(i64::MAX);

struct Merge<'s, 'b> {
    sheet: &'s ScoreSheet,
    replay: &'b mut Replay<'s>,
    /// How many half-moves of each board have had their turn.
    at: ByBoard<usize>,
    /// The boards on which a half-move could not be played.
    broken: ByBoard<Option<Illegal>>,
    lines: Vec<SheetLine>,
}

impl ScoreSheet {
    /// All half-moves in the order of both boards.
    #[must_use]
    pub fn lines(&self) -> Vec<SheetLine> {
        let mut replay = self.replay();
        let mut merge = Merge::new(self, &mut replay);
        while let Some(board) = merge.next() {
            merge.step(board);
        }
        merge.lines
    }

    /// Plays all that was made on both boards before the next half-move of a board. Whether the other
    /// board is not written so far.
    pub(super) fn boards_before<'s>(&'s self, board: BoardId, replay: &mut Replay<'s>) -> bool {
        let place = self.columns[board].moves.len();
        let until = self.pressed_at(board, place);
        let mut merge = Merge::new(self, replay);
        while let Some(next) = merge.next() {
            if next != board && self.made_after(next, merge.at[next]) >= until {
                // What is left of this board comes before it.
                while merge.at[board] < place {
                    merge.step(board);
                }
                break;
            }
            merge.step(next);
        }
        self.loose || !self.is_written_until(!board, until)
    }

    fn pressed_at(&self, board: BoardId, place: usize) -> Millis {
        self.columns[board].presses.get(place).map_or(NEVER, |press| press.at)
    }

    /// The moment after which a half-move was made.
    fn made_after(&self, board: BoardId, place: usize) -> Millis {
        place.checked_sub(1).map_or(Millis(i64::MIN), |before| self.pressed_at(board, before))
    }

    /// Whether all that can have been made on a board before a moment is written down.
    fn is_written_until(&self, board: BoardId, until: Millis) -> bool {
        let column = &self.columns[board];
        let before = column.presses.iter().filter(|press| press.at < until).count();
        let written = column.moves.len();
        written > before || (self.phase == Phase::Over && written >= column.presses.len())
    }
}

impl<'s, 'b> Merge<'s, 'b> {
    fn new(sheet: &'s ScoreSheet, replay: &'b mut Replay<'s>) -> Merge<'s, 'b> {
        let (at, broken) = (ByBoard::default(), ByBoard::default());
        Merge { sheet, replay, at, broken, lines: Vec::new() }
    }

    fn text(&self, board: BoardId) -> Option<&'s MoveText> {
        self.sheet.columns[board].moves.get(self.at[board])
    }

    /// The board whose half-move was pressed next.
    fn next(&self) -> Option<BoardId> {
        let left = BoardId::ALL.into_iter().filter(|board| self.text(*board).is_some());
        left.min_by_key(|board| self.sheet.pressed_at(*board, self.at[*board]))
    }

    /// The next half-move of a board.
    fn step(&mut self, board: BoardId) {
        let Some(text) = self.text(board) else { return };
        if let Some(why) = self.broken[board] {
            return self.write(board, text, None, Fit::Doubtful(why));
        }
        let mut found = self.read(board, text);
        if found.is_err() && self.came_before(!board, board, text) {
            self.step(!board);
            found = self.read(board, text);
        }
        match found {
            Ok(played) => self.write(board, text, Some(played), Fit::Fits),
            Err(why) => match self.supplied(board, text) {
                Some(played) => {
                    let place = self.at[board];
                    let until = self.sheet.pressed_at(board, place);
                    let known = self.sheet.is_written_until(!board, until) && !self.sheet.loose;
                    let fit = if known { Fit::Doubtful(why) } else { Fit::Waits };
                    self.write(board, text, Some(played), fit);
                }
                None => {
                    self.broken[board] = Some(why);
                    self.write(board, text, None, Fit::Doubtful(why));
                }
            },
        }
    }

    /// Whether the next half-move of a board can have been made before that of the other, which is legal then and
    /// only then.
    fn came_before(&self, board: BoardId, other: BoardId, text: &MoveText) -> bool {
        let until = self.sheet.pressed_at(other, self.at[other]);
        let may = self.sheet.made_after(board, self.at[board]) < until;
        let before = self.text(board).filter(|_| may && self.broken[board].is_none());
        let Some(Ok(before)) = before.map(|text| self.read(board, text)) else { return false };
        let mut with = self.replay.clone();
        with.play_move(self.sheet.number(board, self.at[board]), before);
        with.board(other).read(text.as_str()).is_ok()
    }

    fn read(&self, board: BoardId, text: &MoveText) -> Result<Move, Illegal> {
        self.replay.board(board).read(text.as_str()).map_err(Illegal::from)
    }

    /// A drop that would be legal, had the man come.
    fn supplied(&mut self, board: BoardId, text: &MoveText) -> Option<Move> {
        let Ok(Coordinates::Drop { role, .. }) = text.as_str().parse() else { return None };
        let seat = self.sheet.number(board, self.at[board]).seat;
        let mut with = self.replay.clone();
        with.supply(seat, role);
        let played = with.board(board).read(text.as_str()).ok()?;
        *self.replay = with;
        Some(played)
    }

    fn write(&mut self, board: BoardId, text: &MoveText, played: Option<Move>, fit: Fit) {
        let place = self.at[board];
        let number = self.sheet.number(board, place);
        let san = played.map(|m| ScoreSheet::san(self.replay, number.seat, m));
        let played = played.map(|m| self.replay.play_move(number, m));
        self.at[board] += 1;
        self.lines.push(SheetLine {
            number,
            text: text.clone(),
            played,
            san,
            fit,
            press: self.sheet.columns[board].presses.get(place).cloned(),
            positions: ByBoard::new_with(|board| self.replay.position(board).clone()),
        });
    }
}
