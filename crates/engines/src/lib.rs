//! Somebody else's engine at a table: a process that may print garbage, die or hang.
//!
//! The arena and the server both seat such engines; what a table makes of their words is its own.

mod duties;
mod external;
mod process;
mod program;

pub use duties::has_duties;
pub use external::External;
pub use process::{Output, Process};
pub use program::{Protocol, find, locate};
