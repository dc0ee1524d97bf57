//! The hall of an event over the board: phones at the tables, arbiters, the screen; and who may do what there.

use serde_json::{Value, json};

use crate::events::{Desk, FOUR, bearer, come, get};
use crate::support::{Answer, Folder, Running, config};

/// Somebody with a secret of the event.
pub(crate) struct Phone<'s> {
    pub(crate) server: &'s Running,
    pub(crate) event: String,
    pub(crate) secret: String,
}

impl<'s> Phone<'s> {
    fn of(desk: &Desk<'s>, link: &str) -> Phone<'s> {
        let secret = link.rsplit('#').next().unwrap().to_owned();
        Phone { server: desk.server, event: desk.id.clone(), secret }
    }

    pub(crate) async fn card(desk: &Desk<'s>, table: usize) -> Phone<'s> {
        let view = desk.view().await;
        Phone::of(desk, view["cards"][table - 1]["link"].as_str().unwrap())
    }

    pub(crate) async fn player(desk: &Desk<'s>, player: u64) -> Phone<'s> {
        Phone::of(desk, &desk.player_secret(player).await)
    }

    async fn arbiter(desk: &Desk<'s>) -> Phone<'s> {
        let view = desk.view().await;
        Phone::of(desk, view["arbiter"].as_str().unwrap())
    }

    pub(crate) async fn table(&self) -> Value {
        let answer = get(self.server, &self.event, "/table", Some(&self.secret)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn view(&self) -> Answer {
        get(self.server, &self.event, "", Some(&self.secret)).await
    }

    async fn sends(&self, name: &str, command: &Value) -> Answer {
        let path = format!("/api/events/{}/commands", self.event);
        let body = json!({ "desk": name, "command": command }).to_string();
        self.server.ask("POST", &path, &bearer(Some(&self.secret)), body.as_bytes()).await
    }

    pub(crate) async fn does(&self, name: &str, command: Value) -> Value {
        let answer = self.sends(name, &command).await;
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        answer.json()
    }

    /// Why not.
    async fn refused(&self, command: Value) -> String {
        let answer = self.sends("", &command).await;
        assert!(answer.status >= 400, "{command}: {}", answer.body);
        answer.json()["error"]["why"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn report(round: u64, table: u64, player: &Value, score: [f64; 2]) -> Value {
    json!({
        "command": "report", "round": round, "table": table, "leg": 0, "player": player,
        "entered": { "match": score },
    })
}

fn call(table: u64, player: &Value, about: &str) -> Value {
    json!({ "command": "call", "round": 1, "table": table, "player": player, "about": about })
}

/// A Swiss event whose first round is on.
pub(crate) async fn hall(server: &Running, wish: Value) -> Desk<'_> {
    let mut all = json!({ "title": "Saturday Cup", "book": "minerva", "entries": FOUR });
    all.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    let desk = Desk::make(server, all).await;
    let mut terms = desk.view().await["terms"].clone();
    terms["system"] = json!("swiss");
    terms["rounds"] = json!(3);
    desk.does(json!({ "command": "set-terms", "terms": terms })).await;
    desk.start_round().await;
    desk
}

#[tokio::test]
async fn both_teams_confirm_a_result_by_card_and_by_their_own_link() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({})).await;
    assert_eq!(desk.view().await["cards"].as_array().unwrap().len(), 2);
    let card = Phone::card(&desk, 1).await;
    let table = card.table().await;
    assert_eq!((&table["table"], &table["round"]), (&json!(1), &json!(1)), "{table}");
    // Minerva 1.5: the first-named team's first board has Black.
    let sides = &table["match"]["sides"];
    let first = &sides[0]["players"][0];
    assert_eq!((&first["board"], &first["colour"]), (&json!(1), &json!("black")), "{sides}");
    let theirs = sides[1]["players"][1]["id"].clone();
    // One says so by the card, the other by the own link.
    card.does("", report(1, 1, &first["id"], [1.0, 0.0])).await;
    let own = Phone::player(&desk, theirs.as_u64().unwrap()).await;
    let seen = own.table().await;
    assert_eq!(seen["player"], theirs);
    assert_eq!(seen["match"]["reports"][0]["entered"], json!({ "match": [1, 0] }));
    assert!(seen["match"]["outcome"].is_null());
    own.does("", report(1, 1, &theirs, [1.0, 0.0])).await;
    let outcome = card.table().await["match"]["outcome"].clone();
    assert_eq!((&outcome["source"], &outcome["score"]), (&json!("teams"), &json!([1, 0])));
    assert_eq!(card.refused(report(1, 1, &theirs, [0.0, 1.0])).await, "result-stands");
    // The log says who, and it stays so when the server starts again.
    let log = get(&server, &desk.id, "/log", Some(&desk.secret)).await.json();
    let acts = log["acts"].as_array().unwrap();
    assert_eq!(acts.last().unwrap()["by"], json!({ "by": "player", "player": theirs }));
    let (id, secret, card) = (desk.id.clone(), desk.secret.clone(), card.secret.clone());
    server.stop().await;
    let server = Running::start(config(&folder.0)).await;
    let card = Phone { server: &server, event: id.clone(), secret: card };
    assert_eq!(card.table().await["match"]["outcome"]["source"], "teams");
    let desk = Desk { server: &server, id, secret };
    assert_eq!(
        desk.view().await["rounds"][0]["pairings"][0]["legs"][0]["outcome"]["source"],
        "teams"
    );
    server.stop().await;
}

#[tokio::test]
async fn what_differs_is_shown_to_the_desk_and_decided_there() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({})).await;
    let card = Phone::card(&desk, 2).await;
    let sides = card.table().await["match"]["sides"].clone();
    card.does("", report(1, 2, &sides[0]["players"][0]["id"], [1.0, 0.0])).await;
    let done = card.does("", report(1, 2, &sides[1]["players"][0]["id"], [0.0, 1.0])).await;
    assert_eq!(done["doubts"][0]["code"], "reports-differ");
    assert_eq!(card.table().await["match"]["differ"], true);
    let reports = desk.view().await["hall"]["reports"].clone();
    assert_eq!((&reports[0]["table"], &reports[0]["differ"]), (&json!(2), &json!(true)));
    // Nobody else hears of quarrels.
    let public = get(&server, &desk.id, "", None).await.json();
    assert!(public["hall"].is_null());
    let decides = json!({
        "command": "result", "round": 1, "table": 2, "leg": 0, "entered": { "match": [0.5, 0.5] },
    });
    desk.does(decides).await;
    assert_eq!(card.table().await["match"]["outcome"]["source"], "desk");
    server.stop().await;
}

#[tokio::test]
async fn wrong_input_at_a_table_gets_a_sentence_and_loses_nothing() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({})).await;
    let card = Phone::card(&desk, 1).await;
    let sides = card.table().await["match"]["sides"].clone();
    let me = &sides[0]["players"][0]["id"];
    let elsewhere =
        Phone::card(&desk, 2).await.table().await["match"]["sides"][0]["players"][0]["id"].clone();
    let before = desk.view().await["version"].clone();
    for (command, why) in [
        (report(1, 1, &elsewhere, [1.0, 0.0]), "not-at-table"),
        (report(1, 1, me, [1.0, 1.0]), "wrong-score"),
        (report(2, 1, me, [1.0, 0.0]), "no-round"),
        (call(1, &json!(77), "flag"), "no-player"),
        // The card of one table says nothing for another; nor does it run the event.
        (report(1, 2, &elsewhere, [1.0, 0.0]), "not_the_organiser"),
        (json!({ "command": "finish" }), "not_the_organiser"),
        (json!({ "command": "undo", "act": 3 }), "not_the_organiser"),
    ] {
        assert_eq!(card.refused(command.clone()).await, why, "{command}");
    }
    let own = Phone::player(&desk, me.as_u64().unwrap()).await;
    let partner = &sides[0]["players"][1]["id"];
    assert_eq!(own.refused(report(1, 1, partner, [1.0, 0.0])).await, "not_the_organiser");
    assert_eq!(desk.view().await["version"], before, "nothing has changed");
    // A table that is not in the round, and a phone that still shows the round before.
    let others = json!([{ "players": [{ "name": "Ida" }, { "name": "Jan" }] }, { "players": [{ "name": "Kim" }, { "name": "Lou" }] }]);
    desk.does(json!({ "command": "enter-teams", "teams": others })).await;
    let third = Phone::card(&desk, 3).await.table().await;
    assert_eq!((&third["table"], &third["tables"]), (&json!(3), &json!(2)));
    assert!(third["match"].is_null());
    for table in [1, 2] {
        let entered = json!({ "match": [1, 0] });
        desk.does(json!({ "command": "result", "round": 1, "table": table, "leg": 0, "entered": entered })).await;
    }
    desk.step("close").await;
    desk.start_round().await;
    let answer = card.sends("", &report(1, 1, me, [1.0, 0.0])).await;
    let error = answer.json()["error"].clone();
    assert_eq!(error["why"], "round-over");
    assert!(error["message"].as_str().unwrap().contains("round 2 is on"), "{error}");
    // A card of another event, or of none.
    let other = hall(&server, json!({ "title": "Yesterday" })).await;
    let stranger = Phone {
        server: &server,
        event: desk.id.clone(),
        secret: Phone::card(&other, 1).await.secret,
    };
    assert_eq!(stranger.view().await.status, 403);
    assert_eq!(stranger.refused(call(1, me, "flag")).await, "wrong_event_link");
    server.stop().await;
}

#[tokio::test]
async fn arbiters_share_the_calls_of_all_tables() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({ "book": "sscr" })).await;
    let (one, two) = (Phone::card(&desk, 1).await, Phone::card(&desk, 2).await);
    let player =
        |table: &Value, side: usize| table["match"]["sides"][side]["players"][0]["id"].clone();
    let (first, second) = (player(&one.table().await, 0), player(&two.table().await, 1));
    one.does("", call(1, &first, "flag")).await;
    two.does("", call(2, &second, "hidden")).await;
    assert_eq!(two.refused(call(2, &second, "flag")).await, "called-already");
    let arbiter = Phone::arbiter(&desk).await;
    let view = arbiter.view().await.json();
    assert_eq!(view["you"], "arbiter");
    let queue = view["hall"]["queue"].as_array().unwrap().clone();
    assert_eq!((queue.len(), &queue[0]["table"]), (2, &json!(1)), "the longest waiting first");
    assert_eq!(queue[0]["articles"][0], "sscr 7.8");
    // What the book gives: sscr freezes for 5 or 10 seconds (9.4), and knows no minute.
    let powers = view["hall"]["powers"].as_array().unwrap();
    let freeze = powers.iter().find(|power| power["ruling"] == "freeze").unwrap();
    assert_eq!((&freeze["article"], &freeze["times"]), (&json!("sscr 9.4"), &json!([5, 10])));
    assert!(powers.iter().all(|power| power["ruling"] != "minute"));
    let take = json!({ "command": "take-call", "call": queue[0]["number"], "anyway": false });
    arbiter.does("Vera", take.clone()).await;
    let refused = arbiter.sends("Wim", &take).await.json()["error"].clone();
    assert_eq!(refused["why"], "call-taken");
    assert_eq!(refused["values"]["arbiter"], "Vera");
    assert_eq!(one.table().await["call"]["arbiter"], "Vera");
    // A ruling with its article, undone, and the call answered.
    let ruled = arbiter
        .does(
            "Vera",
            json!({ "command": "rule", "round": 1, "table": 1, "ruling": "warn", "whom": first }),
        )
        .await;
    assert_eq!(ruled["act"]["articles"], json!(["sscr 9.4"]));
    assert_eq!(ruled["act"]["by"], json!({ "by": "arbiter", "name": "Vera" }));
    arbiter.does("Vera", json!({ "command": "undo", "act": ruled["act"]["number"] })).await;
    arbiter.does("Vera", json!({ "command": "answer-call", "call": queue[0]["number"] })).await;
    assert!(one.table().await["call"].is_null());
    let decides = json!({
        "command": "result", "round": 1, "table": 1, "leg": 0, "entered": { "match": [0, 1] },
    });
    arbiter.does("Vera", decides).await;
    // How the event goes on is the desk's.
    for step in ["close", "draft", "finish"] {
        assert_eq!(arbiter.refused(json!({ "command": step })).await, "not_the_organiser");
    }
    assert_eq!(arbiter.refused(json!({ "command": "undo", "act": 4 })).await, "not_the_organiser");
    let log = get(&server, &desk.id, "/log", Some(&arbiter.secret)).await;
    assert_eq!(log.status, 200, "the event's log is theirs to read");
    server.stop().await;
}

