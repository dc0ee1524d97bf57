//! A WebSocket: from `hello` to `bye`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use tandem_rules::Millis;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::App;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::listen::Peer;
use crate::fanout::ConnectionId;
use crate::metrics::METRICS;
use crate::table::{Gone, Handle, Joined, Stopwatch};
use crate::wire::{Bye, ByeCode, Hello, LONGEST_MESSAGE, Role, ToServer, VERSION, to_client};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a client may take to accept what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a client that is sent away may take to go.
const LEAVE: Duration = Duration::from_secs(2);
/// How often the round trip is measured.
const MEASURE: Duration = Duration::from_secs(8);
/// Measures without an answer after which nobody is there.
const SILENT: u32 = 4;
/// Messages that may wait for a client; one that lags further behind is dropped.
const QUEUE: usize = 64;
/// Messages a second, over a while.
const RATE: f64 = 20.0;
/// Messages at once.
const BURST: f64 = 60.0;

static NEXT: AtomicU64 = AtomicU64::new(1);

pub(super) async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    ClientAddress(address): ClientAddress,
    upgrade: WebSocketUpgrade,
) -> Response {
    let pass = match peer.pass {
        Some(pass) => Some(pass),
        // Behind a proxy the address is known only now.
        None => app.limits.enter(address).map(Arc::new),
    };
    let Some(pass) = pass else {
        METRICS.turned_away.add(1);
        return ApiError::TooMany("Too many connections from this address.").into_response();
    };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // Four sockets a match, thousands of matches: small buffers.
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(async move |socket| {
            METRICS.connections.add(1);
            converse(socket, &app).await;
            METRICS.connections.sub(1);
            drop(pass);
        })
}

async fn converse(mut socket: WebSocket, app: &App) {
    let bye = match hello(&mut socket).await {
        Err(bye) => bye,
        Ok(hello) => match enter(app, hello).await {
            Err(bye) => bye,
            Ok((table, session)) => {
                let id = session.id;
                let bye = session.run(&mut socket, &table).await;
                table.leave(id).await;
                bye
            }
        },
    };
    if let Some(bye) = bye {
        let text = to_client::text(&bye);
        let _ = timeout(PATIENCE, socket.send(Message::Text(text))).await;
    }
    // Who does not take his leave is left.
    let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
    // Closing on unread messages would throw away what was said last.
    let _ = timeout(LEAVE, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
}

/// The first message. `Err(None)` if the client left without a word.
async fn hello(socket: &mut WebSocket) -> Result<Hello, Option<Bye>> {
    let bad = |why: &str| Err(Some(Bye::new(ByeCode::BadMessage, why)));
    let first = match timeout(HELLO, socket.recv()).await {
        Err(_) => return Err(Some(Bye::new(ByeCode::Idle, "Nothing was said."))),
        Ok(None) => return Err(None),
        Ok(Some(Err(_))) => return bad("The message is too long."),
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(_))) => return bad("The first message is 'hello'."),
    };
    let hello = match serde_json::from_str(&first) {
        Ok(ToServer::Hello(hello)) => hello,
        _ => return bad("The first message is 'hello'."),
    };
    if hello.version != VERSION {
        let why = format!("This server speaks version {VERSION}.");
        return Err(Some(Bye::new(ByeCode::Version, why)));
    }
    Ok(hello)
}

async fn enter(app: &App, hello: Hello) -> Result<(Handle, Session), Option<Bye>> {
    let stopping = || Some(Bye::new(ByeCode::Stopping, "The server stops or starts."));
    let id = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
    let table = match app.hall.find(&hello.table).await {
        Ok(Some(table)) => table,
        Ok(None) => return Err(Some(Bye::new(ByeCode::NotFound, "There is no such match."))),
        Err(_) => return Err(stopping()),
    };
    let (way, inbox) = mpsc::channel(QUEUE);
    match table.join(id, hello, way).await {
        Ok(Ok(Joined { role })) => Ok((table, Session::new(id, role, inbox))),
        Ok(Err(bye)) => Err(Some(bye)),
        Err(Gone) => Err(stopping()),
    }
}

/// One connection that was let in.
struct Session {
    id: ConnectionId,
    role: Role,
    inbox: mpsc::Receiver<Utf8Bytes>,
    tokens: f64,
    refilled: Stopwatch,
    pinged: Option<Stopwatch>,
    unanswered: u32,
}

/// Why a conversation ends, unless the client just left.
type End = Option<Bye>;

impl Session {
    fn new(id: ConnectionId, role: Role, inbox: mpsc::Receiver<Utf8Bytes>) -> Session {
        Session {
            id,
            role,
            inbox,
            tokens: BURST,
            refilled: Stopwatch::start(),
            pinged: None,
            unanswered: 0,
        }
    }

