//! The door with a house of real referees behind it.

mod books;
mod conversations;
mod house;
mod noise;
mod script;
mod time;
