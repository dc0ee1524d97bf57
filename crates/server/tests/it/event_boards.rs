//! The boards of an online round as those see them who watch the event, and clubs' own books in events.

use serde_json::{Value, json};

use crate::events::{Desk, Ear, FOUR, come, get};
use crate::support::{Folder, Running, config};

/// A club whose arbiter only stops and warns.
const OWN: &str = r#"
id = "de-toren"
name = "Chess club De Toren"
language = "en"
extends = "minerva"

[match]
time = { is = 180, by = "1" }

[arbiter]
powers = { is = ["stop", "warn"], by = "2" }

[[article]]
number = "1"
honoured = ["enforced"]
en = "Everybody has three minutes."

[[article]]
number = "2"
honoured = ["procedure"]
en = "The arbiter may stop the match and warn; the club's board decides everything else."
"#;

/// The board of a table once it is as it should be; no other table is told.
async fn until(ear: &mut Ear, table: u64, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        let told = ear.hear("boards").await;
        for board in told["tables"].as_array().unwrap() {
            assert_eq!(board["table"], table, "nobody asked for others: {told}");
            assert!(told["now"].as_i64() >= board["at"].as_i64(), "{told}");
            if is(board) {
                return board.clone();
            }
        }
    }
}

#[tokio::test]
async fn whoever_watches_an_event_sees_its_boards() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({ "title": "Net Cup", "book": "asten", "venue": "online", "entries": FOUR });
    let desk = Desk::make(&server, wish).await;
    let mut ear = Ear::open(&server, &desk.id, None).await;
    // The tables are not there yet; they are seen once they are.
    ear.say(&json!({ "type": "boards", "tables": [1] })).await;
    desk.start_round().await;
    let waiting = until(&mut ear, 1, |board| board["phase"] == "waiting").await;
    assert!(waiting["boards"]["A"]["fen"].as_str().unwrap().starts_with("rnbqkbnr/"));
    let mut seats = Vec::new();
    for player in 1..=8 {
        seats.extend(come(&desk, player).await);
    }
    assert_eq!(seats.len(), 8);
    let playing = until(&mut ear, 1, |board| board["phase"] == "playing").await;
    assert_eq!(playing["seats"]["A"]["running"], true, "both Whites' clocks run: {playing}");
    // Whoever has White on the first board of each table moves: table 2 is not told.
    for (letter, client) in &mut seats {
        if letter == "A" {
            client.act(json!({ "do": "say", "say": "sit" })).await;
            client.act(json!({ "do": "move", "move": "e2e4" })).await;
        }
    }
    let moved = until(&mut ear, 1, |board| board["boards"]["A"]["last"] == "e2e4").await;
    assert!(moved["seats"]["A"]["name"].is_string() && moved["seats"]["A"]["clock"].is_i64());
    // What everybody may see, and nothing more: no words, no hands.
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(&moved),
        ["table", "leg", "match", "at", "phase", "on_table", "boards", "seats", "score"]
            .map(str::to_owned)
    );
    assert_eq!(
        names(&moved["seats"]["a"]),
        ["name", "clock", "running", "stock"].map(str::to_owned)
    );
    // Another one who comes later sees at once how it stands.
    let mut later = Ear::open(&server, &desk.id, None).await;
    later.say(&json!({ "type": "boards", "tables": [2] })).await;
    until(&mut later, 2, |board| board["boards"]["A"]["last"] == "e2e4").await;
    // More than a page can show is not to be had, and a private event shows nothing.
    later.say(&json!({ "type": "boards", "tables": (1..=33).collect::<Vec<_>>() })).await;
    assert_eq!(later.hear("bye").await["code"], "bad_message");
    let path = format!("/api/events/{}/visible", desk.id);
    let head =
        format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", desk.secret);
    let private = json!({ "visible": "private" }).to_string();
    server.ask("POST", &path, &head, private.as_bytes()).await;
    assert_eq!(ear.hear("bye").await["code"], "not_found");
    server.stop().await;
}

#[tokio::test]
async fn a_club_brings_its_own_book() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let read = async |text: &str| {
        server.ask("POST", "/api/books/read", "Content-Type: text/plain\r\n", text.as_bytes()).await
    };
    let book = read(OWN).await;
    assert_eq!(book.status, 200, "{}", book.body);
    assert_eq!((&book.json()["id"], &book.json()["time"]), (&json!("de-toren"), &json!(180_000)));
    let wrong = read(&OWN.replace("\"stop\"", "\"dance\"")).await;
    assert_eq!((wrong.status, &wrong.json()["error"]["why"]), (422, &json!("rulebook_unread")));

    let make = |text: &str| json!({ "title": "Cup", "rulebook": text, "entries": FOUR });
    let refused = server.post("/api/events", &make("id = 1")).await;
    assert_eq!((refused.status, &refused.json()["error"]["why"]), (422, &json!("rulebook_unread")));
    let desk = Desk::make(&server, make(OWN)).await;
    let view = desk.view().await;
    assert_eq!(view["book"]["name"], "Chess club De Toren");
    assert_eq!(view["terms"]["time"]["base"], 180_000);
    // Its arbiter has no penalties, and none are offered; by a book that gives them they are.
    assert_eq!((&view["penalties"], &view["exclusion"]), (&json!([]), &Value::Null));
    let granted = Desk::make(&server, json!({ "title": "Cup", "book": "sscr", "entries": FOUR }))
        .await
        .view()
        .await;
    assert_eq!(granted["penalties"].as_array().unwrap().len(), 6);
    assert!(granted["exclusion"].as_str().unwrap().starts_with("sscr 9.4"), "{granted}");
    // Everybody who watches can read its articles.
    let articles = get(&server, &desk.id, "/book", None).await.json()["articles"].clone();
    let cites = articles.as_array().unwrap().iter().map(|article| article["cite"].clone());
    assert!(cites.collect::<Vec<_>>().contains(&json!("de-toren 2")), "{articles}");
    server.stop().await;
}
