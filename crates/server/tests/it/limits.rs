//! What one client or one address may do, and for how long it counts.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tandem_server::Bounds;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Folder, Running, TIMEOUT, config};

#[tokio::test]
async fn whoever_comes_back_has_no_more_messages_than_before() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let (mut answered, begun) = (0, Instant::now());
    // Ten connections of one seat, thirty words on each.
    for round in 0..10 {
        let mut client = server.connect().await;
        client.hello(&made.id, "A", Some(&made.secret("A")), "Ann").await;
        client.hear("snapshot").await;
        for number in 1..=30 {
            let id = round * 30 + number;
            let act = json!({ "type": "act", "id": id, "act": { "do": "say", "say": "sit" } });
            client.say_raw(act.to_string()).await;
        }
        client.say_raw(json!({ "type": "ping", "sent": 1 }).to_string()).await;
        while let Some(message) = client.next().await {
            match message["type"].as_str() {
                Some("pong" | "bye") => break,
                Some("update" | "refused" | "ack") => answered += 1,
                _ => {}
            }
        }
    }
    // Sixty at once and twenty a second, however slow the machine is.
    let most = 60.0 + 20.0 * begun.elapsed().as_secs_f64();
    assert!(f64::from(answered) <= most, "{answered} of 300 were heard, and not {most}");
    server.stop().await;
}

#[tokio::test]
async fn pongs_and_empty_frames_are_counted() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let mut pongs = server.sit(&made, "A", "Ann").await;
    for _ in 0..200 {
        pongs.pong().await;
    }
    assert_eq!(pongs.hear("bye").await["code"], "too_fast");
    // The beginning of a message, and then nothing of it, again and again.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
    let empty = [0x00, 0x80, 0, 0, 0, 0].repeat(1000);
    let flood = async {
        for _ in 0..1000 {
            if stream.write_all(&empty).await.is_err() {
                return true;
            }
        }
        false
    };
    let closed = tokio::time::timeout(TIMEOUT, flood).await;
    assert_eq!(closed, Ok(true), "six megabytes of nothing");
    server.stop().await;
}

/// Time passes only while everybody waits.
#[tokio::test(start_paused = true)]
async fn a_slow_body_is_closed_like_a_slow_head() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let begun = tokio::time::Instant::now();
    for head in [
        "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{",
        "POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n1A. e4",
        "POST /api/mat",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let closed =
            tokio::time::timeout(Duration::from_secs(120), stream.read_to_end(&mut answer));
        assert!(closed.await.is_ok(), "{head}");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    assert!(begun.elapsed() < Duration::from_secs(200));
    server.stop().await;
}

#[tokio::test]
async fn only_so_many_records_are_read() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { reads: 24, ..Bounds::default() };
    let server = Running::start(config).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let path = format!("/api/matches/{}/bpgn", made.id);
    let first = server.get(&path).await;
    assert_eq!(first.status, 200);
    assert_eq!(server.get(&path).await.body, first.body, "from the shelf");
    let mut refused = None;
    for _ in 0..400 {
        let answer = server.get(&path).await;
        if answer.status != 200 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("an end");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("too_many")));
    server.stop().await;
}

#[tokio::test]
async fn a_record_is_never_older_than_the_match() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let path = format!("/api/matches/{}/bpgn", made.id);
    assert!(!server.get(&path).await.body.contains("Player A"));
    let [mut white, mut black, ..] = server.four(&made).await;
    assert!(server.get(&path).await.body.contains("Player A"));
    white.play("e4").await;
    assert!(server.get(&path).await.body.contains("e4"));
    black.play("e5").await;
    assert!(server.get(&path).await.body.contains("e5"));
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_counts_like_any_match() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds = Bounds { tables: 2, ..Bounds::default() };
    let server = Running::start(config).await;
    let bots = json!({ "a": "1", "B": "1", "b": "1" });
    let made = server.make(json!({ "book": "fics", "bots": bots })).await;
    let secret = made.secret("A");
    let (mut id, mut seat) = (made.id.clone(), "A".to_owned());
    let mut made = 1;
    // One connection after another, always the same secret: resign, and play again.
    loop {
        let mut client = server.connect().await;
        client.hello(&id, &seat, Some(&secret), "Ann").await;
        client.hear("snapshot").await;
        client.say(json!({ "type": "ready", "on": true })).await;
        client.hear("update").await;
        client.do_(json!({ "do": "resign" })).await;
        client.say(json!({ "type": "rematch", "on": true })).await;
        let told = loop {
            let message = client.next().await.expect("an answer");
            if message["type"] == "rematch" || message["code"] == "too_many_matches" {
                break message;
            }
        };
        if told["type"] == "notice" {
            break;
        }
        made += 1;
        assert!(made <= 2, "the bound is two an hour");
        id = told["match"].as_str().unwrap().to_owned();
        seat = told["seat"].as_str().unwrap().to_owned();
    }
    assert_eq!(made, 2);
    server.stop().await;
}

#[tokio::test]
async fn open_matches_count_after_a_restart() {
    let folder = Folder::new();
    let start = || {
        let mut config = config(&folder.0);
        config.bounds = Bounds { open_tables: 2, ..Bounds::default() };
        Running::start(config)
    };
    let wish = json!({ "book": "fics" });
    let server = start().await;
    assert_eq!(server.post("/api/matches", &wish).await.status, 201);
    assert_eq!(server.post("/api/matches", &wish).await.status, 201);
    server.stop().await;
    let server = start().await;
    assert_eq!(server.post("/api/matches", &wish).await.status, 429);
    server.stop().await;
}

#[tokio::test]
async fn only_those_who_ask_for_this_server_are_answered() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.names = vec!["chess.example".to_owned()];
    let server = Running::start(config).await;
    let ask = async |host: &str, path: &str| -> (u16, String) {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        (answer.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0), answer)
    };
    for host in ["chess.example", "chess.example:8080", "localhost", "127.0.0.1:8080", "[::1]"] {
        assert_eq!(ask(host, "/api/books").await.0, 200, "{host}");
    }
    for path in ["/api/books", "/", "/ws", "/healthz", "/metrics"] {
        let (status, answer) = ask("rebound.example", path).await;
        assert_eq!(status, 421, "{path}");
        assert!(answer.contains("--name"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn metrics_are_for_this_machine_unless_they_are_asked_for() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    assert_eq!(server.get("/metrics").await.status, 200);
    let passed_on = "X-Forwarded-For: 192.0.2.1\r\n";
    assert_eq!(server.ask("GET", "/metrics", passed_on, b"").await.status, 403);
    server.stop().await;
    let folder = Folder::new();
    let mut open = config(&folder.0);
    (open.trust_proxy, open.metrics) = (true, true);
    let server = Running::start(open).await;
    assert_eq!(server.ask("GET", "/metrics", passed_on, b"").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_number_that_no_browser_can_count_to_is_refused() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    for (id, taken) in [((1_u64 << 53) - 1, true), (1 << 53, false), (u64::MAX, false)] {
        let mut client = server.sit(&made, "A", "Ann").await;
        let act = json!({ "do": "say", "say": "sit" });
        client.say(json!({ "type": "act", "id": id, "act": act })).await;
        let answer: Value = loop {
            let message = client.next().await.expect("an answer");
            if message["type"] != "people" {
                break message;
            }
        };
        assert_eq!(answer["type"] != "bye", taken, "{id}: {answer}");
    }
    server.stop().await;
}
