//! One game out of two boards, in the order of their clocks.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, Coordinates, Illegal, Millis, Rulebook, Seat};

use super::{ImportError, SavedBoard};
use crate::bpgn::{Clock, Game, GameResult, MoveNumber, Place, Ply, Written, elo_tag, name_tag};
use crate::replay::Replay;

/// Clocks are told in tenths of a second, two of them make a moment: within this time the order
/// of two moves on different boards is not certain.
const ROUNDING: Millis = Millis(300);

/// A game made of two boards.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The game.
    pub game: Game,
    /// How far apart the boards ended by their clocks: a tenth of a second or so, and up to a
    /// second where a flag fell.
    pub apart: Millis,
}

/// Merges the two boards of a match; the first is board A.
///
/// The order is that of the clocks. A move that mates ended the match on both boards, so it comes
/// last; and where the clocks are too coarse to tell, a drop comes after the capture it needs.
///
/// # Errors
/// The boards are not of one match, contradict each other, tell no clocks, or have a move that
/// can't be played.
pub fn merge(a: &SavedBoard, b: &SavedBoard, book: &Rulebook) -> Result<Merged, ImportError> {
    if a.id.is_none() || a.partner != b.id || b.partner != a.id || a.id == b.id {
        return Err(ImportError::NotAPair);
    }
    if !a.has_clocks() || !b.has_clocks() {
        return Err(ImportError::Untimed);
    }
    if a.control != b.control {
        return Err(ImportError::Contradiction("the time control"));
    }
    let results = (a.result, turned(b.result));
    let result = match results {
        (GameResult::Unknown, known) | (known, GameResult::Unknown) => known,
        (a, b) if a == b => a,
        _ => return Err(ImportError::Contradiction("the result")),
    };
    let boards = ByBoard::new_with(|board| if board == BoardId::A { a } else { b });
    let mut table = Table::new(Replay::new(book));
    while let Some(board) = table.next_board(boards) {
        table.play(board, boards[board])?;
    }
    let mut game = Game { result, ..Game::default() };
    tags(&mut game, boards[BoardId::A], Some(boards[BoardId::B]));
    game.main.plies = table.plies;
    game.ending = BoardId::ALL.into_iter().find_map(|board| {
        let decided = !boards[board].ended_by_partner();
        decided.then(|| ending(boards[board])).flatten()
    });
    let apart = a.ended().zip(b.ended()).map_or(Millis::ZERO, |(a, b)| Millis((a - b).0.abs()));
    Ok(Merged { game, apart })
}

/// Makes a game of one board: board A, whose stocks nobody knows.
///
/// # Errors
/// A move can't be played, whatever was in stock.
pub fn single(board: &SavedBoard, book: &Rulebook) -> Result<Game, ImportError> {
    let mut game = Game { result: board.result, one_board: true, ..Game::default() };
    tags(&mut game, board, None);
    game.ending = ending(board);
    let mut table = Table::new(Replay::of_one_board(book));
    for _ in 0..board.moves.len() {
        table.play(BoardId::A, board)?;
    }
    game.main.plies = table.plies;
    Ok(game)
}

/// Both boards while their moves are put into one order.
struct Table<'b> {
    replay: Replay<'b>,
    done: ByBoard<usize>,
    plies: Vec<Ply>,
}

