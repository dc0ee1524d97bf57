//! What must not get through.

use std::time::Duration;

use serde_json::json;
use tandem_server::Bounds;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use crate::support::{Folder, Running, config};

#[tokio::test]
async fn a_wrong_secret_opens_nothing() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let right = made.secret("A");
    let wrong = "a".repeat(right.len());
    for (seat, secret) in [
        ("A", Some(wrong.as_str())),
        ("A", None),
        ("A", Some("")),
        ("a", Some(right.as_str())),
        ("arbiter", Some(right.as_str())),
        ("arbiter", None),
    ] {
        let mut client = server.connect().await;
        client.hello(&made.id, seat, secret, "Mallory").await;
        assert_eq!(client.hear("bye").await["code"], "unauthorised", "{seat}");
        assert!(client.next().await.is_none());
    }
    server.stop().await;
}

#[tokio::test]
async fn secrets_are_long_random_and_not_in_the_data_folder() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let secret = made.secret("A");
    // 32 letters of five bits each.
    assert_eq!(secret.len(), 32);
    assert_ne!(secret, made.secret("a"));
    server.stop().await;
    for file in std::fs::read_dir(&folder.0).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()));
    }
}

#[tokio::test]
async fn nobody_acts_for_another() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    // Black's connection moves a white man: it is Black's own move that is looked at.
    assert_eq!(black.play("e2e4").await["type"], "refused");
    // A field that names another seat is not there to be believed.
    let act = json!({ "do": "move", "move": "e2e4", "seat": "A" });
    assert_eq!(black.do_(act).await["type"], "refused");
    black.say(json!({ "type": "rule", "id": 99, "rule": { "do": "forfeit", "seat": "A" } })).await;
    assert_eq!(black.hear("bye").await["code"], "unauthorised");
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    watcher.hear("snapshot").await;
    watcher.act(json!({ "do": "move", "move": "e2e4" })).await;
    assert_eq!(watcher.hear("bye").await["code"], "unauthorised");
    assert_eq!(white.play("e2e4").await["state"]["boards"]["A"]["last"], "e2e4");
    server.stop().await;
}

#[tokio::test]
async fn a_replayed_command_does_nothing() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    white.play("g1f3").await;
    black.play("g8f6").await;
    let replayed = json!({ "type": "act", "id": 1, "act": { "do": "move", "move": "b1c3" } });
    white.say(replayed.clone()).await;
    assert_eq!(white.hear("ack").await["repeated"], true);
    // Nor on a new connection.
    let mut again = server.connect().await;
    again.hello(&made.id, "A", Some(&made.secret("A")), "").await;
    assert_eq!(again.hear("welcome").await["command"], 1);
    again.say(replayed).await;
    assert_eq!(again.hear("ack").await["repeated"], true);
    assert_eq!(white.hear("bye").await["code"], "replaced");
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn ten_megabytes_harm_nobody() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    black.say_raw("x".repeat(10 * 1024 * 1024)).await;
    while black.next().await.is_some_and(|message| message["type"] != "bye") {}
    assert_eq!(white.play("e4").await["type"], "update");
    let head = "Content-Type: application/json\r\n";
    let body = vec![b' '; 10 * 1024 * 1024];
    let answer = server.ask("POST", "/api/matches", head, &body).await;
    assert!(answer.status == 413 || answer.status == 0, "{}", answer.status);
    server.stop().await;
}

#[tokio::test]
async fn ten_thousand_connections_from_one_address_are_turned_away() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { connections: 50, ..Bounds::default() };
    let server = Running::start(config).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut players = server.four(&made).await;
    let mut held = Vec::new();
    let mut turned_away = 0;
    for _ in 0..10_000 {
        let Ok(mut stream) = TcpStream::connect(server.address).await else {
            turned_away += 1;
            continue;
        };
        let mut byte = [0];
        // A client that is turned away sees the end of the connection at once.
        match tokio::time::timeout(Duration::from_millis(2), stream.read(&mut byte)).await {
            Ok(_) => turned_away += 1,
            Err(_) if held.len() < 200 => held.push(stream),
            Err(_) => {}
        }
    }
    assert!(turned_away > 9_000, "{turned_away}");
    assert_eq!(players[0].play("e4").await["type"], "update", "the table goes on");
    drop(held);
    server.stop().await;
}

