//! One board by a book: the type that knows position, rules and the other board.

use std::borrow::{Borrow, BorrowMut};

use shakmaty::Role;

use crate::board_rules::BoardRules;
use crate::book::Rulebook;
use crate::moves::{Coordinates, Move};
use crate::position::{Captured, Position};
use crate::why::Illegal;

/// The other board, where some books let a promotion take its piece.
#[derive(Clone, Copy, Debug)]
pub struct OtherBoard<'a> {
    /// What stands there.
    pub position: &'a Position,
    /// Whether that game has ended.
    pub ended: bool,
}

/// One board by a book, with the other board if promotions need it: what may be played here, what
/// is wrong with a move, and the position after it.
///
/// Whoever knows shakmaty's `Crazyhouse` knows this type. [`Bughouse::new`] sets the board up and
/// owns its position. Where positions live elsewhere, [`Position::by`] looks at one without a
/// copy ([`BoardView`]); both have the same methods.
///
/// # Examples
///
/// ```
/// use tandem_rules::{Bughouse, Rulebook};
///
/// let book = Rulebook::builtin("minerva").expect("a built-in book");
/// let mut board = Bughouse::new(&book);
/// assert_eq!(board.legal_moves().len(), 20);
///
/// let e4 = board.legal_move("e2e4".parse()?)?;
/// board.play(e4)?;
/// assert_eq!(board.position().turn(), tandem_rules::shakmaty::Color::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A walk through all positions copies the board, as everywhere:
///
/// ```
/// use tandem_rules::{Bughouse, Rulebook};
///
/// fn leaves(board: &Bughouse, depth: u32) -> u64 {
///     if depth == 0 {
///         return 1;
///     }
///     let after = |m| {
///         let mut next = board.clone();
///         next.play_unchecked(m);
///         leaves(&next, depth - 1)
///     };
///     board.legal_moves().into_iter().map(after).sum()
/// }
///
/// let book = Rulebook::builtin("asten").expect("a built-in book");
/// assert_eq!(leaves(&Bughouse::new(&book), 3), 8_902);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bughouse<'a, P = Position> {
    pub(crate) position: P,
    pub(crate) rules: &'a BoardRules,
    pub(crate) other: Option<OtherBoard<'a>>,
}

/// A look at a position by a book, without a copy: four words that are copied instead.
///
/// ```
/// use tandem_rules::{BoardView, Position, Rulebook};
///
/// fn mobility(board: BoardView<'_>) -> u64 {
///     board.count_legal_moves()
/// }
///
/// let book = Rulebook::builtin("fer").expect("a built-in book");
/// assert_eq!(mobility(Position::default().by(&book)), 20);
/// ```
pub type BoardView<'a> = Bughouse<'a, &'a Position>;

/// A move that [`Bughouse::play`] did not play, with the position in which it was tried.
///
/// ```
/// use tandem_rules::{Bughouse, Illegal, Move, Rulebook, shakmaty::{Role, Square}};
///
/// let book = Rulebook::builtin("sscr").expect("a built-in book");
/// let drop = Move::Drop { role: Role::Knight, to: Square::F3 };
/// let mut board = Bughouse::new(&book);
/// let error = board.play(drop).expect_err("the stock is empty");
/// assert_eq!(error.why, Illegal::NotHeld);
/// assert_eq!(error.to_string(), "N@f3: you have no such piece in your stock");
/// assert_eq!(*error.position, *board.position()); // nothing has changed: play on
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{m}: {why}")]
pub struct PlayError {
    /// The move.
    pub m: Move,
    /// What is wrong with it.
    pub why: Illegal,
    /// The position, in which nothing has changed.
    pub position: Box<Position>,
}

impl<'a> Bughouse<'a> {
    /// The initial position by a book.
    #[must_use]
    pub fn new(rules: &'a (impl AsRef<BoardRules> + ?Sized)) -> Bughouse<'a> {
        Bughouse::of(Position::default(), rules)
    }
}

impl Position {
    /// This position by a book: the book itself, or the [`BoardRules`] of one.
    ///
    /// ```
    /// use tandem_rules::{Position, Rulebook};
    ///
    /// let book = Rulebook::builtin("stein").expect("a built-in book");
    /// let start = Position::default();
    /// assert!(start.by(&book).has_legal_move());
    /// ```
    #[must_use]
    #[inline]
    pub fn by<'a>(&'a self, rules: &'a (impl AsRef<BoardRules> + ?Sized)) -> BoardView<'a> {
        Bughouse::of(self, rules)
    }
}

impl AsRef<BoardRules> for BoardRules {
    fn as_ref(&self) -> &BoardRules {
        self
    }
}

impl AsRef<BoardRules> for Rulebook {
    fn as_ref(&self) -> &BoardRules {
        self.board_rules()
    }
}

impl<'a, P: Borrow<Position>> Bughouse<'a, P> {
    /// A position by a book, owned or borrowed.
    #[must_use]
    #[inline]
    pub fn of(position: P, rules: &'a (impl AsRef<BoardRules> + ?Sized)) -> Bughouse<'a, P> {
        Bughouse { position, rules: rules.as_ref(), other: None }
    }

    /// The same with the other board, where fer and stein take what pawns become.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, OtherBoard, Position, Rulebook};
    ///
    /// let stein = Rulebook::builtin("stein").expect("a built-in book");
    /// let there = Position::default();
    /// let other = OtherBoard { position: &there, ended: false };
    /// let board = Bughouse::new(&stein).with_other(other);
    /// assert_eq!(board.takeable().count(), 7); // White's pieces there, but for the king
    /// ```
    #[must_use]
    #[inline]
    pub fn with_other(mut self, other: impl Into<Option<OtherBoard<'a>>>) -> Bughouse<'a, P> {
        self.other = other.into();
        self
    }

    /// The position.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &Position {
        self.position.borrow()
    }

    /// The position, the board being done with.
    #[must_use]
    pub fn into_position(self) -> P {
        self.position
    }

    /// The rules that it is played by.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> &'a BoardRules {
        self.rules
    }

