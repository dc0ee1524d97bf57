//! What the server says.

use axum::extract::ws::Utf8Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use tandem_referee::{BoardsAt, Foreseen, Input, Match, Press, PromotesFrom, Refusal, TimeControl};
use tandem_rules::book::{Cite, Flag, Lang};
use tandem_rules::code::Coded;
use tandem_rules::{ByTeam, Millis, Seat, Team};

use super::to_server::RoleWord;
use super::{Role, VERSION};
use crate::codes::{Denied, Sentence, SessionRefusal, english};
use crate::ids::MatchId;
use crate::store::MatchRecord;
use crate::table::PeopleView;
use crate::terms::EventPlace;
use crate::view::{ChangedLine, EventLine, MatchState, Sheet, You};

/// Room for most messages, so that a text is not moved again and again while it grows.
const USUAL_LENGTH: usize = 3 * 1024;

/// A message to a client.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "each is written and gone")]
pub(crate) enum ToClient<'m> {
    Welcome(Welcome),
    Snapshot(Snapshot<'m>),
    Update(Update<'m>),
    Ack(Ack),
    Refused(RefusedCommand),
    Why(WhyAnswer),
    Foreseen(ForeseenAnswer),
    People { people: PeopleView<'m> },
    Notice(Notice),
    Rematch(RematchMade<'m>),
    Pong(Pong<'m>),
    Bye(Bye),
}

impl ToClient<'_> {
    /// A command was not taken.
    pub(crate) fn refused(id: u64, why: &Refused) -> Self {
        ToClient::Refused(RefusedCommand { id, why: why.into() })
    }

    /// A message as text. What is serialised here can't fail; should it, nothing is better than a
    /// panic.
    pub(crate) fn text(&self) -> Utf8Bytes {
        let mut text = Vec::with_capacity(USUAL_LENGTH);
        match serde_json::to_writer(&mut text, self) {
            Ok(()) => text.try_into().unwrap_or_default(),
            Err(_) => Utf8Bytes::default(),
        }
    }
}

/// A part of a message that is written once, for all who get it.
pub(crate) fn part(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_default()
}

/// The answer to `hello`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Welcome {
    version: u32,
    server: &'static str,
    #[serde(rename = "match")]
    table: MatchId,
    role: RoleWord,
    seat: Option<Seat>,
    /// The highest number of a command that was taken from this role.
    command: u64,
}

impl Welcome {
    /// The welcome of somebody.
    pub(crate) fn new(table: MatchId, role: Role, command: u64) -> Welcome {
        let (word, seat) = match role {
            Role::Seat(seat) => (RoleWord::Seat, Some(seat)),
            Role::Arbiter => (RoleWord::Arbiter, None),
            Role::Spectator => (RoleWord::Spectator, None),
        };
        let server = concat!("tandem ", env!("CARGO_PKG_VERSION"));
        Welcome { version: VERSION, server, table, role: word, seat, command }
    }
}

/// Everything, as this role may see it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Snapshot<'m> {
    /// The number of the last event that this role may see.
    pub(crate) seq: u64,
    /// The moment of this message: running clocks are as of it.
    pub(crate) now: Millis,
    #[serde(rename = "match")]
    pub(crate) info: MatchInfo<'m>,
    pub(crate) people: PeopleView<'m>,
    pub(crate) state: MatchState<'m>,
    /// The score sheet, oldest first.
    pub(crate) moves: &'m Sheet,
    /// The events since the last one seen, at most 500.
    #[schemars(with = "Vec<EventLine>")]
    pub(crate) events: &'m RawValue,
    #[schemars(with = "You")]
    pub(crate) you: Box<RawValue>,
}

/// Something happened: the events, then how things stand after them.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Update<'m> {
    pub(crate) seq: u64,
    pub(crate) now: Millis,
    #[schemars(with = "Vec<EventLine>")]
    pub(crate) events: &'m RawValue,
    /// The lines of the score sheet that are new or have changed.
    #[serde(skip_serializing_if = "<[ChangedLine]>::is_empty")]
    pub(crate) moves: &'m [ChangedLine],
    #[schemars(with = "MatchState")]
    pub(crate) state: &'m RawValue,
    #[schemars(with = "You")]
    pub(crate) you: &'m RawValue,
    /// The command of this role that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ack: Option<u64>,
}

/// What was agreed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchInfo<'m> {
    id: &'m MatchId,
    book: &'m str,
    name: &'m str,
    language: &'m str,
    time: TimeControl,
    press: Press,
    input: Input,
    /// With `table` the match is clocks beside two real boards.
    boards: BoardsAt,
    /// Where a promoted pawn becomes a piece.
    promotes_from: PromotesFrom,
    flag: Flag,
    /// The most that is given back a move.
    lag: Millis,
    options: &'m BTreeMap<String, String>,
    position: Option<&'m str>,
    title: &'m str,
    public: bool,
    /// Whether the match has an arbiter; `people.arbiter` tells whether they are there.
    arbiter: bool,
    /// The maker's own seat, which nobody takes by joining.
    seat: Option<Seat>,
    /// Milliseconds since 1970.
    created: i64,
    rematch_of: Option<&'m MatchId>,
    /// The match that follows this one.
    rematch: Option<&'m MatchId>,
    /// The event that it is a match of.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'m EventPlace>,
    teams: ByTeam<[Seat; 2]>,
}

