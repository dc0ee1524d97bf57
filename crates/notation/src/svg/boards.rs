//! Two boards as the players sit, with stocks, clocks, team colours and last moves.

use std::fmt::{self, Write};

use tandem_rules::shakmaty::{Color, File, Piece, Rank, Square};
use tandem_rules::{BoardId, ByBoard, BySeat, Move, Position, Seat};

use super::{Escaped, TEAM_COLOURS, pieces};
use crate::bfen::Bfen;
use crate::draw::minutes;

const SQUARE: f64 = 45.0;
const BOARD: f64 = 8.0 * SQUARE;
const MARGIN: f64 = 22.0;
const GAP: f64 = 44.0;
/// The strip above and below a board: a player with clock and stock.
const STRIP: f64 = 58.0;
const WIDTH: f64 = 2.0 * BOARD + 2.0 * MARGIN + GAP;
const HEIGHT: f64 = BOARD + 2.0 * STRIP + 2.0 * MARGIN;

/// Where a man went; a drop comes from nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The square it left.
    pub from: Option<Square>,
    /// The square it went to.
    pub to: Square,
}

impl From<Move> for LastMove {
    fn from(m: Move) -> LastMove {
        LastMove { from: m.from(), to: m.to() }
    }
}

/// What a picture of a position shows besides the boards.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The names of the players; a seat without one shows its letter.
    pub names: BySeat<Option<String>>,
    /// The last move on each board.
    pub last: ByBoard<Option<LastMove>>,
    /// A line above the boards.
    pub caption: Option<String>,
}

impl Picture {
    /// Draws both boards, team 1 below: White on board A and Black on board B.
    #[must_use]
    pub fn of(&self, bfen: &Bfen) -> String {
        let mut svg = String::with_capacity(32 * 1024);
        // Writing to a string does not fail.
        let _ = self.draw(&mut svg, bfen);
        svg
    }

