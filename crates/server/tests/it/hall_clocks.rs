//! Clocks bound to the tables of an event: the card opens them, calls and rulings go both ways, the teams confirm what they say.

use serde_json::{Value, json};

use crate::events::{Ear, bearer, get};
use crate::hall::{Phone, hall, report};
use crate::support::{Answer, Client, Folder, Running, config};

async fn clocks(phone: &Phone<'_>) -> Answer {
    let path = format!("/api/events/{}/table/clocks", phone.event);
    phone.server.ask("POST", &path, &bearer(Some(&phone.secret)), b"").await
}

/// A half of a clock.
async fn half(server: &Running, clocks: &Value, seat: &str) -> (Client, Value) {
    let mut client = server.connect().await;
    let (id, secret) = (clocks["match"].as_str().unwrap(), clocks["secrets"][seat].as_str());
    client.hello(id, seat, secret, "").await;
    client.hear("welcome").await;
    let snapshot = client.hear("snapshot").await;
    (client, snapshot)
}

#[tokio::test]
async fn the_card_of_a_table_opens_its_clocks() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({ "book": "sscr" })).await;
    let card = Phone::card(&desk, 1).await;
    let first = clocks(&card).await.json();
    assert_eq!(clocks(&card).await.json(), first, "every phone finds the same clocks");
    let other = clocks(&Phone::card(&desk, 2).await).await.json();
    assert_ne!(other["match"], first["match"]);

    // Book, time, names and seats are known; nothing starts before the phones are ready.
    let sides = card.table().await["match"]["sides"].clone();
    let mut halves = Vec::new();
    for seat in ["A", "a", "B", "b"] {
        let (client, snapshot) = half(&server, &first, seat).await;
        let players =
            sides.as_array().unwrap().iter().flat_map(|side| side["players"].as_array().unwrap());
        let (board, colour) = match seat {
            "A" => (1, "white"),
            "a" => (1, "black"),
            "B" => (2, "white"),
            _ => (2, "black"),
        };
        let mut sits = players.filter(|one| one["board"] == board && one["colour"] == colour);
        assert_eq!(snapshot["people"]["seats"][seat]["name"], sits.next().unwrap()["name"]);
        let terms = &snapshot["match"];
        assert_eq!((&terms["book"], &terms["boards"]), (&json!("sscr"), &json!("table")));
        assert_eq!(snapshot["state"]["phase"], "waiting");
        halves.push(client);
    }
    let mut ear = Ear::open(&server, &desk.id, None).await;
    ear.say(&json!({ "type": "boards", "tables": [1] })).await;
    for client in &mut halves {
        client.say(json!({ "type": "ready", "on": true })).await;
    }
    let begun = |view: &Value| {
        let tables = view["tables"].as_array().unwrap();
        tables.iter().any(|one| one["table"] == 1 && one["begun"] == true && one["clocks"] == true)
    };
    desk.until("the start", begun).await;
    // The wall sees the clocks run.
    let runs = |boards: &Value| {
        let mut tables = boards["tables"].as_array().unwrap().iter();
        tables.any(|table| table["on_table"] == true && table["seats"]["A"]["running"] == true)
    };
    while !runs(&ear.hear("boards").await) {}

    // A call comes to the arbiters' queue; a ruling there reaches the clocks, and stands in both logs.
    halves[0].act(json!({ "do": "call_arbiter" })).await;
    let view = desk.until("the call", |view| !view["hall"]["queue"][0].is_null()).await;
    assert_eq!(view["hall"]["queue"][0]["table"], 1);
    let mut arbiter = server.connect().await;
    let id = first["match"].as_str().unwrap().to_owned();
    arbiter.hello(&id, "arbiter", view["arbiter"].as_str(), "Vera").await;
    arbiter.hear("snapshot").await;
    arbiter.rule(json!({ "do": "clock", "seat": "a", "clock": 90_000 })).await;
    loop {
        let update = halves[3].hear("update").await;
        if update["state"]["seats"]["a"]["clock"] == 90_000 {
            break;
        }
    }
    let ruled = |view: &Value| view["hall"]["rulings"][0]["ruling"] == "clock";
    let view = desk.until("the ruling", ruled).await;
    let whom = &view["hall"]["rulings"][0]["whom"];
    let black =
        sides.as_array().unwrap().iter().flat_map(|side| side["players"].as_array().unwrap());
    let mut black = black.filter(|one| one["board"] == 1 && one["colour"] == "black");
    assert_eq!(*whom, black.next().unwrap()["id"]);
    arbiter.rule(json!({ "do": "resume" })).await;
    desk.until("the answer", |view| !view["hall"]["queue"][0]["answered"].is_null()).await;

    // What the clocks say is for both teams to confirm, also after a restart.
    halves[1].act(json!({ "do": "resign" })).await;
    desk.until("the end", |view| view["tables"][0]["over"] == true).await;
    let table = card.table().await["match"].clone();
    assert!(table["outcome"].is_null() && table["clocks"] == true, "{table}");
    let says = table["clocks_say"].clone();
    let score = [says["match"][0].as_f64().unwrap(), says["match"][1].as_f64().unwrap()];
    assert!(score == [1.0, 0.0] || score == [0.0, 1.0], "{says}");
    let (event, secret) = (desk.id.clone(), card.secret.clone());
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let card = Phone { server: &server, event, secret };
    let mut table = card.table().await["match"].clone();
    for _ in 0..200 {
        if table["clocks_say"] == says {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        table = card.table().await["match"].clone();
    }
    assert_eq!(table["clocks_say"], says, "it is known after a restart");
    for side in [0_usize, 1] {
        card.does("", report(1, 1, &sides[side]["players"][0]["id"], score)).await;
    }
    assert_eq!(card.table().await["match"]["outcome"]["source"], "teams");
    assert_eq!(clocks(&card).await.json()["error"]["why"], "result-stands");
    server.stop().await;
}

