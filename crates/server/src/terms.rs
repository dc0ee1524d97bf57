//! The terms of a match: what is asked for, checked, and kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem_notation::Bfen;
use tandem_referee::{BoardsAt, Input, Press, Settings, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::{BySeat, Millis, Rulebook, Seat};

use crate::books::{self, Books};
use crate::bots::BotKind;
use crate::codes::BadTerms;
use crate::ids::{self, EventId, MatchId};
use crate::wire::{LONGEST_TITLE, schema, tidy};

/// The longest time that a player can have: ten days.
const LONGEST: i64 = 864_000_000;
/// The longest time that is given for a move.
const LONGEST_BONUS: i64 = 3_600_000;
/// The most lag that a match can give back for a move.
const MAX_LAG: i64 = 2_000;
/// What is given back for a move where nobody says otherwise.
const USUAL_LAG: i64 = 300;
/// The most options that a match can have.
const MAX_OPTIONS: usize = 100;

/// What somebody asks for who makes a match.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = schema::new_matches()))]
#[allow(missing_docs, reason = "the fields of the protocol, explained there")]
pub struct NewMatchRequest {
    /// The id of a book that the server has.
    #[serde(default)]
    pub book: Option<String>,
    /// TOML of a club's own book; goes before `book`.
    #[serde(default)]
    pub rulebook: Option<String>,
    /// The book's own unless said.
    #[serde(default)]
    #[schemars(with = "Option<TimeBounds>")]
    pub time: Option<TimeControl>,
    #[serde(default)]
    pub press: Press,
    #[serde(default)]
    pub input: Input,
    /// With `table` the match is clocks beside two real boards.
    #[serde(default)]
    pub boards: BoardsAt,
    /// The book's own unless said.
    #[serde(default)]
    pub flag: Option<Flag>,
    /// Milliseconds given back a move at most; 300 unless said, 0 with open input and on the table.
    #[serde(default)]
    #[schemars(extend("minimum" = 0, "maximum" = MAX_LAG))]
    pub lag: Option<Millis>,
    /// Axes of the book and their words.
    #[serde(default)]
    #[schemars(extend("maxProperties" = MAX_OPTIONS))]
    pub options: BTreeMap<String, String>,
    /// BFEN.
    #[serde(default)]
    pub position: Option<String>,
    /// Cut to 60 characters as people count them.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub public: bool,
    /// Whether there is an arbiter, and `links.arbiter`.
    #[serde(default)]
    pub arbiter: bool,
    /// The maker's own seat: nobody takes it by joining.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The bots that play, by seat.
    #[serde(default)]
    pub bots: BTreeMap<Seat, BotKind>,
}

/// A time control within its bounds, for the description.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct TimeBounds {
    #[schemars(range(min = 1_000, max = LONGEST))]
    base: i64,
    #[schemars(range(min = 0, max = LONGEST_BONUS))]
    increment: i64,
    #[schemars(range(min = 0, max = LONGEST_BONUS))]
    delay: i64,
}

/// The terms of a match as they are kept. They alone, with the events, rebuild it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields of the protocol, explained there")]
pub struct Terms {
    pub book: String,
    pub name: String,
    pub language: String,
    /// The club's own book, in full: it must survive the club's next edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulebook: Option<String>,
    pub time: TimeControl,
    pub press: Press,
    pub input: Input,
    /// Where the boards are.
    #[serde(default)]
    pub boards: BoardsAt,
    pub flag: Flag,
    pub lag: Millis,
    pub options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    pub title: String,
    pub public: bool,
    #[serde(default)]
    pub arbiter: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    #[serde(default)]
    pub rematch_of: Option<MatchId>,
    /// The event that it is a match of: then the seats are the players', and nobody else's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventPlace>,
}

/// Where in an event a match is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the fields of the protocol, explained there")]
pub struct EventPlace {
    pub event: EventId,
    pub round: u16,
    pub table: u16,
}