impl<'m> MatchInfo<'m> {
    pub(crate) fn new(record: &'m MatchRecord, game: &Match) -> MatchInfo<'m> {
        let terms = &record.terms;
        MatchInfo {
            id: &record.id,
            book: &terms.book,
            name: &terms.name,
            language: &terms.language,
            time: terms.time,
            press: terms.press,
            input: terms.input,
            boards: terms.boards,
            promotes_from: game.promotes_from(),
            flag: terms.flag,
            lag: terms.lag,
            options: &terms.options,
            position: terms.position.as_deref(),
            title: &terms.title,
            public: terms.public,
            arbiter: terms.arbiter,
            seat: terms.seat,
            created: record.created,
            rematch_of: terms.rematch_of.as_ref(),
            rematch: record.rematch.as_ref(),
            event: terms.event.as_ref(),
            teams: ByTeam::new_with(Team::seats),
        }
    }
}

/// A command was taken: one that brought no event, or one that had been taken before.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Ack {
    pub(crate) id: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) repeated: bool,
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// An article of the book forbids it.
    ByTheBook(Refusal),
    /// No book has to do with it.
    Session(SessionRefusal),
}

impl From<SessionRefusal> for Refused {
    fn from(why: SessionRefusal) -> Refused {
        Refused::Session(why)
    }
}

/// A command was not taken: nothing happened.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RefusedCommand {
    id: u64,
    #[serde(flatten)]
    why: Why,
}

/// The answer to `why`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WhyAnswer {
    pub(crate) id: u64,
    /// None if the referee would take the move.
    pub(crate) why: Option<Why>,
}

/// The answer to `foresee`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ForeseenAnswer {
    pub(crate) id: u64,
    /// What the ruling would bring about; none if it would be refused.
    pub(crate) foreseen: Option<Foreseen>,
    /// Why it would be refused; none if it would not.
    pub(crate) why: Option<Why>,
}

/// Why not.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Why {
    /// The article that forbids it; none where no book has to do with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<Cite>,
    #[serde(flatten)]
    sentence: Sentence,
    /// The sentence in English.
    reason: String,
}

impl From<&Refused> for Why {
    fn from(why: &Refused) -> Why {
        match why {
            Refused::ByTheBook(Refusal { article, why }) => Why {
                article: Some(article.clone()),
                sentence: Sentence::of(why),
                reason: why.sentence(Lang::En),
            },
            Refused::Session(why) => {
                Why { article: None, sentence: Sentence::of(why), reason: why.to_string() }
            }
        }
    }
}

/// Something about a seat that is no event of the match.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Notice {
    seat: Option<Seat>,
    code: NoticeCode,
    detail: String,
}

impl Notice {
    pub(crate) fn text(seat: Option<Seat>, code: NoticeCode, detail: &str) -> Utf8Bytes {
        let detail = detail.chars().filter(|c| !c.is_control()).take(300).collect();
        ToClient::Notice(Notice { seat, code, detail }).text()
    }
}

/// There is a new match; the role's secret works there, at this seat.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RematchMade<'m> {
    #[serde(rename = "match")]
    pub(crate) id: &'m MatchId,
    pub(crate) seat: Option<Seat>,
}

/// The answer to `ping`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Pong<'m> {
    /// As the client sent it.
    #[schemars(with = "f64")]
    pub(crate) sent: &'m serde_json::Number,
    pub(crate) now: Millis,
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// A newer connection has taken the seat.
    Replaced,
    /// The secret is wrong.
    Unauthorised,
    /// Match not found.
    NotFound,
    /// The match was damaged where it is kept.
    Damaged,
    /// The client speaks another version.
    Version,
    /// The message can't be read.
    BadMessage,
    /// Too many messages.
    TooFast,
    /// Too many connections.
    TooMany,
    /// The server stops.
    Stopping,
    /// The table goes to another machine of the site; whoever comes back finds it there.
    Moving,
    /// Nothing was heard for too long.
    Idle,
}

/// Something that a table should know of its seats, though it is no event of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeCode {
    /// A bot can't sit or leave there now.
    SeatNotFree,
    /// You are called otherwise than you wished; `detail`: how.
    NameChanged,
    /// A bot sits there only by the wish of its own team.
    NotYours,
    /// The player who left is still waited for; `detail`: how many seconds.
    NotYet,
    /// The server has no such bot.
    NoSuchBot,
    /// Too many bots are playing.
    TooManyBots,
    /// Whoever made this match has too many; there is no rematch now.
    TooManyMatches,
    /// A bot plays for somebody who left.
    BotTookOver,
    /// The player has the seat again.
    PlayerIsBack,
    /// The engine can't be started; the built-in bot plays for it.
    EngineMissing,
    /// Too many engines run; the built-in bot plays until there is room.
    EngineNoRoom,
    /// The engine's process has ended.
    EngineDied,
    /// The engine does not answer.
    EngineSilent,
    /// The engine has failed too often, and resigns.
    EngineForfeits,
    /// The book forbids the engine's move; it is asked for another.
    EngineAskedAgain,
    /// The book forbids the engine's move; the built-in bot moves for it.
    EngineIllegal,
    /// The engine's answer is no move; the built-in bot moves for it.
    EngineNonsense,
}

/// The last message of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bye {
    /// Why, for programs.
    pub code: ByeCode,
    /// The code of the reason.
    pub why: &'static str,
    /// What the reason names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, String>,
    /// The reason in English.
    pub reason: String,
}

impl Bye {
    /// A bye with its reason.
    pub(crate) fn new(code: ByeCode, why: &impl Coded) -> Bye {
        let Sentence { code: reason_code, values } = Sentence::of(why);
        Bye { code, why: reason_code, values, reason: english(why) }
    }

    /// Somebody is not let in.
    #[must_use]
    pub(crate) fn denied(why: &Denied) -> Bye {
        Bye::new(ByeCode::Unauthorised, why)
    }

    pub(crate) fn text(self) -> Utf8Bytes {
        ToClient::Bye(self).text()
    }
}
