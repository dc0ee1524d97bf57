//! Tables without a disk, for tests that decide how time goes by.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::sync::mpsc;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::fanout::ConnectionId;
use crate::hall::{Hall, Made};
use crate::limits::Limits;
use crate::server::{Bounds, Waits};
use crate::store::Store;
pub(crate) use crate::store::model::ModelStore;
use crate::table::Handle;
use crate::wire::Bye;

/// A hall over such a store.
pub(super) fn hall() -> (Hall, Arc<ModelStore>) {
    let store = Arc::new(ModelStore::default());
    (hall_over(&store, BotConfig::default().most), store)
}

/// Another over the same store, as after a restart, where so many bots may play.
pub(super) fn hall_over(store: &Arc<ModelStore>, most: usize) -> Hall {
    let bots = Bots::new(BotConfig { threads: Some(1), most, ..BotConfig::default() });
    let limits = Arc::new(Limits::new(Bounds::default()));
    Hall::new(Arc::clone(store) as Arc<dyn Store>, Books::default(), bots, limits, Waits::default())
}

/// Somebody looks on who has seen so many events; the snapshot that comes.
pub(super) async fn watch(hall: &Hall, made: &Made, number: u64, seen: u64) -> Value {
    let table = hall.find(&made.id).await.unwrap().unwrap();
    let hello = json!({ "version": 2, "match": made.id, "role": "spectator", "seen": seen });
    let (outbox, mut inbox) = mpsc::channel(64);
    let hello = serde_json::from_value(hello).unwrap();
    table.join(ConnectionId(number), hello, Some(outbox)).await.unwrap().unwrap();
    let _welcome = inbox.recv().await.unwrap();
    serde_json::from_str(&inbox.recv().await.unwrap()).unwrap()
}

/// Somebody at a table.
pub(super) struct Guest {
    pub(super) seat: Seat,
    pub(super) table: Handle,
    id: ConnectionId,
    inbox: mpsc::Receiver<Utf8Bytes>,
    command: u64,
}

impl Guest {
    pub(super) async fn sit(hall: &Hall, made: &Made, seat: Seat) -> Guest {
        Guest::sit_as(hall, made, seat, seat as u64 + 1).await
    }

    /// The same by a connection of this number.
    pub(super) async fn sit_as(hall: &Hall, made: &Made, seat: Seat, number: u64) -> Guest {
        Guest::come(hall, made, seat, number).await.unwrap()
    }

    /// The same, where it may be refused.
    pub(super) async fn try_to_sit(hall: &Hall, made: &Made, seat: Seat) -> Result<Guest, Bye> {
        Guest::come(hall, made, seat, seat as u64 + 1).await
    }

    async fn come(hall: &Hall, made: &Made, seat: Seat, number: u64) -> Result<Guest, Bye> {
        let table = hall.find(&made.id).await.unwrap().unwrap();
        let hello = json!({
            "version": 2, "match": made.id, "role": "seat", "seat": seat,
            "name": format!("Player {seat}"), "secret": made.seats[seat].reveal(),
        });
        let (outbox, inbox) = mpsc::channel(4096);
        let id = ConnectionId(number);
        table.join(id, serde_json::from_value(hello).unwrap(), Some(outbox)).await.unwrap()?;
        Ok(Guest { seat, table, id, inbox, command: 0 })
    }

    /// Four players of a match that has just begun.
    pub(super) async fn four(hall: &Hall, wish: Value) -> Vec<Guest> {
        let made = hall.make(serde_json::from_value(wish).unwrap(), None).await.unwrap();
        Guest::four_at(hall, &made).await
    }

    /// Four players of this match, which begins.
    pub(super) async fn four_at(hall: &Hall, made: &Made) -> Vec<Guest> {
        let mut guests = Vec::new();
        for seat in Seat::ALL {
            guests.push(Guest::sit(hall, made, seat).await);
        }
        for guest in &guests {
            guest.table.ready(guest.seat, true).await.unwrap();
        }
        for guest in &mut guests {
            guest.hear(|message| message["state"]["phase"] == "playing").await;
        }
        guests
    }

    /// Leaves the table.
    pub(super) async fn leave(self) {
        self.table.leave(self.id).await;
    }

    /// Acts, and does not wait for what comes of it.
    pub(super) async fn act(&mut self, act: Value) -> u64 {
        self.command += 1;
        let act = serde_json::from_value(act).unwrap();
        self.table.act(self.id, self.seat, self.command, act, None).await.unwrap();
        self.command
    }

    /// The next message that satisfies something.
    pub(super) async fn hear(&mut self, wished: impl Fn(&Value) -> bool) -> Value {
        loop {
            let text = self.inbox.recv().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if wished(&message) {
                return message;
            }
        }
    }

    /// All messages until the table lets go of the connection.
    pub(super) async fn hear_to_the_end(&mut self) -> Vec<Value> {
        let mut heard = Vec::new();
        while let Some(text) = self.inbox.recv().await {
            heard.push(serde_json::from_str(&text).unwrap());
        }
        heard
    }

    /// The answer to a command: `update`, `ack` or `refused`.
    pub(super) async fn answer(&mut self, command: u64) -> Value {
        self.hear(|message| message["ack"] == command || message["id"] == command).await
    }

    /// Before the start: wants a bot in a seat.
    pub(super) async fn seat_bot(&self, seat: Seat, bot: Option<&str>) {
        let kind = bot.map(|bot| bot.parse().unwrap());
        self.table.bot(self.id, seat, kind).await.unwrap();
    }

    /// Wants a bot for somebody who left.
    pub(super) async fn substitute(&self, seat: Seat, bot: Option<&str>) {
        let kind = bot.map(|bot| bot.parse().unwrap());
        self.table.substitute(self.seat, seat, kind).await.unwrap();
    }
}
