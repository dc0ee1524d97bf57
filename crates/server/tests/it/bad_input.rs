//! One clear sentence for everything that can be wrong at the start.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use tandem_server::{Server, SqliteStore};

use crate::support::{Folder, Running, config};

#[tokio::test]
async fn a_port_in_use() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let mut second = config(&folder.0);
    second.listen = server.address;
    let error = Server::open(second).await.err().unwrap().to_string();
    let sentence = format!(
        "another program listens on {} already; choose another with --listen",
        server.address
    );
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
    // Whoever may do anything may write here too; then there is nothing to test.
    if std::fs::write(locked.join("probe"), "").is_ok() {
        return;
    }
    let error = SqliteStore::open(&locked.join("data")).err().unwrap().to_string();
    assert!(error.contains("can't be used"), "{error}");
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
    for path in ["/api/matches/nope", "/api/books/nope", "/api/nope", "/api/matches?phase=later"] {
        assert!((400..500).contains(&server.get(path).await.status), "{path}");
    }
    let head = "Content-Type: text/plain\r\n";
    let upload = server.ask("POST", "/api/replay", head, b"\xff\xfe no game").await;
    assert_eq!(upload.status, 422, "{}", upload.body);
    let made = server.make(json!({ "book": "stein" })).await;
    for nonsense in ["", "{}", "[", "{\"type\":\"act\"}", "{\"type\":\"hello\",\"version\":1}"] {
        let mut client = server.connect().await;
        client.say_raw(nonsense.to_owned()).await;
        assert_eq!(client.hear("bye").await["code"], "bad_message", "{nonsense}");
    }
    let mut client = server.connect().await;
    client
        .say(json!({ "type": "hello", "version": 2, "match": made.id, "role": "spectator" }))
        .await;
    assert_eq!(client.hear("bye").await["code"], "version");
    let mut client = server.connect().await;
    client.hello("aaaaaaaaaaaaaaaa", "spectator", None, "").await;
    assert_eq!(client.hear("bye").await["code"], "not_found");
    server.stop().await;
}
