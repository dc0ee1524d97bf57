//! The door for ICS clients: xboard, eboard and their friends play here.
//!
//! A pure machine: bytes, news of the house and time go in; bytes and questions to the house come
//! out. It owns all text of the protocol (telnet, prompts, `<12>`, `<b1>`, lists, offers) and knows
//! no rule: what is legal and what may be said the referee tells.
//!
//! ```
//! use tandem_ics::{Answer, Ask, Config, Conn, Door, Effect, News};
//! use tandem_rules::Millis;
//!
//! let mut door = Door::new(Config { books: Vec::new(), bots: Vec::new(), epoch: Millis(0) });
//! let text = |effects: &[Effect]| match effects {
//!     [Effect::Send(_, bytes)] => String::from_utf8_lossy(bytes).into_owned(),
//!     other => format!("{other:?}"),
//! };
//! assert!(text(&door.opened(Millis(0), Conn(1))).ends_with("login: "));
//! // The name and the return that follows it may come in one write.
//! let asked = door.heard(Millis(5), Conn(1), b"Ann\n\n");
//! let [Effect::Ask(ticket, Ask::Enter { name })] = &asked[..] else { panic!("{asked:?}") };
//! assert_eq!(name, "Ann");
//! let entered = door.news(Millis(6), News::Answered(*ticket, Answer::Done));
//! assert!(text(&entered).contains("**** Starting FICS session as Ann(U) ****"));
//! let answer = door.heard(Millis(9), Conn(1), b"$iset ms 1\n");
//! assert_eq!(text(&answer), "ms set.\n\rfics% ");
//! ```

mod asked;
mod commands;
mod door;
mod happening;
mod house;
mod login;
mod news;
mod offers;
mod person;
mod session;
mod show;
mod table;
mod text;
mod wire;

pub use door::{Config, Door};
pub use house::{
    Answer, Ask, Bot, Conn, Effect, Listed, News, Opened, Plan, Seated, Sitter, TableKey, Taken,
    Ticket,
};
pub use wire::{KEY, seal};
