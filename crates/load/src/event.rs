//! An online event: a round of many tables that starts at once, while many watch.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::player::{Pace, Player};
use crate::report::Report;
use crate::server::Child;
use crate::{LoadError, Plan, source};

/// Where those who watch come from.
const WATCHERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 210);
/// Tables whose boards somebody sees at a time on the page of the event.
const SHOWN: usize = 12;
/// How long tables may take to be open.
const TIMEOUT: Duration = Duration::from_secs(60);

fn failed(what: &str, why: impl std::fmt::Display) -> LoadError {
    LoadError::Impossible(format!("{what}: {why}"))
}

/// Asks the server for something; the answer's JSON.
async fn ask(
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
struct Organiser {
    server: SocketAddr,
    id: String,
    secret: String,
}

impl Organiser {
    /// An event with two teams for each table, in whose matches nobody runs out of time.
    async fn make(server: SocketAddr, book: &str, tables: usize) -> Result<Organiser, LoadError> {
        let team = |at: usize| {
            let player =
                |which: &str| json!({ "name": format!("{which} {at}"), "belongs": "pupil" });
            json!({ "name": format!("Team {at}"), "players": [player("First"), player("Second")] })
        };
        let teams: Vec<Value> = (1..=tables * 2).map(team).collect();
        let wish = json!({ "title": "Load", "book": book, "venue": "online", "teams": teams });
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

    async fn order(&self, command: Value) -> Result<(), LoadError> {
        let path = format!("/api/events/{}/commands", self.id);
        let body = json!({ "desk": "load", "command": command }).to_string();
        let done = ask(self.server, "POST", &path, Some(&self.secret), &body).await;
        let done = done.map_err(|error| failed("the event does not answer", error))?;
        if done["version"].is_null() {
            return Err(failed("the event refused", done));
        }
        Ok(())
    }

    async fn view(&self) -> Result<Value, LoadError> {
        let view = self.read("", &self.secret).await?;
        if view["rounds"].is_null() { Err(failed("no event to see", view)) } else { Ok(view) }
    }

    async fn read(&self, what: &str, secret: &str) -> Result<Value, LoadError> {
        let path = format!("/api/events/{}{what}", self.id);
        let read = ask(self.server, "GET", &path, Some(secret), "").await;
        read.map_err(|error| failed("the event does not answer", error))
    }

    /// The view once so many tables are open.
    async fn opened(&self, tables: usize) -> Result<Value, LoadError> {
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

/// What those who watch have heard.
#[derive(Default)]
struct Heard {
    /// At a table.
    tables: AtomicUsize,
    /// Of an event: its boards, and everything else.
    boards: AtomicUsize,
    changes: AtomicUsize,
    broken: AtomicUsize,
}

/// What somebody watches.
#[derive(Clone)]
enum Watched {
    /// One table, as its page does.
    Table { id: String },
    /// The event and the boards of some tables, as its page does.
    Event { id: String, tables: Vec<usize> },
}

impl Watched {
    fn path(&self) -> String {
        match self {
            Watched::Table { .. } => "/ws".to_owned(),
            Watched::Event { id, .. } => format!("/api/events/{id}/ws"),
        }
    }

    /// What is said first.
    fn hello(&self) -> Vec<Value> {
        match self {
            Watched::Table { id } => {
                vec![json!({ "type": "hello", "version": 2, "match": id, "role": "spectator" })]
            }
            Watched::Event { tables, .. } => {
                vec![json!({ "type": "hello" }), json!({ "type": "boards", "tables": tables })]
            }
        }
    }

    /// Where a message counts.
    fn count<'h>(&self, heard: &'h Heard, text: &str) -> &'h AtomicUsize {
        match self {
            Watched::Table { .. } => &heard.tables,
            Watched::Event { .. } if text.starts_with("{\"type\":\"boards\"") => &heard.boards,
            Watched::Event { .. } => &heard.changes,
        }
    }
}

async fn connect(server: SocketAddr, path: &str) -> Option<WebSocketStream<TcpStream>> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_reuseaddr(true).ok()?;
    socket.bind(SocketAddr::new(IpAddr::V4(WATCHERS), 0)).ok()?;
    let stream = socket.connect(server).await.ok()?;
    let url = format!("ws://{server}{path}");
    tokio_tungstenite::client_async(url, stream).await.ok().map(|(socket, _)| socket)
}

/// Watches until the end, and counts what is heard.
async fn watch(server: SocketAddr, watched: Watched, heard: Arc<Heard>) {
    let Some(mut socket) = connect(server, &watched.path()).await else {
        heard.broken.fetch_add(1, Ordering::Relaxed);
        return;
    };
    for said in watched.hello() {
        let _ = socket.send(Message::text(said.to_string())).await;
    }
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            watched.count(&heard, &text).fetch_add(1, Ordering::Relaxed);
        }
    }
    heard.broken.fetch_add(1, Ordering::Relaxed);
}

