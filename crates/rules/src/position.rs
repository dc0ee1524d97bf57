//! One board of a match: men, stocks, side to move, rights.
//!
//! A position here may be one that chess does not know: the king of the side that is not on
//! move may stand in check (R6), and where hands can do anything a king may even be missing.

use shakmaty::{
    Bitboard, Board, ByColor, CastlingSide, Color, File, Piece, Rank, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

use crate::board_rules::BoardRules;
use crate::moves::{Move, Promotion, castled};
use crate::stock::Stock;

/// Castling rights, and apart from them whether each king has moved: a rook dropped on its
/// corner can win a right back only for a king that has not (asten 11).
///
/// ```
/// use tandem_rules::{Castling, shakmaty::{CastlingSide, Color}};
///
/// let castling = Castling::from_rights([(Color::White, CastlingSide::KingSide)]);
/// assert!(castling.has(Color::White, CastlingSide::KingSide));
/// assert!(!castling.has(Color::White, CastlingSide::QueenSide));
/// assert!(castling.king_moved(Color::Black)); // it has no right at all
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Castling {
    rights: u8,
    kings_moved: u8,
    homes: ByColor<Home>,
}

/// The files on which a side's king and rooks stand at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Home {
    king: File,
    king_side: File,
    queen_side: File,
}

impl Home {
    const USUAL: Home = Home { king: File::E, king_side: File::H, queen_side: File::A };
}

const fn right_bit(color: Color, side: CastlingSide) -> u8 {
    let shift = match (color, side) {
        (Color::White, CastlingSide::KingSide) => 0,
        (Color::White, CastlingSide::QueenSide) => 1,
        (Color::Black, CastlingSide::KingSide) => 2,
        (Color::Black, CastlingSide::QueenSide) => 3,
    };
    1 << shift
}

const fn king_bit(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 2,
    }
}

impl Castling {
    /// No rights; both kings count as having moved.
    pub const NONE: Castling = Castling { rights: 0, kings_moved: 3, homes: Castling::USUAL };
    /// All four rights.
    pub const ALL: Castling = Castling { rights: 15, kings_moved: 0, homes: Castling::USUAL };
    const USUAL: ByColor<Home> = ByColor { white: Home::USUAL, black: Home::USUAL };

    /// These rights. A king with at least one right has not moved; one with none has.
    #[must_use]
    pub fn from_rights(rights: impl IntoIterator<Item = (Color, CastlingSide)>) -> Castling {
        let mut castling = Castling::NONE;
        for (color, side) in rights {
            castling.rights |= right_bit(color, side);
            castling.kings_moved &= !king_bit(color);
        }
        castling
    }

    /// These rights and one more, by the files of king and rook, as Chess960 has it.
    #[must_use]
    pub fn with_files(mut self, color: Color, king: File, rook: File) -> Castling {
        let home = self.homes.get_mut(color);
        home.king = king;
        let side = CastlingSide::from_king_side(rook > king);
        match side {
            CastlingSide::KingSide => home.king_side = rook,
            CastlingSide::QueenSide => home.queen_side = rook,
        }
        self.rights |= right_bit(color, side);
        self.kings_moved &= !king_bit(color);
        self
    }

    /// The square on which a king stands at the start.
    #[must_use]
    pub fn king_home(self, color: Color) -> Square {
        Square::from_coords(self.homes.get(color).king, color.backrank())
    }

    /// The square on which the rook of a castling right stands at the start: its corner, or where
    /// Chess960 puts it.
    #[must_use]
    pub fn rook_home(self, color: Color, side: CastlingSide) -> Square {
        let home = self.homes.get(color);
        let file = match side {
            CastlingSide::KingSide => home.king_side,
            CastlingSide::QueenSide => home.queen_side,
        };
        Square::from_coords(file, color.backrank())
    }

