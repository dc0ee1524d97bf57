//! From the log of a match to a game.

use std::collections::HashMap;

use tandem_referee::{
    Act, Attempt, Command, Event, EventKind, Match, MatchResult, Reason, Record, Settings,
};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, Move, Promotion, Seat};

use super::read::ply_text;
use super::{MARK, event_text, tags};
use crate::bpgn::{
    Clock, Game, GameResult, MoveNumber, Place, Ply, Remark, Tags, Written, comment_text,
};
use crate::reading::read_attempt;
use crate::san::{Notation, San, SanPlus, Suffix};
use crate::score::{ScoreSheet, SheetLine};
use crate::script::Step;

/// A match that is to be written.
#[derive(Clone, Debug)]
pub struct MatchToWrite<'a> {
    /// Who played, where and when. What was agreed and the result are added.
    pub tags: Tags,
    /// What was agreed before the match.
    pub settings: &'a Settings,
    /// The options of the match, each an axis of the book and its value.
    pub options: &'a [(String, String)],
    /// All that was asked and done.
    pub log: &'a [Record],
}

/// Writes a match as a game that [`super::read_match`] replays to the same state.
#[must_use]
pub fn write_match(played: &MatchToWrite<'_>) -> Game {
    write(played, HashMap::new()).finish()
}

/// The same of a match whose boards stood on the table, with the moves of its score sheet. Each that can be
/// played stands before the press that completed it; what was not pressed stands last.
#[must_use]
pub fn write_scored(played: &MatchToWrite<'_>, sheet: &ScoreSheet) -> Game {
    let lines = sheet.lines();
    let (pressed, unpressed): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| line.press.is_some());
    let nth = |line: SheetLine| Some((line.press.as_ref()?.nth, line));
    let mut writer = write(played, pressed.into_iter().filter_map(nth).collect());
    for line in &unpressed {
        writer.scored(line, None);
    }
    writer.finish()
}

fn write(played: &MatchToWrite<'_>, pressed: HashMap<usize, SheetLine>) -> Writer {
    let mut game = Game { tags: played.tags.clone(), ..Game::default() };
    tags::write(&mut game.tags, played.settings, played.options);
    let mut writer = Writer {
        game,
        state: Match::new(played.settings.clone()),
        numbers: ByBoard::new_with(|_| 1),
        pressed,
        presses: 0,
    };
    let events: Vec<&Event> = played.log.iter().flat_map(|record| &record.events).collect();
    let mut stands = standing(&events).into_iter();
    for record in played.log {
        // A command makes one move at most.
        let mut stood = record.events.iter().zip(&mut stands).filter(|(_, stands)| *stands);
        let stood = stood.by_ref().map(|(event, _)| event).last();
        writer.record(record, stood);
    }
    writer
}

/// Which of the events are moves that stood to the end.
fn standing(log: &[&Event]) -> Vec<bool> {
    let mut stands = vec![false; log.len()];
    let mut moves: ByBoard<Vec<(usize, Seat)>> = ByBoard::default();
    for (index, event) in log.iter().enumerate() {
        match &event.kind {
            EventKind::Made { seat, .. } => {
                stands[index] = true;
                moves[seat.board()].push((index, *seat));
            }
            EventKind::Retracted { seat } | EventKind::Undone { seat, .. } => {
                // The last move of that player goes, and an early reply to it.
                let made = &mut moves[seat.board()];
                if let Some(at) = made.iter().rposition(|(_, by)| by == seat) {
                    for (index, _) in made.drain(at..) {
                        stands[index] = false;
                    }
                }
            }
            EventKind::Restarted { boards, .. } => {
                for board in BoardId::ALL.into_iter().filter(|board| boards.contains(*board)) {
                    for (index, _) in moves[board].drain(..) {
                        stands[index] = false;
                    }
                }
            }
            _ => {}
        }
    }
    stands
}

/// The result of a match in the signs of the standard, which has none for two losers.
pub(crate) fn result_of(state: &Match) -> GameResult {
    match state.verdict().map(|verdict| verdict.result) {
        Some(MatchResult::TeamOne) => GameResult::One,
        Some(MatchResult::TeamTwo) => GameResult::Two,
        Some(MatchResult::Draw) => GameResult::Draw,
        Some(MatchResult::BothLose) | None => GameResult::Unknown,
    }
}

struct Writer {
    game: Game,
    state: Match,
    /// The number of the move that comes next on each board.
    numbers: ByBoard<u32>,
    /// The half-moves of the score sheet, by the press that completed them.
    pressed: HashMap<usize, SheetLine>,
    /// How many presses there were so far.
    presses: usize,
}

impl Writer {
    /// Writes a half-move of the score sheet.
    fn scored(&mut self, line: &SheetLine, clock: Option<Clock>) {
        let Some(plus) = line.san else { return };
        self.game.main.plies.push(Ply {
            number: line.number,
            written: Written::San(plus),
            glyph: None,
            clock,
            remarks: Vec::new(),
            place: Place::default(),
        });
    }

    /// Writes the half-moves of the score sheet that a record completed.
    fn completed_on_table(&mut self, record: &Record) {
        for event in &record.events {
            let EventKind::Completed { seat } = &event.kind else { continue };
            let nth = self.presses;
            self.presses += 1;
            if let Some(line) = self.pressed.remove(&nth) {
                let left = self.state.clock(*seat, record.at);
                self.scored(&line, Some(Clock::Left(left)));
            }
        }
    }

