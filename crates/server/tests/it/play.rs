//! Playing: what the pages rely on.

use serde_json::{Value, json};

use crate::support::{Answer, Folder, Running, config};

fn grants(you: &Value, act: &str) -> bool {
    you["granted"].as_array().unwrap().iter().any(|granted| granted["act"]["do"] == act)
}

#[tokio::test]
async fn four_play_and_everybody_sees_it() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "title": "Final", "public": true })).await;
    let listed = server.get("/api/matches").await.json();
    assert_eq!(listed[0]["id"], made.id.as_str());
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    let update = white.play("e4").await;
    assert_eq!(update["events"][0]["san"], "e4");
    assert_eq!(update["events"][0]["uci"], "e2e4");
    assert!(update["events"][0].get("legal").is_none(), "players are not told");
    assert_eq!(update["you"]["moves"], "", "not White's turn any more");
    let seen = black.hear("update").await;
    assert_eq!(seen["state"]["boards"]["A"]["turn"], "black");
    assert!(seen["you"]["moves"].as_str().unwrap().contains("e7e5"));
    assert!(grants(&seen["you"], "resign"));
    let refused = white.play("d4").await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["code"], "opponents_turn");
    black.do_(json!({ "do": "resign" })).await;
    let end = white.hear("update").await;
    assert_eq!(end["state"]["verdict"]["reason"], "resignation");
    assert_eq!(server.get("/api/matches?stage=over").await.json()[0]["result"], "1-0");
    // The watcher heard of it too, and has nothing to do.
    let snapshot = watcher.hear("snapshot").await;
    assert_eq!(snapshot["you"], json!({}));
    let bpgn = server.get(&format!("/api/matches/{}/bpgn", made.id)).await;
    assert!(bpgn.body.contains("[WhiteA \"Player A\"]") && bpgn.body.contains("1A. e4"));
    let film = server.get(&format!("/api/matches/{}/replay", made.id)).await.json();
    assert_eq!(film["frames"][1]["san"], "e4");
    let head = "Content-Type: text/plain\r\n";
    let again = server.ask("POST", "/api/replay?book=minerva", head, bpgn.body.as_bytes()).await;
    assert_eq!(again.json()["frames"][1]["uci"], "e2e4", "{}", again.body);
    assert_eq!(again.json()["reason"], "resignation", "told in every language");
    server.stop().await;
}

#[tokio::test]
async fn partners_talk_and_opponents_do_not_hear() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let [mut white_a, mut black_a, _white_b, mut black_b] = server.four(&made).await;
    white_a.do_(json!({ "do": "say", "say": { "need": "N" } })).await;
    let heard = black_b.hear("update").await;
    assert_eq!(heard["events"][0]["message"], json!({ "need": "N" }));
    white_a.play("e4").await;
    assert_eq!(black_a.hear("update").await["events"][0]["event"], "made", "nothing before it");
    server.stop().await;
}

#[tokio::test]
async fn open_input_betrays_no_illegal_move() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "minerva", "input": "open" })).await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    let legal = white.play("e2e4").await;
    let after_legal = black.hear("update").await;
    black.play("e7e5").await;
    white.hear("update").await;
    let illegal = white.play("g1g5").await;
    assert_eq!(illegal["type"], "update", "hands can do that");
    let after_illegal = black.hear("update").await;
    for update in [&legal, &illegal, &after_legal, &after_illegal] {
        let made = &update["events"][0];
        assert!(made.get("legal").is_none() && made.get("move").is_none(), "{made}");
    }
    let acts = |update: &Value| -> Vec<Value> {
        let granted = update["you"]["granted"].as_array().unwrap();
        granted.iter().map(|granted| granted["act"].clone()).collect()
    };
    assert_eq!(acts(&after_legal), acts(&after_illegal), "the list tells nobody");
    let back = black.do_(json!({ "do": "claim", "claim": "illegal" })).await;
    assert!(back["events"].as_array().unwrap().iter().any(|e| e["event"] == "undone"));
    server.stop().await;
}

