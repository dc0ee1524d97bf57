//! Slips of the pen and breaches of the rules, apart.

use tandem_rules::Illegal;
use tandem_rules::shakmaty::{Role, Square};

/// Why a text is no move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ParseSanError {
    /// There is no text.
    #[error("a move is missing")]
    Empty,
    /// It does not look like a move.
    #[error("not a move; expected something like Nf3, exd5, e8=Q, O-O or N@f3")]
    NoMove,
    /// A king can't be dropped, nor can a pawn become one.
    #[error("a king can't be dropped or promoted to")]
    King,
    /// Something follows the move.
    #[error("something follows the move that is no +, #, ! or ?")]
    Rest,
}

/// Why a move in SAN means no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SanError {
    /// One man is meant, and this is why it can't.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// The player's own man stands on the target square.
    #[error("the player's own {}{} stands on {square}", if *dropped { "dropped " } else { "" },
            name(*role))]
    OwnMan {
        /// The square.
        square: Square,
        /// What stands there.
        role: Role,
        /// Whether it was dropped there.
        dropped: bool,
    },
    /// No such man is on the board.
    #[error("the player has no {}{} on the board", name(*role), if *elsewhere { " there" } else { "" })]
    NoMan {
        /// The kind of man.
        role: Role,
        /// Whether there are such men, but not on the file or rank that is written.
        elsewhere: bool,
    },
    /// Several such men are on the board, and none can go there.
    #[error("no {} can go to {to}", name(*role))]
    NoneCan {
        /// The kind of man.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// Several can go there.
    #[error("more than one {} can go to {to}", name(*role))]
    Ambiguous {
        /// The kind of man.
        role: Role,
        /// Where it should go.
        to: Square,
    },
}

/// Why a text means no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ReadMoveError {
    /// It is no move.
    #[error(transparent)]
    Syntax(#[from] ParseSanError),
    /// It is a move, but not a legal one.
    #[error(transparent)]
    Rule(#[from] SanError),
}

/// What the referee would say of it: which square or man is meant is not told there.
impl From<ReadMoveError> for Illegal {
    fn from(why: ReadMoveError) -> Illegal {
        match why {
            ReadMoveError::Rule(SanError::Illegal(why)) => why,
            ReadMoveError::Rule(SanError::OwnMan { .. }) => Illegal::OwnMan,
            ReadMoveError::Rule(SanError::NoneCan { role, .. }) => Illegal::Movement { role },
            ReadMoveError::Rule(SanError::Ambiguous { .. }) => Illegal::Ambiguous,
            ReadMoveError::Rule(SanError::NoMan { .. }) | ReadMoveError::Syntax(_) => {
                Illegal::NoMan
            }
        }
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