#[tokio::test]
async fn too_many_messages_end_the_connection() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut client = server.sit(&made, "A", "Ann").await;
    for _ in 0..200 {
        client.say_raw(json!({ "type": "ping", "sent": 1 }).to_string()).await;
    }
    assert_eq!(client.hear("bye").await["code"], "too_fast");
    server.stop().await;
}

#[tokio::test]
async fn html_is_text() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({ "book": "fics", "public": true, "title": "<script>alert(1)</script>" });
    let made = server.make(wish).await;
    let nasty = "<img src=x onerror=a>";
    let mut ann = server.sit(&made, "A", nasty).await;
    let mut bob = server.sit(&made, "b", "Bob").await;
    ann.do_(json!({ "do": "say", "say": { "text": "<b>hi</b>\u{0007}" } })).await;
    let heard = bob.hear("update").await;
    assert_eq!(heard["events"][0]["message"]["text"], "<b>hi</b>", "as it was written, one line");
    let listed = server.get("/api/matches").await;
    assert!(listed.head.contains("content-type: application/json"));
    assert!(listed.head.contains("x-content-type-options: nosniff"));
    assert_eq!(listed.json()[0]["seats"]["A"]["name"], nasty);
    server.stop().await;
}

#[tokio::test]
async fn no_path_leads_out_of_the_pages() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    for path in [
        "/../../../../etc/passwd",
        "/assets/../../Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%00.js",
        "//etc/passwd.txt",
        "/api/matches/..%2f..%2fhealthz",
    ] {
        let answer = server.get(path).await;
        assert!(answer.status == 404 || answer.status == 400, "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("[workspace]"), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn other_sites_may_not_ask() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let head = "Content-Type: application/json\r\nOrigin: https://evil.example\r\n";
    let answer = server.ask("POST", "/api/matches", head, b"{\"book\":\"stein\"}").await;
    assert_eq!(answer.status, 403);
    let upgrade = "Origin: https://evil.example\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    assert_eq!(server.ask("GET", "/ws", upgrade, b"").await.status, 403);
    let own = format!("Content-Type: application/json\r\nOrigin: http://{}\r\n", server.address);
    let answer = server.ask("POST", "/api/matches", &own, b"{\"book\":\"stein\"}").await;
    assert_eq!(answer.status, 201);
    let page = server.get("/").await;
    assert!(page.head.contains("content-security-policy: default-src 'self'"), "{}", page.head);
    server.stop().await;
}

#[tokio::test]
async fn an_address_makes_only_so_many_matches() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { tables: 2, ..Bounds::default() };
    let server = Running::start(config).await;
    let wish = json!({ "book": "stein" });
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(server.post("/api/matches", &wish).await.status);
    }
    assert_eq!(statuses, [201, 201, 429]);
    server.stop().await;
}

#[tokio::test]
async fn an_address_has_only_so_many_matches_that_are_not_over() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { open_tables: 2, ..Bounds::default() };
    let server = Running::start(config).await;
    let wish = json!({ "book": "fics" });
    let first = server.make(wish.clone()).await;
    assert_eq!(server.post("/api/matches", &wish).await.status, 201);
    let third = server.post("/api/matches", &wish).await;
    assert_eq!((third.status, &*third.json()["error"]["code"].to_string()), (429, "\"too_many\""));
    let [mut white, ..] = server.four(&first).await;
    white.do_(json!({ "do": "resign" })).await;
    assert_eq!(server.post("/api/matches", &wish).await.status, 201, "one is over");
    assert_eq!(server.post("/api/matches", &wish).await.status, 429);
    server.stop().await;
}
