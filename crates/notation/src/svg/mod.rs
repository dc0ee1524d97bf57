//! Pictures as SVG: a position for a club bulletin, a game's clocks and material over time.
//!
//! The pictures need no fonts for the men and no other files.

mod boards;
pub(crate) mod pieces;
mod plot;
mod timeline;

use std::fmt;

pub use boards::{LastMove, Picture};
pub use plot::plot;

/// The colours of the two teams, apart for colour-blind eyes and on grey paper.
pub(crate) const TEAM_COLOURS: [&str; 2] = ["#1f5fa8", "#d9822b"];

/// Text as it may stand between tags and in attributes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no control characters.
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
