//! While a match goes on every way out shows viewers what they may see, and nothing else.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tandem_referee::EventKind;
use tandem_rules::Millis;
use tandem_server::{Acquired, Change, Entry, SqliteStore, Stage, Store as _, Write};

use crate::support::{Answer, Client, Folder, Made, Running, config};
use crate::terminal::{Terminal, with_door};

/// What team 1 and team 2 say among themselves.
const SECRETS: [&str; 2] = ["secretofone", "secretoftwo"];

/// At least one event of every kind, with a secret in each that can carry one.
fn samples() -> Vec<Value> {
    let cite = "stein 5.1";
    vec![
        json!({ "event": "started" }),
        json!({ "event": "hold", "seat": "A", "on": true }),
        json!({ "event": "made", "seat": "A", "move": "e2e4", "legal": true, "uci": "e2e4", "san": "e4", "number": 1 }),
        json!({ "event": "retracted", "seat": "A" }),
        json!({ "event": "made", "seat": "A", "move": "g1g5", "legal": false, "uci": "g1g5", "san": "Ng1g5", "number": 1 }),
        json!({ "event": "completed", "seat": "A", "clock": 1000 }),
        json!({ "event": "lag_given", "seat": "A", "millis": 5 }),
        json!({ "event": "said", "seat": "A", "message": { "text": "secretofone" } }),
        json!({ "event": "said", "seat": "b", "message": { "move": "secretofone" }, "offence": cite }),
        json!({ "event": "said", "seat": "A", "message": "sit" }),
        json!({ "event": "said", "seat": "a", "message": { "text": "secretoftwo" } }),
        json!({ "event": "said", "seat": "B", "message": { "need": "N" } }),
        json!({ "event": "passed", "seat": "A", "role": "P" }),
        json!({ "event": "held", "seat": "A", "role": "N" }),
        json!({ "event": "out_of_play", "seat": "A", "role": "N" }),
        json!({ "event": "pawn_sent", "seat": "B" }),
        json!({ "event": "pawn_taken", "seat": "A" }),
        json!({ "event": "flag_fell", "seat": "b" }),
        json!({ "event": "counted", "seat": "A", "offence": "wrong-claim", "article": cite }),
        json!({ "event": "illegal_called", "seat": "A", "king": false, "article": cite }),
        json!({ "event": "illegal_stands", "seat": "A", "article": cite }),
        json!({ "event": "illegal_accepted", "seat": "a", "article": cite }),
        json!({ "event": "undone", "seat": "A", "from": "nowhere", "article": cite }),
        json!({ "event": "restitution_due", "seat": "A", "role": "N", "article": cite }),
        json!({ "event": "restitution_reported", "seat": "A" }),
        json!({ "event": "owes", "seat": "B", "why": "king-capture", "article": cite }),
        json!({ "event": "given", "seat": "B", "role": "N", "square": "b1" }),
        json!({ "event": "draw_offered", "seat": "A" }),
        json!({ "event": "draw_accepted", "seat": "a" }),
        json!({ "event": "draw_declined", "seat": "A" }),
        json!({ "event": "resigned_out_of_turn", "seat": "b", "article": cite }),
        json!({ "event": "forbidden", "seat": "A", "role": "Q", "article": cite }),
        json!({ "event": "allowed", "seat": "A", "role": "Q" }),
        json!({ "event": "shown", "seat": "A", "stock": "P", "article": cite }),
        json!({ "event": "clock_returned", "seat": "A", "article": cite }),
        json!({ "event": "pressed_without_move", "seat": "A", "article": cite }),
        json!({ "event": "clock_taken_up", "seat": "a" }),
        json!({ "event": "stopped", "article": cite }),
        json!({ "event": "resumed" }),
        json!({ "event": "clock_set", "seat": "A", "clock": 1000, "article": cite }),
        json!({ "event": "frozen", "seat": "A", "until": 500, "article": cite }),
        json!({ "event": "warned", "seat": "A", "article": cite }),
        json!({ "event": "points_changed", "team": 1, "points": 1, "article": cite }),
        json!({ "event": "excluded", "team": 1, "article": cite }),
        json!({ "event": "taken_back", "ruling": { "do": "warn", "seat": "A" }, "article": cite }),
        json!({ "event": "claimed", "seat": "A", "claim": "mate", "board": "A", "article": cite }),
        json!({ "event": "claim_denied", "seat": "a" }),
        json!({ "event": "claim_settled", "holds": false, "article": cite }),
        json!({ "event": "go_on_wanted", "seat": "A" }),
        json!({ "event": "accounts_differ", "seat": "A", "told": 500, "clock": 1000, "article": cite }),
        json!({ "event": "show_due", "seat": "A", "article": cite }),
        json!({ "event": "last_drop", "seat": "A", "role": "N", "article": cite }),
        json!({ "event": "game_ended", "board": "B", "result": "1-0", "reason": "mate", "article": cite }),
        json!({ "event": "restarted", "boards": "both", "article": cite }),
        json!({ "event": "started" }),
        json!({ "event": "seated", "seat": "A", "name": "Ann", "bot": "5" }),
    ]
}