    /// The letter of a right: `K`, `Q`, small for Black, where king and rooks stand as usual,
    /// otherwise the rook's file.
    #[must_use]
    pub fn letter(self, color: Color, side: CastlingSide) -> char {
        let letter = match side {
            _ if *self.homes.get(color) != Home::USUAL => self.rook_home(color, side).file().char(),
            CastlingSide::KingSide => 'k',
            CastlingSide::QueenSide => 'q',
        };
        color.fold_wb(letter.to_ascii_uppercase(), letter)
    }

    /// Whether this right is kept.
    #[must_use]
    pub fn has(self, color: Color, side: CastlingSide) -> bool {
        self.rights & right_bit(color, side) != 0
    }

    /// Whether this king has moved.
    #[must_use]
    pub fn king_moved(self, color: Color) -> bool {
        self.kings_moved & king_bit(color) != 0
    }

    /// The rights that are kept, White's king's side first.
    pub fn iter(self) -> impl Iterator<Item = (Color, CastlingSide)> {
        [Color::White, Color::Black]
            .into_iter()
            .flat_map(|color| CastlingSide::ALL.map(|side| (color, side)))
            .filter(move |&(color, side)| self.has(color, side))
    }

    fn lose_king(&mut self, color: Color) {
        self.kings_moved |= king_bit(color);
        for side in CastlingSide::ALL {
            self.rights &= !right_bit(color, side);
        }
    }

    fn lose_corner(&mut self, square: Square) {
        // No rook is at home on most squares: one comparison settles it.
        if Bitboard::BACKRANKS.contains(square) {
            let color = Color::from_white(square.rank() == Rank::First);
            let home = self.homes.get(color);
            if home.king_side == square.file() {
                self.rights &= !right_bit(color, CastlingSide::KingSide);
            }
            if home.queen_side == square.file() {
                self.rights &= !right_bit(color, CastlingSide::QueenSide);
            }
        }
    }

    fn keeps_corner(self, square: Square) -> bool {
        self.iter().any(|(color, side)| self.rook_home(color, side) == square)
    }

    /// A rook that counts as unmoved stands on its corner: a right for a king that has not moved.
    fn rook_placed(&mut self, color: Color, square: Square) {
        for side in CastlingSide::ALL {
            if self.rook_home(color, side) == square && !self.king_moved(color) {
                self.rights |= right_bit(color, side);
            }
        }
    }
}

/// A man captured by a move.
///
/// ```
/// use tandem_rules::{Captured, shakmaty::{Color, Role}};
///
/// // A queen that was promoted goes to the partner as the pawn that it is.
/// let man = Captured { color: Color::White, role: Role::Queen, promoted: true };
/// assert_eq!(man.off_board(), Role::Pawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captured {
    /// Its colour, which it keeps (R21).
    pub color: Color,
    /// What it was on the board.
    pub role: Role,
    /// Whether it was a promoted pawn that keeps a pawn's body.
    pub promoted: bool,
}

impl Captured {
    /// What it is off the board.
    #[must_use]
    pub fn off_board(self) -> Role {
        if self.promoted { Role::Pawn } else { self.role }
    }
}

/// A man taken off a board, with what it takes to put it back as if it had never been away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lifted {
    /// The man.
    pub man: Captured,
    /// Whether it was dropped and had not moved since.
    dropped: bool,
    /// Whether it is a rook with which castling was kept.
    castles: bool,
}

