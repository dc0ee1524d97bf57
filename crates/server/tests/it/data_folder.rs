//! The data folder: one server at a time, noticed when it goes, found out when it was damaged.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};
use tandem_server::{MatchId, SqliteStore, Stage, Store, StoreError};

use crate::support::{Client, Folder, Made, Running, config};

#[test]
fn sqlite_is_one_without_the_fault_of_the_write_ahead_log() {
    // Before 3.51.3 a checkpoint beside a writer could lose what was written.
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[tokio::test]
async fn a_second_server_on_one_folder_is_refused() {
    let folder = Folder::new();
    let first = SqliteStore::open(&folder.0).unwrap();
    let error = SqliteStore::open(&folder.0).err().unwrap().to_string();
    let sentence = format!(
        "another tandem (process {}) serves the data folder {}; stop it first, or choose another \
         folder with --data",
        std::process::id(),
        folder.0.display()
    );
    assert_eq!(error, sentence);
    first.stop().await;
    SqliteStore::open(&folder.0).unwrap();
}

/// Nothing can be stored: everybody who asks is told so.
async fn refuses(server: &Running, ann: &mut Client, free: &Made) {
    let refused = ann.do_(json!({ "do": "say", "say": "sit" })).await;
    assert_eq!(refused["code"], "not_stored");
    let health = server.get("/healthz").await;
    assert_eq!(health.status, 503);
    assert!(health.body.starts_with("nothing can be stored: "), "{}", health.body);
    assert!(
        health.body.contains("was deleted or replaced while the server ran"),
        "{}",
        health.body
    );
    let made = server.post("/api/matches", &json!({ "book": "stein" })).await;
    assert_eq!(made.status, 503, "{}", made.body);
    assert_eq!(made.json()["error"]["code"], "unavailable");
    let join = format!("/api/matches/{}/join", free.id);
    assert_eq!(server.post(&join, &json!({ "name": "Eve" })).await.status, 503);
}

#[tokio::test]
async fn a_folder_that_goes_under_a_running_server_is_noticed_at_once() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    let server = Running::start(config(&data)).await;
    let made = server.make(json!({ "book": "fics" })).await;
    let free = server.make(json!({ "book": "fics", "public": true })).await;
    let [mut ann, _ben, _cid, _dee] = server.four(&made).await;
    assert_eq!(server.get("/healthz").await.body, "ok\n");

    let elsewhere = folder.0.join("elsewhere");
    std::fs::rename(&data, &elsewhere).unwrap();
    refuses(&server, &mut ann, &free).await;
    // Another folder in its place is not it.
    std::fs::create_dir(&data).unwrap();
    for file in ["tandem.sqlite", "tandem.sqlite-wal", "tandem.lock"] {
        std::fs::copy(elsewhere.join(file), data.join(file)).unwrap();
    }
    refuses(&server, &mut ann, &free).await;
    // It is back as it was, and nothing that was refused is in it.
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::rename(&elsewhere, &data).unwrap();
    assert_eq!(ann.play("d4").await["type"], "update");
    while server.get("/healthz").await.body != "ok\n" {
        tokio::task::yield_now().await;
    }
    let events = server.get(&format!("/api/matches/{}/events", made.id)).await.json();
    let made_moves = events["events"].as_array().unwrap().iter().filter(|e| e["event"] == "made");
    assert_eq!(made_moves.map(|e| e["san"].clone()).collect::<Vec<_>>(), [json!("d4")]);

    for gone in ["tandem.sqlite-wal", "tandem.sqlite", "tandem.lock"] {
        let aside = folder.0.join("aside");
        std::fs::rename(data.join(gone), &aside).unwrap();
        refuses(&server, &mut ann, &free).await;
        std::fs::rename(&aside, data.join(gone)).unwrap();
    }
    std::fs::remove_dir_all(&data).unwrap();
    refuses(&server, &mut ann, &free).await;
    server.stop().await;
}

/// Changes the data behind the server's back.
fn meddle(folder: &Path, sql: &str) {
    let database = Connection::open(folder.join("tandem.sqlite")).unwrap();
    assert!(database.execute(sql, []).unwrap() > 0, "{sql}");
}

