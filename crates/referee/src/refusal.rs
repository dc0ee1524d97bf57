//! Why the referee refuses a command.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};
use tandem_rules::book::{Cite, Lang};
use tandem_rules::code::{Coded, Form, Texts};
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{Illegal, Millis};

tandem_rules::codes! {
    /// Why a command had no effect.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum WhyNot wraps Illegal {
        /// The games have started already.
        AlreadyStarted = "already_started",
        /// The match is over.
        MatchOver = "match_over",
        /// The match has not started.
        NotStarted = "not_started",
        /// This game is over.
        GameOver = "game_over",
        /// The clocks are stopped.
        ClocksStopped = "clocks_stopped",
        /// Only the last drop can still be made.
        OnlyLastDrop = "only_last_drop",
        /// The book does not give the arbiter this power.
        NoSuchPower = "no_such_power",
        /// The clocks are not stopped.
        ClocksRunning = "clocks_running",
        /// The clock's reading is final.
        ReadingFinal = "reading_final",
        /// A player is frozen for … seconds.
        FreezeTimes {
            /// The times that the book knows, in seconds.
            seconds: String,
        } = "freeze_times",
        /// The book does not count a needless stop as an illegal move.
        NeedlessNotCounted = "needless_not_counted",
        /// This player has neither stopped the clock nor claimed.
        NothingNeedless = "nothing_needless",
        /// This flag has not fallen.
        FlagNotFallen = "flag_not_fallen",
        /// Both games start again.
        BothStartAgain = "both_start_again",
        /// It is too late to mend the set-up.
        SetUpTooLate = "set_up_too_late",
        /// A game has ended: only both can start again.
        OnlyBothStartAgain = "only_both_start_again",
        /// A team can't have more than the maximum of the game.
        TooManyPoints = "too_many_points",
        /// No ruling can be taken back: there was none, or something rests on it.
        NothingToTakeBack = "nothing_to_take_back",
        /// The match is over, and what was hidden may be read: nothing makes it go on.
        EndStands = "end_stands",
        /// A flag is claimed by the player of that game alone.
        FlagOfOwnGameOnly = "flag_of_own_game_only",
        /// No flag has fallen there.
        NoFlagFallen = "no_flag_fallen",
        /// The game has been resigned: no flag matters any more.
        FlagAfterResignation = "flag_after_resignation",
        /// There is no mate: the referee sees each one itself.
        RefereeSeesMates = "referee_sees_mates",
        /// There is no mate to claim.
        NoMateToClaim = "no_mate_to_claim",
        /// A draw is claimed on one's own board.
        DrawOnOwnBoardOnly = "draw_on_own_board_only",
        /// Only the player on move may claim a draw.
        DrawOnMoveOnly = "draw_on_move_only",
        /// The move has been made without a claim.
        MovedWithoutClaim = "moved_without_claim",
        /// The book knows no claim of repetition.
        NoRepetitionInBook = "no_repetition_in_book",
        /// The position has not occurred three times.
        NotRepeated = "not_repeated",
        /// The book knows no claim of fifty moves.
        NoFiftyInBook = "no_fifty_in_book",
        /// Fifty moves have not been made.
        NotFiftyMoves = "not_fifty_moves",
        /// The offer stands already.
        OfferStands = "offer_stands",
        /// No draw is offered.
        NoDrawOffered = "no_draw_offered",
        /// This player has spoken for the draw already.
        SpokenForDraw = "spoken_for_draw",
        /// An offer can't be withdrawn.
        OfferBinds = "offer_binds",
        /// The game has been resigned.
        GameResigned = "game_resigned",
        /// The book knows no forbidding of a hidden piece.
        NoForbiddingInBook = "no_forbidding_in_book",
        /// This piece is forbidden already, or never in a stock.
        ForbiddenAlready = "forbidden_already",
        /// This piece is not forbidden.
        NotForbidden = "not_forbidden",
        /// The book knows no starting of a clock without a move.
        NoClockReturnInBook = "no_clock_return_in_book",
        /// Only one's own running clock can be returned.
        OnlyOwnRunningClock = "only_own_running_clock",
        /// The book knows no asking to see the pieces.
        NoShowingInBook = "no_showing_in_book",
        /// Only the opponent may claim an illegal move.
        IllegalByOpponentOnly = "illegal_by_opponent_only",
        /// There is no illegal move that can be claimed.
        NoIllegalMove = "no_illegal_move",
        /// The move can't be taken back any more.
        TooLateToTakeBack = "too_late_to_take_back",
        /// The promotion can't be undone any more: the arbiter decides.
        PromotionStands = "promotion_stands",
        /// Not before the partner is on move.
        PartnerNotOnMove = "partner_not_on_move",
        /// The book knows no accepting of an illegal move.
        NoAcceptingInBook = "no_accepting_in_book",
        /// There is no illegal move to accept.
        NothingToAccept = "nothing_to_accept",
        /// An illegal move is claimed by the players.
        IllegalByPlayersOnly = "illegal_by_players_only",
        /// This player has resigned.
        PlayerResigned = "player_resigned",
        /// A move is made already: press or retract.
        MoveMadeAlready = "move_made_already",
        /// It is the opponent's turn.
        OpponentsTurn = "opponents_turn",
        /// The opponent has not pressed the clock yet.
        OpponentHasNotPressed = "opponent_has_not_pressed",
        /// The book knows no moves set in advance.
        NoMovesInAdvance = "no_moves_in_advance",
        /// A reply is made already.
        ReplyMadeAlready = "reply_made_already",
        /// A piece must be handed over first.
        PieceOwed = "piece_owed",
        /// An illegal capture is being taken back.
        CaptureTakenBack = "capture_taken_back",
        /// Until the piece is taken off, the partner may not move.
        PartnerMustWait = "partner_must_wait",
        /// Frozen until the clock shows … seconds.
        FrozenUntil {
            /// The reading at which the player may go on.
            clock: Millis,
        } = "frozen_until",
        /// The opponent has forbidden this hidden piece.
        HiddenPiece = "hidden_piece",
        /// The piece has not been passed yet.
        NotPassedYet = "not_passed_yet",
        /// The piece that was touched must be played.
        TouchedPiece = "touched_piece",
        /// The opponent must complete the move first.
        OpponentCompletesFirst = "opponent_completes_first",
        /// No move has been made.
        NoMoveMade = "no_move_made",
        /// There is no made move to take back.
        NothingToRetract = "nothing_to_retract",
        /// A legal move that was made stands.
        LegalMoveStands = "legal_move_stands",
        /// No flag decides the game now.
        NoFlagDecides = "no_flag_decides",
        /// Something else ended the game first.
        EndedBefore = "ended_before",
        /// Captured pieces pass by themselves.
        PassesByItself = "passes_by_itself",
        /// Nothing is passed once a game has ended.
        NothingPasses = "nothing_passes",
        /// No such piece is held.
        NotInHand = "not_in_hand",
        /// Captured pieces must be passed.
        MustBePassed = "must_be_passed",
        /// No piece is owed.
        NothingOwed = "nothing_owed",
        /// The piece must come off the board.
        GiftFromBoardOnly = "gift_from_board_only",
        /// There is no such piece in the stock.
        GiftNotInStock = "gift_not_in_stock",
        /// The king is never handed over.
        KingNeverGiven = "king_never_given",
        /// No such piece of this player stands on ….
        GiftNotThere {
            /// Where.
            square: Square,
        } = "gift_not_there",
        /// The offender has not reported that the piece is gone.
        NotReportedYet = "not_reported_yet",
        /// The piece comes off the other board.
        GiftFromOtherBoardOnly = "gift_from_other_board_only",
        /// The captured piece was a …: none stands there.
        AnotherWasCaptured {
            /// What was captured.
            role: Role,
        } = "another_was_captured",
        /// The partners must be silent now.
        PartnersSilent = "partners_silent",
        /// A fallen flag may not be pointed out.
        FlagNotPointedOut = "flag_not_pointed_out",
        /// Partners may not say this ….
        MayNotSay {
            /// The kind of message.
            kind: &'static str,
        } = "may_not_say",
        /// There is no time to give back.
        NoTimeToGiveBack = "no_time_to_give_back",
        /// The boards stand on the table: this is done there.
        BoardsOnTable = "boards_on_table",
        /// The boards are on the screen: the referee sees this itself.
        RefereeSees = "referee_sees",
        /// Mate is not final as long as the other game goes on.
        MateNotFinal = "mate_not_final",
        /// Nobody can be mated or stalemated before the move is completed.
        NotCompletedYet = "not_completed_yet",
        /// Who has no legal move waits.
        StalemateWaits = "stalemate_waits",
        /// The book knows no draw by material.
        NoMaterialInBook = "no_material_in_book",
        /// A claim stands: it is answered first.
        ClaimStands = "claim_stands",
        /// There is no claim to answer.
        NoClaimStands = "no_claim_stands",
        /// The claim is for the opponent at that board to answer.
        NotYoursToAnswer = "not_yours_to_answer",
        /// The claim is denied already: the arbiter decides.
        DeniedAlready = "denied_already",
        /// Only the arbiter lets the clocks go on.
        ArbiterLetsGoOn = "arbiter_lets_go_on",
        /// This team wants to go on already.
        GoOnWanted = "go_on_wanted",
    }
}

