//! Tables that nobody comes to: bots play on within their limit, flags fall, matches that
//! everybody has left are closed, and go on when somebody is back.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::time::sleep;

use super::testing::{Guest, ModelStore, hall, hall_over};
use crate::hall::{Hall, Made};
use crate::store::{Stage, Store as _};
use crate::time::Stopwatch;

const HOUR: Duration = Duration::from_secs(3600);

/// Keeps the only thread of the bots busy, until what this gives is dropped: no bot ever moves,
/// and time may pass as it likes.
fn no_bot_thinks(hall: &Hall) -> Sender<()> {
    let (release, wait) = channel::<()>();
    hall.bots().pool.room().unwrap().think(move |_| {
        let _ = wait.recv();
    });
    release
}

async fn make(hall: &Hall, wish: Value) -> Made {
    hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap()
}

async fn state(hall: &Hall, made: &Made) -> Value {
    let table = hall.find(&made.id).await.unwrap().unwrap();
    let snapshot: Value = serde_json::from_str(&table.snapshot().await.unwrap()).unwrap();
    snapshot["state"].clone()
}

async fn stage(store: &ModelStore, made: &Made) -> Stage {
    store.load(&made.id).await.unwrap().unwrap().stage
}

fn four_bots(seconds: u64) -> Value {
    json!({
        "book": "fics", "flag": "automatic", "bots": { "A": "1", "a": "1", "B": "1", "b": "1" },
        "time": { "base": seconds * 1000, "increment": 0, "delay": 0 },
    })
}

