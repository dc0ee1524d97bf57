//! Events over HTTP: a club's Saturday, two laptops, wrong input, tables of the server, and who sees what.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Answer, Client, Folder, Running, config};

pub(crate) const FOUR: &str =
    "Rooks & Co: Ann, Bob\nOwls: Cas, Dee\nPawns: Eva, Fay\nFlags: Gus, Han\n";

/// The organiser of an event.
pub(crate) struct Desk<'s> {
    pub(crate) server: &'s Running,
    pub(crate) id: String,
    pub(crate) secret: String,
}

pub(crate) fn bearer(secret: Option<&str>) -> String {
    let own = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n"));
    format!("Content-Type: application/json\r\n{}", own.unwrap_or_default())
}

/// Asks for something of an event as somebody.
pub(crate) async fn get(server: &Running, id: &str, what: &str, secret: Option<&str>) -> Answer {
    server.ask("GET", &format!("/api/events/{id}{what}"), &bearer(secret), b"").await
}

impl<'s> Desk<'s> {
    pub(crate) async fn make(server: &'s Running, wish: Value) -> Desk<'s> {
        let answer = server.post("/api/events", &wish).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        Desk::of(server, &answer.json())
    }

    fn of(server: &'s Running, made: &Value) -> Desk<'s> {
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Desk { server, id: text("id"), secret: text("organiser") }
    }

    pub(crate) async fn send(&self, wish: &Value) -> Answer {
        let path = format!("/api/events/{}/commands", self.id);
        let body = wish.to_string();
        self.server.ask("POST", &path, &bearer(Some(&self.secret)), body.as_bytes()).await
    }

    pub(crate) async fn does(&self, command: Value) -> Value {
        let answer = self.send(&json!({ "desk": "laptop 1", "command": command })).await;
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        answer.json()
    }

    pub(crate) async fn step(&self, word: &str) -> Value {
        self.does(json!({ "command": word })).await
    }

    /// The code of the refusal, and the article.
    pub(crate) async fn refused(&self, command: Value) -> (String, Option<String>) {
        let before = self.view().await["version"].clone();
        let answer = self.send(&json!({ "command": command })).await;
        assert_eq!(answer.status, 422, "{command}: {}", answer.body);
        assert_eq!(self.view().await["version"], before, "nothing has changed");
        let error = answer.json()["error"].clone();
        let sentence = error["message"].as_str().unwrap();
        assert!(sentence.ends_with('.'), "{sentence}");
        let article = error["article"].as_str().map(str::to_owned);
        (error["why"].as_str().unwrap().to_owned(), article)
    }

    pub(crate) async fn view(&self) -> Value {
        let answer = get(self.server, &self.id, "", Some(&self.secret)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// Waits until the view is as it should be.
    pub(crate) async fn until(&self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        let mut last = Value::Null;
        for _ in 0..400 {
            last = self.view().await;
            if is(&last) {
                return last;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{what} never came: {last}");
    }

    pub(crate) async fn start_round(&self) {
        for word in ["draft", "publish", "start"] {
            self.step(word).await;
        }
    }

    /// The first-named team of every table wins.
    async fn results(&self, round: u64) {
        let view = self.view().await;
        let pairings = view["rounds"][round as usize - 1]["pairings"].as_array().unwrap().clone();
        for pairing in pairings {
            self.does(json!({
                "command": "result", "round": round, "table": pairing["table"], "leg": 0,
                "entered": { "match": [1, 0] },
            }))
            .await;
        }
    }

    pub(crate) async fn player_secret(&self, player: u64) -> String {
        let view = self.view().await;
        let links = view["links"].as_array().unwrap();
        let own = links.iter().find(|link| link["player"] == player).unwrap();
        own["link"].as_str().unwrap().rsplit('#').next().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_saturday_from_pasted_names_to_standings() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({
        "title": "Saturday Cup", "book": "minerva", "visible": "public", "desk": "laptop 1",
        "entries": FOUR,
    });
    let desk = Desk::make(&server, wish).await;
    let view = desk.view().await;
    assert_eq!((&view["stage"], &view["you"]), (&json!("entries"), &json!("organiser")));
    assert_eq!(view["terms"]["system"], "double-round-robin", "four teams have time for it");
    assert_eq!(view["links"].as_array().unwrap().len(), 8);
    let may = |view: &Value, step: &str| {
        let all = view["may"].as_array().unwrap();
        all.iter().find(|one| one["do"] == step).unwrap()["refusal"].clone()
    };
    assert_eq!(may(&view, "draft"), Value::Null);
    assert_eq!(may(&view, "publish")["code"], "no-draft");
    for round in 1..=6 {
        desk.start_round().await;
        desk.results(round).await;
        desk.step("close").await;
    }
    let why = desk.refused(json!({ "command": "draft" })).await;
    assert_eq!(why.0, "all-played");
    desk.step("finish").await;
    let view = desk.view().await;
    assert_eq!((&view["stage"], view["rounds"].as_array().unwrap().len()), (&json!("finished"), 6));
    let points: f64 = view["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["points"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 12.0, "a point a match");
    let listed = server.get("/api/events").await.json();
    assert_eq!(
        (&listed[0]["name"], &listed[0]["stage"]),
        (&json!("Saturday Cup"), &json!("finished"))
    );
    let log = get(&server, &desk.id, "/log", Some(&desk.secret)).await.json();
    let acts = log["acts"].as_array().unwrap();
    assert_eq!(acts.len(), 2 + 6 * 6 + 1);
    assert_eq!(acts[5]["by"], json!({ "by": "desk", "name": "laptop 1" }));
    assert!(acts[2]["articles"].as_array().unwrap().contains(&json!("minerva 1.4")), "{}", acts[2]);
    let undo = view["undo"].as_u64().unwrap();
    desk.does(json!({ "command": "undo", "act": undo })).await;
    assert_eq!(desk.view().await["stage"], "closed");
    let why = get(&server, &desk.id, "/why?round=1&table=1&lang=nl", None).await.json();
    assert_eq!(why["reasons"][0]["code"], "berger");
    assert!(why["sentences"][0].as_str().unwrap().contains("Berger"));

    // What was made durable is there after a stop.
    let (id, secret, before) = (desk.id.clone(), desk.secret.clone(), desk.view().await);
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let desk = Desk { server: &server, id, secret };
    let after = desk.view().await;
    for part in ["version", "rounds", "standings", "teams", "links", "undo"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    server.stop().await;
}

#[tokio::test]
async fn files_go_out_and_come_in() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({ "title": "Cup", "book": "minerva", "visible": "public", "entries": FOUR });
    let desk = Desk::make(&server, wish).await;
    let mut terms = desk.view().await["terms"].clone();
    (terms["system"], terms["rounds"]) = (json!("swiss"), json!(3));
    desk.does(json!({ "command": "set-terms", "terms": terms })).await;
    desk.start_round().await;
    desk.results(1).await;
    desk.step("close").await;
    let export = async |what: &str| {
        let answer = get(&server, &desk.id, &format!("/export/{what}"), Some(&desk.secret)).await;
        assert_eq!(answer.status, 200, "{what}: {}", answer.body);
        assert!(answer.head.contains("content-disposition: attachment"), "{}", answer.head);
        answer.body
    };
    assert!(export("csv").await.starts_with("Place,Number,Name,Points"));
    assert!(export("csv?round=1").await.contains("1-0"));
    assert!(export("xlsx").await.starts_with("PK"));
    assert!(export("site.zip?lang=nl").await.contains("round-1.html"));
    assert!(export("bpgn.zip").await.starts_with("PK"), "no games, but a zip");
    assert!(export("trf16").await.contains("\n013 Rooks"));
    let trf = export("trf26").await;
    assert!(trf.contains("352 WB"), "{trf}");
    let missing = get(&server, &desk.id, "/export/pdf", None).await;
    assert_eq!(missing.json()["error"]["why"], "no_such_file");

    // The event itself opens at another Tandem, with other secrets.
    let file = export("event").await;
    let head = "Content-Type: application/octet-stream\r\n";
    let made = server.ask("POST", "/api/events/import", head, file.as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let copy = Desk::of(&server, &made.json());
    assert_ne!(copy.secret, desk.secret);
    let (one, other) = (desk.view().await, copy.view().await);
    for part in ["rounds", "standings", "teams", "crosstable"] {
        assert_eq!(one[part], other[part], "{part}");
    }
    assert_eq!(other["visible"], "link");
    assert_ne!(one["links"], other["links"]);

    // A TRF becomes an event with its rounds.
    let path = "/api/events/import?book=minerva&desk=laptop";
    let made = server.ask("POST", path, head, trf.as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let read = Desk::of(&server, &made.json()).view().await;
    let lines = |view: &Value| {
        let all = view["standings"].as_array().unwrap().clone();
        let line = |line: &Value| (line["name"].clone(), line["points"].clone());
        let mut all: Vec<_> = all.iter().map(line).collect();
        all.sort_by_key(|line| line.0.to_string());
        all
    };
    assert_eq!(lines(&read), lines(&one));
    // One that contradicts itself is told line by line, and nothing is made.
    let team = trf.lines().find(|line| line.starts_with("310") && line.contains(" 1.0")).unwrap();
    let wrong = trf.replace(team, &team.replacen(" 1.0", " 9.0", 1));
    let refused = server.ask("POST", "/api/events/import", head, wrong.as_bytes()).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let error = refused.json()["error"].clone();
    assert_eq!(error["why"], "entries_unread");
    assert_eq!(error["lines"][0]["why"], "wrong-score", "{error}");
    assert!(error["lines"][0]["line"].as_u64().unwrap() > 0);
    server.stop().await;
}

#[tokio::test]
async fn entries_are_read_and_nothing_is_kept() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let read = async |kind: &str, body: &[u8], query: &str| {
        let path = format!("/api/events/entries/read{query}");
        let answer = server.ask("POST", &path, &format!("Content-Type: {kind}\r\n"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let pasted = read("text/plain", FOUR.as_bytes(), "").await;
    assert_eq!(pasted["teams"].as_array().unwrap().len(), 4);
    assert_eq!((&pasted["refusal"], &pasted["problems"]), (&Value::Null, &json!([])));
    // Windows-1250, as table programs there write it.
    let csv = b"T\xfdm;Hr\xe1\xe8 1;Hr\xe1\xe8 2\nV\xec\x9ee;Ji\xf8\xed Dvo\xf8\xe1k;\x8a\xe1rka Nov\xe1kov\xe1\nKon\xec;Ond\xf8ej \xd8\xedha;B\xecla \x8e\xe1kov\xe1\n";
    let read_csv = read("text/csv", csv, "").await;
    assert_eq!(read_csv["teams"][0]["players"][1]["name"], "Šárka Nováková", "{read_csv}");
    let twice = read("text/plain", b"Ann + Bob\nAnn + Cas\n", "").await;
    assert_eq!(twice["refusal"], json!({ "code": "name-twice", "name": "Ann" }));
    let school = read("text/plain", b"Ann + Bob\nCas + Dee\n", "?book=fer").await;
    assert_eq!(school["refusal"]["code"], "board-one");
    assert_eq!(school["refusal"]["article"], "fer 7.2");
    let lone = read("text/csv", b"Team,Player 1,Player 2\nRooks,Ann,Bob\nLone,,\n", "").await;
    assert_eq!(
        (&lone["problems"][0]["line"], &lone["problems"][0]["why"]),
        (&json!(3), &json!("no-players"))
    );
    let empty = read("text/plain", b" \n \n", "").await;
    assert_eq!(empty["problems"][0]["why"], "no-players");
    assert_eq!(server.get("/api/events").await.json(), json!([]));
    let occasion = json!({ "teams": 16, "minutes": 300, "book": "asten" });
    let proposed = server.post("/api/events/propose", &occasion).await.json();
    assert_eq!(proposed["proposals"][0]["system"], "swiss");
    assert!(proposed["proposals"][0]["ends"].as_u64().unwrap() > 1_600_000_000_000);
    server.stop().await;
}

#[tokio::test]
async fn wrong_input_gets_a_sentence_and_loses_nothing() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let make = async |wish: Value| server.post("/api/events", &wish).await;
    let twice =
        make(json!({ "title": "Cup", "book": "minerva", "entries": "Ann + Bob\nAnn + Cas" })).await;
    assert_eq!((twice.status, &twice.json()["error"]["why"]), (422, &json!("name-twice")));
    assert_eq!(
        make(json!({ "title": "Cup", "book": "chess" })).await.json()["error"]["why"],
        "unknown_book"
    );
    assert_eq!(
        make(json!({ "title": " ", "book": "minerva" })).await.json()["error"]["why"],
        "no-name"
    );
    assert_eq!(make(json!({ "title": "Cup" })).await.json()["error"]["why"], "no_book_named");
    assert_eq!(make(json!({ "title": "Cup", "book": "minerva", "nonsense": 1 })).await.status, 400);
    let school = json!({ "title": "Cup", "book": "fer", "entries": "Ann + Bob\n" });
    let school = make(school).await.json()["error"].clone();
    assert_eq!((&school["why"], &school["article"]), (&json!("board-one"), &json!("fer 7.2")));
    assert_eq!(server.get("/api/events").await.json(), json!([]));

    let five = format!("{FOUR}Ida + Jan\n");
    let desk =
        Desk::make(&server, json!({ "title": "Cup", "book": "minerva", "entries": five })).await;
    let code = async |command: Value| desk.refused(command).await.0;
    let result = |round: u64, table: u64, entered: Value| json!({ "command": "result", "round": round, "table": table, "leg": 0, "entered": entered });
    assert_eq!(code(json!({ "command": "enter-teams", "teams": [] })).await, "nobody");
    let again = json!({ "players": [{ "name": "ANN" }, { "name": "Zoe" }] });
    assert_eq!(code(json!({ "command": "enter-teams", "teams": [again] })).await, "name-twice");
    assert_eq!(code(result(1, 1, json!({ "match": [1, 0] }))).await, "no-round");
    let mut terms = desk.view().await["terms"].clone();
    (terms["system"], terms["rounds"]) = (json!("swiss"), json!(3));
    desk.does(json!({ "command": "set-terms", "terms": terms })).await;
    desk.step("draft").await;
    assert_eq!(code(result(1, 1, json!({ "match": [1, 0] }))).await, "not-running");
    desk.step("publish").await;
    desk.step("start").await;
    let view = desk.view().await;
    assert_eq!(view["rounds"][0]["byes"].as_array().unwrap().len(), 1, "an odd number");
    assert_eq!(code(result(1, 9, json!({ "match": [1, 0] }))).await, "no-table");
    assert_eq!(code(result(1, 1, json!({ "match": [1, 1] }))).await, "wrong-score");
    assert_eq!(
        desk.refused(result(1, 1, json!({ "games": [[1, 0], [1, 0]] }))).await,
        ("one-result".to_owned(), Some("minerva 8.2".to_owned()))
    );
    assert_eq!(code(json!({ "command": "close" })).await, "results-missing");
    desk.results(1).await;
    assert_eq!(code(result(1, 1, json!({ "match": [0, 1] }))).await, "has-result");
    desk.step("close").await;
    desk.step("draft").await;
    // The same opponents once more, by hand.
    let first = view["rounds"][0].clone();
    let mut pairings: Vec<Value> = first["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!({ "first": one["sides"][0]["team"], "second": one["sides"][1]["team"] }))
        .collect();
    pairings.push(json!({ "first": first["byes"][0]["team"] }));
    let by_hand =
        |anyway: bool| json!({ "command": "pair-by-hand", "pairings": pairings, "anyway": anyway });
    assert_eq!(code(by_hand(false)).await, "met-before");
    let done = desk.does(by_hand(true)).await;
    assert!(!done["doubts"].as_array().unwrap().is_empty());
    assert_eq!(desk.view().await["doubts"], done["doubts"]);
    // What only a referee says, no desk says.
    let verdict = json!({ "score": [1, 0], "boards": ["1-0", "*"], "reason": "mate", "article": "minerva 8.1" });
    let forged = json!({ "command": { "command": "table-result", "round": 1, "table": 1, "leg": 0, "verdict": verdict } });
    assert_eq!(desk.send(&forged).await.json()["error"]["why"], "only_the_referee");
    let unread = desk.send(&json!({ "command": { "command": "dance" } })).await;
    assert_eq!(unread.status, 400);
    server.stop().await;
}

#[tokio::test]
async fn two_laptops_lose_nothing_and_do_nothing_twice() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk =
        Desk::make(&server, json!({ "title": "Cup", "book": "minerva", "entries": FOUR })).await;
    let seen = desk.view().await["version"].clone();
    let enter = |id: &str, name: &str, seen: &Value| {
        let team = json!({ "name": name, "players": [{ "name": format!("{name} 1") }, { "name": format!("{name} 2") }] });
        json!({ "id": id, "desk": name, "seen": seen, "command": { "command": "enter-teams", "teams": [team] } })
    };
    let first = desk.send(&enter("a1", "North", &seen)).await;
    assert_eq!(first.status, 200, "{}", first.body);
    let late = desk.send(&enter("b1", "South", &seen)).await;
    assert_eq!((late.status, &late.json()["error"]["why"]), (409, &json!("event_changed")));
    let now = first.json()["version"].clone();
    assert_eq!(late.json()["error"]["values"]["version"], now.to_string());
    // The answer was lost, and the laptop asks again.
    let again = desk.send(&enter("a1", "North", &seen)).await.json();
    assert_eq!((&again["repeated"], &again["version"]), (&json!(true), &now));
    assert_eq!(again["act"]["number"], first.json()["act"]["number"]);
    assert_eq!(desk.send(&enter("b1", "South", &now)).await.status, 200);
    assert_eq!(desk.view().await["teams"].as_array().unwrap().len(), 6);
    // Many at once: each is done once, one after the other.
    let orders: Vec<Value> =
        (0..20).map(|at| enter(&format!("c{at}"), &format!("T{at}"), &Value::Null)).collect();
    let all = futures_util::future::join_all(orders.iter().map(|order| desk.send(order))).await;
    assert!(all.iter().all(|answer| answer.status == 200));
    let view = desk.view().await;
    assert_eq!(view["teams"].as_array().unwrap().len(), 26);
    // The same after a restart.
    let (id, secret) = (desk.id.clone(), desk.secret.clone());
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let desk = Desk { server: &server, id, secret };
    assert_eq!(desk.send(&enter("a1", "North", &seen)).await.json()["repeated"], true);
    server.stop().await;
}

/// Hears what the socket of an event tells.
pub(crate) struct Ear(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl Ear {
    pub(crate) async fn open(server: &Running, id: &str, secret: Option<&str>) -> Ear {
        let url = format!("ws://{}/api/events/{id}/ws", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let hello = json!({ "type": "hello", "secret": secret });
        socket.send(Message::text(hello.to_string())).await.unwrap();
        Ear(socket)
    }

    pub(crate) async fn say(&mut self, what: &Value) {
        self.0.send(Message::text(what.to_string())).await.unwrap();
    }

    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    let heard: Value = serde_json::from_str(&text).unwrap();
                    if heard["type"] == kind {
                        return heard;
                    }
                }
                Some(Ok(_)) => {}
                end => panic!("{kind} before the end: {end:?}"),
            }
        }
    }
}

#[tokio::test]
async fn whoever_watches_is_told_of_changes() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk =
        Desk::make(&server, json!({ "title": "Cup", "book": "minerva", "entries": FOUR })).await;
    let mut organiser = Ear::open(&server, &desk.id, Some(&desk.secret)).await;
    let mut spectator = Ear::open(&server, &desk.id, None).await;
    let at_once = spectator.hear("changed").await;
    assert_eq!(at_once["version"], desk.view().await["version"]);
    organiser.hear("changed").await;
    let done = desk.step("draft").await;
    while organiser.hear("changed").await["version"] != done["version"] {}
    desk.step("publish").await;
    let reminder = spectator.hear("reminder").await;
    assert_eq!((&reminder["round"], &reminder["stage"]), (&json!(1), &json!("published")));
    let tag = |answer: &Answer| {
        let line = answer.head.lines().find(|line| line.starts_with("etag:")).unwrap().to_owned();
        line.trim_start_matches("etag:").trim().to_owned()
    };
    let view = get(&server, &desk.id, "", None).await;
    let path = format!("/api/events/{}", desk.id);
    let known = format!("If-None-Match: {}\r\n", tag(&view));
    assert_eq!(server.ask("GET", &path, &known, b"").await.status, 304);
    // Its page tells its name where its link is pasted.
    let page = format!("/events/{}", desk.id);
    let told = server.get(&page).await.body;
    // A server that was built without its pages has none to put a head into.
    if told.contains("og:site_name") {
        assert!(told.contains("<title>Cup · Tandem</title>"), "{told}");
    }
    // A private event closes its doors.
    let private = json!({ "visible": "private" }).to_string();
    let shut = server
        .ask("POST", &format!("{path}/visible"), &bearer(Some(&desk.secret)), private.as_bytes())
        .await;
    assert_eq!(shut.status, 200, "{}", shut.body);
    assert_eq!(spectator.hear("bye").await["code"], "not_found");
    assert_eq!(server.ask("GET", &path, &known, b"").await.status, 404);
    assert!(!server.get(&page).await.body.contains("<title>Cup"));
    assert_eq!(Ear::open(&server, &desk.id, None).await.hear("bye").await["code"], "not_found");
    server.stop().await;
}

#[tokio::test]
async fn nobody_sees_what_is_not_for_them() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({
        "title": "Cup", "book": "minerva", "visible": "public",
        "teams": [
            { "name": "Rooks", "players": [{ "name": "Ann", "birth_year": 1987 }, { "name": "Bob" }] },
            { "name": "Owls", "players": [{ "name": "Cas" }, { "name": "Dee" }] },
            { "name": "Pawns", "players": [{ "name": "Eva" }, { "name": "Fay" }] },
            { "name": "Flags", "players": [{ "name": "Gus" }, { "name": "Han" }] },
        ],
    });
    let desk = Desk::make(&server, wish).await;
    desk.does(json!({ "command": "check-in", "players": [1], "here": true })).await;
    desk.step("draft").await;
    let player = desk.player_secret(1).await;
    let stranger = "a".repeat(32);
    let arbiter = desk.view().await["arbiter"].as_str().unwrap().to_owned();
    let paths = [
        "",
        "/me",
        "/table",
        "/book",
        "/log",
        "/why?round=1&table=1",
        "/export/trf16",
        "/export/trf26",
        "/export/csv",
        "/export/csv?round=1",
        "/export/xlsx",
        "/export/bpgn.zip",
        "/export/site.zip",
        "/export/event",
    ];
    let secrets = [&desk.secret, &player, &arbiter];
    // A new path has to be asked here too.
    let described = server.get("/api/openapi.json").await.json();
    let known = |path: &&String| path.starts_with("/api/events/{id}");
    let known: Vec<&String> =
        described["paths"].as_object().unwrap().keys().filter(known).collect();
    let asked = [
        "",
        "/me",
        "/table",
        "/table/clocks",
        "/table/sheet",
        "/book",
        "/commands",
        "/visible",
        "/log",
        "/why",
        "/export/{what}",
    ];
    assert_eq!(
        known,
        asked.map(|part| format!("/api/events/{{id}}{part}")).iter().collect::<Vec<_>>()
    );
    for visible in ["public", "link", "private"] {
        let body = json!({ "visible": visible }).to_string();
        let path = format!("/api/events/{}/visible", desk.id);
        server.ask("POST", &path, &bearer(Some(&desk.secret)), body.as_bytes()).await;
        let listed = server.get("/api/events").await.json().as_array().unwrap().len();
        assert_eq!(listed, usize::from(visible == "public"));
        for (who, secret) in
            [("nobody", None), ("stranger", Some(&stranger)), ("player", Some(&player))]
        {
            for what in paths {
                let answer = get(&server, &desk.id, what, secret.map(String::as_str)).await;
                let told = format!("{visible} {who} {what}: {} {}", answer.status, answer.body);
                if visible == "private" && who != "player" {
                    assert_eq!(
                        (answer.status, &answer.json()["error"]["why"]),
                        (404, &json!("no_such_event")),
                        "{told}"
                    );
                    continue;
                }
                if who == "stranger" || what == "/log" || what == "/export/event" {
                    assert_eq!(answer.status, 403, "{told}");
                }
                for hidden in secrets {
                    assert!(!answer.body.contains(hidden.as_str()), "a secret: {told}");
                }
                for hidden in
                    ["1987", "\"draft\"", "laptop", "\"pairings\"", "not-here", "\"berger\""]
                {
                    assert!(!answer.body.contains(hidden), "{hidden}: {told}");
                }
                if what.starts_with("/why") {
                    assert!(answer.status >= 400, "{told}");
                }
            }
            let order = json!({ "command": { "command": "publish" } }).to_string();
            // The organiser's desk, and what only a table's card opens.
            for (part, order) in [("commands", &*order), ("table/clocks", ""), ("table/sheet", "")]
            {
                let path = format!("/api/events/{}/{part}", desk.id);
                let own = bearer(secret.map(String::as_str));
                let denied = server.ask("POST", &path, &own, order.as_bytes()).await;
                assert!(matches!(denied.status, 403 | 404), "{who} {part}: {}", denied.body);
                let needs_card = denied.json()["error"]["why"] == "needs_card";
                let expected = part != "commands" && who != "stranger" && denied.status == 403;
                assert_eq!(needs_card, expected, "{who} {part}: {}", denied.body);
            }
        }
    }
    let view = desk.view().await;
    assert_eq!(
        (&view["stage"], &view["players"][0]["birth_year"]),
        (&json!("draft"), &json!(1987))
    );
    let me = get(&server, &desk.id, "/me", Some(&player)).await.json();
    assert_eq!(
        (&me["player"]["name"], &me["table"]),
        (&json!("Ann"), &Value::Null),
        "not published"
    );
    // Whoever makes too many is sent away.
    let more = json!({ "title": "Cup", "book": "minerva" });
    let mut last = server.post("/api/events", &more).await;
    for _ in 0..25 {
        last = server.post("/api/events", &more).await;
    }
    assert_eq!((last.status, &last.json()["error"]["why"]), (429, &json!("too_many_events")));
    server.stop().await;
}

/// A player of an event comes to the seat that the own page opens.
pub(crate) async fn come(desk: &Desk<'_>, player: u64) -> Option<(String, Client)> {
    let secret = desk.player_secret(player).await;
    let me = get(desk.server, &desk.id, "/me", Some(&secret)).await.json();
    let seat = &me["seat"];
    let (id, letter) = (seat["match"].as_str()?, seat["seat"].as_str()?);
    assert_eq!(seat["link"], format!("/m/{id}#{letter}:{secret}"));
    let mut client = desk.server.connect().await;
    client.hello(id, letter, Some(&secret), "Somebody else").await;
    client.hear("welcome").await;
    let snapshot = client.hear("snapshot").await;
    assert_eq!(
        snapshot["people"]["seats"][letter]["name"], me["player"]["name"],
        "by their own name"
    );
    Some((letter.to_owned(), client))
}

#[tokio::test]
async fn an_online_event_seats_its_players_and_takes_the_referees_word() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let team = |name: &str, first: &str, second: &str| {
        let players = json!([{ "name": first, "belongs": "pupil" }, { "name": second }]);
        json!({ "name": name, "players": players })
    };
    let teams = [
        team("Rooks & Co", "Ann", "Bob"),
        team("Owls", "Cas", "Dee"),
        team("Pawns", "Eva", "Fay"),
        team("Flags", "Gus", "Han"),
    ];
    // Both games count, and one may resign at any time (fer 5.6, 5.3).
    let wish = json!({ "title": "Net Cup", "book": "fer", "venue": "online", "visible": "public", "teams": teams });
    let desk = Desk::make(&server, wish).await;
    desk.start_round().await;
    let view = desk.until("tables", |view| view["tables"].as_array().unwrap().len() == 2).await;
    assert_eq!(
        view["tables"][0]["there"],
        json!({ "A": false, "a": false, "B": false, "b": false })
    );
    let mut at = std::collections::BTreeMap::new();
    for player in 1..=8 {
        let (seat, client) = come(&desk, player).await.expect("a seat");
        let table = view["rounds"][0]["pairings"].as_array().unwrap().iter().find(|one| {
            one["sides"]
                .as_array()
                .unwrap()
                .iter()
                .any(|side| side["boards"].as_array().unwrap().contains(&json!(player)))
        });
        at.insert((table.unwrap()["table"].as_u64().unwrap(), seat), client);
    }
    // All are there, so they play: nobody has to be ready.
    desk.until("the start", |view| {
        view["tables"].as_array().unwrap().iter().all(|table| table["begun"] == true)
    })
    .await;
    // Both boards of table 1 are resigned by White of board A and by Black of board B: one team wins both.
    for seat in ["A", "b"] {
        let client = at.get_mut(&(1, seat.to_owned())).unwrap();
        client.act(json!({ "do": "resign" })).await;
    }
    let view = desk
        .until("the result", |view| {
            !view["rounds"][0]["pairings"][0]["legs"][0]["outcome"].is_null()
        })
        .await;
    let leg = &view["rounds"][0]["pairings"][0]["legs"][0];
    assert_eq!(leg["outcome"]["source"], "table");
    let loser = usize::from(leg["white"] == "second");
    assert_eq!(leg["outcome"]["score"][loser], 0, "{leg}");
    assert_eq!(leg["outcome"]["score"][1 - loser], 2, "{leg}");
    let (why, _) = desk.refused(json!({ "command": "close" })).await;
    assert_eq!(why, "results-missing");

    // The server stops; the second table ends right when it is back, and the event hears of it.
    drop(at);
    let (id, secret) = (desk.id.clone(), desk.secret.clone());
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let desk = Desk { server: &server, id, secret };
    let mut players = Vec::new();
    for player in 1..=8 {
        players.extend(come(&desk, player).await);
    }
    assert_eq!(players.len(), 4, "the others have played");
    for (seat, client) in &mut players {
        if seat == "A" || seat == "b" {
            client.act(json!({ "do": "resign" })).await;
        }
    }
    desk.until("the result", |view| {
        !view["rounds"][0]["pairings"][1]["legs"][0]["outcome"].is_null()
    })
    .await;
    desk.step("close").await;
    let zip = get(&server, &desk.id, "/export/bpgn.zip", None).await;
    assert!(zip.body.contains("round-1-table-1.bpgn") && zip.body.contains("round-1-table-2.bpgn"));
    desk.start_round().await;
    let tables =
        desk.until("more tables", |view| view["tables"].as_array().unwrap().len() == 4).await;
    let open: Vec<&Value> =
        tables["tables"].as_array().unwrap().iter().filter(|one| one["over"] == false).collect();
    assert_eq!(open.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn those_who_are_late_are_treated_by_the_book_and_the_terms() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    // sscr 7.6: the match begins, and the time of whoever is late runs.
    let wish = json!({ "title": "Cup", "book": "sscr", "venue": "online", "entries": FOUR });
    let desk = Desk::make(&server, wish).await;
    desk.start_round().await;
    let begun = |view: &Value| {
        let tables = view["tables"].as_array().unwrap();
        tables.len() == 2 && tables.iter().all(|table| table["begun"] == true)
    };
    let view = desk.until("the start", begun).await;
    assert_eq!(view["late"], json!({ "late": "time-runs", "article": "sscr 7.6" }));
    // minerva 6.2: nobody loses for being late; but this event says no minutes are granted.
    let mut terms = desk.view().await["terms"].clone();
    (terms["book"]["id"], terms["grace"]) = (json!("minerva"), json!(0));
    let desk = Desk::make(&server, json!({ "terms": terms, "entries": FOUR })).await;
    desk.start_round().await;
    let over = |view: &Value| {
        let pairings = view["rounds"][0]["pairings"].as_array().unwrap();
        pairings.iter().all(|pairing| !pairing["legs"][0]["outcome"].is_null())
    };
    let view = desk.until("the forfeits", over).await;
    let outcome = &view["rounds"][0]["pairings"][0]["legs"][0]["outcome"];
    assert_eq!((&outcome["how"], &outcome["score"]), (&json!("forfeit"), &json!([0, 0])));
    assert_eq!(outcome["article"], "minerva 6.2");
    let log = get(&server, &desk.id, "/log", Some(&desk.secret)).await.json();
    let last = log["acts"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["by"], json!({ "by": "program" }));
    desk.step("close").await;
    server.stop().await;
}

#[tokio::test]
async fn a_mixed_event_has_tables_only_for_those_elsewhere() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = Desk::make(
        &server,
        json!({ "title": "Cup", "book": "minerva", "venue": "mixed", "entries": FOUR }),
    )
    .await;
    let ann = json!({ "name": "Ann", "remote": true });
    desk.does(json!({ "command": "change-player", "player": 1, "person": ann })).await;
    desk.start_round().await;
    let view = desk.until("a table", |view| !view["tables"].as_array().unwrap().is_empty()).await;
    assert_eq!(view["tables"].as_array().unwrap().len(), 1);
    assert!(come(&desk, 1).await.is_some());
    // Over the board the desk enters the result; so it may for a table of the server.
    desk.results(1).await;
    desk.step("close").await;
    server.stop().await;
}
