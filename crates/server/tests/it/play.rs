//! Playing: what the pages rely on.

use serde_json::{Value, json};

use crate::support::{Folder, Running, config};

fn grants(you: &Value, act: &str) -> bool {
    you["granted"].as_array().unwrap().iter().any(|granted| granted["act"]["do"] == act)
}

#[tokio::test]
async fn four_play_and_everybody_sees_it() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "title": "Final", "public": true })).await;
    let listed = server.get("/api/matches").await.json();
    assert_eq!(listed[0]["id"], made.id.as_str());
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    let update = white.play("e4").await;
    assert_eq!(update["events"][0]["san"], "e4");
    assert_eq!(update["events"][0]["uci"], "e2e4");
    assert!(update["events"][0].get("legal").is_none(), "players are not told");
    assert_eq!(update["you"]["moves"], "", "not his turn any more");
    let seen = black.hear("update").await;
    assert_eq!(seen["state"]["boards"]["A"]["turn"], "black");
    assert!(seen["you"]["moves"].as_str().unwrap().contains("e7e5"));
    assert!(grants(&seen["you"], "resign"));
    let refused = white.play("d4").await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["reason"], "it is the opponent's turn");
    black.do_(json!({ "do": "resign" })).await;
    let end = white.hear("update").await;
    assert_eq!(end["state"]["verdict"]["reason"], "resignation");
    assert_eq!(server.get("/api/matches?phase=over").await.json()[0]["result"], "1-0");
    // The watcher heard of it too, and nothing was his to do.
    let snapshot = watcher.hear("snapshot").await;
    assert_eq!(snapshot["you"], json!({}));
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", made.id)).await;
    assert!(bpgn.body.contains("[WhiteA \"Player A\"]") && bpgn.body.contains("1A. e4"));
    let film = server.get(&format!("/api/matches/{}/replay", made.id)).await.json();
    assert_eq!(film["frames"][1]["san"], "e4");
    let head = "Content-Type: text/plain\r\n";
    let again = server.ask("POST", "/api/replay?book=minerva", head, bpgn.body.as_bytes()).await;
    assert_eq!(again.json()["frames"][1]["uci"], "e2e4", "{}", again.body);
    server.stop().await;
}

#[tokio::test]
async fn partners_talk_and_opponents_do_not_hear() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let [mut white_a, mut black_a, _white_b, mut black_b] = server.four(&made).await;
    white_a.do_(json!({ "do": "say", "say": { "need": "N" } })).await;
    let heard = black_b.hear("update").await;
    assert_eq!(heard["events"][0]["message"], json!({ "need": "N" }));
    assert_eq!(black_a.hear("update").await["events"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn open_input_betrays_no_illegal_move() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "input": "open" })).await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    let legal = white.play("e2e4").await;
    let after_legal = black.hear("update").await;
    black.play("e7e5").await;
    white.hear("update").await;
    let illegal = white.play("g1g5").await;
    assert_eq!(illegal["type"], "update", "hands can do that");
    let after_illegal = black.hear("update").await;
    for update in [&legal, &illegal, &after_legal, &after_illegal] {
        let made = &update["events"][0];
        assert!(made.get("legal").is_none() && made.get("move").is_none(), "{made}");
    }
    let acts = |update: &Value| -> Vec<Value> {
        let granted = update["you"]["granted"].as_array().unwrap();
        granted.iter().map(|granted| granted["act"].clone()).collect()
    };
    assert_eq!(acts(&after_legal), acts(&after_illegal), "the list tells nobody");
    let back = black.do_(json!({ "do": "claim", "claim": "illegal" })).await;
    assert!(back["events"].as_array().unwrap().iter().any(|e| e["event"] == "undone"));
    server.stop().await;
}

#[tokio::test]
async fn the_arbiter_has_the_powers_of_the_book() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "sscr" })).await;
    let mut arbiter = server.connect().await;
    arbiter.hello(&made.id, "arbiter", Some(&made.secret("arbiter")), "Arb").await;
    let [mut white, ..] = server.four(&made).await;
    let stopped = arbiter.rule(json!({ "do": "stop" })).await;
    assert_eq!(stopped["state"]["stopped"], true);
    assert_eq!(white.play("e4").await["type"], "refused");
    arbiter.rule(json!({ "do": "resume" })).await;
    assert_eq!(white.play("e4").await["type"], "update");
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_swaps_colours_and_keeps_the_secrets() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut clients = server.four(&made).await;
    clients[0].do_(json!({ "do": "resign" })).await;
    // stein plays both games to their end.
    clients[2].do_(json!({ "do": "resign" })).await;
    for client in &mut clients {
        client.say(json!({ "type": "rematch", "on": true })).await;
    }
    let next = clients[0].hear("rematch").await;
    assert_eq!(next["seat"], "a");
    let mut again = server.connect().await;
    let id = next["match"].as_str().unwrap();
    again.hello(id, "a", Some(&made.secret("A")), "").await;
    again.hear("welcome").await;
    let snapshot = again.hear("snapshot").await;
    assert_eq!(snapshot["people"]["seats"]["a"]["name"], "Player A");
    assert_eq!(snapshot["match"]["rematch_of"], made.id.as_str());
    server.stop().await;
}

#[tokio::test]
async fn a_stranger_takes_a_free_seat_of_a_public_match() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "asten", "public": true })).await;
    let path = format!("/api/matches/{}/join", made.id);
    let taken = server.post(&path, &json!({ "seat": "B", "name": "Eve" })).await.json();
    let mut eve = server.connect().await;
    eve.hello(&made.id, "B", taken["secret"].as_str(), "").await;
    assert_eq!(eve.hear("welcome").await["seat"], "B");
    let again = server.post(&path, &json!({ "seat": "B", "name": "Eve" })).await;
    assert_eq!(again.status, 409);
    let mut old = server.connect().await;
    old.hello(&made.id, "B", Some(&made.secret("B")), "Old").await;
    assert_eq!(old.hear("bye").await["code"], "unauthorised", "the old link is void");
    server.stop().await;
}

#[tokio::test]
async fn every_path_of_the_api_is_described() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let paths = server.get("/api/openapi.json").await.json()["paths"].clone();
    for path in paths.as_object().unwrap().keys() {
        let path = path.replace("{id}", "stein");
        let answer = server.get(&path).await;
        assert_ne!(answer.status, 500, "{path}");
    }
    assert_eq!(server.get("/healthz").await.body, "ok\n");
    assert!(server.get("/metrics").await.body.contains("tandem_moves_total"));
    let book = server.get("/api/books/stein").await.json();
    assert!(book["articles"][0]["text"]["cs"].is_string());
    server.stop().await;
}
