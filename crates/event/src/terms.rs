//! What is agreed for an event.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tandem_referee::{Points, TimeControl};
use tandem_rules::book::{Colours, Counts, PointScale};
use tandem_rules::shakmaty::Color;
use tandem_rules::{Millis, Rulebook};

use crate::codes::Refusal;
use crate::ids::Moment;

/// The book of an event: a built-in one by its id, or a club's own with its text, so that the event's
/// file can be opened elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookRef {
    /// The id of the book.
    pub id: String,
    /// The text of a club's own book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// Options: axes that the organiser changes, `event.points` to `3,1,0` for example (R1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

impl BookRef {
    /// A built-in book as it is.
    #[must_use]
    pub fn builtin(id: &str) -> BookRef {
        BookRef { id: id.to_owned(), own: None, options: Vec::new() }
    }

    /// The book itself.
    ///
    /// # Errors
    /// [`Refusal::Book`] with the first mistake.
    pub fn open(&self) -> Result<Arc<Rulebook>, Refusal> {
        let mistake = |mistake: String| Refusal::Book { mistake };
        let first = |errors: Vec<tandem_rules::book::BookError>| {
            mistake(errors.first().map(ToString::to_string).unwrap_or_default())
        };
        let book = match &self.own {
            Some(text) => Rulebook::parse(text).map_err(first)?,
            None => Rulebook::builtin(&self.id).ok_or_else(|| mistake(self.id.clone()))?,
        };
        if self.options.is_empty() {
            return Ok(Arc::new(book));
        }
        book.with_options(&self.options).map(Arc::new).map_err(first)
    }
}

/// How opponents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PairingSystem"))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everybody meets everybody (Berger's tables).
    RoundRobin,
    /// Everybody meets everybody twice, colours swapped.
    DoubleRoundRobin,
    /// Teams of the same score meet (FIDE C.04.6).
    Swiss,
    /// Knockout: the loser is out.
    Knockout,
    /// Players of the same rank in squares of four, each with each as partners (the Z-system).
    Rotating,
}

impl System {
    /// Whether players are paired and not teams.
    #[must_use]
    pub fn of_players(self) -> bool {
        self == System::Rotating
    }
}

/// How much colours matter in a Swiss (FIDE C.04.6, 1.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColourModel {
    /// Simple preferences.
    #[default]
    TypeA,
    /// Strong and mild preferences.
    TypeB,
    /// None: colours are drawn by lot, or each round has two matches.
    None,
}

/// Who gets which pairing number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By the sum of ratings, then in the order of entry.
    #[default]
    Rating,
    /// In the order of entry.
    Entry,
    /// By lot from the seed.
    Lot,
}

/// How teams with the same points are put in order (FIDE C.07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Direct encounter.
    DirectEncounter,
    /// The other of match points and game points, where a book has both.
    OtherPoints,
    /// Buchholz.
    Buchholz,
    /// Buchholz without the lowest.
    BuchholzCut1,
    /// Buchholz without the two lowest.
    BuchholzCut2,
    /// Buchholz without the lowest and the highest.
    MedianBuchholz,
    /// Sonneborn-Berger.
    SonnebornBerger,
    /// Board count: points on the first board are worth more.
    BoardCount,
    /// Matches won.
    Wins,
    /// A play-off.
    PlayOff,
    /// By lot from the seed.
    Lot,
}

impl TieBreak {
    /// All of them with FIDE's codes.
    pub const ALL: [(TieBreak, &'static str); 11] = [
        (TieBreak::DirectEncounter, "DE"),
        (TieBreak::OtherPoints, "MPvGP"),
        (TieBreak::Buchholz, "BH"),
        (TieBreak::BuchholzCut1, "BH/C1"),
        (TieBreak::BuchholzCut2, "BH/C2"),
        (TieBreak::MedianBuchholz, "BH/M1"),
        (TieBreak::SonnebornBerger, "SB"),
        (TieBreak::BoardCount, "BC"),
        (TieBreak::Wins, "WIN"),
        (TieBreak::PlayOff, "PO"),
        (TieBreak::Lot, "LOT"),
    ];

    /// Its code: `BH/C1`.
    #[must_use]
    pub fn code(self) -> &'static str {
        TieBreak::ALL.iter().find(|(one, _)| *one == self).map_or("", |(_, code)| code)
    }

    /// The tie-break of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TieBreak> {
        TieBreak::ALL
            .iter()
            .find(|(_, known)| known.eq_ignore_ascii_case(code))
            .map(|(one, _)| *one)
    }
}

/// Where the matches are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Venue {
    /// Over the board.
    #[default]
    Board,
    /// At tables of the server.
    Online,
    /// At the server where one of the four is not in the hall, else over the board.
    Mixed,
}

/// What a team gets for a round that it sits out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SitOut {
    /// Nothing.
    #[default]
    Nothing,
    /// As for a draw.
    Draw,
}

