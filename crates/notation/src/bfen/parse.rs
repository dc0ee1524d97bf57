//! Reading BFEN in all its dialects.

use tandem_rules::shakmaty::{Bitboard, Board, ByColor, Color, File, Piece, Rank, Role, Square};
use tandem_rules::{BoardId, ByBoard, Castling, Millis, Position, Setup, Stock};

use super::error::Found;
use super::{Bfen, BfenBoard, BfenError, BoardError};

pub(super) fn both(text: &str) -> Result<Bfen, BfenError> {
    if let Some(number) = text.trim().strip_prefix("chess960") {
        return chess960(number.trim());
    }
    let mut parts = text.split('|');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(a), Some(b), None) => {
            Ok(Bfen { boards: pair(read(BoardId::A, a)?, read(BoardId::B, b)?) })
        }
        _ => Err(BfenError::Boards(text.split('|').count())),
    }
}

/// A start of Chess960, the same on both boards.
fn chess960(number: &str) -> Result<Bfen, BfenError> {
    let start = number.parse().ok().and_then(Position::chess960);
    let position = start.ok_or_else(|| BfenError::Chess960(Found::new(Some(number))))?;
    let board = BfenBoard { position, clocks: None };
    Ok(Bfen { boards: pair(board.clone(), board) })
}

pub(super) fn one_or_both(text: &str) -> Result<Bfen, BfenError> {
    if text.contains('|') || text.trim().starts_with("chess960") {
        return both(text);
    }
    Ok(Bfen { boards: pair(read(BoardId::A, text)?, BfenBoard::default()) })
}

fn pair(a: BfenBoard, b: BfenBoard) -> ByBoard<BfenBoard> {
    let mut boards = ByBoard::default();
    boards[BoardId::A] = a;
    boards[BoardId::B] = b;
    boards
}

fn read(board: BoardId, text: &str) -> Result<BfenBoard, BfenError> {
    board_fields(text).map_err(|error| BfenError::Board(board, error))
}

fn board_fields(text: &str) -> Result<BfenBoard, BoardError> {
    let mut words = text.split_ascii_whitespace().peekable();
    let placement = Placement::read(words.next().ok_or(BoardError::Empty)?)?;
    // The Czech example puts the side to move last.
    let side_first = words.peek().is_none_or(|word| !looks_like_castling(word));
    let mut turn = None;
    if side_first {
        turn = Some(side(words.next())?);
    }
    let castling = castling(words.next(), &placement.board)?;
    let en_passant = match words.peek() {
        Some(&"-") => {
            words.next();
            None
        }
        Some(word) if looks_like_square(word) => {
            let word = words.next();
            let square = word.and_then(|word| Square::from_ascii(word.as_bytes()).ok());
            Some(square.ok_or_else(|| BoardError::EnPassant(Found::new(word)))?)
        }
        _ => None,
    };
    let turn = match turn {
        Some(turn) => turn,
        None => side(words.next())?,
    };
    let clocks = clocks(words.next(), words.next(), placement.in_brackets)?;
    if let Some(word) = words.next() {
        return Err(BoardError::Rest(Found::new(Some(word))));
    }
    let Placement { board, promoted, stocks, .. } = placement;
    let setup = Setup { board, promoted, stocks, turn, castling, en_passant };
    Ok(BfenBoard { position: Position::try_from(setup).map_err(BoardError::Setup)?, clocks })
}

/// `b` alone is the side to move; a single right of Black's by its file must come behind that.
fn looks_like_castling(word: &str) -> bool {
    let letters = |letters: &[u8]| word.bytes().all(|byte| letters.contains(&byte));
    word == "-" || letters(b"KQkq") || word.len() > 1 && letters(b"KQkqABCDEFGHabcdefgh")
}

/// A letter and a digit: not a good square perhaps, but nothing else either.
fn looks_like_square(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, digit]
        if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
}

fn side(word: Option<&str>) -> Result<Color, BoardError> {
    match word {
        Some("w") => Ok(Color::White),
        Some("b") => Ok(Color::Black),
        _ => Err(BoardError::Side(Found::new(word))),
    }
}

