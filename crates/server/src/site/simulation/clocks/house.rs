//! The server of the simulation: a hall over the store in memory, that is killed and started again.

use std::sync::{Arc, LazyLock};

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use tandem_referee::{Act, MoveText};
use tandem_rules::{BySeat, Millis, Seat};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

use crate::books::Books;
use crate::bots::{BotConfig, Bots};
use crate::fanout::ConnectionId;
use crate::hall::Hall;
use crate::ids::{MatchId, Secret};
use crate::limits::Limits;
use crate::log::Step;
use crate::server::{Bounds, Waits};
use crate::store::Store;
use crate::store::model::{Database, ModelStore};

/// Nobody of ours plays: there are real boards.
static BOTS: LazyLock<Arc<Bots>> =
    LazyLock::new(|| Bots::new(BotConfig { threads: Some(1), ..BotConfig::default() }));

/// What comes to the server by a line.
pub(super) enum Arrives {
    Ping(f64),
    Behind(i64),
    Act { id: u64, act: Act<MoveText>, at: i64 },
    Ready,
}

/// What the server says by a line.
#[derive(Clone, Debug)]
pub(super) enum Says {
    Pong { sent: f64, moment: i64 },
    Text(Utf8Bytes),
}

/// One end of a line.
pub(super) struct End {
    pub(super) line: u64,
    pub(super) seat: Seat,
}

/// A process of the server.
struct Process {
    hall: Arc<Hall>,
    store: Arc<ModelStore>,
    lines: Vec<JoinHandle<()>>,
}

pub(super) struct House {
    database: Arc<Database>,
    process: Option<Process>,
    pub(super) id: MatchId,
    secrets: BySeat<Secret>,
    says: UnboundedSender<(End, Says)>,
}

impl House {
    pub(super) async fn open(wish: serde_json::Value, says: UnboundedSender<(End, Says)>) -> House {
        let database: Arc<Database> = Arc::default();
        let process = Process::start(&database);
        let wish = serde_json::from_value(wish).expect("a wish");
        let made = process.hall.make(wish, None).await.expect("a match");
        House { database, process: Some(process), id: made.id, secrets: made.seats, says }
    }

    pub(super) fn is_up(&self) -> bool {
        self.process.is_some()
    }

    /// The process is gone at once, with all that it had not stored.
    pub(super) fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            process.lines.iter().for_each(JoinHandle::abort);
            self.database.depart(process.store.name().node);
        }
    }

    pub(super) fn boot(&mut self) {
        self.process = Some(Process::start(&self.database));
    }

    /// The moment of the match.
    pub(super) async fn moment(&self) -> Option<Millis> {
        let table = self.process.as_ref()?.hall.find(&self.id).await.expect("it is stored")?;
        Some(table.now())
    }

    /// How it stands, as a spectator sees it.
    pub(super) async fn snapshot(&self) -> serde_json::Value {
        let hall = &self.process.as_ref().expect("it is up").hall;
        let table = hall.find(&self.id).await.expect("it is stored").expect("it is there");
        let text = table.snapshot().await.expect("it is open");
        serde_json::from_str(&text).expect("JSON")
    }

    /// What is in the log.
    pub(super) fn log(&self) -> Vec<tandem_referee::Event> {
        let (_, rows) = self.database.rows(&self.id).expect("the match");
        let steps = rows.iter().map(|row| serde_json::from_str::<Step>(&row.step).expect("a step"));
        steps.flat_map(|step| step.events().cloned().collect::<Vec<_>>()).collect()
    }

    /// A line to a seat has come through.
    pub(super) fn open_line(&mut self, end: End, device: &str) -> Option<UnboundedSender<Arrives>> {
        let process = self.process.as_mut()?;
        let (send, arrives) = mpsc::unbounded_channel();
        let hello = json!({
            "version": 2, "match": self.id, "role": "seat", "seat": end.seat, "device": device,
            "secret": self.secrets[end.seat].reveal(),
        });
        let hall = Arc::clone(&process.hall);
        let line = attend(hall, self.id.clone(), hello, end, arrives, self.says.clone());
        process.lines.push(tokio::spawn(line));
        Some(send)
    }
}

impl Process {
    fn start(database: &Arc<Database>) -> Process {
        let store = Arc::new(ModelStore::of(database));
        let limits = Arc::new(Limits::new(Bounds::default()));
        let kept = Arc::clone(&store) as Arc<dyn Store>;
        let hall = Hall::new(kept, Books::default(), Arc::clone(&BOTS), limits, Waits::default());
        Process { hall: Arc::new(hall), store, lines: Vec::new() }
    }
}

/// The server's end of a line, as its sockets do it.
async fn attend(
    hall: Arc<Hall>,
    id: MatchId,
    hello: serde_json::Value,
    end: End,
    mut arrives: UnboundedReceiver<Arrives>,
    says: UnboundedSender<(End, Says)>,
) {
    let End { line, seat } = end;
    let Ok(Some(table)) = hall.find(&id).await else { return };
    let (outbox, mut inbox) = mpsc::channel(4096);
    let connection = ConnectionId::fresh();
    let hello = serde_json::from_value(hello).expect("a hello");
    if !matches!(table.join(connection, hello, Some(outbox)).await, Ok(Ok(_))) {
        return;
    }
    loop {
        let say = tokio::select! {
            biased;
            text = inbox.recv() => match text {
                Some(text) => Says::Text(text),
                None => return,
            },
            message = arrives.recv() => {
                let done = match message {
                    Some(Arrives::Ping(sent)) => {
                        let pong = Says::Pong { sent, moment: table.now().0 };
                        // The world may have ended.
                        let _ = says.send((End { line, seat }, pong));
                        continue;
                    }
                    Some(Arrives::Behind(millis)) => table.behind(seat, Millis(millis)).await,
                    Some(Arrives::Act { id, act, at }) => {
                        table.act(connection, seat, id, act, Some(Millis(at))).await
                    }
                    Some(Arrives::Ready) => table.ready(seat, true).await,
                    None => return table.leave(connection).await,
                };
                if done.is_err() {
                    return;
                }
                continue;
            }
        };
        let _ = says.send((End { line, seat }, say));
    }
}
