//! Both boards drawn for a terminal, as the players of team 1 see them side by side.

use std::fmt::Write;

use tandem_rules::shakmaty::{Color, File, Rank, Role, Square};
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat};

/// Draws both boards with stocks and clocks. Team 1 sits below: White on board A, Black on
/// board B.
///
/// ```text
///   a 5:00  [n]                 B 4:58.3
///   8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜           1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
/// ```
///
/// ```
/// use tandem_notation::{Bfen, draw::draw};
///
/// let drawn = draw(&Bfen::default().positions(), None);
/// assert!(drawn.lines().count() >= 8);
/// ```
#[must_use]
pub fn draw(positions: &ByBoard<&Position>, clocks: Option<&BySeat<Millis>>) -> String {
    let left = board(positions[BoardId::A], BoardId::A, Color::White, clocks);
    let right = board(positions[BoardId::B], BoardId::B, Color::Black, clocks);
    let mut text = String::new();
    for (left, right) in left.iter().zip(&right) {
        let gap = 30_usize.saturating_sub(left.chars().count());
        let line = format!("{left}{}{right}", " ".repeat(gap));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn board(
    position: &Position,
    board: BoardId,
    below: Color,
    clocks: Option<&BySeat<Millis>>,
) -> Vec<String> {
    let player = |color: Color| {
        let seat = Seat::new(board, color);
        let clock = clocks.map_or(String::new(), |clocks| format!(" {}", minutes(clocks[seat])));
        let turn = if position.turn() == color { "*" } else { " " };
        let stock = position.stock(color).letters(color);
        let stock = if stock.is_empty() { String::new() } else { format!("  [{stock}]") };
        format!("{turn} {seat}{clock}{stock}")
    };
    let mut lines = vec![player(!below)];
    let ranks: Vec<Rank> = match below {
        Color::White => Rank::ALL.into_iter().rev().collect(),
        Color::Black => Rank::ALL.to_vec(),
    };
    let files: Vec<File> = match below {
        Color::White => File::ALL.to_vec(),
        Color::Black => File::ALL.into_iter().rev().collect(),
    };
    for rank in ranks {
        let mut line = format!("  {}", rank.char());
        for &file in &files {
            let square = Square::from_coords(file, rank);
            let sign = match position.board().piece_at(square) {
                Some(piece) => figurine(piece.color, piece.role),
                None => '·',
            };
            let mark = if position.promoted().contains(square) { '~' } else { ' ' };
            line.push(' ');
            line.push(sign);
            if mark == '~' {
                // The mark takes the place of the next gap.
                line.push(mark);
            }
        }
        lines.push(line.replace("~ ", "~"));
    }
    let names: String = files.iter().flat_map(|file| [' ', file.char()]).collect();
    lines.push(format!("   {names}"));
    lines.push(player(below));
    lines
}

fn figurine(color: Color, role: Role) -> char {
    match (color, role) {
        (Color::White, Role::King) => '♔',
        (Color::White, Role::Queen) => '♕',
        (Color::White, Role::Rook) => '♖',
        (Color::White, Role::Bishop) => '♗',
        (Color::White, Role::Knight) => '♘',
        (Color::White, Role::Pawn) => '♙',
        (Color::Black, Role::King) => '♚',
        (Color::Black, Role::Queen) => '♛',
        (Color::Black, Role::Rook) => '♜',
        (Color::Black, Role::Bishop) => '♝',
        (Color::Black, Role::Knight) => '♞',
        (Color::Black, Role::Pawn) => '♟',
    }
}

/// A clock as players read it: `4:58.3`.
#[must_use]
pub fn minutes(time: Millis) -> String {
    let size = time.0.unsigned_abs();
    let sign = if time.0 < 0 { "-" } else { "" };
    let (minutes, rest) = (size / 60_000, size % 60_000);
    let tenths = rest % 1000 / 100;
    let fraction = if tenths == 0 { String::new() } else { format!(".{tenths}") };
    format!("{sign}{minutes}:{:02}{fraction}", rest / 1000)
}
