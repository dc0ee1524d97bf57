//! Replaying a game by a rulebook: are its moves legal, and does it end as it says?
//!
//! [`Replay`] is both boards while the moves are played; [`check()`] plays a whole [`Game`] and
//! tells what is wrong with it and who won.

mod check;
mod fault;
mod refereed;
mod tidy;

use tandem_rules::book::{Ends, NothingToTake, Stalemate};
use tandem_rules::shakmaty::Role;
use tandem_rules::{
    BoardId, BoardRules, BoardView, ByBoard, Captured, Coordinates, Illegal, Move, MoveList,
    OtherBoard, Position, Promotion, Rulebook, Seat, Stuck,
};

use crate::bfen::Bfen;
use crate::bpgn::{Clock, Game, MoveNumber};
use crate::san::{San, SanPlus, Suffix};

pub use check::{Checked, LastBoards, Verdict, check, check_with, follow};
pub use fault::ReplayFault;
pub use tidy::tidy;

/// How a game on one board ended in the replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEnd {
    /// The move that ended it.
    pub by: MoveNumber,
    /// Who is mated; nobody, if it is a stalemate that draws.
    pub mated: Option<Seat>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// What it captured.
    pub captured: Option<Captured>,
    /// Whether it checks or mates.
    pub suffix: Suffix,
}

/// Both boards while a game is replayed.
///
/// ```
/// use tandem_notation::Notation;
/// use tandem_notation::bpgn::MoveNumber;
/// use tandem_notation::replay::Replay;
/// use tandem_rules::{BoardId, Rulebook, Seat, shakmaty::{Color, Role}};
///
/// let book = Rulebook::builtin("fics").expect("a built-in book");
/// let mut boards = Replay::new(&book);
/// for (number, seat, text) in
///     [(1, Seat::WhiteA, "e4"), (1, Seat::BlackA, "d5"), (2, Seat::WhiteA, "exd5")]
/// {
///     let m = boards.board(seat.board()).read(text)?;
///     boards.play_move(MoveNumber { number, seat }, m);
/// }
/// // The pawn has gone to the partner on the other board.
/// assert!(boards.position(BoardId::B).stock(Color::Black).has(Role::Pawn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'b> {
    rules: &'b BoardRules,
    ends: Ends,
    stalemate: Stalemate,
    nothing_to_take: NothingToTake,
    /// Whether mate ends the game; in stein 5.4 it can still be lifted.
    mate_is_final: bool,
    positions: ByBoard<Position>,
    ended: ByBoard<Option<BoardEnd>>,
    /// Whether any man may be dropped: nobody knows the stocks of a single board.
    free_stocks: bool,
}

