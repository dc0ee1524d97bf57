//! The JSON of a board: what `callback/live/game/{id}` gives, or a record of the public archive.

use serde::Deserialize;
use serde_json::{Map, Value};
use tandem_rules::Millis;

use super::{ImportError, Player, SavedBoard, tcn};
use crate::bpgn::{GameResult, TimeControl};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/// A clock that shows more than ten days is none.
const LONGEST: f64 = 864_000.0;

/// Whether a text looks like JSON, which BPGN never does: its tags have no braces.
#[must_use]
pub fn is_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut signs = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    match signs.next() {
        // `{C:…}` of BPGN is no JSON; an object begins with a quoted name.
        Some(b'{') => matches!(signs.next(), Some(b'"' | b'}')),
        Some(b'[') => matches!(signs.next(), Some(b'{' | b']')),
        _ => false,
    }
}

/// Reads the boards of a text: one, several one after another, a list, or a month of the public
/// archive. Each is read or told why not.
///
/// # Errors
/// The text is no JSON.
pub fn read_boards(text: &[u8]) -> Result<Vec<Result<SavedBoard, ImportError>>, ImportError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut boards = Vec::new();
    for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
        let value = value.map_err(|error| ImportError::NotJson(error.to_string()))?;
        match value {
            Value::Array(values) => boards.extend(values.into_iter().map(board)),
            Value::Object(mut month) if month.contains_key("games") => {
                if let Some(Value::Array(values)) = month.remove("games") {
                    boards.extend(values.into_iter().map(board));
                }
            }
            value => boards.push(board(value)),
        }
    }
    if boards.is_empty() {
        boards.push(Err(ImportError::NoBoard));
    }
    Ok(boards)
}

fn board(value: Value) -> Result<SavedBoard, ImportError> {
    let has = |name: &str| value.get(name).is_some();
    if value.get("game").is_some_and(|game| game.get("moveList").is_some()) {
        from_value::<Callback>(value).and_then(Callback::board)
    } else if has("tcn") {
        from_value::<Record>(value).and_then(Record::board)
    } else if let Some(rules) = value.get("rules").and_then(Value::as_str)
        && rules != "bughouse"
    {
        Err(ImportError::OtherVariant(rules.to_owned()))
    } else {
        Err(ImportError::NoBoard)
    }
}

fn from_value<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ImportError> {
    serde_json::from_value(value).map_err(|error| ImportError::Field(error.to_string()))
}

fn bughouse(variant: &str) -> Result<(), ImportError> {
    match variant.eq_ignore_ascii_case("bughouse") {
        true => Ok(()),
        false => Err(ImportError::OtherVariant(variant.to_owned())),
    }
}

fn usual_start(setup: Option<&str>) -> Result<(), ImportError> {
    let setup = setup.unwrap_or_default().trim();
    let placement = setup.split(' ').next().unwrap_or_default();
    match placement.is_empty() || placement == START {
        true => Ok(()),
        false => Err(ImportError::OtherStart(setup.to_owned())),
    }
}

/// `180`, `180+2`: seconds.
fn control(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        text.trim().parse::<f64>().ok().filter(|it| (0.0..=LONGEST).contains(it)).map(millis)
    };
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

fn millis(seconds: f64) -> Millis {
    #[expect(clippy::cast_possible_truncation, reason = "ten days fit")]
    Millis((seconds * 1000.0).round() as i64)
}

