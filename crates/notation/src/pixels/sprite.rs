//! A man as pixels, drawn once.

use std::sync::LazyLock;

use tandem_rules::shakmaty::{Color, Piece, Role};

use super::outline::{contains, near, read};
use crate::svg::pieces::{FIELD, FOOT, shape};

/// Samples on a side.
const FINE: u16 = 138;
/// Half of what a pen is wide, on the field.
const PEN: f32 = 0.9;

/// What a sample shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ink {
    None,
    Light,
    Dark,
}

/// A man, in fine samples.
pub(super) struct Sprite {
    samples: Vec<Ink>,
}

static ALL: LazyLock<Vec<(Piece, Sprite)>> = LazyLock::new(|| {
    let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)));
    pieces.map(|piece| (piece, Sprite::draw(piece))).collect()
});

impl Sprite {
    pub(super) fn of(piece: Piece) -> &'static Sprite {
        let found = ALL.iter().find(|(one, _)| *one == piece);
        &found.unwrap_or(&ALL[0]).1
    }

    fn draw(piece: Piece) -> Sprite {
        let (outline, lines) = shape(piece.role);
        let (body, foot, inner) = (read(outline), read(FOOT), read(lines));
        let (fill, line) = match piece.color {
            Color::White => (Ink::Light, Ink::Dark),
            Color::Black => (Ink::Dark, Ink::Light),
        };
        let place = |at: u16| (f32::from(at) + 0.5) * FIELD / f32::from(FINE);
        let ink = |x: u16, y: u16| {
            let point = (place(x), place(y));
            let drawn = near(&inner, point, PEN * 0.8);
            if drawn && contains(&body, point) {
                line
            } else if near(&body, point, PEN) || near(&foot, point, PEN) {
                Ink::Dark
            } else if contains(&body, point) || contains(&foot, point) {
                fill
            } else {
                Ink::None
            }
        };
        let samples = (0..FINE).flat_map(|y| (0..FINE).map(move |x| (x, y)));
        Sprite { samples: samples.map(|(x, y)| ink(x, y)).collect() }
    }

    /// The colour of a pixel of the man drawn this large, and how much of the pixel it covers, of 255.
    pub(super) fn at(&self, column: usize, row: usize, side: usize) -> ([u8; 3], u16) {
        let fine = usize::from(FINE);
        let span = |at: usize| at * fine / side..(at + 1) * fine / side;
        let (mut light, mut dark, mut all) = (0_usize, 0_usize, 0_usize);
        for y in span(row) {
            for x in span(column) {
                all += 1;
                match self.samples[y * fine + x] {
                    Ink::None => {}
                    Ink::Light => light += 1,
                    Ink::Dark => dark += 1,
                }
            }
        }
        let inked = light + dark;
        if inked == 0 {
            return ([0; 3], 0);
        }
        let shade = (light * 0xff + dark * 0x22) / inked;
        let cover = u16::try_from(inked * 255 / all.max(1)).unwrap_or(255);
        ([u8::try_from(shade).unwrap_or(u8::MAX); 3], cover)
    }
}
