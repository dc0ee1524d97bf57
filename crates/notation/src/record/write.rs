//! From the events of a match to a game.

use tandem_referee::{Command, Event, EventKind, Match, MatchResult, Reason, Settings};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, Move, Promotion, Seat};

use super::read::{command_of, ply_attempt};
use super::{MARK, commands, event_text, tags};
use crate::bpgn::{
    Clock, Game, GameResult, MoveNumber, Place, Ply, Remark, Tags, Written, comment_text,
};
use crate::san::{San, SanPlus, Suffix};

/// A match that is to be written.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Who played, where and when. What was agreed and the result are added.
    pub tags: Tags,
    /// What was agreed before the match.
    pub settings: &'a Settings,
    /// The options of the match, each an axis of the book and its value.
    pub options: &'a [(String, String)],
    /// All that happened.
    pub log: &'a [Event],
}

/// Writes a match as a game that [`super::read_match`] replays to the same state.
#[must_use]
pub fn write_match(record: &Record<'_>) -> Game {
    let mut game = Game { tags: record.tags.clone(), ..Game::default() };
    tags::write(&mut game.tags, record.settings, record.options);
    let mut writer = Writer {
        game,
        state: Match::new(record.settings.clone()),
        numbers: ByBoard::new_with(|_| 1),
    };
    let stands = standing(record.log);
    let mut next = 0;
    while next < record.log.len() {
        next += writer.explain(&record.log[next..], &stands[next..]).max(1);
    }
    writer.finish()
}

/// Which of the events are moves that stood to the end.
fn standing(log: &[Event]) -> Vec<bool> {
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
}

impl Writer {
    /// Writes what brought the next events about, and tells how many they are.
    fn explain(&mut self, log: &[Event], stands: &[bool]) -> usize {
        let event = &log[0];
        if let (EventKind::Made { seat, played, .. }, true) = (&event.kind, stands[0])
            && let Some(count) = self.explain_move(*seat, *played, log)
        {
            return count;
        }
        for line in commands::candidates(&self.state, event) {
            let Ok((at, command)) = command_of(&self.state, &line) else { continue };
            if let Some((count, after)) = self.try_command(at, &command, log) {
                // A command that also makes a move that stands must not hide it.
                let hides = stands[1..count].iter().any(|stands| *stands);
                if !hides {
                    self.state = after;
                    self.annotate(&line);
                    return count;
                }
            }
        }
        self.state.apply(event);
        if let Some(text) = event_text::write(event) {
            self.annotate(&format!("event {text}"));
        }
        1
    }

    fn try_command(
        &self,
        at: tandem_rules::Millis,
        command: &Command,
        log: &[Event],
    ) -> Option<(usize, Match)> {
        let mut state = self.state.clone();
        let mut events = Vec::new();
        state.act(at, command, &mut events).ok()?;
        let explains = !events.is_empty() && log.starts_with(&events);
        explains.then_some((events.len(), state))
    }

    /// Writes a move that stood as a move of the game.
    fn explain_move(&mut self, seat: Seat, played: Move, log: &[Event]) -> Option<usize> {
        let at = log[0].at;
        let plus = self.san(seat, played, &log[0]);
        let attempt = ply_attempt(&self.state, seat, plus.san);
        let command = Command::Player(seat, tandem_referee::Act::Move(attempt));
        let explained = self.try_command(at, &command, log);
        let alone = explained.is_none();
        let (count, after) = explained.unwrap_or_else(|| {
            let mut after = self.state.clone();
            after.apply(&log[0]);
            (1, after)
        });
        self.state = after;
        let number = MoveNumber { number: self.numbers[seat.board()], seat };
        if seat.color() == Color::Black {
            self.numbers[seat.board()] += 1;
        }
        let clock = self.state.clock(seat, at);
        self.game.main.plies.push(Ply {
            number,
            written: Written::San(plus),
            glyph: None,
            clock: Some(Clock::Left(clock)),
            remarks: Vec::new(),
            place: Place::default(),
        });
        if alone {
            let text = event_text::write(&log[0])?;
            self.annotate(&format!("= {text}"));
        } else {
            self.annotate(&at.to_string());
        }
        Some(count)
    }

    /// A legal move in its shortest form; what hands did otherwise with both squares.
    fn san(&self, seat: Seat, m: Move, event: &Event) -> SanPlus {
        let position = self.state.position_for(seat);
        let book = self.state.book();
        let (rules, other) = (book.board_rules(), Some(self.state.beside(seat.board())));
        if matches!(event.kind, EventKind::Made { legal: true, .. })
            && position.is_legal(m, rules, other)
        {
            return SanPlus::from_move(m, &position, rules, book.mate_rule(), other);
        }
        let mut san = San::from_move(m, &position, rules, other);
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
