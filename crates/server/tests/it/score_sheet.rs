//! Score sheets of boards on the table: a third phone writes the moves down, the clocks give them their times.

use serde_json::{Value, json};
use tandem_notation::bpgn::Reader;
use tandem_notation::replay::check;
use tandem_rules::Rulebook;

use crate::events::bearer;
use crate::hall::{Phone, hall, report};
use crate::support::{Answer, Client, Folder, Made, Running, config};

/// What opens the sheet, by a secret of the match.
async fn key(server: &Running, id: &str, secret: &str) -> Answer {
    let path = format!("/api/matches/{id}/sheet/key");
    server.ask("POST", &path, &bearer(Some(secret)), b"").await
}

/// A phone that writes.
struct Writer<'s> {
    server: &'s Running,
    id: String,
    secret: String,
}

impl<'s> Writer<'s> {
    async fn open(server: &'s Running, made: &Made, whose: &str) -> Writer<'s> {
        let answer = key(server, &made.id, &made.secret(whose)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let secret = answer.json()["secret"].as_str().unwrap().to_owned();
        Writer { server, id: made.id.clone(), secret }
    }

    async fn read(&self) -> Value {
        let path = format!("/api/matches/{}/sheet", self.id);
        let answer = self.server.ask("GET", &path, &bearer(Some(&self.secret)), b"").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn ask(&self, wish: Value) -> Answer {
        let path = format!("/api/matches/{}/sheet", self.id);
        let head = bearer(Some(&self.secret));
        self.server.ask("POST", &path, &head, wish.to_string().as_bytes()).await
    }

    async fn write(&self, board: &str, place: usize, text: &str) -> Answer {
        self.ask(json!({ "board": board, "place": place, "move": text })).await
    }

    async fn write_all(&self, board: &str, from: usize, texts: &str) {
        for (at, text) in texts.split_whitespace().enumerate() {
            let answer = self.write(board, from + at, text).await;
            assert_eq!(answer.status, 200, "{text}: {}", answer.body);
        }
    }
}

/// The moves of a board as the sheet has them, with what does not fit.
fn written(sheet: &Value, board: &str) -> Vec<String> {
    let lines = sheet["boards"][board]["lines"].as_array().unwrap();
    let sign = |line: &Value| if line["fit"] == "fits" { "" } else { "?" };
    lines.iter().map(|line| format!("{}{}", line["san"].as_str().unwrap(), sign(line))).collect()
}

async fn presses(clients: &mut [Client; 4], seats: &str) {
    for seat in seats.chars() {
        let client = &mut clients["AaBb".find(seat).unwrap()];
        client.do_(json!({ "do": "press" })).await;
    }
}

async fn table(server: &Running) -> Made {
    server.make(json!({ "book": "minerva", "boards": "table", "press": "manual" })).await
}

#[tokio::test]
async fn a_third_phone_writes_while_two_keep_time_and_completes_it_afterwards() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = table(&server).await;
    let writer = Writer::open(&server, &made, "A").await;
    let answer = writer.write("A", 0, "e4").await;
    assert_eq!(answer.json()["error"]["why"], "sheet_not_begun");
    let mut clients = server.four(&made).await;
    presses(&mut clients, "AaBA").await;
    writer.write_all("A", 0, "e4 d5").await;

    // One move may stand there before its press; not two.
    writer.write_all("B", 0, "d4 Nf6").await;
    let answer = writer.write("B", 2, "Nf3").await;
    assert_eq!(answer.json()["error"]["why"], "sheet_no_press", "{}", answer.body);
    assert_eq!(answer.json()["error"]["values"]["presses"], "1");
    // What the book forbids comes with its article.
    let answer = writer.write("A", 2, "e4e6").await;
    assert_eq!(answer.status, 422, "{}", answer.body);
    let article = answer.json()["error"]["article"].as_str().unwrap().to_owned();
    assert!(article.starts_with("minerva "), "{article}");
    // The same again is written once; something else in its place is somebody else's.
    assert_eq!(writer.write("A", 1, "d7d5").await.status, 200);
    assert_eq!(writer.write("A", 1, "e7e5").await.json()["error"]["why"], "sheet_meanwhile");
    assert_eq!(writer.ask(json!({ "board": "A", "place": 2 })).await.status, 422);
    let sheet = writer.read().await;
    assert_eq!(written(&sheet, "A"), ["e4", "d5"]);
    let path = format!("/api/matches/{}/sheet?known={}", made.id, sheet["version"]);
    let same = server.ask("GET", &path, &bearer(Some(&writer.secret)), b"").await;
    assert_eq!(same.status, 204);

    // The pawn is dropped before the capture is written down: it waits, then it fits.
    presses(&mut clients, "b").await;
    let answer = writer.ask(json!({ "board": "B", "place": 2, "keep": 1 })).await;
    assert_eq!(written(&answer.json(), "B"), ["d4"]);
    let dropped = writer.write("B", 1, "P@e6").await;
    assert_eq!(written(&dropped.json(), "B"), ["d4", "P@e6?"], "{}", dropped.body);
    let Writer { id, secret, .. } = writer;
    server.stop().await;

    // What was written is there again, and the rest is written when the match is over.
    let server = Running::start(config(&folder.0)).await;
    let writer = Writer { server: &server, id, secret };
    let mut clients = [
        server.sit(&made, "A", "").await,
        server.sit(&made, "a", "").await,
        server.sit(&made, "B", "").await,
        server.sit(&made, "b", "").await,
    ];
    clients[0].say(json!({ "type": "behind", "millis": 0 })).await;
    clients[0].hear("update").await;
    clients[1].do_(json!({ "do": "resign" })).await;
    assert_eq!(written(&writer.read().await, "B"), ["d4", "P@e6?"]);
    writer.write_all("A", 2, "exd5 Qxd5").await;
    let sheet = writer.read().await;
    assert_eq!(sheet["phase"], "over");
    assert_eq!(sheet["result"], "1-0");
    assert_eq!(written(&sheet, "A"), ["e4", "d5", "exd5", "Qxd5"]);
    assert_eq!(written(&sheet, "B"), ["d4", "P@e6"], "now it fits");
    assert_eq!(sheet["boards"]["A"]["lines"][3]["clock"], Value::Null, "nobody pressed it");

    // The file holds the moves with their clocks, and replays.
    let file = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert!(file.contains("1A. e4 {") && file.contains("1b. P@e6 {"), "{file}");
    let game = Reader::new(file.as_bytes()).next().unwrap().unwrap();
    let checked = check(&game, &Rulebook::builtin("minerva").unwrap());
    assert_eq!(checked.problems, [], "{file}");
    assert_eq!(checked.played, 6);
    let film = server.get(&format!("/api/matches/{}/replay", made.id)).await.json();
    let frames = film["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 7);
    let times: Vec<i64> = frames.iter().map(|frame| frame["at"].as_i64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    let last = frames.iter().rfind(|frame| frame["seat"] == "b").unwrap();
    assert_eq!(last["boards"]["B"]["last"], "P@e6");
    // A correction is in the next file.
    writer.ask(json!({ "board": "A", "place": 4, "keep": 3 })).await;
    let file = server.get(&format!("/api/matches/{}/bpgn", made.id)).await.body;
    assert!(!file.contains("Qxd5"), "{file}");
    server.stop().await;
}

#[tokio::test]
async fn only_whoever_has_its_link_reads_or_writes_a_sheet() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let (made, other) = (table(&server).await, table(&server).await);
    let mut clients = server.four(&made).await;
    presses(&mut clients, "A").await;
    let writer = Writer::open(&server, &made, "b").await;
    let again = Writer::open(&server, &made, "A").await;
    assert_eq!(writer.secret, again.secret, "every seat opens the same sheet");
    writer.write_all("A", 0, "e4").await;
    // Neither nobody nor a seat nor the key of another match.
    assert_eq!(key(&server, &made.id, &other.secret("A")).await.status, 403);
    assert_eq!(key(&server, &made.id, &writer.secret).await.status, 403, "a key makes no keys");
    let path = format!("/api/matches/{}/sheet", made.id);
    let stranger = Writer::open(&server, &other, "A").await.secret;
    for secret in [None, Some(stranger), Some(made.secret("A")), Some("?".to_owned())] {
        let head = bearer(secret.as_deref());
        let answer = server.ask("GET", &path, &head, b"").await;
        assert_eq!(answer.status, 403, "{}", answer.body);
        assert_eq!(answer.json()["error"]["why"], "wrong_sheet_link");
        let wish = b"{\"board\":\"A\",\"place\":1,\"move\":\"e5\"}";
        assert_eq!(server.ask("POST", &path, &head, wish).await.status, 403);
    }
    // The key opens no seat.
    let mut client = server.connect().await;
    client.hello(&made.id, "A", Some(&writer.secret), "").await;
    assert_eq!(client.hear("bye").await["code"], "unauthorised");
    // On the screen moves are written down by themselves.
    let screen = server.make(json!({ "book": "minerva" })).await;
    let answer = {
        let writer = Writer::open(&server, &screen, "A").await;
        writer.write("A", 0, "e4").await
    };
    assert_eq!((answer.status, &answer.json()["error"]["why"]), (409, &json!("sheet_on_screen")));
    server.stop().await;
}

#[tokio::test]
async fn while_the_match_goes_on_nobody_else_sees_what_was_written() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = table(&server).await;
    let mut clients = server.four(&made).await;
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    watcher.hear("snapshot").await;
    presses(&mut clients, "AaB").await;
    let writer = Writer::open(&server, &made, "A").await;
    writer.write_all("A", 0, "h4 Nh6").await;
    writer.write_all("B", 0, "h4").await;
    let told = |text: &str| text.contains("h2h4") || text.contains("Nh6") || text.contains("g8h6");
    let ways = ["", "/events", "/bpgn", "/replay"];
    for way in ways {
        let answer = server.get(&format!("/api/matches/{}{way}", made.id)).await;
        assert!(!told(&answer.body), "{way}: {}", answer.body);
    }
    // Nor does anything tell that something was written.
    watcher.say(json!({ "type": "ping", "sent": 1 })).await;
    loop {
        let message = watcher.next().await.expect("a pong");
        assert!(!told(&message.to_string()), "{message}");
        if message["type"] == "pong" {
            break;
        }
    }
    clients[1].do_(json!({ "do": "resign" })).await;
    for way in ["/bpgn", "/replay"] {
        let answer = server.get(&format!("/api/matches/{}{way}", made.id)).await;
        assert!(told(&answer.body), "{way}: {}", answer.body);
    }
    // Numbers of events have no gaps for it.
    let events = server.get(&format!("/api/matches/{}/events", made.id)).await.json();
    let numbers: Vec<u64> =
        events["events"].as_array().unwrap().iter().map(|e| e["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=events["seq"].as_u64().unwrap()).collect::<Vec<_>>());
    server.stop().await;
}

#[tokio::test]
async fn the_card_of_a_table_opens_its_sheet_also_when_the_match_is_over() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({ "book": "minerva" })).await;
    let card = Phone::card(&desk, 1).await;
    let ask = async |what: &str| {
        let path = format!("/api/events/{}/table/{what}", card.event);
        server.ask("POST", &path, &bearer(Some(&card.secret)), b"").await
    };
    let clocks = ask("clocks").await.json();
    assert_eq!(ask("sheet").await.json(), clocks);
    let id = clocks["match"].as_str().unwrap().to_owned();
    let secret = clocks["secrets"]["A"].as_str().unwrap();
    assert_eq!(key(&server, &id, secret).await.status, 200);
    // Without a card there is none.
    let path = format!("/api/events/{}/table/sheet", card.event);
    assert_eq!(server.ask("POST", &path, "", b"").await.status, 403);
    // The result stands: no clock is opened any more, and the sheet still is.
    let sides = card.table().await["match"]["sides"].clone();
    for side in [0_usize, 1] {
        card.does("", report(1, 1, &sides[side]["players"][0]["id"], [1.0, 0.0])).await;
    }
    assert_eq!(ask("clocks").await.status, 422);
    assert_eq!(ask("sheet").await.json(), clocks);
    server.stop().await;
}
