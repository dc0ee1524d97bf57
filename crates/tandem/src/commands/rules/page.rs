//! Text that fits the terminal.

use std::io::{self, Write};

/// How wide a page may be: what COLUMNS says, what the terminal has, else 80.
pub(super) fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| size.ws_col.into());
    told.or_else(seen).filter(|&columns| columns > 0).unwrap_or(80).max(40)
}

/// Writes a text on as many lines as it takes; all but the first are set in.
pub(super) fn paragraph(
    out: &mut impl Write,
    text: &str,
    indent: &str,
    width: usize,
) -> io::Result<()> {
    let inner = width - indent.chars().count();
    for (at, line) in text.lines().flat_map(|line| wrap(line, inner)).enumerate() {
        writeln!(out, "{}{line}", if at == 0 { "" } else { indent })?;
    }
    Ok(())
}

/// The same behind a lead that stands as it is.
pub(super) fn led(out: &mut impl Write, lead: &str, text: &str, width: usize) -> io::Result<()> {
    let indent = " ".repeat(lead.chars().count().min(width / 2));
    let inner = width - lead.chars().count().min(width / 2);
    for (at, line) in wrap(text, inner).into_iter().enumerate() {
        let line = format!("{}{line}", if at == 0 { lead } else { &indent });
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A row of cells under each other, each wrapped to its own width.
pub(super) fn row(out: &mut impl Write, cells: &[(String, usize)]) -> io::Result<()> {
    let wrapped: Vec<_> = cells.iter().map(|(text, width)| wrap(text, *width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let mut text = String::new();
        for (cell, (_, width)) in wrapped.iter().zip(cells) {
            let part = cell.get(line).map_or("", String::as_str);
            let missing = width.saturating_sub(part.chars().count());
            text.push_str(part);
            text.push_str(&" ".repeat(missing + 2));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The lines of a text; a word that is too long for a line is broken.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for (at, part) in letters.chunks(width.max(1)).enumerate() {
            let joined = at == 0 && used > 0;
            if at > 0 || used > 0 && used + 1 + part.len() > width {
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                if joined && used > 0 {
                    line.push(' ');
                    used += 1;
                }
                line.extend(part);
                used += part.len();
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_wider_than_asked() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a unterhalb b", 5), ["a", "unter", "halb", "b"]);
        assert_eq!(wrap("holanďany", 9), ["holanďany"]);
        assert_eq!(wrap("", 9), [""]);
    }
}
