//! From what is written to the legal move that is meant, or to the reason why there is none.

use tandem_rules::shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};
use tandem_rules::{
    BoardView, Coordinates, Illegal, Move, MoveList, Position, STOCK_ROLES, Wanted,
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
    ///
    /// ```
    /// use tandem_notation::{San, SanError};
    /// use tandem_rules::{Bughouse, Illegal, Rulebook};
    ///
    /// let book = Rulebook::builtin("fics").expect("a built-in book");
    /// let board = Bughouse::new(&book);
    /// let error = San::parse("N@f3")?.to_move(board.view());
    /// assert_eq!(error, Err(SanError::Illegal(Illegal::NotHeld)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_move(self, board: BoardView<'_>) -> Result<Move, SanError> {
        let position = board.position();
        let mut legal = MoveList::new();
        board.list_moves(&self.wanted(position), &mut legal);
        let mut meant = legal.iter().copied().filter(|&m| self.means(m));
        match (meant.next(), meant.next()) {
            (Some(m), None) => Ok(m),
            (Some(m), Some(n)) if m.from() == n.from() => Err(Illegal::PromotionUnannounced.into()),
            (Some(m), Some(_)) => {
                let role = m.from().and_then(|from| position.board().role_at(from));
                Err(SanError::Ambiguous { role: role.unwrap_or(Role::Pawn), to: m.to() })
            }
            (None, _) => match self.coordinates(position) {
                Some(coordinates) => Ok(board.legal_move(coordinates)?),
                None => Err(self.why_none(board)),
            },
        }
    }

    /// Without a letter but with a whole origin, `g1f3` is a move in coordinates if another man than a pawn stands there.
    fn coordinates(self, position: &Position) -> Option<Coordinates> {
        let San::Walk { role: Role::Pawn, file: Some(file), rank: Some(rank), to, becomes, .. } =
            self
        else {
            return None;
        };
        let from = Square::from_coords(file, rank);
        let man = position.board().piece_at(from)?;
        (man.color == position.turn() && man.role != Role::Pawn).then_some(Coordinates::Walk {
            from,
            to,
            becomes,
        })
    }

    /// What hands do that are told this move, where what is legal is for the players to see: the legal
    /// move that is meant, or else what the man does that moves like that. Neither what is done
    /// nor why nothing is tells whether it would be legal.
    ///
    /// # Errors
    /// No man moves like that, or several do.
    ///
    /// ```
    /// use tandem_notation::{San, bfen::Bfen};
    /// use tandem_rules::{BoardId, Rulebook};
    ///
    /// let book = Rulebook::builtin("asten").expect("a built-in book");
    /// let bfen = Bfen::parse("3rk3/8/8/8/8/8/8/4K3 w - - | 4k3/8/8/8/8/8/8/4K3 w - -")?;
    /// let board = bfen.boards[BoardId::A].position.by(&book);
    /// let walk = San::parse("Kd2")?; // into check
    /// assert!(walk.to_move(board).is_err());
    /// assert_eq!(walk.to_hands(board)?.to_string(), "e1d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_hands(self, board: BoardView<'_>) -> Result<Coordinates, SanError> {
        match self.to_move(board) {
            Ok(legal) => return Ok(legal.into()),
            Err(why @ SanError::Illegal(Illegal::PromotionUnannounced)) => return Err(why),
            Err(_) => {}
        }
        let position = board.position();
        let us = position.turn();
        match self {
            San::Drop { role, to } => Ok(Coordinates::Drop { role, to }),
            San::Castle(side) => {
                let castling = position.castling();
                let (king, rook) = (castling.king_home(us), castling.rook_home(us, side));
                let castle = Move::Castle { king, rook }.coordinates();
                match board.by_hand(castle) {
                    Ok(Move::Castle { .. }) => Ok(castle),
                    _ => Err(Illegal::Castling.into()),
                }
            }
            San::Walk { role, to, becomes, .. } => {
                if let Some(error) = own_man(position, us, to) {
                    return Err(error);
                }
                let men = self.candidates(position);
                let mut able = men.into_iter().filter(|from| reaches(position, *from, to));
                match (able.next(), able.next()) {
                    (Some(from), None) => Ok(Coordinates::Walk { from, to, becomes }),
                    (Some(_), Some(_)) => Err(SanError::Ambiguous { role, to }),
                    (None, _) => Err(SanError::NoneCan { role, to }),
                }
            }
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
                let from = position.castling().king_home(position.turn()).into();
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
                m.is_promotion_to(becomes)
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
            let adjacent = [-1, 1].iter().filter_map(|by| to.file().offset(*by));
            men &= if capture {
                adjacent.fold(Bitboard::EMPTY, |set, file| set | Bitboard::from_file(file))
            } else {
                ahead
            };
        }
        if let Some(rank) = rank {
            men &= Bitboard::from_rank(rank);
        }
        men
    }

    fn why_none(self, board: BoardView<'_>) -> SanError {
        let position = board.position();
        let us = position.turn();
        let why = |coordinates| board.why_illegal(coordinates).into();
        match self {
            San::Drop { role, to } => why(Coordinates::Drop { role, to }),
            San::Castle(side) => {
                let castling = position.castling();
                let (king, rook) = (castling.king_home(us), castling.rook_home(us, side));
                match position.board().piece_at(king) {
                    Some(man) if man == us.king() => why(Move::Castle { king, rook }.coordinates()),
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
                    None => self.why_none_of(men, board),
                }
            }
        }
    }

    /// Of several men, perhaps just one moves like that: then it is meant, and its reason is told.
    fn why_none_of(self, men: Bitboard, board: BoardView<'_>) -> SanError {
        let San::Walk { role, to, becomes, .. } = self else {
            return Illegal::NoMan.into();
        };
        let reasons =
            men.into_iter().map(|from| board.why_illegal(Coordinates::Walk { from, to, becomes }));
        let mut able = reasons.filter(|why| !matches!(why, Illegal::Movement { .. }));
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

/// Whether a man moves like that, whatever becomes of its king.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(from) else { return false };
    if man.role != Role::Pawn {
        return attacks::attacks(from, man, board.occupied()).contains(to);
    }
    let [rank, target] = [from, to].map(|square| man.color.relative_rank(square.rank()) as i32);
    match (target - rank, from.file().distance(to.file())) {
        (1, 0 | 1) => true,
        (2, 0) => rank == Rank::Second as i32,
        _ => false,
    }
}
