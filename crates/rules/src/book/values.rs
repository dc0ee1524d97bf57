//! The values that the axes of a rulebook can take.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shakmaty::Role;

use super::raw::Raw;

/// A value that an axis can take, read from a rulebook file.
pub trait AxisValue: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// What is allowed instead.
    fn read(raw: &Raw) -> Result<Self, String>;

    /// The value in words, for the comparison of books.
    fn words(&self) -> String;

    /// What the axis can be.
    fn answers() -> Answers;
}

/// What an axis can be.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// One of these words, each with what it means.
    OneOf(&'static [(&'static str, &'static str)]),
    /// Any that this describes.
    Any(&'static str),
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $word:literal $phrase:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* #[doc = concat!("`", $word, "`: ", $phrase, ".")] $variant,)+
        }

        impl AxisValue for $name {
            fn read(raw: &Raw) -> Result<Self, String> {
                match raw.word() {
                    $(Some($word) => Ok($name::$variant),)+
                    _ => Err([$($word),+].join(" | ")),
                }
            }

            fn words(&self) -> String {
                match self {
                    $($name::$variant => $phrase,)+
                }
                .to_owned()
            }

            fn answers() -> Answers {
                Answers::OneOf(&[$(($word, $phrase),)+])
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
        Yes "yes" "yes",
        No "no" "no",
    }
    /// When the match is over.
    Ends {
        First "first" "the first game to end",
        Both "both" "both games",
    }
    /// What the match is worth.
    Score {
        Match "match" "the match: 1 ½ 0",
        FirstGame "first-game" "result of the first game",
        Sum "sum" "sum of both games",
    }
    /// Both boards end at the same moment.
    Together {
        NotApplicable "-" "–",
        BothNeeded "both-needed" "win only if both won, else draw",
        FirstCounts "first-counts" "the game that ended first counts",
    }
    /// What comes first where two boards, or a flag and a mate, are claimed.
    Order {
        Claims "claims" "the first claim counts",
        Acts "acts" "the order of the acts, not of the claims",
    }
    /// Who has which colour.
    Colours {
        Free "free" "–",
        HomeFirstBoardBlack "home-first-board-black" "home team has Black on board 1",
        FirstTeamWhite "first-team-white" "first-named team has White on board 1",
        Lot "lot" "by lot",
    }
    /// Whether captured men must be passed.
    Passing {
        Duty "duty" "must be passed",
        Right "right" "may be passed",
    }
    /// Where the piece comes from that a pawn becomes.
    PromotionFrom {
        Pawn "pawn" "the pawn itself",
        OtherBoard "other-board" "the other board",
    }
    /// Yes, no, or a question that does not arise.
    IfAny {
        NotApplicable "-" "–",
        Yes "yes" "yes",
        No "no" "no",
    }
    /// Where the promoted pawn goes.
    PawnGoes {
        Stays "stays" "stays",
        PartnersOpponent "enemy-beside" "the opponent on the other board",
        Opponent "opponent" "the opponent, who may pass it",
    }
    /// A pawn reaches the last rank and there is nothing to take.
    NothingToTake {
        NotApplicable "-" "–",
        OpponentGives "opponent-gives" "the opponent gives up a piece of their choice",
        PawnLost "pawn-lost" "the pawn is lost",
    }
    /// A pawn reaches the last rank and the other game has ended.
    OtherEnded {
        NotApplicable "-" "–",
        AsNothing "as-nothing" "as when there is no piece to take",
        MayTake "may-take" "may still take from it",
    }
    /// What a captured promoted piece is.
    CapturedPromoted {
        Pawn "pawn" "pawn",
        Itself "itself" "stays that piece",
    }
    /// A pawn reaches the last rank and nobody says what it becomes.
    Unannounced {
        Incomplete "incomplete" "the move is not complete",
        Queen "queen" "queen",
    }
    /// What mate is.
    Mate {
        Pool "pool" "only if no drop could help, even in theory",
        Contact "contact" "contact, knight or double check only",
        Stock "stock" "no legal move, drops from the current stock included",
        NotFinal "not-final" "no legal move, drops from the current stock included; not final",
    }
    /// No legal move, not in check.
    Stalemate {
        Draw "draw" "draw",
        Wait "wait" "no stalemate: the player waits",
        WaitUnlessAllOnBoard "wait-unless-all-on-board" "the player waits; draw if every piece is on the board",
        WaitForOtherGame "wait-for-other-game" "wait; draw when the other game ends; loss on time",
    }
    /// Neither side can mate any more.
    Material {
        Never "never" "never",
        OnceOtherEnded "once-other-ended" "draw once the other game has ended",
        DeadOnceOtherEnded "dead-once-other-ended" "draw once the other game has ended; if blocked too",
    }
    /// How a fallen flag counts.
    Flag {
        Claimed "claimed" "must be claimed",
        Automatic "automatic" "at once",
    }
    /// Who may claim a fallen flag.
    FlagBy {
        Player "player" "only a player in that game",
        Team "team" "either member of the team",
        Anyone "anyone" "any of the four players",
    }
    /// Flags on both sides.
    BothFlags {
        GameOnClaim "game-on-claim" "both players of a game: draw",
        GameAtOnce "game-at-once" "both players of a game: draw, without a claim",
        TeamsAtOnce "teams-at-once" "a flag on each team: match drawn, without a claim",
    }
    /// A flag falls and the opponent can't win.
    CannotWin {
        Loses "loses" "still a loss",
        Draw "draw" "draw",
    }
    /// The flag of a mated or stalemated player who waits.
    StuckFlag {
        Claimed "claimed" "claimed like any other",
        AtOnce "at-once" "ends the game without a claim",
    }
    /// When a move or a drop binds.
    Binds {
        Touched "touched" "touched",
        TouchesBoard "touches-board" "touches the board",
        Released "released" "released",
        Pressed "pressed" "clock pressed",
    }
    /// Replying before the opponent has pressed the clock.
    EarlyReply {
        Forbidden "forbidden" "no",
        Made "made" "may be made, not completed",
        InAdvance "in-advance" "may be set in advance",
    }
    /// What follows an illegal move that was completed.
    Remedy {
        Win "win" "opponent may claim the win",
        AcceptOrDemand "accept-or-demand" "opponent may accept it or demand another move",
        TakenBack "taken-back" "taken back",
    }
    /// Who may claim an illegal move.
    IllegalBy {
        Opponent "opponent" "the opponent",
        EitherOpponent "either-opponent" "either opponent",
        EitherOpponentOrArbiter "either-opponent-or-arbiter" "either opponent or the arbiter",
    }
    /// What illegal moves cost when they are repeated.
    Repeated {
        Nothing "nothing" "–",
        ThirdCostsPiece "third-costs-piece" "from the third on: give up a piece",
        Arbiter "arbiter" "arbiter may add time or declare a loss",
    }
    /// What becomes of the passed piece of a move that is taken back.
    PassedPiece {
        NotApplicable "-" "–",
        Returned "returned" "returned",
        Restitution "restitution" "from the stock, otherwise from the other board",
    }
    /// A wrong draw claim, or a needless stop of the clock.
    WrongClaim {
        Nothing "nothing" "–",
        CountsAsIllegal "counts-as-illegal" "counts as an illegal move",
    }
    /// Pressing the clock without having made a move.
    EmptyPress {
        Refused "refused" "nothing happens",
        Illegal "illegal" "an illegal move, where hands can do it",
    }
    /// What the move that replaces an illegal one is bound to.
    Replacement {
        Free "free" "free",
        SamePiece "same-piece" "same piece if possible",
        TouchRule "touch-rule" "touch rules",
        TouchRuleForMoves "touch-rule-for-moves" "touch rules, drops free",
    }
    /// A completed drop that leaves one's own king in check.
    DropInCheck {
        Illegal "illegal" "an illegal move",
        Mate "mate" "mate",
    }
    /// Capturing a king.
    KingCapture {
        Illegal "illegal" "an illegal move",
        SecondCostsPiece "second-costs-piece" "the second time: give up a piece",
    }
    /// Who must agree on a draw.
    Agreement {
        Two "two" "the two players",
        Four "four" "all four",
    }
    /// How long a draw offer stands.
    OfferLives {
        UntilMove "until-move" "until the opponent moves",
        UntilAnswered "until-answered" "until answered",
    }
    /// Claims of a threefold repetition.
    Repetition {
        None "none" "no claim",
        Occurred "occurred" "claim after the third occurrence",
        Stood "stood" "claim after 3 on the board, pressed or not",
        Intended "intended" "claim at the third occurrence, including by the intended move",
    }
    /// Who may claim a repetition.
    RepetitionBy {
        Player "player" "a player of the game",
        OnMove "on-move" "the player to move",
        OnMoveOrPartner "on-move-or-partner" "the player to move, or their partner",
    }
    /// Fifty moves without a capture or a pawn move.
    Fifty {
        None "no" "no",
        Claim "claim" "claim",
    }
    /// Fivefold repetition and 75 moves.
    Automatic {
        None "no" "no",
        AtOnce "at-once" "at once",
    }
    /// When one may resign.
    Resign {
        AnyTime "any-time" "any time",
        OnMove "on-move" "on your turn; otherwise the opponent gets one last move",
    }
    /// When partners must be silent.
    Silence {
        Never "never" "never",
        OwnGameEnded "own-game-ended" "once your own game has ended",
        AnyGameEnded "any-game-ended" "once a game has ended",
    }
    /// Pointing out to the partner that the opponent's flag fell.
    TalkFlag {
        Allowed "allowed" "allowed",
        OnceFallen "once-fallen" "allowed once it has fallen",
        CostsAMinute "costs-a-minute" "forbidden: the flagged player gets a minute",
    }
    /// When a mate is seen.
    MateSeen {
        Always "always" "called by the referee",
        ClaimedInOpen "claimed-in-open" "called by the referee; claimed in open input",
    }
    /// Until when a wrong set-up can be mended.
    SetupUntil {
        BlackThird "black-third" "before Black's 3rd move",
        EachMoved "each-moved" "before each side has moved",
        TenEach "ten-each" "before each side has made ten moves",
        Any "any" "the arbiter decides",
    }
    /// Which games start again.
    Scope {
        Both "both" "both games restart",
        One "one" "that game restarts",
        Any "any" "one or both, as the arbiter decides",
    }
    /// What happens to somebody who comes late.
    Late {
        Fide "fide" "FIDE",
        Nothing "nothing" "nothing",
        TimeRuns "time-runs" "the player's clock runs",
        Arbiter "arbiter" "arbiter",
    }
    /// How a team's first board is chosen in an event.
    FirstBoard {
        Free "free" "–",
        Event "event" "named before round 1, for the whole event",
        Match "match" "named for each match",
        Entered "entered" "as entered; changed only by the director, before the start",
    }
    /// Who may play on board 1.
    BoardOne {
        Anyone "anyone" "anyone",
        School "school" "a pupil, teacher or employee of the school",
    }
    /// What the standings of an event add up.
    Counts {
        Match "match" "matches",
        Games "games" "both games of every match",
    }
    /// When the arbiter steps in.
    StepsIn {
        Asked "asked" "when asked",
        AnyTime "any-time" "any time",
        ByTheRules "by-the-rules" "only as the rules say",
    }
}

/// What a partner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TalkKind {
    /// Asks for a piece.
    Need,
    /// Warns of a piece that would win for the speaker's opponent.
    Warn,
    /// Advises to make no move.
    Sit,
    /// Advises to move on.
    Go,
    /// Points out a fallen flag.
    Flag,
    /// Asks leave to resign, to offer or accept a draw, or to mate.
    May,
    /// Recommends a move.
    Move,
    /// Anything else.
    Text,
}