impl Terms {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn agree(request: NewMatchRequest, books: &Books) -> Result<Terms, BadTerms> {
        let (book, rulebook) = match (&request.rulebook, &request.book) {
            (Some(text), _) => (Arc::new(own_book(text)?), Some(text.clone())),
            (None, Some(id)) => match books.find(id) {
                Some((book, text)) => (book, text),
                None => return Err(no_book(id)),
            },
            (None, None) => return Err(BadTerms::NoBookNamed),
        };
        let time = request.time.unwrap_or_else(|| Settings::new(Arc::clone(&book)).time);
        let within = |millis: Millis, least: i64, most: i64| (least..=most).contains(&millis.0);
        if !within(time.base, 1_000, LONGEST) {
            return Err(BadTerms::PlayerTime);
        }
        if !within(time.increment, 0, LONGEST_BONUS) || !within(time.delay, 0, LONGEST_BONUS) {
            return Err(BadTerms::TooMuchBonus);
        }
        // Over the board nobody has a connection to make up for.
        let on_table = request.boards == BoardsAt::Table;
        if on_table && (request.public || !request.bots.is_empty()) {
            return Err(BadTerms::BesideTheBoards);
        }
        let open = request.input == Input::Open || on_table;
        let usual = if open { 0 } else { USUAL_LAG };
        let lag = request.lag.unwrap_or(Millis(usual));
        if !within(lag, 0, MAX_LAG) {
            return Err(BadTerms::TooMuchLag);
        }
        if request.options.len() > MAX_OPTIONS {
            return Err(BadTerms::TooManyOptions);
        }
        let flag = request.flag.unwrap_or_else(|| book.usual_flag());
        let terms = Terms {
            book: book.id().to_owned(),
            name: book.name().to_owned(),
            language: book.language().code().to_owned(),
            rulebook,
            time,
            press: request.press,
            input: request.input,
            boards: request.boards,
            flag,
            lag,
            options: request.options,
            position: request.position.map(drawn),
            title: tidy(&request.title, LONGEST_TITLE).unwrap_or_default(),
            public: request.public,
            arbiter: request.arbiter,
            seat: request.seat,
            rematch_of: None,
            event: None,
        };
        let clocks = terms.settings()?.clocks;
        if clocks.is_some_and(|clocks| clocks.iter().any(|(_, clock)| !within(*clock, 1, LONGEST)))
        {
            return Err(BadTerms::PositionClocks);
        }
        Ok(terms)
    }

    /// What the referee needs.
    ///
    /// # Errors
    /// The book, an option or the position can't be read.
    pub fn settings(&self) -> Result<Settings, BadTerms> {
        let found = books::shared(&self.book, self.rulebook.as_deref(), &self.options);
        let book = found.map_err(|errors| {
            let first = errors.first().map(|e| format!("{} {}", e.key, e.message));
            BadTerms::WrongOption { detail: first.unwrap_or_default() }
        })?;
        let Some(book) = book else {
            return Err(no_book(&self.book));
        };
        let mut settings = Settings::new(book);
        settings.time = self.time;
        settings.press = self.press;
        settings.input = self.input;
        settings.boards = self.boards;
        settings.flag = self.flag;
        if let Some(text) = &self.position {
            let bfen = Bfen::parse_lenient(text)
                .map_err(|error| BadTerms::PositionUnread { detail: error.to_string() })?;
            let clock = |seat: Seat| {
                bfen.boards[seat.board()].clocks.map(|clocks| *clocks.get(seat.color()))
            };
            if Seat::ALL.into_iter().any(|seat| clock(seat).is_some()) {
                let base = self.time.base;
                settings.clocks = Some(BySeat::new_with(|seat| clock(seat).unwrap_or(base)));
            }
            settings.positions = bfen.positions().map(Clone::clone);
        }
        Ok(settings)
    }
}

