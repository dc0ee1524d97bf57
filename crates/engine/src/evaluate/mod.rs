//! What a position is worth on its own board, made for bughouse: stocks, drops and open kings
//! weigh more than structure.

mod king;
mod maps;
mod net;
mod weights;

use tandem_rules::shakmaty::{Bitboard, ByColor, Color, File, Rank, Role, Square};
use tandem_rules::{BoardRules, Position};

pub use net::{CLUES, Clues, Net, SAY_UNIT, SCORE_UNIT, SUM_UNIT, WIDTH, clues};
pub use weights::{Weights, WeightsError};

use crate::score::{MATE_BOUND, Score};
use crate::stakes::Stakes;
use maps::{Map, maps};

/// The kinds that can be captured, cheapest first: the order of the weights.
pub(crate) const BOARD_KINDS: [Role; 5] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

/// The score of a position for the side to move, without looking ahead.
#[must_use]
pub fn evaluate(position: &Position, rules: &BoardRules, stakes: &Stakes, w: &Weights) -> Score {
    let maps = maps(position.board());
    let side = |color: Color| {
        material(position, color, stakes, w)
            + placement(position, color, w)
            + activity(maps.get(color), w)
            + threats(position, color, &maps, w)
            + passed(position, color, w)
            - king::exposure(position, rules, color, &maps, w)
    };
    let us = position.turn();
    let mut score = side(us) - side(!us) + w.tempo[0];
    if w.net_share[0] != 0 {
        score += Net::in_use().correct(position, rules, &maps) * w.net_share[0] / 256;
    }
    score.clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
}

/// Men on the board and in the stock; what the match pays on top for keeping each.
fn material(position: &Position, us: Color, stakes: &Stakes, w: &Weights) -> Score {
    let board = position.board();
    let mut score = 0;
    for (i, role) in BOARD_KINDS.into_iter().enumerate() {
        let on_board = count(board.by_piece(role.of(us)));
        let held = i32::from(position.stock(us).count(role));
        score += on_board * w.board[i];
        if held > 0 {
            score += w.stock[i] + (held - 1) * w.stock_more[i];
        }
        score += (on_board + held) * stakes.keeping(us, role);
    }
    // A promoted pawn is a pawn again when captured, so it stakes less.
    for square in position.promoted() & board.by_color(us) {
        if let Some(role) = board.role_at(square) {
            score += stakes.keeping(us, Role::Pawn) - stakes.keeping(us, role);
        }
    }
    if (board.bishops() & board.by_color(us)).more_than_one() {
        score += w.bishop_pair[0];
    }
    score
}

fn square_index(square: Square, us: Color) -> usize {
    let file = square.file().to_usize();
    let rank = us.relative_rank(square.rank()).to_usize();
    rank * 4 + file.min(7 - file)
}

fn placement(position: &Position, us: Color, w: &Weights) -> Score {
    let board = position.board();
    let tables = [
        (Role::Pawn, &w.pawn_at),
        (Role::Knight, &w.knight_at),
        (Role::Bishop, &w.bishop_at),
        (Role::Rook, &w.rook_at),
        (Role::Queen, &w.queen_at),
        (Role::King, &w.king_at),
    ];
    tables
        .into_iter()
        .map(|(role, table)| {
            board
                .by_piece(role.of(us))
                .into_iter()
                .map(|square| table[square_index(square, us)])
                .sum::<i32>()
        })
        .sum()
}

fn activity(map: &Map, w: &Weights) -> Score {
    PIECES
        .into_iter()
        .enumerate()
        .map(|(i, role)| {
            w.reach[i] * map.reach[role as usize] + w.caged[i] * map.caged[role as usize]
        })
        .sum()
}

/// What our men threaten to take.
fn threats(position: &Position, us: Color, maps: &ByColor<Map>, w: &Weights) -> Score {
    let board = position.board();
    let (ours, theirs) = (maps.get(us), maps.get(!us));
    let minors = ours.by[Role::Knight as usize] | ours.by[Role::Bishop as usize];
    let unguarded = ours.all & !theirs.all;
    let mut score = 0;
    for (i, role) in BOARD_KINDS.into_iter().enumerate() {
        let prey = board.by_piece(role.of(!us));
        if (prey & ours.all).is_empty() {
            continue;
        }
        score += w.hit_by_pawn[i] * count(prey & ours.by[Role::Pawn as usize])
            + w.hit_by_minor[i] * count(prey & minors)
            + w.hit_by_rook[i] * count(prey & ours.by[Role::Rook as usize])
            + w.hanging[i] * count(prey & unguarded);
    }
    score
}

/// Pawns that no enemy pawn can stop.
fn passed(position: &Position, us: Color, w: &Weights) -> Score {
    let board = position.board();
    let enemy = board.by_piece((!us).pawn());
    let far = board.by_piece(us.pawn()) & far_half(us);
    far.into_iter()
        .filter(|&square| (path(square, us) & enemy).is_empty())
        .map(|square| {
            let bonus = w.passed[us.relative_rank(square.rank()).to_usize()];
            let ahead = square.offset(us.fold_wb(8, -8));
            let blocked = ahead.is_some_and(|square| board.occupied().contains(square));
            if blocked { bonus / 2 } else { bonus }
        })
        .sum()
}

fn far_half(us: Color) -> Bitboard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth, Rank::Seventh]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, rank| set | Bitboard::from_rank(us.relative_rank(rank)))
}

/// The squares before a pawn, on its file and those beside.
fn path(square: Square, us: Color) -> Bitboard {
    let file = square.file().to_u32();
    let files = (file.saturating_sub(1)..=(file + 1).min(7))
        .fold(Bitboard::EMPTY, |set, file| set | Bitboard::from_file(File::new(file)));
    let rank = square.rank().to_u32();
    let ahead = match us {
        Color::White => Bitboard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => Bitboard((1_u64 << (8 * rank)) - 1),
    };
    files & ahead
}

#[cfg(test)]
mod tests {
    use tandem_rules::Rulebook;

    use super::*;
    use crate::protocol::fen::parse_fen;

    fn score(fen: &str) -> Score {
        let book = Rulebook::builtin("fics").unwrap();
        let position = parse_fen(fen).unwrap();
        evaluate(&position, book.board_rules(), &Stakes::default(), &Weights::DEFAULT)
    }

    #[test]
    fn colours_are_treated_alike() {
        for (white, black) in [
            (
                "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP2PPP/R1BQKB1R[PNqp] w KQkq - 0 1",
                "r1bqkb1r/ppp2ppp/2n2n2/1B1pp3/3PP3/2N2N2/PPP2PPP/R1BQK2R[pnQP] b KQkq - 0 1",
            ),
            ("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/p7/4K3[n] b - - 0 1"),
        ] {
            assert_eq!(score(white), score(black));
        }
    }

    #[test]
    fn a_stock_against_an_open_king_is_worth_more_than_against_a_closed_one() {
        let open = "rnbq1bnr/pppp2pp/8/4k3/8/8/PPPPPPPP/RNBQKBNR[QNBP] w KQ - 0 1";
        let closed = "rnbqkbnr/pppp2pp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNBP] w KQkq - 0 1";
        assert!(score(open) > score(closed) + 100);
    }

    #[test]
    fn the_path_of_a_pawn_lies_ahead() {
        assert_eq!(path(Square::E7, Color::White).count(), 3);
        assert_eq!(path(Square::A3, Color::Black).count(), 4);
        assert!(path(Square::H8, Color::White).is_empty());
    }
}
