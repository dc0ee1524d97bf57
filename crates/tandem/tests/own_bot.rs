//! `docs/bot.py`, the bot of one's own that the documents show, plays a match on a real server.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "common/server.rs"]
mod server;

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use server::Server;

fn json(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[test]
fn the_bot_of_the_documents_plays_to_the_end() {
    let server = Server::start("own-bot", &[]);
    // Flags fall by themselves, so the match ends whoever is stronger.
    let wish = "{\"book\":\"fics\",\"flag\":\"automatic\",\"public\":false,\
                \"time\":{\"base\":15000,\"increment\":0,\"delay\":0},\
                \"bots\":{\"a\":\"1\",\"B\":\"1\",\"b\":\"1\"}}";
    let made = json(&server.ask("POST", "/api/matches", wish));
    let link = format!("http://127.0.0.1:{}{}", server.port, made["links"]["A"].as_str().unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = root.join("target/python/bin/python");
    assert!(python.exists(), "{} is not there: ./.ci/setup makes it", python.display());
    let output = Command::new(python).arg(root.join("docs/bot.py")).arg(link).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("It is over: "), "{said}");

    let id = made["match"].as_str().unwrap();
    let log = json(&server.ask("GET", &format!("/api/matches/{id}/events"), ""));
    let moves = log["events"].as_array().unwrap().iter();
    let moves = moves.filter(|event| event["event"] == "made" && event["seat"] == "A").count();
    assert!(moves >= 3, "{moves} moves: {log}");
}
