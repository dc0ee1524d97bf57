//! Somebody else's engine at a seat: a process that may print garbage, die or hang.
//!
//! The arena and the server both host such engines. [`Driver`] decides what is said to one and what
//! becomes of it; [`Hosted`] adds the process; the host carries out the rest of the [`Order`]s.

mod driver;
mod hosted;
mod process;
mod program;

pub use driver::{Beginning, Conduct, Driver, Order, Trouble};
pub use hosted::Hosted;
pub use process::{Output, Process};
pub use program::{Protocol, find, locate};
