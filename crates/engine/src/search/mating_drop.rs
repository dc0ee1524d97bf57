//! A drop beside the enemy king that mates at once, found without a search: no interposing helps against it, so a few maps of
//! attacks tell. The ends of lines try captures alone, and would never see it.

use tandem_rules::shakmaty::{Bitboard, Board, Color, Role, Square, attacks};
use tandem_rules::{BoardView, DropLimit, Move, Stuck};

use crate::evaluate::BOARD_KINDS;
use crate::laws::Laws;
use crate::node::Node;

/// A drop by the side to move, which is not in check, that mates from a square next to the king or as a knight. One whose man
/// could be taken by another than the king is passed over, though a pin may forbid it.
pub(super) fn mating_drop(node: &Node, laws: &Laws, view: BoardView<'_>) -> Option<Move> {
    let position = &node.position;
    let us = position.turn();
    let stock = position.stock(us);
    if stock.is_empty() || laws.rules.drop_limit != DropLimit::Free {
        return None;
    }
    let board = position.board();
    let king = board.king_of(!us)?;
    let (occupied, steps) = (board.occupied(), attacks::king_attacks(king));
    let without_king = occupied.without(king);
    // Worked out when the first square is looked at: most often there is none.
    let mut flight = None;
    for role in BOARD_KINDS.into_iter().filter(|&role| stock.has(role)) {
        let ranks = match role {
            Role::Pawn => laws.rules.pawn_drops.get(us),
            _ => laws.rules.piece_drops.get(us),
        };
        let close = if role == Role::Knight { Bitboard::FULL } else { steps };
        let checks = attacks::attacks(king, role.of(!us), occupied) & close & !occupied & *ranks;
        for to in checks {
            let flight = *flight.get_or_insert_with(|| flight_squares(board, king, us));
            let covered = attacks::attacks(to, role.of(us), without_king.with(to));
            // Among them is the man's own square, if nothing of ours guards it.
            if (flight & !covered).any() || board.attacks_to(to, !us, occupied).without(king).any()
            {
                continue;
            }
            let m = Move::Drop { role, to };
            // It may stand in the way of one of our own, and the book has the last word.
            if view.is_legal(m) && mates(node, laws, view, m) {
                return Some(m);
            }
        }
    }
    None
}

/// Where the king of the side that is not `us` can go.
fn flight_squares(board: &Board, king: Square, us: Color) -> Bitboard {
    let occupied = board.occupied().without(king);
    (attacks::king_attacks(king) & !board.by_color(!us))
        .into_iter()
        .filter(|&square| board.attacks_to(square, us, occupied).is_empty())
        .collect()
}

fn mates(node: &Node, laws: &Laws, view: BoardView<'_>, m: Move) -> bool {
    let mut after = node.position.clone();
    after.play_unchecked(m, &laws.rules);
    laws.board(&after, view.other()).stuck() == Stuck::Mate
}

#[cfg(test)]
mod tests {
    use tandem_rules::book::BUILTIN_IDS;
    use tandem_rules::{OtherBoard, Position, Rulebook};

    use super::*;
    use crate::engine::Engine;
    use crate::protocol::fen::parse_fen;
    use crate::score::mate_distance;
    use crate::search::{Limits, Problem};
    use crate::stakes::Stakes;

    fn found(fen: &str) -> Option<Move> {
        let laws = Laws::of(&Rulebook::builtin("fics").expect("a built-in book"));
        let node = Node::new(parse_fen(fen).expect("a position"));
        mating_drop(&node, &laws, laws.board(&node.position, None))
    }

    #[test]
    fn a_guarded_man_beside_a_king_that_can_not_flee_mates() {
        let pawn = Move::Drop { role: Role::Pawn, to: Square::F7 };
        let smothered = "r1bqkb1r/pppp2pp/2n2n2/4p1N1/8/8/PPPP1PPP/RNBQKB1R[P] w KQkq - 0 1";
        assert_eq!(found(smothered), None, "it goes to e7");
        let closed = "r1bqkb1r/ppppn1pp/2n5/4p1N1/8/8/PPPP1PPP/RNBQKB1R[P] w KQkq - 0 1";
        assert_eq!(found(closed), Some(pawn));
        let empty = "r1bqkb1r/ppppn1pp/2n5/4p1N1/8/8/PPPP1PPP/RNBQKB1R[] w KQkq - 0 1";
        assert_eq!(found(empty), None);
    }

