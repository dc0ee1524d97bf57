//! `tandem perft`: counts leaves.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};
use tandem_rules::BoardId;

use super::legal::{beside, read_bfen};
use crate::failure::Failure;
use crate::library::Library;

/// A board of the match.
#[derive(Clone, Copy, ValueEnum)]
enum Board {
    #[value(name = "A")]
    A,
    #[value(name = "B")]
    B,
}

/// Counts the leaves of the tree of legal moves on one board.
///
/// Drops use the stock up, captures leave for good, the other board does not move.
#[derive(Args)]
pub(crate) struct Perft {
    /// The book to play by: asten, minerva, sscr, fer, stein, fics
    #[arg(long)]
    book: Option<String>,
    /// The board that is played on
    #[arg(long, value_enum)]
    board: Board,
    /// How many half-moves deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Also print the count of each first move
    #[arg(long)]
    divide: bool,
    /// The position of both boards
    #[arg(value_name = "BFEN")]
    bfen: String,
}

impl Perft {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let book = library.book(self.book.as_deref())?;
        let bfen = read_bfen(&self.bfen)?;
        let board = match self.board {
            Board::A => BoardId::A,
            Board::B => BoardId::B,
        };
        let position = &bfen.boards[board].position;
        let other = Some(beside(&bfen, board, &book));
        let rules = book.board_rules();
        let mut out = stdout().lock();
        if !self.divide || self.depth == 0 {
            writeln!(out, "{}", position.perft(rules, other, self.depth))?;
            return Ok(());
        }
        let mut moves: Vec<_> =
            position.legal_moves(rules, other).into_iter().map(|m| (m.to_string(), m)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut total = 0;
        for (name, m) in moves {
            let mut next = position.clone();
            next.play_unchecked(m, rules);
            let count = next.perft(rules, other, self.depth - 1);
            total += count;
            writeln!(out, "{name}: {count}")?;
        }
        writeln!(out, "{total}")?;
        Ok(())
    }
}
