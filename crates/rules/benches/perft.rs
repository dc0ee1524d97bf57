//! Our generator against shakmaty's `Crazyhouse`, on the same positions in the same run.
//!
//! Both count leaves in bulk at the last half-move.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a bench measures and tells")]

mod stopwatch;

use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, CastlingSide, Color, EnPassantMode, Position as _, PositionError};
use stopwatch::Stopwatch;
use tandem_rules::{Castling, Position, Rulebook, STOCK_ROLES, Setup};

const POSITIONS: [(&str, &str, u32); 5] = [
    ("french", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[PPNnq] b KQkq - 0 1", 3),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[NPnp] w KQkq - 0 1", 3),
    ("queen check", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPP2PP/RNBQKBNR[PNBrq] w KQkq - 1 3", 4),
    ("en passant", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq f6 0 3", 4),
    ("promotions", "4k3/P6p/8/8/8/8/p6P/4K3[PPpp] w - - 0 1", 4),
];

fn ours(theirs: &Crazyhouse) -> Position {
    let setup = theirs.to_setup(EnPassantMode::Always);
    let rights = Color::ALL
        .into_iter()
        .flat_map(|color| CastlingSide::ALL.map(|side| (color, side)))
        .filter(|&(color, side)| theirs.castles().has(color, side));
    let mut stocks = shakmaty::ByColor::<tandem_rules::Stock>::default();
    let pockets = setup.pockets.unwrap_or_default();
    for color in Color::ALL {
        for role in STOCK_ROLES {
            (0..*pockets.get(color).get(role)).for_each(|_| stocks.get_mut(color).add(role));
        }
    }
    Position::try_from(Setup {
        castling: Castling::from_rights(rights),
        board: setup.board,
        promoted: setup.promoted,
        stocks,
        turn: setup.turn,
        en_passant: setup.ep_square,
    })
    .expect("a position")
}

/// shakmaty's own perft: its captures stay in its pockets, so its tree is another one, and the
/// speeds are compared in leaves a second.
fn theirs_per_second(position: &Crazyhouse, depth: u32) -> f64 {
    let start = Stopwatch::start();
    let leaves = shakmaty::perft(position, depth);
    leaves as f64 / start.elapsed().as_secs_f64()
}

fn ours_per_second(position: &Position, book: &Rulebook, depth: u32) -> f64 {
    let start = Stopwatch::start();
    let leaves = position.by(book).perft(depth);
    leaves as f64 / start.elapsed().as_secs_f64()
}

/// Lists of legal moves a second, without counting in bulk.
fn lists(mut list: impl FnMut() -> usize) -> f64 {
    let start = Stopwatch::start();
    let moves: usize = (0..200_000).map(|_| std::hint::black_box(list())).sum();
    moves as f64 / start.elapsed().as_secs_f64()
}

/// The best of several runs of each, taken in turns: whatever else the machine does meets both.
fn best_of_both(mut mine: impl FnMut() -> f64, mut other: impl FnMut() -> f64) -> (f64, f64) {
    (0..9).fold((0.0, 0.0), |(m, o): (f64, f64), _| (m.max(mine()), o.max(other())))
}

fn main() {
    let book = Rulebook::builtin("minerva").expect("a built-in book");
    println!("perft against shakmaty's Crazyhouse (goal: 1.5 or better, never under 1.0)");
    println!(
        "{:<14}{:>14}{:>14}{:>10}{:>14}",
        "position", "ours M/s", "shakmaty M/s", "perft", "move lists"
    );
    let (mut worst, mut product) = (f64::MAX, 1.0);
    for (name, fen, depth) in POSITIONS {
        let fen: Fen = fen.parse().expect("a FEN");
        // Two sets are in play, so a pawn too many is no error here.
        let theirs: Crazyhouse = fen
            .into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .expect("legal");
        let position = ours(&theirs);
        let (mine, other) = best_of_both(
            || ours_per_second(&position, &book, depth),
            || theirs_per_second(&theirs, depth),
        );
        let (my_lists, other_lists) = best_of_both(
            || lists(|| position.by(&book).legal_moves().len()),
            || lists(|| theirs.legal_moves().len()),
        );
        let listed = my_lists / other_lists;
        let ratio = mine / other;
        worst = worst.min(ratio);
        product *= ratio;
        println!("{name:<14}{:>14.0}{:>14.0}{ratio:>10.2}{listed:>14.2}", mine / 1e6, other / 1e6);
    }
    let mean = f64::powf(product, 1.0 / POSITIONS.len() as f64);
    println!("geometric mean {mean:.2}, worst {worst:.2}");
}
