//! `kill -9` under load, again and again: nothing that anybody saw is lost.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests wait for things to happen")]

#[path = "common/running.rs"]
mod running;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use running::Running;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Matches that are being played.
const MATCHES: usize = 8;
/// How often the server is killed, unless `TANDEM_KILLS` says otherwise.
const KILLS: usize = 100;
const SEATS: [&str; 4] = ["A", "a", "B", "b"];

/// Events that somebody has seen: match, number, event.
type Seen = Arc<Mutex<BTreeMap<(String, u64), Value>>>;

async fn ask(server: &Running, method: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Plays the first legal move that a small generator points at, until the server is gone.
async fn play(address: String, id: String, seat: &str, secret: String, seen: Seen) {
    // It may be killed before anybody is in.
    let Ok(stream) = TcpStream::connect(&address).await else { return };
    let url = format!("ws://{address}/ws");
    let Ok((mut socket, _)) = tokio_tungstenite::client_async(url, stream).await else { return };
    let hello = json!({
        "type": "hello", "version": 2, "match": id, "role": "seat", "seat": seat,
        "secret": secret, "name": seat,
    });
    let _ = socket.send(Message::text(hello.to_string())).await;
    let _ = socket.send(Message::text("{\"type\":\"ready\",\"on\":true}")).await;
    let mut command = 0;
    let mut random =
        id.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let heard: Value = serde_json::from_str(&text).unwrap();
        if let Some(last) = heard["command"].as_u64() {
            command = last;
        }
        for event in heard["events"].as_array().into_iter().flatten() {
            let number = event["seq"].as_u64().unwrap();
            seen.lock().unwrap().insert((id.clone(), number), event.clone());
        }
        let moves: Vec<&str> =
            heard["you"]["moves"].as_str().unwrap_or_default().split(' ').collect();
        if moves != [""] {
            command += 1;
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let choice = moves[(random >> 33) % moves.len()];
            // Well under the bound of twenty messages a second.
            tokio::time::sleep(Duration::from_millis(60)).await;
            let act =
                json!({ "type": "act", "id": command, "act": { "do": "move", "move": choice } });
            let _ = socket.send(Message::text(act.to_string())).await;
        }
    }
}

/// A match, and what the log was known to hold of it after the last kill.
struct Watched {
    made: Value,
    kept: BTreeMap<u64, Value>,
    over: bool,
}

impl Watched {
    async fn make(server: &Running) -> Watched {
        let wish = "{\"book\":\"stein\",\"time\":{\"base\":3600000,\"increment\":0,\"delay\":0}}";
        let made = ask(server, "POST", "/api/matches", wish).await;
        assert!(made["match"].is_string(), "{made}");
        Watched { made, kept: BTreeMap::new(), over: false }
    }

    fn id(&self) -> &str {
        self.made["match"].as_str().unwrap()
    }

    /// Sits four players down, who play until the server is gone.
    fn play(&self, server: &Running, seen: &Seen) -> Vec<tokio::task::JoinHandle<()>> {
        let seat = |seat: &'static str| {
            let link = self.made["links"][seat].as_str().unwrap();
            let secret = link.rsplit(':').next().unwrap().to_owned();
            let (address, id) = (server.address.clone(), self.id().to_owned());
            tokio::spawn(play(address, id, seat, secret, Arc::clone(seen)))
        };
        SEATS.map(seat).into()
    }
}

