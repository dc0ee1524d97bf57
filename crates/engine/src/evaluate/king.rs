//! How exposed a king is when men can fall from the sky.

use tandem_rules::shakmaty::{Bitboard, ByColor, Color, File, Rank, Role, Square, attacks};
use tandem_rules::{BoardRules, DropLimit, Position};

use super::maps::{Map, zone};
use super::weights::Weights;
use super::{BOARD_KINDS, PIECES, count};
use crate::score::Score;

/// More danger than this changes nothing: the search must find the mate.
const MAX_DANGER: i32 = 1_200;

/// What the danger to a side's king costs it.
pub(super) fn exposure(
    position: &Position,
    rules: &BoardRules,
    us: Color,
    maps: &ByColor<Map>,
    w: &Weights,
) -> Score {
    let board = position.board();
    let Some(king) = board.king_of(us) else { return 0 };
    let (ours, theirs) = (maps.get(us), maps.get(!us));
    let stock = position.stock(!us);
    let around = attacks::king_attacks(king);
    let near = zone(king);

    let mut danger = w.danger_base[0];
    for (i, role) in BOARD_KINDS.into_iter().enumerate() {
        danger += w.besieger[i] * theirs.besiegers[role as usize];
        danger += w.stock_danger[i] * i32::from(stock.count(role));
        danger += w.own_stock[i] * i32::from(position.stock(us).count(role));
    }
    danger += w.zone_hit[0] * theirs.hits;
    let weak = near & theirs.all & !ours.without_king;
    danger += w.zone_weak[0] * count(weak);

    // A checking man is safe where we do not attack, or where only the king does and it is
    // guarded.
    let safe = !ours.all | (theirs.all & !ours.without_king & !ours.twice);
    let taken_safely = !board.by_color(!us);
    danger += walking_checks(position, us, king, theirs, safe & taken_safely, w);
    if !stock.is_empty() {
        if rules.drop_limit != DropLimit::NoCheck {
            danger += dropped_checks(position, rules, us, king, theirs, ours, w);
        }
        let holes = around & !board.occupied() & !ours.without_king;
        danger += w.hole[0] * count(holes) + w.hole_attacked[0] * count(holes & theirs.all);
    }
    danger += shelter(position, us, king, w);
    danger += w.flight[0] * count(around & !board.by_color(us) & !theirs.all);
    for (i, role) in PIECES.into_iter().enumerate() {
        danger += w.guard[i] * count(near & board.by_piece(role.of(us)));
    }
    if !stock.has(Role::Queen) && board.by_piece((!us).queen()).is_empty() {
        danger += w.no_queen[0];
    }
    let danger = danger.clamp(0, MAX_DANGER);
    (danger * danger / 256 * w.danger_cost[0] + danger * w.danger_cost[1]) / 256
}

fn walking_checks(
    position: &Position,
    us: Color,
    king: Square,
    theirs: &Map,
    safe: Bitboard,
    w: &Weights,
) -> i32 {
    let board = position.board();
    let occupied = board.occupied().without(king);
    let diagonal = attacks::bishop_attacks(king, occupied);
    let straight = attacks::rook_attacks(king, occupied);
    let from = [attacks::knight_attacks(king), diagonal, straight, diagonal | straight];
    let mut danger = 0;
    for (i, role) in PIECES.into_iter().enumerate() {
        let checks = from[i] & theirs.by[role as usize] & safe;
        if checks.any() {
            danger += w.safe_check[i];
            if checks.more_than_one() {
                danger += w.safe_check[i] / 3;
            }
        }
    }
    let _ = us;
    danger
}

fn dropped_checks(
    position: &Position,
    rules: &BoardRules,
    us: Color,
    king: Square,
    theirs: &Map,
    ours: &Map,
    w: &Weights,
) -> i32 {
    let board = position.board();
    let stock = position.stock(!us);
    let occupied = board.occupied();
    let safe = !ours.all | (theirs.all & !ours.without_king);
    let mut danger = 0;
    for (i, role) in BOARD_KINDS.into_iter().enumerate() {
        if !stock.has(role) {
            continue;
        }
        let ranks = match role {
            Role::Pawn => rules.pawn_drops.get(!us),
            _ => rules.piece_drops.get(!us),
        };
        let checks = attacks::attacks(king, role.of(us), occupied) & !occupied & *ranks;
        if (checks & safe).any() {
            danger += w.drop_check[i];
            if (checks & safe).more_than_one() {
                danger += w.drop_check[i] / 4;
            }
        } else if checks.any() {
            danger += w.drop_check_loose[i];
        }
    }
    danger
}

fn shelter(position: &Position, us: Color, king: Square, w: &Weights) -> i32 {
    let pawns = position.board().by_piece(us.pawn());
    let centre = king.file().to_u32().clamp(1, 6);
    let own_rank = |rank: Rank| us.relative_rank(rank).to_u32() as i32;
    let king_rank = own_rank(king.rank());
    (centre - 1..=centre + 1)
        .map(|file| {
            let on_file = pawns & Bitboard::from_file(File::new(file));
            let nearest = on_file
                .into_iter()
                .map(|square| own_rank(square.rank()) - king_rank)
                .filter(|&ahead| ahead > 0)
                .min();
            match nearest {
                Some(1) => w.shelter[0],
                Some(2) => w.shelter[1],
                Some(_) => w.shelter[2],
                None => w.shelter[3],
            }
        })
        .sum()
}
