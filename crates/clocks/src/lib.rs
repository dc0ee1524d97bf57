//! A phone as a clock beside a real board.
//!
//! A phone stamps what happens on it with the moment of the match, and tells the server. While the
//! network is away it goes on counting and keeps a log; when it is back it tells what it kept, and
//! the referee takes each act at its own moment (R55). Nothing here reads a clock or opens a
//! socket: the phone's own time is an argument, and messages are values.
//!
//! The pages have the same machine in TypeScript (`web/src/state/doubleClock`), with what a reload needs besides. Both
//! are given the same traces (`fixtures/clock`), and the server's simulation has two such phones over delay, cuts and
//! restarts.
//!
//! ```
//! use tandem_clocks::{Local, Message, Phone, Told};
//! use tandem_rules::Seat;
//!
//! let mut phone = Phone::default();
//! phone.connected(Local(1_000.0), false, &[]);
//! // Each ping is answered by the moment of the match: after eight the phone knows the time.
//! let mut now = 1_000.0;
//! while !phone.is_synchronised() {
//!     let Some(Message::Ping { sent }) = phone.wants(Local(now)).pop() else {
//!         now += 10.0;
//!         continue;
//!     };
//!     phone.pong(Local(sent.0 + 8.0), sent, (sent.0 + 4.0 - 900.0) as i64);
//! }
//! phone.acts(Local(3_000.0), Seat::WhiteA, "press");
//! let told = phone.wants(Local(3_000.0));
//! let Some(Message::Told(Told { id, at, .. })) = told.last() else { panic!("it is told") };
//! assert!(*id == 1 && (2_099..=2_101).contains(at));
//! ```

mod offset;
mod phone;

pub use offset::{Local, Offset};
pub use phone::{Message, Phone, Told};