impl<'b> Replay<'b> {
    /// Both boards at the start.
    #[must_use]
    pub fn new(book: &'b Rulebook) -> Replay<'b> {
        Replay::from_position(book, &Bfen::default())
    }

    /// Both boards as in a BFEN.
    #[must_use]
    pub fn from_position(book: &'b Rulebook, bfen: &Bfen) -> Replay<'b> {
        Replay {
            rules: book.board_rules(),
            ends: book.match_ends(),
            stalemate: book.stalemate(),
            nothing_to_take: book.nothing_to_take(),
            mate_is_final: book.mate_is_final(),
            positions: ByBoard::new_with(|board| bfen.boards[board].position.clone()),
            ended: ByBoard::default(),
            free_stocks: false,
        }
    }

    /// Both boards as a game starts.
    ///
    /// # Errors
    /// The game's FEN can't be read.
    pub fn of_game(book: &'b Rulebook, game: &Game) -> Result<Replay<'b>, ReplayFault> {
        let mut replay = match game.tags.fen() {
            None => Replay::new(book),
            Some(fen) => Replay::from_position(
                book,
                &if game.one_board { Bfen::parse_lenient(fen) } else { Bfen::parse(fen) }
                    .map_err(ReplayFault::Fen)?,
            ),
        };
        replay.free_stocks = game.one_board;
        Ok(replay)
    }

    /// Board A alone at the start: its players may drop what they like, for nobody knows what
    /// they held.
    #[must_use]
    pub fn of_one_board(book: &'b Rulebook) -> Replay<'b> {
        Replay { free_stocks: true, ..Replay::new(book) }
    }

    /// Both boards as they are set up, where men may be given that nobody saw come.
    pub(crate) fn loose(book: &'b Rulebook, start: &ByBoard<Position>) -> Replay<'b> {
        let positions = start.clone();
        Replay { positions, free_stocks: true, ..Replay::new(book) }
    }

    /// A board as it stands.
    #[must_use]
    pub fn position(&self, board: BoardId) -> &Position {
        &self.positions[board]
    }

    /// Both boards as they stand.
    #[must_use]
    pub fn positions(&self) -> ByBoard<&Position> {
        ByBoard::new_with(|board| &self.positions[board])
    }

    /// How the game on a board ended.
    #[must_use]
    pub fn ended(&self, board: BoardId) -> Option<BoardEnd> {
        self.ended[board]
    }

    /// The board on which a move by this seat can't be played any more, and what ended it.
    fn over_for(&self, seat: Seat) -> Option<(BoardId, BoardEnd)> {
        let own = self.ended[seat.board()].map(|end| (seat.board(), end));
        match self.ends {
            Ends::First => {
                own.or_else(|| self.ended[!seat.board()].map(|end| (!seat.board(), end)))
            }
            Ends::Both => own,
        }
    }

    /// The legal moves of the player who is on move on a board.
    #[must_use]
    pub fn legal_moves(&self, board: BoardId) -> MoveList {
        self.board(board).legal_moves()
    }

    /// Finds the legal move that is written, without playing it.
    ///
    /// # Errors
    /// The game is over, it is not this player's turn, or the move is not legal.
    pub fn find(&self, number: MoveNumber, san: San) -> Result<Move, ReplayFault> {
        let board = number.seat.board();
        if let Some((over, end)) = self.over_for(number.seat) {
            return Err(ReplayFault::AfterEnd { board: over, by: end.by });
        }
        let position = &self.positions[board];
        if position.turn() != number.color() {
            return Err(ReplayFault::OutOfTurn(number.seat));
        }
        san.to_move(self.board(board)).map_err(|why| ReplayFault::Illegal { san, why })
    }

    /// Finds the legal move that coordinates mean.
    ///
    /// # Errors
    /// Why there is none.
    pub fn legal_move(&self, board: BoardId, coordinates: Coordinates) -> Result<Move, Illegal> {
        self.board(board).legal_move(coordinates)
    }

    /// A board by the book, with the other one.
    #[must_use]
    pub fn board(&self, board: BoardId) -> BoardView<'_> {
        let ended = self.ended[!board].is_some();
        let other = OtherBoard { position: &self.positions[!board], ended };
        self.positions[board].by(self.rules).with_other(other)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// As [`Replay::find`].
    pub fn play(&mut self, number: MoveNumber, san: San) -> Result<Played, ReplayFault> {
        if let San::Drop { role, .. } = san {
            self.supply(number.seat, role);
        }
        let m = self.find(number, san)?;
        Ok(self.play_move(number, m))
    }

    /// Gives a player the man that is dropped, where nobody knows what was held.
    pub(crate) fn supply(&mut self, seat: Seat, role: Role) {
        let stock = self.positions[seat.board()].stock_mut(seat.color());
        if self.free_stocks && !stock.has(role) {
            stock.add(role);
        }
    }

    /// How a legal move is written here, with its sign of check or mate.
    #[must_use]
    pub fn san(&self, seat: Seat, m: Move) -> SanPlus {
        SanPlus::from_move(m, self.board(seat.board()))
    }

    /// Plays a legal move. What it captures goes to the partner at once, unless that game has
    /// ended (R24). What a promotion takes leaves the other board, and the enemy there gets the
    /// pawn (fer 4.1, R22); a pawn that can take nothing goes there too, or is lost (R7).
    pub fn play_move(&mut self, number: MoveNumber, m: Move) -> Played {
        let board = number.seat.board();
        let captured = self.positions[board].play_unchecked(m, self.rules);
        let goes_on = self.ended[!board].is_none();
        let other = &mut self.positions[!board];
        if let (Some(man), true) = (captured, goes_on) {
            other.stock_mut(man.color).add(man.off_board());
        }
        let mut pawn_passed = false;
        match m.promotion() {
            Some(Promotion::Take(_, square)) => {
                other.remove(square);
                pawn_passed = goes_on;
            }
            Some(Promotion::Vanish) => {
                pawn_passed = goes_on && self.nothing_to_take == NothingToTake::OpponentGives;
            }
            Some(Promotion::To(_)) | None => {}
        }
        if pawn_passed {
            other.stock_mut(number.color()).add(Role::Pawn);
        }
        let suffix = self.look_for_end(number);
        Played { m, captured, suffix }
    }

    /// What a player who is on move can do.
    #[must_use]
    pub fn stuck(&self, board: BoardId) -> Stuck {
        self.board(board).stuck()
    }

    /// Whether the opponent is mated or, where that draws, stalemated.
    fn look_for_end(&mut self, by: MoveNumber) -> Suffix {
        let board = by.seat.board();
        let position = &self.positions[board];
        let check = position.is_check(position.turn());
        if !check && self.stalemate != Stalemate::Draw {
            return Suffix::None;
        }
        match self.stuck(board) {
            Stuck::Mate => {
                if self.mate_is_final {
                    self.ended[board] = Some(BoardEnd { by, mated: Some(by.seat.opponent()) });
                }
                Suffix::Mate
            }
            Stuck::Stalemate { .. } if self.stalemate == Stalemate::Draw => {
                self.ended[board] = Some(BoardEnd { by, mated: None });
                Suffix::None
            }
            _ if check => Suffix::Check,
            _ => Suffix::None,
        }
    }
}

/// The time left that a clock shows, where it shows that.
pub(crate) fn time_left(clock: Option<Clock>) -> Option<tandem_rules::Millis> {
    match clock {
        Some(Clock::Left(time)) => Some(time),
        Some(Clock::Since(_)) | None => None,
    }
}
