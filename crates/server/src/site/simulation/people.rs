//! People of a simulation: they come by any machine, play what they may, send again what was not answered, and
//! remember what they were told.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tandem_rules::Seat;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::checker::{Asked, Told, Where};
use super::weather::Random;
use super::world::{Way, World};
use crate::fanout::ConnectionId;
use crate::ids::{MatchId, Secret};
use crate::table::Handle;

/// How long somebody waits for a table.
const PATIENT: Duration = Duration::from_secs(2);

pub(super) struct Person {
    id: MatchId,
    seat: Seat,
    secret: Secret,
    random: Random,
    command: u64,
    /// What was asked and not answered.
    asked: Option<(u64, Value)>,
    /// What may be done now.
    moves: Vec<String>,
    granted: Vec<Value>,
}

impl Person {
    pub(super) fn new(id: MatchId, seat: Seat, secret: Secret, random: Random) -> Person {
        Person {
            id,
            seat,
            secret,
            random,
            command: 0,
            asked: None,
            moves: Vec::new(),
            granted: Vec::new(),
        }
    }

    pub(super) async fn run(mut self, world: Arc<World>) {
        loop {
            let reached = timeout(PATIENT, world.reach(&self.id, &mut self.random)).await;
            if let Ok(Some(way)) = reached {
                self.sit(&world, &way).await;
            }
            sleep(self.random.millis(20, 300)).await;
        }
    }

    async fn sit(&mut self, world: &World, way: &Way) {
        let Way { owner: machine, table, .. } = way;
        let (outbox, mut inbox) = mpsc::channel(4096);
        let connection = ConnectionId::fresh();
        let hello = json!({
            "version": 2, "match": self.id, "role": "seat", "seat": self.seat,
            "name": self.seat.to_string(), "secret": self.secret.reveal(),
        });
        let hello = serde_json::from_value(hello).expect("a hello");
        let joined = timeout(PATIENT, table.join(connection, hello, Some(outbox))).await;
        if !matches!(joined, Ok(Ok(Ok(_)))) {
            return;
        }
        loop {
            let think = self.random.millis(50, 1_200);
            // A machine that stands still takes nothing, and says nothing.
            tokio::select! {
                biased;
                () = machine.runs.until(false) => return,
                () = machine.stopped.until(false) => {}
            }
            tokio::select! {
                biased;
                () = machine.runs.until(false) => return,
                () = way.breaks() => return,
                text = inbox.recv() => {
                    let Some(text) = text else { return };
                    let heard = serde_json::from_str(&text).expect("a message");
                    if !self.hear(world, connection, table, &heard).await {
                        return;
                    }
                }
                () = sleep(think) => {
                    let ends = world.ends.is_open();
                    if !ends && !self.act(connection, table).await {
                        return;
                    }
                }
            }
        }
    }

    /// Whether one goes on.
    async fn hear(
        &mut self,
        world: &World,
        connection: ConnectionId,
        table: &Handle,
        heard: &Value,
    ) -> bool {
        if let Some(moves) = heard["you"]["moves"].as_str() {
            self.moves = moves.split_whitespace().map(str::to_owned).collect();
        }
        if let Some(granted) = heard["you"]["granted"].as_array() {
            self.granted = granted.iter().map(|one| one["act"].clone()).collect();
        }
        if let Some(seq) = heard["seq"].as_u64().filter(|_| heard["state"].is_object()) {
            let men = Where::told(&heard["state"]);
            let told = Told { id: self.id.clone(), seat: self.seat, seq, men };
            world.heard().told.push(told);
        }
        match heard["type"].as_str() {
            Some("welcome") => {
                self.command = self.command.max(heard["command"].as_u64().unwrap_or(0));
                if table.ready(self.seat, true).await.is_err() {
                    return false;
                }
                if let Some((id, act)) = self.asked.clone() {
                    let act = serde_json::from_value(act).expect("an act");
                    return table.act(connection, self.seat, id, act, None).await.is_ok();
                }
            }
            Some("bye") => return false,
            _ => self.answered(world, heard),
        }
        true
    }

    fn answered(&mut self, world: &World, heard: &Value) {
        let Some((id, _)) = self.asked else { return };
        let refused = heard["type"] == "refused" && heard["id"] == id;
        let acknowledged = heard["ack"] == id || (heard["type"] == "ack" && heard["id"] == id);
        if !refused && !acknowledged {
            return;
        }
        self.asked = None;
        let asked = Asked {
            id: self.id.clone(),
            seat: self.seat,
            number: id,
            refused,
            done: heard["type"] == "update",
        };
        world.heard().asked.push(asked);
    }

    /// Does something that may be done, if nothing is under way.
    async fn act(&mut self, connection: ConnectionId, table: &Handle) -> bool {
        if self.asked.is_some() {
            return true;
        }
        let quiet = |act: &&Value| !matches!(act["do"].as_str(), Some("resign" | "call_arbiter"));
        let others: Vec<&Value> = self.granted.iter().filter(quiet).collect();
        let act = if !self.moves.is_empty() && (others.is_empty() || self.random.happens(900)) {
            json!({ "do": "move", "move": self.moves[self.random.below(self.moves.len())] })
        } else if !others.is_empty() && self.random.happens(150) {
            others[self.random.below(others.len())].clone()
        } else {
            return true;
        };
        self.command += 1;
        self.asked = Some((self.command, act.clone()));
        let act = serde_json::from_value(act).expect("an act");
        table.act(connection, self.seat, self.command, act, None).await.is_ok()
    }
}