impl Plan {
    /// Measures a round of an online event.
    pub(super) async fn measure_event(
        &self,
        child: Child,
        out: &mut dyn Write,
        progress: &mut dyn Write,
    ) -> Result<(), LoadError> {
        let (empty, server) = (child.memory(), child.address);
        let organiser = Arc::new(Organiser::make(server, &self.book, self.event).await?);
        let heard = Arc::new(Heard::default());
        let mut watchers = JoinSet::new();
        for number in 0..self.watchers {
            let tables = (0..SHOWN).map(|at| (number * SHOWN + at) % self.event + 1).collect();
            let watched = Watched::Event { id: organiser.id.clone(), tables };
            watchers.spawn(watch(server, watched, Arc::clone(&heard)));
        }
        organiser.order(json!({ "command": "draft" })).await?;
        organiser.order(json!({ "command": "publish" })).await?;
        let begun = Instant::now();
        organiser.order(json!({ "command": "start" })).await?;
        let view = organiser.opened(self.event).await?;
        let opened = begun.elapsed();
        let tables: Vec<String> = view["tables"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|table| Some(table["match"].as_str()?.to_owned()))
            .collect();
        for (_, table) in (0..self.watchers).zip(tables.iter().cycle()) {
            let watched = Watched::Table { id: table.clone() };
            watchers.spawn(watch(server, watched, Arc::clone(&heard)));
        }
        let report = Arc::new(Mutex::new(Report::default()));
        let until = Instant::now() + Duration::from_secs(self.seconds);
        let before = child.work();
        let mut players = self.come(&organiser, &view, &report, until);
        writeln!(
            progress,
            "{} tables were open after {:.0} ms",
            tables.len(),
            opened.as_secs_f64() * 1e3
        )?;
        tokio::time::sleep_until(until).await;
        let (memory, work) = (child.memory(), child.work() - before);
        while players.join_next().await.is_some() {}
        let broken = heard.broken.load(Ordering::Relaxed);
        watchers.shutdown().await;
        let report = report.lock().await;
        report.print(out, self.event, self.seconds, memory, empty)?;
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        writeln!(
            out,
            "event        {} tables open in {:.0} ms; {} watch, heard {} at tables, {} of boards and {} of the event, {broken} broken off",
            tables.len(),
            opened.as_secs_f64() * 1e3,
            self.watchers,
            count(&heard.tables),
            count(&heard.boards),
            count(&heard.changes),
        )?;
        let share = work * 100.0 / self.seconds as f64;
        let each = work * 1e6 / report.moves().max(1) as f64;
        writeln!(out, "server       {share:.0} % of one processor, {each:.0} \u{b5}s a move")?;
        if report.moves() == 0 {
            return Err(LoadError::NobodyPlayed);
        }
        Ok(())
    }

    /// All players come to their seats at once, each as the own page says.
    fn come(
        &self,
        organiser: &Arc<Organiser>,
        view: &Value,
        report: &Arc<Mutex<Report>>,
        until: Instant,
    ) -> JoinSet<()> {
        let pace = Pace { fastest: self.fastest, slowest: self.slowest };
        let mut players = JoinSet::new();
        let links = view["links"].as_array().cloned().unwrap_or_default();
        for (number, link) in links.into_iter().enumerate() {
            let link = link["link"].as_str().unwrap_or_default().to_owned();
            let secret = link.rsplit('#').next().unwrap_or_default().to_owned();
            let (organiser, report) = (Arc::clone(organiser), Arc::clone(report));
            players.spawn(async move {
                let me = organiser.read("/me", &secret).await.unwrap_or_default();
                let seat = &me["seat"];
                let letter = seat["seat"].as_str().and_then(|letter| letter.chars().next());
                let (Some(id), Some(letter)) = (seat["match"].as_str(), letter) else { return };
                let from = source(number);
                let server = organiser.server;
                let player = Player::new(server, from, id.to_owned(), letter, secret, pace);
                // Nobody waits for another one's report while playing.
                let played = player.play_at_once(until).await;
                report.lock().await.add(played);
            });
        }
        players
    }
}
