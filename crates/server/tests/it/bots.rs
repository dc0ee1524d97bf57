//! Bots at tables: beside people, alone, and for somebody who left.

use std::time::Duration;

use serde_json::{Value, json};
use tandem_notation::bpgn::{Game, Reader};
use tandem_notation::record::read_match;
use tandem_rules::Rulebook;
use tandem_server::{Bounds, Config};

use crate::support::{Client, Folder, Running, config};

/// Quick play: a bot takes its time from its clock.
fn quick(seconds: u64) -> Value {
    json!({ "base": seconds * 1000, "increment": 0, "delay": 0 })
}

/// A server that waits for nobody who left.
fn impatient(folder: &Folder) -> Config {
    let mut config = config(&folder.0);
    config.waits.in_play = Duration::ZERO;
    config
}

/// Waits until a seat has moved.
async fn sees_move(client: &mut Client, seat: &str) {
    loop {
        let update = client.hear("update").await;
        let events = update["events"].as_array().unwrap();
        if events.iter().any(|event| event["event"] == "made" && event["seat"] == seat) {
            return;
        }
        assert_ne!(update["state"]["phase"], "over", "it ended before {seat} moved: {update}");
    }
}

/// Waits until people are as wished.
async fn sees_people(client: &mut Client, wished: impl Fn(&Value) -> bool) -> Value {
    loop {
        let people = client.hear("people").await["people"].clone();
        if wished(&people) {
            return people;
        }
    }
}

#[tokio::test]
async fn one_plays_with_three_bots() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = server.get("/api/bots").await.json();
    assert_eq!(bots, json!({ "levels": [1, 2, 3, 4, 5, 6, 7, 8], "engines": [] }));
    let wish = json!({
        "book": "fics", "time": quick(20), "bots": { "a": "1", "B": "2", "b": "3" }, "public": true,
    });
    let made = server.make(wish).await;
    let listed = server.get("/api/matches").await.json();
    assert_eq!(listed[0]["seats"]["b"], json!({ "name": "Cyril", "taken": true, "bot": "3" }));
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    assert_eq!(ann.hear("update").await["events"][0]["event"], "started", "bots are ready");
    sees_move(&mut ann, "B").await;
    sees_move(&mut ann, "b").await;
    ann.play("e4").await;
    sees_move(&mut ann, "a").await;
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    let bot = &state["people"]["seats"]["B"];
    assert_eq!((&bot["name"], &bot["bot"]), (&json!("Babs"), &json!("2")));
    assert_eq!((&bot["connected"], &bot["ready"]), (&json!(true), &json!(true)));
    server.stop().await;
}

#[tokio::test]
async fn four_bots_play_to_the_end_though_the_server_stops_between() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "A": "1", "a": "2", "B": "3", "b": "4" });
    let wish = json!({ "book": "minerva", "time": quick(3), "bots": bots, "flag": "automatic" });
    let made = server.make(wish).await;
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    sees_move(&mut watcher, "A").await;
    server.stop().await;

    let server = Running::start(config(&folder.0)).await;
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    let snapshot = watcher.hear("snapshot").await;
    assert_eq!(snapshot["state"]["held"], false, "nobody has to come back");
    let mut over = snapshot["state"]["phase"] == "over";
    while !over {
        over = watcher.hear("update").await["state"]["phase"] == "over";
    }
    // The record is whole: it replays through the referee to the same end.
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    let games: Vec<Game> = Reader::new(bpgn.as_bytes()).collect::<Result<_, _>>().unwrap();
    let again = read_match(&games[0], Rulebook::builtin).unwrap();
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    let verdict = again.state.verdict().unwrap();
    assert_eq!(state["state"]["verdict"]["reason"], json!(verdict.reason));
    assert_eq!(state["state"]["verdict"]["result"], verdict.result.as_str());
    let told = server.get(&format!("/api/matches/{}/events", made.id)).await.json();
    let kinds = |events: &[Value]| -> Vec<Value> {
        events.iter().map(|event| json!([event["event"], event["seat"], event["at"]])).collect()
    };
    let replayed: Vec<Value> =
        again.events().map(|event| serde_json::to_value(event).unwrap()).collect();
    // The log also tells who plays at each seat.
    let told = told["events"].as_array().unwrap();
    let (sat, played): (Vec<Value>, Vec<Value>) =
        told.iter().cloned().partition(|event| event["event"] == "seated");
    assert_eq!(kinds(&played), kinds(&replayed));
    assert_eq!(sat.len(), 4);
    server.stop().await;
}

