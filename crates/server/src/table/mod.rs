//! One table, at which one match is played: the match core, which decides and makes durable
//! ([`core`]), the room around it, with people, bots and who hears what ([`room`]), and the handle
//! by which others reach it.
//!
//! A command's way: bytes → [`crate::wire::ToServer`] → [`Handle`] (stamps the moment) → room →
//! core → referee → store → room → everybody. Nobody sees an event before it is durable.

mod core;
mod handle;
mod queue;
mod request;
mod room;
#[cfg(test)]
mod tests;

pub(crate) use self::core::{Loaded, NotEntered, Pulse};
pub(crate) use handle::Handle;
pub(crate) use request::{Gone, Joined, NoSeat};
pub(crate) use room::{Followed, Follower, House, PeopleView, Present, Told, spawn};
