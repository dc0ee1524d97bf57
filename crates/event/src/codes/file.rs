//! What is wrong with a file.

use tandem_referee::Points;
use tandem_rules::book::Lang;

use super::Coded;
use crate::ids::{ActNumber, PairingNumber};

codes! {
    /// What is wrong with a file.
    FileProblem "files" "FileProblem" {
        /// No teams.
        NoTeams "no-teams" {},
        /// Teams without end.
        TooManyTeams "too-many-teams" {
            /// How many there may be.
            most: u32,
        },
        /// Numbers of teams go from 1 without a gap.
        TeamNumber "team-number" {
            /// The number found.
            number: PairingNumber,
            /// The number wanted.
            wanted: u16,
        },
        /// A team names a player that the file does not have.
        UnknownPlayer "unknown-player" {
            /// The number.
            player: u16,
        },
        /// A record names a team that the file does not have.
        UnknownTeam "unknown-team" {
            /// The number.
            team: PairingNumber,
        },
        /// Not a number.
        Number "number" {
            /// What stands there.
            text: String,
            /// The column where it begins.
            column: u32,
        },
        /// Not a result.
        Result "result" {
            /// What stands there.
            result: String,
        },
        /// Not a colour.
        Colour "colour" {},
        /// A system that is not one of ours.
        System "system" {
            /// Its code.
            system: String,
        },
        /// Accelerated pairings are not made here.
        Acceleration "acceleration" {},
        /// Points that the results don't make.
        WrongScore "wrong-score" {
            /// The team.
            team: PairingNumber,
            /// What the file tells.
            told: Points,
            /// What the results make.
            is: Points,
        },
        /// The number of rounds must be told.
        NoRounds "no-rounds" {},
        /// A column has no name that we know.
        NoColumns "no-columns" {},
        /// A line of entries has no name.
        NoPlayers "no-players" {},
        /// Not a file of this kind at all.
        Unreadable "unreadable" {
            /// What the reader says.
            why: String,
        },
        /// Not an event of Tandem, or of a later version.
        NotAnEvent "not-an-event" {},
        /// An act that does not fit.
        Misfit "misfit" {
            /// Which.
            act: ActNumber,
        },
    }
}

impl std::fmt::Display for FileProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Lang::En))
    }
}