#[tokio::test]
async fn bots_keep_seats_warm_before_the_start() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    let sits =
        |seat: &'static str, bot: Value| move |people: &Value| people["seats"][seat]["bot"] == bot;
    ann.say(json!({ "type": "bot", "seat": "a", "bot": "5" })).await;
    sees_people(&mut ann, sits("a", json!("5"))).await;
    ann.say(json!({ "type": "bot", "seat": "a", "bot": null })).await;
    let people = sees_people(&mut ann, sits("a", Value::Null)).await;
    assert_eq!(people["seats"]["a"]["taken"], false);
    ann.say(json!({ "type": "bot", "seat": "a", "bot": "no-such-engine" })).await;
    assert_eq!(ann.hear("notice").await["code"], "no_such_bot");
    ann.say(json!({ "type": "bot", "seat": "A", "bot": "5" })).await;
    assert_eq!(ann.hear("notice").await["code"], "seat_not_free");
    // Whoever comes with the link finds the seat as if it were free.
    ann.say(json!({ "type": "bot", "seat": "b", "bot": "5" })).await;
    sees_people(&mut ann, sits("b", json!("5"))).await;
    let _dee = server.sit(&made, "b", "Dee").await;
    let people = sees_people(&mut ann, sits("b", Value::Null)).await;
    assert_eq!(people["seats"]["b"]["name"], "Dee");
    // Nobody from outside seats bots.
    let mut stranger = server.connect().await;
    stranger.hello(&made.id, "spectator", None, "").await;
    stranger.say(json!({ "type": "bot", "seat": "a", "bot": "5" })).await;
    assert_eq!(stranger.hear("bye").await["code"], "unauthorised");
    server.stop().await;
}

#[tokio::test]
async fn a_bot_plays_for_somebody_who_left_if_all_agree() {
    let folder = Folder::new();
    let server = Running::start(impatient(&folder)).await;
    let made = server.make(json!({ "book": "fics", "time": quick(20) })).await;
    let [mut ann, ben, mut cid, mut dee] = server.four(&made).await;
    let wish = json!({ "type": "substitute", "seat": "a", "bot": "1" });
    ann.say(wish.clone()).await;
    drop(ben);
    sees_people(&mut ann, |people| people["seats"]["a"]["connected"] == false).await;
    ann.say(wish.clone()).await;
    let people = sees_people(&mut ann, |people| people["substitute"].is_object()).await;
    assert_eq!(
        people["substitute"],
        json!({ "seat": "a", "bot": "1", "agreed": ["A"] }),
        "what was asked while the player was there does not count"
    );
    // One against it ends it.
    cid.say(json!({ "type": "substitute", "seat": "a", "bot": null })).await;
    sees_people(&mut ann, |people| people["substitute"].is_null()).await;
    for client in [&mut ann, &mut cid, &mut dee] {
        client.say(wish.clone()).await;
    }
    let people = sees_people(&mut ann, |people| people["seats"]["a"]["bot"] == "1").await;
    assert_eq!(people["seats"]["a"]["sits_for"], "Player a");
    assert_eq!(ann.hear("notice").await["code"], "bot_took_over");
    ann.play("e4").await;
    sees_move(&mut ann, "a").await;
    // Ben comes back: the seat is free when asked for, not before.
    let mut ben = server.sit(&made, "a", "").await;
    let refused = ben.do_(json!({ "do": "resign" })).await;
    assert_eq!(refused["code"], "bot_plays_here");
    ben.say(json!({ "type": "take_back" })).await;
    sees_people(&mut ben, |people| people["seats"]["a"]["bot"].is_null()).await;
    assert_eq!(ben.do_(json!({ "do": "resign" })).await["type"], "update");
    // Who played is in the log and in the record, and nothing changes it any more.
    let log = server.get(&format!("/api/matches/{}/events", made.id)).await.json();
    let seated: Vec<_> = log["events"].as_array().unwrap().iter().collect();
    let seated = seated.iter().filter(|event| event["event"] == "seated" && event["seat"] == "a");
    let seated: Vec<_> = seated.map(|event| (&event["name"], &event["bot"])).collect();
    let ben_is = json!("Player a");
    assert_eq!(seated, [(&ben_is, &Value::Null), (&ben_is, &json!("1")), (&ben_is, &Value::Null)]);
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert!(bpgn.contains("Bot 1 for Player a;"), "{bpgn}");
    for client in [&mut ann, &mut cid, &mut dee] {
        client.say(wish.clone()).await;
    }
    drop(ben);
    sees_people(&mut ann, |people| people["seats"]["a"]["connected"] == false).await;
    let mut renamed = server.sit(&made, "a", "Somebody else").await;
    renamed.say(json!({ "type": "take_back" })).await;
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["people"]["seats"]["a"]["name"], "Player a");
    assert_eq!(state["people"]["substitute"], Value::Null);
    let after = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert_eq!(after, bpgn, "the record stands");
    server.stop().await;
}