#[tokio::test]
async fn the_arbiter_has_the_powers_of_the_book() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "sscr", "arbiter": true })).await;
    let mut arbiter = server.connect().await;
    arbiter.hello(&made.id, "arbiter", Some(&made.secret("arbiter")), "Arb").await;
    let [mut white, ..] = server.four(&made).await;
    let stopped = arbiter.rule(json!({ "do": "stop" })).await;
    assert_eq!(stopped["state"]["stopped"], true);
    assert_eq!(white.play("e4").await["type"], "refused");
    arbiter.rule(json!({ "do": "resume" })).await;
    assert_eq!(white.play("e4").await["type"], "update");
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_swaps_colours_and_keeps_the_secrets() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut clients = server.four(&made).await;
    clients[0].do_(json!({ "do": "resign" })).await;
    // stein plays both games to their end.
    clients[2].do_(json!({ "do": "resign" })).await;
    for client in &mut clients {
        client.say(json!({ "type": "rematch", "on": true })).await;
    }
    let next = clients[0].hear("rematch").await;
    assert_eq!(next["seat"], "a");
    let mut again = server.connect().await;
    let id = next["match"].as_str().unwrap();
    again.hello(id, "a", Some(&made.secret("A")), "").await;
    again.hear("welcome").await;
    let snapshot = again.hear("snapshot").await;
    assert_eq!(snapshot["people"]["seats"]["a"]["name"], "Player A");
    assert_eq!(snapshot["match"]["rematch_of"], made.id.as_str());
    server.stop().await;
}

#[tokio::test]
async fn a_match_of_players_has_no_arbiter_unless_its_terms_say_so() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "sscr", "public": true })).await;
    assert_eq!(made.links.get("arbiter"), None);
    assert_eq!(server.get("/api/matches").await.json()[0]["arbiter"], false);
    for secret in ["A", "a", "B", "b"].map(|seat| made.secret(seat)) {
        let mut maker = server.connect().await;
        maker.hello(&made.id, "arbiter", Some(&secret), "").await;
        assert_eq!(maker.hear("bye").await["code"], "unauthorised");
    }
    let [mut white, ..] = server.four(&made).await;
    let refused = white.do_(json!({ "do": "call_arbiter" })).await;
    assert_eq!(refused["code"], "no_arbiter_here");
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(
        (&state["match"]["arbiter"], &state["people"]["arbiter"]),
        (&json!(false), &json!(false))
    );
    server.stop().await;
}

#[tokio::test]
async fn an_arbiter_is_shown_to_all_and_does_not_play() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "sscr", "public": true, "arbiter": true })).await;
    let listed = server.get("/api/matches").await.json();
    for term in ["book", "time", "press", "input", "flag", "lag", "options", "position", "arbiter"]
    {
        assert!(listed[0].get(term).is_some(), "{term} is told before a seat is taken");
    }
    let hello = |role: &str, seat: Option<&str>, device: &str| {
        json!({
            "type": "hello", "version": 2, "match": made.id, "role": role, "seat": seat,
            "secret": made.secret(seat.unwrap_or("arbiter")), "device": device,
        })
    };
    let mut ann = server.connect().await;
    ann.say(hello("seat", Some("A"), "ann's phone")).await;
    assert_eq!(ann.hear("people").await["people"]["arbiter"], false);
    let mut both = server.connect().await;
    both.say(hello("arbiter", None, "ann's phone")).await;
    assert_eq!(both.hear("bye").await["code"], "unauthorised");
    let mut arbiter = server.connect().await;
    arbiter.say(hello("arbiter", None, "the desk")).await;
    arbiter.hear("welcome").await;
    assert_eq!(ann.hear("people").await["people"]["arbiter"], true);
    let mut both = server.connect().await;
    both.say(hello("seat", Some("a"), "the desk")).await;
    assert_eq!(both.hear("bye").await["code"], "unauthorised");
    server.stop().await;
}

#[tokio::test]
async fn whoever_missed_the_rematch_finds_his_new_seat() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let mut clients = server.four(&made).await;
    clients[0].do_(json!({ "do": "resign" })).await;
    for client in &mut clients {
        client.say(json!({ "type": "rematch", "on": true })).await;
    }
    let next = clients[0].hear("rematch").await["match"].clone();
    drop(clients);
    let mut late = server.connect().await;
    late.hello(&made.id, "B", Some(&made.secret("B")), "").await;
    let told = late.hear("rematch").await;
    assert_eq!((&told["match"], &told["seat"]), (&next, &json!("b")));
    let mut watcher = server.connect().await;
    watcher.hello(&made.id, "spectator", None, "").await;
    assert_eq!(watcher.hear("rematch").await["seat"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn names_are_seen_told_apart_and_whoever_is_cut_is_told() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "asten", "public": true })).await;
    let astronauts = "👩🏽\u{200d}🚀".repeat(30);
    let mut ann = server.sit(&made, "A", &astronauts).await;
    let notice = ann.hear("notice").await;
    assert_eq!(notice["code"], "name_changed");
    assert_eq!(notice["detail"], astronauts[..astronauts.len() / 30 * 24], "24, each whole");
    let path = format!("/api/matches/{}/join", made.id);
    let unseen = server.post(&path, &json!({ "seat": "a", "name": "\u{3164}\u{e0041}" })).await;
    assert_eq!(unseen.status, 422);
    let taken = server.post(&path, &json!({ "seat": "a", "name": "Ann" })).await.json();
    assert_eq!(taken["name"], "Ann");
    let taken = server.post(&path, &json!({ "seat": "B", "name": "\u{410}nn" })).await.json();
    assert_eq!(taken["name"], "\u{410}nn (B)", "the first letter is another");
    server.stop().await;
}

