//! Who attacks what.

use tandem_rules::shakmaty::{Bitboard, Board, ByColor, Color, File, Role, Square, attacks};

/// The attacks of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// Squares that men of each kind attack; by `Role as usize`.
    pub(super) by: [Bitboard; 7],
    /// Squares that any man attacks.
    pub(super) all: Bitboard,
    /// Squares that at least two men attack.
    pub(super) twice: Bitboard,
    /// Squares that any man but the king attacks.
    pub(super) without_king: Bitboard,
    /// Targets that each kind of piece reaches, all its men together.
    pub(super) reach: [i32; 7],
    /// Men of each kind that reach next to nothing.
    pub(super) caged: [i32; 7],
    /// Men of each kind that look at the enemy king's zone.
    pub(super) besiegers: [i32; 7],
    /// How often they hit a square of that zone.
    pub(super) hits: i32,
}

/// The squares around a king; on the edge, as if it stood one step inside.
pub(super) fn zone(king: Square) -> Bitboard {
    let clamp = |at: u32| at.clamp(1, 6);
    let inside = Square::new(clamp(king.rank().to_u32()) * 8 + clamp(king.file().to_u32()));
    attacks::king_attacks(inside).with(inside)
}

pub(super) fn pawn_attacks(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    let up = color.fold_wb(8, -8);
    let east = (pawns & !Bitboard::from_file(File::H)).shift(up + 1);
    let west = (pawns & !Bitboard::from_file(File::A)).shift(up - 1);
    (east, west)
}

pub(super) fn maps(board: &Board) -> ByColor<Map> {
    let pawns = ByColor::new_with(|color: Color| {
        let (east, west) = pawn_attacks(board.by_piece(color.pawn()), color);
        east | west
    });
    ByColor::new_with(|color| map(board, color, *pawns.get(!color)))
}

fn map(board: &Board, us: Color, enemy_pawns: Bitboard) -> Map {
    let ours = board.by_color(us);
    let occupied = board.occupied();
    let enemy_zone = board.king_of(!us).map_or(Bitboard::EMPTY, zone);
    let mut map = Map {
        by: [Bitboard::EMPTY; 7],
        all: Bitboard::EMPTY,
        twice: Bitboard::EMPTY,
        without_king: Bitboard::EMPTY,
        reach: [0; 7],
        caged: [0; 7],
        besiegers: [0; 7],
        hits: 0,
    };
    let (east, west) = pawn_attacks(ours & board.pawns(), us);
    map.by[Role::Pawn as usize] = east | west;
    map.all = east | west;
    map.twice = east & west;
    let besieging = (east | west) & enemy_zone;
    map.besiegers[Role::Pawn as usize] = besieging.count() as i32;
    let open = !(ours & (board.pawns() | board.kings())) & !enemy_pawns;
    let mut add = |role: Role, attacked: Bitboard| {
        let kind = role as usize;
        map.by[kind] |= attacked;
        map.twice |= map.all & attacked;
        map.all |= attacked;
        let reach = (attacked & open).count() as i32;
        map.reach[kind] += reach;
        map.caged[kind] += i32::from(reach < 3);
        let hits = (attacked & enemy_zone).count() as i32;
        if hits > 0 {
            map.besiegers[kind] += 1;
            map.hits += hits;
        }
    };
    for square in ours & board.knights() {
        add(Role::Knight, attacks::knight_attacks(square));
    }
    // Sliders work through their own queens and rooks: a battery counts.
    let seen_by_bishops = occupied & !(ours & board.queens());
    let seen_by_rooks = occupied & !(ours & board.rooks_and_queens());
    for square in ours & board.bishops() {
        add(Role::Bishop, attacks::bishop_attacks(square, seen_by_bishops));
    }
    for square in ours & board.rooks() {
        add(Role::Rook, attacks::rook_attacks(square, seen_by_rooks));
    }
    for square in ours & board.queens() {
        add(Role::Queen, attacks::queen_attacks(square, occupied));
    }
    map.without_king = map.all;
    if let Some(king) = board.king_of(us) {
        let steps = attacks::king_attacks(king);
        map.by[Role::King as usize] = steps;
        map.twice |= map.all & steps;
        map.all |= steps;
    }
    map
}