    /// In random positions of every book it finds what trying every drop finds, no more, and of that what it promises.
    #[test]
    fn it_finds_what_all_drops_together_find() {
        let mut mates_found = 0;
        for id in BUILTIN_IDS {
            let book = Rulebook::builtin(id).expect("a built-in book");
            let laws = Laws::of(&book);
            let beside = Position::default();
            let other = Some(OtherBoard { position: &beside, ended: false });
            let mut dice = 5_u64;
            let mut position = Position::default();
            for _ in 0..6_000 {
                let node = Node::new(position.clone());
                let view = laws.board(&node.position, other);
                let legal = view.legal_moves();
                if !node.in_check() {
                    let found = mating_drop(&node, &laws, view);
                    let wanted = legal.iter().any(|&m| promised(&node, &laws, view, m));
                    assert_eq!(found.is_some(), wanted, "{id}: {:?}", node.position);
                    assert!(
                        found.is_none_or(|m| legal.contains(&m) && mates(&node, &laws, view, m))
                    );
                    mates_found += usize::from(wanted);
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(&m) = legal.get((dice >> 33) as usize % legal.len().max(1)) else {
                    position = Position::default();
                    continue;
                };
                // What is taken comes back, so that stocks fill.
                if let Some(taken) = position.play_unchecked(m, &laws.rules) {
                    position.stock_mut(!taken.color).add(taken.off_board());
                }
            }
        }
        assert!(mates_found > 50, "{mates_found}");
    }

    /// A line that a search tells can be played, and a mate that it promises is one.
    #[test]
    fn a_line_that_ends_with_such_a_drop_can_be_played() {
        let laws = Laws::of(&Rulebook::builtin("fics").expect("a built-in book"));
        let mut engine = Engine::new(1);
        let mut mates_told = 0;
        for fen in [
            "r1bqkb1r/ppppn1pp/2n5/4p1N1/8/8/PPPP1PPP/RNBQKB1R[P] w KQkq - 0 1",
            "r1bqkb1r/ppppn1pp/2n5/4p1N1/8/8/PPPP1PPP/RNBQKB1R[PQ] b KQkq - 0 1",
            "r1bqkb1r/ppppn1pp/2n5/4p3/6N1/8/PPPP1PPP/RNBQKB1R[PNq] w kq - 0 1",
            "r4rk1/ppp2ppp/2n1b3/8/6Q1/2N2N2/PPP2PPP/R4RK1[BNPqn] w - - 0 1",
            "r4rk1/ppp2ppp/2n1b3/6N1/6Q1/2N5/PPP2PPP/R4RK1[NPbp] b - - 0 1",
            "2kr3r/ppp2ppp/2n1b3/2b1P3/8/2N2N2/PPP1BPPP/R1B2RK1[QRPPqnnbp] b - - 0 1",
        ] {
            let begin = parse_fen(fen).expect("a position");
            let problem = Problem {
                position: &begin,
                laws: &laws,
                other: None,
                earlier: &[],
                stakes: Stakes::default(),
                lines: 3,
            };
            for line in engine.search(&problem, Limits::nodes(6_000)).lines {
                let mut position = begin.clone();
                for &m in &line.moves {
                    assert!(laws.board(&position, None).is_legal(m), "{fen}: {:?}", line.moves);
                    position.play_unchecked(m, &laws.rules);
                }
                let whole = mate_distance(line.score).map(|moves| 2 * moves - 1);
                if whole == Some(line.moves.len() as i32) {
                    assert_eq!(laws.board(&position, None).stuck(), Stuck::Mate, "{fen}");
                    mates_told += 1;
                }
            }
        }
        assert!(mates_told > 0);
    }

    fn promised(node: &Node, laws: &Laws, view: BoardView<'_>, m: Move) -> bool {
        let Move::Drop { role, to } = m else { return false };
        let (board, us) = (node.position.board(), node.turn());
        let Some(king) = board.king_of(!us) else { return false };
        let close = role == Role::Knight || king.distance(to) == 1;
        let taken = board.attacks_to(to, !us, board.occupied()).without(king).any();
        close && !taken && mates(node, laws, view, m)
    }
}
