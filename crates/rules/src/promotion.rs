//! What a pawn can become on the last rank, and which men of the other board it may take.

use shakmaty::{Bitboard, Color, Role};

use crate::board_rules::{BoardRules, PromotionRoles, PromotionSource};
use crate::generate::OtherBoard;

/// What a pawn on the last rank can become now.
pub(crate) enum Menu {
    Roles(PromotionRoles),
    Take([(Role, Bitboard); 4]),
    /// There is nothing to take: the pawn leaves the board.
    Nothing,
}

/// Men of a colour on the other board that a promotion may take, by kind (R25).
///
/// They belong to the team-mate of the promoting player's opponent, who plays the same colour
/// there (stein 3.1); so it is his king that fer 4.2 protects (R29).
#[must_use]
pub fn takeable(color: Color, rules: &BoardRules, other: Option<OtherBoard<'_>>) -> Bitboard {
    let PromotionSource::OtherBoard { may_expose, from_ended } = rules.promotion_source else {
        return Bitboard::EMPTY;
    };
    let Some(other) = other.filter(|other| from_ended || !other.ended) else {
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

pub(crate) fn menu(color: Color, rules: &BoardRules, other: Option<OtherBoard<'_>>) -> Menu {
    if rules.promotion_source == PromotionSource::Pawn {
        return Menu::Roles(rules.promotion_roles);
    }
    let squares = takeable(color, rules, other);
    let Some(other) = other.filter(|_| squares.any()) else { return Menu::Nothing };
    let board = other.position.board();
    let sets = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|role| {
        let allowed = rules.promotion_roles.contains(role);
        (role, if allowed { squares & board.by_role(role) } else { Bitboard::EMPTY })
    });
    if sets.iter().all(|(_, squares)| squares.is_empty()) {
        Menu::Nothing
    } else {
        Menu::Take(sets)
    }
}
