//! The 960 starts of Chess960, by their usual numbers. Any book can be played from any of them.

use shakmaty::{Board, ByColor, Color, File, Rank, Role, Square};

use crate::position::{Castling, Position};

/// How many starts there are.
pub const CHESS960_STARTS: u16 = 960;

/// The knights among the five files that bishops and queen leave free, by what is left of the number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// The start of Chess960 with this number, 0 to 959. Chess itself is 518.
    ///
    /// # Examples
    /// ```
    /// use tandem_rules::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::default()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Position> {
        let roles = back_rank(number)?;
        let mut board = Board::empty();
        let mut castling = Castling::NONE;
        let king = roles.iter().position(|&role| role == Role::King)?;
        for (color, pawns) in [(Color::White, Rank::Second), (Color::Black, Rank::Seventh)] {
            for (file, role) in File::ALL.into_iter().zip(roles) {
                board.set_piece_at(Square::from_coords(file, color.backrank()), role.of(color));
                board.set_piece_at(Square::from_coords(file, pawns), color.pawn());
                if role == Role::Rook {
                    castling = castling.with_files(color, File::new(king as u32), file);
                }
            }
        }
        Some(Position { board, castling, stocks: ByColor::default(), ..Position::default() })
    }

    /// Whether this is a start of Chess960, chess itself among them.
    #[must_use]
    pub fn is_chess960_start(&self) -> bool {
        (0..CHESS960_STARTS).any(|number| Position::chess960(number).as_ref() == Some(self))
    }
}

/// The men of a back rank from a to h: a bishop of each colour, the queen, the knights, and what is left
/// is rook, king, rook.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= CHESS960_STARTS {
        return None;
    }
    let mut rest = usize::from(number);
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let (light, dark, queen) = (digit(4), digit(4), digit(6));
    let mut files: [Option<Role>; 8] = [None; 8];
    files[2 * light + 1] = Some(Role::Bishop);
    files[2 * dark] = Some(Role::Bishop);
    let nth_free =
        |files: &[Option<Role>; 8], n: usize| (0..8).filter(|&file| files[file].is_none()).nth(n);
    let at = nth_free(&files, queen)?;
    files[at] = Some(Role::Queen);
    // The second first: the first then still counts the same free files.
    let [first, second] = KNIGHTS[rest];
    for knight in [second, first] {
        let at = nth_free(&files, knight)?;
        files[at] = Some(Role::Knight);
    }
    for role in [Role::Rook, Role::King, Role::Rook] {
        let at = nth_free(&files, 0)?;
        files[at] = Some(role);
    }
    Some(files.map(|role| role.unwrap_or(Role::King)))
}
