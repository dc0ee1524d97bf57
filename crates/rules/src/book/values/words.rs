//! Values that are one word of a few.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Answer, Answers, AxisValue, Raw};

/// An enum whose every variant has a word in rulebook files. What it means stands in the language files,
/// under the type's name and the word: `Ends.first`.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`:")] $(#[$vdoc])* $variant,)+
        }

        impl AxisValue for $name {
            fn read(raw: &Raw) -> Result<Self, String> {
                match raw.word() {
                    $(Some($word) => Ok($name::$variant),)+
                    _ => Err([$($word),+].join(" | ")),
                }
            }

            fn answer(&self) -> Answer {
                Answer::Code(match self {
                    $($name::$variant => concat!(stringify!($name), ".", $word),)+
                })
            }

            fn answers() -> Answers {
                Answers::OneOf(&[$(($word, concat!(stringify!($name), ".", $word)),)+])
            }
        }

        impl $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant),)+];
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self {
                    $($name::$variant => $word,)+
                })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let word = Cow::<str>::deserialize(deserializer)?;
                let known = Self::WORDS.iter().find(|(known, _)| *known == word);
                known.map(|(_, value)| *value).ok_or_else(|| {
                    D::Error::custom(format_args!("{} expected", [$($word),+].join(" | ")))
                })
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($word),+] })
            }
        }
    )+};
}

