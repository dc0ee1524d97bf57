//! The men as shapes of our own, each on a field of 45 by 45.

use std::fmt::{self, Write};

use tandem_rules::shakmaty::{Color, Piece, Role};

/// The side of the field on which a man is drawn.
pub(crate) const FIELD: f32 = 45.0;

/// What every man stands on.
pub(crate) const FOOT: &str =
    "M10.5 37.5v-2.2c0-1.8 1.4-3.1 3.2-3.1h17.6c1.8 0 3.2 1.3 3.2 3.1v2.2z";

/// The outline of a man, and the lines inside it.
pub(crate) fn shape(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Pawn => (
            "M22.5 9.5a5.6 5.6 0 0 1 3.9 9.6c3 2.2 4.2 6.6 4.8 11.4H13.8c.6-4.8 1.8-9.2 \
             4.8-11.4a5.6 5.6 0 0 1 3.9-9.6z",
            "",
        ),
        Role::Rook => (
            "M12.5 8.5h4.6v3.6h3.1V8.5h4.6v3.6h3.1V8.5h4.6v7.8l-3.6 3 1 11.2H15.1l1-11.2-3.6-3z",
            "M16.2 19.4h12.6",
        ),
        Role::Knight => (
            "M14.6 30.5c.2-4.3 2.3-6.6 5-9-2.2.4-4 1.4-5.6 3.2l-2.6-.3-2-3.6 4.8-8.6c1-1.8 \
             2.4-3 4-3.8l.8-3.6 3 2.9c7.4 1.5 11 8.6 9.6 22.8z",
            "M18.2 13.9l1.7-.8M24.6 11.4c3.4 2.6 4.7 7.4 4.2 14.6",
        ),
        Role::Bishop => (
            "M22.5 5.8a2.6 2.6 0 0 1 1.9 4.4c4.5 3.5 6.5 7.4 6.2 11.2-.2 3.2-2 5-3.2 9.1h-9.8c\
             -1.2-4.1-3-5.9-3.2-9.1-.3-3.8 1.7-7.7 6.2-11.2a2.6 2.6 0 0 1 1.9-4.4z",
            "M22.5 14.6v7.4M18.8 18.3h7.4M18.4 26.6h8.2",
        ),
        Role::Queen => (
            "M13.2 30.5L9.4 14.6l5.9 6.5.9-11.2 4.4 9.8 1.9-11 1.9 11 4.4-9.8.9 11.2 5.9-6.5-3.8 \
             15.9z",
            "M13.8 26.8c5.8-1.6 11.6-1.6 17.4 0",
        ),
        Role::King => (
            "M21.2 4.6h2.6v2.7h2.7v2.6h-2.7v3.5c1.6.5 2.6 2 2.4 4 4.6-2.7 9.8-.6 9.6 4-.2 4-2.8 \
             5.8-3.6 9.1H12.8c-.8-3.3-3.4-5.1-3.6-9.1-.2-4.6 5-6.7 9.6-4-.2-2 .8-3.5 2.4-4V9.9h-2.7\
             V7.3h2.7z",
            "M22.5 17v9M13.4 26.8c6-1.6 12.2-1.6 18.2 0",
        ),
    }
}

/// Draws a man in a square, given by its upper left corner and its side.
pub(super) fn draw(out: &mut impl Write, piece: Piece, x: f64, y: f64, side: f64) -> fmt::Result {
    let (outline, lines) = shape(piece.role);
    let (fill, edge, inner) = match piece.color {
        Color::White => ("#fff", "#222", "#222"),
        Color::Black => ("#222", "#222", "#eee"),
    };
    write!(
        out,
        "<g transform=\"translate({x} {y}) scale({:.3})\" fill=\"{fill}\" stroke=\"{edge}\" \
         stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path d=\"{outline}\"/><path d=\"{FOOT}\"/>",
        side / f64::from(FIELD)
    )?;
    if !lines.is_empty() {
        write!(out, "<path d=\"{lines}\" fill=\"none\" stroke=\"{inner}\"/>")?;
    }
    out.write_str("</g>\n")
}
