//! Hash keys of positions, kept up to date move by move.

use tandem_rules::shakmaty::{Color, Piece, Role, Square};
use tandem_rules::{Castling, Position, STOCK_ROLES, Stock};

const MOST_OF_A_KIND: usize = 32;

struct Randoms {
    pieces: [[[u64; 64]; 6]; 2],
    promoted: [u64; 64],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black: u64,
    stock: [[[u64; MOST_OF_A_KIND]; 5]; 2],
}

/// The next number of a splitmix sequence.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut row = [0; N];
    let mut i = 0;
    while i < N {
        (state, row[i]) = next(state);
        i += 1;
    }
    (state, row)
}

static RANDOMS: Randoms = {
    let mut state = 0x7461_6e64_656d;
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut stock = [[[0; MOST_OF_A_KIND]; 5]; 2];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            (state, pieces[color][kind]) = fill(state);
            if kind < 5 {
                (state, stock[color][kind]) = fill(state);
                // An empty stock leaves no trace.
                stock[color][kind][0] = 0;
            }
            kind += 1;
        }
        color += 1;
    }
    let (state, promoted) = fill(state);
    let (state, castling) = fill(state);
    let (state, en_passant) = fill(state);
    let (_, black) = next(state);
    Randoms { pieces, promoted, castling, en_passant, black, stock }
};

pub(crate) fn piece(square: Square, piece: Piece) -> u64 {
    RANDOMS.pieces[piece.color as usize][piece.role as usize - 1][usize::from(square)]
}

pub(crate) fn promoted(square: Square) -> u64 {
    RANDOMS.promoted[usize::from(square)]
}

pub(crate) fn castling(castling: Castling) -> u64 {
    RANDOMS.castling[castling.index()]
}

pub(crate) fn black_to_move() -> u64 {
    RANDOMS.black
}

fn held(color: Color, kind: usize, count: u8) -> u64 {
    RANDOMS.stock[color as usize][kind][usize::from(count).min(MOST_OF_A_KIND - 1)]
}

/// The change of the key when a man leaves the stock.
pub(crate) fn dropped(color: Color, role: Role, before: &Stock) -> u64 {
    let kind = STOCK_ROLES.iter().position(|&kind| kind == role).unwrap_or(0);
    let count = before.count(role);
    held(color, kind, count) ^ held(color, kind, count.saturating_sub(1))
}

/// The right to capture in passing, if a pawn stands ready to use it.
pub(crate) fn en_passant(position: &Position) -> u64 {
    match position.en_passant() {
        Some(_) => position
            .legal_en_passant()
            .map_or(0, |square| RANDOMS.en_passant[usize::from(square.file())]),
        None => 0,
    }
}

/// The key of the men, the rights and the side to move; the stock does not count (R17).
pub(crate) fn of_board(position: &Position) -> u64 {
    let mut key = castling(position.castling()) ^ en_passant(position);
    for (square, man) in position.board() {
        key ^= piece(square, man);
    }
    for square in position.promoted() {
        key ^= promoted(square);
    }
    if position.turn().is_black() {
        key ^= black_to_move();
    }
    key
}

/// The key of both stocks.
pub(crate) fn of_stocks(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for (kind, role) in STOCK_ROLES.into_iter().enumerate() {
            key ^= held(color, kind, position.stock(color).count(role));
        }
    }
    key
}
