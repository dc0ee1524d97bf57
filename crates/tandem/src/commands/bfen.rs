//! `tandem bfen`: positions.

use std::io::{Write, stdout};

use clap::{Args, Subcommand};
use tandem_notation::svg::{LastMove, Picture};
use tandem_notation::{Bfen as Position, draw};
use tandem_rules::{BoardId, BySeat, Coordinates, Millis, Seat};

use super::legal::read_bfen;
use crate::failure::Failure;

/// Positions of both boards in BFEN: check them, look at them, print them.
#[derive(Subcommand)]
pub(crate) enum Bfen {
    /// Print a BFEN in canonical form, or say what is wrong with it
    Check(Check),
    /// Draws both boards, stocks and clocks for a terminal
    Show(Show),
    /// Draw both boards as SVG, for a bulletin or web page
    Svg(Svg),
}

/// Print a BFEN in canonical form, or say what is wrong with it.
#[derive(Args)]
pub(crate) struct Check {
    /// The position of both boards
    #[arg(value_name = "BFEN")]
    bfen: String,
}

/// Draws both boards, stocks and clocks for a terminal, team 1 below.
#[derive(Args)]
pub(crate) struct Show {
    /// The position of both boards
    #[arg(value_name = "BFEN")]
    bfen: String,
}

/// Draws both boards as the players sit, team 1 below, with stocks, clocks and team colours.
#[derive(Args)]
pub(crate) struct Svg {
    /// The last move on board A, in coordinates: e2e4, N@f3
    #[arg(long, value_name = "MOVE")]
    last_a: Option<String>,
    /// The last move on board B
    #[arg(long, value_name = "MOVE")]
    last_b: Option<String>,
    /// The names of the players, in the order A a B b, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 1)]
    names: Vec<String>,
    /// A line above the boards
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// The position of both boards
    #[arg(value_name = "BFEN")]
    bfen: String,
}

impl Bfen {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Bfen::Check(command) => {
                let bfen = Position::parse(&command.bfen)
                    .map_err(|error| Failure::Wrong(error.to_string()))?;
                Ok(writeln!(stdout(), "{bfen}")?)
            }
            Bfen::Show(command) => command.run(),
            Bfen::Svg(command) => command.run(),
        }
    }
}

impl Show {
    fn run(self) -> Result<(), Failure> {
        let bfen = read_bfen(&self.bfen)?;
        let clocks = clocks(&bfen);
        let drawn = draw::draw(&bfen.positions(), clocks.as_ref());
        Ok(stdout().write_all(drawn.as_bytes())?)
    }
}

/// All four clocks, if any is told; the others show nothing left.
fn clocks(bfen: &Position) -> Option<BySeat<Millis>> {
    let told = BoardId::ALL.into_iter().any(|board| bfen.boards[board].clocks.is_some());
    told.then(|| {
        BySeat::new_with(|seat: Seat| {
            bfen.boards[seat.board()]
                .clocks
                .map_or(Millis::ZERO, |clocks| *clocks.get(seat.color()))
        })
    })
}

impl Svg {
    fn run(self) -> Result<(), Failure> {
        let bfen = read_bfen(&self.bfen)?;
        let mut picture = Picture { caption: self.caption, ..Picture::default() };
        for (board, last) in [(BoardId::A, &self.last_a), (BoardId::B, &self.last_b)] {
            picture.last[board] = last.as_deref().map(last_move).transpose()?;
        }
        for (seat, name) in Seat::ALL.into_iter().zip(self.names) {
            picture.names[seat] = Some(name).filter(|name| !name.trim().is_empty());
        }
        Ok(stdout().write_all(picture.of(&bfen).as_bytes())?)
    }
}

fn last_move(text: &str) -> Result<LastMove, Failure> {
    match text.parse() {
        Ok(Coordinates::Walk { from, to, .. }) => Ok(LastMove { from: Some(from), to }),
        Ok(Coordinates::Drop { to, .. }) => Ok(LastMove { from: None, to }),
        Err(error) => Err(Failure::Impossible(format!("'{text}': {error}"))),
    }
}