/// A start of Chess960 without a number is drawn. Without randomness it stays a position that can't be read.
fn drawn(position: String) -> String {
    match ids::drawn_start() {
        Ok(number) if position.trim() == "chess960" => format!("chess960 {number}"),
        _ => position,
    }
}

pub(crate) fn own_book(text: &str) -> Result<Rulebook, BadTerms> {
    Rulebook::parse(text).map_err(|errors| {
        let detail = errors.first().map(ToString::to_string).unwrap_or_default();
        BadTerms::RulebookUnread { detail }
    })
}

fn no_book(id: &str) -> BadTerms {
    BadTerms::UnknownBook { book: id.chars().take(24).collect() }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Position;

    use super::*;

    fn agree(request: NewMatchRequest) -> Result<Terms, BadTerms> {
        Terms::agree(request, &Books::default())
    }

    fn stein() -> NewMatchRequest {
        NewMatchRequest { book: Some("stein".to_owned()), ..NewMatchRequest::default() }
    }

    #[test]
    fn a_start_of_chess960_is_drawn_once_and_then_known_by_its_number() {
        let at = |position: &str| {
            agree(NewMatchRequest { position: Some(position.to_owned()), ..stein() })
        };
        let terms = at("chess960").unwrap();
        let number = terms.position.as_deref().and_then(|text| text.strip_prefix("chess960 "));
        let number: u16 = number.unwrap().parse().unwrap();
        let boards = terms.settings().unwrap().positions;
        assert!(boards.iter().all(|(_, board)| Some(board) == Position::chess960(number).as_ref()));
        assert_eq!(at("chess960 0").unwrap().position.as_deref(), Some("chess960 0"));
        assert!(at("chess960 960").is_err());
    }

    #[test]
    fn a_book_alone_will_do() {
        let terms = agree(stein()).unwrap();
        assert_eq!((terms.time.base, terms.lag), (Millis(420_000), Millis(300)));
    }

    #[test]
    fn open_input_gives_no_lag_back_unless_asked() {
        assert_eq!(
            agree(NewMatchRequest { input: Input::Open, ..stein() }).unwrap().lag,
            Millis(0)
        );
    }

    #[test]
    fn clocks_beside_real_boards_give_no_lag_back() {
        let terms = agree(NewMatchRequest { boards: BoardsAt::Table, ..stein() }).unwrap();
        assert_eq!(terms.lag, Millis(0));
        assert_eq!(terms.settings().unwrap().boards, BoardsAt::Table);
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        let time = |base| Some(TimeControl::sudden_death(Millis(base)));
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let clocks = |clocks: &str| format!("{board} {clocks} | {board} 5 5");
        assert!(agree(NewMatchRequest { position: Some(clocks("0.001 5")), ..stein() }).is_ok());
        let options = BTreeMap::from([("drops.with_check".to_owned(), "maybe".to_owned())]);
        for request in [
            NewMatchRequest::default(),
            NewMatchRequest { book: Some("chess".to_owned()), ..NewMatchRequest::default() },
            NewMatchRequest { time: time(0), ..stein() },
            NewMatchRequest { time: time(i64::MAX), ..stein() },
            NewMatchRequest { lag: Some(Millis(-1)), ..stein() },
            NewMatchRequest { position: Some("8/8".to_owned()), ..stein() },
            NewMatchRequest { position: Some(clocks("-1 5")), ..stein() },
            NewMatchRequest { position: Some(clocks("0 5")), ..stein() },
            NewMatchRequest { position: Some(clocks("5 999999999")), ..stein() },
            NewMatchRequest { rulebook: Some("id = 1".to_owned()), ..NewMatchRequest::default() },
            NewMatchRequest { options, ..stein() },
            NewMatchRequest { boards: BoardsAt::Table, public: true, ..stein() },
        ] {
            let sentence = agree(request).unwrap_err().to_string();
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }
}
