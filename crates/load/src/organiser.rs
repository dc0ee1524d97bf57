//! The organiser of an event.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::LoadError;

/// How long tables may take to be open.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(super) fn failed(what: &str, why: impl std::fmt::Display) -> LoadError {
    LoadError::Impossible(format!("{what}: {why}"))
}

/// Asks the server for something; the answer's JSON.
pub(super) async fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: &str,
) -> std::io::Result<Value> {
    let mut stream = TcpStream::connect(server).await?;
    let own = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        own.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok(serde_json::from_str(body).unwrap_or_default())
}

/// The organiser of the event.
pub(super) struct Organiser {
    pub(super) server: SocketAddr,
    pub(super) id: String,
    secret: String,
}

impl Organiser {
    /// An event with two teams for each table, in whose matches nobody runs out of time.
    pub(super) async fn make(
        server: SocketAddr,
        book: &str,
        venue: &str,
        tables: usize,
    ) -> Result<Organiser, LoadError> {
        let team = |at: usize| {
            let player =
                |which: &str| json!({ "name": format!("{which} {at}"), "belongs": "pupil" });
            json!({ "name": format!("Team {at}"), "players": [player("First"), player("Second")] })
        };
        let teams: Vec<Value> = (1..=tables * 2).map(team).collect();
        let wish = json!({ "title": "Load", "book": book, "venue": venue, "teams": teams });
        let made = ask(server, "POST", "/api/events", None, &wish.to_string()).await;
        let made = made.map_err(|error| failed("no event could be made", error))?;
        let (Some(id), Some(secret)) = (made["id"].as_str(), made["organiser"].as_str()) else {
            return Err(failed("no event could be made", made));
        };
        let organiser = Organiser { server, id: id.to_owned(), secret: secret.to_owned() };
        let mut terms = organiser.view().await?["terms"].clone();
        (terms["system"], terms["rounds"]) = (json!("swiss"), json!(3));
        terms["time"] = json!({ "base": 7_200_000, "increment": 0, "delay": 0 });
        organiser.order(json!({ "command": "set-terms", "terms": terms })).await?;
        Ok(organiser)
    }

    pub(super) async fn order(&self, command: Value) -> Result<(), LoadError> {
        let done = self.ask_for(command, &self.secret, "load").await?;
        if done["version"].is_null() {
            return Err(failed("the event refused", done));
        }
        Ok(())
    }

    /// What comes of a command by whoever has a secret, who says a name.
    pub(super) async fn ask_for(
        &self,
        command: Value,
        secret: &str,
        name: &str,
    ) -> Result<Value, LoadError> {
        let path = format!("/api/events/{}/commands", self.id);
        let body = json!({ "desk": name, "command": command }).to_string();
        let done = ask(self.server, "POST", &path, Some(secret), &body).await;
        done.map_err(|error| failed("the event does not answer", error))
    }

    /// Pairs a round and starts it.
    pub(super) async fn start(&self) -> Result<(), LoadError> {
        for step in ["draft", "publish", "start"] {
            self.order(json!({ "command": step })).await?;
        }
        Ok(())
    }

    pub(super) async fn view(&self) -> Result<Value, LoadError> {
        let view = self.read("", &self.secret).await?;
        if view["rounds"].is_null() { Err(failed("no event to see", view)) } else { Ok(view) }
    }

    pub(super) async fn read(&self, what: &str, secret: &str) -> Result<Value, LoadError> {
        let path = format!("/api/events/{}{what}", self.id);
        let read = ask(self.server, "GET", &path, Some(secret), "").await;
        read.map_err(|error| failed("the event does not answer", error))
    }

    /// The view once so many tables are open.
    pub(super) async fn opened(&self, tables: usize) -> Result<Value, LoadError> {
        let until = Instant::now() + TIMEOUT;
        loop {
            let view = self.view().await?;
            if view["tables"].as_array().is_some_and(|open| open.len() >= tables) {
                return Ok(view);
            }
            if Instant::now() > until {
                return Err(failed("the tables", "not open in time"));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