impl TalkKind {
    /// All kinds with the words that rulebooks and scripts use.
    pub const ALL: [(TalkKind, &'static str); 8] = [
        (TalkKind::Need, "need"),
        (TalkKind::Warn, "warn"),
        (TalkKind::Sit, "sit"),
        (TalkKind::Go, "go"),
        (TalkKind::Flag, "flag"),
        (TalkKind::May, "may"),
        (TalkKind::Move, "move"),
        (TalkKind::Text, "text"),
    ];

    /// How a set of them is written.
    const LIST: &str = "anything, or a list of need | warn | sit | go | flag | may | move | text";

    /// The word for this kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        TalkKind::ALL[self as usize].1
    }

    /// What it is to say this, for the comparison of books.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            TalkKind::Need => "ask for a piece",
            TalkKind::Warn => "warn about a piece",
            TalkKind::Sit => "advise to sit",
            TalkKind::Go => "advise to move",
            TalkKind::Flag => "point out a flag",
            TalkKind::May => "ask permission",
            TalkKind::Move => "suggest a move",
            TalkKind::Text => "say anything else",
        }
    }
}

/// What an arbiter can do to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Power {
    /// Stop and resume both clocks.
    Stop,
    /// Set a clock.
    Clock,
    /// Freeze a player for some seconds of the player's own time.
    Freeze,
    /// Warn a player.
    Warn,
    /// Judge a stop or claim needless.
    Needless,
    /// Call an illegal move or a flag that no player claimed.
    Call,
    /// Give the minute of stein 10.4.
    Minute,
    /// Start one game or both again.
    Restart,
    /// Declare a game lost.
    Forfeit,
    /// Set a game's result.
    Result,
    /// Change a team's points.
    Points,
    /// Exclude a team.
    Exclude,
}

