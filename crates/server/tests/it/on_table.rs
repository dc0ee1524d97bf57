//! Clocks beside two real boards: phones own their time, and are believed.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Client, Folder, Running, config};

/// Tells of an act at a moment, and waits for what comes of it.
async fn tell(client: &mut Client, id: u64, act: &str, at: i64) -> Value {
    client.say(json!({ "type": "act", "id": id, "act": { "do": act }, "at": at })).await;
    loop {
        let message = client.next().await.expect("an answer");
        if message["ack"] == id || message["id"] == id {
            return message;
        }
    }
}

async fn moment(client: &mut Client) -> i64 {
    client.say(json!({ "type": "ping", "sent": 1 })).await;
    client.hear("pong").await["now"].as_i64().unwrap()
}

fn clock(message: &Value, seat: &str) -> i64 {
    message["state"]["seats"][seat]["clock"].as_i64().unwrap()
}

#[tokio::test]
async fn a_press_counts_from_when_it_was_made() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein", "boards": "table" })).await;
    let [mut white, mut black, mut white_b, mut black_b] = server.four(&made).await;
    let path = format!("/api/matches/{}/events", made.id);
    let started = server.get(&path).await.json();
    let start = started["events"]
        .as_array()
        .unwrap()
        .iter()
        .find(|e| e["event"] == "started")
        .unwrap()["at"]
        .as_i64()
        .unwrap();
    // Both were pressed in the moment of the start, and are heard after it.
    let pressed = tell(&mut white, 1, "press", start).await;
    assert_eq!(clock(&pressed, "A"), 420_000, "{pressed}");
    let pressed = tell(&mut black, 1, "press", start).await;
    assert_eq!((clock(&pressed, "A") <= 420_000, clock(&pressed, "a")), (true, 420_000));
    // The same number again is the same press again.
    let repeated = tell(&mut black, 1, "press", start).await;
    assert_eq!(repeated["repeated"], true);
    // No moment is later than now.
    let now = moment(&mut white).await;
    let pressed = tell(&mut white, 2, "press", now + 3_600_000).await;
    assert!(clock(&pressed, "A") > 400_000, "{pressed}");
    // No arbiter is needed to stop, nor to go on when both teams want it.
    let stopped = tell(&mut white_b, 1, "call_arbiter", now).await;
    assert_eq!(stopped["state"]["stopped"], true, "{stopped}");
    let one = tell(&mut white_b, 2, "go_on", now).await;
    assert_eq!(
        (&one["state"]["stopped"], &one["state"]["go_on"]),
        (&json!(true), &json!([false, true]))
    );
    let other = tell(&mut black_b, 1, "go_on", now).await;
    assert_eq!(other["state"]["stopped"], false);
    let refused = tell(&mut white_b, 3, "retract", now).await;
    assert_eq!(refused["code"], "boards_on_table");
    server.stop().await;
}

#[tokio::test]
async fn nobody_is_believed_whose_board_is_on_the_screen() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein", "press": "manual" })).await;
    let [mut white, ..] = server.four(&made).await;
    white.play("e4").await;
    while moment(&mut white).await < 300 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let pressed = tell(&mut white, 9, "press", 0).await;
    let completed = &pressed["events"][0];
    assert_eq!(completed["event"], "completed");
    assert!(completed["at"].as_i64().unwrap() >= 300, "{completed}");
    // Nor does anybody move the clock of such a match.
    white.say(json!({ "type": "behind", "millis": 3_600_000 })).await;
    assert!(moment(&mut white).await < 600_000);
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_comes_back_is_told_how_long_it_was_away() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fer", "boards": "table" })).await;
    let [mut white, ..] = server.four(&made).await;
    let before = moment(&mut white).await;
    server.stop().await;

    let server = Running::start(config(&folder.0)).await;
    let mut white = server.sit(&made, "A", "").await;
    let mut black = server.sit(&made, "a", "").await;
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["state"]["held"], true, "it waits to be told the time");
    white.say(json!({ "type": "behind", "millis": 61_000 })).await;
    let goes_on = white.hear("update").await;
    assert_eq!(goes_on["state"]["held"], false);
    // Who comes later tells nothing new.
    black.say(json!({ "type": "behind", "millis": 61_000 })).await;
    let now = moment(&mut black).await;
    assert!((before + 61_000..before + 121_000).contains(&now), "{before} {now}");
    // What was pressed meanwhile counts from then.
    let pressed = tell(&mut white, 1, "press", before + 30_000).await;
    assert_eq!(pressed["events"][0]["at"], before + 30_000, "{pressed}");
    server.stop().await;
}