    fn draw(&self, out: &mut String, bfen: &Bfen) -> fmt::Result {
        let head = if self.caption.is_some() { 30.0 } else { 0.0 };
        let height = HEIGHT + head;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
             font-family=\"Helvetica, Arial, sans-serif\">"
        )?;
        let caption = self.caption.as_deref().unwrap_or("A bughouse position");
        writeln!(out, "<title>{}</title>", Escaped(caption))?;
        writeln!(out, "<desc>{}</desc>", Escaped(&bfen.to_string()))?;
        writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>")?;
        if self.caption.is_some() {
            writeln!(
                out,
                "<text x=\"{}\" y=\"28\" font-size=\"19\" font-weight=\"bold\" \
                 text-anchor=\"middle\">{}</text>",
                WIDTH / 2.0,
                Escaped(caption)
            )?;
        }
        for (board, below) in [(BoardId::A, Color::White), (BoardId::B, Color::Black)] {
            let x = MARGIN + if board == BoardId::B { BOARD + GAP } else { 0.0 };
            let y = MARGIN + head;
            writeln!(out, "<g transform=\"translate({x} {y})\">")?;
            self.strip(out, bfen, Seat::new(board, !below), 0.0)?;
            self.strip(out, bfen, Seat::new(board, below), STRIP + BOARD)?;
            self.board(out, &bfen.boards[board].position, board, below)?;
            out.write_str("</g>\n")?;
        }
        out.write_str("</svg>\n")
    }

    /// A player: the colour of the team, the name, the clock, the stock.
    fn strip(&self, out: &mut String, bfen: &Bfen, seat: Seat, y: f64) -> fmt::Result {
        let colour = TEAM_COLOURS[usize::from(u8::from(seat.team())) - 1];
        let board = &bfen.boards[seat.board()];
        let on_move = board.position.turn() == seat.color();
        let name = match &self.names[seat] {
            Some(name) => format!("{name} ({seat})"),
            None => seat.to_string(),
        };
        writeln!(
            out,
            "<rect x=\"0\" y=\"{}\" width=\"{BOARD}\" height=\"{}\" rx=\"4\" fill=\"{colour}\" \
             fill-opacity=\".14\"/><rect x=\"0\" y=\"{}\" width=\"6\" height=\"{}\" rx=\"3\" \
             fill=\"{colour}\"/>",
            y + 3.0,
            STRIP - 6.0,
            y + 3.0,
            STRIP - 6.0
        )?;
        if on_move {
            writeln!(out, "<circle cx=\"19\" cy=\"{}\" r=\"4.5\" fill=\"{colour}\"/>", y + 16.0)?;
        }
        writeln!(
            out,
            "<text x=\"30\" y=\"{}\" font-size=\"15\">{}</text>",
            y + 21.0,
            Escaped(&cut(&name, 26))
        )?;
        if let Some(clocks) = &board.clocks {
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"17\" font-weight=\"{}\" \
                 text-anchor=\"end\">{}</text>",
                BOARD - 10.0,
                y + 22.0,
                if on_move { "bold" } else { "normal" },
                minutes(*clocks.get(seat.color()))
            )?;
        }
        self.stock(out, &board.position, seat, y + 26.0)
    }

    fn stock(&self, out: &mut String, position: &Position, seat: Seat, y: f64) -> fmt::Result {
        let mut x = 14.0;
        for (role, count) in position.stock(seat.color()).iter() {
            pieces::draw(out, Piece { color: seat.color(), role }, x, y, 26.0)?;
            x += 26.0;
            if count > 1 {
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"13\">×{count}</text>",
                    y + 18.0
                )?;
                x += 22.0;
            }
            x += 6.0;
        }
        Ok(())
    }

    fn board(
        &self,
        out: &mut String,
        position: &Position,
        board: BoardId,
        below: Color,
    ) -> fmt::Result {
        let corner = |square: Square| {
            let (file, rank) =
                (f64::from(u32::from(square.file())), f64::from(u32::from(square.rank())));
            match below {
                Color::White => (file * SQUARE, STRIP + (7.0 - rank) * SQUARE),
                Color::Black => ((7.0 - file) * SQUARE, STRIP + rank * SQUARE),
            }
        };
        writeln!(
            out,
            "<rect x=\"-1.5\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#5b4636\"/>",
            STRIP - 1.5,
            BOARD + 3.0,
            BOARD + 3.0
        )?;
        let last = self.last[board];
        for square in Square::ALL {
            let (x, y) = corner(square);
            let touched = last.is_some_and(|last| last.to == square || last.from == Some(square));
            let fill = match (square.is_light(), touched) {
                (true, false) => "#f3e6cf",
                (false, false) => "#c9a97e",
                (true, true) => "#f2e28a",
                (false, true) => "#d8bf4f",
            };
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>"
            )?;
        }
        coordinates(out, &corner, below)?;
        for (square, piece) in position.board() {
            let (x, y) = corner(square);
            pieces::draw(out, piece, x, y, SQUARE)?;
            if position.promoted().contains(square) {
                // A promoted pawn: captured, it is a pawn again.
                writeln!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"4.2\" fill=\"#b3261e\" stroke=\"#fff\"/>",
                    x + SQUARE - 7.0,
                    y + 7.0
                )?;
            }
        }
        Ok(())
    }
}

/// Letters and digits along two edges, inside the squares.
fn coordinates(
    out: &mut String,
    corner: &impl Fn(Square) -> (f64, f64),
    below: Color,
) -> fmt::Result {
    let near = below.backrank();
    let left = match below {
        Color::White => File::A,
        Color::Black => File::H,
    };
    for file in File::ALL {
        let (x, y) = corner(Square::from_coords(file, near));
        let (x, y) = (x + SQUARE - 9.0, y + SQUARE - 3.0);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" fill=\"#5b4636\">{}</text>",
            file.char()
        )?;
    }
    for rank in Rank::ALL {
        let (x, y) = corner(Square::from_coords(left, rank));
        let (x, y) = (x + 2.5, y + 10.5);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" fill=\"#5b4636\">{}</text>",
            rank.char()
        )?;
    }
    Ok(())
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