words! {
    /// A plain yes or no.
    YesNo {
        /// Yes.
        Yes "yes",
        /// No.
        No "no",
    }
    /// When the match is over.
    Ends {
        /// The first game to end.
        First "first",
        /// Both games.
        Both "both",
    }
    /// What the match is worth.
    Score {
        /// The match: 1 ½ 0.
        Match "match",
        /// Result of the first game.
        FirstGame "first-game",
        /// Sum of both games.
        Sum "sum",
    }
    /// Both boards end at the same moment.
    Together {
        /// Nothing is said, or the question does not arise.
        NotApplicable "-",
        /// Win only if both won, else draw.
        BothNeeded "both-needed",
        /// The game that ended first counts.
        FirstCounts "first-counts",
    }
    /// What comes first where two boards, or a flag and a mate, are claimed.
    Order {
        /// The first claim counts.
        Claims "claims",
        /// The order of the acts, not of the claims.
        Acts "acts",
    }
    /// Who has which colour.
    Colours {
        /// Nothing is said, or the question does not arise.
        Free "free",
        /// Home team has Black on board 1.
        HomeFirstBoardBlack "home-first-board-black",
        /// First-named team has White on board 1.
        FirstTeamWhite "first-team-white",
        /// By lot.
        Lot "lot",
    }
    /// Whether captured men must be passed.
    Passing {
        /// Must be passed.
        Duty "duty",
        /// May be passed.
        Right "right",
    }
    /// Where the piece comes from that a pawn becomes.
    PromotionFrom {
        /// The pawn itself.
        Pawn "pawn",
        /// The other board.
        OtherBoard "other-board",
    }
    /// Yes, no, or a question that does not arise.
    IfAny {
        /// Nothing is said, or the question does not arise.
        NotApplicable "-",
        /// Yes.
        Yes "yes",
        /// No.
        No "no",
    }
    /// Where the promoted pawn goes.
    PawnGoes {
        /// Stays.
        Stays "stays",
        /// The opponent on the other board.
        PartnersOpponent "enemy-beside",
        /// The opponent, who may pass it.
        Opponent "opponent",
    }
    /// A pawn reaches the last rank and there is nothing to take.
    NothingToTake {
        /// Nothing is said, or the question does not arise.
        NotApplicable "-",
        /// The opponent gives up a piece of their choice.
        OpponentGives "opponent-gives",
        /// The pawn is lost.
        PawnLost "pawn-lost",
    }
    /// A pawn reaches the last rank and the other game has ended.
    OtherEnded {
        /// Nothing is said, or the question does not arise.
        NotApplicable "-",
        /// As when there is no piece to take.
        AsNothing "as-nothing",
        /// May still take from it.
        MayTake "may-take",
    }
    /// What a captured promoted piece is.
    CapturedPromoted {
        /// Pawn.
        Pawn "pawn",
        /// Stays that piece.
        Itself "itself",
    }
    /// A pawn reaches the last rank and nobody says what it becomes.
    Unannounced {
        /// The move is not complete.
        Incomplete "incomplete",
        /// Queen.
        Queen "queen",
    }
    /// What mate is.
    Mate {
        /// Only if no drop could help, even in theory.
        Pool "pool",
        /// Contact, knight or double check only.
        Contact "contact",
        /// No legal move, drops from the current stock included.
        Stock "stock",
        /// No legal move, drops from the current stock included; not final.
        NotFinal "not-final",
    }
    /// No legal move, not in check.
    Stalemate {
        /// Draw.
        Draw "draw",
        /// No stalemate: the player waits.
        Wait "wait",
        /// The player waits; draw if every piece is on the board.
        WaitUnlessAllOnBoard "wait-unless-all-on-board",
        /// Wait; draw when the other game ends; loss on time.
        WaitForOtherGame "wait-for-other-game",
    }
    /// Neither side can mate any more.
    Material {
        /// Never.
        Never "never",
        /// Draw once the other game has ended.
        OnceOtherEnded "once-other-ended",
        /// Draw once the other game has ended; if blocked too.
        DeadOnceOtherEnded "dead-once-other-ended",
    }
    /// How a fallen flag counts.
    Flag {
        /// Must be claimed.
        Claimed "claimed",
        /// At once.
        Automatic "automatic",
    }
    /// Who may claim a fallen flag.
    FlagBy {
        /// Only a player in that game.
        Player "player",
        /// Either member of the team.
        Team "team",
        /// Any of the four players.
        Anyone "anyone",
    }
    /// Flags on both sides.
    BothFlags {
        /// Both players of a game: draw.
        GameOnClaim "game-on-claim",
        /// Both players of a game: draw, without a claim.
        GameAtOnce "game-at-once",
        /// A flag on each team: match drawn, without a claim.
        TeamsAtOnce "teams-at-once",
    }
    /// A flag falls and the opponent can't win.
    CannotWin {
        /// Still a loss.
        Loses "loses",
        /// Draw.
        Draw "draw",
    }
    /// The flag of a mated or stalemated player who waits.
    StuckFlag {
        /// Claimed like any other.
        Claimed "claimed",
        /// Ends the game without a claim.
        AtOnce "at-once",
    }
    /// When a move or a drop binds.
    Binds {
        /// Touched.
        Touched "touched",
        /// Touches the board.
        TouchesBoard "touches-board",
        /// Released.
        Released "released",
        /// Clock pressed.
        Pressed "pressed",
    }
    /// Replying before the opponent has pressed the clock.
    EarlyReply {
        /// No.
        Forbidden "forbidden",
        /// May be made, not completed.
        Made "made",
        /// May be set in advance.
        InAdvance "in-advance",
    }
    /// What follows an illegal move that was completed.
    Remedy {
        /// Opponent may claim the win.
        Win "win",
        /// Opponent may accept it or demand another move.
        AcceptOrDemand "accept-or-demand",
        /// Taken back.
        TakenBack "taken-back",
    }
    /// Who may claim an illegal move.
    IllegalBy {
        /// The opponent.
        Opponent "opponent",
        /// Either opponent.
        EitherOpponent "either-opponent",
        /// Either opponent or the arbiter.
        EitherOpponentOrArbiter "either-opponent-or-arbiter",
    }
    /// What illegal moves cost when they are repeated.
    Repeated {
        /// Nothing is said, or the question does not arise.
        Nothing "nothing",
        /// From the third on: give up a piece.
        ThirdCostsPiece "third-costs-piece",
        /// Arbiter may add time or declare a loss.
        Arbiter "arbiter",
    }
    /// What becomes of the passed piece of a move that is taken back.
    PassedPiece {
        /// Nothing is said, or the question does not arise.
        NotApplicable "-",
        /// Returned.
        Returned "returned",
        /// From the stock, otherwise from the other board.
        Restitution "restitution",
    }
    /// A wrong draw claim, or a needless stop of the clock.
    WrongClaim {
        /// Nothing is said, or the question does not arise.
        Nothing "nothing",
        /// Counts as an illegal move.
        CountsAsIllegal "counts-as-illegal",
    }
    /// Pressing the clock without having made a move.
    EmptyPress {
        /// Nothing happens.
        Refused "refused",
        /// An illegal move, where hands can do it.
        Illegal "illegal",
    }
    /// What the move that replaces an illegal one is bound to.
    Replacement {
        /// Free.
        Free "free",
        /// Same piece if possible.
        SamePiece "same-piece",
        /// Touch rules.
        TouchRule "touch-rule",
        /// Touch rules, drops free.
        TouchRuleForMoves "touch-rule-for-moves",
    }
    /// A completed drop that leaves one's own king in check.
    DropInCheck {
        /// An illegal move.
        Illegal "illegal",
        /// Mate.
        Mate "mate",
    }
    /// Capturing a king.
    KingCapture {
        /// An illegal move.
        Illegal "illegal",
        /// The second time: give up a piece.
        SecondCostsPiece "second-costs-piece",
    }
    /// Who must agree on a draw.
    Agreement {
        /// The two players.
        Two "two",
        /// All four.
        Four "four",
    }
    /// How long a draw offer stands.
    OfferLives {
        /// Until the opponent moves.
        UntilMove "until-move",
        /// Until answered.
        UntilAnswered "until-answered",
    }
    /// Claims of a threefold repetition.
    Repetition {
        /// No claim.
        None "none",
        /// Claim after the third occurrence.
        Occurred "occurred",
        /// Claim after 3 on the board, pressed or not.
        Stood "stood",
        /// Claim at the third occurrence, including by the intended move.
        Intended "intended",
    }
    /// Who may claim a repetition.
    RepetitionBy {
        /// A player of the game.
        Player "player",
        /// The player to move.
        OnMove "on-move",
        /// The player to move, or their partner.
        OnMoveOrPartner "on-move-or-partner",
    }
    /// Fifty moves without a capture or a pawn move.
    Fifty {
        /// No.
        None "no",
        /// Claim.
        Claim "claim",
    }
    /// Fivefold repetition and 75 moves.
    Automatic {
        /// No.
        None "no",
        /// At once.
        AtOnce "at-once",
    }
    /// When one may resign.
    Resign {
        /// Any time.
        AnyTime "any-time",
        /// On your turn; otherwise the opponent gets one last move.
        OnMove "on-move",
    }
    /// When partners must be silent.
    Silence {
        /// Never.
        Never "never",
        /// Once your own game has ended.
        OwnGameEnded "own-game-ended",
        /// Once a game has ended.
        AnyGameEnded "any-game-ended",
    }
    /// Pointing out to the partner that the opponent's flag fell.
    TalkFlag {
        /// Allowed.
        Allowed "allowed",
        /// Allowed once it has fallen.
        OnceFallen "once-fallen",
        /// Forbidden: the flagged player gets a minute.
        CostsAMinute "costs-a-minute",
    }
    /// When a mate is seen.
    MateSeen {
        /// Called by the referee.
        Always "always",
        /// Called by the referee; claimed in open input.
        ClaimedInOpen "claimed-in-open",
    }
    /// Until when a wrong set-up can be mended.
    SetupUntil {
        /// Before Black's 3rd move.
        BlackThird "black-third",
        /// Before each side has moved.
        EachMoved "each-moved",
        /// Before each side has made ten moves.
        TenEach "ten-each",
        /// The arbiter decides.
        Any "any",
    }
    /// Which games start again.
    Scope {
        /// Both games restart.
        Both "both",
        /// That game restarts.
        One "one",
        /// One or both, as the arbiter decides.
        Any "any",
    }
    /// What happens to somebody who comes late.
    Late {
        /// FIDE.
        Fide "fide",
        /// Nothing.
        Nothing "nothing",
        /// The player's clock runs.
        TimeRuns "time-runs",
        /// Arbiter.
        Arbiter "arbiter",
    }
    /// How a team's first board is chosen in an event.
    FirstBoard {
        /// Nothing is said, or the question does not arise.
        Free "free",
        /// Named before round 1, for the whole event.
        Event "event",
        /// Named for each match.
        Match "match",
        /// As entered; changed only by the director, before the start.
        Entered "entered",
    }
    /// Who may play on board 1.
    BoardOne {
        /// Anyone.
        Anyone "anyone",
        /// A pupil, teacher or employee of the school.
        School "school",
    }
    /// What the standings of an event add up.
    Counts {
        /// Matches.
        Match "match",
        /// Both games of every match.
        Games "games",
    }
    /// When the arbiter steps in.
    StepsIn {
        /// When asked.
        Asked "asked",
        /// Any time.
        AnyTime "any-time",
        /// Only as the rules say.
        ByTheRules "by-the-rules",
    }
}
