//! A WebSocket: from `hello` to `bye`.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use serde::Deserialize;
use tandem_rules::Millis;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::App;
use super::elsewhere::{ROUND_TRIP, named};
use super::error::ApiError;
use super::guard::ClientAddress;
use super::listen::Peer;
use super::metered::Meter;
use crate::codes::{Denied, Ended, Problem};
use crate::fanout::ConnectionId;
use crate::guests::Held;
use crate::ids::MatchId;
use crate::limits::Sender;
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::table::{Gone, Handle, Joined};
use crate::time::Stopwatch;
use crate::wire::{Bye, ByeCode, Hello, LONGEST_MESSAGE, Pong, Role, ToClient, ToServer, VERSION};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a client may take to accept what it is sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client that is sent away may take to go.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// How often the round trip is measured.
const MEASURE: Duration = Duration::from_secs(8);
/// Measures without an answer after which nobody is there.
const SILENT: u32 = 4;
/// Messages that may wait for a client; one that lags further behind is dropped.
const QUEUE: usize = 64;

pub(super) async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    ClientAddress(address): ClientAddress,
    uri: Uri,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // Another node knows its clients as a proxy does.
    let line = Line {
        meter: peer.meter,
        told: told_by_proxy(&headers).filter(|_| app.proxy_rtt || peer.passed_on),
        behind_proxy: app.trust_proxy || peer.passed_on,
        named: named(&uri),
    };
    let pass = match peer.pass {
        Some(pass) => Some(pass),
        // Behind a proxy the address is known only now.
        None => app.limits.enter(address).map(Arc::new),
    };
    let Some(pass) = pass else {
        METRICS.turned_away.add(1);
        return ApiError::TooMany(Problem::TooManyConnections).into_response();
    };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // Four sockets a match, thousands of matches: small buffers.
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(async move |socket| {
            let _counted = (METRICS.connections.hold(), pass);
            line.meter.limit();
            converse(socket, &app, address, &line).await;
        })
}

/// The client's round trip in microseconds, as a proxy's kernel has seen it.
fn told_by_proxy(headers: &HeaderMap) -> Option<Duration> {
    let said = headers.get(ROUND_TRIP)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_micros(said))
}

/// What is known of the line to a client.
struct Line {
    meter: Arc<Meter>,
    /// Behind a proxy the kernel sees the proxy; what that has seen is told once.
    told: Option<Duration>,
    behind_proxy: bool,
    /// The match that its address names: it led to the machine that had it.
    named: Option<MatchId>,
}

impl Line {
    fn round_trip(&self) -> Option<Duration> {
        if self.behind_proxy { self.told } else { self.meter.round_trip() }
    }
}

async fn converse(mut socket: WebSocket, app: &App, address: IpAddr, line: &Line) {
    let bye = match hello(&mut socket).await {
        Err(bye) => bye,
        Ok(_) if !app.limits.may_come(address) => {
            Some(Bye::new(ByeCode::TooFast, &Ended::TooManyConnects))
        }
        Ok(hello) => match enter(app, hello, line).await {
            Err(bye) => bye,
            Ok((table, session)) => {
                let id = session.id;
                let bye = session.run(&mut socket, &table, app, line).await;
                table.leave(id).await;
                bye
            }
        },
    };
    if let Some(bye) = bye {
        let text = bye.text();
        let _ = timeout(SEND_TIMEOUT, socket.send(Message::Text(text))).await;
    }
    // Don't wait for ever for the close handshake.
    let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(None))).await;
    // Closing on unread messages would throw away what was said last.
    let _ = timeout(CLOSE_TIMEOUT, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
}

/// The first message. `Err(None)` if the client left without a word.
async fn hello(socket: &mut WebSocket) -> Result<Hello, Option<Bye>> {
    let bad = |why: Ended| Err(Some(Bye::new(ByeCode::BadMessage, &why)));
    let first = match timeout(HELLO, socket.recv()).await {
        Err(_) => return Err(Some(Bye::new(ByeCode::Idle, &Ended::NothingCame))),
        Ok(None) => return Err(None),
        Ok(Some(Err(_))) => return bad(Ended::MessageTooLong),
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(_))) => return bad(Ended::HelloFirst),
    };
    let hello = match serde_json::from_str(&first) {
        Ok(ToServer::Hello(hello)) => hello,
        Ok(_) => return bad(Ended::HelloFirst),
        Err(error) => return Err(Some(unread(&first, &error))),
    };
    if hello.version == VERSION { Ok(hello) } else { Err(Some(other_version())) }
}

