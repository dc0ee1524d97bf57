//! Stopping, starting again, coming back.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Folder, Running, config};

fn clocks(state: &Value) -> Vec<i64> {
    ["A", "a", "B", "b"]
        .map(|seat| state["state"]["seats"][seat]["clock"].as_i64().unwrap())
        .to_vec()
}

#[tokio::test]
async fn a_match_survives_a_stop_and_the_pause_costs_nobody() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "asten", "press": "manual" })).await;
    let [mut white, _black, mut white_b, _black_b] = server.four(&made).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    white.play("e4").await;
    white_b.play("d4").await;
    white_b.do_(json!({ "do": "press" })).await;
    let path = format!("/api/matches/{}", made.id);
    let before = server.get(&path).await.json();
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(700)).await;

    let server = Running::start(config(&folder.0)).await;
    let after = server.get(&path).await.json();
    assert_eq!(after["state"]["held"], true, "time stands still until they are back");
    assert_eq!(after["state"]["boards"]["A"]["made"], json!({ "seat": "A", "uci": "e2e4" }));
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["seq"], before["seq"]);
    for (before, after) in clocks(&before).iter().zip(clocks(&after)) {
        assert!((before - after).abs() < 250, "{before} {after}");
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(clocks(&server.get(&path).await.json()), clocks(&after), "still");
    let mut clients = Vec::new();
    for seat in ["A", "a", "B", "b"] {
        clients.push(server.sit(&made, seat, "").await);
    }
    let goes_on = clients[0].hear("update").await;
    assert_eq!(goes_on["state"]["held"], false);
    clients[0].say(json!({ "type": "act", "id": 50, "act": { "do": "press" } })).await;
    assert_eq!(clients[0].hear("update").await["ack"], 50);
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_catches_up() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    let seen = white.play("e4").await["seq"].as_u64().unwrap();
    drop(white);
    black.play("e5").await;
    let mut again = server.connect().await;
    let hello = json!({
        "type": "hello", "version": 2, "match": made.id, "role": "seat", "seat": "A",
        "secret": made.secret("A"), "seen": seen,
    });
    again.say(hello).await;
    let snapshot = again.hear("snapshot").await;
    let missed: Vec<_> =
        snapshot["events"].as_array().unwrap().iter().map(|e| &e["event"]).collect();
    assert_eq!(missed, ["made", "completed"]);
    assert!(snapshot["events"][0].get("legal").is_none());
    assert!(snapshot["you"]["moves"].as_str().unwrap().contains("g1f3"));
    server.stop().await;
}

#[tokio::test]
async fn everybody_is_told_that_the_server_stops() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    server.stop().await;
    assert_eq!(ann.hear("bye").await["code"], "stopping");
}