/// A colour on the first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The other colour.
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

impl From<Colour> for Color {
    fn from(colour: Colour) -> Color {
        match colour {
            Colour::White => Color::White,
            Colour::Black => Color::Black,
        }
    }
}

/// What is agreed for an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventTerms"))]
pub struct Terms {
    /// The name of the event.
    pub name: String,
    /// Where it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The day, `2026-11-21`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The book of its matches.
    pub book: BookRef,
    /// The time of each player in a match.
    pub time: TimeControl,
    /// Where the matches are played.
    #[serde(default)]
    pub venue: Venue,
    /// How opponents are found.
    pub system: System,
    /// How many rounds there are, which a Swiss must know beforehand. A knockout and a round robin
    /// take as many as they need.
    pub rounds: u16,
    /// Matches of a round against the same opponent: one, or two with colours swapped.
    #[serde(default = "one")]
    pub legs: u8,
    /// How much colours matter in a Swiss.
    #[serde(default)]
    pub colours: ColourModel,
    /// Which colour the first-named team has on the first board, where the book leaves it free (R1).
    #[serde(default = "white")]
    pub first_named: Colour,
    /// Who gets which pairing number.
    #[serde(default)]
    pub seeding: Seeding,
    /// How ties are broken, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// What a team gets for a round that it sits out.
    #[serde(default)]
    pub sit_out: SitOut,
    /// Whether only those are paired who have checked in.
    #[serde(default)]
    pub check_in: bool,
    /// Whether a knockout has a match for the third place.
    #[serde(default)]
    pub third_place: bool,
    /// The published seed of all lots.
    pub seed: String,
    /// When the first round is to begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    /// Minutes between the rounds.
    #[serde(default = "five")]
    pub pause: u16,
    /// Minutes after which somebody who does not come has lost, where the event says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<u16>,
}

fn one() -> u8 {
    1
}

fn five() -> u16 {
    5
}

fn white() -> Colour {
    Colour::White
}

impl Terms {
    /// An event by a book with everything as is usual: seven rounds of Swiss, direct encounter and Buchholz.
    ///
    /// # Errors
    /// [`Refusal::Book`] if the book can't be read.
    pub fn new(name: &str, book: BookRef, seed: &str) -> Result<Terms, Refusal> {
        let open = book.open()?;
        let counts = Scoring::of(&open);
        let mut tie_breaks = vec![
            TieBreak::DirectEncounter,
            TieBreak::BuchholzCut1,
            TieBreak::Buchholz,
            TieBreak::SonnebornBerger,
            TieBreak::Wins,
            TieBreak::Lot,
        ];
        if counts.both_games() {
            tie_breaks.insert(1, TieBreak::OtherPoints);
        }
        let colours = match open.axes.contest.colours.is {
            Colours::Lot => ColourModel::None,
            Colours::Free | Colours::HomeFirstBoardBlack | Colours::FirstTeamWhite => {
                ColourModel::TypeA
            }
        };
        let base = Millis::from_secs(i64::from(open.axes.contest.time.is.0));
        Ok(Terms {
            name: name.to_owned(),
            place: String::new(),
            date: String::new(),
            book,
            time: TimeControl::sudden_death(base),
            venue: Venue::Board,
            system: System::Swiss,
            rounds: 7,
            legs: 1,
            colours,
            first_named: Colour::White,
            seeding: Seeding::Rating,
            tie_breaks,
            sit_out: SitOut::Nothing,
            check_in: false,
            third_place: false,
            seed: seed.to_owned(),
            start: None,
            pause: 5,
            grace: None,
        })
    }
}

/// How a book counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// What the standings add up.
    pub counts: Counts,
    /// For a match as a whole.
    pub of_match: PointScale,
    /// For a game.
    pub of_game: PointScale,
}

impl Scoring {
    /// How this book counts.
    #[must_use]
    pub fn of(book: &Rulebook) -> Scoring {
        let points = book.axes.event.points.is;
        match book.axes.event.counts.is {
            Counts::Match => Scoring { counts: Counts::Match, of_match: points, of_game: points },
            // FIDE's usual points of a match, beside the games that the book counts.
            Counts::Games => Scoring {
                counts: Counts::Games,
                of_match: PointScale { win: 2000, draw: 1000, loss: 0 },
                of_game: points,
            },
        }
    }

    /// Whether game points and match points differ.
    #[must_use]
    pub fn both_games(&self) -> bool {
        self.counts == Counts::Games
    }

    /// What a score of 1, ½ or 0 is worth; what an arbiter made of it counts in proportion.
    #[must_use]
    pub fn worth(scale: PointScale, score: Points) -> Points {
        match score.0 {
            1000 => Points(scale.win),
            500 => Points(scale.draw),
            0 => Points(scale.loss),
            other => Points((i64::from(other) * i64::from(scale.win) / 1000) as i32),
        }
    }
}
