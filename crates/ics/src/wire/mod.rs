//! From bytes to lines: telnet taken out, line ends found, sealed lines opened.

mod lines;
mod seal;
mod telnet;

pub(crate) use lines::{Line, Lines};
pub use seal::{KEY, seal};
pub(crate) use seal::{Opened, open};
