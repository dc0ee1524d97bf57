//! The score sheet of a match whose boards stand on the table: its moves, as somebody wrote them down.
//!
//! The clocks decide the match (R55); a sheet decides nothing. The n-th press on a board gives the
//! n-th half-move there its time, and a press that goes back takes its move off the sheet. Each
//! move is checked by the book, on the boards as the order of the presses makes them (`merge`).

mod merge;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tandem_referee::{
    Act, Command, Event, EventKind, Match, MoveText, Phase, Refusal, Settings, WhyNot,
};
use tandem_rules::book::Cite;
use tandem_rules::shakmaty::Color;
use tandem_rules::{
    BoardId, ByBoard, BySeat, Illegal, Millis, Move, Position, Rulebook, STOCK_ROLES, Seat,
};

use crate::bpgn::MoveNumber;
use crate::reading::read_act;
use crate::replay::Replay;
use crate::san::{Notation as _, SanPlus};

pub use merge::{Fit, SheetLine};

/// The reading that clocks beside real boards rest on.
const READING: &str = "R55";

/// What is done with a score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum SheetEntry {
    /// The next half-move of a board is written down.
    Write {
        /// The board.
        board: BoardId,
        /// The move.
        #[serde(rename = "move")]
        text: MoveText,
    },
    /// A board keeps its first half-moves, and the rest is struck out.
    Strike {
        /// The board.
        board: BoardId,
        /// How many half-moves stay.
        keep: u16,
    },
}

/// A press that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// Whose.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// All four clocks then.
    pub clocks: BySeat<Millis>,
    /// Which of all presses of the match it was, from 0, those counted that went back.
    pub nth: usize,
}

/// Why something is not written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// The match has not begun.
    NotBegun,
    /// The board has one half-move more than presses already.
    NoPress {
        /// How many times was pressed there.
        presses: usize,
    },
    /// The book does not allow the move there.
    Forbidden(Refusal),
}

/// One board of a sheet.
#[derive(Clone, Debug, Default)]
struct Column {
    presses: Vec<Pressed>,
    moves: Vec<MoveText>,
}

/// A board as the next half-move on it finds it.
#[derive(Clone, Debug)]
pub struct NextMove {
    /// Both boards then, as far as they are known.
    pub positions: ByBoard<Position>,
    /// Whether men may have come of which the sheet of the other board does not tell yet.
    pub open: bool,
    /// What the book allows.
    pub legal: Vec<Move>,
}

/// The moves of a match whose boards stand on the table.
///
/// ```
/// use std::sync::Arc;
/// use tandem_notation::score::{ScoreSheet, SheetEntry};
/// use tandem_referee::{Act, BoardsAt, Command, Match, MoveText, Settings};
/// use tandem_rules::{BoardId, Millis, Rulebook, Seat};
///
/// let book = Arc::new(Rulebook::builtin("minerva").expect("a built-in book"));
/// let settings = Settings { boards: BoardsAt::Table, ..Settings::new(book) };
/// let (mut game, mut sheet) = (Match::new(settings.clone()), ScoreSheet::new(&settings));
/// let mut events = Vec::new();
/// game.act(Millis(0), &Command::Start, &mut events)?;
/// game.act(Millis(4_000), &Command::Player { seat: Seat::WhiteA, act: Act::Press }, &mut events)?;
/// for event in &events {
///     sheet.take(event, &game);
/// }
/// let e4 = SheetEntry::Write { board: BoardId::A, text: MoveText::new("e4").expect("a move") };
/// let e4 = sheet.check(&e4).expect("it is legal");
/// sheet.apply(&e4);
/// assert_eq!(sheet.lines()[0].press.as_ref().map(|press| press.at), Some(Millis(4_000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    book: Arc<Rulebook>,
    start: ByBoard<Position>,
    columns: ByBoard<Column>,
    phase: Phase,
    /// How many presses there were, those counted that went back.
    pressed: usize,
    /// Whether a board began again alone: then nobody knows the stocks.
    loose: bool,
}

impl ScoreSheet {
    /// The empty sheet of a match.
    #[must_use]
    pub fn new(settings: &Settings) -> ScoreSheet {
        ScoreSheet {
            book: Arc::clone(&settings.book),
            start: settings.positions.clone(),
            columns: ByBoard::default(),
            phase: Phase::Waiting,
            pressed: 0,
            loose: false,
        }
    }

