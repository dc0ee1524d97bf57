//! Nodes that share a PostgreSQL: sockets reach the owner through any of them, and a match outlives its machine.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "several_machines/full_disk.rs"]
mod full_disk;
#[path = "several_machines/phones.rs"]
mod phones;
#[path = "common/running.rs"]
mod running;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{SinkExt, StreamExt};
use running::Running;
use serde_json::{Value, json};
use tandem_own_postgres::Postgres;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

const SEATS: [&str; 4] = ["A", "a", "B", "b"];

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tandem-machines-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("secret"), "what the nodes of a test know").unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Node(Running);

impl Node {
    fn start(folder: &Folder, arguments: &[&str]) -> Node {
        Node(Running::start(&folder.0.join("data"), arguments))
    }

    /// One of several that share a database.
    fn of_site(folder: &Folder, database: &str) -> Node {
        Node::of_site_with(folder, database, &[])
    }

    /// The same with some options.
    fn of_site_with(folder: &Folder, database: &str, options: &[&str]) -> Node {
        let secret = folder.0.join("secret");
        let secret = secret.to_str().unwrap();
        let peers = ["--peers", "127.0.0.1:0", "--peer-secret", secret];
        Node::start(folder, &[&["--store", database][..], &peers[..], options].concat())
    }

    /// SIGTERM, and waits until it has gone.
    fn terminate(mut self) {
        assert!(self.0.terminate().success());
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.0.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.0.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    async fn json(&self, method: &str, path: &str, body: &str) -> Value {
        let (status, answer) = self.ask(method, path, body).await;
        assert!(status < 300, "{path}: {status} {answer}");
        serde_json::from_str(&answer).unwrap()
    }

    async fn make(&self) -> Value {
        let wish = "{\"book\":\"fics\",\"public\":true,\"lag\":0,\
                    \"time\":{\"base\":600000,\"increment\":0,\"delay\":0}}";
        self.json("POST", "/api/matches", wish).await
    }
}

struct Person {
    socket: WebSocketStream<TcpStream>,
    command: u64,
}

impl Person {
    /// Takes a seat, for the first time or again; what the table was like.
    async fn come(node: &Node, made: &Value, seat: &str) -> (Person, Value) {
        let id = made["match"].as_str().unwrap();
        let url = format!("ws://{}/ws?match={id}", node.0.address);
        let stream = TcpStream::connect(&node.0.address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut person = Person { socket, command: 0 };
        let secret = made["links"][seat].as_str().unwrap().rsplit(':').next().unwrap();
        let hello = json!({
            "type": "hello", "version": 2, "match": id, "role": "seat", "seat": seat,
            "secret": secret, "name": seat,
        });
        person.say(&hello).await;
        person.command =
            person.hear(|said| said["type"] == "welcome").await["command"].as_u64().unwrap();
        let snapshot = person.hear(|said| said["type"] == "snapshot").await;
        (person, snapshot)
    }

    async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    async fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let heard = self.next().await.expect("the line holds");
            if wanted(&heard) {
                return heard;
            }
        }
    }

    /// Makes a move, which is accepted.
    async fn play(&mut self, m: &str) {
        self.command += 1;
        let id = self.command;
        self.say(&json!({ "type": "act", "id": id, "act": { "do": "move", "move": m } })).await;
        let answer = self.hear(|said| said["ack"] == id || said["id"] == id).await;
        assert_eq!(answer["type"], "update", "{answer}");
    }
}

/// Four people, each by the node that is named for the seat.
async fn four(nodes: [&Node; 4], made: &Value) -> Vec<Person> {
    let mut people = Vec::new();
    for (seat, node) in SEATS.iter().zip(nodes) {
        people.push(Person::come(node, made, seat).await.0);
    }
    people
}

async fn begin(people: &mut [Person]) {
    for person in people.iter_mut() {
        person.say(&json!({ "type": "ready", "on": true })).await;
    }
    for person in people {
        person.hear(|said| said["state"]["phase"] == "playing").await;
    }
}

/// Who made which moves, by the log that anybody may read.
async fn moves(node: &Node, made: &Value) -> Vec<String> {
    let path = format!("/api/matches/{}/events", made["match"].as_str().unwrap());
    let page = node.json("GET", &path, "").await;
    let events = page["events"].as_array().unwrap().iter();
    let made = events.filter(|event| event["event"] == "made");
    made.map(|event| format!("{}", event["seat"]).replace('"', "")).collect()
}

