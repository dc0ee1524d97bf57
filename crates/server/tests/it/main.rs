//! The server as clients see it: real sockets, real protocol, real files.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests wait for things to happen")]

mod bad_input;
mod bots;
mod engines;
mod golden;
mod play;
mod recovery;
mod security;
mod support;
