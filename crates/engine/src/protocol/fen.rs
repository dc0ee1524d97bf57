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

/// Writes the FEN of one board, the stock in brackets.
#[must_use]
pub fn write_fen(position: &Position) -> String {
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
    format!("{}[{stock}] {rest} 0 1", ranks.join("/"))
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
}
