//! `tandem perft`: counts leaves.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};
use tandem_rules::{BoardId, Bughouse};

use super::legal::{board, read_bfen};
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

/// Count the positions reachable on one board, to test move generators.
///
/// Drops use the stock up, captures leave for good, the other board does not move.
#[derive(Args)]
pub(crate) struct Perft {
    /// Rulebook to play by (not an opening book): asten, minerva, sscr, fer, stein, fics
    #[arg(long)]
    book: Option<String>,
    /// Board to search
    #[arg(long, value_enum)]
    board: Board,
    /// Depth in half-moves
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
        let id = match self.board {
            Board::A => BoardId::A,
            Board::B => BoardId::B,
        };
        let board = board(&bfen, id, &book);
        let mut out = stdout().lock();
        if !self.divide || self.depth == 0 {
            writeln!(out, "{}", board.perft(self.depth))?;
            return Ok(());
        }
        let mut moves: Vec<_> =
            board.legal_moves().into_iter().map(|m| (m.to_string(), m)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut total = 0;
        for (name, m) in moves {
            let mut next = Bughouse::of(board.position().clone(), board.rules());
            next.play_unchecked(m);
            let count = next.with_other(board.other()).perft(self.depth - 1);
            total += count;
            writeln!(out, "{name}: {count}")?;
        }
        writeln!(out, "{total}")?;
        Ok(())
    }
}
