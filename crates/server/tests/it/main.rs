//! The server as clients see it: real sockets, real protocol, real files.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests wait for things to happen")]

mod ahead;
mod bad_input;
mod bots;
mod data_folder;
mod engines;
mod event_boards;
mod events;
mod files;
mod golden;
mod hall;
mod hall_clocks;
mod ics;
mod ics_bounds;
mod lag;
mod leaks;
mod limits;
mod on_table;
mod play;
mod recovery;
mod score_sheet;
mod security;
mod support;
mod terminal;
mod tls;
