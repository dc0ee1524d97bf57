//! The cross table: every team's rounds, wherever they come from. Pairing and standings read it, and
//! nothing else.

use serde::{Deserialize, Serialize};
use tandem_referee::Points;
use tandem_rules::book::{Counts, PointScale};

use crate::ids::{PairingNumber, RoundNumber};
use crate::terms::{Colour, ColourModel};

/// Whom a team met in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Met {
    /// The match was played.
    Played {
        /// The opponent.
        opponent: PairingNumber,
        /// The team's colour on the first board.
        colour: Colour,
    },
    /// The match was not played: somebody did not come.
    Forfeit {
        /// The opponent.
        opponent: PairingNumber,
        /// The team's colour on the first board, had it been played.
        colour: Colour,
        /// Whether the team came.
        won: bool,
    },
    /// The pairing-allocated bye.
    Bye,
    /// A bye worth a win that was given.
    FullBye,
    /// A bye worth a draw that was asked for.
    HalfBye,
    /// Not there.
    Nothing,
}

impl Met {
    /// The opponent, if one was paired.
    #[must_use]
    pub fn opponent(self) -> Option<PairingNumber> {
        match self {
            Met::Played { opponent, .. } | Met::Forfeit { opponent, .. } => Some(opponent),
            Met::Bye | Met::FullBye | Met::HalfBye | Met::Nothing => None,
        }
    }

    /// The opponent and the colour of a match that was played.
    #[must_use]
    pub fn played(self) -> Option<(PairingNumber, Colour)> {
        match self {
            Met::Played { opponent, colour } => Some((opponent, colour)),
            Met::Forfeit { .. } | Met::Bye | Met::FullBye | Met::HalfBye | Met::Nothing => None,
        }
    }

    /// Whether the team was there to be paired: it met somebody or got the bye.
    #[must_use]
    pub fn was_paired(self) -> bool {
        matches!(self, Met::Played { .. } | Met::Forfeit { .. } | Met::Bye)
    }

    /// A round that the team chose not to play (FIDE C.07, 16.2.5): it lost by not coming, or asked for less
    /// than a win.
    #[must_use]
    pub fn voluntary(self) -> bool {
        match self {
            Met::Forfeit { won, .. } => !won,
            Met::HalfBye | Met::Nothing => true,
            Met::Played { .. } | Met::Bye | Met::FullBye => false,
        }
    }
}

/// A team's round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// Whom it met.
    pub met: Met,
    /// Its match points of the round.
    pub match_points: Points,
    /// Its game points of the round.
    pub game_points: Points,
    /// Its points on each board, where they are known.
    pub boards: Vec<Points>,
}

impl Cell {
    /// A round without anything.
    #[must_use]
    pub fn nothing() -> Cell {
        Cell {
            met: Met::Nothing,
            match_points: Points(0),
            game_points: Points(0),
            boards: Vec::new(),
        }
    }

    /// Its points of a kind.
    #[must_use]
    pub fn points(&self, of: Counts) -> Points {
        match of {
            Counts::Match => self.match_points,
            Counts::Games => self.game_points,
        }
    }
}

/// A team's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its pairing number.
    pub number: PairingNumber,
    /// Its name.
    pub name: String,
    /// Whether it plays in the round that is to be paired.
    pub here: bool,
    /// Its rounds.
    pub cells: Vec<Cell>,
    /// Match points and game points given or taken besides.
    pub besides: [Points; 2],
}

/// The cross table of an event of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The teams by their pairing numbers, without a gap.
    pub rows: Vec<Row>,
    /// How many rounds the event has.
    pub rounds: u16,
    /// What the standings add up.
    pub primary: Counts,
    /// Whether the other points decide colours (C.04.6, 1.2).
    pub secondary: bool,
    /// How much colours matter.
    pub colours: ColourModel,
    /// The colour drawn by lot for the first team (C.04.6, 4.1).
    pub initial: Colour,
    /// Points of a match.
    pub of_match: PointScale,
    /// Points of a game.
    pub of_game: PointScale,
    /// How many boards a match has.
    pub boards: u8,
    /// Whether everybody meets everybody, so that unplayed rounds count as they are.
    pub all_meet: bool,
    /// Teams that may not meet in some rounds.
    pub apart: Vec<Apart>,
}

/// Teams that may not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The first round in which they may not.
    pub from: RoundNumber,
    /// The last.
    pub to: RoundNumber,
    /// Who.
    pub teams: Vec<PairingNumber>,
}

impl CrossTable {
    /// How many rounds have been recorded.
    #[must_use]
    pub fn played(&self) -> u16 {
        let most = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        u16::try_from(most).unwrap_or(u16::MAX)
    }

    /// A team's line.
    #[must_use]
    pub fn row(&self, number: PairingNumber) -> Option<&Row> {
        self.rows.get(number.index()).filter(|_| number.0 > 0)
    }

    /// The other kind of points.
    #[must_use]
    pub fn other(&self) -> Counts {
        match self.primary {
            Counts::Match => Counts::Games,
            Counts::Games => Counts::Match,
        }
    }

    /// A team's points of a kind after so many rounds.
    #[must_use]
    pub fn points(&self, row: &Row, of: Counts, rounds: usize) -> Points {
        let besides = match of {
            Counts::Match => row.besides[0],
            Counts::Games => row.besides[1],
        };
        row.cells
            .iter()
            .take(rounds)
            .map(|cell| cell.points(of))
            .fold(besides, |sum, one| sum + one)
    }

    /// The table as it was before a round: who was paired then is there, and what came later is gone.
    #[must_use]
    pub fn before(&self, round: RoundNumber) -> CrossTable {
        let mut table = self.clone();
        for row in &mut table.rows {
            if let Some(cell) = row.cells.get(round.index()) {
                row.here = cell.met.was_paired();
            }
            row.cells.truncate(round.index());
        }
        table
    }

    /// A round as it was paired: who had White on the first board, and the opponent; a bye has none.
    #[must_use]
    pub fn paired(&self, round: RoundNumber) -> Vec<(PairingNumber, Option<PairingNumber>)> {
        let cell = |row: &Row| row.cells.get(round.index()).map(|cell| cell.met);
        let pair = |row: &Row| match cell(row)? {
            Met::Played { opponent, colour: Colour::White }
            | Met::Forfeit { opponent, colour: Colour::White, .. } => {
                Some((row.number, Some(opponent)))
            }
            Met::Bye => Some((row.number, None)),
            Met::Played { .. }
            | Met::Forfeit { .. }
            | Met::FullBye
            | Met::HalfBye
            | Met::Nothing => None,
        };
        self.rows.iter().filter_map(pair).collect()
    }
}
