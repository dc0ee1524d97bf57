//! What is doubtful about an act, and why a pairing is as it is.

use tandem_referee::Points;
use tandem_rules::book::Cite;

use crate::ids::{PairingNumber, RoundNumber, TableNumber};

codes! {
    /// What is doubtful about an act that is done all the same.
    Doubt "doubts" "EventDoubt" {
        /// The next round was paired from the old result.
        NextRoundPaired "next-round-paired" {
            /// The round that was paired already.
            round: RoundNumber,
        },
        /// Two teams have met before.
        MetBefore "met-before" {
            /// One.
            first: String,
            /// The other.
            second: String,
            /// When.
            round: RoundNumber,
        },
        /// A team has had a bye.
        SecondBye "second-bye" {
            /// The team.
            team: String,
        },
        /// A team has the same colour on the first board once more.
        SameColour "same-colour" {
            /// The team.
            team: String,
            /// How often in a row.
            times: u16,
        },
        /// Not everybody has checked in.
        NotHere "not-here" {
            /// The team or player.
            team: String,
        },
        /// The two teams say different things of their match: the desk decides.
        ReportsDiffer "reports-differ" {
            /// The table.
            table: TableNumber,
        },
        /// Two teams whose scores differ by more than a match.
        FarApart "far-apart" {
            /// One.
            first: String,
            /// The other.
            second: String,
        },
    }
    /// Why a pairing is as it is. Teams are named by their pairing numbers.
    Reason "reasons" "PairingReason" {
        /// Both have the same score.
        SameScore "same-score" {
            /// The score.
            score: Points,
        },
        /// A team with a lower score makes the number even.
        FloatedUpOdd "floated-up-odd" {
            /// The team.
            team: PairingNumber,
            /// Its score.
            score: Points,
            /// The score of the group above.
            group: Points,
        },
        /// A team with a lower score is needed because those of the group have met each other.
        FloatedUpMet "floated-up-met" {
            /// The team.
            team: PairingNumber,
            /// Its score.
            score: Points,
            /// The score of the group above.
            group: Points,
        },
        /// It is the first of those who could float up without breaking C6 and C7.
        FirstFloater "first-floater" {
            /// The team.
            team: PairingNumber,
            /// Of how many teams of its score.
            among: u16,
        },
        /// The natural opponent was passed over.
        PassedOverMet "passed-over-met" {
            /// The team.
            team: PairingNumber,
            /// The opponent that comes first in the order.
            other: PairingNumber,
        },
        /// The natural opponent wants the same colour (C8).
        PassedOverColour "passed-over-colour" {
            /// The team.
            team: PairingNumber,
            /// The opponent that comes first in the order.
            other: PairingNumber,
        },
        /// The natural opponent was passed over for the sake of the whole group.
        PassedOverGroup "passed-over-group" {
            /// The team.
            team: PairingNumber,
            /// The opponent that comes first in the order.
            other: PairingNumber,
        },
        /// The bye: lowest score, then most matches played, then the largest number (C.04.6, 3.4).
        Bye "bye" {
            /// Its score.
            score: Points,
            /// Matches that it has played.
            matches: u16,
        },
        /// Others came first for the bye, but could not get it.
        ByePassedOver "bye-passed-over" {
            /// The team that came first.
            team: PairingNumber,
        },
        /// Who has White on the first board, by a step of C.04.6, 4.3.
        Colour "colour" {
            /// The team with White.
            white: PairingNumber,
            /// The step.
            step: String,
        },
        /// Who has White on the first board, by the book.
        ColourByBook "colour-by-book" {
            /// The team with White.
            white: PairingNumber,
            /// The article.
            article: Cite,
        },
        /// Who has White on the first board, by lot.
        ColourByLot "colour-by-lot" {
            /// The team with White.
            white: PairingNumber,
            /// The article.
            article: Cite,
            /// What the lot was drawn for, behind the seed.
            lot: String,
        },
        /// As Berger's table has it.
        Berger "berger" {
            /// The round of the table.
            round: u16,
            /// How many teams the table is for.
            teams: u16,
        },
        /// The free place in Berger's table.
        BergerFree "berger-free" {
            /// The round of the table.
            round: u16,
        },
        /// By the place in the tree.
        Seeded "seeded" {
            /// The better place.
            first: u16,
            /// The other.
            second: u16,
        },
        /// The better teams wait for the second round.
        SeededBye "seeded-bye" {
            /// The place.
            place: u16,
        },
        /// Both won.
        Winners "winners" {},
        /// Both lost their semifinal.
        ThirdPlace "third-place" {},
        /// Four by rank, whose partners rotate.
        Square "square" {
            /// Which square.
            square: u16,
            /// The first of the three matches, the second, or the third.
            turn: u16,
        },
        /// Changed by hand.
        ByHand "by-hand" {},
        /// Tied, and play for the place.
        PlayOff "play-off" {
            /// The place.
            place: u16,
        },
        /// It rests in this round: a team of three takes turns.
        Rests "rests" {
            /// The player.
            player: String,
        },
        /// The opponent does not come.
        OpponentAway "opponent-away" {},
        /// They said that they would not come.
        Away "away" {},
    }
}