#[tokio::test]
async fn a_match_goes_on_when_its_machine_is_killed() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("killed"));
    let (mut first, second) =
        (Node::of_site(&folder, &database), Node::of_site(&folder, &database));
    let made = first.make().await;
    // Whoever comes first decides where it is; two come by the other machine.
    let mut people = four([&first, &second, &first, &second], &made).await;
    assert_eq!(postgres.run("killed", "SELECT count(DISTINCT owner) FROM tandem.matches"), "1");
    begin(&mut people).await;
    people[0].play("e2e4").await;
    people[1].play("e7e5").await;
    people[2].play("d2d4").await;
    let path = format!("/api/matches/{}", made["match"].as_str().unwrap());
    let before = second.json("GET", &path, "").await;
    assert_eq!(before["state"]["phase"], "playing", "asked of the one, answered by the other");
    first.0.kill();

    // Those whose lines broke, and those who were spliced to it, come to the one that is left.
    while people[1].next().await.is_some() {}
    let (ann, snapshot) = Person::come(&second, &made, "A").await;
    assert_eq!(snapshot["state"]["held"], true, "time stands still until all are back");
    assert_eq!(ann.command, 1, "what was acknowledged is known");
    let mut people = vec![ann];
    for seat in &SEATS[1..] {
        people.push(Person::come(&second, &made, seat).await.0);
    }
    assert_eq!(moves(&second, &made).await, ["A", "a", "B"]);
    let at = |state: &Value, seat: &str| state["state"]["seats"][seat]["clock"].as_i64().unwrap();
    for (seat, running) in [("a", false), ("B", false), ("A", true), ("b", true)] {
        let (was, is) = (at(&before, seat), at(&snapshot, seat));
        // What runs had run on before the kill, or gets back what was after the last beat.
        let most = if running { 5_000 } else { 0 };
        assert!((was - is).abs() <= most, "{seat}: {was} became {is}");
    }
    people[0].play("g1f3").await;
    people[3].play("d7d5").await;
    assert_eq!(moves(&second, &made).await, ["A", "a", "B", "A", "b"]);
    let epochs = "SELECT count(DISTINCT epoch) FROM tandem.log";
    assert_eq!(postgres.run("killed", epochs), "2");
}

#[tokio::test]
async fn a_machine_that_stops_gives_its_tables_away() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("stopped"));
    let (first, second) = (Node::of_site(&folder, &database), Node::of_site(&folder, &database));
    assert_eq!(first.ask("GET", "/readyz", "").await.0, 200);
    let made = first.make().await;
    let mut people = four([&first, &first, &second, &second], &made).await;
    begin(&mut people).await;
    people[0].play("e2e4").await;
    first.terminate();
    for person in &mut people {
        person.hear(|said| said["type"] == "bye" && said["code"] == "moving").await;
    }
    let alive = "SELECT count(*) FROM tandem.nodes WHERE alive";
    assert_eq!(postgres.run("stopped", alive), "1", "nobody has to wait for its beats");
    let mut people = four([&second; 4], &made).await;
    people[1].play("e7e5").await;
    assert_eq!(moves(&second, &made).await, ["A", "a"]);
}

#[tokio::test]
async fn a_machine_stops_though_postgresql_is_away() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("gone"));
    let node = Node::of_site(&folder, &database);
    let made = node.make().await;
    let mut people = four([&node; 4], &made).await;
    begin(&mut people).await;
    people[0].play("e2e4").await;
    postgres.crash();
    node.terminate();
    postgres.restart();
    let node = Node::of_site(&folder, &database);
    assert_eq!(moves(&node, &made).await, ["A"]);
}