/// What the site gives for one live game.
#[derive(Deserialize)]
struct Callback {
    game: LiveGame,
    players: Players,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LiveGame {
    id: u64,
    #[serde(default)]
    partner_game_id: Option<u64>,
    move_list: String,
    #[serde(default)]
    move_timestamps: Option<String>,
    #[serde(default)]
    base_time1: Option<f64>,
    #[serde(default)]
    time_increment1: Option<f64>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    initial_setup: Option<String>,
    #[serde(default)]
    color_of_winner: Option<String>,
    #[serde(default)]
    game_end_reason: Option<String>,
    #[serde(default)]
    result_message: Option<String>,
    #[serde(default)]
    pgn_headers: Map<String, Value>,
}

#[derive(Deserialize)]
struct Players {
    top: LivePlayer,
    bottom: LivePlayer,
}

#[derive(Deserialize)]
struct LivePlayer {
    color: String,
    #[serde(default)]
    username: Option<String>,
    #[serde(default)]
    rating: Option<i64>,
}

impl Callback {
    fn board(self) -> Result<SavedBoard, ImportError> {
        let Callback { game, players } = self;
        bughouse(game.kind.as_deref().unwrap_or("a variant that it doesn't tell"))?;
        usual_start(game.initial_setup.as_deref())?;
        let header = |name: &str| game.pgn_headers.get(name).and_then(Value::as_str);
        let told = |name: &str| header(name).map(str::to_owned);
        let moves = tcn::read(&game.move_list)?;
        let clocks = clocks(game.move_timestamps.as_deref().unwrap_or_default())?;
        if !clocks.is_empty() && clocks.len() < moves.len() {
            return Err(ImportError::Clocks { moves: moves.len(), clocks: clocks.len() });
        }
        let in_tenths =
            |tenths: f64| (0.0..=LONGEST * 10.0).contains(&tenths).then(|| millis(tenths / 10.0));
        let control = match header("TimeControl").and_then(control) {
            Some(told) => Some(told),
            None => game.base_time1.and_then(in_tenths).map(|time| TimeControl {
                time,
                increment: game
                    .time_increment1
                    .filter(|it| (0.0..=LONGEST).contains(it))
                    .map_or(Millis::ZERO, millis),
            }),
        };
        let result = match (game.color_of_winner.as_deref(), header("Result")) {
            (Some("white"), _) => GameResult::One,
            (Some("black"), _) => GameResult::Two,
            (_, header) => header.and_then(GameResult::from_sign).unwrap_or_default(),
        };
        let (top, bottom) = (players.top, players.bottom);
        let (white, black) = match (top.color.as_str(), bottom.color.as_str()) {
            ("white", "black") => (top, bottom),
            ("black", "white") => (bottom, top),
            _ => return Err(ImportError::Field("its players have no colours".to_owned())),
        };
        let player = |one: LivePlayer| Player { name: one.username, rating: one.rating };
        Ok(SavedBoard {
            id: Some(game.id),
            partner: game.partner_game_id,
            source: format!("chess.com {}", game.id),
            white: player(white),
            black: player(black),
            event: told("Event"),
            site: told("Site"),
            date: told("Date"),
            control,
            moves,
            clocks,
            result,
            reason: game.game_end_reason,
            message: game.result_message,
        })
    }
}

/// Tenths of a second, with commas.
fn clocks(text: &str) -> Result<Vec<Millis>, ImportError> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let tenths = words.map(|word| match word.parse::<i64>() {
        Ok(tenths) => Ok(Millis(tenths.saturating_mul(100))),
        Err(_) => Err(ImportError::Field(format!("the clock time '{word}' is no number"))),
    });
    tenths.collect()
}

/// A record of the public monthly archive: one board without clocks or partner.
#[derive(Deserialize)]
struct Record {
    tcn: String,
    rules: String,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    time_control: Option<String>,
    #[serde(default)]
    initial_setup: Option<String>,
    white: RecordPlayer,
    black: RecordPlayer,
}

#[derive(Deserialize)]
struct RecordPlayer {
    #[serde(default)]
    username: Option<String>,
    #[serde(default)]
    rating: Option<i64>,
    #[serde(default)]
    result: Option<String>,
}

impl Record {
    fn board(self) -> Result<SavedBoard, ImportError> {
        bughouse(&self.rules)?;
        usual_start(self.initial_setup.as_deref())?;
        let (white, black) = (self.white.result.as_deref(), self.black.result.as_deref());
        let (result, reason) = match (white, black) {
            (Some("win"), reason) => (GameResult::One, reason),
            (reason, Some("win")) => (GameResult::Two, reason),
            (Some(reason), Some(_)) => (GameResult::Draw, Some(reason)),
            _ => (GameResult::Unknown, None),
        };
        let reason = reason.map(str::to_owned);
        let player = |one: RecordPlayer| Player { name: one.username, rating: one.rating };
        let id = self.url.as_deref().and_then(|url| url.rsplit('/').next()?.parse().ok());
        Ok(SavedBoard {
            id,
            partner: None,
            source: self.url.unwrap_or_else(|| "chess.com".to_owned()),
            white: player(self.white),
            black: player(self.black),
            event: None,
            site: Some("Chess.com".to_owned()),
            date: None,
            control: self.time_control.as_deref().and_then(control),
            moves: tcn::read(&self.tcn)?,
            clocks: Vec::new(),
            result,
            reason,
            message: None,
        })
    }
}