    /// Writes a step; `stood` is the move that it made, if that stood to the end.
    fn record(&mut self, record: &Record, stood: Option<&Event>) {
        let step = record.asked.clone().map(|command| Step { at: record.at, command });
        let note = match (stood.map(|event| &event.kind), step) {
            (Some(EventKind::Made { seat, played, legal }), Some(step)) => {
                let plus = self.san(*seat, *played, *legal);
                let bare = self.says_enough(*seat, plus.san, &step);
                self.ply(*seat, plus, record);
                if bare { record.at.to_string() } else { step.to_string() }
            }
            (Some(EventKind::Made { seat, played, legal }), None) => {
                let plus = self.san(*seat, *played, *legal);
                self.ply(*seat, plus, record);
                self.annotate_events("= ", record);
                return;
            }
            (_, Some(step)) => {
                record.events.iter().for_each(|event| self.state.apply(event));
                if self.state.is_on_table() {
                    self.completed_on_table(record);
                }
                step.to_string()
            }
            (_, None) => {
                record.events.iter().for_each(|event| self.state.apply(event));
                self.annotate_events("event ", record);
                return;
            }
        };
        self.annotate(&note);
    }

    /// Whether a move as the game has it asks for the same as the command did.
    fn says_enough(&self, seat: Seat, san: San, step: &Step) -> bool {
        let Command::Player { seat: by, act: Act::Move { tried } } = &step.command else {
            return false;
        };
        let read = |text: &str| read_attempt(&self.state, seat, text);
        let written = ply_text(san).map(|text| read(text.as_str()));
        *by == seat
            && matches!(written, Some(Attempt::Coordinates(_)))
            && written == Some(read(tried.as_str()))
    }

    /// Writes a move that stood as a move of the game.
    fn ply(&mut self, seat: Seat, plus: SanPlus, record: &Record) {
        record.events.iter().for_each(|event| self.state.apply(event));
        let number = MoveNumber { number: self.numbers[seat.board()], seat };
        if seat.color() == Color::Black {
            self.numbers[seat.board()] += 1;
        }
        let clock = self.state.clock(seat, record.at);
        self.game.main.plies.push(Ply {
            number,
            written: Written::San(plus),
            glyph: None,
            clock: Some(Clock::Left(clock)),
            remarks: Vec::new(),
            place: Place::default(),
        });
    }

    /// What no command explains is written as it is.
    fn annotate_events(&mut self, sign: &str, record: &Record) {
        for text in record.events.iter().filter_map(event_text::write) {
            self.annotate(&format!("{sign}{text}"));
        }
    }

    /// A legal move in its shortest form; what hands did otherwise with both squares.
    fn san(&self, seat: Seat, m: Move, legal: bool) -> SanPlus {
        let board = self.state.board_for(seat);
        if legal && board.is_legal(m) {
            return board.san(m);
        }
        let mut san = San::from_move(m, board.view());
        if let (San::Walk { file, rank, becomes, .. }, Some(from)) = (&mut san, m.from()) {
            (*file, *rank) = (Some(from.file()), Some(from.rank()));
            *becomes = match m.promotion() {
                Some(Promotion::To(role)) => Some((role, None)),
                Some(Promotion::Take(role, square)) => Some((role, Some(square))),
                Some(Promotion::Vanish) | None => None,
            };
        }
        SanPlus { san, suffix: Suffix::None }
    }

    fn annotate(&mut self, text: &str) {
        let remark = Remark::Annotation(comment_text(&format!("{MARK}{text}")));
        match self.game.main.plies.last_mut() {
            Some(ply) => ply.remarks.push(remark),
            None => self.game.main.before.push(remark),
        }
    }

    fn finish(mut self) -> Game {
        self.game.result = result_of(&self.state);
        self.game.ending = Some(self.ending());
        let sign = self.game.result.sign();
        self.game.tags.set("Result", sign);
        self.game
    }

    /// The closing comment in the words of the servers, where they have words for it: of the
    /// board that decided, not of the one that ended with it.
    fn ending(&self) -> String {
        let name = |seat: Seat| {
            let named = self.game.tags.player(seat).map(str::to_owned);
            named.unwrap_or_else(|| crate::bpgn::name_tag(seat).to_owned())
        };
        let words = |board: BoardId| {
            let verdict = self.state.game(board).verdict.as_ref()?;
            let loser = verdict.result.winner().map(|winner| Seat::new(board, !winner));
            match (verdict.reason, loser) {
                (Reason::Mate, Some(loser)) => Some(format!("{} checkmated", name(loser))),
                (Reason::Resignation, Some(loser)) => Some(format!("{} resigns", name(loser))),
                (Reason::Flag, Some(loser)) => Some(format!("{} forfeits on time", name(loser))),
                (Reason::Agreement, _) => Some("Game drawn by mutual agreement".to_owned()),
                (Reason::Repetition, _) => Some("Game drawn by repetition".to_owned()),
                (Reason::Stalemate, None) => Some("Game drawn by stalemate".to_owned()),
                _ => None,
            }
        };
        let text = BoardId::ALL.into_iter().find_map(words).unwrap_or_else(|| "*".to_owned());
        comment_text(&text)
    }
}