#[tokio::test]
async fn whoever_comes_while_a_table_moves_is_told_so() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("moving"));
    let (first, second) = (Node::of_site(&folder, &database), Node::of_site(&folder, &database));
    let made = first.make().await;
    let id = made["match"].as_str().unwrap();
    // The line leads to the machine that has the table,
    let url = format!("ws://{}/ws?match={id}", first.0.address);
    let stream = TcpStream::connect(&first.0.address).await.unwrap();
    let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let mut person = Person { socket, command: 0 };
    let owner = "SELECT owner FROM tandem.matches";
    let had = postgres.run("moving", owner);
    // which gives it away before a word was said.
    postgres.run("moving", "UPDATE tandem.matches SET wanted_by = 0");
    while !postgres.run("moving", owner).is_empty() {
        tokio::task::yield_now().await;
    }
    // Whoever is asked next takes it.
    second.ask("GET", &format!("/api/matches/{id}"), "").await;
    assert_ne!(postgres.run("moving", owner), had);
    let secret = made["links"]["A"].as_str().unwrap().rsplit(':').next().unwrap();
    person
        .say(&json!({
            "type": "hello", "version": 2, "match": id, "role": "seat", "seat": "A", "secret": secret,
        }))
        .await;
    let bye = person.next().await.unwrap();
    assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!("moving")), "{bye}");
}

#[tokio::test]
async fn a_machine_that_stood_still_decides_nothing_when_it_wakes() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("stood"));
    let (first, second) = (Node::of_site(&folder, &database), Node::of_site(&folder, &database));
    let made = first.make().await;
    let mut people = four([&first; 4], &made).await;
    begin(&mut people).await;
    people[0].play("e2e4").await;
    first.0.signal("-STOP");
    // It waits in the socket of a machine that has no say any more when it reads it.
    let late = json!({ "type": "act", "id": 1, "act": { "do": "move", "move": "e7e5" } });
    people[1].say(&late).await;
    let mut others = four([&second; 4], &made).await;
    others[1].play("c7c5").await;
    first.0.signal("-CONT");
    while let Some(said) = people[1].next().await {
        assert!(said["ack"] != 1 && said["id"] != 1, "{said}");
    }
    others[0].play("g1f3").await;
    assert_eq!(moves(&second, &made).await, ["A", "a", "A"]);
    // It is a node like the others again, and knows who has the table.
    let (_, snapshot) = Person::come(&first, &made, "a").await;
    assert_eq!(snapshot["state"]["phase"], "playing");
}

#[tokio::test]
async fn bots_play_on_the_machine_that_has_room_for_them() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("roomy"));
    let full = Node::of_site_with(&folder, &database, &["--bots", "0"]);
    let _roomy = Node::of_site_with(&folder, &database, &["--engine", "mine=uci:/bin/cat"]);
    let wish = "{\"book\":\"fics\",\"bots\":{\"a\":\"1\",\"B\":\"1\",\"b\":\"1\"}}";
    // It is refused until the other machine has said what it has.
    let made = loop {
        let (status, answer) = full.ask("POST", "/api/matches", wish).await;
        if status == 201 {
            break serde_json::from_str::<Value>(&answer).unwrap();
        }
        assert_eq!(status, 429, "{answer}");
    };
    let known = full.json("GET", "/api/bots", "").await;
    assert!(known["engines"].as_array().unwrap().contains(&json!("mine")), "{known}");
    let (mut ann, _) = Person::come(&full, &made, "A").await;
    begin(std::slice::from_mut(&mut ann)).await;
    ann.play("e2e4").await;
    ann.hear(|said| said["you"]["moves"].as_str().is_some_and(|moves| !moves.is_empty())).await;
    assert!(moves(&full, &made).await.contains(&"a".to_owned()), "the bot has moved");
}

#[tokio::test]
async fn postgresql_restarts_under_a_match() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, database) = (Folder::new(), postgres.database("restarted"));
    let node = Node::of_site(&folder, &database);
    let made = node.make().await;
    let mut people = four([&node; 4], &made).await;
    begin(&mut people).await;
    people[0].play("e2e4").await;
    postgres.crash_and_restart();
    // Nothing was under way: the lines hold, and the match goes on.
    people[1].play("e7e5").await;
    people[0].play("d2d4").await;
    assert_eq!(moves(&node, &made).await, ["A", "a", "A"]);
}

