//! An event goes on after `kill -9`: what was answered is there, and tables that ended meanwhile are counted.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests wait for things to happen")]

#[path = "common/running.rs"]
mod running;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use running::Running;
use serde_json::{Value, json};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("tandem-event-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asks for something; none if the server is gone before it has answered.
fn ask(address: &str, method: &str, path: &str, secret: &str, body: &Value) -> Option<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let own = if secret.is_empty() {
        String::new()
    } else {
        format!("Authorization: Bearer {secret}\r\n")
    };
    let mut stream = TcpStream::connect(address).ok()?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{own}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}

struct Desk {
    id: String,
    secret: String,
}

impl Desk {
    fn make(address: &str, wish: &Value) -> Desk {
        let made = ask(address, "POST", "/api/events", "", wish).unwrap();
        let text = |name: &str| made[name].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        Desk { id: text("id"), secret: text("organiser") }
    }

    fn read(&self, address: &str, what: &str) -> Value {
        ask(address, "GET", &format!("/api/events/{}{what}", self.id), &self.secret, &Value::Null)
            .unwrap()
    }

    fn order(&self, address: &str, id: &str, command: &Value) -> Option<Value> {
        let wish = json!({ "id": id, "desk": "laptop 1", "command": command });
        ask(address, "POST", &format!("/api/events/{}/commands", self.id), &self.secret, &wish)
    }

    fn does(&self, address: &str, command: &Value) -> Value {
        let done = self.order(address, &format!("{command}"), command).unwrap();
        assert!(done["version"].is_u64(), "{command}: {done}");
        done
    }

    fn begin(&self, address: &str, round: usize) {
        for word in ["draft", "publish", "start"] {
            let done = self
                .order(address, &format!("{word} {round}"), &json!({ "command": word }))
                .unwrap();
            assert!(done["version"].is_u64(), "{word}: {done}");
        }
    }

    fn results(&self, address: &str, round: usize) -> Vec<(String, Value)> {
        let view = self.read(address, "");
        let pairings = view["rounds"][round - 1]["pairings"].as_array().unwrap().clone();
        let open = pairings.into_iter().filter(|one| one["legs"][0]["outcome"].is_null());
        open.map(|one| {
            let table = one["table"].as_u64().unwrap();
            let score =
                if (table + round as u64).is_multiple_of(3) { [0.5, 0.5] } else { [1.0, 0.0] };
            let command = json!({
                "command": "result", "round": round, "table": table, "leg": 0,
                "entered": { "match": score },
            });
            (format!("result {round} {table}"), command)
        })
        .collect()
    }

    fn play(&self, address: &str, round: usize) {
        self.begin(address, round);
        for (id, result) in self.results(address, round) {
            assert!(self.order(address, &id, &result).unwrap()["version"].is_u64());
        }
        let closed = self.order(address, &format!("close {round}"), &json!({ "command": "close" }));
        assert!(closed.unwrap()["version"].is_u64());
    }
}

fn team(at: usize) -> Value {
    json!({ "name": format!("Team {at}"), "players": [{ "name": format!("A {at}") }, { "name": format!("B {at}") }] })
}

/// Sixteen teams by minerva, seven rounds; a late team, a withdrawal, and the server killed in the fifth round
/// while a laptop enters results.
#[test]
fn a_saturday_with_a_crash_in_the_fifth_round() {
    let folder = Folder::new("saturday");
    let mut server = Running::start(&folder.0, &[]);
    let teams: Vec<Value> = (1..=16).map(team).collect();
    let wish = json!({ "title": "Saturday Cup", "book": "minerva", "teams": teams });
    let desk = Desk::make(&server.address, &wish);
    for round in 1..=4 {
        if round == 3 {
            desk.does(&server.address, &json!({ "command": "enter-teams", "teams": [team(17)] }));
        }
        desk.play(&server.address, round);
    }
    desk.does(&server.address, &json!({ "command": "withdraw", "team": 2 }));
    desk.begin(&server.address, 5);
    let results = desk.results(&server.address, 5);
    assert_eq!(results.len(), 8, "sixteen are left");
    let stop = Arc::new(AtomicBool::new(false));
    let (address, orders, id, secret, stopped) = (
        server.address.clone(),
        results.clone(),
        desk.id.clone(),
        desk.secret.clone(),
        Arc::clone(&stop),
    );
    // The laptop goes on until nobody answers; it knows what was answered.
    let laptop = std::thread::spawn(move || {
        let desk = Desk { id, secret };
        let mut answered = Vec::new();
        for (at, (name, order)) in orders.iter().enumerate() {
            if at == 4 {
                stopped.store(true, Ordering::SeqCst);
            }
            let Some(done) = desk.order(&address, name, order) else { break };
            answered.push(done["act"].clone());
        }
        answered
    });
    while !stop.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
    server.kill();
    let answered = laptop.join().unwrap();
    let mut server = Running::start(&folder.0, &[]);
    let log = desk.read(&server.address, "/log");
    let acts = log["acts"].as_array().unwrap();
    assert!(
        answered.len() >= 4 && answered.iter().all(|act| acts.contains(act)),
        "nothing is lost"
    );
    // It asks again for all of them: those that were done are not done twice.
    for (name, order) in &results {
        let done = desk.order(&server.address, name, order).unwrap();
        assert!(done["version"].is_u64(), "{done}");
    }
    let view = desk.read(&server.address, "");
    assert!(
        view["rounds"][4]["pairings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| !one["legs"][0]["outcome"].is_null())
    );
    desk.order(&server.address, "close 5", &json!({ "command": "close" })).unwrap();
    desk.play(&server.address, 6);
    desk.play(&server.address, 7);
    desk.does(&server.address, &json!({ "command": "finish" }));
    let (view, log) = (desk.read(&server.address, ""), desk.read(&server.address, "/log"));
    assert_eq!(
        (&view["stage"], view["standings"].as_array().unwrap().len()),
        (&json!("finished"), 17)
    );
    server.kill();
    let server = Running::start(&folder.0, &[]);
    assert_eq!(desk.read(&server.address, "/log"), log);
    assert_eq!(desk.read(&server.address, "")["standings"], view["standings"]);
}

/// A round of an online event; the server is killed while tables wait. Where the time of the late runs, it still does.
#[test]
fn tables_of_an_online_event_are_there_after_a_crash() {
    let folder = Folder::new("online");
    let mut server = Running::start(&folder.0, &[]);
    let teams: Vec<Value> = (1..=4).map(team).collect();
    let wish = json!({ "title": "Net Cup", "book": "minerva", "venue": "online", "teams": teams });
    let desk = Desk::make(&server.address, &wish);
    desk.begin(&server.address, 1);
    let open = |address: &str| loop {
        let view = desk.read(address, "");
        // Before the first is open there are none to tell of.
        if view["tables"].as_array().is_some_and(|tables| tables.len() == 2) {
            return view["tables"].clone();
        }
    };
    let ids = |tables: &Value| -> Vec<Value> {
        tables.as_array().unwrap().iter().map(|table| table["match"].clone()).collect()
    };
    let before = ids(&open(&server.address));
    server.kill();
    let server = Running::start(&folder.0, &[]);
    assert_eq!(ids(&open(&server.address)), before, "the same tables");
    let state = ask(
        &server.address,
        "GET",
        &format!("/api/matches/{}", before[0].as_str().unwrap()),
        "",
        &Value::Null,
    );
    assert_eq!(state.unwrap()["type"], "snapshot");
}
