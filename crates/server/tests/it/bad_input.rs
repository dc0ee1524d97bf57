//! One clear sentence for everything that can be wrong at the start.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use tandem_server::{Server, SqliteStore, Stage, Store};

use crate::support::{Folder, Running, config};

#[tokio::test]
async fn a_port_in_use() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let mut second = config(&folder.0);
    second.listen = server.address;
    let error = Server::open(second).await.err().unwrap().to_string();
    let sentence =
        format!("{} is already in use; choose another address with --listen", server.address);
    assert_eq!(error, sentence);
    server.stop().await;
}

#[test]
fn a_folder_that_is_a_file() {
    let folder = Folder::new();
    let file = folder.0.join("file");
    std::fs::write(&file, "").unwrap();
    let error = SqliteStore::open(&file).err().unwrap().to_string();
    assert!(
        error.starts_with(&format!("the data folder {} can't be used:", file.display())),
        "{error}"
    );
}

#[test]
fn a_folder_that_can_not_be_written() {
    let folder = Folder::new();
    let locked = folder.0.join("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    // Whoever may do anything may write there too; a folder below a file nobody can make.
    let (file, locked) = (folder.0.join("file"), locked.join("data"));
    std::fs::write(&file, "").unwrap();
    let may_do_anything = std::fs::create_dir(&locked).is_ok();
    let data = if may_do_anything { file.join("data") } else { locked };
    let error = SqliteStore::open(&data).err().unwrap().to_string();
    let sentence = format!("the data folder {} can't be used:", data.display());
    assert!(error.starts_with(&sentence), "{error}");
}

#[test]
fn a_folder_of_a_newer_version() {
    let folder = Folder::new();
    drop(SqliteStore::open(&folder.0).unwrap());
    let database = rusqlite::Connection::open(folder.0.join("tandem.sqlite")).unwrap();
    database.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(database);
    let error = SqliteStore::open(&folder.0).err().unwrap().to_string();
    assert!(error.contains("was written by a newer version of tandem (data version 99"), "{error}");
}

#[tokio::test]
async fn a_folder_of_version_1_is_brought_up_to_date() {
    let folder = Folder::new();
    let database = rusqlite::Connection::open(folder.0.join("tandem.sqlite")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE matches (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                created INTEGER NOT NULL, terms TEXT NOT NULL, public INTEGER NOT NULL,
                arbiter BLOB NOT NULL, stage INTEGER NOT NULL DEFAULT 0, result TEXT,
                moment INTEGER NOT NULL DEFAULT 0, rematch TEXT);
             CREATE TABLE seats (id TEXT NOT NULL, seat INTEGER NOT NULL, secret BLOB NOT NULL,
                name TEXT, PRIMARY KEY (id, seat)) WITHOUT ROWID;
             CREATE TABLE log (id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
                actor INTEGER, command INTEGER, events TEXT NOT NULL,
                PRIMARY KEY (id, seq)) WITHOUT ROWID;
             INSERT INTO matches (number, id, created, terms, public, arbiter) VALUES
                (7, 'second', 1, '', 0, ''), (3, 'first', 1, '', 0, '');
             INSERT INTO log (id, seq, at, events) VALUES ('second', 2, 20, 'II b'),
                ('first', 1, 5, 'I a'), ('second', 1, 10, 'II a'), ('first', 2, 6, 'I b'),
                ('first', 4, 9, 'I c');
             PRAGMA user_version = 1;",
        )
        .unwrap();
    drop(database);
    let store = SqliteStore::open(&folder.0).unwrap();
    assert!(store.list(Stage::Open, 10).await.unwrap().is_empty());
    assert!(store.unfinished().await.unwrap().is_empty());
    // The log of each match can be followed from its last row to its first.
    let database = rusqlite::Connection::open(folder.0.join("tandem.sqlite")).unwrap();
    for (number, events) in [(3, ["I c", "I b", "I a"].as_slice()), (7, &["II b", "II a"])] {
        let mut found = Vec::new();
        let mut next: Option<i64> = Some(
            database
                .query_row("SELECT last FROM heads WHERE match = ?1", [number], |row| row.get(0))
                .unwrap(),
        );
        while let Some(row) = next {
            let (text, before): (String, Option<i64>) = database
                .query_row("SELECT step, before FROM log WHERE number = ?1", [row], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .unwrap();
            found.push(text);
            next = before;
        }
        assert_eq!(found, events);
    }
}

#[test]
fn a_database_that_is_none() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("tandem.sqlite"), "this is no database at all, but long enough")
        .unwrap();
    assert!(SqliteStore::open(&folder.0).err().unwrap().to_string().contains("can't be used"));
}

