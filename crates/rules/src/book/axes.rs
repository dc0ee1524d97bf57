//! The axes on which rulebooks differ, as in the comparison of the books, and the grounds that
//! verdicts rest on where no axis decides.

use super::points::PointScale;
use super::reader::Reader;
use super::values::*;
use super::{Cite, Ruled};

/// An axis of a book, ready to be shown.
#[derive(Clone, Debug)]
pub struct AxisView {
    /// `section.axis`, as in files and options.
    pub key: &'static str,
    /// What the axis is about.
    pub label: &'static str,
    /// The value in words.
    pub words: String,
    /// The article it rests on.
    pub by: Cite,
}

/// The question that an axis asks, and what books can answer.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// `section.axis`, as in files and options.
    pub key: &'static str,
    /// The title of the section.
    pub section: &'static str,
    /// What the axis is about.
    pub label: &'static str,
    /// What it can be.
    pub answers: Answers,
}

macro_rules! axes {
    ($($(#[$sdoc:meta])* $section:ident $name:literal $title:literal $Section:ident {
        $($axis:ident: $type:ty, $label:literal;)+
    })+) => {
        $(
            $(#[$sdoc])*
            #[derive(Clone, Debug)]
            pub struct $Section {
                $(#[doc = concat!("The axis `", $name, ".", stringify!($axis), "`: ", $label, ".")]
                pub $axis: Ruled<$type>,)+
            }
        )+

        /// Every axis of a rulebook.
        #[derive(Clone, Debug)]
        pub struct Axes {
            $($(#[$sdoc])* pub $section: $Section,)+
        }

        /// The key of every axis, with the title of its section.
        pub const AXIS_KEYS: &[(&str, &str)] =
            &[$($((concat!($name, ".", stringify!($axis)), $title),)+)+];

        impl Axes {
            /// Every axis with all that it can be.
            #[must_use]
            pub fn questions() -> Vec<Question> {
                vec![$($(Question {
                    key: concat!($name, ".", stringify!($axis)),
                    section: $title,
                    label: $label,
                    answers: <$type as AxisValue>::answers(),
                },)+)+]
            }

            pub(super) fn read(reader: &mut Reader<'_>) -> Option<Axes> {
                $(
                    $(let $axis = reader.axis::<$type>(concat!($name, ".", stringify!($axis)));)+
                    // All of a section is read before any of it is missed: every error is told.
                    let $section = (|| Some($Section { $($axis: $axis?,)+ }))();
                )+
                Some(Axes { $($section: $section?,)+ })
            }

            /// Every axis with its value in words.
            #[must_use]
            pub fn views(&self) -> Vec<AxisView> {
                vec![$($(AxisView {
                    key: concat!($name, ".", stringify!($axis)),
                    label: $label,
                    words: self.$section.$axis.is.words(),
                    by: self.$section.$axis.by.clone(),
                },)+)+]
            }
        }
    };
}

axes! {
    /// The match as a whole.
    contest "match" "the match" ContestAxes {
        ends: Ends, "the match ends with";
        score: Score, "score";
        together: Together, "both games end at once";
        order: Order, "what ended first";
        last_drop: YesNo, "last drop after mate";
        time: Seconds, "time per player";
        colours: Colours, "colours";
    }
    /// Passing captured men on.
    passing "passing" "passing" PassingAxes {
        captured: Passing, "captured piece";
    }
    /// Drops.
    drops "drops" "drops" DropAxes {
        with_check: YesNo, "drop with check";
        with_mate: YesNo, "drop with mate";
        pawn_not_on: Ranks, "ranks closed to pawn drops";
        piece_not_on: Ranks, "ranks closed to piece drops";
        pawn_advances_two: YesNo, "a pawn dropped on rank 2 may move two squares";
        rook_castles: YesNo, "castling with a rook dropped on its home square";
    }
    /// Promotion.
    promotion "promotion" "promotion" PromotionAxes {
        to: Roles, "promotes to";
        from: PromotionFrom, "the piece comes from";
        may_expose_king: IfAny, "may expose the opposing king on the other board";
        may_lift_mate: IfAny, "may undo a mate on the other board";
        pawn_goes: PawnGoes, "the pawn goes to";
        nothing_to_take: NothingToTake, "no piece to take";
        other_ended: OtherEnded, "the other game has ended";
        captured_is: CapturedPromoted, "captured promoted piece";
        unannounced: Unannounced, "promotion piece not announced";
    }
    /// No legal move.
    stuck "stuck" "no legal move" StuckAxes {
        mate: Mate, "mate";
        mate_seen: MateSeen, "mate is called";
        stalemate: Stalemate, "stalemate";
        material: Material, "insufficient material";
        end_needs_press: YesNo, "a game-ending move must be clocked";
    }
    /// The clock.
    clock "clock" "clock" ClockAxes {
        flag: Flag, "flag falls";
        claimed_by: FlagBy, "who may claim";
        both_flags: BothFlags, "both flags down";
        cannot_win: CannotWin, "flag fall when the opponent can't win";
        stuck_flag: StuckFlag, "flag fall of a mated or stalemated player";
        late: Late, "late arrival";
    }
    /// Making a move.
    moves "moves" "making a move" MoveAxes {
        binds: Binds, "a move is binding when";
        drop_binds: Binds, "a drop is binding when";
        early_reply: EarlyReply, "reply before the clock is pressed";
    }
    /// Illegal moves.
    illegal "illegal" "illegal move" IllegalAxes {
        before_press: YesNo, "may be taken back before the clock is pressed";
        remedy: Remedy, "after the clock is pressed";
        claimed_by: IllegalBy, "claimed by";
        repeated: Repeated, "repeated illegal moves";
        king_capture: KingCapture, "capturing the king";
        drop_in_check: DropInCheck, "a drop that leaves your own king in check";
        passed_piece: PassedPiece, "captured piece when the move is taken back";
        replacement: Replacement, "the replacement move";
        revives: YesNo, "a claim lost by an illegal reply revives with its undoing";
        empty_press: EmptyPress, "pressing without a move";
        wrong_claim: WrongClaim, "wrong claim or unjustified stop";
    }
    /// Draws.
    draws "draws" "draws" DrawAxes {
        agreement: Agreement, "agreement";
        offer_lives: OfferLives, "a draw offer stands";
        claim_is_offer: YesNo, "a wrong draw claim counts as an offer";
        repetition: Repetition, "repetition";
        repetition_by: RepetitionBy, "repetition claimed by";
        fifty: Fifty, "50 moves";
        automatic: Automatic, "fivefold repetition, 75 moves";
    }
    /// Resigning.
    resigning "resigning" "resigning" ResignAxes {
        when: Resign, "resigning";
    }
    /// Talking to the partner.
    talk "talk" "talking to the partner" TalkAxes {
        allowed: Set<TalkKind>, "what may be said";
        silence: Silence, "no talking";
        flag: TalkFlag, "pointing out a flag to your partner";
    }
    /// Hidden pieces.
    hidden "hidden" "hidden piece" HiddenAxes {
        show: YesNo, "ask to see the pieces";
        return_clock: YesNo, "start the opponent's clock without a move";
        invisible: YesNo, "forbid a hidden piece";
    }
    /// The arbiter.
    arbiter "arbiter" "arbiter" ArbiterAxes {
        steps_in: StepsIn, "intervenes";
        powers: Set<Power>, "powers";
        freeze: FreezeTimes, "freezing";
        setup_until: SetupUntil, "wrong starting position corrected";
        setup_scope: Scope, "wrong starting position";
        colours_scope: Scope, "colours reversed";
        clock_reading: YesNo, "a clock may be set once both sides have moved";
        points_limited: YesNo, "points are raised at most to the maximum of the game";
    }
    /// An event of many matches.
    event "event" "events" EventAxes {
        first_board: FirstBoard, "first board";
        board_one: BoardOne, "who may play on board 1";
        counts: Counts, "what the standings add up";
        points: PointScale, "points for a win, a draw, a loss";
    }
}

macro_rules! grounds {
    ($($name:ident $meaning:literal;)+) => {
        /// What verdicts rest on where no axis decides.
        #[derive(Clone, Debug)]
        pub struct Grounds {
            $(#[doc = concat!($meaning, ".")] pub $name: Cite,)+
        }

        /// The key of every ground with its meaning.
        pub const GROUND_KEYS: &[(&str, &str)] =
            &[$((concat!("grounds.", stringify!($name)), $meaning),)+];

        impl Grounds {
            pub(super) fn read(reader: &mut Reader<'_>) -> Option<Grounds> {
                $(let $name = reader.ground(concat!("grounds.", stringify!($name)));)+
                Some(Grounds { $($name: $name?,)+ })
            }
        }
    };
}

grounds! {
    start "Both games start at once, and nothing is played before";
    turn "The players move in turn";
    chess "Men move as in chess";
    leap "No man leaps but the knight";
    bishop "How a bishop moves";
    rook "How a rook moves";
    queen "How a queen moves";
    knight "How a knight moves";
    pawn "How a pawn moves";
    king "How a king moves, and castling";
    own_king "No move may leave one's own king in check";
    drop_own_king "No drop may leave one's own king in check";
    drop_occupied "A drop goes on an empty square";
    drop_captures "A drop never captures";
    drop_held "Only a passed man can be dropped";
    promotion_source "Where the promoted piece is taken from";
    completed "A move is completed by the press";
    binding "A made move stands";
    drop_binding "A made drop stands";
    mate_ends "Mate ends the game";
    abandoned "What becomes of the other game";
    match_result "What decides the match";
    match_over "Nothing is played once the match is over";
    game_over "Nothing is played once the game is over";
    stalemate_draw "A stalemate that draws";
    last_drop_draw "A last drop that mates draws the match";
    claim_late "A claim that comes after the move";
    flag_loses "Overstepping the time loses";
    illegal_window "Until when an illegal move can be claimed";
    restitution "How a passed piece comes back";
    give "Which piece is handed over";
    claim_fifty "The claim of fifty moves";
    call_arbiter "A player calls the arbiter";
    needless "A stop without a valid reason";
    stop "The arbiter stops the clocks";
    warn "The arbiter warns";
    freeze "The arbiter freezes a player";
    set_clock "The arbiter sets a clock";
    minute "The arbiter gives time after a partner pointed out a flag";
    restart "The arbiter orders a new game";
    restart_setup "A wrong set-up";
    restart_colours "Reversed colours";
    restart_clock "A defective clock";
    restart_hidden "A piece hidden by nobody's fault";
    forfeit "The arbiter declares a game lost";
    ruling "The arbiter sets a result";
    both_lose "The arbiter declares a game lost for both";
    points "The arbiter takes points away";
    points_raised "The arbiter gives points";
    exclude "The arbiter excludes a team";
}

/// Keys of a section, to tell a misspelt axis from an unknown section.
pub(super) fn keys_of(section: &str) -> Vec<&'static str> {
    let prefix = format!("{section}.");
    AXIS_KEYS
        .iter()
        .map(|(key, _)| *key)
        .chain(GROUND_KEYS.iter().map(|(key, _)| *key))
        .filter_map(|key| key.strip_prefix(prefix.as_str()))
        .collect()
}

/// Whether this is the key of an axis or of a ground.
pub(super) fn is_known(key: &str) -> bool {
    AXIS_KEYS.iter().any(|(known, _)| *known == key)
        || GROUND_KEYS.iter().any(|(known, _)| *known == key)
}

/// The sections of a file, in their order.
pub(super) fn sections() -> Vec<&'static str> {
    let keys = AXIS_KEYS.iter().chain(GROUND_KEYS).filter_map(|(key, _)| key.split('.').next());
    let mut sections: Vec<_> = keys.collect();
    sections.dedup();
    sections
}