#[tokio::test(start_paused = true)]
async fn bots_that_play_alone_are_never_put_away() {
    let (hall, store) = hall();
    let _busy = no_bot_thinks(&hall);
    let made = make(&hall, four_bots(100_000)).await;
    let table = hall.find(&made.id).await.unwrap().unwrap();
    sleep(10 * HOUR).await;
    assert!(!table.is_gone());
    assert_eq!(state(&hall, &made).await["phase"], "playing");
    assert_eq!(stage(&store, &made).await, Stage::Running);
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_too_only_so_many_bots_play_and_the_others_wait_their_turn() {
    let (before, store) = hall();
    let busy = no_bot_thinks(&before);
    let mut matches = Vec::new();
    for _ in 0..3 {
        matches.push(make(&before, four_bots(100)).await);
    }
    before.stop().await;
    drop((busy, before));

    let hall = hall_over(&store, 5);
    let _busy = no_bot_thinks(&hall);
    hall.resume().await;
    for playing in 1..=3 {
        let (mut held, mut goes_on, mut over) = (0, 0, 0);
        for made in &matches {
            let state = state(&hall, made).await;
            match (&state["phase"], &state["held"]) {
                (phase, _) if phase == "over" => over += 1,
                (_, Value::Bool(true)) => held += 1,
                _ => goes_on += 1,
            }
        }
        assert_eq!((over, goes_on, held), (playing - 1, 1, 3 - playing));
        // The bots on move lose on time, which gives their places to others.
        sleep(Duration::from_secs(101)).await;
    }
    for made in &matches {
        assert_eq!(state(&hall, made).await["phase"], "over");
    }
}

#[tokio::test(start_paused = true)]
async fn who_plays_with_bots_that_find_no_room_loses_no_time() {
    let (before, store) = hall();
    let busy = no_bot_thinks(&before);
    let wish = json!({ "book": "fics", "bots": { "a": "1", "B": "1", "b": "1" } });
    let (bots, people) = (make(&before, four_bots(300)).await, make(&before, wish).await);
    let ann = Guest::sit(&before, &people, Seat::WhiteA).await;
    ann.table.ready(Seat::WhiteA, true).await.unwrap();
    before.stop().await;
    drop((busy, before));

    let hall = hall_over(&store, 4);
    let _busy = no_bot_thinks(&hall);
    assert_eq!(state(&hall, &bots).await["held"], false, "they have all the room");
    let mut ann = Guest::sit(&hall, &people, Seat::WhiteA).await;
    sleep(Duration::from_secs(200)).await;
    let waits = state(&hall, &people).await;
    assert_eq!((&waits["held"], &waits["seats"]["A"]["clock"]), (&json!(true), &json!(180_000)));
    // Their match ends on time, and there is room.
    ann.hear(|message| message["state"]["held"] == false).await;
    assert_eq!(state(&hall, &bots).await["phase"], "over");
}

#[tokio::test(start_paused = true)]
async fn automatic_flags_fall_after_a_restart_though_nobody_comes() {
    let (before, store) = hall();
    let wish = json!({
        "book": "stein", "flag": "automatic", "time": { "base": 60_000, "increment": 0, "delay": 0 },
    });
    let made = make(&before, wish).await;
    let guests = Guest::four_at(&before, &made).await;
    before.stop().await;
    drop((guests, before));

    let hall = hall_over(&store, 0);
    hall.resume().await;
    sleep(Duration::from_secs(595)).await;
    let waits = state(&hall, &made).await;
    assert_eq!((&waits["phase"], &waits["held"]), (&json!("playing"), &json!(true)));
    sleep(Duration::from_secs(70)).await;
    assert_eq!(stage(&store, &made).await, Stage::Over);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_all_have_left_is_abandoned_and_goes_on_when_one_is_back() {
    let (hall, store) = hall();
    let wish = json!({
        "book": "stein", "flag": "claimed", "time": { "base": 60_000, "increment": 0, "delay": 0 },
    });
    let made = make(&hall, wish).await;
    for guest in Guest::four_at(&hall, &made).await {
        guest.leave().await;
    }
    sleep(HOUR - Duration::from_secs(60)).await;
    assert_eq!(stage(&store, &made).await, Stage::Running);
    sleep(Duration::from_secs(120)).await;
    assert_eq!(stage(&store, &made).await, Stage::Abandoned);
    assert!(store.unfinished().await.unwrap().is_empty());
    // Whoever only looks does not set the clocks going.
    assert_eq!(state(&hall, &made).await["held"], true);
    sleep(HOUR / 2).await;
    assert_eq!(state(&hall, &made).await["held"], true);
    assert_eq!(stage(&store, &made).await, Stage::Abandoned);

    let mut ann = Guest::sit(&hall, &made, Seat::WhiteA).await;
    ann.hear(|message| message["state"]["held"] == false).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(stage(&store, &made).await, Stage::Running);
}

#[tokio::test(start_paused = true)]
async fn tables_stop_together() {
    let (hall, store) = hall();
    let mut guests = Vec::new();
    for _ in 0..20 {
        guests.push(Guest::four(&hall, json!({ "book": "stein" })).await);
    }
    sleep(Duration::from_secs(5)).await;
    *store.delay.lock().unwrap() = Duration::from_secs(1);
    let begun = Stopwatch::start();
    hall.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(2), "each stores its moment in a second");
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_was_replaced_is_ready_for_nobody() {
    let (hall, _) = hall();
    let made = make(&hall, json!({ "book": "stein" })).await;
    let old = Guest::sit(&hall, &made, Seat::WhiteA).await;
    let _new = Guest::sit_as(&hall, &made, Seat::WhiteA, 77).await;
    old.table.ready(Seat::WhiteA, true).await.unwrap();
    old.table.take_back(Seat::WhiteA).await.unwrap();
    let snapshot = old.table.snapshot().await.unwrap();
    let snapshot: Value = serde_json::from_str(&snapshot).unwrap();
    assert_eq!(snapshot["people"]["seats"]["A"]["ready"], false);
}

#[tokio::test(start_paused = true)]
async fn nor_does_it_want_to_play_again() {
    let (hall, _) = hall();
    let made = make(&hall, json!({ "book": "fics" })).await;
    let mut guests = Guest::four_at(&hall, &made).await;
    let resigned = guests[0].act(json!({ "do": "resign" })).await;
    guests[0].answer(resigned).await;
    let new = Guest::sit_as(&hall, &made, Seat::WhiteA, 77).await;
    for guest in &guests {
        guest.table.rematch(guest.seat, true).await.unwrap();
    }
    let wants = async |seat: &str| {
        let snapshot: Value = serde_json::from_str(&new.table.snapshot().await.unwrap()).unwrap();
        assert_eq!(snapshot["match"]["rematch"], Value::Null);
        snapshot["people"]["seats"][seat]["rematch"].clone()
    };
    assert_eq!((wants("A").await, wants("a").await), (json!(false), json!(true)));
}