#[tokio::test]
async fn no_clock_is_opened_that_is_not_there() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({})).await;
    let card = Phone::card(&desk, 1).await;
    let player = card.table().await["match"]["sides"][0]["players"][0]["id"].as_u64().unwrap();
    let why = |answer: Answer| answer.json()["error"]["why"].clone();
    assert_eq!(why(clocks(&Phone::player(&desk, player).await).await), "needs_card");
    // A table that is not in this round.
    let others = json!([{ "players": [{ "name": "Ida" }, { "name": "Jan" }] }, { "players": [{ "name": "Kim" }, { "name": "Lou" }] }]);
    desk.does(json!({ "command": "enter-teams", "teams": others })).await;
    assert_eq!(why(clocks(&Phone::card(&desk, 3).await).await), "no-table");
    // The card of yesterday's event, and one that opens nothing.
    let other = hall(&server, json!({ "title": "Yesterday" })).await;
    let secret = Phone::card(&other, 1).await.secret;
    let stranger = Phone { server: &server, event: desk.id.clone(), secret };
    assert_eq!(why(clocks(&stranger).await), "wrong_event_link");
    // A table that is played on the server, and a round that has not begun.
    let online = hall(&server, json!({ "venue": "online" })).await;
    assert_eq!(why(clocks(&Phone::card(&online, 1).await).await), "online-table");
    for table in [1, 2] {
        let entered = json!({ "match": [1, 0] });
        desk.does(json!({ "command": "result", "round": 1, "table": table, "leg": 0, "entered": entered })).await;
    }
    for step in ["close", "draft", "publish"] {
        desk.step(step).await;
    }
    assert_eq!(why(clocks(&card).await), "not-running");
    let me = get(&server, &desk.id, "/table", Some(&card.secret)).await.json();
    assert_eq!(me["match"]["clocks"], false);
    server.stop().await;
}
