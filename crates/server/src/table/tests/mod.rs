//! Whole tables over a store in memory, in time that the tests decide.

mod busy;
mod coming_back;
mod in_time;
mod left_alone;
mod lost;
pub(super) mod testing;
mod whose_seat;