fn other_version() -> Bye {
    Bye::new(ByeCode::Version, &Ended::OtherVersion { version: VERSION.to_string() })
}

/// Why a first message is not read: it may be a `hello` of another version, or to a match that can't be.
fn unread(message: &str, error: &serde_json::Error) -> Bye {
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Addressed {
        Hello {
            #[serde(default)]
            version: Option<u32>,
            #[serde(rename = "match", default)]
            id: Option<String>,
        },
    }
    if let Ok(Addressed::Hello { version, id }) = serde_json::from_str(message) {
        if version.is_some_and(|version| version != VERSION) {
            return other_version();
        }
        // As everywhere, a malformed id is an unknown one.
        if id.is_some_and(|id| id.parse::<MatchId>().is_err()) {
            return Bye::new(ByeCode::NotFound, &Problem::NoSuchMatch);
        }
    }
    Bye::new(ByeCode::BadMessage, &Ended::MessageUnread { detail: error.to_string() })
}

async fn enter(app: &App, mut hello: Hello, line: &Line) -> Result<(Handle, Session), Option<Bye>> {
    let stopping = || Some(Bye::new(ByeCode::Stopping, &Problem::Stopping));
    let id = ConnectionId::fresh();
    let table = match app.hall.find(&hello.table).await {
        Ok(Some(table)) => table,
        Ok(None) => return Err(Some(Bye::new(ByeCode::NotFound, &Problem::NoSuchMatch))),
        Err(StoreError::Damaged(_)) => {
            return Err(Some(Bye::new(ByeCode::Damaged, &Problem::Damaged)));
        }
        Err(StoreError::NewerMatch(_)) => {
            return Err(Some(Bye::new(ByeCode::Stopping, &Problem::NewerMatch)));
        }
        // It went while they said who they are: they come back to where it is.
        Err(StoreError::Elsewhere(..)) if line.named.as_ref() == Some(&hello.table) => {
            return Err(Some(Bye::new(ByeCode::Moving, &Ended::TableMoves)));
        }
        // Only what the address names can be passed on.
        Err(StoreError::Elsewhere(..)) => {
            return Err(Some(Bye::new(ByeCode::BadMessage, &Ended::NameTheMatch)));
        }
        Err(_) => return Err(stopping()),
    };
    let (outbox, inbox) = mpsc::channel(QUEUE);
    let id_of_match = hello.table.clone();
    hello.name = hello.name.map(|name| app.guests.at_page(&name));
    let name = hello.name.as_deref().map(|name| app.guests.hold(name));
    match table.join(id, hello, Some(outbox)).await {
        Ok(Ok(Joined { role })) => {
            let sender = Sender::of(id_of_match, role, id);
            let name = name.filter(|_| matches!(role, Role::Seat(_)));
            Ok((table, Session::new(id, role, sender, inbox, name)))
        }
        Ok(Err(bye)) => Err(Some(bye)),
        Err(Gone) => Err(stopping()),
    }
}

/// One connection that was let in.
struct Session {
    id: ConnectionId,
    role: Role,
    /// Whose messages these are, over all of their connections.
    sender: Sender,
    inbox: mpsc::Receiver<Utf8Bytes>,
    pinged: Option<Stopwatch>,
    unanswered: u32,
    /// Nobody else has a player's name at the ICS door meanwhile.
    _name: Option<Held>,
}

/// Why a conversation ends, unless the client just left.
type End = Option<Bye>;

impl Session {
    fn new(
        id: ConnectionId,
        role: Role,
        sender: Sender,
        inbox: mpsc::Receiver<Utf8Bytes>,
        name: Option<Held>,
    ) -> Session {
        Session { id, role, sender, inbox, pinged: None, unanswered: 0, _name: name }
    }

