//! Writing SAN: the shortest form that no other legal move shares.

use std::fmt;

use tandem_rules::shakmaty::{CastlingSide, File, Rank, Role, Square};
use tandem_rules::{BoardRules, MateRule, Move, OtherBoard, Position, Promotion, Stuck};

use super::{San, SanPlus, Suffix};
use crate::letters::Letters;

impl San {
    /// How a legal move is written. It is disambiguated by file, then rank, then both
    /// (sscr E9).
    #[must_use]
    pub fn from_move(
        m: Move,
        position: &Position,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> San {
        let board = position.board();
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
                    _ => origin(from, to, role, position, rules, other),
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
    position: &Position,
    rules: &BoardRules,
    other: Option<OtherBoard<'_>>,
) -> (Option<File>, Option<Rank>) {
    let same_kind = position.board().by_piece(role.of(position.turn())).without(from);
    if same_kind.is_empty() {
        return (None, None);
    }
    let (mut rivals, mut on_file, mut on_rank) = (false, false, false);
    for m in position.legal_moves(rules, other) {
        if let Move::Walk { from: rival, to: target, .. } = m
            && target == to
            && same_kind.contains(rival)
        {
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
    pub fn from_move(
        m: Move,
        position: &Position,
        rules: &BoardRules,
        mate: MateRule,
        other: Option<OtherBoard<'_>>,
    ) -> SanPlus {
        let san = San::from_move(m, position, rules, other);
        let mut next = position.clone();
        next.play_unchecked(m, rules);
        if !next.is_check(next.turn()) {
            return SanPlus { san, suffix: Suffix::None };
        }
        // What the promotion takes is gone from the other board before the reply.
        let taken = match (m.promotion(), other) {
            (Some(Promotion::Take(_, square)), Some(other)) => {
                let mut there = other.position.clone();
                there.remove(square);
                Some((there, other.ended))
            }
            _ => None,
        };
        let other = match &taken {
            Some((position, ended)) => Some(OtherBoard { position, ended: *ended }),
            None => other,
        };
        let suffix = match next.stuck(rules, mate, other) {
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