/// Every kind of event that the referee knows, in its own words, and who plays a seat.
fn kinds() -> BTreeSet<String> {
    let error = serde_json::from_value::<EventKind>(json!({ "event": "?" })).unwrap_err();
    let words = error.to_string();
    let words = words.split('`').skip(3).step_by(2).map(str::to_owned);
    words.chain(["seated".to_owned()]).collect()
}

/// A running match whose log holds the samples, and the server.
async fn served(folder: &Folder, input: &str) -> (Running, Made) {
    let server = Running::start(config(&folder.0)).await;
    let made = server
        .make(json!({ "book": "minerva", "input": input, "public": true, "arbiter": true }))
        .await;
    server.stop().await;
    let mut events = samples();
    for (at, event) in events.iter_mut().enumerate() {
        event["at"] = json!(1000 + at);
    }
    let (seated, events): (Vec<_>, Vec<_>) =
        events.into_iter().partition(|event| event["event"] == "seated");
    let records = json!([{ "v": 1, "at": 1000, "events": events }]);
    let store = SqliteStore::open(&folder.0).unwrap();
    let id = made.id.parse().unwrap();
    let epoch = store.acquire(&id).await.unwrap().and_then(Acquired::ours).unwrap();
    let entry = Entry {
        seq: 1,
        at: Millis(2000),
        actor: None,
        command: None,
        step: json!({ "records": records, "seated": seated }).to_string(),
        stage: Stage::Running,
        result: None,
    };
    let change = Change::Append(entry);
    store.write(Write::Change { id, epoch, change }).await.unwrap().unwrap();
    store.stop().await;
    drop(store);
    (Running::start(with_door(folder)).await, made)
}

/// How each operation of the API is asked during a match. A new one has no entry: say here how.
async fn ask(server: &Running, operation: &str, id: &str) -> Vec<Answer> {
    let get = async |path: String| server.get(&path).await;
    let json = "Content-Type: application/json\r\n";
    match operation {
        "get /api/books" => vec![get("/api/books".to_owned()).await],
        "get /api/books/{id}" => vec![get("/api/books/minerva".to_owned()).await],
        "post /api/books/read" => {
            let head = "Content-Type: text/plain\r\n";
            vec![server.ask("POST", "/api/books/read", head, b"extends = \"stein\"").await]
        }
        "get /api/tls" | "get /api/tls/root.crt" => {
            let path = operation.trim_start_matches("get ");
            vec![get(path.to_owned()).await]
        }
        "get /api/bots" => vec![get("/api/bots".to_owned()).await],
        "get /api/matches" => {
            let mut answers = Vec::new();
            for stage in ["open", "running", "over"] {
                answers.push(get(format!("/api/matches?stage={stage}")).await);
            }
            answers
        }
        "post /api/matches" => {
            vec![server.ask("POST", "/api/matches", json, b"{\"book\":\"stein\"}").await]
        }
        "get /api/matches/{id}" => vec![get(format!("/api/matches/{id}")).await],
        "post /api/matches/{id}/join" => {
            let path = format!("/api/matches/{id}/join");
            vec![server.ask("POST", &path, json, b"{\"name\":\"Eve\"}").await]
        }
        "get /api/matches/{id}/events" => {
            let mut answers = Vec::new();
            for after in [0, 1, 7, 20, u64::MAX] {
                answers.push(get(format!("/api/matches/{id}/events?after={after}")).await);
            }
            answers
        }
        "get /api/matches/{id}/bpgn" => vec![get(format!("/api/matches/{id}/bpgn")).await],
        "get /api/matches/{id}/picture.png" => {
            vec![get(format!("/api/matches/{id}/picture.png")).await]
        }
        "get /api/matches/{id}/replay" => vec![get(format!("/api/matches/{id}/replay")).await],
        // What is written on one, and when others see it, is asked in `score_sheet`.
        "get /api/matches/{id}/sheet" => vec![get(format!("/api/matches/{id}/sheet")).await],
        "post /api/matches/{id}/sheet" | "post /api/matches/{id}/sheet/key" => {
            let path = operation.trim_start_matches("post ").replace("{id}", id);
            vec![
                server
                    .ask("POST", &path, json, b"{\"board\":\"A\",\"place\":0,\"move\":\"e4\"}")
                    .await,
            ]
        }
        "post /api/replay" => {
            let head = "Content-Type: text/plain\r\n";
            vec![server.ask("POST", "/api/replay", head, b"[Event \"x\"]\n\n1A. e4 *").await]
        }
        "get /api/openapi.json" => vec![get("/api/openapi.json".to_owned()).await],
        "get /healthz" => vec![get("/healthz".to_owned()).await],
        "get /readyz" => vec![get("/readyz".to_owned()).await],
        "get /metrics" => vec![get("/metrics".to_owned()).await],
        // Events know no match of this; who sees what of them is asked in `events`.
        event if event.contains(" /api/events") => {
            let (method, path) = event.split_once(' ').unwrap();
            let path = path.replace("{id}", id).replace("{what}", "csv");
            vec![server.ask(&method.to_uppercase(), &path, json, b"{}").await]
        }
        other => panic!("how is {other} asked during a match, and what may it show?"),
    }
}

