//! Openings: a few random half-moves on each board that leave the game open, so that engines
//! which always play the same play different matches.

use tandem_engine::{Stakes, Weights, evaluate};
use tandem_rules::{ByBoard, Position, Rulebook};

/// More than this, in hundredths of a pawn, would decide the match beforehand.
const FAIR: i32 = 80;

/// The positions of an opening. The same seed gives the same one.
pub(crate) fn opening(book: &Rulebook, plies: u32, seed: u64) -> ByBoard<Position> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5151);
    ByBoard::new_with(|_| {
        // Nearly every try is fair: a hundred are more than enough.
        (0..100)
            .map(|_| random(book, plies, &mut state))
            .find(|position| fair(book, position))
            .unwrap_or_default()
    })
}

fn random(book: &Rulebook, plies: u32, state: &mut u64) -> Position {
    let mut position = Position::default();
    for _ in 0..plies {
        let legal = position.by(book).legal_moves();
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let Some(&m) = legal.get((*state >> 33) as usize % legal.len().max(1)) else { break };
        position.play_unchecked(m, book.board_rules());
    }
    position
}

fn fair(book: &Rulebook, position: &Position) -> bool {
    let board = position.board();
    let whole = board.occupied().count() == 32;
    let score = evaluate(position, book.board_rules(), &Stakes::default(), &Weights::DEFAULT);
    whole && score.abs() <= FAIR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_differ_by_seed_and_are_fair() {
        let book = Rulebook::builtin("fics").unwrap();
        let one = opening(&book, 4, 1);
        assert_eq!(one, opening(&book, 4, 1));
        assert_ne!(one, opening(&book, 4, 2));
        for (_, position) in one.iter() {
            assert!(fair(&book, position));
        }
        assert_eq!(opening(&book, 0, 9), ByBoard::default());
    }
}