    /// The other board, if it is known.
    #[must_use]
    #[inline]
    pub fn other(&self) -> Option<OtherBoard<'a>> {
        self.other
    }

    /// The same board without a copy of its position.
    #[must_use]
    #[inline]
    pub fn view(&self) -> BoardView<'_> {
        Bughouse { position: self.position.borrow(), rules: self.rules, other: self.other }
    }

    /// What is wrong with a move; nothing, if it is legal.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Illegal, Rulebook};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// assert_eq!(board.why_not("e2e4".parse()?), None);
    /// assert_eq!(board.why_not("a1a5".parse()?), Some(Illegal::Leap));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_not(&self, coordinates: Coordinates) -> Option<Illegal> {
        self.legal_move(coordinates).err()
    }

    /// The man that a move captures here.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook, shakmaty::Role};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut board = Bughouse::new(&book);
    /// for text in ["e2e4", "d7d5"] {
    ///     board.play(board.legal_move(text.parse()?)?)?;
    /// }
    /// let takes = board.legal_move("e4d5".parse()?)?;
    /// assert_eq!(board.captured_by(takes).map(|man| man.off_board()), Some(Role::Pawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn captured_by(&self, m: Move) -> Option<Captured> {
        self.position().clone().play_unchecked(m, self.rules)
    }
}

impl<P: BorrowMut<Position>> Bughouse<'_, P> {
    /// Plays a legal move and returns what it captured, which goes to the partner. What a
    /// promotion takes leaves the other board: [`Position::remove`] it there.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook};
    ///
    /// let book = Rulebook::builtin("fics").expect("a built-in book");
    /// let mut board = Bughouse::new(&book);
    /// let mut passed = 0;
    /// for text in ["e2e4", "d7d5", "e4d5", "d8d5"] {
    ///     let captured = board.play(board.legal_move(text.parse()?)?)?;
    ///     passed += usize::from(captured.is_some());
    /// }
    /// assert_eq!(passed, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The move is not legal. Nothing has changed; the error keeps the position.
    pub fn play(&mut self, m: Move) -> Result<Option<Captured>, PlayError> {
        if self.is_legal(m) {
            return Ok(self.play_unchecked(m));
        }
        // Coordinates can mean another move, castling for a king's walk: the man itself can't do it.
        let why = self.why_not(m.into()).unwrap_or_else(|| {
            let role = m.from().and_then(|from| self.position().board().role_at(from));
            Illegal::Movement { role: role.unwrap_or(Role::Pawn) }
        });
        Err(PlayError { m, why, position: Box::new(self.position().clone()) })
    }

    /// Plays a move, trusting that it is legal, or that hands have done it all the same, and
    /// returns what it captured.
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Move, Position, Rulebook, shakmaty::{Color, Role, Square}};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut position = Position::default();
    /// position.stock_mut(Color::White).add(Role::Queen);
    /// let mut board = Bughouse::of(position, &book);
    /// let captured = board.play_unchecked(Move::Drop { role: Role::Queen, to: Square::H5 });
    /// assert!(captured.is_none() && board.position().stock(Color::White).is_empty());
    /// ```
    pub fn play_unchecked(&mut self, m: Move) -> Option<Captured> {
        self.position.borrow_mut().play_unchecked(m, self.rules)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    #[test]
    fn a_walk_that_can_only_be_castling_is_not_played() {
        let book = Rulebook::builtin("minerva").unwrap();
        let mut board = Bughouse::new(&book);
        for text in ["e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7"] {
            board.play(board.legal_move(text.parse().unwrap()).unwrap()).unwrap();
        }
        let walk = Move::Walk { from: Square::E1, to: Square::G1, promotion: None };
        let before = board.position().clone();
        let error = board.play(walk).unwrap_err();
        assert_eq!(error.why, Illegal::Movement { role: Role::King });
        assert_eq!((board.position(), &*error.position), (&before, &before));
        let castle = Move::Castle { king: Square::E1, rook: Square::H1 };
        assert!(board.play(castle).is_ok());
    }

    #[test]
    fn a_borrowed_position_is_played_on_in_place() {
        let book = Rulebook::builtin("fics").unwrap();
        let mut position = Position::default();
        let e4 = position.by(&book).legal_move("e2e4".parse().unwrap()).unwrap();
        Bughouse::of(&mut position, &book).play_unchecked(e4);
        assert!(position.turn().is_black());
    }
}
