//! One board seen as a position of [`shakmaty`], for everything that is written against its
//! [`shakmaty::Position`] trait: its perft, its SAN, its hashing.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingMode, Color, Move as ChessMove, MoveList,
    Outcome, RemainingChecks, Setup as ChessSetup, Square,
};

use crate::board_rules::{BoardRules, PromotionSource};
use crate::moves::{Move, Promotion};
use crate::position::Position;
use crate::stock::STOCK_ROLES;

/// One board with a fixed stock: drops use it up, captures leave for good, the other board does
/// not exist. Books that take promoted pieces from the other board do not fit this view.
///
/// ```
/// use tandem_rules::{Lone, Position, Rulebook};
/// use tandem_rules::shakmaty::{Position as _, san::San};
///
/// let book = Rulebook::builtin("minerva").expect("a built-in book");
/// let lone = Lone::new(Position::default(), book.board_rules()).expect("pawns promote by themselves");
/// let m = San::from_ascii(b"Nf3")?.to_move(&lone)?;
/// assert!(lone.is_legal(m));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lone {
    position: Position,
    rules: BoardRules,
    pockets: ByColor<ByRole<u8>>,
    castles: Castles,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl Lone {
    /// The view of a position; none where promotions need the other board.
    #[must_use]
    pub fn new(position: Position, rules: &BoardRules) -> Option<Lone> {
        if rules.promotion_source != PromotionSource::Pawn {
            return None;
        }
        let mut lone = Lone {
            position,
            rules: *rules,
            pockets: ByColor::default(),
            castles: Castles::empty(CastlingMode::Standard),
            halfmoves: 0,
            fullmoves: NonZeroU32::MIN,
        };
        lone.refresh();
        Some(lone)
    }

    fn refresh(&mut self) {
        for color in Color::ALL {
            for role in STOCK_ROLES {
                let count = self.position.stock(color).count(role);
                *self.pockets.get_mut(color).get_mut(role) = count;
            }
        }
        let castling = self.position.castling();
        let setup = ChessSetup {
            board: self.position.board().clone(),
            castling_rights: castling
                .iter()
                .map(|(color, side)| castling.rook_home(color, side))
                .collect(),
            ..ChessSetup::empty()
        };
        let usual = castling.iter().all(|(color, side)| {
            let letter = castling.letter(color, side);
            matches!(letter.to_ascii_lowercase(), 'k' | 'q')
        });
        let mode = if usual { CastlingMode::Standard } else { CastlingMode::Chess960 };
        self.castles = Castles::from_setup(&setup, mode).unwrap_or_else(|castles| castles);
    }

    fn to_chess(&self, m: Move) -> Option<ChessMove> {
        Some(match m {
            Move::Walk { from, to, promotion } => ChessMove::Normal {
                role: self.position.board().role_at(from)?,
                from,
                capture: self.position.board().role_at(to),
                to,
                promotion: match promotion {
                    None => None,
                    Some(Promotion::To(role)) => Some(role),
                    Some(Promotion::Take(..) | Promotion::Vanish) => return None,
                },
            },
            Move::EnPassant { from, to } => ChessMove::EnPassant { from, to },
            Move::Castle { king, rook } => ChessMove::Castle { king, rook },
            Move::Drop { role, to } => ChessMove::Put { role, to },
        })
    }
}

impl shakmaty::Position for Lone {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn promoted(&self) -> Bitboard {
        self.position.promoted()
    }

    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        Some(&self.pockets)
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn castles(&self) -> &Castles {
        &self.castles
    }

    fn maybe_ep_square(&self) -> Option<Square> {
        self.position.en_passant()
    }

    fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        None
    }

    fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    fn fullmoves(&self) -> NonZeroU32 {
        self.fullmoves
    }

    fn legal_moves(&self) -> MoveList {
        let moves = self.position.by(&self.rules).legal_moves();
        // Its list is bounded; positions with more moves than that are made up.
        let room = MoveList::new().capacity();
        moves.into_iter().filter_map(|m| self.to_chess(m)).take(room).collect()
    }

    fn is_variant_end(&self) -> bool {
        false
    }

    /// There is always the partner (asten 13c).
    fn has_insufficient_material(&self, _: Color) -> bool {
        false
    }

    fn variant_outcome(&self) -> Outcome {
        Outcome::Unknown
    }

    fn play_unchecked(&mut self, m: ChessMove) {
        self.halfmoves = if m.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        if self.position.turn().is_black() {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        let m = match m {
            ChessMove::Normal { from, to, promotion, .. } => {
                Move::Walk { from, to, promotion: promotion.map(Promotion::To) }
            }
            ChessMove::EnPassant { from, to } => Move::EnPassant { from, to },
            ChessMove::Castle { king, rook } => Move::Castle { king, rook },
            ChessMove::Put { role, to } => Move::Drop { role, to },
        };
        self.position.play_unchecked(m, &self.rules);
        self.refresh();
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;
    use shakmaty::{Position as _, Role, perft};

    use super::*;
    use crate::Rulebook;

    #[test]
    fn shakmaty_plays_and_writes_our_positions() {
        let book = Rulebook::builtin("minerva").unwrap();
        let mut start = Position::default();
        start.stock_mut(Color::White).add(Role::Knight);
        let lone = Lone::new(start.clone(), book.board_rules()).unwrap();
        assert_eq!(perft(&lone, 3), start.by(&book).perft(3));
        let names: Vec<_> =
            lone.legal_moves().iter().map(|&m| San::from_move(&lone, m).to_string()).collect();
        assert!(names.contains(&"N@f6".to_owned()) && names.contains(&"Nf3".to_owned()));
    }

    #[test]
    fn books_that_promote_from_the_other_board_do_not_fit() {
        let fer = Rulebook::builtin("fer").unwrap();
        assert!(Lone::new(Position::default(), fer.board_rules()).is_none());
    }
}
