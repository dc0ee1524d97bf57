//! What was agreed before a match, as tags.

use std::sync::Arc;

use tandem_referee::{BoardsAt, Input, Press, Settings, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::{ByBoard, BySeat, Millis, Position, Rulebook, Seat};

use super::read::RecordError;
use crate::bfen::{Bfen, write_bfen};
use crate::bpgn::Tags;

/// The tag with the id of the book.
pub(super) const RULEBOOK: &str = "Rulebook";
const OPTIONS: &str = "RulebookOptions";
const PRESS: &str = "Press";
const INPUT: &str = "Input";
const BOARDS: &str = "Boards";
const FLAG: &str = "Flag";
const DELAY: &str = "Delay";

/// Adds the tags that tell the settings.
pub(super) fn write(tags: &mut Tags, settings: &Settings, options: &[(String, String)]) {
    let TimeControl { base, increment, delay } = settings.time;
    tags.set("TimeControl", &format!("{base}+{increment}"));
    tags.set(RULEBOOK, settings.book.id());
    if !options.is_empty() {
        let options: Vec<String> =
            options.iter().map(|(name, value)| format!("{name} {value}")).collect();
        tags.set(OPTIONS, &options.join("; "));
    }
    if delay != Millis::ZERO {
        tags.set(DELAY, &delay.to_string());
    }
    if settings.press == Press::Manual {
        tags.set(PRESS, "manual");
    }
    if settings.input == Input::Open {
        tags.set(INPUT, "open");
    }
    if settings.boards == BoardsAt::Table {
        tags.set(BOARDS, "table");
    }
    tags.set(
        FLAG,
        match settings.flag {
            Flag::Claimed => "claimed",
            Flag::Automatic => "automatic",
        },
    );
    if settings.positions != ByBoard::default() || settings.clocks.is_some() {
        let positions: ByBoard<&Position> = ByBoard::new_with(|board| &settings.positions[board]);
        tags.set("SetUp", "1");
        tags.set("FEN", &write_bfen(&positions, settings.clocks.as_ref()));
    }
}

/// The settings that the tags tell.
pub(super) fn read(
    tags: &Tags,
    find_book: impl Fn(&str) -> Option<Rulebook>,
) -> Result<Settings, RecordError> {
    let id = tags.get(RULEBOOK).unwrap_or_default();
    let book = find_book(id).ok_or_else(|| RecordError::NoBook(id.to_owned()))?;
    let options: Vec<(String, String)> = tags
        .get(OPTIONS)
        .unwrap_or_default()
        .split(';')
        .filter_map(|option| option.trim().split_once(' '))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    let book = book.with_options(&options).map_err(|errors| {
        RecordError::Tag(OPTIONS, errors.first().map_or_else(String::new, ToString::to_string))
    })?;
    let mut settings = Settings::new(Arc::new(book));
    let wrong = |name| RecordError::Tag(name, tags.get(name).unwrap_or_default().to_owned());
    if tags.get("TimeControl").is_some() {
        let control = tags.time_control().ok_or_else(|| wrong("TimeControl"))?;
        settings.time =
            TimeControl { base: control.time, increment: control.increment, delay: Millis::ZERO };
    }
    if let Some(delay) = tags.get(DELAY) {
        settings.time.delay = delay.parse().map_err(|_| wrong(DELAY))?;
    }
    settings.press = match tags.get(PRESS) {
        None | Some("auto") => Press::Auto,
        Some("manual") => Press::Manual,
        Some(_) => return Err(wrong(PRESS)),
    };
    settings.input = match tags.get(INPUT) {
        None | Some("guarded") => Input::Guarded,
        Some("open") => Input::Open,
        Some(_) => return Err(wrong(INPUT)),
    };
    settings.boards = match tags.get(BOARDS) {
        None | Some("screen") => BoardsAt::Screen,
        Some("table") => BoardsAt::Table,
        Some(_) => return Err(wrong(BOARDS)),
    };
    settings.flag = match tags.get(FLAG) {
        None => settings.flag,
        Some("claimed") => Flag::Claimed,
        Some("automatic") => Flag::Automatic,
        Some(_) => return Err(wrong(FLAG)),
    };
    if let Some(fen) = tags.fen() {
        let bfen = Bfen::parse(fen).map_err(|error| RecordError::Tag("FEN", error.to_string()))?;
        let clock =
            |seat: Seat| bfen.boards[seat.board()].clocks.map(|clocks| *clocks.get(seat.color()));
        if Seat::ALL.into_iter().any(|seat| clock(seat).is_some()) {
            let base = settings.time.base;
            settings.clocks = Some(BySeat::new_with(|seat| clock(seat).unwrap_or(base)));
        }
        settings.positions = bfen.positions().map(Clone::clone);
    }
    // A match that goes on for years is no match; and no sum of such times overflows.
    let sane = |time: Millis| (0..=LONGEST.0).contains(&time.0);
    let clocks = settings.clocks.iter().flat_map(|clocks| clocks.iter().map(|(_, time)| *time));
    if ![settings.time.base, settings.time.increment, settings.time.delay].into_iter().all(sane)
        || clocks.into_iter().any(|time| time > LONGEST)
    {
        return Err(wrong("TimeControl"));
    }
    Ok(settings)
}

/// Ten days.
const LONGEST: Millis = Millis(864_000_000);
