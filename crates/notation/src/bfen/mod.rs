//! BFEN: both boards, stocks and clocks on one line.
//!
//! ```text
//! BOARD/STOCK side castling ep WHITE BLACK | BOARD/STOCK side castling ep WHITE BLACK
//! ```
//!
//! One form is written, every form in use is read: see [`Bfen::parse`].

mod error;
mod parse;
mod write;

use std::fmt;
use std::str::FromStr;

use tandem_rules::shakmaty::ByColor;
use tandem_rules::{ByBoard, Millis, Position};

pub use error::{BfenError, BoardError};
pub use write::write_bfen;

/// The position of a match.
///
/// ```
/// use tandem_notation::Bfen;
/// use tandem_rules::{BoardId, Seat, shakmaty::{Color, Role}};
///
/// let text = "4k3/8/8/8/8/8/8/4K3/Qn w - - 12.5 60 | 4k3/8/8/8/8/8/8/4K3 b - - 60 60";
/// let bfen: Bfen = text.parse()?;
/// assert!(bfen.boards[BoardId::A].position.stock(Color::White).has(Role::Queen));
/// assert!(bfen.boards[BoardId::B].position.turn().is_black());
/// assert_eq!(bfen.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bfen {
    /// Both boards.
    pub boards: ByBoard<BfenBoard>,
}

/// One board of a [`Bfen`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BfenBoard {
    /// Men, stocks, side to move and rights.
    pub position: Position,
    /// The time that each player has left, if it is told.
    pub clocks: Option<ByColor<Millis>>,
}

impl Bfen {
    /// Reads a BFEN of two boards separated by `|`.
    ///
    /// Besides the canonical form these are read, each board in its own way:
    /// - the stock in brackets (`[Pp]`, `[]`), after a ninth slash, or left out; the slash may be
    ///   written with nothing after it;
    /// - castling, en passant and side to move in that order, as in the example of the Czech book;
    /// - no en passant field; no clocks;
    /// - half-move and full-move counters in place of the clocks. Two numbers are clocks, except
    ///   that two whole numbers behind a stock in brackets are counters and are dropped: the
    ///   programs that write brackets write counters.
    ///
    ///
    /// Castling rights are `KQkq`, or the files of the rooks where king and rooks stand elsewhere
    /// (`HBhb`, Chess960). `chess960 518` is the start of that number on both boards.
    ///
    /// # Errors
    /// What is wrong, and on which board.
    ///
    /// # Examples
    /// ```
    /// use tandem_notation::Bfen;
    ///
    /// let start = Bfen::parse("chess960 0").unwrap();
    /// assert!(start.to_string().starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -"));
    ///
    /// let error = Bfen::parse("8/8/8/8/8/8/8/8 w - - | 8/8/8/8/8/8/8 w - -").unwrap_err();
    /// assert_eq!(error.to_string(), "board A: white has 0 kings, one expected; \
    ///                                black has 0 kings, one expected");
    /// ```
    pub fn parse(text: &str) -> Result<Bfen, BfenError> {
        parse::both(text)
    }

    /// Reads a BFEN, or the FEN of a single board; board B then stands as at the start.
    ///
    /// # Errors
    /// As [`Bfen::parse`].
    ///
    /// ```
    /// use tandem_notation::Bfen;
    ///
    /// // Two FENs with pockets in brackets, as crazyhouse programs write them.
    /// let bfen = Bfen::parse_lenient("4k3/8/8/8/8/8/8/4K3[Q] w - - | 4k3/8/8/8/8/8/8/4K3[] w - -")?;
    /// assert!(bfen.to_string().starts_with("4k3/8/8/8/8/8/8/4K3/Q w"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_lenient(text: &str) -> Result<Bfen, BfenError> {
        parse::one_or_both(text)
    }

    /// The two positions.
    #[must_use]
    pub fn positions(&self) -> ByBoard<&Position> {
        ByBoard::new_with(|board| &self.boards[board].position)
    }
}

impl FromStr for Bfen {
    type Err = BfenError;

    fn from_str(text: &str) -> Result<Bfen, BfenError> {
        Bfen::parse(text)
    }
}

impl fmt::Display for Bfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::bfen(f, self.positions(), |board| self.boards[board].clocks)
    }
}
