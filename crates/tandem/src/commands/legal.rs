//! `tandem legal`: the legal moves of a player.

use std::io::{Write, stdout};

use clap::{Args, ValueEnum};
use tandem_notation::{Bfen, San};
use tandem_rules::{BoardId, BoardView, OtherBoard, Rulebook, Seat, Stuck};

use crate::failure::Failure;
use crate::library::Library;

/// How moves are written.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Nf3, N@f3, e8=Q
    San,
    /// g1f3, N@f3, e7e8q
    Uci,
}

/// List a player's legal moves in a position, one a line.
///
/// A player who is on move but can only wait has no line. A promotion that takes its piece from
/// the other board names the square there: e8=Qd1.
#[derive(Args)]
pub(crate) struct Legal {
    /// Rulebook to play by (not an opening book): asten, minerva, sscr, fer, stein, fics
    #[arg(long)]
    book: Option<String>,
    /// The player: A or a (White or Black of board A), B or b (of board B)
    #[arg(long)]
    seat: Seat,
    /// How moves are written
    #[arg(long, value_enum, default_value = "san")]
    format: Format,
    /// The position of both boards
    #[arg(value_name = "BFEN")]
    bfen: String,
}

impl Legal {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let book = library.book(self.book.as_deref())?;
        let bfen = read_bfen(&self.bfen)?;
        let board = board(&bfen, self.seat.board(), &book);
        let position = board.position();
        if position.turn() != self.seat.color() {
            return Err(Failure::Wrong(format!("it is not {}'s turn", self.seat)));
        }
        let mut moves: Vec<String> = board
            .legal_moves()
            .into_iter()
            .map(|m| match self.format {
                Format::San => San::from_move(m, board).to_string(),
                Format::Uci => m.to_string(),
            })
            .collect();
        moves.sort_unstable();
        let mut out = stdout().lock();
        for line in moves {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

pub(crate) fn read_bfen(text: &str) -> Result<Bfen, Failure> {
    Bfen::parse_lenient(text).map_err(|error| Failure::Impossible(error.to_string()))
}

/// A board with the other one; a mate that stands there has ended its game where mates are final.
pub(crate) fn board<'a>(bfen: &'a Bfen, board: BoardId, book: &'a Rulebook) -> BoardView<'a> {
    let (this, other) = (&bfen.boards[board].position, &bfen.boards[!board].position);
    let seen_from_there = other.by(book).with_other(OtherBoard { position: this, ended: false });
    let ended = book.mate_is_final() && seen_from_there.stuck() == Stuck::Mate;
    this.by(book).with_other(OtherBoard { position: other, ended })
}
