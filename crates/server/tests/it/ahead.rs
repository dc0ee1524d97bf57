//! Moves that are set before the opponent has moved.

use serde_json::{Value, json};

use crate::support::{Client, Folder, Running, config};

async fn set(client: &mut Client, tried: Value) {
    client.say(json!({ "type": "ahead", "id": 7, "move": tried })).await;
}

/// The next update in which a seat has made a move: its text.
async fn sees_move(client: &mut Client, seat: &str) -> String {
    loop {
        let update = client.hear("update").await;
        let events = update["events"].as_array().unwrap();
        let made = events.iter().find(|event| event["event"] == "made" && event["seat"] == seat);
        if let Some(made) = made {
            return made["uci"].as_str().unwrap().to_owned();
        }
    }
}

#[tokio::test]
async fn a_move_set_in_advance_is_made_when_its_time_comes_and_costs_none() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let [mut white, mut black, _c, mut partner] = server.four(&made).await;
    set(&mut black, json!("e7e5")).await;
    let told = black.hear("update").await;
    assert_eq!(told["you"]["ahead"], json!({ "article": "fics 11", "move": "e7e5" }));
    assert_eq!(told["state"]["boards"]["A"]["turn"], "white");
    white.play("e2e4").await;
    assert_eq!(sees_move(&mut white, "a").await, "e7e5", "white heard of nothing before");
    assert_eq!(sees_move(&mut partner, "a").await, "e7e5");
    let after = server.get(&format!("/api/matches/{}", made.id)).await.json();
    assert_eq!(after["state"]["boards"]["A"]["turn"], "white");
    let clock = |seat: &str| after["state"]["seats"][seat]["clock"].as_i64().unwrap();
    assert_eq!(clock("a"), 180_000, "it took no time");
    server.stop().await;
}

#[tokio::test]
async fn one_that_is_illegal_when_its_time_comes_is_forgotten_and_its_player_told_why() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    // It would capture on e4, where nothing will stand.
    set(&mut black, json!("d5e4")).await;
    black.hear("update").await;
    white.play("a2a3").await;
    let why = black.hear("why").await;
    assert_eq!((&why["id"], &why["why"]["code"]), (&json!(7), &json!("no_man")));
    let next = black.play("e7e5").await;
    assert_eq!(next["you"]["ahead"], json!({ "article": "fics 11" }), "nothing is left of it");
    server.stop().await;
}

/// Board A: White threatens `P@f7` mate and has no pawn; board B: White can take one for that.
const A_PAWN_MATES: &str = "rnbqkbnr/pp1pp1pp/2p5/3P1pN1/5P2/8/PPP1P1PP/RNBQKB1R w KQkq - | \
                            rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";

#[tokio::test]
async fn one_that_a_man_which_came_since_would_mate_is_not_made() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    for arrives in [true, false] {
        let made = server.make(json!({ "book": "fics", "position": A_PAWN_MATES })).await;
        let [mut white, mut black, mut other_white, mut other_black] = server.four(&made).await;
        set(&mut black, json!("g8f6")).await;
        black.hear("update").await;
        // The partner of White on A plays Black on B.
        other_black.play(if arrives { "d5e4" } else { "a7a6" }).await;
        other_white.play("a2a3").await;
        white.play("a2a3").await;
        if arrives {
            let why = black.hear("why").await;
            assert_eq!(
                (&why["id"], &why["why"]["code"]),
                (&json!(7), &json!("mate_came_meanwhile"))
            );
            let next = black.play("g8h6").await;
            assert_eq!(next["you"]["ahead"], json!({ "article": "fics 11" }));
        } else {
            assert_eq!(sees_move(&mut white, "a").await, "g8f6");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn one_that_is_cancelled_is_not_made() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let [mut white, mut black, _c, _d] = server.four(&made).await;
    set(&mut black, json!("e7e5")).await;
    black.hear("update").await;
    set(&mut black, Value::Null).await;
    assert_eq!(black.hear("update").await["you"]["ahead"].get("move"), None);
    let update = white.play("e2e4").await;
    assert_eq!(update["state"]["boards"]["A"]["turn"], "black");
    assert_eq!(black.play("d7d5").await["events"][0]["uci"], "d7d5");
    server.stop().await;
}

#[tokio::test]
async fn a_book_or_the_terms_forbid_it_with_their_article() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let off = json!({ "moves.early_reply": "forbidden" });
    for (wish, article) in [
        (json!({ "book": "asten" }), "asten 15"),
        (json!({ "book": "sscr" }), "sscr 6.5"),
        (json!({ "book": "fics", "options": off }), "fics 11"),
    ] {
        let made = server.make(wish).await;
        let [_a, mut black, _c, _d] = server.four(&made).await;
        set(&mut black, json!("e7e5")).await;
        let why = black.hear("why").await;
        assert_eq!(why["why"]["code"], "no_moves_in_advance");
        let cited = why["why"]["article"].as_str().unwrap();
        assert!(cited.starts_with(article), "{cited}");
    }
    server.stop().await;
}
