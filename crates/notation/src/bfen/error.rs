//! What can be wrong with a BFEN.

use tandem_rules::{BoardId, SetupError};

/// Why a text is no BFEN, as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BfenError {
    /// Not two boards.
    #[error("a BFEN has two boards separated by |, found {0}")]
    Boards(usize),
    /// No number of a start of Chess960.
    #[error("a start of Chess960 is chess960 and a number from 0 to 959, found {0}")]
    Chess960(Found),
    /// Something is wrong with one board.
    #[error("board {0}: {1}")]
    Board(BoardId, BoardError),
}

/// What is wrong with one board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// There is nothing.
    #[error("empty; expected a position")]
    Empty,
    /// Too few or too many ranks.
    #[error("expected 8 ranks, found {0}")]
    Ranks(usize),
    /// A rank that is not eight squares wide.
    #[error("rank {rank} has {squares} squares, 8 expected")]
    RankWidth {
        /// The rank, 1 to 8.
        rank: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter that is no man.
    #[error("rank {rank}: '{found}' is not a piece (use K Q R B N P, lower case for Black)")]
    Piece {
        /// The rank, 1 to 8.
        rank: usize,
        /// What was found.
        found: char,
    },
    /// A mark of promotion that follows no man.
    #[error("rank {0}: ~ marks a promoted piece and must follow one")]
    StrayMark(usize),
    /// A letter that lies in no stock.
    #[error("stock: '{0}' can't lie there (Q R B N P, small for Black)")]
    Stock(char),
    /// More men of a kind than can be counted.
    #[error("stock: more than 255 pieces of a kind")]
    StockSize,
    /// A bracket that is not closed, or something after it.
    #[error("stock: [ and ] must enclose it at the end of the position")]
    Bracket,
    /// No side to move.
    #[error("the side to move is w or b, found {0}")]
    Side(Found),
    /// No castling rights.
    #[error("castling rights are letters of KQkq, or -, found {0}")]
    Castling(Found),
    /// No en passant square.
    #[error("the en passant square is a square or -, found {0}")]
    EnPassant(Found),
    /// A clock that is no number of seconds.
    #[error("a clock is a number of seconds, found {0}")]
    Clock(Found),
    /// One clock alone.
    #[error("expected two clocks, found one")]
    OneClock,
    /// More than there should be.
    #[error("{0} follows the clocks, where nothing is expected")]
    Rest(Found),
    /// It can be read but is no position.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<SetupError>),
}

/// A word that was found, quoted and cut short where it is long; or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found(Option<String>);

impl Found {
    pub(super) fn new(word: Option<&str>) -> Found {
        Found(word.map(|word| match word.char_indices().nth(24) {
            Some((end, _)) => format!("{}…", &word[..end]),
            None => word.to_owned(),
        }))
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(word) => write!(f, "'{word}'"),
            None => f.write_str("nothing"),
        }
    }
}
