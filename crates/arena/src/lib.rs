//! Teams of engines play real bughouse matches on two boards with running clocks.
//!
//! Every move goes through the referee. Somebody else's engine is a process that may print
//! garbage, die or hang: it is told apart, said clearly, and the match goes on by the book.

mod bpgn;
mod builtin;
mod contender;
mod openings;
mod score;
mod table;
mod tournament;

pub use contender::{Contender, ContenderError};
pub use score::Tally;
pub use table::{Finished, Trouble};
pub use tandem_engines::Protocol;
pub use tournament::{Plan, Progress, run, run_until};

use std::time::Instant;

use tandem_rules::Millis;

/// The only place that reads the clock: matches here are played in real time.
#[expect(clippy::disallowed_methods, reason = "engines play against a real clock")]
fn now() -> Instant {
    Instant::now()
}

fn since(begin: Instant) -> Millis {
    Millis(i64::try_from(begin.elapsed().as_millis()).unwrap_or(i64::MAX))
}