#[tokio::test]
async fn a_damaged_match_is_named_and_set_apart_and_the_others_go_on() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let wish = json!({ "book": "stein", "public": true });
    let (good, bad) = (server.make(wish.clone()).await, server.make(wish.clone()).await);
    let worse = server.make(wish).await;
    for made in [&good, &bad] {
        let [mut ann, ..] = server.four(made).await;
        ann.play("e4").await;
    }
    server.stop().await;
    meddle(
        &folder.0,
        &format!(
            "UPDATE log SET step = replace(step, 'e2e4', 'e2e3') WHERE step LIKE '%e2e4%' \
             AND match = (SELECT number FROM matches WHERE id = '{}')",
            bad.id
        ),
    );
    let cheaper = "UPDATE matches SET terms = replace(terms, 'stein', 'asten') WHERE id = ";
    meddle(&folder.0, &format!("{cheaper}'{}'", worse.id));

    let server = Running::start(config(&folder.0)).await;
    assert_eq!(server.get("/api/matches").await.json(), json!([]), "it is in no list");
    for damaged in [&bad, &worse] {
        for path in ["", "/events", "/bpgn", "/replay"] {
            let answer = server.get(&format!("/api/matches/{}{path}", damaged.id)).await;
            assert_eq!((answer.status, &answer.json()["error"]["code"]), (500, &json!("damaged")));
        }
        let mut ann = server.connect().await;
        ann.hello(&damaged.id, "A", Some(&damaged.secret("A")), "Ann").await;
        assert_eq!(ann.hear("bye").await["code"], "damaged");
    }
    let health = server.get("/healthz").await;
    assert_eq!(health.status, 200);
    for damaged in [&bad, &worse] {
        let line = format!("match {} was damaged on the disk and is set apart\n", damaged.id);
        assert!(health.body.contains(&line), "{}", health.body);
    }
    let mut ben = server.sit(&good, "a", "").await;
    for seat in ["A", "B", "b"] {
        server.sit(&good, seat, "").await;
    }
    assert_eq!(ben.play("e5").await["type"], "update");
    server.stop().await;
}

/// A row of version 2 without what was added to the referee's own words.
fn referees_words(row: Value) -> Vec<Value> {
    let Value::Array(mut events) = row else { panic!("a row is a list") };
    for event in &mut events {
        let added: &[&str] = match event["event"].as_str() {
            Some("made") => &["seq", "uci", "san", "number"],
            Some("completed") => &["seq", "clock"],
            _ => &["seq"],
        };
        let fields = event.as_object_mut().unwrap();
        added.iter().for_each(|field| drop(fields.shift_remove(*field)));
    }
    events
}

#[tokio::test]
async fn a_folder_of_version_2_is_brought_up_to_date() {
    let folder = Folder::new();
    let path = folder.0.join("tandem.sqlite");
    let database = Connection::open(&path).unwrap();
    let fixture = include_str!("../../../../fixtures/store/version-2.sql");
    database.execute_batch(fixture).unwrap();
    let events = |database: &Connection, id: &str| -> Vec<Value> {
        let mut rows = database
            .prepare(
                "SELECT events FROM log JOIN matches ON match = matches.number WHERE id = ?1 \
                 ORDER BY seq",
            )
            .unwrap();
        let rows = rows.query_map([id], |row| row.get::<_, String>(0)).unwrap();
        rows.map(|row| serde_json::from_str(&row.unwrap()).unwrap()).collect()
    };
    let ids = ["dg3fhqxr4066xsab", "ku620ukg88jxs9zg", "wp5s5xmd8ewpgkrp"];
    let before = ids.map(|id| events(&database, id));
    drop(database);

    let store = SqliteStore::open(&folder.0).unwrap();
    for (id, before) in ids.into_iter().zip(before) {
        let id: MatchId = id.parse().unwrap();
        let stored = store.load(&id).await.unwrap().unwrap();
        let steps = stored.rows.iter().map(|row| serde_json::from_str::<Value>(&row.step).unwrap());
        let after: Vec<(Vec<Value>, bool)> = steps
            .map(|step| {
                let records = step["records"].as_array().unwrap();
                let events = records.iter().flat_map(|record| record["events"].as_array().unwrap());
                let explained = records.iter().all(|record| record["asked"].is_object());
                (events.cloned().collect(), explained)
            })
            .collect();
        let before: Vec<(Vec<Value>, bool)> =
            before.into_iter().map(|row| (referees_words(row), true)).collect();
        assert_eq!(after, before, "every event is there, and what was asked for it");
    }
    assert_eq!(store.list(Stage::Over, 10).await.unwrap()[0].result.as_deref(), Some("0-1"));
    assert_eq!(store.unfinished().await.unwrap().len(), 1);
    store.stop().await;

    // From now on its rows are guarded like all others.
    meddle(&folder.0, "UPDATE log SET at = at + 1 WHERE number = 30");
    let store = SqliteStore::open(&folder.0).unwrap();
    let id: MatchId = ids[1].parse().unwrap();
    assert!(matches!(store.load(&id).await, Err(StoreError::Damaged(_))));
    assert_eq!(store.health().damaged, [id]);
}
