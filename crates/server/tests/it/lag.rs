//! Lag is what the line costs, not what a client says it costs.

use std::time::Duration;

use serde_json::{Value, json};
use tandem_server::Config;

use crate::support::{Client, Folder, Made, Running, config};

/// What the cheat claims: its answers to pings are so late.
const CLAIM: Duration = Duration::from_millis(300);
const MOVES: usize = 8;

/// A match that gives back as much as any can.
async fn make(server: &Running, bots: Value) -> Made {
    let wish = json!({ "book": "fics", "lag": 2000, "bots": bots });
    let made = server.post("/api/matches", &wish).await.json();
    Made { id: made["match"].as_str().unwrap().to_owned(), links: made["links"].clone() }
}

/// Takes a seat, and hears nothing for a while: the answer to the first ping is late.
async fn sit_late(server: &Running, made: &Made, seat: &str, late: Duration) -> Client {
    let mut client = server.connect().await;
    client.hello(&made.id, seat, Some(&made.secret(seat)), "Late").await;
    tokio::time::sleep(late).await;
    client.hear("snapshot").await;
    client
}

/// Plays knights to and fro, thinking longer than it claims to be away, and tells what it got back.
async fn gained(config: Config) -> i64 {
    let server = Running::start(config).await;
    let made = make(&server, json!({})).await;
    let mut cheat = sit_late(&server, &made, "A", CLAIM).await;
    let mut others = Vec::new();
    for seat in ["a", "B", "b"] {
        others.push(server.sit(&made, seat, seat).await);
    }
    for client in others.iter_mut().chain([&mut cheat]) {
        client.say(json!({ "type": "ready", "on": true })).await;
    }
    while cheat.hear("update").await["state"]["phase"] != "playing" {}
    // As far away as it has made the server believe, or as it would.
    let believed = loop {
        let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
        if let Some(lag) = state["people"]["seats"]["A"]["lag"].as_u64() {
            break Duration::from_millis(lag);
        }
    };
    let mut got = 0;
    for number in 0..MOVES {
        let [out, back] = [["g1f3", "g8f6"], ["f3g1", "f6g8"]][number % 2];
        tokio::time::sleep(believed.max(CLAIM) + Duration::from_millis(1)).await;
        let moved = cheat.play(out).await;
        got = moved["state"]["seats"]["A"]["lag"].as_i64().unwrap();
        others[0].play(back).await;
    }
    server.stop().await;
    got
}

#[tokio::test]
async fn late_answers_to_pings_bring_nothing_where_the_kernel_sees_the_line() {
    let folder = Folder::new();
    assert_eq!(gained(config(&folder.0)).await, 0);
}

#[tokio::test]
async fn behind_a_proxy_that_tells_nothing_they_bring_no_more_than_the_small_purse() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.trust_proxy = true;
    let got = gained(config).await;
    // It claims 2,400 ms. In eighty moves the purse comes to 940 ms.
    assert!((1..=300 + 8 * MOVES as i64).contains(&got), "{got}");
}

#[tokio::test]
async fn a_bot_gets_nothing_for_the_line_of_its_owner_who_looks_on() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.trust_proxy = true;
    let server = Running::start(config).await;
    let made = make(&server, json!({ "A": "1", "a": "1", "B": "1", "b": "1" })).await;
    let mut owner = sit_late(&server, &made, "A", Duration::from_millis(20)).await;
    let mut moves = 0;
    while moves < 3 {
        let update = owner.hear("update").await;
        let events = update["events"].as_array().unwrap();
        let count =
            |name: &str| events.iter().filter(|e| e["event"] == name && e["seat"] == "A").count();
        moves += count("completed");
        assert_eq!(count("lag_given"), 0, "{update}");
        assert_eq!(update["state"]["seats"]["A"]["lag"], 0);
    }
    server.stop().await;
}