#[tokio::test]
async fn nonsense_over_http_and_over_the_socket() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    for (wish, status) in [
        (json!({}), 422),
        (json!({ "book": "chess" }), 422),
        (json!({ "book": "stein", "colour": "red" }), 400),
        (json!({ "book": "stein", "time": { "base": 0, "increment": 0, "delay": 0 } }), 422),
        (json!({ "book": "stein", "position": "no" }), 422),
        (json!("stein"), 400),
    ] {
        let answer = server.post("/api/matches", &wish).await;
        assert_eq!(answer.status, status, "{wish}: {}", answer.body);
        assert!(answer.json()["error"]["message"].is_string());
    }
    for path in ["/api/matches/nope", "/api/books/nope", "/api/nope", "/api/matches?stage=later"] {
        assert!((400..500).contains(&server.get(path).await.status), "{path}");
    }
    let head = "Content-Type: text/plain\r\n";
    let upload = server.ask("POST", "/api/replay", head, b"\xff\xfe no game").await;
    assert_eq!(upload.status, 422, "{}", upload.body);
    let made = server.make(json!({ "book": "stein" })).await;
    for nonsense in ["", "{}", "[", "{\"type\":\"act\"}", "{\"type\":\"hello\",\"version\":2}"] {
        let mut client = server.connect().await;
        client.say_raw(nonsense.to_owned()).await;
        assert_eq!(client.hear("bye").await["code"], "bad_message", "{nonsense}");
    }
    let mut client = server.connect().await;
    client
        .say(json!({ "type": "hello", "version": 1, "match": made.id, "role": "spectator" }))
        .await;
    assert_eq!(client.hear("bye").await["code"], "version");
    // A link that lost its end opens as little as one of a match that never was.
    for unknown in ["aaaaaaaaaaaaaaaa", &made.id[1..], "", "?"] {
        let mut client = server.connect().await;
        client.hello(unknown, "spectator", None, "").await;
        assert_eq!(client.hear("bye").await["code"], "not_found", "{unknown}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_hello_that_can_not_be_read_is_told_what_is_wrong_with_it() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server.make(json!({ "book": "stein" })).await;
    let hello = |more: &str| format!("{{\"type\":\"hello\",\"match\":\"{}\",{more}}}", made.id);
    for (first, why, names) in [
        ("{\"type\":\"ready\",\"on\":true}".to_owned(), "hello_first", ""),
        (hello("\"version\":2"), "message_unread", "role"),
        (hello("\"version\":2,\"role\":\"seat\",\"seat\":\"C\""), "message_unread", "`C`"),
        (hello("\"version\":2,\"role\":\"player\""), "message_unread", "player"),
        ("{\"type\":\"hello\"".to_owned(), "message_unread", "EOF"),
        // What a later version may look like.
        ("{\"type\":\"hello\",\"version\":3}".to_owned(), "other_version", ""),
    ] {
        let mut client = server.connect().await;
        client.say_raw(first.clone()).await;
        let bye = client.hear("bye").await;
        assert_eq!(bye["why"], why, "{first}: {bye}");
        let detail = bye["values"]["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(names), "{first}: {bye}");
    }
    server.stop().await;
}