impl Power {
    /// All powers with the words that rulebooks and scripts use.
    pub const ALL: [(Power, &'static str); 12] = [
        (Power::Stop, "stop"),
        (Power::Clock, "clock"),
        (Power::Freeze, "freeze"),
        (Power::Warn, "warn"),
        (Power::Needless, "needless"),
        (Power::Call, "call"),
        (Power::Minute, "minute"),
        (Power::Restart, "restart"),
        (Power::Forfeit, "forfeit"),
        (Power::Result, "result"),
        (Power::Points, "points"),
        (Power::Exclude, "exclude"),
    ];

    /// What it is to do this, for the comparison of books.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Power::Stop => "stop the clocks",
            Power::Clock => "set a clock",
            Power::Freeze => "freeze a player",
            Power::Warn => "warn a player",
            Power::Needless => "rule a stop unjustified",
            Power::Call => "call an illegal move or a flag",
            Power::Minute => "give a minute",
            Power::Restart => "order a new game",
            Power::Forfeit => "declare a game lost",
            Power::Result => "set a result",
            Power::Points => "change points",
            Power::Exclude => "exclude a team",
        }
    }

    /// How a set of them is written.
    const LIST: &str = "anything, or a list of stop | clock | freeze | warn | needless | call | \
                        minute | restart | forfeit | result | points | exclude";
}