/// The parts of a position, not yet looked at. [`Position::try_from`] legalises it.
///
/// ```
/// use tandem_rules::{Castling, Position, SetupError};
///
/// let mut setup = Position::default().to_setup();
/// setup.castling = Castling::NONE;
/// setup.board.discard_piece_at(tandem_rules::shakmaty::Square::E1);
/// let reasons = Position::try_from(setup).expect_err("a king is missing");
/// assert_eq!(reasons, [SetupError::Kings(tandem_rules::shakmaty::Color::White, 0)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men on the board.
    pub board: Board,
    /// Which of them are promoted pawns.
    pub promoted: Bitboard,
    /// What lies beside the board.
    pub stocks: ByColor<Stock>,
    /// Who is on move.
    pub turn: Color,
    /// Castling rights.
    pub castling: Castling,
    /// The square that a pawn just crossed.
    pub en_passant: Option<Square>,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A side has no king or several.
    #[error("{0} has {1} kings, one expected")]
    Kings(Color, usize),
    /// A pawn stands where none can.
    #[error("a pawn stands on {0}, on the first or last rank")]
    PawnOnBackRank(Square),
    /// A castling right without its king or rook.
    #[error("the castling right {0} needs a king on {1} and a rook on {2}")]
    Castling(char, Square, Square),
    /// An en passant square that no pawn has just crossed.
    #[error("no pawn has just crossed the en passant square {0}")]
    EnPassant(Square),
    /// A mark for a promoted pawn on a square without one.
    #[error("the promotion mark on {0} is on no queen, rook, bishop or knight")]
    Promoted(Square),
}

/// One board of a match.
///
/// ```
/// use tandem_rules::{Position, shakmaty::{Color, Role}};
///
/// let mut position = Position::default();
/// position.stock_mut(Color::Black).add(Role::Bishop);
/// assert_eq!(position.board().occupied().count(), 32);
/// assert_eq!(position.stock(Color::Black).letters(Color::Black), "b");
/// assert!(!position.is_check(Color::White));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) promoted: Bitboard,
    /// Men that were dropped and have not moved since.
    pub(crate) dropped: Bitboard,
    pub(crate) stocks: ByColor<Stock>,
    pub(crate) turn: Color,
    pub(crate) castling: Castling,
    pub(crate) en_passant: Option<Square>,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            board: Board::new(),
            promoted: Bitboard::EMPTY,
            dropped: Bitboard::EMPTY,
            stocks: ByColor::default(),
            turn: Color::White,
            castling: Castling::ALL,
            en_passant: None,
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = Vec<SetupError>;

    fn try_from(setup: Setup) -> Result<Position, Vec<SetupError>> {
        let Setup { board, promoted, stocks, turn, castling, en_passant } = setup;
        let mut errors = Vec::new();
        for color in Color::ALL {
            let kings = board.by_piece(color.king()).count();
            if kings != 1 {
                errors.push(SetupError::Kings(color, kings));
            }
        }
        errors.extend(
            (board.pawns() & Bitboard::BACKRANKS).into_iter().map(SetupError::PawnOnBackRank),
        );
        for (color, side) in castling.iter() {
            let (home, corner) = (castling.king_home(color), castling.rook_home(color, side));
            if board.piece_at(home) != Some(color.king())
                || board.piece_at(corner) != Some(color.rook())
                || promoted.contains(corner)
            {
                errors.push(SetupError::Castling(castling.letter(color, side), home, corner));
            }
        }
        if let Some(square) = en_passant {
            let came_from = square.offset(turn.fold_wb(8, -8));
            let crossed = square.rank() == turn.relative_rank(Rank::Sixth)
                && board.piece_at(square).is_none()
                && came_from.is_some_and(|origin| board.piece_at(origin).is_none())
                && square
                    .offset(-turn.fold_wb(8, -8))
                    .is_some_and(|pawn| board.piece_at(pawn) == Some((!turn).pawn()));
            if !crossed {
                errors.push(SetupError::EnPassant(square));
            }
        }
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        errors.extend((promoted & !pieces).into_iter().map(SetupError::Promoted));
        if errors.is_empty() {
            let dropped = Bitboard::EMPTY;
            Ok(Position { board, promoted, dropped, stocks, turn, castling, en_passant })
        } else {
            Err(errors)
        }
    }
}

impl Position {
    /// The men on the board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which men are promoted pawns.
    #[must_use]
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// Men that were dropped and have not moved since.
    #[must_use]
    #[inline]
    pub fn dropped(&self) -> Bitboard {
        self.dropped
    }