/// What somebody may see.
#[derive(Clone, Copy)]
struct May {
    /// The words of team 1, and of team 2.
    hear: [bool; 2],
    /// Whether a move is legal.
    judge: bool,
}

const NOBODY: May = May { hear: [false, false], judge: false };

/// Fails if a text shows what its reader may not see.
fn check(who: &str, text: &str, may: May) {
    for (secret, hears) in SECRETS.into_iter().zip(may.hear) {
        assert!(hears || !text.contains(secret), "{who} reads {secret}: {text}");
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        check_value(who, &value, may);
    }
}

fn check_value(who: &str, value: &Value, may: May) {
    if let Some(object) = value.as_object() {
        if object.get("event").is_some_and(|event| event == "said") {
            let team = usize::from(!matches!(object["seat"].as_str(), Some("A" | "b")));
            assert!(may.hear[team], "{who} hears {value}");
        }
        if object.get("event").is_some_and(|event| event == "made") && !may.judge {
            let betrayed = object.contains_key("legal") || object.contains_key("move");
            assert!(!betrayed, "{who} is told what is legal: {value}");
        }
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| check_value(who, value, may)),
        Value::Object(fields) => fields.values().for_each(|value| check_value(who, value, may)),
        _ => {}
    }
}

fn numbers(events: &Value) -> Vec<u64> {
    events.as_array().unwrap().iter().map(|event| event["seq"].as_u64().unwrap()).collect()
}

/// The snapshot of somebody who catches up from the beginning.
async fn caught_up(server: &Running, made: &Made, role: &str) -> (Client, Value) {
    let mut client = server.connect().await;
    let mut hello = json!({ "type": "hello", "version": 2, "match": made.id, "seen": 0 });
    match role {
        "spectator" => hello["role"] = role.into(),
        "arbiter" => {
            hello["role"] = role.into();
            hello["secret"] = made.secret(role).into();
        }
        seat => {
            hello["role"] = "seat".into();
            hello["seat"] = seat.into();
            hello["secret"] = made.secret(seat).into();
        }
    }
    client.say(hello).await;
    let snapshot = client.hear("snapshot").await;
    (client, snapshot)
}

/// All that somebody at a terminal is told who looks on at a match and asks for whatever there is.
async fn asked_at_a_terminal(server: &Running, id: &str) -> String {
    let mut watcher = Terminal::enter(server.ics.unwrap(), "Wanda").await;
    watcher.say(&format!("observe {id}")).await;
    let mut told = watcher.hear("You are now observing game").await;
    for line in ["games", "who", "bugwho", "moves", "refresh", "time", "pobserve 1", "moves 1"] {
        watcher.say(line).await;
    }
    // Answers come in their order.
    watcher.say("tell Nobodyishere that is all").await;
    told += &watcher.hear("Nobodyishere").await;
    told
}