    async fn run(mut self, socket: &mut WebSocket, table: &Handle, app: &App, line: &Line) -> End {
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
                    Some(Err(_)) if line.meter.is_exceeded() => {
                        Err(Some(Bye::new(ByeCode::TooFast, &Ended::TooManyBytes)))
                    }
                    Some(Err(_)) => Err(Some(Bye::new(ByeCode::BadMessage, &Ended::MessageBroken))),
                    Some(Ok(message)) => {
                        if app.limits.may_say(&self.sender) {
                            self.hear(message, socket, table, line).await
                        } else {
                            Err(Some(Bye::new(ByeCode::TooFast, &Ended::TooManyMessages)))
                        }
                    }
                },
                _ = measure.tick() => self.measure(socket, line).await,
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
        match timeout(SEND_TIMEOUT, send).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn measure(&mut self, socket: &mut WebSocket, line: &Line) -> Result<(), End> {
        if self.unanswered >= SILENT {
            return Err(Some(Bye::new(ByeCode::Idle, &Ended::Silent)));
        }
        self.unanswered += 1;
        self.pinged = Some(Stopwatch::start());
        line.meter.want_round_trip(true);
        match timeout(SEND_TIMEOUT, socket.send(Message::Ping(Vec::new().into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn hear(
        &mut self,
        message: Message,
        socket: &mut WebSocket,
        table: &Handle,
        line: &Line,
    ) -> Result<(), End> {
        self.unanswered = 0;
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(_) => return self.measured(table, line).await,
            Message::Ping(_) => return Ok(()),
            Message::Close(_) => return Err(None),
            Message::Binary(_) => {
                return Err(Some(Bye::new(ByeCode::BadMessage, &Ended::TextOnly)));
            }
        };
        METRICS.messages.add(1);
        let gone = |Gone| Some(Bye::new(ByeCode::Stopping, &Ended::TableGone));
        let message = serde_json::from_str::<ToServer>(&text).map_err(|error| {
            let why = Ended::MessageUnread { detail: error.to_string() };
            Some(Bye::new(ByeCode::BadMessage, &why))
        })?;
        match (message, self.role) {
            (ToServer::Act { id, act, at }, Role::Seat(seat)) => {
                table.act(self.id, seat, id, act, at).await.map_err(gone)
            }
            (ToServer::Rule { id, rule }, Role::Arbiter) => {
                table.rule(self.id, id, rule).await.map_err(gone)
            }
            (ToServer::Foresee { id, rule }, Role::Arbiter) => {
                table.foresee(self.id, id, rule).await.map_err(gone)
            }
            (ToServer::Why { id, tried }, Role::Seat(seat)) => {
                table.why(seat, id, tried).await.map_err(gone)
            }
            (ToServer::Ahead { id, tried }, Role::Seat(seat)) => {
                table.ahead(seat, id, tried).await.map_err(gone)
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
            (ToServer::Behind { millis }, Role::Seat(seat)) => {
                table.behind(seat, millis).await.map_err(gone)
            }
            (ToServer::TakeBack, Role::Seat(seat)) => table.take_back(seat).await.map_err(gone),
            (ToServer::Ping { sent }, _) => {
                self.tell(socket, ToClient::Pong(Pong { sent: &sent, now: table.now() }).text())
                    .await
            }
            (ToServer::Hello(_), _) => Err(Some(Bye::new(ByeCode::BadMessage, &Ended::HelloOnce))),
            (
                ToServer::Act { .. }
                | ToServer::Rule { .. }
                | ToServer::Foresee { .. }
                | ToServer::Why { .. }
                | ToServer::Ahead { .. }
                | ToServer::Ready { .. }
                | ToServer::Rematch { .. }
                | ToServer::Bot { .. }
                | ToServer::Substitute { .. }
                | ToServer::Behind { .. }
                | ToServer::TakeBack,
                Role::Seat(_) | Role::Arbiter | Role::Spectator,
            ) => Err(Some(Bye::denied(&Denied::NotYoursToDo))),
        }
    }

    async fn measured(&mut self, table: &Handle, line: &Line) -> Result<(), End> {
        // The kernel remembers the least: until the next ping it need not be asked again.
        line.meter.want_round_trip(false);
        let (Some(pinged), Role::Seat(seat)) = (self.pinged.take(), self.role) else {
            return Ok(());
        };
        let millis = |time: Duration| Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let (took, seen) = (millis(pinged.elapsed()), line.round_trip().map(millis));
        let gone = |Gone| Some(Bye::new(ByeCode::Stopping, &Ended::TableGone));
        table.measured(self.id, seat, took, seen).await.map_err(gone)
    }
}