#[tokio::test]
async fn the_wall_shows_calls_without_names_also_where_nobody_else_may_watch() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({ "visible": "private" })).await;
    let card = Phone::card(&desk, 2).await;
    let caller = card.table().await["match"]["sides"][0]["players"][0]["id"].clone();
    card.does("", call(2, &caller, "talk")).await;
    assert_eq!(get(&server, &desk.id, "", None).await.status, 404);
    let view = desk.view().await;
    let screen = Phone::of(&desk, view["screen"].as_str().unwrap());
    let seen = screen.view().await.json();
    assert_eq!(seen["you"], "screen");
    let calls = seen["calls"].as_array().unwrap();
    assert_eq!(
        (calls.len(), &calls[0]["table"], &calls[0]["taken"]),
        (1, &json!(2), &json!(false))
    );
    assert!(calls[0].get("player").is_none() && seen["hall"].is_null() && seen["links"].is_null());
    assert_eq!(screen.refused(json!({ "command": "draft" })).await, "not_the_organiser");
    assert_eq!(get(&server, &desk.id, "/table", Some(&screen.secret)).await.status, 403);
    // A start that was said is for everybody to count down to.
    for table in [1, 2] {
        let entered = json!({ "match": [1, 0] });
        desk.does(json!({ "command": "result", "round": 1, "table": table, "leg": 0, "entered": entered })).await;
    }
    for step in ["close", "draft", "publish"] {
        desk.step(step).await;
    }
    desk.does(json!({ "command": "set-start", "starts": 1_900_000_000_000_u64 })).await;
    assert_eq!(screen.view().await.json()["rounds"][1]["starts"], 1_900_000_000_000_u64);
    server.stop().await;
}