#[tokio::test]
async fn every_way_out_shows_a_viewer_what_he_may_see() {
    let known: BTreeSet<String> = samples()
        .iter()
        .map(|event| event["event"].as_str().unwrap().to_owned())
        .chain(["match_ended".to_owned()]) // Then the match is over: see below.
        .collect();
    assert_eq!(known, kinds(), "each kind of event has a sample here");
    for input in ["guarded", "open"] {
        let folder = Folder::new();
        let (server, made) = served(&folder, input).await;
        let described = server.get("/api/openapi.json").await.json();
        for (path, methods) in described["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let operation = format!("{method} {path}");
                for answer in ask(&server, &operation, &made.id).await {
                    assert_ne!(answer.status, 500, "{operation}");
                    check(&format!("nobody, at {operation},"), &answer.body, NOBODY);
                    if operation.ends_with("/bpgn") {
                        assert!(!answer.body.contains(" say "), "{}", answer.body);
                        assert_eq!(answer.status == 200, input == "guarded", "{}", answer.body);
                    }
                }
            }
        }
        let told = server.get(&format!("/api/matches/{}/events", made.id)).await.json();
        let last = told["seq"].as_u64().unwrap();
        assert_eq!(numbers(&told["events"]), (1..=last).collect::<Vec<_>>());
        for (role, hear, judge) in [
            ("A", [true, false], false),
            ("a", [false, true], false),
            ("B", [false, true], false),
            ("b", [true, false], false),
            ("spectator", [false, false], false),
            ("arbiter", [true, true], true),
        ] {
            let (_client, snapshot) = caught_up(&server, &made, role).await;
            check_value(role, &snapshot, May { hear, judge });
            check(role, &snapshot.to_string(), May { hear, judge });
            let last = snapshot["seq"].as_u64().unwrap();
            assert_eq!(numbers(&snapshot["events"]), (1..=last).collect::<Vec<_>>(), "{role}");
            for (secret, hears) in SECRETS.into_iter().zip(hear) {
                assert_eq!(snapshot.to_string().contains(secret), hears, "{role} {secret}");
            }
        }
        let told = asked_at_a_terminal(&server, &made.id).await;
        check("nobody, at a terminal,", &told, NOBODY);
        server.stop().await;
    }
}

/// Everything that comes before the answer to a ping.
async fn until_pong(client: &mut Client) -> Vec<Value> {
    client.say(json!({ "type": "ping", "sent": 1 })).await;
    let mut heard = Vec::new();
    loop {
        let message = client.next().await.expect("a pong");
        if message["type"] == "pong" {
            return heard;
        }
        heard.push(message);
    }
}

#[tokio::test]
async fn nothing_tells_the_others_when_partners_talk() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    let [mut white_a, mut black_a, mut white_b, mut black_b] = server.four(&made).await;
    let before = server.get(&format!("/api/matches/{}", made.id)).await.json()["seq"].clone();
    for listener in [&mut watcher, &mut black_a, &mut white_b] {
        until_pong(listener).await;
    }
    let text = json!({ "text": SECRETS[0] });
    let said = white_a.do_(json!({ "do": "say", "say": text })).await;
    assert_eq!(said["events"][0]["message"], text);
    assert_eq!(black_b.hear("update").await["events"][0]["message"], text);
    for listener in [&mut watcher, &mut black_a, &mut white_b] {
        let heard = until_pong(listener).await;
        let told = heard.iter().filter(|message| message["type"] == "update").count();
        assert_eq!(told, 0, "{heard:?}");
    }
    let after = server.get(&format!("/api/matches/{}", made.id)).await.json()["seq"].clone();
    assert_eq!(before, after, "no number tells it either");
    white_a.play("e4").await;
    for listener in [&mut watcher, &mut black_a, &mut white_b] {
        let update = listener.hear("update").await;
        assert_eq!(update["events"][0]["seq"], before.as_u64().unwrap() + 1, "{update}");
    }
    server.stop().await;
}

