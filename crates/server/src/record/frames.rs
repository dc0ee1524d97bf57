//! The frames of a replay: the table after each move.

use serde::Serialize;
use serde_json::{Map, Value, json};
use tandem_referee::{Event, Match};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat};

use crate::table::Loaded;
use crate::view::{color_word, placement};

/// One picture of the film.
#[derive(Debug, Serialize)]
pub(super) struct Frame {
    pub(super) at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<String>,
    pub(super) boards: Value,
    pub(super) clocks: Option<Value>,
}

/// Both boards of a picture.
pub(super) fn boards(
    positions: ByBoard<&Position>,
    turns: ByBoard<Color>,
    last: &ByBoard<Option<String>>,
) -> Value {
    let one = |board: BoardId| {
        let position = positions[board];
        let king = position.board().king_of(turns[board]);
        let check = king.filter(|_| position.is_check(turns[board])).map(|king| king.to_string());
        let stock = |color| position.stock(color).to_string();
        let mut stocks = Map::new();
        for color in Color::ALL {
            stocks.insert(Seat::new(board, color).to_string(), stock(color).into());
        }
        json!({
            "fen": placement(position),
            "turn": color_word(turns[board]),
            "last": last[board],
            "check": check,
            "stocks": stocks,
        })
    };
    json!({ "A": one(BoardId::A), "B": one(BoardId::B) })
}

pub(super) fn clocks(clocks: &BySeat<Millis>) -> Value {
    clocks
        .iter()
        .map(|(seat, clock)| (seat.to_string(), clock.0.into()))
        .collect::<Map<_, _>>()
        .into()
}

fn frame(game: &Match, at: Millis, last: &ByBoard<Option<String>>) -> Frame {
    let positions = ByBoard::new_with(|board| &game.game(board).position);
    let turns = ByBoard::new_with(|board| game.game(board).on_move);
    Frame {
        at: at.0,
        seat: None,
        number: None,
        san: None,
        uci: None,
        comment: None,
        boards: boards(positions, turns, last),
        clocks: Some(clocks(&BySeat::new_with(|seat| game.clock(seat, at)))),
    }
}

/// A match of this server as a film.
pub(crate) fn of_match(loaded: &Loaded) -> Value {
    let terms = &loaded.record.terms;
    let mut last = ByBoard::<Option<String>>::default();
    let mut frames = Vec::new();
    let mut began = Millis::ZERO;
    if let Ok(settings) = terms.settings() {
        let mut game = Match::new(settings);
        frames.push(frame(&game, Millis::ZERO, &last));
        let mut made: BySeat<Option<(Value, String)>> = BySeat::default();
        for value in &loaded.events {
            let Ok(event) = serde_json::from_value::<Event>(value.clone()) else { continue };
            game.apply(&event);
            let Some(seat) = value["seat"].as_str().and_then(|seat| seat.parse::<Seat>().ok())
            else {
                if value["event"] == "started" {
                    began = event.at;
                }
                continue;
            };
            match value["event"].as_str() {
                Some("made") => {
                    let uci = value["uci"].as_str().unwrap_or_default().to_owned();
                    made[seat] = Some((value.clone(), uci));
                }
                Some("completed") => {
                    let Some((move_, uci)) = made[seat].take() else { continue };
                    last[seat.board()] = Some(uci.clone());
                    let mut next = frame(&game, event.at, &last);
                    next.at = (event.at - began).0;
                    next.seat = Some(seat);
                    next.number = move_["number"].as_u64();
                    next.san = move_["san"].as_str().map(str::to_owned);
                    next.uci = Some(uci);
                    frames.push(next);
                }
                // The picture shows it at once: a piece went back, or came.
                Some("undone" | "given") => {
                    let mut next = frame(&game, event.at, &last);
                    next.at = (event.at - began).0;
                    next.comment = value["article"].as_str().map(str::to_owned);
                    frames.push(next);
                }
                _ => {}
            }
        }
    }
    let names: Map<String, Value> = loaded
        .record
        .seats
        .iter()
        .map(|(seat, kept)| (seat.to_string(), kept.shown().into()))
        .collect();
    let verdict = loaded.game.verdict();
    json!({
        "book": terms.book,
        "names": names,
        "time": terms.time,
        "tags": { "Event": terms.title },
        "result": verdict.map_or("*", |verdict| verdict.result.as_str()),
        "reason": verdict.map(|verdict| verdict.reason),
        "article": verdict.map(|verdict| &verdict.article),
        "frames": frames,
        "bpgn": super::bpgn::write(loaded),
    })
}
