//! Whatever came before the flag is judged before the flag.

use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::json;
use tandem_referee::{Event, EventKind};
use tandem_rules::{Millis, Seat};
use tokio::task::yield_now;
use tokio::time::advance;

use super::testing::{Guest, hall};
use crate::log::Step;
use crate::store::Store as _;

#[tokio::test(start_paused = true)]
async fn a_move_that_came_in_time_never_loses_to_the_flag() {
    let (hall, _) = hall();
    for round in 0..40 {
        let wish = json!({
            "book": "fics", "flag": "automatic", "lag": 0,
            "time": { "base": 1000, "increment": 0, "delay": 0 },
        });
        let mut guests = Guest::four(&hall, wish).await;
        advance(Duration::from_millis(990)).await;
        // The other three talk as fast as they can; the move comes last, but in time.
        for guest in &mut guests[1..] {
            for _ in 0..20 {
                guest.act(json!({ "do": "say", "say": "go" })).await;
            }
        }
        // White of board B moves as well, so that only one flag is near.
        guests[Seat::WhiteB as usize].act(json!({ "do": "move", "move": "d4" })).await;
        let ann = &mut guests[Seat::WhiteA as usize];
        let moved = ann.act(json!({ "do": "move", "move": "e4" })).await;
        advance(Duration::from_millis(100)).await;
        let answer = ann.answer(moved).await;
        assert_eq!(answer["state"]["boards"]["A"]["last"], "e2e4", "round {round}: {answer}");
        assert_eq!(answer["state"]["phase"], "playing", "round {round}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_came_after_the_flag_is_too_late() {
    let (hall, _) = hall();
    let wish = json!({
        "book": "fics", "flag": "automatic", "lag": 0,
        "time": { "base": 1000, "increment": 0, "delay": 0 },
    });
    let mut guests = Guest::four(&hall, wish).await;
    advance(Duration::from_millis(1001)).await;
    let ann = &mut guests[Seat::WhiteA as usize];
    let moved = ann.act(json!({ "do": "move", "move": "e4" })).await;
    assert_eq!(ann.answer(moved).await["type"], "refused");
}

#[tokio::test(start_paused = true)]
async fn a_slow_disk_costs_nobody_time() {
    let (hall, store) = hall();
    let wish =
        json!({ "book": "fics", "lag": 0, "time": { "base": 60_000, "increment": 0, "delay": 0 } });
    let mut guests = Guest::four(&hall, wish).await;
    *store.delay.lock().unwrap() = Duration::from_secs(5);
    let mut clocks = json!(null);
    for (seat, text) in [(0, "e4"), (1, "e5"), (2, "d4"), (3, "d5"), (0, "Nf3"), (1, "Nc6")] {
        let command = guests[seat].act(json!({ "do": "move", "move": text })).await;
        let answer = guests[seat].answer(command).await;
        assert_eq!(answer["type"], "update", "{answer}");
        clocks = answer["state"]["seats"].clone();
    }
    // Six commits took half a minute; nobody thought, so nobody pays more than the bound for each.
    for seat in Seat::ALL {
        let clock = clocks[seat.to_string()]["clock"].as_i64().unwrap();
        assert!((59_800..=60_000).contains(&clock), "{seat}: {clock}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_decided_in_time_never_loses_to_the_flag() {
    let (hall, store) = hall();
    let wish = json!({
        "book": "fics", "flag": "automatic", "lag": 0, "bots": { "A": "1" },
        "time": { "base": 1000, "increment": 0, "delay": 0 },
    });
    let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
    let mut guests = Vec::new();
    for seat in [Seat::BlackA, Seat::WhiteB, Seat::BlackB] {
        guests.push(Guest::sit(&hall, &made, seat).await);
    }
    for guest in &guests {
        guest.table.ready(guest.seat, true).await.unwrap();
    }
    guests[0].hear(|message| message["state"]["phase"] == "playing").await;
    // The bots' only thread is free when the bot has decided. Time stands still until then, for
    // somebody is always busy.
    let (tell, told) = channel();
    hall.bots().pool.room().unwrap().think(move |_| tell.send(()).unwrap());
    while told.try_recv().is_err() {
        yield_now().await;
    }
    for _ in 0..100 {
        yield_now().await;
    }
    // The table hears nothing of the time until long after the flag.
    advance(Duration::from_secs(10)).await;
    guests[0].hear(|message| message["state"]["phase"] == "over").await;
    let rows = store.load(&made.id).await.unwrap().unwrap().rows;
    let steps = rows.iter().map(|row| serde_json::from_str::<Step>(&row.step).unwrap());
    let events = steps.flat_map(|step| step.events().cloned().collect::<Vec<_>>());
    let bot_moved =
        |event: &Event| matches!(event.kind, EventKind::Made { seat: Seat::WhiteA, .. });
    let moved = events.into_iter().find(bot_moved).expect("the bot moved");
    assert!(moved.at < Millis(1_000), "{moved:?}");
}