/// By the door for ICS clients as by the pages: partners alone hear each other, and how a move with
/// open input is written does not tell what is legal.
#[tokio::test]
async fn the_door_shows_nobody_more_than_the_pages_do() {
    let folder = Folder::new();
    let server = Running::start(with_door(&folder)).await;
    let made = server.make(json!({ "book": "fics", "input": "open" })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    let mut cid = server.sit(&made, "B", "Cid").await;
    let mut terminals = Vec::new();
    for (name, seat) in [("Bert", "a"), ("Dora", "b")] {
        let mut terminal = Terminal::enter(server.ics.unwrap(), name).await;
        terminal.say(&format!("join {}", made.links[seat].as_str().unwrap())).await;
        terminals.push(terminal);
    }
    for client in [&mut ann, &mut cid] {
        client.say(json!({ "type": "ready", "on": true })).await;
    }
    while ann.hear("update").await["state"]["phase"] != "playing" {}
    let mut wanda = Terminal::enter(server.ics.unwrap(), "Wanda").await;
    wanda.say(&format!("observe {}", made.id)).await;
    wanda.hear("You are now observing game").await;
    let [bert, dora] = &mut terminals[..] else { panic!("two") };

    ann.do_(json!({ "do": "say", "say": { "text": SECRETS[0] } })).await;
    dora.hear(&format!("Ann (your partner) tells you: {}", SECRETS[0])).await;
    // No other knight could go to f3; with open input nobody is told.
    ann.play("g1f3").await;
    for listener in [&mut *bert, &mut wanda] {
        let before = listener.hear(" N/g1-f3 (").await;
        assert!(!before.contains("tells you") && !before.contains(SECRETS[0]), "{before}");
        listener.hear(") Ng1f3 ").await;
    }
    // Upon a pawn of Bert's own; hands can do that.
    bert.say("b8d7").await;
    for listener in [&mut *bert, &mut wanda] {
        listener.hear(" N/b8-d7 (").await;
        listener.hear(") Nb8xd7 ").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn afterwards_everybody_may_read_the_whole_log() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics", "input": "open" })).await;
    let [mut white_a, mut black_a, ..] = server.four(&made).await;
    white_a.do_(json!({ "do": "say", "say": { "text": SECRETS[0] } })).await;
    white_a.play("g1g5").await;
    let path = |what: &str| format!("/api/matches/{}/{what}", made.id);
    assert_eq!(server.get(&path("bpgn")).await.status, 409);
    assert_eq!(server.get(&path("replay")).await.json()["bpgn"], Value::Null);
    black_a.do_(json!({ "do": "resign" })).await;
    let log = server.get(&path("events")).await.json();
    assert_eq!(log["whole"], true);
    assert!(log.to_string().contains(SECRETS[0]));
    assert!(log.to_string().contains("\"legal\":false"));
    assert_eq!(numbers(&log["events"]), (1..=log["seq"].as_u64().unwrap()).collect::<Vec<_>>());
    assert!(server.get(&path("bpgn")).await.body.contains(SECRETS[0]));
    server.stop().await;
}

#[tokio::test]
async fn open_input_shows_no_check() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "input": "open" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    white.play("e2e4").await;
    black.play("f7f5").await;
    let check = white.play("d1h5").await;
    assert_eq!(check["events"][0]["san"], "Qd1h5");
    assert_eq!(check["state"]["boards"]["A"]["check"], Value::Null);
    let film = server.get(&format!("/api/matches/{}/replay", made.id)).await.json();
    assert_eq!(film["frames"][3]["boards"]["A"]["check"], Value::Null, "{film}");
    let black_sees = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(black_sees["state"]["boards"]["A"]["check"], Value::Null);
    server.stop().await;
}

/// With open input nobody is told what is legal, however the question is put.
#[tokio::test]
async fn open_input_answers_no_question_about_legality() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "input": "open" })).await;
    let [mut white, mut black, ..] = server.four(&made).await;
    white.play("e2e4").await;
    black.play("f7f5").await;
    white.play("d1h5").await;
    // Out of the check, on through it, and with a piece that leaves the king where it is.
    for text in ["g6", "g7g6", "Kf7", "e8f7", "Nc6", "b8c6"] {
        black.say(json!({ "type": "why", "id": 1, "move": text })).await;
        assert_eq!(black.hear("why").await["why"], Value::Null, "{text}");
    }
    let moved = black.play("Nc6").await;
    assert_eq!(moved["events"][0]["san"], "Nb8c6", "{moved}");
    server.stop().await;
}
