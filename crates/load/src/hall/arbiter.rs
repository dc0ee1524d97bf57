//! An arbiter's phone: the queue of all tables is open; whoever takes a call goes there, sets a clock and lets both go on.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::table::Table;
use crate::organiser::Organiser;
use crate::player::{Pace, Random, connect};
use crate::watching;

/// How long an arbiter walks to a table, in milliseconds.
const WALK: Pace = Pace { fastest: 200, slowest: 800 };
/// The time that an arbiter gives, in milliseconds.
const GIVEN: i64 = 7_200_000;

/// What an arbiter measured.
#[derive(Debug, Default)]
pub(super) struct Ruled {
    /// From a call until the first arbiter saw it, in microseconds.
    pub(super) seen: Vec<u32>,
    pub(super) rulings: usize,
    pub(super) failed: bool,
}

pub(super) struct Arbiter {
    pub(super) organiser: Arc<Organiser>,
    pub(super) secret: String,
    pub(super) name: String,
    pub(super) from: SocketAddr,
    pub(super) tables: Arc<Vec<Arc<Table>>>,
}

impl Arbiter {
    /// Walks about until a time.
    pub(super) async fn work(self, until: Instant) -> Ruled {
        let mut ruled = Ruled::default();
        let works = self.queue(&mut ruled);
        // Whoever still works then has done well.
        if timeout_at(until, works).await.is_ok() {
            ruled.failed = true;
        }
        ruled
    }

    /// Looks at the queue whenever it has changed, as the page does; ends if the line breaks.
    async fn queue(&self, ruled: &mut Ruled) -> Option<()> {
        let mut random = Random::new(&self.name);
        let path = format!("/api/events/{}/ws", self.organiser.id);
        let mut line = watching::connect(self.organiser.server, &path).await?;
        let hello = json!({ "type": "hello", "secret": self.secret });
        line.send(Message::text(hello.to_string())).await.ok()?;
        loop {
            let Message::Text(text) = line.next().await?.ok()? else { continue };
            if !text.starts_with("{\"type\":\"changed\"") {
                continue;
            }
            while let Some(table) = self.takes_one(ruled).await? {
                sleep(WALK.thinking(&mut random)).await;
                ruled.rulings += self.rule_at(&table).await?;
            }
        }
    }

    /// Takes the call that waits longest, if there is one that nobody has taken.
    async fn takes_one(&self, ruled: &mut Ruled) -> Option<Option<Arc<Table>>> {
        let view = self.organiser.read("", &self.secret).await.ok()?;
        let queue = view["hall"]["queue"].as_array()?;
        let mut takes = None;
        for call in queue.iter().filter(|call| call["answered"].is_null()) {
            let number = call["table"].as_u64().and_then(|number| usize::try_from(number).ok());
            let Some(table) = self.tables.iter().find(|table| Some(table.number) == number) else {
                continue;
            };
            if let Some(since) = table.call_seen() {
                ruled.seen.push(u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX));
            }
            if call["taken"].is_null() && takes.is_none() {
                takes = Some((call["number"].clone(), Arc::clone(table)));
            }
        }
        let Some((call, table)) = takes else { return Some(None) };
        let take = json!({ "command": "take-call", "call": call, "anyway": false });
        let done = self.organiser.ask_for(take, &self.secret, &self.name).await.ok()?;
        // Another one was faster: the queue changes at once.
        Some((!done["version"].is_null()).then_some(table))
    }

    /// Sets a clock at a table, and lets both go on; how many rulings those were.
    async fn rule_at(&self, table: &Table) -> Option<usize> {
        let mut line = connect(self.organiser.server, self.from, &table.id).await?;
        let hello = json!({
            "type": "hello", "version": 2, "match": table.id, "role": "arbiter",
            "secret": self.secret, "name": self.name,
        });
        line.send(Message::text(hello.to_string())).await.ok()?;
        let command = loop {
            let heard = hear(&mut line).await?;
            if heard["type"] == "welcome" {
                break heard["command"].as_u64()?;
            }
        };
        table.ruled();
        let rules =
            [json!({ "do": "clock", "seat": "a", "clock": GIVEN }), json!({ "do": "resume" })];
        let mut done = 0;
        for (id, rule) in (command + 1..).zip(rules) {
            let said = json!({ "type": "rule", "id": id, "rule": rule });
            line.send(Message::text(said.to_string())).await.ok()?;
            loop {
                let heard = hear(&mut line).await?;
                if heard["ack"] == id || heard["id"] == id {
                    done += usize::from(heard["type"] != "refused");
                    break;
                }
            }
        }
        // The desk of the table is closed again.
        let _ = line.close(None).await;
        Some(done)
    }
}

/// What the server says next, if it says something.
async fn hear(line: &mut WebSocketStream<TcpStream>) -> Option<Value> {
    loop {
        if let Message::Text(text) = line.next().await?.ok()? {
            return serde_json::from_str(&text).ok();
        }
    }
}
