//! A game as a tree over two boards, with everything that was written about it.

use tandem_rules::{Millis, Seat, Team};

use super::problem::{MoveNumber, Place, Problem};
use super::tags::Tags;
use crate::san::SanPlus;

/// A game of bughouse as a file tells it.
///
/// Two games are equal if they say the same: where they stood in a file and what was wrong
/// with them does not count.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The tags.
    pub tags: Tags,
    /// The moves as played, in the order of play, with variations hanging from them.
    pub main: Line,
    /// The closing comment, such as `NAME checkmated`.
    pub ending: Option<String>,
    /// The result at the end of the moves.
    pub result: GameResult,
    /// Whether the score is of one board only, which is then board A.
    pub one_board: bool,
    /// Where the game begins.
    pub start: Place,
    /// Where its moves end.
    pub end: Place,
    /// What was wrong with it, in the order of the file.
    pub problems: Vec<Problem>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.tags == other.tags
            && self.main == other.main
            && self.ending == other.ending
            && self.result == other.result
            && self.one_board == other.one_board
    }
}

impl Eq for Game {}

impl Game {
    /// The first error, if there is one.
    #[must_use]
    pub fn error(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.is_error())
    }
}

/// A series of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub before: Vec<Remark>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A half-move. Equal plies say the same; their place in a file does not count.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Number and seat.
    pub number: MoveNumber,
    /// What was written for the move.
    pub written: Written,
    /// A judgement from `!` to `?!`.
    pub glyph: Option<Glyph>,
    /// The clock after the move.
    pub clock: Option<Clock>,
    /// What follows the move: comments, variations that replace it.
    pub remarks: Vec<Remark>,
    /// Where it stands in the file.
    pub place: Place,
}

impl PartialEq for Ply {
    fn eq(&self, other: &Ply) -> bool {
        self.number == other.number
            && self.written == other.written
            && self.glyph == other.glyph
            && self.clock == other.clock
            && self.remarks == other.remarks
    }
}

impl Eq for Ply {}

impl Ply {
    /// Who moved.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.number.seat
    }
}

/// What was written for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A move.
    San(SanPlus),
    /// A word that is no move, kept as it is.
    Unread(Box<str>),
}

/// What a clock shows after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The time that the player has left: `{113.257}`, `{[%clk 0:01:53.257]}`.
    Left(Millis),
    /// The time since the start of the match: `{[ts=6.743]}`.
    Since(Millis),
}

/// A judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Glyph {
    /// All with their signs; the place in the list is the number in PGN, less one.
    pub const ALL: [(Glyph, &'static str); 6] = [
        (Glyph::Good, "!"),
        (Glyph::Mistake, "?"),
        (Glyph::Brilliant, "!!"),
        (Glyph::Blunder, "??"),
        (Glyph::Interesting, "!?"),
        (Glyph::Dubious, "?!"),
    ];

    /// The sign.
    #[must_use]
    pub fn sign(self) -> &'static str {
        Glyph::ALL[self as usize].1
    }

    pub(super) fn from_sign(sign: &[u8]) -> Option<Glyph> {
        Glyph::ALL.into_iter().find(|(_, known)| known.as_bytes() == sign).map(|(glyph, _)| glyph)
    }

    pub(super) fn from_nag(number: u16) -> Option<Glyph> {
        Glyph::ALL.get(usize::from(number).checked_sub(1)?).map(|(glyph, _)| *glyph)
    }
}

/// Something said about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// `{C:…}`: a comment, also what was said during play.
    Comment(String),
    /// `{A:…}`: an annotation.
    Annotation(String),
    /// `{D:…}`: a diagram.
    Diagram(String),
    /// `{R:…}`: a request during play.
    Request(String),
    /// `{…}` without a letter.
    Plain(String),
    /// `$n`: a sign of PGN by its number.
    Nag(u16),
    /// `(=)`: a draw was offered.
    DrawOffer,
    /// `( … )`: other moves in place of the one it follows.
    Variation(Line),
}

/// A result as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: WhiteA's team won.
    One,
    /// `0-1`: BlackA's team won.
    Two,
    /// `1/2-1/2`.
    Draw,
    /// `*`, or nothing at all.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that a win of this team is.
    #[must_use]
    pub fn win(team: Team) -> GameResult {
        match team {
            Team::One => GameResult::One,
            Team::Two => GameResult::Two,
        }
    }

    /// Whether somebody won or the game was drawn.
    #[must_use]
    pub fn is_known(self) -> bool {
        self != GameResult::Unknown
    }

    /// The sign.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            GameResult::One => "1-0",
            GameResult::Two => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result of a sign.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<GameResult> {
        Some(match sign.trim() {
            "1-0" => GameResult::One,
            "0-1" => GameResult::Two,
            "1/2-1/2" | "1/2" | "½-½" | "½" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }
}
