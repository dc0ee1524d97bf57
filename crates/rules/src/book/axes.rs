//! The axes on which rulebooks differ, as in the comparison of the books, and the grounds that
//! verdicts rest on where no axis decides.

use super::answer::Answer;
use super::points::PointScale;
use super::reader::Reader;
use super::values::*;
use super::{Cite, Ruled};

/// An axis of a book, ready to be shown.
#[derive(Clone, Debug)]
pub struct AxisView {
    /// `section.axis`, as in files and options.
    pub key: &'static str,
    /// What the book answers.
    pub answer: Answer,
    /// The article it rests on.
    pub by: Cite,
}

/// The question that an axis asks, and what books can answer.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// `section.axis`, as in files and options; the code of what it asks ([`book_texts`](super::book_texts)).
    pub key: &'static str,
    /// What it can be.
    pub answers: Answers,
}

impl Question {
    /// The section of the axis, the code of its title.
    #[must_use]
    pub fn section(&self) -> &'static str {
        section_of(self.key)
    }
}

/// The section of an axis, given its key.
#[must_use]
pub fn section_of(key: &'static str) -> &'static str {
    key.split_once('.').map_or(key, |(section, _)| section)
}

macro_rules! axes {
    ($($(#[$sdoc:meta])* $section:ident $name:literal $Section:ident {
        $($(#[$adoc:meta])* $axis:ident: $type:ty;)+
    })+) => {
        $(
            $(#[$sdoc])*
            #[derive(Clone, Debug)]
            pub struct $Section {
                $(#[doc = concat!("The axis `", $name, ".", stringify!($axis), "`:")]
                $(#[$adoc])*
                pub $axis: Ruled<$type>,)+
            }
        )+

        /// Every axis of a rulebook.
        #[derive(Clone, Debug)]
        pub struct Axes {
            $($(#[$sdoc])* pub $section: $Section,)+
        }

        /// The key of every axis.
        pub const AXIS_KEYS: &[&str] = &[$($(concat!($name, ".", stringify!($axis)),)+)+];

        impl Axes {
            /// Every axis with all that it can be.
            #[must_use]
            pub fn questions() -> Vec<Question> {
                vec![$($(Question {
                    key: concat!($name, ".", stringify!($axis)),
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

            /// Every axis with what the book answers.
            #[must_use]
            pub fn views(&self) -> Vec<AxisView> {
                vec![$($(AxisView {
                    key: concat!($name, ".", stringify!($axis)),
                    answer: self.$section.$axis.is.answer(),
                    by: self.$section.$axis.by.clone(),
                },)+)+]
            }
        }
    };
}

axes! {
    /// The match as a whole.
    contest "match" ContestAxes {
        /// The match ends with.
        ends: Ends;
        /// Score.
        score: Score;
        /// Both games end at once.
        together: Together;
        /// What ended first.
        order: Order;
        /// Last drop after mate.
        last_drop: YesNo;
        /// Time per player.
        time: Seconds;
        /// Colours.
        colours: Colours;
    }
    /// Passing captured men on.
    passing "passing" PassingAxes {
        /// Captured piece.
        captured: Passing;
    }
    /// Drops.
    drops "drops" DropAxes {
        /// Drop with check.
        with_check: YesNo;
        /// Drop with mate.
        with_mate: YesNo;
        /// Ranks closed to pawn drops.
        pawn_not_on: Ranks;
        /// Ranks closed to piece drops.
        piece_not_on: Ranks;
        /// A pawn dropped on rank 2 may move two squares.
        pawn_advances_two: YesNo;
        /// Castling with a rook dropped on its home square.
        rook_castles: YesNo;
    }
    /// Promotion.
    promotion "promotion" PromotionAxes {
        /// Promotes to.
        to: Roles;
        /// The piece comes from.
        from: PromotionFrom;
        /// May expose the opposing king on the other board.
        may_expose_king: IfAny;
        /// May undo a mate on the other board.
        may_lift_mate: IfAny;
        /// The pawn goes to.
        pawn_goes: PawnGoes;
        /// No piece to take.
        nothing_to_take: NothingToTake;
        /// The other game has ended.
        other_ended: OtherEnded;
        /// Captured promoted piece.
        captured_is: CapturedPromoted;
        /// Promotion piece not announced.
        unannounced: Unannounced;
    }
    /// No legal move.
    stuck "stuck" StuckAxes {
        /// Mate.
        mate: Mate;
        /// Mate is called.
        mate_seen: MateSeen;
        /// Stalemate.
        stalemate: Stalemate;
        /// Insufficient material.
        material: Material;
        /// A game-ending move must be clocked.
        end_needs_press: YesNo;
    }
    /// The clock.
    clock "clock" ClockAxes {
        /// Flag falls.
        flag: Flag;
        /// Who may claim.
        claimed_by: FlagBy;
        /// Both flags down.
        both_flags: BothFlags;
        /// Flag fall when the opponent can't win.
        cannot_win: CannotWin;
        /// Flag fall of a mated or stalemated player.
        stuck_flag: StuckFlag;
        /// Late arrival.
        late: Late;
    }
    /// Making a move.
    moves "moves" MoveAxes {
        /// A move is binding when.
        binds: Binds;
        /// A drop is binding when.
        drop_binds: Binds;
        /// Reply before the clock is pressed.
        early_reply: EarlyReply;
    }
    /// Illegal moves.
    illegal "illegal" IllegalAxes {
        /// May be taken back before the clock is pressed.
        before_press: YesNo;
        /// After the clock is pressed.
        remedy: Remedy;
        /// Claimed by.
        claimed_by: IllegalBy;
        /// Repeated illegal moves.
        repeated: Repeated;
        /// Capturing the king.
        king_capture: KingCapture;
        /// A drop that leaves your own king in check.
        drop_in_check: DropInCheck;
        /// Captured piece when the move is taken back.
        passed_piece: PassedPiece;
        /// The replacement move.
        replacement: Replacement;
        /// A claim lost by an illegal reply revives with its undoing.
        revives: YesNo;
        /// Pressing without a move.
        empty_press: EmptyPress;
        /// Wrong claim or unjustified stop.
        wrong_claim: WrongClaim;
    }
    /// Draws.
    draws "draws" DrawAxes {
        /// Agreement.
        agreement: Agreement;
        /// A draw offer stands.
        offer_lives: OfferLives;
        /// A wrong draw claim counts as an offer.
        claim_is_offer: YesNo;
        /// Repetition.
        repetition: Repetition;
        /// Repetition claimed by.
        repetition_by: RepetitionBy;
        /// 50 moves.
        fifty: Fifty;
        /// Fivefold repetition, 75 moves.
        automatic: Automatic;
    }
    /// Resigning.
    resigning "resigning" ResignAxes {
        /// Resigning.
        when: Resign;
    }
    /// Talking to the partner.
    talk "talk" TalkAxes {
        /// What may be said.
        allowed: Set<TalkKind>;
        /// No talking.
        silence: Silence;
        /// Pointing out a flag to your partner.
        flag: TalkFlag;
    }
    /// Hidden pieces.
    hidden "hidden" HiddenAxes {
        /// Ask to see the pieces.
        show: YesNo;
        /// Start the opponent's clock without a move.
        return_clock: YesNo;
        /// Forbid a hidden piece.
        invisible: YesNo;
    }
    /// The arbiter.
    arbiter "arbiter" ArbiterAxes {
        /// Intervenes.
        steps_in: StepsIn;
        /// Powers.
        powers: Set<Power>;
        /// Freezing.
        freeze: FreezeTimes;
        /// Wrong starting position corrected.
        setup_until: SetupUntil;
        /// Wrong starting position.
        setup_scope: Scope;
        /// Colours reversed.
        colours_scope: Scope;
        /// A clock may be set once both sides have moved.
        clock_reading: YesNo;
        /// Points are raised at most to the maximum of the game.
        points_limited: YesNo;
    }
    /// An event of many matches.
    event "event" EventAxes {
        /// First board.
        first_board: FirstBoard;
        /// Who may play on board 1.
        board_one: BoardOne;
        /// What the standings add up.
        counts: Counts;
        /// Points for a win, a draw, a loss.
        points: PointScale;
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
    take_back "The arbiter takes a ruling back";
}

/// Keys of a section, to tell a misspelt axis from an unknown section.
pub(super) fn keys_of(section: &str) -> Vec<&'static str> {
    let prefix = format!("{section}.");
    AXIS_KEYS
        .iter()
        .copied()
        .chain(GROUND_KEYS.iter().map(|(key, _)| *key))
        .filter_map(|key| key.strip_prefix(prefix.as_str()))
        .collect()
}

/// Whether this is the key of an axis or of a ground.
pub(super) fn is_known(key: &str) -> bool {
    AXIS_KEYS.contains(&key) || GROUND_KEYS.iter().any(|(known, _)| *known == key)
}

/// The sections of a file, in their order.
pub(super) fn sections() -> Vec<&'static str> {
    let keys = AXIS_KEYS.iter().chain(GROUND_KEYS.iter().map(|(key, _)| key));
    let mut sections: Vec<_> = keys.map(|key| section_of(key)).collect();
    sections.dedup();
    sections
}
