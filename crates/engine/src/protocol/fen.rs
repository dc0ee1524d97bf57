//! A position of one board, as GUIs write it: FEN with the stock in brackets.

use tandem_notation::{Bfen, BfenError};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Position};

/// Reads the FEN of one board.
///
/// # Errors
/// What is wrong with it.
pub fn parse_fen(text: &str) -> Result<Position, BfenError> {
    if text.contains('|') {
        return Err(BfenError::Boards(text.split('|').count()));
    }
    Bfen::parse_lenient(text).map(|bfen| bfen.boards[BoardId::A].position.clone())
}

/// Writes the FEN of one board, the stock in brackets, as if nothing had been played yet.
#[must_use]
pub fn write_fen(position: &Position) -> String {
    write_fen_after(position, 0)
}

/// The same after so many half-moves: by the number of the move, engines tell how much of a game is to come.
#[must_use]
pub fn write_fen_after(position: &Position, played: usize) -> String {
    let pair = tandem_rules::ByBoard::new_with(|_| position);
    let both = tandem_notation::write_bfen(&pair, None);
    let one = both.split(" | ").next().unwrap_or_default();
    let (placement, rest) = one.split_once(' ').unwrap_or((one, ""));
    let ranks: Vec<&str> = placement.split('/').take(8).collect();
    let stock = format!(
        "{}{}",
        position.stock(Color::White).letters(Color::White),
        position.stock(Color::Black).letters(Color::Black)
    );
    // Whoever began, the number grows with Black's moves.
    let black_began = (position.turn() == Color::Black) == played.is_multiple_of(2);
    let number = 1 + (played + usize::from(black_began)) / 2;
    format!("{}[{stock}] {rest} 0 {number}", ranks.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_writing() {
        for fen in [
            "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[NPnp] w KQkq - 0 1",
            "4k3/8/8/3Pp3/8/8/8/Q~3K3[] w - e6 0 1",
        ] {
            assert_eq!(write_fen(&parse_fen(fen).unwrap()), fen);
        }
        assert!(parse_fen("nonsense").is_err());
        assert!(parse_fen("").is_err());
    }

    #[test]
    fn moves_are_numbered_from_where_the_game_began() {
        let number = |turn: &str, played| {
            let position = parse_fen(&format!("4k3/8/8/8/8/8/8/4K3[] {turn} - - 0 1")).unwrap();
            let fen = write_fen_after(&position, played);
            fen.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
        };
        assert_eq!(
            [("w", 0), ("b", 1), ("w", 2), ("b", 41)].map(|(t, n)| number(t, n)),
            [1, 1, 2, 21]
        );
        assert_eq!([("b", 0), ("w", 1), ("b", 2)].map(|(t, n)| number(t, n)), [1, 2, 2]);
    }
}
