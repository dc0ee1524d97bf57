//! However busy the bots are, people's commands go through.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::sync::mpsc;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::fanout::ConnectionId;
use crate::hall::Hall;
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::store::SqliteStore;
use crate::table::Handle;

const TABLES: u64 = 30;

/// Somebody at a table with three bots.
struct Human {
    table: Handle,
    id: ConnectionId,
    inbox: mpsc::Receiver<Utf8Bytes>,
}

impl Human {
    async fn sit(hall: &Hall, number: u64) -> Human {
        let wish = json!({
            "book": "fics", "bots": { "a": "8", "B": "8", "b": "8" },
            "time": { "base": 600_000, "increment": 0, "delay": 0 },
        });
        let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
        let table = hall.find(&made.id).await.unwrap().unwrap();
        let hello = json!({
            "version": 2, "match": made.id, "role": "seat", "seat": "A", "name": "Ann",
            "secret": made.seats[Seat::WhiteA].reveal(),
        });
        let (outbox, inbox) = mpsc::channel(64);
        let id = ConnectionId(number);
        table
            .join(id, serde_json::from_value(hello).unwrap(), Some(outbox))
            .await
            .unwrap()
            .unwrap();
        table.ready(Seat::WhiteA, true).await.unwrap();
        Human { table, id, inbox }
    }

    /// The next update that satisfies something; nobody else's move may come before.
    async fn hear(&mut self, what: &str, wished: impl Fn(&Value) -> bool) -> Value {
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(60), self.inbox.recv()).await;
            let text = heard.unwrap_or_else(|_| panic!("{what} does not come")).unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "update" && wished(&message) {
                return message;
            }
        }
    }
}

fn moved(update: &Value, seat: &str) -> bool {
    let events = update["events"].as_array().unwrap();
    events.iter().any(|event| event["event"] == "made" && event["seat"] == seat)
}

#[tokio::test]
async fn people_are_served_while_all_bots_wait() {
    let folder = std::env::temp_dir().join(format!("tandem-busy-{}", std::process::id()));
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let bots = Bots::new(BotConfig { threads: Some(1), ..BotConfig::default() });
    // The only thread thinks about something that does not end, and the queue is full.
    let (release, wait) = channel::<()>();
    let (begin, begun) = channel();
    bots.pool.room().unwrap().think(move |_| {
        begin.send(()).unwrap();
        let _ = wait.recv();
    });
    begun.recv().unwrap();
    let mut rooms: Vec<_> = std::iter::from_fn(|| bots.pool.room()).collect();
    // Some bots wait in the queue, others for room in it.
    rooms.truncate(rooms.len() - 20);
    let limits = Arc::new(Limits::new(Bounds::default()));
    let hall = Hall::new(store, Books::default(), Arc::clone(&bots), limits, Waits::default());
    let mut humans = Vec::new();
    for number in 0..TABLES {
        humans.push(Human::sit(&hall, number).await);
    }
    for human in &mut humans {
        human.hear("the start", |update| update["state"]["phase"] == "playing").await;
        for (id, act) in [
            (1, json!({ "do": "say", "say": "sit" })),
            (2, json!({ "do": "move", "move": "e4" })),
            (3, json!({ "do": "say", "say": "go" })),
        ] {
            let act = serde_json::from_value(act).unwrap();
            human.table.act(human.id, Seat::WhiteA, id, act, None).await.unwrap();
        }
        for id in 1..=3 {
            let update = human.hear("the confirmation", |update| update["ack"].is_u64()).await;
            assert_eq!(update["ack"], id, "in the order of the commands");
            assert!(!moved(&update, "a") && !moved(&update, "B"), "no bot can have thought");
        }
    }
    // Then the bots get their turns, all of them, on every table.
    drop((rooms, release));
    for human in &mut humans {
        human.hear("the bot's reply", |update| moved(update, "a")).await;
    }
    hall.stop().await;
    let _ = std::fs::remove_dir_all(&folder);
}
