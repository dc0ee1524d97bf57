//! Teams of engines play real bughouse matches on two boards with running clocks.
//!
//! Every move goes through the referee. Somebody else's engine is a process that may print
//! garbage, die or hang: it is told apart, said clearly, and the match goes on by the book.

mod bpgn;
mod builtin;
mod contender;
mod live;
mod openings;
mod probe;
pub mod results;
mod score;
mod tournament;

pub use contender::{Contender, ContenderError};
pub use live::{Finished, Trouble};
pub use probe::probe;
pub use results::{Outcome, Results};
pub use score::{Elo, Tally};
pub use tandem_engine_host::Protocol;
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