#[tokio::test]
async fn two_accounts_go_to_the_arbiter() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "boards": "table", "arbiter": true })).await;
    let [mut white, _black, mut white_b, _black_b] = server.four(&made).await;
    let mut arbiter = server.connect().await;
    arbiter.hello(&made.id, "arbiter", Some(&made.secret("arbiter")), "").await;
    arbiter.hear("snapshot").await;
    let stopped_at = moment(&mut white_b).await;
    tell(&mut white_b, 1, "call_arbiter", stopped_at).await;
    while moment(&mut white).await < stopped_at + 2_300 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // The other phone was away: it says that White pressed after the clocks had been stopped.
    let refused = tell(&mut white, 1, "press", stopped_at + 150).await;
    assert_eq!(refused["code"], "clocks_stopped", "{refused}");
    let differ = loop {
        let update = arbiter.hear("update").await;
        let events = update["events"].as_array().unwrap().clone();
        if let Some(event) = events.into_iter().find(|e| e["event"] == "accounts_differ") {
            break event;
        }
    };
    assert_eq!((&differ["seat"], &differ["article"]), (&json!("A"), &json!("R55")));
    assert_eq!(differ["told"], stopped_at + 150);
    let set = arbiter.rule(json!({ "do": "clock", "seat": "A", "clock": 200_000 })).await;
    assert_eq!(clock(&set, "A"), 200_000);
    arbiter.rule(json!({ "do": "resume" })).await;
    server.stop().await;
}

#[tokio::test]
async fn a_replaced_phone_comes_back_with_a_number_that_its_successor_used() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fer", "boards": "table", "arbiter": true })).await;
    let [mut first, mut black, _white_b, _black_b] = server.four(&made).await;
    let start = moment(&mut first).await;
    tell(&mut first, 1, "press", start).await;
    tell(&mut black, 1, "press", start).await;
    // White's first phone is cut off and keeps a press. A second one takes its place; White, whose clock runs on it,
    // presses there too.
    drop(first);
    let kept = start + 100;
    let mut second = server.sit(&made, "A", "").await;
    while moment(&mut second).await < start + 400 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let pressed = tell(&mut second, 2, "press", start + 400).await;
    assert_eq!(pressed["events"][0]["at"], start + 400, "{pressed}");
    // The first one is back, and tells what it kept: it is not the same press again.
    let mut first = server.sit(&made, "A", "").await;
    first.say(json!({ "type": "act", "id": 2, "act": { "do": "press" }, "at": kept })).await;
    let differ = first.hear("update").await;
    let event = &differ["events"][0];
    assert_eq!(
        (&event["event"], &event["seat"], &event["told"]),
        (&json!("accounts_differ"), &json!("A"), &json!(kept)),
        "{differ}"
    );
    assert_eq!(differ["state"]["stopped"], true);
    let refused = first.hear("refused").await;
    assert_eq!((&refused["id"], &refused["code"]), (&json!(2), &json!("other_phone_told")));
    // What the second one told it tells again, also after the server was away: that is the same press.
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let mut second = server.sit(&made, "A", "").await;
    let repeated = tell(&mut second, 2, "press", start + 400).await;
    assert_eq!(repeated["repeated"], true, "{repeated}");
    // And so is what the first one told not.
    let refused = tell(&mut second, 2, "press", kept).await;
    assert_eq!(refused["code"], "other_phone_told", "{refused}");
    // Any other act under that number is not done, and nobody has to decide on it.
    let refused = tell(&mut second, 2, "offer_draw", start + 400).await;
    assert_eq!(refused["code"], "other_phone_told", "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn no_bot_sits_at_a_real_board() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    for wish in [
        json!({ "book": "stein", "boards": "table", "bots": { "a": "3" } }),
        json!({ "book": "stein", "boards": "table", "public": true }),
    ] {
        let answer = server.post("/api/matches", &wish).await;
        assert_eq!(answer.json()["error"]["why"], "beside_the_boards", "{}", answer.body);
    }
    let made = server.make(json!({ "book": "stein", "boards": "table" })).await;
    let mut white = server.sit(&made, "A", "Ann").await;
    white.say(json!({ "type": "bot", "seat": "b", "bot": "3" })).await;
    assert_eq!(white.hear("notice").await["code"], "not_yours");
    server.stop().await;
}