#[tokio::test]
async fn an_address_takes_only_so_many_seats() {
    let folder = Folder::new();
    let mut config = config(&folder.0);
    config.bounds.joins = 2;
    let server = Running::start(config).await;
    let made = server.make(json!({ "book": "asten", "public": true })).await;
    let path = format!("/api/matches/{}/join", made.id);
    for status in [200, 200, 429] {
        assert_eq!(server.post(&path, &json!({ "name": "Eve" })).await.status, status);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_stranger_takes_a_free_seat_of_a_public_match() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "asten", "public": true })).await;
    let path = format!("/api/matches/{}/join", made.id);
    let taken = server.post(&path, &json!({ "seat": "B", "name": "Eve" })).await.json();
    let mut eve = server.connect().await;
    eve.hello(&made.id, "B", taken["secret"].as_str(), "").await;
    assert_eq!(eve.hear("welcome").await["seat"], "B");
    let again = server.post(&path, &json!({ "seat": "B", "name": "Eve" })).await;
    assert_eq!(again.status, 409);
    let mut old = server.connect().await;
    old.hello(&made.id, "B", Some(&made.secret("B")), "Old").await;
    assert_eq!(old.hear("bye").await["code"], "unauthorised", "the old link is void");
    server.stop().await;
}

#[tokio::test]
async fn every_path_of_the_api_is_described() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let paths = server.get("/api/openapi.json").await.json()["paths"].clone();
    for path in paths.as_object().unwrap().keys() {
        let path = path.replace("{id}", "stein");
        let answer = server.get(&path).await;
        assert_ne!(answer.status, 500, "{path}");
    }
    // What can't be read is told as JSON like everything else.
    let unread = server.get("/api/matches/%FF").await;
    assert_eq!((unread.status, &unread.json()["error"]["code"]), (404, &json!("not_found")));
    let unread = server.ask("POST", "/api/replay?game=0", "", b"").await;
    assert_eq!((unread.status, &unread.json()["error"]["code"]), (400, &json!("bad_request")));
    assert_eq!(server.get("/healthz").await.body, "ok\n");
    assert!(server.get("/metrics").await.body.contains("tandem_moves_total"));
    let book = server.get("/api/books/stein").await.json();
    assert!(book["articles"][0]["text"]["cs"].is_string());
    server.stop().await;
}

#[tokio::test]
async fn a_new_device_is_not_ready_because_the_old_one_was() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    while ann.hear("people").await["people"]["seats"]["A"]["ready"] != true {}
    let _other = server.sit(&made, "A", "").await;
    let state = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(state["people"]["seats"]["A"]["ready"], false);
    server.stop().await;
}

/// A page with the head that tells of its match. Where a machine is busy a page does not wait long for it: whoever asks
/// again has it then.
async fn told(server: &Running, path: &str) -> Answer {
    for _ in 0..100 {
        let page = server.get(path).await;
        if !page.body.contains("og:site_name") || page.body.contains("/picture.png") {
            return page;
        }
    }
    server.get(path).await
}