#[tokio::test]
async fn a_call_on_the_server_stands_in_the_arbiters_queue_until_the_clocks_run_again() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let desk = hall(&server, json!({ "venue": "online" })).await;
    desk.until("tables", |view| view["tables"].as_array().unwrap().len() == 2).await;
    let mut players = Vec::new();
    for player in 1..=8 {
        players.push((player, come(&desk, player).await.expect("a seat")));
    }
    desk.until("the start", |view| {
        view["tables"].as_array().unwrap().iter().all(|table| table["begun"] == true)
    })
    .await;
    let (caller, (_, client)) = &mut players[0];
    client.act(json!({ "do": "call_arbiter" })).await;
    let caller = *caller;
    let waits = |view: &Value| {
        view["hall"]["queue"][0]["answered"].is_null() && !view["hall"]["queue"][0].is_null()
    };
    let view = desk.until("the call", waits).await;
    let queued = &view["hall"]["queue"][0];
    assert_eq!(queued["player"], caller);
    assert!(
        !queued["articles"].as_array().unwrap().is_empty(),
        "what the referee grants: {queued}"
    );
    // The arbiters' link of the event opens the arbiter's desk of the table: the ruling is the match's own.
    let table = view["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["table"] == queued["table"])
        .unwrap();
    let mut arbiter = server.connect().await;
    arbiter
        .hello(table["match"].as_str().unwrap(), "arbiter", view["arbiter"].as_str(), "Vera")
        .await;
    arbiter.hear("snapshot").await;
    arbiter.rule(json!({ "do": "resume" })).await;
    desk.until("the answer", |view| !view["hall"]["queue"][0]["answered"].is_null()).await;
    server.stop().await;
}
