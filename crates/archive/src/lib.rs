//! Whole archives of games: decompressed, read and checked on all cores, counted, exported.
//!
//! Files and terminals belong to the caller: a [`Source`] is a name with bytes.
//!
//! ```
//! use std::sync::Arc;
//! use tandem_archive::{Options, Shelf, Source, check_all};
//! use tandem_rules::Rulebook;
//!
//! let text = "[Event \"x\"]\n1A. e4 {60} 1a. e5 {60} *\n1A. e5 {60} *\n";
//! let source = Source::new("club.bpgn", std::io::Cursor::new(text));
//! let books = Shelf::only(Rulebook::builtin("fics").expect("a built-in book"));
//! let mut bad = 0;
//! check_all(vec![source], &books, &Options::default(), |report| {
//!     bad += report.games.iter().filter(|game| game.error().is_some()).count();
//! });
//! assert_eq!(bad, 1);
//! ```

mod compression;
mod export;
mod parallel;
mod shelf;
mod stats;

pub use compression::decompressed;
pub use export::{ExportError, Exporter, Rows};
pub use parallel::{GameReport, Options, Report, Source, check_all, process};
pub use shelf::Shelf;
pub use stats::Stats;
