//! What the server really says, compared with the examples in `fixtures/protocol`.
//!
//! `TANDEM_GOLDEN=write cargo test -p tandem-server golden` writes them anew.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Folder, Running, config};

fn compare(name: &str, mut message: Value, id: &str) {
    steady(&mut message, id);
    let text = serde_json::to_string_pretty(&message).unwrap() + "\n";
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/protocol");
    let file = folder.join(format!("{name}.json"));
    if std::env::var("TANDEM_GOLDEN").as_deref() == Ok("write") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(file, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, known, "{} differs; is docs/protocol.md still true?", file.display());
}

/// What is different each time becomes the same.
fn steady(value: &mut Value, id: &str) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                let time = matches!(
                    key.as_str(),
                    "now" | "at" | "clock" | "created" | "lag" | "on_move_for"
                );
                if time && (value.is_number() || key == "lag") {
                    *value = json!(0);
                } else if let ("clocks", Some(clocks)) = (key.as_str(), value.as_object_mut()) {
                    clocks.values_mut().for_each(|clock| *clock = json!(0));
                }
                steady(value, id);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| steady(value, id)),
        Value::String(text) if text.contains(id) => *text = text.replace(id, "k3v9abcdefghjkmn"),
        _ => {}
    }
}

#[tokio::test]
async fn golden() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let made = server
        .make(json!({ "book": "stein", "title": "Club evening", "public": true, "arbiter": true }))
        .await;
    let id = made.id.clone();
    compare("list", server.get("/api/matches").await.json(), &id);
    let mut ann = server.connect().await;
    ann.hello(&id, "A", Some(&made.secret("A")), "Ann").await;
    compare("welcome", ann.next().await.unwrap(), &id);
    compare("snapshot-waiting", ann.next().await.unwrap(), &id);
    compare("people", ann.hear("people").await, &id);
    drop(ann);
    let mut arbiter = server.connect().await;
    arbiter.hello(&id, "arbiter", Some(&made.secret("arbiter")), "").await;
    compare("welcome-arbiter", arbiter.next().await.unwrap(), &id);
    let [mut white, mut black, ..] = server.four(&made).await;
    compare("update-started-arbiter", arbiter.hear("update").await, &id);
    compare("update-move", white.play("e4").await, &id);
    compare("update-own-turn", black.hear("update").await, &id);
    compare("refused", white.play("d4").await, &id);
    white.say(json!({ "type": "act", "id": 1, "act": { "do": "resign" } })).await;
    compare("ack-repeated", white.hear("ack").await, &id);
    white.say(json!({ "type": "ping", "sent": 12.5 })).await;
    compare("pong", white.hear("pong").await, &id);
    compare("events", server.get(&format!("/api/matches/{id}/events")).await.json(), &id);
    compare("state", server.get(&format!("/api/matches/{id}")).await.json(), &id);
    compare(
        "replay",
        server.get(&format!("/api/matches/{id}/replay")).await.json()["frames"].clone(),
        &id,
    );
    white.say(json!({ "type": "hello" })).await;
    compare("bye", white.hear("bye").await, &id);
    compare("error", server.get("/api/matches/none").await.json(), &id);
    server.stop().await;
}