/// A set of named things.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Set<T: 'static> {
    bits: u16,
    all: &'static [(T, &'static str)],
}

impl<T: Copy + PartialEq + 'static> Set<T> {
    /// Whether this is in the set.
    #[must_use]
    pub fn contains(&self, member: T) -> bool {
        self.iter().any(|(one, _)| one == member)
    }

    /// The members with their words.
    pub fn iter(&self) -> impl Iterator<Item = (T, &'static str)> + '_ {
        self.all.iter().enumerate().filter(|(i, _)| self.bits & (1 << i) != 0).map(|(_, &m)| m)
    }

    fn is_full(&self) -> bool {
        self.bits.count_ones() as usize == self.all.len()
    }

    fn read(
        raw: &Raw,
        all: &'static [(T, &'static str)],
        allowed: &'static str,
    ) -> Result<Self, String> {
        if raw.word() == Some("anything") {
            return Ok(Set { bits: (1 << all.len()) - 1, all });
        }
        let mut bits = 0;
        for word in raw.list() {
            let at = all.iter().position(|(_, known)| *known == word).ok_or(allowed)?;
            bits |= 1 << at;
        }
        Ok(Set { bits, all })
    }

    /// The members as `phrase` tells each.
    fn told(&self, phrase: impl Fn(T) -> &'static str) -> String {
        if self.is_full() {
            return "anything".to_owned();
        }
        self.iter().map(|(member, _)| phrase(member)).collect::<Vec<_>>().join(", ")
    }
}

