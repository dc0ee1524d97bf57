//! Random positions from which games end soon.

use tandem_notation::Bfen;
use tandem_rules::shakmaty::Color;

use crate::chance::Chance;

/// Both boards as BFEN; none if the dice made nonsense.
#[must_use]
pub fn random(chance: &mut Chance) -> Option<String> {
    (0..20).find_map(|_| {
        let text = format!("{} | {}", board(chance), board(chance));
        Bfen::parse(&text).is_ok().then_some(text)
    })
}

const TEMPLATES: [&str; 10] = [
    // Castling with everything open.
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R S w KQkq -",
    "r3k2r/8/8/8/8/8/8/R3K2R S w KQkq -",
    // Fool's mate is near.
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR S b KQkq -",
    // Back ranks.
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 S w - -",
    "3r2k1/5ppp/8/8/8/8/5PPP/6K1 S b - -",
    // Corners and stalemates.
    "7k/8/5K2/6Q1/8/8/8/8 S w - -",
    "k7/8/1K6/8/8/8/8/7R S w - -",
    // Promotion on both sides.
    "8/PPPk4/8/8/8/8/4Kppp/8 S w - -",
    "4k3/P6P/8/8/8/8/p6p/4K3 S b - -",
    // In passing.
    "4k3/1p1p4/8/P1P5/5p1p/8/4P1P1/4K3 S w - -",
];

fn board(chance: &mut Chance) -> String {
    let stock = stock(chance);
    match chance.below(10) {
        0..=3 => {
            let template = TEMPLATES[chance.below(TEMPLATES.len())];
            let slash = if stock.is_empty() { String::new() } else { format!("/{stock}") };
            template.replace(" S", &slash)
        }
        4 => scattered(chance, "", 0, ""),
        5 => scattered(chance, "NBPnbp", 2, ""),
        6 => scattered(chance, "PPPpppNBRQnbrq", 6, &stock),
        7 => scattered(chance, "QRBNPqrbnp", 10, &stock),
        _ => scattered(chance, "QRBNPPPqrbnppp", 20, &stock),
    }
}

fn stock(chance: &mut Chance) -> String {
    if chance.percent(40) {
        return String::new();
    }
    let letters = b"QRBNPPqrbnpp";
    let mut stock: Vec<char> =
        (0..chance.below(5)).map(|_| char::from(letters[chance.below(letters.len())])).collect();
    stock.sort_by_key(|letter| "QRBNPqrbnp".find(*letter));
    stock.into_iter().collect()
}

/// Two kings and so many men, anywhere.
fn scattered(chance: &mut Chance, kinds: &str, most: usize, stock: &str) -> String {
    let mut squares = [' '; 64];
    let put = |chance: &mut Chance, squares: &mut [char; 64], letter: char| {
        let at = chance.below(64);
        let pawn_off = matches!(letter, 'P' | 'p') && !(8..56).contains(&at);
        if squares[at] == ' ' && !pawn_off {
            squares[at] = letter;
        }
    };
    let white = chance.below(64);
    squares[white] = 'K';
    let black = (0..64)
        .map(|_| chance.below(64))
        .find(|&at| (at / 8).abs_diff(white / 8) > 1 || (at % 8).abs_diff(white % 8) > 1)
        .unwrap_or(63 - white);
    squares[black] = 'k';
    let kinds: Vec<char> = kinds.chars().collect();
    for _ in 0..chance.below(most + 1) {
        if let Some(letter) = chance.one(&kinds) {
            put(chance, &mut squares, letter);
        }
    }
    let turn = if chance.percent(50) { Color::White } else { Color::Black };
    let ranks: Vec<String> = squares
        .chunks(8)
        .map(|rank| {
            let mut text = String::new();
            let mut empty = 0;
            for &letter in rank {
                if letter == ' ' {
                    empty += 1;
                } else {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(letter);
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        })
        .collect();
    let slash = if stock.is_empty() { String::new() } else { format!("/{stock}") };
    format!("{}{slash} {} - -", ranks.join("/"), if turn == Color::White { 'w' } else { 'b' })
}