#[tokio::test]
async fn a_link_shows_what_it_leads_to() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein", "title": "Final <b>" })).await;
    let page = told(&server, &format!("/m/{}", made.id)).await;
    assert_eq!(page.status, 200);
    // A server that was built without its pages has none to put a head into.
    if page.body.contains("og:site_name") {
        assert!(page.body.contains("<title>Final &lt;b&gt; · Tandem</title>"), "{}", page.body);
        let picture = format!("/api/matches/{}/picture.png", made.id);
        assert!(page.body.contains(&picture), "{}", page.body);
        assert_eq!(page.body.matches("og:title").count(), 1);
    }
    // So does the link to its replay.
    let replay = told(&server, &format!("/replay/{}", made.id)).await;
    if replay.body.contains("og:site_name") {
        assert!(replay.body.contains("<title>Final &lt;b&gt; · Tandem</title>"), "{}", replay.body);
        assert!(replay.body.contains(&format!("/api/matches/{}/picture.png", made.id)));
        assert!(!replay.body.contains("MatchPage-"), "a replay is no table: {}", replay.body);
    }
    let unknown = server.get("/replay/AAAAAAAAAAAA").await;
    assert_eq!(unknown.status, 200, "the page says itself that there is none");
    let picture = server.get(&format!("/api/matches/{}/picture.png", made.id)).await;
    assert_eq!(picture.status, 200);
    assert!(picture.head.contains("content-type: image/png"), "{}", picture.head);
    assert_eq!(server.get("/api/matches/AAAAAAAAAAAA/picture.png").await.status, 404);
    assert!(!page.body.contains("class=\"first\""), "nothing is played yet: {}", page.body);
    let bots = json!({ "a": "1", "B": "1", "b": "1" });
    let played = server.make(json!({ "book": "fics", "bots": bots })).await;
    let mut ann = server.sit(&played, "A", "Ann <b>").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    ann.hear("update").await;
    let page = told(&server, &format!("/m/{}", played.id)).await;
    if page.body.contains("og:site_name") {
        assert!(page.body.contains("<div class=\"first\"><svg"), "{}", page.body);
        assert!(page.body.contains("Ann &lt;b&gt;") && !page.body.contains("Ann <b>"));
        assert!(page.body.contains("rel=\"modulepreload\" crossorigin href=\"/assets/MatchPage-"));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_bot_nods_where_partners_may_say_anything() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let bots = json!({ "a": "1", "B": "1", "b": "1" });
    let made = server.make(json!({ "book": "fics", "bots": bots })).await;
    let mut ann = server.sit(&made, "A", "Ann").await;
    ann.say(json!({ "type": "ready", "on": true })).await;
    ann.hear("update").await;
    for asked in [json!({ "need": "N" }), json!({ "text": "Niet ruilen" })] {
        ann.do_(json!({ "do": "say", "say": asked })).await;
        loop {
            let update = ann.hear("update").await;
            let events = update["events"].as_array().unwrap();
            let said = |event: &&Value| event["event"] == "said" && event["seat"] == "b";
            if let Some(said) = events.iter().find(said) {
                assert_eq!(said["message"], json!({ "text": "👍" }));
                break;
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn several_arbiters_rule_one_match() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein", "arbiter": true })).await;
    let _players = server.four(&made).await;
    let mut desks = Vec::new();
    for _ in 0..2 {
        let mut desk = server.connect().await;
        desk.hello(&made.id, "arbiter", Some(&made.secret("arbiter")), "").await;
        desk.hear("snapshot").await;
        desks.push(desk);
    }
    let [mut one, mut other]: [_; 2] = desks.try_into().unwrap_or_else(|_| unreachable!());
    assert!(one.rule(json!({ "do": "stop" })).await["state"]["stopped"] == true);
    let heard = other.hear("update").await;
    assert!(heard["state"]["stopped"] == true, "the other desk hears of it");
    let number = heard["ack"].as_u64().unwrap() + 1;
    other.say(json!({ "type": "rule", "id": number, "rule": { "do": "resume" } })).await;
    assert!(one.hear("update").await["state"]["stopped"] == false);
    let warn = json!({ "do": "warn", "seat": "a", "why": " hands  over the board " });
    let number = number + 1;
    one.say(json!({ "type": "rule", "id": number, "rule": warn })).await;
    other.hear("update").await;
    let told = other.hear("update").await;
    assert_eq!(told["events"][0]["why"], "hands over the board");
    let lost = json!({ "do": "result", "board": "A", "result": "0-1" });
    other.say(json!({ "type": "foresee", "id": 1, "rule": lost })).await;
    let told = other.hear("foreseen").await;
    assert_eq!(told["foreseen"]["games"][0]["result"], "0-1", "what it would bring about");
    assert_eq!((&told["foreseen"]["asks"], &told["id"]), (&json!(true), &json!(1)));
    other.say(json!({ "type": "foresee", "id": 2, "rule": { "do": "flag", "seat": "A" } })).await;
    assert_eq!(other.hear("foreseen").await["why"]["code"], "no_such_power");
    server.stop().await;
}