impl<'b> Table<'b> {
    fn new(replay: Replay<'b>) -> Table<'b> {
        Table { replay, done: ByBoard::default(), plies: Vec::new() }
    }

    /// On which board the next move was made.
    fn next_board(&self, boards: ByBoard<&SavedBoard>) -> Option<BoardId> {
        let waits = |board: BoardId| self.done[board] < boards[board].moves.len();
        let when = |board: BoardId| boards[board].at(self.done[board]).unwrap_or_default();
        let mates = |board: BoardId| {
            boards[board].ends_with_mate() && self.done[board] + 1 == boards[board].moves.len()
        };
        let (a, b) = (BoardId::A, BoardId::B);
        let (first, second) = match (waits(a), waits(b)) {
            (false, false) => return None,
            (true, false) => return Some(a),
            (false, true) => return Some(b),
            (true, true) if mates(a) => return Some(b),
            (true, true) if mates(b) => return Some(a),
            (true, true) if when(b) < when(a) => (b, a),
            (true, true) => (a, b),
        };
        let playable = |board: BoardId| self.find(board, boards[board]).is_ok();
        let close = when(second) - when(first) <= ROUNDING;
        Some(if close && !playable(first) && playable(second) { second } else { first })
    }

    fn find(&self, board: BoardId, saved: &SavedBoard) -> Result<tandem_rules::Move, Illegal> {
        self.replay.legal_move(board, saved.moves[self.done[board]])
    }

    fn play(&mut self, board: BoardId, saved: &SavedBoard) -> Result<(), ImportError> {
        let half_move = self.done[board];
        let color = if half_move.is_multiple_of(2) { Color::White } else { Color::Black };
        let seat = Seat::new(board, color);
        let number = u32::try_from(half_move / 2 + 1).unwrap_or(u32::MAX);
        let number = MoveNumber { number, seat };
        let coordinates = saved.moves[half_move];
        if let Coordinates::Drop { role, .. } = coordinates {
            self.replay.supply(seat, role);
        }
        let m = self.find(board, saved).map_err(|why| ImportError::Illegal {
            number,
            coordinates: coordinates.to_string(),
            why,
        })?;
        let written = Written::San(self.replay.san(seat, m));
        self.replay.play_move(number, m);
        self.done[board] += 1;
        self.plies.push(Ply {
            number,
            written,
            glyph: None,
            clock: saved.clocks.get(half_move).copied().map(Clock::Left),
            remarks: Vec::new(),
            place: Place::default(),
        });
        Ok(())
    }
}

/// A result of board B as WhiteA's team sees it.
fn turned(result: GameResult) -> GameResult {
    match result {
        GameResult::One => GameResult::Two,
        GameResult::Two => GameResult::One,
        GameResult::Draw | GameResult::Unknown => result,
    }
}

fn tags(game: &mut Game, a: &SavedBoard, b: Option<&SavedBoard>) {
    let tags = &mut game.tags;
    let told = [("Event", &a.event), ("Site", &a.site), ("Date", &a.date)];
    for (name, value) in told {
        if let Some(value) = value {
            tags.push(name, value.clone());
        }
    }
    for seat in Seat::ALL {
        let board = if seat.board() == BoardId::A { Some(a) } else { b };
        let Some(player) = board.map(|board| board.player(seat.color())) else { continue };
        if let Some(name) = &player.name {
            tags.push(name_tag(seat), name.clone());
        }
        if let Some(rating) = player.rating {
            tags.push(elo_tag(seat), rating.to_string());
        }
    }
    if let Some(control) = a.control {
        tags.push("TimeControl", format!("{}+{}", control.time, control.increment));
    }
    tags.push("Result", game.result.sign().to_owned());
    tags.push("Variant", "Bughouse".to_owned());
    let sources = std::iter::once(a).chain(b).map(|board| board.source.as_str());
    tags.push("Source", sources.collect::<Vec<_>>().join(", "));
}

/// The closing comment of a board that decided the match, in the words of the standard where it
/// has some.
fn ending(board: &SavedBoard) -> Option<String> {
    let loser = match board.result {
        GameResult::One => Some(Color::Black),
        GameResult::Two => Some(Color::White),
        GameResult::Draw | GameResult::Unknown => None,
    };
    let loser = loser.and_then(|loser| board.player(loser).name.as_deref());
    let text = match (board.reason.as_deref(), loser) {
        (Some("checkmated"), Some(loser)) => format!("{loser} checkmated"),
        (Some("resigned"), Some(loser)) => format!("{loser} resigns"),
        (Some("timeout"), Some(loser)) => format!("{loser} forfeits on time"),
        (Some("abandoned"), Some(loser)) => format!("{loser} forfeits by disconnection"),
        (Some("agreed"), _) => "Game drawn by mutual agreement".to_owned(),
        (Some("repetition"), _) => "Game drawn by repetition".to_owned(),
        (Some("stalemate"), _) => "Game drawn by stalemate".to_owned(),
        (Some("50move"), _) => "Game drawn by the 50 move rule".to_owned(),
        (Some("aborted"), _) => "Game aborted".to_owned(),
        // Who lost on the other board, this one doesn't tell.
        (reason, _) => board.message.clone().or(reason.map(str::to_owned))?,
    };
    Some(text)
}
