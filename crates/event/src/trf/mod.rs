//! TRF, the file format of FIDE's pairing programs: TRF16, and TRF26 with teams.
//!
//! Players are lines `001`, teams lines `310` (or `013`). A match has as many boards as `352` names
//! colours: `WB` is bughouse, where the team's colour is the one it has on the first board. Where a book gives one
//! result a match, both players of a team carry it.

mod of_event;
mod read;
mod table;
mod write;

use tandem_referee::Points;

use crate::codes::FileProblem;
use crate::ids::{PairingNumber, RoundNumber};
use crate::terms::Colour;

/// A problem of a file and the line it stands on; 0 is the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub problem: FileProblem,
}

/// What results are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// A win.
    pub win: Points,
    /// A draw.
    pub draw: Points,
    /// A loss.
    pub loss: Points,
    /// The pairing-allocated bye.
    pub bye: Points,
    /// Not being there.
    pub absent: Points,
}

/// A player's game of a round, as written: `  12 w 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrfGame {
    /// The opponent's number; 0 is none.
    pub opponent: u16,
    /// The colour, if there was one.
    pub colour: Option<Colour>,
    /// The result, as written.
    pub result: char,
}

/// A line `001`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The number of the player.
    pub number: u16,
    /// The name.
    pub name: String,
    /// The rating, if given.
    pub rating: Option<u16>,
    /// The year of birth, if given.
    pub birth_year: Option<u16>,
    /// The games, round by round.
    pub games: Vec<Option<TrfGame>>,
    /// The rank.
    pub rank: u16,
    /// The points.
    pub points: Points,
}

/// A line `310` or `013`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfTeam {
    /// The line it stands on.
    pub line: usize,
    /// The pairing number.
    pub number: PairingNumber,
    /// The name.
    pub name: String,
    /// The players, by their numbers, board by board.
    pub players: Vec<u16>,
    /// The match points that the line tells.
    pub match_points: Option<Points>,
    /// The game points that the line tells.
    pub game_points: Option<Points>,
    /// The rank.
    pub rank: u16,
}

/// Points that a team got otherwise than by the score (record `299`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abnormal {
    /// The kind of result, or a blank for points given or taken besides.
    pub kind: char,
    /// Match points.
    pub match_points: Points,
    /// Game points.
    pub game_points: Points,
    /// The round.
    pub round: RoundNumber,
    /// The teams.
    pub teams: Vec<PairingNumber>,
}

/// A match that was not played (record `330`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForfeitedMatch {
    /// The round.
    pub round: RoundNumber,
    /// White on the first board.
    pub white: PairingNumber,
    /// The other.
    pub black: PairingNumber,
    /// Who came: White, Black.
    pub came: [bool; 2],
}

/// A bye that was given (records `240` and `320`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenBye {
    /// The round.
    pub round: RoundNumber,
    /// Who.
    pub team: PairingNumber,
    /// `P` allocated by the pairing, `F` full, `H` half, `Z` zero points.
    pub kind: char,
}

/// A TRF file of an event of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trf {
    /// `012`: the name of the event.
    pub name: String,
    /// `022`: the place.
    pub place: String,
    /// `042`: the day.
    pub date: String,
    /// `092`: the kind of event, in words.
    pub kind: String,
    /// `142`: how many rounds there are.
    pub rounds: Option<u16>,
    /// `152`: the colour drawn for the first team.
    pub initial: Option<Colour>,
    /// `192`: the code of the system.
    pub code: String,
    /// `202` or `212`: the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// `352`: the colours of the first-named team, board by board.
    pub boards: Vec<Colour>,
    /// `162`: what games are worth.
    pub of_game: Worth,
    /// `362`: what matches are worth.
    pub of_match: Worth,
    /// `320`: what the bye is worth, where it says so: match points and game points.
    pub bye: Option<[Points; 2]>,
    /// `001`.
    pub players: Vec<TrfPlayer>,
    /// `310`.
    pub teams: Vec<TrfTeam>,
    /// `240` and `320`.
    pub byes: Vec<GivenBye>,
    /// `330`.
    pub forfeits: Vec<ForfeitedMatch>,
    /// `299`.
    pub abnormal: Vec<Abnormal>,
    /// `260`: teams that may not meet.
    pub apart: Vec<crate::crosstable::Apart>,
}

impl Default for Trf {
    fn default() -> Trf {
        let worth = |win, draw, bye| Worth {
            win: Points(win),
            draw: Points(draw),
            loss: Points(0),
            bye: Points(bye),
            absent: Points(0),
        };
        Trf {
            name: String::new(),
            place: String::new(),
            date: String::new(),
            kind: String::new(),
            rounds: None,
            initial: None,
            code: String::new(),
            tie_breaks: Vec::new(),
            boards: Vec::new(),
            of_game: worth(1000, 500, 1000),
            // TRF26: without another word the bye of a team is worth a draw.
            of_match: worth(2000, 1000, 1000),
            bye: None,
            players: Vec::new(),
            teams: Vec::new(),
            byes: Vec::new(),
            forfeits: Vec::new(),
            abnormal: Vec::new(),
            apart: Vec::new(),
        }
    }
}

impl Trf {
    /// Reads a file.
    ///
    /// # Errors
    /// Every line that can't be read, and what the file as a whole lacks.
    pub fn read(text: &str) -> Result<Trf, Vec<TrfError>> {
        read::read(text)
    }
}
