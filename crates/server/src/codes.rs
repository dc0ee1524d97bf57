//! What the server itself says: codes whose sentences lie in `texts/*.json`. No article stands
//! behind them; whatever a book says comes from the referee, with its article.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Serialize;
use tandem_rules::book::Lang;
use tandem_rules::code::{Coded, Texts};

tandem_rules::codes! {
    /// Why something is not done at a table, though no book forbids it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SessionRefusal {
        /// This can't be understood.
        NothingSaid = "nothing_said",
        /// A bot plays here; ask for the seat back first.
        BotPlaysHere = "bot_plays_here",
        /// This match has no arbiter.
        NoArbiterHere = "no_arbiter_here",
        /// Not all seats are taken.
        SeatsNotTaken = "seats_not_taken",
        /// This match has become too long; it can only be ended.
        MatchTooLong = "match_too_long",
        /// Enough has been said in this match; only the games go on.
        EnoughSaid = "enough_said",
        /// The server can't store anything now; nothing happened.
        NotStored = "not_stored",
        /// A man came after a move was set in advance, and would mate it at once.
        MateCameMeanwhile = "mate_came_meanwhile",
        /// Another phone was the clock here meanwhile, and told something else.
        OtherPhoneTold = "other_phone_told",
    }
}

tandem_rules::codes! {
    /// Why somebody is not let in.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Denied {
        /// This match has no arbiter.
        NoArbiter = "no_arbiter",
        /// Whoever plays in a match can't be its arbiter.
        PlayersDontArbitrate = "players_dont_arbitrate",
        /// This link does not open this seat.
        WrongLink = "wrong_link",
        /// This is not for you to do.
        NotYoursToDo = "not_yours_to_do",
    }
}

tandem_rules::codes! {
    /// Terms that no match can have.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BadTerms {
        /// A match needs a book.
        NoBookNamed = "no_book_named",
        /// There is no book ….
        UnknownBook {
            /// What was asked for.
            book: String,
        } = "unknown_book",
        /// There is no bot ….
        UnknownBot {
            /// What was asked for.
            bot: String,
        } = "unknown_bot",
        /// The time of a player is from one second to ten days.
        PlayerTime = "player_time",
        /// Increment and delay are at most an hour.
        TooMuchBonus = "too_much_bonus",
        /// The lag given back for a move is at most two seconds.
        TooMuchLag = "too_much_lag",
        /// These are too many options.
        TooManyOptions = "too_many_options",
        /// The book or an option is wrong.
        WrongOption {
            /// What is wrong with it.
            detail: String,
        } = "wrong_option",
        /// The position can't be read.
        PositionUnread {
            /// What is wrong with it.
            detail: String,
        } = "position_unread",
        /// The clocks of a position are above zero and at most ten days.
        PositionClocks = "position_clocks",
        /// The rulebook can't be read.
        RulebookUnread {
            /// What is wrong with it.
            detail: String,
        } = "rulebook_unread",
        /// Boards on a table are played by those who sit there: no bots, not public.
        BesideTheBoards = "beside_the_boards",
    }
}

tandem_rules::codes! {
    /// Why a file makes no film.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum UploadError {
        /// There is no game number … in this file.
        NoSuchGame {
            /// Which was asked for.
            game: usize,
        } = "no_such_game",
        /// The game can't be replayed.
        NotReplayed {
            /// What is wrong with it.
            detail: String,
        } = "not_replayed",
        /// The game is too long: at most … moves are shown.
        TooManyMoves {
            /// How many are shown.
            moves: usize,
        } = "too_many_moves",
        /// The game is too long to be shown.
        TooLongToShow = "too_long_to_show",
        /// The file is no saved board of chess.com.
        NoBoard = "no_board",
        /// The file is a game of …, not of bughouse.
        OtherVariant {
            /// What it is.
            variant: String,
        } = "other_variant",
        /// The boards are of different games: neither names the other as its partner.
        NotAPair = "not_a_pair",
        /// The boards tell no clocks, so nobody knows what happened first.
        Untimed = "untimed",
    }
}