#[tokio::test]
async fn killed_under_load_nothing_that_was_seen_is_lost() {
    let kills = std::env::var("TANDEM_KILLS").ok().map_or(KILLS, |kills| kills.parse().unwrap());
    let folder: PathBuf = std::env::temp_dir().join(format!("tandem-crash-{}", std::process::id()));
    let seen: Seen = Arc::default();
    let mut server = Running::start(&folder, &[]);
    let mut watched = Vec::new();
    let mut finished = Vec::new();
    let mut random = 1_u64;
    let mut moves = 0;
    for _ in 0..kills {
        while watched.len() < MATCHES {
            watched.push(Watched::make(&server).await);
        }
        let players: Vec<_> = watched.iter().flat_map(|one| one.play(&server, &seen)).collect();
        // At any moment: while they come, while they play, while the log is carried over.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(100 + (random >> 33) % 600)).await;
        server.kill();
        for player in players {
            let _ = player.await;
        }
        server = Running::start(&folder, &[]);
        let news = std::mem::take(&mut *seen.lock().unwrap());
        moves += news.values().filter(|event| event["event"] == "made").count();
        for one in &mut watched {
            check(&server, one, &news).await;
        }
        finished.extend(watched.extract_if(.., |one| one.over));
    }
    // Nothing that was there after one kill has gone with a later one.
    for one in finished.iter().chain(&watched) {
        let whole = read(&server, one.id(), 0).await;
        assert!(one.kept.iter().all(|(number, event)| same(event, &whole[number])), "{}", one.id());
    }
    assert!(moves > kills * MATCHES / 4, "there was a load: {moves} moves");
    eprintln!("{kills} kills, {moves} moves seen, none lost");
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Waits until bots have made so many moves in a match.
async fn bots_move(server: &Running, id: &str, least: usize) -> usize {
    loop {
        let page = ask(server, "GET", &format!("/api/matches/{id}/events"), "").await;
        let events = page["events"].as_array().unwrap();
        let made = events.iter().filter(|event| event["event"] == "made").count();
        if made >= least || events.iter().any(|event| event["event"] == "match_ended") {
            return made;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn killed_bots_are_seated_again_and_play_on() {
    let folder: PathBuf = std::env::temp_dir().join(format!("tandem-bots-{}", std::process::id()));
    let mut server = Running::start(&folder, &[]);
    let wish = "{\"book\":\"stein\",\"time\":{\"base\":30000,\"increment\":0,\"delay\":0},\
                \"bots\":{\"A\":\"1\",\"a\":\"2\",\"B\":\"3\",\"b\":\"1\"}}";
    let made = ask(&server, "POST", "/api/matches", wish).await;
    let id = made["match"].as_str().unwrap();
    let before = bots_move(&server, id, 2).await;
    server.kill();
    // Nobody comes, nobody looks: they go on by themselves.
    server = Running::start(&folder, &[]);
    let after = bots_move(&server, id, before + 2).await;
    assert!(after >= before + 2, "{before} {after}");
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Somebody at a table among bots.
struct Person {
    socket: WebSocketStream<TcpStream>,
    command: u64,
}

impl Person {
    /// Takes a seat by its secret, for the first time or again, and tells how the table is.
    async fn come(server: &Running, made: &Value, seat: &str) -> (Person, Value) {
        let url = format!("ws://{}/ws", server.address);
        let stream = TcpStream::connect(&server.address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut person = Person { socket, command: 0 };
        let secret = made["links"][seat].as_str().unwrap().rsplit(':').next().unwrap();
        let hello = json!({
            "type": "hello", "version": 2, "match": made["match"], "role": "seat", "seat": seat,
            "secret": secret, "name": seat,
        });
        person.say(&hello).await;
        let welcome = person.hear(|message| message["type"] == "welcome").await;
        person.command = welcome["command"].as_u64().unwrap();
        let snapshot = person.hear(|message| message["type"] == "snapshot").await;
        (person, snapshot)
    }

    async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message that is as wanted.
    async fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.socket.next().await.unwrap().unwrap();
            let Message::Text(text) = message else { continue };
            let heard: Value = serde_json::from_str(&text).unwrap();
            if wanted(&heard) {
                return heard;
            }
        }
    }

    async fn sees_move(&mut self, seat: &str) {
        self.hear(|message| has_moved(message, seat)).await;
    }

    /// Makes a move, which is accepted.
    async fn play(&mut self, m: &str) {
        self.command += 1;
        let id = self.command;
        let act = json!({ "type": "act", "id": id, "act": { "do": "move", "move": m } });
        self.say(&act).await;
        let answer = self.hear(|message| message["ack"] == id || message["id"] == id).await;
        assert_eq!(answer["type"], "update", "{answer}");
    }
}

fn has_moved(message: &Value, seat: &str) -> bool {
    let events = message["events"].as_array().into_iter().flatten();
    events.into_iter().any(|event| event["event"] == "made" && event["seat"] == seat)
}

#[tokio::test]
async fn people_among_bots_come_back_after_a_kill_and_play_on() {
    let folder: PathBuf = std::env::temp_dir().join(format!("tandem-both-{}", std::process::id()));
    let mut server = Running::start(&folder, &[]);
    let wish = "{\"book\":\"fics\",\"time\":{\"base\":60000,\"increment\":0,\"delay\":0},\
                \"bots\":{\"a\":\"1\",\"B\":\"1\"}}";
    let made = ask(&server, "POST", "/api/matches", wish).await;
    let (mut ann, _) = Person::come(&server, &made, "A").await;
    let (mut dee, _) = Person::come(&server, &made, "b").await;
    for person in [&mut ann, &mut dee] {
        person.say(&json!({ "type": "ready", "on": true })).await;
    }
    dee.sees_move("B").await;
    ann.play("a2a3").await;
    ann.sees_move("a").await;
    server.kill();

    server = Running::start(&folder, &[]);
    let (mut ann, snapshot) = Person::come(&server, &made, "A").await;
    assert_eq!(snapshot["state"]["held"], true, "time stands still until Dee is back");
    let seats = &snapshot["people"]["seats"];
    assert_eq!((&seats["a"]["bot"], &seats["B"]["bot"]), (&json!("1"), &json!("1")));
    assert_eq!((&seats["A"]["bot"], &seats["b"]["bot"]), (&Value::Null, &Value::Null));
    let moved = |snapshot: &Value, seat: &str| {
        snapshot["moves"].as_array().unwrap().iter().filter(|m| m["seat"] == seat).count()
    };
    assert_eq!(moved(&snapshot, "A"), 1, "{snapshot}");
    assert_eq!(moved(&snapshot, "a"), 1, "{snapshot}");
    let (mut dee, _) = Person::come(&server, &made, "b").await;
    ann.hear(|message| message["state"]["held"] == false).await;
    // Both are on move as they were, and the bots answer.
    ann.play("h2h3").await;
    ann.sees_move("a").await;
    dee.play("a7a6").await;
    dee.sees_move("B").await;
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}

/// The log of a match after an event.
async fn read(server: &Running, id: &str, mut after: u64) -> BTreeMap<u64, Value> {
    let mut kept = BTreeMap::new();
    loop {
        let page = ask(server, "GET", &format!("/api/matches/{id}/events?after={after}"), "").await;
        let events = page["events"].as_array().unwrap_or_else(|| panic!("{id}: {page}")).clone();
        if events.is_empty() {
            return kept;
        }
        for event in events {
            after = event["seq"].as_u64().unwrap();
            kept.insert(after, event);
        }
    }
}

/// Once the match is over the log tells more than the players were told, but nothing else.
fn same(told: &Value, stored: &Value) -> bool {
    told.as_object().unwrap().iter().all(|(key, value)| stored[key] == *value)
}

/// Every event that anybody saw is there, word for word, the clocks in them included.
async fn check(server: &Running, one: &mut Watched, seen: &BTreeMap<(String, u64), Value>) {
    let id = one.id().to_owned();
    let after = one.kept.keys().last().copied().unwrap_or(0);
    one.kept.extend(read(server, &id, after).await);
    for ((_, number), event) in seen.iter().filter(|((of, _), _)| *of == id) {
        let stored =
            one.kept.get(number).unwrap_or_else(|| panic!("{id}: {number} is lost: {event}"));
        assert!(same(event, stored), "{id}: {number}: {event} became {stored}");
    }
    // The table comes back, its time standing still at a moment not before the last event.
    let state = ask(server, "GET", &format!("/api/matches/{id}"), "").await;
    let Some(last) = one.kept.values().last() else { return };
    assert!(state["now"].as_i64().unwrap() >= last["at"].as_i64().unwrap());
    one.over = state["state"]["phase"] == "over";
    assert!(one.over || state["state"]["phase"] == "waiting" || state["state"]["held"] == true);
    for seat in SEATS {
        let shown = &state["state"]["seats"][seat];
        if shown["running"] == false && state["state"]["phase"] == "playing" {
            let clock = stored_clock(&one.kept, seat);
            assert_eq!(shown["clock"].as_i64(), clock, "{id} {seat}: to the millisecond");
        }
    }
}

/// What the log says a clock at rest shows: after the last completed move, with its lag.
fn stored_clock(kept: &BTreeMap<u64, Value>, seat: &str) -> Option<i64> {
    let mut clock = Some(3_600_000);
    for event in kept.values().filter(|event| event["seat"] == seat) {
        match event["event"].as_str() {
            Some("completed") => clock = event["clock"].as_i64(),
            Some("lag_given") => clock = clock.zip(event["millis"].as_i64()).map(|(c, l)| c + l),
            _ => {}
        }
    }
    clock
}
