//! A position as pixels, for those who read no SVG: the previews of links.
//!
//! Both boards with their stocks, team 1 below; names are for the text beside it.

mod outline;
mod sprite;

use tandem_rules::shakmaty::{Color, Piece, Square};
use tandem_rules::{BoardId, ByBoard, Position, Seat, Team};

use crate::svg::LastMove;
use sprite::Sprite;

const SQUARE: usize = 46;
const BOARD: usize = 8 * SQUARE;
const MARGIN: usize = 20;
const GAP: usize = 24;
/// The strip above and below a board: the stock on the colour of the team.
const STRIP: usize = 32;
const STOCKED: usize = 26;
const WIDTH: usize = 2 * (MARGIN + BOARD) + GAP;
const HEIGHT: usize = BOARD + 2 * STRIP + 2;

type Rgb = [u8; 3];
const GROUND: Rgb = [0x15, 0x18, 0x1c];
const LIGHT: Rgb = [0xf3, 0xe6, 0xcf];
const DARK: Rgb = [0xc9, 0xa9, 0x7e];
const LIGHT_TOUCHED: Rgb = [0xf2, 0xe2, 0x8a];
const DARK_TOUCHED: Rgb = [0xd8, 0xbf, 0x4f];

/// A picture, row by row from above, three bytes a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each.
    pub rgb: Vec<u8>,
}

/// Draws both boards.
///
/// ```
/// use tandem_notation::pixels;
/// use tandem_rules::{ByBoard, Position};
///
/// let start = ByBoard::new_with(|_| Position::default());
/// let picture = pixels::draw(&start, &ByBoard::default());
/// assert_eq!(picture.rgb.len(), picture.width * picture.height * 3);
/// ```
#[must_use]
pub fn draw(boards: &ByBoard<Position>, last: &ByBoard<Option<LastMove>>) -> Pixels {
    let rgb = GROUND.repeat(WIDTH * HEIGHT);
    let mut pixels = Pixels { width: WIDTH, height: HEIGHT, rgb };
    for (board, below) in [(BoardId::A, Color::White), (BoardId::B, Color::Black)] {
        let x = MARGIN + if board == BoardId::B { BOARD + GAP } else { 0 };
        pixels.strip(&boards[board], Seat::new(board, !below), (x, 0));
        pixels.strip(&boards[board], Seat::new(board, below), (x, STRIP + BOARD + 2));
        pixels.board(&boards[board], last[board], below, (x, STRIP + 1));
    }
    pixels
}

impl Pixels {
    fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), colour: Rgb) {
        for row in y..y + height {
            let at = (row * self.width + x) * 3;
            self.rgb[at..at + width * 3].copy_from_slice(&colour.repeat(width));
        }
    }

    fn board(
        &mut self,
        position: &Position,
        last: Option<LastMove>,
        below: Color,
        (x, y): (usize, usize),
    ) {
        for square in Square::ALL {
            let file = usize::from(square.file());
            let rank = usize::from(square.rank());
            let (column, row) = match below {
                Color::White => (file, 7 - rank),
                Color::Black => (7 - file, rank),
            };
            let corner = (x + column * SQUARE, y + row * SQUARE);
            let touched = last.is_some_and(|last| last.to == square || last.from == Some(square));
            let colour = match (square.is_light(), touched) {
                (true, false) => LIGHT,
                (false, false) => DARK,
                (true, true) => LIGHT_TOUCHED,
                (false, true) => DARK_TOUCHED,
            };
            self.fill(corner, (SQUARE, SQUARE), colour);
            if let Some(piece) = position.board().piece_at(square) {
                self.lay(Sprite::of(piece), corner, SQUARE);
            }
        }
    }

    fn strip(&mut self, position: &Position, seat: Seat, (x, y): (usize, usize)) {
        let (strong, soft) = match seat.team() {
            Team::One => ([0x1f, 0x5f, 0xa8], [0x8f, 0xaf, 0xd4]),
            Team::Two => ([0xd9, 0x82, 0x2b], [0xec, 0xc1, 0x95]),
        };
        self.fill((x, y + 1), (BOARD, STRIP - 2), soft);
        self.fill((x, y + 1), (6, STRIP - 2), strong);
        let mut left = x + 12;
        let stock = position.stock(seat.color());
        let pieces = stock.iter().flat_map(|(role, count)| (0..count).map(move |_| role));
        for role in pieces.take((BOARD - 12) / STOCKED) {
            let piece = Piece { color: seat.color(), role };
            self.lay(Sprite::of(piece), (left, y + (STRIP - STOCKED) / 2), STOCKED);
            left += STOCKED;
        }
    }

    /// Lays a piece over what is there.
    fn lay(&mut self, sprite: &Sprite, (x, y): (usize, usize), side: usize) {
        for row in 0..side {
            for column in 0..side {
                let (colour, cover) = sprite.at(column, row, side);
                let at = ((y + row) * self.width + x + column) * 3;
                for (channel, value) in colour.into_iter().enumerate() {
                    let under = u16::from(self.rgb[at + channel]);
                    let over = u16::from(value);
                    let mixed = (under * (255 - cover) + over * cover) / 255;
                    self.rgb[at + channel] = u8::try_from(mixed).unwrap_or(u8::MAX);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pixels: &Pixels, x: usize, y: usize) -> Rgb {
        let at = (y * pixels.width + x) * 3;
        [pixels.rgb[at], pixels.rgb[at + 1], pixels.rgb[at + 2]]
    }

    #[test]
    fn men_stand_where_they_stand() {
        let start = ByBoard::new_with(|_| Position::default());
        let pixels = draw(&start, &ByBoard::default());
        // The middle of a1, a white rook; of a8, a black one; of e4, nothing.
        let middle = |column: usize, row: usize| {
            (MARGIN + column * SQUARE + SQUARE / 2, STRIP + 1 + row * SQUARE + SQUARE / 2 + 3)
        };
        let (x, y) = middle(0, 7);
        assert!(at(&pixels, x, y)[0] > 200, "white");
        let (x, y) = middle(0, 0);
        assert!(at(&pixels, x, y)[0] < 90, "black");
        let (x, y) = middle(4, 4);
        assert_eq!(at(&pixels, x, y), LIGHT);
    }

    #[test]
    fn the_last_move_and_the_stock_are_seen() {
        let mut start = ByBoard::new_with(|_| Position::default());
        let last = LastMove { from: None, to: Square::E4 };
        let marked =
            draw(&start, &ByBoard::new_with(|board| (board == BoardId::A).then_some(last)));
        let (x, y) = (MARGIN + 4 * SQUARE + 4, STRIP + 1 + 4 * SQUARE + 4);
        assert_eq!(at(&marked, x, y), LIGHT_TOUCHED);
        let plain = draw(&start, &ByBoard::default());
        start[BoardId::A].stock_mut(Color::White).add(tandem_rules::shakmaty::Role::Queen);
        assert_ne!(draw(&start, &ByBoard::default()), plain);
    }
}
