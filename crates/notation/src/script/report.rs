//! What comes out: JSON objects, one a line.

use serde_json::{Map, Value, json};
use tandem_referee::{Event, Match, Phase, Refusal};
use tandem_rules::book::Lang;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Position, Seat, Team};

use crate::bfen::write_bfen;

/// The line first, then what the event says of itself.
pub(super) fn event(line: usize, event: &Event) -> Value {
    let mut object = Map::new();
    object.insert("line".to_owned(), line.into());
    if let Ok(Value::Object(fields)) = serde_json::to_value(event) {
        // `event` is told before the rest.
        if let Some(kind) = fields.get("event") {
            object.insert("event".to_owned(), kind.clone());
        }
        object.extend(fields);
    }
    // Plain coordinates: what kind of move it is shows on the board.
    if let Some(Value::String(played)) = object.get_mut("move")
        && let Some(end) = played.find('/')
    {
        played.truncate(end);
    }
    Value::Object(object)
}

pub(super) fn refused(line: usize, refusal: &Refusal) -> Value {
    json!({
        "line": line,
        "event": "refused",
        "article": refusal.article,
        "reason": refusal.why.sentence(Lang::En),
    })
}

/// The boards as they stand, with the clocks of a moment, as BFEN.
#[must_use]
pub fn position_bfen(game: &Match, now: Millis) -> String {
    let positions = ByBoard::new_with(|board| {
        let mut position: Position = game.game(board).position.clone();
        // On move is who has not completed a move, even if one is made (sscr 1.4).
        position.set_turn(game.game(board).on_move);
        position
    });
    let boards = ByBoard::new_with(|board| &positions[board]);
    let clocks = BySeat::new_with(|seat| game.clock(seat, now));
    write_bfen(&boards, Some(&clocks))
}

/// The state of the match as the last object of a script tells it.
#[must_use]
pub fn final_object(game: &Match, now: Millis) -> Value {
    let clocks: Map<String, Value> = Seat::ALL
        .into_iter()
        .map(|seat| (seat.to_string(), game.clock(seat, now).0.into()))
        .collect();
    let boards: Map<String, Value> = BoardId::ALL
        .into_iter()
        .map(|board| (board.to_string(), board_object(game, board)))
        .collect();
    let score = game.score();
    let mut contest = json!({
        "ended": game.phase() == Phase::Over,
        "result": game.verdict().map_or("*", |verdict| verdict.result.as_str()),
        "score": [score[Team::One], score[Team::Two]],
    });
    if let Some(verdict) = game.verdict() {
        contest["reason"] = json!(verdict.reason);
        contest["article"] = json!(verdict.article);
    }
    json!({
        "line": 0,
        "event": "final",
        "bfen": position_bfen(game, now),
        "clocks": clocks,
        "boards": boards,
        "match": contest,
    })
}

fn board_object(game: &Match, board: BoardId) -> Value {
    match &game.game(board).verdict {
        None => json!({ "ended": false, "result": "*" }),
        Some(verdict) => json!({
            "ended": true,
            "result": verdict.result,
            "reason": verdict.reason,
            "article": verdict.article,
        }),
    }
}
