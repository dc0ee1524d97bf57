//! Files around an event: entries from pasted text, CSV and XLSX; standings and pairings as CSV and XLSX, a copy of an
//! event's pages as HTML.
//!
//! Everything is from bytes to values and back: nothing is opened or written here.
//!
//! ```
//! use tandem_event_files::{Entries, read_text};
//!
//! let entries = read_text("Rooks & Co: Ann, Bob\nCas + Dee\n").expect("two teams");
//! let Entries::Teams(teams) = entries else { panic!("teams") };
//! assert_eq!((teams[0].name.as_str(), teams[1].players[0].name.as_str()), ("Rooks & Co", "Cas"));
//! ```

mod columns;
mod decode;
mod entries;
mod site;
mod tables;
mod workbook;

pub use decode::decode;
pub use entries::{Entries, EntryError, read_csv, read_text, read_xlsx};
pub use site::site;
pub use tables::{pairings_csv, standings_csv};
pub use workbook::workbook;