    async fn run(mut self, socket: &mut WebSocket, table: &Handle) -> End {
        let mut measure = interval(MEASURE);
        measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let ended = tokio::select! {
                text = self.inbox.recv() => match text {
                    // The table has said why, or the client was too slow to hear it.
                    None => Err(None),
                    Some(text) => self.tell(socket, text).await,
                },
                message = socket.recv() => match message {
                    None => Err(None),
                    Some(Err(_)) => Err(Some(Bye::new(ByeCode::BadMessage, "The message is broken or too long."))),
                    Some(Ok(message)) => self.hear(message, socket, table).await,
                },
                _ = measure.tick() => self.measure(socket).await,
            };
            if let Err(end) = ended {
                return end;
            }
        }
    }

    /// Sends what waits, all at once.
    async fn tell(&mut self, socket: &mut WebSocket, first: Utf8Bytes) -> Result<(), End> {
        let send = async {
            socket.feed(Message::Text(first)).await?;
            while let Ok(text) = self.inbox.try_recv() {
                socket.feed(Message::Text(text)).await?;
            }
            socket.flush().await
        };
        match timeout(PATIENCE, send).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn measure(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if self.unanswered >= SILENT {
            return Err(Some(Bye::new(ByeCode::Idle, "Nothing was heard for too long.")));
        }
        self.unanswered += 1;
        self.pinged = Some(Stopwatch::start());
        match timeout(PATIENCE, socket.send(Message::Ping(Vec::new().into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    fn spend(&mut self) -> Result<(), End> {
        let earned = self.refilled.elapsed().as_secs_f64() * RATE;
        self.refilled = Stopwatch::start();
        self.tokens = (self.tokens + earned).min(BURST) - 1.0;
        if self.tokens < 0.0 {
            return Err(Some(Bye::new(ByeCode::TooFast, "These are too many messages.")));
        }
        Ok(())
    }

    async fn hear(
        &mut self,
        message: Message,
        socket: &mut WebSocket,
        table: &Handle,
    ) -> Result<(), End> {
        self.unanswered = 0;
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(_) => return self.measured(table).await,
            Message::Ping(_) => return self.spend(),
            Message::Close(_) => return Err(None),
            Message::Binary(_) => {
                return Err(Some(Bye::new(ByeCode::BadMessage, "Messages are text.")));
            }
        };
        METRICS.messages.add(1);
        self.spend()?;
        let gone = |Gone| Some(Bye::new(ByeCode::Stopping, "The table was put away."));
        let message = serde_json::from_str::<ToServer>(&text).map_err(|error| {
            Some(Bye::new(ByeCode::BadMessage, format!("The message can't be read: {error}.")))
        })?;
        match (message, self.role) {
            (ToServer::Act { id, act }, Role::Seat(seat)) => {
                table.act(self.id, seat, id, act).await.map_err(gone)
            }
            (ToServer::Rule { id, rule }, Role::Arbiter) => {
                table.rule(self.id, id, rule).await.map_err(gone)
            }
            (ToServer::Ready { on }, Role::Seat(seat)) => table.ready(seat, on).await.map_err(gone),
            (ToServer::Rematch { on }, Role::Seat(seat)) => {
                table.rematch(seat, on).await.map_err(gone)
            }
            (ToServer::Bot { seat, bot }, Role::Seat(_) | Role::Arbiter) => {
                table.bot(self.id, seat, bot).await.map_err(gone)
            }
            (ToServer::Substitute { seat, bot }, Role::Seat(by)) => {
                table.substitute(by, seat, bot).await.map_err(gone)
            }
            (ToServer::TakeBack, Role::Seat(seat)) => table.take_back(seat).await.map_err(gone),
            (ToServer::Ping { sent }, _) => {
                self.tell(socket, to_client::pong(&sent, table.now())).await
            }
            (ToServer::Hello(_), _) => {
                Err(Some(Bye::new(ByeCode::BadMessage, "'hello' comes once.")))
            }
            (
                ToServer::Act { .. }
                | ToServer::Rule { .. }
                | ToServer::Ready { .. }
                | ToServer::Rematch { .. }
                | ToServer::Bot { .. }
                | ToServer::Substitute { .. }
                | ToServer::TakeBack,
                Role::Seat(_) | Role::Arbiter | Role::Spectator,
            ) => Err(Some(Bye::new(ByeCode::Unauthorised, "This is not for you to do."))),
        }
    }

    async fn measured(&mut self, table: &Handle) -> Result<(), End> {
        let (Some(pinged), Role::Seat(seat)) = (self.pinged.take(), self.role) else {
            return Ok(());
        };
        let took = i64::try_from(pinged.elapsed().as_millis()).unwrap_or(i64::MAX);
        let gone = |Gone| Some(Bye::new(ByeCode::Stopping, "The table was put away."));
        table.measured(seat, Millis(took)).await.map_err(gone)
    }
}