    /// Takes in what happened at the clocks; `after` is the match after it. Only what the referee
    /// of boards on the table says of moves changes a sheet.
    pub fn take(&mut self, event: &Event, after: &Match) {
        self.phase = after.phase();
        match &event.kind {
            EventKind::Completed { seat } => {
                let clocks = BySeat::new_with(|seat| after.clock(seat, event.at));
                let (seat, at, nth) = (*seat, event.at, self.pressed);
                self.pressed += 1;
                self.columns[seat.board()].presses.push(Pressed { seat, at, clocks, nth });
            }
            // It was illegal and goes back: so does what was written for it.
            EventKind::Undone { seat, .. } => {
                let column = &mut self.columns[seat.board()];
                if let Some(last) = column.presses.iter().rposition(|press| press.seat == *seat) {
                    column.presses.truncate(last);
                    column.moves.truncate(last);
                }
            }
            EventKind::Restarted { boards, .. } => {
                let again = BoardId::ALL.map(|board| boards.contains(board));
                for board in BoardId::ALL.into_iter().filter(|board| boards.contains(*board)) {
                    self.columns[board] = Column::default();
                    self.start[board] = after.game(board).position.clone();
                }
                self.loose = again != [true, true];
            }
            _ => {}
        }
    }

    /// Whether nothing is written down.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        BoardId::ALL.into_iter().all(|board| self.columns[board].moves.is_empty())
    }

    /// The half-moves of a board as they are written down.
    #[must_use]
    pub fn moves(&self, board: BoardId) -> &[MoveText] {
        &self.columns[board].moves
    }

    /// The presses of a board that stand.
    #[must_use]
    pub fn presses(&self, board: BoardId) -> &[Pressed] {
        &self.columns[board].presses
    }

    /// Number and seat of a half-move of a board, from 0.
    fn number(&self, board: BoardId, place: usize) -> MoveNumber {
        let first = self.start[board].turn();
        let before = usize::from(first == Color::Black) + place;
        let color = if before.is_multiple_of(2) { Color::White } else { Color::Black };
        let number = u32::try_from(before / 2 + 1).unwrap_or(u32::MAX);
        MoveNumber { number, seat: Seat::new(board, color) }
    }

    /// Writes something down that was checked.
    pub fn apply(&mut self, entry: &SheetEntry) {
        match entry {
            SheetEntry::Write { board, text } => self.columns[*board].moves.push(text.clone()),
            SheetEntry::Strike { board, keep } => {
                self.columns[*board].moves.truncate(usize::from(*keep));
            }
        }
    }

    /// Whether something can be written down, and how: a move in coordinates. Striking out always can.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, entry: &SheetEntry) -> Result<SheetEntry, NotWritten> {
        let SheetEntry::Write { board, text } = entry else { return Ok(entry.clone()) };
        let board = *board;
        let column = &self.columns[board];
        let presses = column.presses.len();
        if self.phase == Phase::Waiting {
            return Err(NotWritten::NotBegun);
        }
        // The move on the board may be seen before its press is heard, and the last is maybe never pressed.
        if column.moves.len() > presses {
            return Err(NotWritten::NoPress { presses });
        }
        let mut with = self.clone();
        with.columns[board].moves.push(text.clone());
        let number = self.number(board, column.moves.len());
        let line = with.lines().into_iter().find(|line| line.number == number);
        match line.map(|line| (line.fit, line.played)) {
            Some((Fit::Fits | Fit::Waits, Some(played))) => {
                let text = played.m.coordinates().into();
                Ok(SheetEntry::Write { board, text })
            }
            found => {
                let why = match found {
                    Some((Fit::Doubtful(why), _)) => why,
                    _ => Illegal::NoMan,
                };
                Err(NotWritten::Forbidden(self.refusal(number.seat, text, why)))
            }
        }
    }

    /// Why the referee would not take a move there, in its own words.
    fn refusal(&self, seat: Seat, text: &MoveText, why: Illegal) -> Refusal {
        let positions = self.next_move(seat.board()).positions;
        let settings = Settings { positions, ..Settings::new(Arc::clone(&self.book)) };
        let mut game = Match::new(settings);
        let started = game.act(Millis::ZERO, &Command::Start, &mut Vec::new());
        let act = read_act(&game, seat, Act::Move { tried: text.clone() });
        started
            .ok()
            .and_then(|()| game.why_not(seat, act, Millis::ZERO))
            .unwrap_or_else(|| Refusal { article: Cite::new(READING), why: WhyNot::from(why) })
    }

    /// A board as the next half-move on it finds it.
    #[must_use]
    pub fn next_move(&self, board: BoardId) -> NextMove {
        let mut replay = self.replay();
        let open = self.boards_before(board, &mut replay);
        let seat = self.number(board, self.columns[board].moves.len()).seat;
        let positions = ByBoard::new_with(|board| replay.position(board).clone());
        if open {
            STOCK_ROLES.into_iter().for_each(|role| replay.supply(seat, role));
        }
        let legal = replay.legal_moves(board).into_iter().collect();
        NextMove { positions, open, legal }
    }

    fn replay(&self) -> Replay<'_> {
        Replay::loose(&self.book, &self.start)
    }

    /// How a move that is played is written.
    fn san(replay: &Replay<'_>, seat: Seat, m: Move) -> SanPlus {
        replay.board(seat.board()).san(m)
    }
}