#[tokio::test]
async fn an_open_proposal_ends_with_the_match() {
    let folder = Folder::new();
    let server = Running::start(impatient(&folder)).await;
    let made = server.make(json!({ "book": "fics", "time": quick(20) })).await;
    let [mut ann, ben, mut cid, mut dee] = server.four(&made).await;
    drop(ben);
    sees_people(&mut ann, |people| people["seats"]["a"]["connected"] == false).await;
    let wish = json!({ "type": "substitute", "seat": "a", "bot": "1" });
    for client in [&mut ann, &mut cid] {
        client.say(wish.clone()).await;
    }
    sees_people(&mut ann, |people| people["substitute"]["agreed"] == json!(["A", "B"])).await;
    ann.do_(json!({ "do": "resign" })).await;
    // The last who had not agreed leaves, or agrees: it is too late.
    dee.say(wish).await;
    drop(dee);
    sees_people(&mut ann, |people| people["seats"]["b"]["connected"] == false).await;
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["people"]["seats"]["a"]["bot"], Value::Null);
    assert_eq!(state["people"]["substitute"], Value::Null);
    server.stop().await;
}

/// Waits until a seat has switched holding on or off.
async fn sees_hold(client: &mut Client, seat: &str, on: bool) {
    loop {
        let update = client.hear("update").await;
        let mut holds = update["events"].as_array().unwrap().iter();
        if holds.any(|event| {
            event["event"] == "hold" && event["seat"] == seat && event["on"] == json!(on)
        }) {
            return;
        }
    }
}

#[tokio::test]
async fn minerva_2_1_bots_hold_men_for_bots_but_not_for_people() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "a": "3", "B": "1", "b": "3" });
    let made = server.make(json!({ "book": "minerva", "time": quick(20), "bots": bots })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    sees_hold(&mut ann, "a", true).await;
    sees_move(&mut ann, "b").await;
    let log = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert_eq!(log.matches("hold on").count(), 1, "{log}");
    server.stop().await;
}

