//! Writing BFEN in its one canonical form.

use std::fmt::{self, Write};

use tandem_rules::shakmaty::{ByColor, Color, File, Rank, Square};
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat};

/// Writes a BFEN of any two positions, also those that hands made and no reader would accept.
#[must_use]
pub fn write_bfen(positions: &ByBoard<&Position>, clocks: Option<&BySeat<Millis>>) -> String {
    let mut text = String::with_capacity(160);
    let of_board =
        |board| clocks.map(|clocks| ByColor::new_with(|color| clocks[Seat::new(board, color)]));
    // Writing to a string does not fail.
    let _ = bfen(&mut text, *positions, of_board);
    text
}

pub(super) fn bfen(
    out: &mut impl Write,
    positions: ByBoard<&Position>,
    clocks: impl Fn(BoardId) -> Option<ByColor<Millis>>,
) -> fmt::Result {
    for (board, position) in positions.iter() {
        if board == BoardId::B {
            out.write_str(" | ")?;
        }
        position_fields(out, position)?;
        if let Some(clocks) = clocks(board) {
            write!(out, " {} {}", clocks.white, clocks.black)?;
        }
    }
    Ok(())
}

fn position_fields(out: &mut impl Write, position: &Position) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        write_rank(out, position, rank)?;
        if rank != Rank::First {
            out.write_char('/')?;
        }
    }
    let stocks = position.stocks();
    if !(stocks.white.is_empty() && stocks.black.is_empty()) {
        let (white, black) = (&stocks.white, &stocks.black);
        write!(out, "/{}{}", white.letters(Color::White), black.letters(Color::Black))?;
    }
    write!(out, " {} ", position.turn().char())?;
    let mut none = true;
    let castling = position.castling();
    for (color, side) in castling.iter() {
        none = false;
        out.write_char(castling.letter(color, side))?;
    }
    if none {
        out.write_char('-')?;
    }
    match position.legal_en_passant() {
        Some(square) => write!(out, " {square}"),
        None => out.write_str(" -"),
    }
}

fn write_rank(out: &mut impl Write, position: &Position, rank: Rank) -> fmt::Result {
    let mut empty = 0;
    for file in File::ALL {
        let square = Square::from_coords(file, rank);
        let Some(piece) = position.board().piece_at(square) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(out, "{empty}")?;
            empty = 0;
        }
        out.write_char(piece.char())?;
        if position.promoted().contains(square) {
            out.write_char('~')?;
        }
    }
    if empty > 0 {
        write!(out, "{empty}")?;
    }
    Ok(())
}