/// `KQkq` for kings on e and rooks in corners; otherwise each right is the file of its rook, for the king
/// where it stands (`HBhb`).
fn castling(word: Option<&str>, board: &Board) -> Result<Castling, BoardError> {
    let wrong = || BoardError::Castling(Found::new(word));
    let letters = word.ok_or_else(wrong)?;
    if letters == "-" {
        return Ok(Castling::NONE);
    }
    letters.chars().try_fold(Castling::NONE, |castling, letter| {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let (king, rook) = match letter.to_ascii_lowercase() {
            'k' => (File::E, File::H),
            'q' => (File::E, File::A),
            file => {
                let king = board.king_of(color).map_or(File::E, Square::file);
                (king, File::from_char(file).ok_or_else(wrong)?)
            }
        };
        let next = castling.with_files(color, king, rook);
        // A second rook on the same side of the king is none to castle with.
        let grown = next.iter().count() > castling.iter().count();
        if grown || matches!(letter, 'K' | 'Q' | 'k' | 'q') { Ok(next) } else { Err(wrong()) }
    })
}

fn clocks(
    white: Option<&str>,
    black: Option<&str>,
    in_brackets: bool,
) -> Result<Option<ByColor<Millis>>, BoardError> {
    let clock =
        |word: &str| word.parse::<Millis>().map_err(|_| BoardError::Clock(Found::new(Some(word))));
    let (white, black) = match (white, black) {
        (None, _) => return Ok(None),
        (Some(word), None) => return clock(word).and(Err(BoardError::OneClock)),
        (Some(white), Some(black)) => (white, black),
    };
    let times = ByColor { white: clock(white)?, black: clock(black)? };
    let whole = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    // Behind a stock in brackets these are the half-move and full-move counters.
    let counters = in_brackets && whole(white) && whole(black);
    Ok((!counters).then_some(times))
}

/// The first field: men, promotion marks and stock.
struct Placement {
    board: Board,
    promoted: Bitboard,
    stocks: ByColor<Stock>,
    in_brackets: bool,
}

impl Placement {
    fn read(field: &str) -> Result<Placement, BoardError> {
        let mut placement = Placement {
            board: Board::empty(),
            promoted: Bitboard::EMPTY,
            stocks: ByColor::default(),
            in_brackets: false,
        };
        let (mut ranks, mut stock) = (field, "");
        if let Some((before, bracketed)) = field.split_once('[') {
            placement.in_brackets = true;
            ranks = before;
            stock = bracketed.strip_suffix(']').ok_or(BoardError::Bracket)?;
        }
        let mut parts: Vec<&str> = ranks.split('/').collect();
        if !placement.in_brackets && parts.len() == 9 {
            stock = parts.pop().unwrap_or_default();
        }
        let ranks = count_ranks(&parts, placement.in_brackets);
        if ranks != 8 {
            return Err(BoardError::Ranks(ranks));
        }
        for (part, rank) in parts.iter().zip((0..8).rev()) {
            placement.rank(part, rank)?;
        }
        placement.stock(stock)?;
        Ok(placement)
    }

    fn rank(&mut self, text: &str, rank: u32) -> Result<(), BoardError> {
        let number = rank as usize + 1;
        let rank = Rank::new(rank);
        let mut squares = 0;
        let mut last = None;
        for letter in text.chars() {
            match letter {
                '1'..='8' => {
                    squares += letter as usize - '0' as usize;
                    last = None;
                }
                '~' => {
                    let square = last.take().ok_or(BoardError::StrayMark(number))?;
                    self.promoted.add(square);
                }
                _ => {
                    let piece = Piece::from_char(letter)
                        .ok_or(BoardError::Piece { rank: number, found: letter })?;
                    if squares < 8 {
                        let square = Square::from_coords(File::new(squares as u32), rank);
                        self.board.set_piece_at(square, piece);
                        last = Some(square);
                    }
                    squares += 1;
                }
            }
        }
        if squares == 8 { Ok(()) } else { Err(BoardError::RankWidth { rank: number, squares }) }
    }

    fn stock(&mut self, letters: &str) -> Result<(), BoardError> {
        // `-` for an empty stock is met as well.
        if letters == "-" {
            return Ok(());
        }
        for letter in letters.chars() {
            let piece = Piece::from_char(letter)
                .filter(|piece| piece.role != Role::King)
                .ok_or(BoardError::Stock(letter))?;
            let stock = self.stocks.get_mut(piece.color);
            if stock.count(piece.role) == u8::MAX {
                return Err(BoardError::StockSize);
            }
            stock.add(piece.role);
        }
        Ok(())
    }
}

/// How many of the parts are ranks: a last one of too few letters and no digit is a stock.
fn count_ranks(parts: &[&str], in_brackets: bool) -> usize {
    let is_stock =
        |part: &str| part.len() < 8 && part.bytes().all(|byte| b"QRBNPqrbnp".contains(&byte));
    match parts {
        [ranks @ .., last] if !in_brackets && is_stock(last) => ranks.len(),
        _ => parts.len(),
    }
}
