//! Hash keys of positions, in parts that can be kept up to date move by move. The key of a
//! board is [`Position::repetition_key`], so keys that a referee kept can be used in a search.

use tandem_rules::shakmaty::zobrist::{Zobrist64, ZobristValue};
use tandem_rules::shakmaty::{Color, Piece, Role, Square};
use tandem_rules::{Castling, Position, STOCK_ROLES, Stock};

pub(crate) fn piece(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

pub(crate) fn promoted(square: Square) -> u64 {
    Zobrist64::zobrist_for_promoted(square).0
}

pub(crate) fn castling(castling: Castling) -> u64 {
    castling
        .iter()
        .fold(0, |key, (color, side)| key ^ Zobrist64::zobrist_for_castling_right(color, side).0)
}

pub(crate) fn turn() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}

/// So many men of a kind in a stock. Mixed from few bits: the counts have no natural end.
fn held(color: Color, role: Role, count: u8) -> u64 {
    if count == 0 {
        return 0;
    }
    let seed = (u64::from(count) << 8) + ((role as u64) << 4) + color as u64 + 1;
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The change of the key when a man leaves the stock.
pub(crate) fn dropped(color: Color, role: Role, before: &Stock) -> u64 {
    let count = before.count(role);
    held(color, role, count) ^ held(color, role, count.saturating_sub(1))
}

/// The right to capture in passing, if a pawn stands ready to use it.
pub(crate) fn en_passant(position: &Position) -> u64 {
    match position.en_passant() {
        Some(_) => position
            .legal_en_passant()
            .map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0),
        None => 0,
    }
}

/// The key of both stocks.
pub(crate) fn of_stocks(position: &Position) -> u64 {
    Color::ALL
        .into_iter()
        .flat_map(|color| {
            STOCK_ROLES.map(|role| held(color, role, position.stock(color).count(role)))
        })
        .fold(0, |key, part| key ^ part)
}