    /// What each side may drop.
    #[must_use]
    #[inline]
    pub fn stocks(&self) -> &ByColor<Stock> {
        &self.stocks
    }

    /// The stock of one side.
    #[must_use]
    #[inline]
    pub fn stock(&self, color: Color) -> &Stock {
        self.stocks.get(color)
    }

    /// The stock of one side, to pass a man in or take one out.
    #[inline]
    pub fn stock_mut(&mut self, color: Color) -> &mut Stock {
        self.stocks.get_mut(color)
    }

    /// Who is on move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Gives the move to a side: for a game whose order of play the hands decide.
    #[inline]
    pub fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
    }

    /// Gives the move to the other side as if a move had been made: nothing can be captured in
    /// passing any more.
    pub fn pass(&mut self) {
        self.turn = !self.turn;
        self.en_passant = None;
    }

    /// Castling rights.
    #[must_use]
    #[inline]
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The square that a pawn crossed with the last move, whether or not it can be taken there.
    #[must_use]
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Men of the other side that attack a side's king. None if there is no king.
    #[must_use]
    #[inline]
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.board.king_of(color).map_or(Bitboard::EMPTY, |king| {
            self.board.attacks_to(king, !color, self.board.occupied())
        })
    }

    /// Whether a side's king stands in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self, color: Color) -> bool {
        self.checkers(color).any()
    }

    /// The parts of this position.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            promoted: self.promoted,
            stocks: self.stocks,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// Plays a move, trusting that it is legal, or that hands have done it all the same, and
    /// returns what it captured. What [`Promotion::Take`] takes from the other board is removed
    /// there by the caller ([`Position::remove`]).
    pub fn play_unchecked(&mut self, m: Move, rules: &BoardRules) -> Option<Captured> {
        let us = self.turn;
        self.en_passant = None;
        self.turn = !us;
        match m {
            Move::Drop { role, to } => {
                self.stocks.get_mut(us).take(role);
                let captured = self.lift(to);
                self.board.set_piece_at(to, role.of(us));
                self.dropped.add(to);
                if role == Role::Rook && rules.dropped_rook_castles {
                    self.castling.rook_placed(us, to);
                }
                captured
            }
            Move::Walk { from, to, promotion } => {
                let promoted = self.promoted.contains(from);
                let piece = self.board.remove_piece_at(from)?;
                self.promoted.discard(from);
                self.dropped.discard(from);
                if piece.role == Role::King {
                    self.castling.lose_king(piece.color);
                }
                self.castling.lose_corner(from);
                let captured = self.lift(to);
                match promotion {
                    None => {
                        self.board.set_piece_at(to, piece);
                        if promoted {
                            self.promoted.add(to);
                        }
                        if piece.role == Role::Pawn {
                            self.en_passant = crossed(from, to, us);
                        }
                    }
                    Some(Promotion::To(role)) => {
                        self.board.set_piece_at(to, role.of(piece.color));
                        if rules.promoted_reverts {
                            self.promoted.add(to);
                        }
                    }
                    Some(Promotion::Take(role, _)) => {
                        self.board.set_piece_at(to, role.of(piece.color));
                    }
                    Some(Promotion::Vanish) => {}
                }
                captured
            }
            Move::EnPassant { from, to } => {
                self.board.discard_piece_at(from);
                self.dropped.discard(from);
                self.board.set_piece_at(to, us.pawn());
                self.lift(Square::from_coords(to.file(), from.rank()))
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.board.discard_piece_at(king);
                self.board.discard_piece_at(rook);
                self.dropped.discard(rook);
                self.board.set_piece_at(king_to, us.king());
                self.board.set_piece_at(rook_to, us.rook());
                // Hands may castle with a promoted pawn.
                if self.promoted.contains(rook) {
                    self.promoted.discard(rook);
                    self.promoted.add(rook_to);
                }
                self.castling.lose_king(us);
                None
            }
        }
    }

    fn lift(&mut self, square: Square) -> Option<Captured> {
        let Piece { color, role } = self.board.piece_at(square)?;
        self.board.discard_piece_at(square);
        let promoted = self.promoted.contains(square);
        self.promoted.discard(square);
        self.dropped.discard(square);
        self.castling.lose_corner(square);
        if role == Role::King {
            self.castling.lose_king(color);
        }
        Some(Captured { color, role, promoted })
    }

    /// Takes a man off the board: by a promotion on the other one, or handed over.
    ///
    /// ```
    /// use tandem_rules::{Position, shakmaty::{Role, Square}};
    ///
    /// let mut position = Position::default();
    /// let lifted = position.remove(Square::D1).expect("the queen stands there");
    /// assert_eq!(lifted.man.role, Role::Queen);
    /// position.put_back(Square::D1, lifted);
    /// assert_eq!(position, Position::default());
    /// ```
    pub fn remove(&mut self, square: Square) -> Option<Lifted> {
        let dropped = self.dropped.contains(square);
        let castles = self.castling.keeps_corner(square);
        let removed = self.lift(square).map(|man| Lifted { man, dropped, castles });
        if let Some(crossed) = self.en_passant {
            // Without the pawn that crossed it the square means nothing any more.
            if square.file() == crossed.file() && square.rank().distance(crossed.rank()) == 1 {
                self.en_passant = self
                    .en_passant
                    .filter(|_| crossed.offset(-self.turn.fold_wb(8, -8)) != Some(square));
            }
        }
        removed
    }

    /// Puts a man that [`Position::remove`] took back on its square.
    pub fn put_back(&mut self, square: Square, lifted: Lifted) {
        let Lifted { man, dropped, castles } = lifted;
        self.board.set_piece_at(square, man.role.of(man.color));
        self.promoted.set(square, man.promoted);
        self.dropped.set(square, dropped);
        if castles {
            self.castling.rook_placed(man.color, square);
        }
    }

    /// Takes over men, rights and side to move of another position, but keeps the stocks, which
    /// the other board may have filled meanwhile. This is how a move is taken back.
    pub fn restore_board(&mut self, earlier: &Position) {
        let stocks = self.stocks;
        *self = earlier.clone();
        self.stocks = stocks;
    }

    /// The same for the same men on the same squares, the same side to move and the same
    /// castling and en passant rights. The stock never counts (R17).
    ///
    /// ```
    /// use tandem_rules::{Bughouse, Rulebook, shakmaty::{Color, Role}};
    ///
    /// let book = Rulebook::builtin("minerva").expect("a built-in book");
    /// let mut board = Bughouse::new(&book);
    /// let before = board.position().repetition_key();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     board.play(board.legal_move(text.parse()?)?)?;
    /// }
    /// let mut position = board.into_position();
    /// position.stock_mut(Color::White).add(Role::Pawn);
    /// assert_eq!(position.repetition_key(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        let mut key = Zobrist64::default();
        // Set by set: whoever asks each square what stands there looks through all sets for each man.
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                for square in self.board.by_piece(piece) {
                    key ^= Zobrist64::zobrist_for_piece(square, piece);
                }
            }
        }
        for square in self.promoted {
            key ^= Zobrist64::zobrist_for_promoted(square);
        }
        if self.turn.is_white() {
            key ^= Zobrist64::zobrist_for_white_turn();
        }
        for (color, side) in self.castling.iter() {
            key ^= Zobrist64::zobrist_for_castling_right(color, side);
        }
        if let Some(square) = self.legal_en_passant() {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
        }
        key.0
    }
}

/// The square that a pawn crosses when it advances two squares from its second rank.
fn crossed(from: Square, to: Square, us: Color) -> Option<Square> {
    (from.rank() == us.relative_rank(Rank::Second)
        && to.rank() == us.relative_rank(Rank::Fourth)
        && from.file() == to.file())
    .then(|| Square::from_coords(from.file(), us.relative_rank(Rank::Third)))
}
