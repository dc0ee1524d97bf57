//! What a pawn can become on the last rank, and which men of the other board it may take.

use std::borrow::Borrow;

use shakmaty::{Bitboard, Color, Role};

use crate::board_rules::{PromotionRoles, PromotionSource};
use crate::bughouse::{BoardView, Bughouse};
use crate::position::Position;

/// What a pawn on the last rank can become now.
pub(crate) enum Menu {
    Roles(PromotionRoles),
    Take([(Role, Bitboard); 4]),
    /// There is nothing to take: the pawn leaves the board.
    Nothing,
}

impl<P: Borrow<Position>> Bughouse<'_, P> {
    /// Squares of the other board from which a promotion of the side to move may take its piece
    /// (R25); none where pawns become something by themselves.
    ///
    /// These men belong to the team-mate of the promoting player's opponent, who plays the same
    /// colour there (stein 3.1); so it is that player's king that fer 4.2 protects (R29).
    #[must_use]
    pub fn takeable(&self) -> Bitboard {
        let view = self.view();
        view.takeable_by(view.position.turn)
    }
}

impl BoardView<'_> {
    /// The same for either colour: hands may push a pawn that is not theirs.
    pub(crate) fn takeable_by(self, color: Color) -> Bitboard {
        let PromotionSource::OtherBoard { may_expose, from_ended } = self.rules.promotion_source
        else {
            return Bitboard::EMPTY;
        };
        let Some(other) = self.other.filter(|other| from_ended || !other.ended) else {
            return Bitboard::EMPTY;
        };
        let board = other.position.board();
        let pieces = board.by_color(color) & !board.pawns() & !board.kings();
        match board.king_of(color) {
            Some(king) if !may_expose => {
                let before = other.position.checkers(color);
                pieces
                    .into_iter()
                    .filter(|&square| {
                        let without = board.occupied().without(square);
                        (board.attacks_to(king, !color, without) & !before).is_empty()
                    })
                    .fold(Bitboard::EMPTY, Bitboard::with)
            }
            _ => pieces,
        }
    }

    /// What a pawn of the side to move becomes on the last rank.
    pub(crate) fn menu(self) -> Menu {
        if self.rules.promotion_source == PromotionSource::Pawn {
            return Menu::Roles(self.rules.promotion_roles);
        }
        let squares = self.takeable();
        let Some(other) = self.other.filter(|_| squares.any()) else { return Menu::Nothing };
        let board = other.position.board();
        let sets = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|role| {
            let allowed = self.rules.promotion_roles.contains(role);
            (role, if allowed { squares & board.by_role(role) } else { Bitboard::EMPTY })
        });
        if sets.iter().all(|(_, squares)| squares.is_empty()) {
            Menu::Nothing
        } else {
            Menu::Take(sets)
        }
    }
}