#[tokio::test]
async fn a_folder_is_carried_into_postgresql_and_back() {
    let Some(postgres) = Postgres::start() else { return };
    let (folder, back) = (Folder::new(), Folder::new());
    let database = postgres.database("carried");
    let node = Node::start(&folder, &[]);
    let made = node.make().await;
    let mut people = four([&node; 4], &made).await;
    begin(&mut people).await;
    people[0].play("e2e4").await;
    people[1].play("e7e5").await;
    drop(people);
    let id = made["match"].as_str().unwrap().to_owned();
    let records = [format!("/api/matches/{id}/events"), format!("/api/matches/{id}/bpgn")];
    let mut before = Vec::new();
    for path in &records {
        before.push(node.ask("GET", path, "").await.1);
    }
    node.terminate();
    let data = |folder: &Folder| folder.0.join("data").to_str().unwrap().to_owned();
    let copy = |from: &str, to: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["store", "copy", from, to])
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    assert!(copy(&data(&folder), &database).starts_with("1 matches and 0 events copied"));
    assert!(copy(&data(&folder), &database).ends_with("1 were there already\n"));
    copy(&database, &data(&back));
    for (folder, arguments) in [(&folder, vec!["--store", &database]), (&back, Vec::new())] {
        let node = Node::start(folder, &arguments);
        for (path, before) in records.iter().zip(&before) {
            assert_eq!(node.ask("GET", path, "").await.1, *before, "{path} {arguments:?}");
        }
        let mut people = four([&node; 4], &made).await;
        people[0].play("d2d4").await;
        node.terminate();
    }
}

#[tokio::test]
async fn what_is_wrong_is_told_before_anything_is_served() {
    let folder = Folder::new();
    let secret = folder.0.join("secret");
    let secret = secret.to_str().unwrap();
    let wrong: [(&[&str], &str); 4] = [
        (&["--store", "postgres://ann:hush@127.0.0.1:1/x"], "PostgreSQL at 127.0.0.1:1/x"),
        (&["--peers", "127.0.0.1:0", "--peer-secret", secret], "--peers needs --store"),
        (
            &["--store", "postgres://x/y", "--peers", "0.0.0.0:0", "--peer-secret", secret],
            "others can't reach 0.0.0.0",
        ),
        (
            &["--store", "postgres://x/y", "--peers", "127.0.0.1:0", "--peer-secret", "/nowhere"],
            "/nowhere",
        ),
    ];
    for (arguments, sentence) in wrong {
        let done = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.0.join("data"))
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence) && !said.contains("hush"), "{said}");
    }
}

/// A block of docs/hosting.md, as printed.
fn printed(language: &str) -> String {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
    let text = std::fs::read_to_string(document).unwrap();
    let block = text.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap().to_owned()
}

#[test]
fn haproxy_takes_the_configuration_as_printed() {
    let Some(haproxy) = ["/usr/sbin/haproxy", "/usr/bin/haproxy"]
        .into_iter()
        .find(|path| std::path::Path::new(path).exists())
    else {
        let _ = writeln!(std::io::stderr(), "skipped: there is no haproxy here");
        return;
    };
    let folder = Folder::new();
    let file = folder.0.join("haproxy.cfg");
    std::fs::write(&file, printed("haproxy")).unwrap();
    let done = Command::new(haproxy).args(["-c", "-f"]).arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn postgresql_takes_the_settings_as_printed() {
    let Some(postgres) = Postgres::start() else { return };
    let mut taken = 0;
    for line in printed("ini").lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.split('#').next().unwrap().split_once('=').unwrap();
        // Each is looked at as when the file is read, and takes effect with a restart that never comes.
        let set = format!("ALTER SYSTEM SET {name} = '{}'", value.trim().trim_matches('\''));
        postgres.run("postgres", &set);
        taken += 1;
    }
    assert!(taken > 3, "they are read");
}

/// Rules and dashboard name counters that there are.
#[tokio::test]
async fn what_is_watched_is_counted() {
    let folder = Folder::new();
    let node = Node::start(&folder, &[]);
    let counted = node.ask("GET", "/metrics", "").await.1;
    let dashboard = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/grafana.json");
    let dashboard = std::fs::read_to_string(dashboard).unwrap();
    serde_json::from_str::<Value>(&dashboard).unwrap();
    let mut named = 0;
    for text in [printed("yaml"), dashboard] {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        for word in words.filter(|word| word.starts_with("tandem_")) {
            assert!(counted.contains(word), "{word}");
            named += 1;
        }
    }
    assert!(named > 5, "they are read");
}
