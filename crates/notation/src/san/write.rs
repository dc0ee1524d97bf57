//! Writing SAN: the shortest form that no other legal move shares.

use std::fmt;

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};
use tandem_rules::{BoardView, Move, MoveList, OtherBoard, Promotion, Stuck, Wanted};

use super::{San, SanPlus, Suffix};
use crate::letters::Letters;

impl San {
    /// How a legal move is written. It is disambiguated by file, then rank, then both
    /// (sscr E9).
    #[must_use]
    pub fn from_move(m: Move, view: BoardView<'_>) -> San {
        let board = view.position().board();
        match m {
            Move::Drop { role, to } => San::Drop { role, to },
            Move::Castle { king, rook } => San::Castle(if rook > king {
                CastlingSide::KingSide
            } else {
                CastlingSide::QueenSide
            }),
            Move::EnPassant { from, to } => San::Walk {
                role: Role::Pawn,
                file: Some(from.file()),
                rank: None,
                capture: true,
                to,
                becomes: None,
            },
            Move::Walk { from, to, promotion } => {
                let role = board.role_at(from).unwrap_or(Role::Pawn);
                let capture = board.occupied().contains(to);
                let (file, rank) = match role {
                    Role::Pawn => (capture.then(|| from.file()), None),
                    _ => origin(from, to, role, view),
                };
                let becomes = match promotion {
                    None | Some(Promotion::Vanish) => None,
                    Some(Promotion::To(role)) => Some((role, None)),
                    Some(Promotion::Take(role, square)) => Some((role, Some(square))),
                };
                San::Walk { role, file, rank, capture, to, becomes }
            }
        }
    }

    /// How a move is written where what is legal is for the players to see: a piece names the square
    /// that it comes from, whether or not another could go there.
    ///
    /// ```
    /// use tandem_notation::{Letters, San};
    /// use tandem_rules::{Bughouse, Rulebook};
    ///
    /// let book = Rulebook::builtin("asten").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// let leap = board.by_hand("b1d2".parse()?)?; // on one's own pawn
    /// assert_eq!(San::by_hand(leap, board.view()).display(Letters::English).to_string(), "Nb1xd2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_hand(m: Move, view: BoardView<'_>) -> San {
        let mut san = San::from_move(m, view);
        if let (San::Walk { role, file, rank, .. }, Some(from)) = (&mut san, m.from())
            && *role != Role::Pawn
        {
            (*file, *rank) = (Some(from.file()), Some(from.rank()));
        }
        san
    }

    /// The move in the letters of a language.
    #[must_use]
    pub fn display(self, letters: Letters) -> SanDisplay {
        SanDisplay { plus: SanPlus { san: self, suffix: Suffix::None }, letters }
    }
}

/// What tells this man from others of its kind that can go to the same square.
fn origin(
    from: Square,
    to: Square,
    role: Role,
    view: BoardView<'_>,
) -> (Option<File>, Option<Rank>) {
    let position = view.position();
    let same_kind = position.board().by_piece(role.of(position.turn())).without(from);
    if same_kind.is_empty() {
        return (None, None);
    }
    let (mut rivals, mut on_file, mut on_rank) = (false, false, false);
    let mut to_there = MoveList::new();
    view.list_moves(&Wanted { from: same_kind, to: to.into(), ..Wanted::NOTHING }, &mut to_there);
    for m in &to_there {
        if let Some(rival) = m.from() {
            rivals = true;
            on_file |= rival.file() == from.file();
            on_rank |= rival.rank() == from.rank();
        }
    }
    match (rivals, on_file, on_rank) {
        (false, _, _) => (None, None),
        (true, false, _) => (Some(from.file()), None),
        (true, true, false) => (None, Some(from.rank())),
        (true, true, true) => (Some(from.file()), Some(from.rank())),
    }
}

impl SanPlus {
    /// How a legal move is written, with `+` for check and `#` for what the book calls mate.
    #[must_use]
    pub fn from_move(m: Move, view: BoardView<'_>) -> SanPlus {
        let san = San::from_move(m, view);
        let mut next = view.position().clone();
        next.play_unchecked(m, view.rules());
        if !next.is_check(next.turn()) {
            return SanPlus { san, suffix: Suffix::None };
        }
        // What the promotion takes is gone from the other board before the reply.
        let taken = match (m.promotion(), view.other()) {
            (Some(Promotion::Take(_, square)), Some(other)) => {
                let mut there = other.position.clone();
                there.remove(square);
                Some((there, other.ended))
            }
            _ => None,
        };
        let other = match &taken {
            Some((position, ended)) => Some(OtherBoard { position, ended: *ended }),
            None => view.other(),
        };
        let suffix = match next.by(view.rules()).with_other(other).stuck() {
            Stuck::Mate => Suffix::Mate,
            _ => Suffix::Check,
        };
        SanPlus { san, suffix }
    }

    /// The move in the letters of a language.
    #[must_use]
    pub fn display(self, letters: Letters) -> SanDisplay {
        SanDisplay { plus: self, letters }
    }
}

/// A move on its way to the page, in the letters of a language.
#[derive(Clone, Copy, Debug)]
pub struct SanDisplay {
    plus: SanPlus,
    letters: Letters,
}

impl fmt::Display for SanDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        let letter = |f: &mut fmt::Formatter<'_>, role| match self.letters.letter(role) {
            Some(letter) => f.write_char(letter),
            None => Ok(()),
        };
        match self.plus.san {
            San::Castle(CastlingSide::KingSide) => f.write_str("O-O")?,
            San::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O")?,
            San::Drop { role, to } => {
                letter(f, role)?;
                write!(f, "@{to}")?;
            }
            San::Walk { role, file, rank, capture, to, becomes } => {
                if role != Role::Pawn {
                    letter(f, role)?;
                }
                if let Some(file) = file {
                    f.write_char(file.char())?;
                }
                if let Some(rank) = rank {
                    f.write_char(rank.char())?;
                }
                if capture {
                    f.write_char('x')?;
                }
                write!(f, "{to}")?;
                if let Some((role, square)) = becomes {
                    f.write_char('=')?;
                    letter(f, role)?;
                    if let Some(square) = square {
                        write!(f, "{square}")?;
                    }
                }
            }
        }
        match self.plus.suffix {
            Suffix::None => Ok(()),
            Suffix::Check => f.write_char('+'),
            Suffix::Mate => f.write_char('#'),
        }
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Letters::English).fmt(f)
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Letters::English).fmt(f)
    }
}