impl From<Illegal> for WhyNot {
    fn from(why: Illegal) -> WhyNot {
        WhyNot::Illegal(why)
    }
}

impl WhyNot {
    /// Every code that a refusal can have: the referee's own and those of illegal moves.
    pub fn all_forms() -> impl Iterator<Item = &'static Form> {
        WhyNot::FORMS.iter().chain(Illegal::FORMS)
    }

    /// The reason in a few words of a language.
    #[must_use]
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            WhyNot::Illegal(why) => tandem_rules::texts(lang).say(why),
            why => texts(lang).say(why),
        }
    }
}

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| tandem_rules::language_files!());

/// What the referee says, in a language; why moves are illegal is in [`tandem_rules::texts`].
#[must_use]
pub fn texts(lang: Lang) -> &'static Texts {
    &TEXTS[lang as usize]
}

/// Why a command had no effect, and by which article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The article that forbids it, or the reading.
    pub article: Cite,
    /// The reason.
    pub why: WhyNot,
}

impl std::error::Error for Refusal {}

/// In English: `a dropped piece may not give check (stein 2.4)`.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why.sentence(Lang::En), self.article)
    }
}

/// What a client needs to say it in its own language.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            article: &'a Cite,
            code: &'static str,
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            values: BTreeMap<&'static str, String>,
        }
        let values = self.why.values().into_iter().collect();
        Fields { article: &self.article, code: self.why.code(), values }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_language_has_a_sentence_for_every_code() {
        assert_eq!(Texts::problems(&TEXTS, WhyNot::FORMS), [""; 0]);
    }

    #[test]
    fn no_code_means_two_things() {
        let codes: BTreeSet<_> = WhyNot::all_forms().map(|form| form.code).collect();
        assert_eq!(codes.len(), WhyNot::all_forms().count());
    }

    #[test]
    fn a_refusal_is_said_in_four_languages() {
        let why = WhyNot::FrozenUntil { clock: Millis(12_500) };
        assert_eq!(why.sentence(Lang::En), "you are frozen until your clock shows 12.5 s");
        assert_eq!(why.sentence(Lang::Nl), "bevroren tot de klok 12.5 s aangeeft");
        let refusal = Refusal { article: Cite::new("stein 2.4"), why: Illegal::DropChecks.into() };
        assert_eq!(refusal.to_string(), "a dropped piece may not give check (stein 2.4)");
        let json = serde_json::json!({ "article": "stein 2.4", "code": "drop_checks" });
        assert_eq!(serde_json::to_value(&refusal).unwrap(), json);
    }
}
