//! From what is written to the legal move that is meant, or to the reason why there is none.

use tandem_rules::shakmaty::{Bitboard, Color, Role, Square};
use tandem_rules::{
    BoardRules, Coordinates, Illegal, Move, MoveList, OtherBoard, Position, Promotion, STOCK_ROLES,
    Wanted, king_home,
};

use super::{San, SanError};

impl San {
    /// The legal move that is meant.
    ///
    /// Captures need not be marked; `e8=Q` means the only queen of the other board that a book
    /// lets the pawn take.
    ///
    /// # Errors
    /// Why no legal move is meant, or that several are.
    pub fn to_move(
        self,
        position: &Position,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> Result<Move, SanError> {
        let mut legal = MoveList::new();
        position.list_moves(rules, other, &self.wanted(position), &mut legal);
        let mut meant = legal.into_iter().filter(|&m| self.means(m));
        match (meant.next(), meant.next()) {
            (Some(m), None) => Ok(m),
            (Some(m), Some(n)) if m.from() == n.from() => Err(Illegal::PromotionUnannounced.into()),
            (Some(m), Some(_)) => {
                let role = m.from().and_then(|from| position.board().role_at(from));
                Err(SanError::Ambiguous { role: role.unwrap_or(Role::Pawn), to: m.to() })
            }
            (None, _) => Err(self.why_none(position, rules, other)),
        }
    }

    /// The part of the legal moves in which the one that is meant must be.
    fn wanted(self, position: &Position) -> Wanted {
        match self {
            San::Drop { role, to } => {
                let on = |kind| if kind == role { to.into() } else { Bitboard::EMPTY };
                Wanted { drops: STOCK_ROLES.map(on), ..Wanted::NOTHING }
            }
            San::Castle(_) => {
                let from = king_home(position.turn()).into();
                Wanted { from, castling: true, ..Wanted::NOTHING }
            }
            San::Walk { to, .. } => Wanted {
                from: self.candidates(position),
                to: to.into(),
                noisy_pawns: to.into(),
                ..Wanted::NOTHING
            },
        }
    }

    /// Whether this one of the wanted moves is meant.
    fn means(self, m: Move) -> bool {
        match (self, m) {
            (San::Castle(side), Move::Castle { king, rook }) => {
                side.is_king_side() == (rook > king)
            }
            (San::Walk { becomes, .. }, Move::Walk { .. } | Move::EnPassant { .. }) => {
                match (becomes, m.promotion()) {
                    (None, None | Some(Promotion::Vanish)) => true,
                    (Some((role, None)), Some(Promotion::To(r) | Promotion::Take(r, _))) => {
                        role == r
                    }
                    (Some((role, Some(at))), Some(Promotion::Take(r, square))) => {
                        role == r && at == square
                    }
                    _ => false,
                }
            }
            (San::Drop { .. }, Move::Drop { .. }) => true,
            _ => false,
        }
    }

    /// The player's men that can be meant: of the kind, on the file and rank that are written.
    fn candidates(self, position: &Position) -> Bitboard {
        let San::Walk { role, file, rank, capture, to, .. } = self else {
            return Bitboard::EMPTY;
        };
        let mut men = position.board().by_piece(role.of(position.turn()));
        if let Some(file) = file {
            men &= Bitboard::from_file(file);
        } else if role == Role::Pawn {
            // Without a file a pawn goes straight ahead, or captures from either side.
            let ahead = Bitboard::from_file(to.file());
            let beside = [-1, 1].iter().filter_map(|by| to.file().offset(*by));
            men &= if capture {
                beside.fold(Bitboard::EMPTY, |set, file| set | Bitboard::from_file(file))
            } else {
                ahead
            };
        }
        if let Some(rank) = rank {
            men &= Bitboard::from_rank(rank);
        }
        men
    }

    fn why_none(
        self,
        position: &Position,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> SanError {
        let us = position.turn();
        let why = |coordinates| position.why_illegal(coordinates, rules, other).into();
        match self {
            San::Drop { role, to } => why(Coordinates::Drop { role, to }),
            San::Castle(side) => {
                let from = king_home(us);
                let to = Square::from_coords(side.king_to_file(), from.rank());
                match position.board().piece_at(from) {
                    Some(man) if man == us.king() => {
                        why(Coordinates::Walk { from, to, becomes: None })
                    }
                    _ => Illegal::Castling.into(),
                }
            }
            San::Walk { role, to, becomes, .. } => {
                if let Some(error) = own_man(position, us, to) {
                    return error;
                }
                let men = self.candidates(position);
                match men.single_square() {
                    Some(from) => why(Coordinates::Walk { from, to, becomes }),
                    None if men.is_empty() => {
                        let all = position.board().by_piece(role.of(us));
                        SanError::NoMan { role, elsewhere: all.any() }
                    }
                    None => self.why_none_of(men, position, rules, other),
                }
            }
        }
    }

    /// Of several men, perhaps just one moves like that: then it is meant, and its reason is told.
    fn why_none_of(
        self,
        men: Bitboard,
        position: &Position,
        rules: &BoardRules,
        other: Option<OtherBoard<'_>>,
    ) -> SanError {
        let San::Walk { role, to, becomes, .. } = self else {
            return Illegal::NoMan.into();
        };
        let reasons = men.into_iter().map(|from| {
            position.why_illegal(Coordinates::Walk { from, to, becomes }, rules, other)
        });
        let mut able = reasons.filter(|why| !matches!(why, Illegal::Movement(_)));
        match able.next() {
            Some(first) if able.all(|why| why == first) => first.into(),
            _ => SanError::NoneCan { role, to },
        }
    }
}

fn own_man(position: &Position, us: Color, to: Square) -> Option<SanError> {
    let man = position.board().piece_at(to).filter(|man| man.color == us)?;
    let dropped = position.dropped().contains(to);
    Some(SanError::OwnMan { square: to, role: man.role, dropped })
}
