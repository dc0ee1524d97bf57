//! A second opinion on bughouse by the book.
//!
//! Another author's model of a match, written from the rulebooks' pages alone and without a look at
//! how the referee decides: a board of sixty-four squares, moves found by trying them, each book's
//! articles as a plain `match` on its name. It shares words with the referee (seats, roles, squares,
//! [`Command`](tandem_referee::Command), results and reasons), no rules. It is slow and small, and it is only
//! here to be disagreed with: [`compare`] gives both the same random commands, and after each of them the men
//! on both boards, stocks, hands, clocks, whose turn it is, castling rights, ends with their reasons
//! and the score must be the same, and what one refuses the other must refuse. Every difference is a
//! bug in one of them. It is printed with its seed and, made short, as a script for
//! `tandem referee`.
//!
//! ```
//! use tandem_second_opinion::chance::Chance;
//! use tandem_second_opinion::compare::{Run, trial};
//! use tandem_second_opinion::generator::Plan;
//! use tandem_second_opinion::the_books::Book;
//!
//! let mut chance = Chance::new(7);
//! let plan = Plan::random(&mut chance, Book::Stein, false);
//! let trial = trial(&mut chance, plan, 100).expect("the plan has a position that can be read");
//! assert!(!matches!(trial.run, Run::Differ(_)));
//! ```
//!
//! # What it has an opinion on
//!
//! Moves, drops and promotions of all six books, guarded and open input; making, pressing, taking
//! back, the early reply (sscr 6.5) and the touch rule; passing and holding; clocks with increment and
//! delay, flags claimed and automatic; mate, stalemate, waiting, lack of material, repetition and fifty moves;
//! draws by two and by four; resigning, also out of turn (stein 5.3); illegal moves that win
//! for the opponent, go back or stand (asten 21, sscr 1.14, minerva and stein 7.4, fer 6.2 to 6.4); in sscr's open input
//! mates that are claimed, and flags that come too late for one (R43);
//! gifts (fer 4.4, 6.3); the last drop (R20); games that end in one moment (R35).
//!
//! # What it has none on
//!
//! These are not generated, or the model says [`Answer::Beyond`](table::Answer::Beyond) and the match ends there:
//!
//! - the arbiter, stopped clocks, talk, hidden men, returned clocks, lag, restarts;
//! - articles: refusals are compared, what they cite is not;
//! - hands that move the opponent's men or knock off a king of their own, boards without a king, and illegal
//!   promotions that take from the other board;
//! - an illegal capture that goes back after its man was dropped (minerva and stein 7.7, fer by R14, R53);
//! - a mate that is claimed after more has happened (sscr 1.16 with R30 and R44), an automatic flag or a draw claim beside an
//!   unclaimed end, which of several came first (R43, R44), a draw claim with the last drop;
//! - pressing without a move (R54), a right lost by a reply that itself goes back (minerva and stein by
//!   R45), a flag before the last move (R46); what a made move that is not pressed means for a game whose
//!   neighbour ends (fer and stein 5.4, 5.5), and for the flag then (stein 5.6), a lone pawn's too;
//! - Chess960.

pub mod act;
pub mod board;
pub mod chance;
pub mod claims;
pub mod clocks;
pub mod compare;
pub mod ends;
pub mod generator;
pub mod moves;
pub mod moving;
pub mod positions;
pub mod script;
pub mod stock;
pub mod table;
pub mod the_books;
pub mod time;