tandem_rules::codes! {
    /// Why a request failed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Problem {
        /// The request can't be read.
        RequestUnread {
            /// What is wrong with it.
            detail: String,
        } = "request_unread",
        /// The request is too large.
        RequestTooLarge = "request_too_large",
        /// This link does not open the score sheet of this match.
        WrongSheetLink = "wrong_sheet_link",
        /// The boards of this match are on the screen: its moves are written down by themselves.
        SheetOnScreen = "sheet_on_screen",
        /// Somebody else has written on this board meanwhile.
        SheetMeanwhile = "sheet_meanwhile",
        /// Enough has been written in this match.
        SheetFull = "sheet_full",
        /// The match has not begun.
        SheetNotBegun = "sheet_not_begun",
        /// The clock of this board was pressed … times, and one more move is written down.
        SheetNoPress {
            /// How many times.
            presses: usize,
        } = "sheet_no_press",
        /// A score sheet takes a move, or how many stay.
        SheetMoveOrKeep = "sheet_move_or_keep",
        /// The file could not be read.
        FileUnread = "file_unread",
        /// The file is too large: at most 1 MiB.
        FileTooLarge = "file_too_large",
        /// A player needs a name that can be seen.
        NameUnseen = "name_unseen",
        /// Another site may not ask this.
        ForeignOrigin = "foreign_origin",
        /// Only the server's own machine may read this.
        LocalOnly = "local_only",
        /// This server is not called …. Whoever runs it can say so with --name.
        OtherName {
            /// What was asked for.
            name: String,
        } = "other_name",
        /// There is no such match.
        NoSuchMatch = "no_such_match",
        /// There is no such book.
        NoSuchBook = "no_such_book",
        /// There is nothing by this name.
        NoSuchName = "no_such_name",
        /// There is nothing here.
        NothingHere = "nothing_here",
        /// There is no such file.
        NoSuchFile = "no_such_file",
        /// This match does not look for players.
        NotLookingForPlayers = "not_looking_for_players",
        /// This seat is taken.
        SeatTaken = "seat_taken",
        /// There is no such event.
        NoSuchEvent = "no_such_event",
        /// Only the organiser may do this.
        NotTheOrganiser = "not_the_organiser",
        /// This link does not open this event.
        WrongEventLink = "wrong_event_link",
        /// The card of the table opens its clocks.
        NeedsCard = "needs_card",
        /// Only the referee of a table says this.
        OnlyTheReferee = "only_the_referee",
        /// Somebody else has changed the event: it is at version … now.
        EventChanged {
            /// Its version.
            version: String,
        } = "event_changed",
        /// The event would become too large.
        EventTooLarge = "event_too_large",
        /// Some lines of the entries can't be read.
        EntriesUnread = "entries_unread",
        /// Too many events were made from this address.
        TooManyEvents = "too_many_events",
        /// Too many commands for this event.
        TooManyCommands = "too_many_commands",
        /// This event was damaged on the server's disk.
        EventDamaged = "event_damaged",
        /// The server has no random numbers.
        NoRandomness = "no_randomness",
        /// The record of a match with open input can be had when it is over.
        RecordWithheld = "record_withheld",
        /// Too many matches were made from this address.
        TooManyMade = "too_many_made",
        /// Too many matches of this address are not over.
        TooManyOpen = "too_many_open",
        /// Too many bots are playing.
        TooManyBots = "too_many_bots",
        /// Too many lists were asked for from this address.
        TooManyLists = "too_many_lists",
        /// Too many records were asked for from this address.
        TooManyRecords = "too_many_records",
        /// Too many seats were taken from this address.
        TooManySeats = "too_many_seats",
        /// Too many files were sent from this address.
        TooManyFiles = "too_many_files",
        /// Too many connections from this address.
        TooManyConnections = "too_many_connections",
        /// The server is busy with such requests; try again.
        Busy = "busy",
        /// The server failed; its log says how.
        Failed = "failed",
        /// This match was damaged on the server's disk and is set apart.
        Damaged = "damaged",
        /// A newer version of the server wrote this match; it can be opened when all machines are of that version.
        NewerMatch = "newer_match",
        /// The server can't store anything now; try again later.
        CantStore = "cant_store",
        /// The server stops or starts; try again.
        Stopping = "stopping",
    }
}

tandem_rules::codes! {
    /// Why a connection ends, where nothing was asked for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Ended {
        /// These are too many connections.
        TooManyConnects = "too_many_connects",
        /// Nothing was said.
        NothingCame = "nothing_came",
        /// The message is too long.
        MessageTooLong = "message_too_long",
        /// The first message is 'hello'.
        HelloFirst = "hello_first",
        /// 'hello' comes once.
        HelloOnce = "hello_once",
        /// This server speaks version ….
        OtherVersion {
            /// The version.
            version: String,
        } = "other_version",
        /// These are too many bytes.
        TooManyBytes = "too_many_bytes",
        /// The message is broken or too long.
        MessageBroken = "message_broken",
        /// These are too many messages.
        TooManyMessages = "too_many_messages",
        /// Nothing was heard for too long.
        Silent = "silent",
        /// Messages are text.
        TextOnly = "text_only",
        /// The table was put away.
        TableGone = "table_gone",
        /// The message can't be read.
        MessageUnread {
            /// What is wrong with it.
            detail: String,
        } = "message_unread",
        /// The server stops.
        ServerStops = "server_stops",
        /// This match is on another machine: the address of the socket must name it, /ws?match=ID.
        NameTheMatch = "name_the_match",
        /// The match goes to another machine.
        TableMoves = "table_moves",
        /// The role and the seat don't fit.
        RoleAndSeat = "role_and_seat",
        /// There are too many spectators.
        TooManySpectators = "too_many_spectators",
        /// This seat is open somewhere else now.
        SeatElsewhere = "seat_elsewhere",
    }
}

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| tandem_rules::language_files!());

/// Something in English.
pub(crate) fn english(what: &impl Coded) -> String {
    TEXTS[Lang::En as usize].say(what)
}

/// All enums of codes: writes `Display` in English and `Error`, and lists what languages need sentences for.
macro_rules! said_in_english {
    ($($name:ident),+) => {
        #[cfg(test)]
        const ALL_FORMS: &[&[tandem_rules::code::Form]] = &[$($name::FORMS),+];

        $(
            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(&english(self))
                }
            }

            impl std::error::Error for $name {}
        )+
    };
}

said_in_english!(SessionRefusal, Denied, BadTerms, UploadError, Problem, Ended);

/// What a client needs to say something in its own language: the code and the values of its
/// sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Sentence {
    pub(crate) code: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) values: BTreeMap<&'static str, String>,
}

impl Sentence {
    pub(crate) fn of(what: &impl Coded) -> Sentence {
        Sentence { code: what.code(), values: what.values().into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tandem_referee::WhyNot;

    use super::*;

    #[test]
    fn every_language_has_a_sentence_for_every_code() {
        assert_eq!(Texts::problems(&TEXTS, &ALL_FORMS.concat()), [""; 0]);
    }

    #[test]
    fn no_code_means_two_things_not_even_at_the_referee() {
        let all = ALL_FORMS.concat().into_iter().chain(WhyNot::all_forms().copied());
        let all: Vec<&str> = all.map(|form| form.code).collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
