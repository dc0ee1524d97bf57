//! One table: an actor that owns the match, and the handle by which others reach it.
//!
//! A command's way: bytes → [`crate::wire::ToServer`] → [`Handle`] (stamps the moment) → actor →
//! referee → store → everybody. Nobody sees an event before it is durable.

mod actor;
mod bots;
mod broadcast;
#[cfg(test)]
mod busy;
mod clock;
mod foreign;
mod handle;
mod joining;
mod lag;
mod loading;
mod passing;
mod people;
mod rematch;
mod request;
mod seating;

pub(crate) use clock::{Stopwatch, now_unix};
pub(crate) use handle::Handle;
pub(crate) use loading::{Loaded, spawn};
pub(crate) use request::{Gone, Joined};
