//! Why acts are refused.

use serde_json::Value;
use tandem_referee::Points;
use tandem_rules::book::{Cite, Lang};

use super::Coded;
use crate::ids::{ActNumber, RoundNumber, TableNumber};

codes! {
    /// Why an act is refused. Nothing has changed then.
    Refusal "refusals" "EventRefusal" {
        /// The event has no name.
        NoName "no-name" {},
        /// The book of the event can't be read.
        Book "book" {
            /// What is wrong with it.
            mistake: String,
        },
        /// The terms contradict each other or the book.
        Rounds "rounds" {
            /// How many rounds are possible at most.
            most: u16,
        },
        /// Matches of a round: one or two.
        Legs "legs" {},
        /// A tie-break that says the same as the points.
        TieBreakTwice "tie-break-twice" {
            /// Its code.
            tie_break: String,
            /// Why it is the same.
            article: Cite,
        },
        /// Something that was agreed can't be changed once a round was published.
        TermsFixed "terms-fixed" {},
        /// No such player.
        NoPlayer "no-player" {
            /// The id asked for.
            player: u32,
        },
        /// No such team.
        NoTeam "no-team" {
            /// The id asked for.
            team: u32,
        },
        /// No such round.
        NoRound "no-round" {
            /// The round asked for.
            round: RoundNumber,
        },
        /// No such table in the round.
        NoTable "no-table" {
            /// The round.
            round: RoundNumber,
            /// The table asked for.
            table: TableNumber,
        },
        /// No such match at the table.
        NoMatch "no-match" {
            /// The table.
            table: TableNumber,
        },
        /// A name is empty.
        EmptyName "empty-name" {},
        /// A name is there already.
        NameTwice "name-twice" {
            /// The name.
            name: String,
        },
        /// An empty list of entries.
        Nobody "nobody" {},
        /// A team has two players, or three who take turns.
        TeamSize "team-size" {
            /// The team.
            team: String,
            /// How many it has.
            players: u32,
        },
        /// A player is in two teams.
        TwoTeams "two-teams" {
            /// The player.
            player: String,
            /// The team they are in.
            team: String,
        },
        /// The first board was fixed before the first round (minerva 1.4).
        FirstBoardFixed "first-board-fixed" {
            /// The team.
            team: String,
            /// By which article.
            article: Cite,
        },
        /// The order of the players is the one entered (fer 7.2).
        OrderFixed "order-fixed" {
            /// The team.
            team: String,
            /// By which article.
            article: Cite,
        },
        /// Somebody may not play on the first board (fer 7.2).
        BoardOne "board-one" {
            /// The player.
            player: String,
            /// The team.
            team: String,
            /// By which article.
            article: Cite,
        },
        /// Teams take part, not single players, or the other way round.
        OnlyTeams "only-teams" {},
        /// Players take part, and teams are made anew in each round.
        OnlyPlayers "only-players" {},
        /// Partners can be drawn only before the first round.
        PartnersDrawn "partners-drawn" {},
        /// A team that has played can't be removed, only withdrawn.
        HasPlayed "has-played" {
            /// The team or player.
            team: String,
        },
        /// It is withdrawn or excluded already.
        Gone "gone" {
            /// The team or player.
            team: String,
        },
        /// The team is not withdrawn.
        NotGone "not-gone" {
            /// The team or player.
            team: String,
        },
        /// No free place for somebody who comes late.
        NoLateEntry "no-late-entry" {},
        /// Too few teams.
        TooFew "too-few" {
            /// How many there are.
            teams: u32,
            /// How many are needed.
            needed: u32,
        },
        /// More than the program pairs.
        TooMany "too-many" {
            /// How many may take part.
            most: u32,
        },
        /// Rotating partners need a multiple of four.
        NotByFour "not-by-four" {
            /// How many players there are.
            players: u32,
        },
        /// The round before is not closed.
        RoundOpen "round-open" {
            /// Which.
            round: RoundNumber,
        },
        /// All rounds have been played.
        AllPlayed "all-played" {
            /// How many there were.
            rounds: u16,
        },
        /// There is no draft.
        NoDraft "no-draft" {},
        /// A round is not at the stage that the act needs.
        NotDraft "not-draft" {
            /// The round.
            round: RoundNumber,
        },
        /// The round must be published first.
        NotPublished "not-published" {
            /// The round.
            round: RoundNumber,
        },
        /// Results are for rounds that are running.
        NotRunning "not-running" {
            /// The round.
            round: RoundNumber,
        },
        /// Results are missing.
        ResultsMissing "results-missing" {
            /// Of how many matches.
            matches: u32,
            /// The first such table.
            table: TableNumber,
        },
        /// Somebody entered the result already.
        HasResult "has-result" {
            /// The table.
            table: TableNumber,
        },
        /// Who is late is still waited for.
        StillWaited "still-waited" {
            /// The table.
            table: TableNumber,
            /// How many minutes the event grants.
            minutes: u16,
        },
        /// The event names no time after which somebody who is late has lost.
        NoGrace "no-grace" {
            /// The article on those who are late.
            article: Cite,
        },
        /// Nothing to correct.
        NoResult "no-result" {
            /// The table.
            table: TableNumber,
        },
        /// Both games count, so both are entered.
        BothGames "both-games" {
            /// By which article.
            article: Cite,
        },
        /// One result is entered for the match.
        OneResult "one-result" {
            /// By which article.
            article: Cite,
        },
        /// A score that no match can have.
        WrongScore "wrong-score" {
            /// By which article.
            article: Cite,
        },
        /// A knockout match needs a winner.
        NoWinner "no-winner" {
            /// The table.
            table: TableNumber,
        },
        /// A play-off is for matches that are tied.
        NotTied "not-tied" {
            /// The table.
            table: TableNumber,
        },
        /// The book does not give the arbiter this.
        NoPower "no-power" {
            /// By which article.
            article: Cite,
        },
        /// Points are raised at most to the maximum of the game (sscr 9.4 f).
        AboveMaximum "above-maximum" {
            /// The maximum.
            most: Points,
            /// By which article.
            article: Cite,
        },
        /// Two teams that have met.
        MetBefore "met-before" {
            /// One.
            first: String,
            /// The other.
            second: String,
            /// When.
            round: RoundNumber,
        },
        /// A hand pairing does something else that it should not.
        SecondBye "second-bye" {
            /// The team.
            team: String,
        },
        /// A team stands twice in the draft, or not at all.
        NotOnce "not-once" {
            /// The team.
            team: String,
        },
        /// A team can't meet itself.
        Itself "itself" {
            /// The team.
            team: String,
        },
        /// The system leaves nothing to change by hand.
        ByTheSystem "by-the-system" {},
        /// The book gives the colours of a table: nobody chooses them.
        ColoursByBook "colours-by-book" {
            /// The table.
            table: TableNumber,
            /// By which article.
            article: Cite,
        },
        /// Not a system of one match after the other until one wins.
        NotKnockout "not-knockout" {},
        /// No pairing keeps to the rules (FIDE C.04.6, 3.3.3).
        NoPairing "no-pairing" {
            /// The round.
            round: RoundNumber,
            /// By which article.
            article: Cite,
        },
        /// A card or a page of a round that is over.
        RoundOver "round-over" {
            /// That round.
            round: RoundNumber,
            /// The one that is on.
            now: RoundNumber,
        },
        /// Somebody who plays elsewhere.
        NotAtTable "not-at-table" {
            /// Who.
            player: String,
            /// The table.
            table: TableNumber,
        },
        /// What comes from the referee of the server is not reported by hand.
        OnlineTable "online-table" {
            /// The table.
            table: TableNumber,
        },
        /// A result that stands is the desk's to correct.
        ResultStands "result-stands" {
            /// The table.
            table: TableNumber,
        },
        /// Who did not come is entered at the desk.
        ForTheDesk "for-the-desk" {},
        /// A ruling that changes a result is asked for as such.
        ForTheResult "for-the-result" {
            /// The table.
            table: TableNumber,
        },
        /// Somebody has called the arbiter there already.
        CalledAlready "called-already" {
            /// The table.
            table: TableNumber,
        },
        /// No such call.
        NoCall "no-call" {
            /// The act asked for.
            call: ActNumber,
        },
        /// The call was answered.
        CallAnswered "call-answered" {
            /// The table.
            table: TableNumber,
        },
        /// Another arbiter goes there.
        CallTaken "call-taken" {
            /// The table.
            table: TableNumber,
            /// Who.
            arbiter: String,
        },
        /// No such act.
        NoAct "no-act" {
            /// The act asked for.
            act: ActNumber,
        },
        /// The act is undone already.
        UndoneAlready "undone-already" {
            /// The act.
            act: ActNumber,
        },
        /// A later act rests on it.
        StillNeeded "still-needed" {
            /// The act that was to be undone.
            act: ActNumber,
            /// The later one.
            by: ActNumber,
        },
        /// The beginning can't be undone.
        TheBeginning "the-beginning" {},
        /// The event is over.
        Over "over" {},
        /// Rounds are missing.
        NotOver "not-over" {
            /// How many.
            rounds: u16,
        },
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Lang::En))
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The article that the refusal rests on, if it rests on one.
    #[must_use]
    pub fn article(&self) -> Option<Cite> {
        let value = serde_json::to_value(self).ok()?;
        value.get("article").and_then(Value::as_str).map(Cite::new)
    }
}