#[tokio::test]
async fn r23_whoever_comes_back_passes_by_himself_again() {
    let folder = Folder::new();
    let server = Running::start(impatient(&folder)).await;
    let made = server.make(json!({ "book": "stein", "time": quick(20) })).await;
    let [mut ann, ben, mut cid, mut dee] = server.four(&made).await;
    drop(ben);
    sees_people(&mut ann, |people| people["seats"]["a"]["connected"] == false).await;
    for client in [&mut ann, &mut cid, &mut dee] {
        client.say(json!({ "type": "substitute", "seat": "a", "bot": "4" })).await;
    }
    sees_people(&mut ann, |people| people["seats"]["a"]["bot"] == "4").await;
    // Cid goes too: with a bot for a partner there is somebody to hold for.
    drop(cid);
    sees_people(&mut ann, |people| people["seats"]["B"]["connected"] == false).await;
    let mut ben = server.sit(&made, "a", "").await;
    for client in [&mut ann, &mut ben, &mut dee] {
        client.say(json!({ "type": "substitute", "seat": "B", "bot": "4" })).await;
    }
    sees_hold(&mut ann, "a", true).await;
    ben.say(json!({ "type": "take_back" })).await;
    sees_hold(&mut ann, "a", false).await;
    server.stop().await;
}

#[tokio::test]
async fn bots_press_the_clock_where_players_do() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "a": "1", "B": "1", "b": "1" });
    let wish = json!({ "book": "asten", "time": quick(10), "press": "manual", "bots": bots });
    let made = server.make(wish).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    sees_move(&mut ann, "B").await;
    sees_move(&mut ann, "b").await;
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_with_bots_needs_only_people() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "a": "1", "B": "1", "b": "1" });
    let made = server.make(json!({ "book": "fics", "time": quick(20), "bots": bots })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    ann.hear("update").await;
    ann.do_(json!({ "do": "resign" })).await;
    ann.say(json!({ "type": "rematch", "on": true })).await;
    let next = ann.hear("rematch").await;
    assert_eq!(next["seat"], "a");
    let path = format!("/api/matches/{}", next["match"].as_str().unwrap());
    assert_eq!(server.get(&path).await.json()["people"]["seats"]["A"]["bot"], "1");
    server.stop().await;
}

#[tokio::test]
async fn only_so_many_bots_play() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bots.most = 4;
    let server = Running::start(config).await;
    let wish = json!({ "book": "fics", "bots": { "A": "1", "a": "1", "B": "1", "b": "1" } });
    server.make(wish.clone()).await;
    let second = server.post("/api/matches", &wish).await;
    assert_eq!(second.status, 429, "{}", second.body);
    let made = server.make(json!({ "book": "fics" })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "bot", "seat": "a", "bot": "1" })).await;
    assert_eq!(ann.hear("notice").await["code"], "too_many_bots");
    server.stop().await;
}

#[tokio::test]
async fn whoever_finds_no_room_has_made_nothing() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bots.most = 0;
    config.bounds = Bounds { tables: 1, ..Bounds::default() };
    let server = Running::start(config).await;
    for _ in 0..3 {
        let refused = server.post("/api/matches", &json!({ "bots": { "a": "1" } })).await;
        assert_eq!(
            (refused.status, refused.json()["error"]["why"].clone()),
            (429, json!("too_many_bots"))
        );
    }
    server.make(json!({ "book": "fics" })).await;
    let second = server.post("/api/matches", &json!({ "book": "fics" })).await;
    assert_eq!(second.status, 429, "{}", second.body);
    assert_ne!(second.json()["error"]["why"], "too_many_bots");
    server.stop().await;
}

#[tokio::test]
async fn a_bot_leaves_the_numbers_of_commands_to_the_owner_of_its_seat() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "A": "1", "a": "1", "B": "1", "b": "1" });
    let made = server.make(json!({ "book": "fics", "time": quick(60), "bots": bots })).await;
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    sees_move(&mut watcher, "A").await;
    // Its owner comes with the link, and looks on for a while.
    let mut ann = server.connect().await;
    ann.hello(&made.id, "A", Some(&made.secret("A")), "Ann").await;
    assert_eq!(ann.hear("welcome").await["command"], 0);
    sees_move(&mut ann, "A").await;
    ann.say(json!({ "type": "take_back" })).await;
    sees_people(&mut ann, |people| people["seats"]["A"]["bot"].is_null()).await;
    let resigned = ann.do_(json!({ "do": "resign" })).await;
    assert_eq!((&resigned["type"], &resigned["repeated"]), (&json!("update"), &Value::Null));
    server.stop().await;
}