impl<T: Copy + PartialEq + 'static> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(_, word)| word)).finish()
    }
}

impl AxisValue for Set<TalkKind> {
    fn read(raw: &Raw) -> Result<Self, String> {
        Set::read(raw, &TalkKind::ALL, TalkKind::LIST)
    }

    fn words(&self) -> String {
        self.told(TalkKind::phrase)
    }

    fn answers() -> Answers {
        Answers::Any(TalkKind::LIST)
    }
}

impl AxisValue for Set<Power> {
    fn read(raw: &Raw) -> Result<Self, String> {
        Set::read(raw, &Power::ALL, Power::LIST)
    }

    fn words(&self) -> String {
        self.told(Power::phrase)
    }

    fn answers() -> Answers {
        Answers::Any(Power::LIST)
    }
}

const RANKS: &str = "a list of ranks from 1 to 8";
const ROLES: &str = "a list of Q | R | B | N";
const SECONDS: &str = "a number of seconds from 1 to 86400";
const FREEZE_TIMES: &str = "a list of seconds, or an empty one";

/// Ranks counted from the side of the player who drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks(pub Vec<u8>);

impl AxisValue for Ranks {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.list()
            .map(|word| match word.parse() {
                Ok(rank @ 1..=8) => Ok(rank),
                _ => Err(RANKS.to_owned()),
            })
            .collect::<Result<_, _>>()
            .map(Ranks)
    }

    fn words(&self) -> String {
        if self.0.is_empty() {
            return "–".to_owned();
        }
        self.0.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
    }

    fn answers() -> Answers {
        Answers::Any(RANKS)
    }
}

/// The pieces that a pawn may become, those offered first at the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles(pub Vec<Role>);

impl AxisValue for Roles {
    fn read(raw: &Raw) -> Result<Self, String> {
        let roles = raw
            .list()
            .map(|word| match word {
                "Q" => Ok(Role::Queen),
                "R" => Ok(Role::Rook),
                "B" => Ok(Role::Bishop),
                "N" => Ok(Role::Knight),
                _ => Err(ROLES.to_owned()),
            })
            .collect::<Result<Vec<_>, _>>()?;
        if roles.is_empty() { Err(ROLES.to_owned()) } else { Ok(Roles(roles)) }
    }

    fn words(&self) -> String {
        self.0.iter().map(|role| role.upper_char().to_string()).collect::<Vec<_>>().join(" ")
    }

    fn answers() -> Answers {
        Answers::Any(ROLES)
    }
}

/// A number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub u32);

impl AxisValue for Seconds {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.word()
            .and_then(|word| word.parse().ok())
            .filter(|seconds| (1..=86_400).contains(seconds))
            .map(Seconds)
            .ok_or_else(|| SECONDS.to_owned())
    }

    fn words(&self) -> String {
        match (self.0 / 60, self.0 % 60) {
            (minutes, 0) => format!("{minutes} min"),
            (0, seconds) => format!("{seconds} s"),
            (minutes, seconds) => format!("{minutes} min {seconds} s"),
        }
    }

    fn answers() -> Answers {
        Answers::Any(SECONDS)
    }
}

/// The numbers of seconds for which a player may be frozen; none means any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreezeTimes(pub Vec<u32>);

impl AxisValue for FreezeTimes {
    fn read(raw: &Raw) -> Result<Self, String> {
        raw.list()
            .map(|word| word.parse().map_err(|_| FREEZE_TIMES.to_owned()))
            .collect::<Result<_, _>>()
            .map(FreezeTimes)
    }

    fn words(&self) -> String {
        if self.0.is_empty() {
            return "any length of time".to_owned();
        }
        let list: Vec<_> = self.0.iter().map(u32::to_string).collect();
        format!("{} s", list.join(" or "))
    }

    fn answers() -> Answers {
        Answers::Any(FREEZE_TIMES)
    }
}
