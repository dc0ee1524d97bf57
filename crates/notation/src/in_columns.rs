//! The score sheet for people: a row a move, a column a player.

use std::fmt::Write;

use tandem_rules::Seat;

use crate::bpgn::{Clock, Game, Written};
use crate::draw::minutes;
use crate::letters::Letters;

/// Writes a game as four columns, with the names above and the result below. Remarks and
/// variations are left out.
///
/// ```
/// use tandem_notation::{Letters, bpgn::Reader, in_columns};
///
/// let text = "1A. e4{10} 1B. d4{10} 1a. e5{9} *";
/// let game = Reader::new(text.as_bytes()).next().expect("one game")?;
/// let sheet = in_columns(&game, Letters::English);
/// assert!(sheet.contains("e4") && sheet.contains("d4"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn in_columns(game: &Game, letters: Letters) -> String {
    let mut text = String::new();
    let told = |name: &str| {
        game.tags.get(name).filter(|value| !value.is_empty() && !value.starts_with('?'))
    };
    let head: Vec<&str> =
        ["Event", "Site", "Date", "Time", "TimeControl"].into_iter().filter_map(told).collect();
    // Writing to a string does not fail.
    if !head.is_empty() {
        let _ = writeln!(text, "{}", head.join(", "));
    }
    let columns = Seat::ALL.map(|seat| column(game, seat, letters));
    let widths = columns.each_ref().map(|cells| {
        cells.iter().map(|cell| cell.as_ref().map_or(0, |cell| width(cell))).max().unwrap_or(0)
    });
    let rows = columns.each_ref().map(Vec::len).into_iter().max().unwrap_or(0);
    let numbers = game.main.plies.iter().map(|ply| ply.number.number).min().unwrap_or(1);
    for row in 0..rows {
        let number = match row {
            0 => String::new(),
            _ => (u64::from(numbers) + row as u64 - 1).to_string(),
        };
        let mut line = format!("{number:>4}");
        for (cells, width) in columns.iter().zip(widths) {
            let cell = cells.get(row).and_then(Option::as_deref).unwrap_or("");
            let blanks = width - self::width(cell);
            let _ = write!(line, "  {cell}{}", " ".repeat(blanks));
        }
        let _ = writeln!(text, "{}", line.trim_end());
        if row == 0 {
            let rule: usize = widths.iter().map(|width| width + 2).sum();
            let _ = writeln!(text, "{}", "─".repeat(4 + rule));
        }
    }
    let ending = game.ending.as_deref().filter(|ending| *ending != "*");
    let result = game.result.sign();
    let _ = match ending {
        Some(ending) => writeln!(text, "      {ending}  {result}"),
        None => writeln!(text, "      {result}"),
    };
    text
}

/// How wide a text is in columns of a terminal; line breaks are not expected.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// The cells of a player: the name, then the moves in the rows of their numbers.
fn column(game: &Game, seat: Seat, letters: Letters) -> Vec<Option<String>> {
    let name = game.tags.player(seat).map(|name| name.replace(char::is_control, " "));
    let mut cells = vec![Some(match name {
        Some(name) => format!("{seat} {name}"),
        None => seat.to_string(),
    })];
    let plies = || game.main.plies.iter();
    let first = plies().map(|ply| ply.number.number).min().unwrap_or(1);
    let mine: Vec<_> = plies().filter(|ply| ply.seat() == seat).collect();
    let san_width = mine.iter().map(|ply| width(&san(&ply.written, letters))).max().unwrap_or(0);
    for ply in mine {
        let san = san(&ply.written, letters);
        let glyph = ply.glyph.map_or("", crate::bpgn::Glyph::sign);
        let cell = match ply.clock {
            Some(Clock::Left(time) | Clock::Since(time)) => {
                let move_ = format!("{san}{glyph}");
                let blanks = (san_width + 1).saturating_sub(width(&move_)).max(1);
                format!("{move_}{}{}", " ".repeat(blanks), minutes(time))
            }
            None => format!("{san}{glyph}"),
        };
        // A number far ahead of its place is taken for the next one: it makes no empty rows.
        let row = usize::try_from(ply.number.number - first).unwrap_or(usize::MAX) + 1;
        let row = if row > cells.len() + 100 { cells.len() } else { row };
        while cells.len() < row {
            cells.push(None);
        }
        match cells.get_mut(row) {
            Some(empty @ None) => *empty = Some(cell),
            _ => cells.push(Some(cell)),
        }
    }
    cells
}

fn san(written: &Written, letters: Letters) -> String {
    match written {
        Written::San(plus) => plus.display(letters).to_string(),
        Written::Unread(text) => text.to_string(),
    }
}
