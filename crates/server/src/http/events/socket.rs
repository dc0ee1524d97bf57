//! A socket that tells whoever watches an event that it has changed, and shows the boards of its round.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use tandem_event::{RoundNumber, Stage, TableNumber};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use super::super::App;
use super::super::error::ApiError;
use super::super::guard::ClientAddress;
use super::super::listen::Peer;
use super::super::path::PathId;
use super::event_id;
use super::messages::{EventToClient, EventToServer};
use crate::codes::{Ended, Problem};
use crate::events::{Boards, Handle, Shut, Snapshot, Viewer};
use crate::ids::Secret;
use crate::metrics::METRICS;
use crate::time::{deadline_in, now_unix};
use crate::wire::{Bye, ByeCode};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a client may take to accept what it is sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How often those who only watch are told at most.
const PAUSE: Duration = Duration::from_secs(1);
/// How often desks are told at most.
const DESK_PAUSE: Duration = Duration::from_millis(100);
/// How often a client is asked whether it is there.
const MEASURE: Duration = Duration::from_secs(20);
/// Questions without an answer after which nobody is there.
const SILENT: u32 = 3;
/// The longest message of a client.
const LONGEST: usize = 1024;
/// The most messages of a client; answers to pings are some.
const MAX_SAID: u32 = 10_000;
/// The most tables whose boards somebody sees at a time.
const MAX_BOARDS: usize = 32;

pub(super) async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    ClientAddress(address): ClientAddress,
    PathId(id): PathId,
    upgrade: WebSocketUpgrade,
) -> Response {
    let pass = match peer.pass {
        Some(pass) => Some(pass),
        // Behind a proxy the address is known only now.
        None => app.limits.enter(address).map(Arc::new),
    };
    let Some(pass) = pass.filter(|_| app.limits.may_come(address)) else {
        METRICS.turned_away.add(1);
        return ApiError::TooMany(Problem::TooManyConnections).into_response();
    };
    let meter = peer.meter;
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .on_upgrade(async move |mut socket| {
            let _counted = (METRICS.connections.hold(), pass);
            meter.limit();
            if let Some(bye) = converse(&mut socket, &app, &id).await {
                let bye = EventToClient::Bye(bye).text();
                let _ = timeout(SEND_TIMEOUT, socket.send(Message::Text(bye))).await;
            }
            let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(None))).await;
        })
}

/// Why a conversation ends; none if the client just left.
type End = Option<Bye>;

fn unknown() -> End {
    Some(Bye::new(ByeCode::NotFound, &Problem::NoSuchEvent))
}

fn stopping() -> End {
    Some(Bye::new(ByeCode::Stopping, &Problem::Stopping))
}

fn bad(why: &Ended) -> End {
    Some(Bye::new(ByeCode::BadMessage, why))
}

async fn converse(socket: &mut WebSocket, app: &App, id: &str) -> End {
    let secret = match timeout(HELLO, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => match serde_json::from_str(&text) {
            Ok(EventToServer::Hello { secret }) => secret,
            Ok(EventToServer::Boards { .. }) => return bad(&Ended::HelloFirst),
            Err(error) => return bad(&Ended::MessageUnread { detail: error.to_string() }),
        },
        Ok(None | Some(Err(_))) => return None,
        Ok(Some(Ok(_))) | Err(_) => return bad(&Ended::HelloFirst),
    };
    let Ok(id) = event_id(id) else { return unknown() };
    let handle = match app.events.find(&id).await {
        Ok(Some(handle)) => handle,
        Ok(None) => return unknown(),
        Err(_) => return stopping(),
    };
    watch_on(socket, &handle, secret).await
}

/// Whoever watches, and what they know already.
struct Watching<'s> {
    socket: &'s mut WebSocket,
    handle: &'s Handle,
    secret: Option<Secret>,
    reminded: Option<(RoundNumber, Stage, bool)>,
    first: bool,
    /// The tables whose boards they want to see, and the looks at them that they have seen.
    wanted: BTreeSet<TableNumber>,
    known: BTreeMap<TableNumber, u64>,
    /// Questions that were not answered.
    unanswered: u32,
    said: u32,
}

async fn watch_on(socket: &mut WebSocket, handle: &Handle, secret: Option<Secret>) -> End {
    let mut watching = Watching {
        socket,
        handle,
        secret,
        reminded: None,
        first: true,
        wanted: BTreeSet::new(),
        known: BTreeMap::new(),
        unanswered: 0,
        said: 0,
    };
    match watching.on().await {
        Ok(never) => match never {},
        Err(end) => end,
    }
}

impl Watching<'_> {
    async fn on(&mut self) -> Result<Infallible, End> {
        let mut shown: watch::Receiver<Arc<Snapshot>> = self.handle.watch();
        shown.mark_changed();
        let mut boards: Option<watch::Receiver<Arc<Boards>>> = None;
        let mut measure = interval(MEASURE);
        measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // What comes until then is told together.
        let mut quiet_until: Option<Instant> = None;
        loop {
            tokio::select! {
                changed = shown.changed(), if quiet_until.is_none() => {
                    changed.map_err(|_| stopping())?;
                    let snapshot = Arc::clone(&shown.borrow_and_update());
                    quiet_until = Some(deadline_in(self.tell_of_change(&snapshot).await?));
                }
                () = reached(quiet_until) => quiet_until = None,
                seen = next_boards(boards.as_mut()) => {
                    let seen = seen.ok_or_else(stopping)?;
                    self.show(&seen).await?;
                }
                message = self.socket.recv() => {
                    let Some(tables) = self.hear(message)? else { continue };
                    if tables.is_empty() {
                        boards = None;
                    } else {
                        // What is there is seen at once.
                        boards = Some(self.handle.boards());
                    }
                    self.known.retain(|table, _| tables.contains(table));
                    self.wanted = tables;
                }
                _ = measure.tick() => {
                    if self.unanswered >= SILENT {
                        return Err(Some(Bye::new(ByeCode::Idle, &Ended::Silent)));
                    }
                    self.unanswered += 1;
                    self.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    /// Tells that the event has changed, and how long nothing more is to be told of it.
    async fn tell_of_change(&mut self, snapshot: &Snapshot) -> Result<Duration, End> {
        // Who may see it may have changed too.
        let viewer = match snapshot.viewer(self.secret.as_ref()) {
            Ok(viewer) => viewer,
            Err(Shut::Unknown) => return Err(unknown()),
            Err(Shut::WrongLink) => {
                return Err(Some(Bye::new(ByeCode::Unauthorised, &Problem::WrongEventLink)));
            }
        };
        let (version, stamp) = (snapshot.version(), snapshot.stamp);
        let changed = EventToClient::Changed { version, stamp, now: now_unix() };
        self.send(Message::Text(changed.text())).await?;
        let now = stage_of(snapshot);
        if now != self.reminded
            && !self.first
            && let Some(reminder) = reminder(snapshot, now)
        {
            self.send(Message::Text(reminder)).await?;
        }
        (self.reminded, self.first) = (now, false);
        let at_work = matches!(viewer, Viewer::Organiser | Viewer::Arbiter);
        Ok(if at_work { DESK_PAUSE } else { PAUSE })
    }

    /// Shows the boards that they want and have not seen.
    async fn show(&mut self, boards: &Boards) -> Result<(), End> {
        let tables = boards.news(&self.wanted, &mut self.known);
        if tables.is_empty() {
            return Ok(());
        }
        let text = EventToClient::Boards { round: boards.round(), now: now_unix(), tables }.text();
        self.send(Message::Text(text)).await
    }

    /// What a client says; the tables that it wants to see now, if it says so.
    fn hear(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<BTreeSet<TableNumber>>, End> {
        let message = match message {
            None | Some(Err(_) | Ok(Message::Close(_))) => return Err(None),
            Some(Ok(message)) => message,
        };
        self.unanswered = 0;
        self.said += 1;
        if self.said > MAX_SAID {
            return Err(Some(Bye::new(ByeCode::TooFast, &Ended::TooManyMessages)));
        }
        let Message::Text(text) = message else { return Ok(None) };
        match serde_json::from_str(&text) {
            Ok(EventToServer::Boards { tables }) if tables.len() <= MAX_BOARDS => Ok(Some(tables)),
            Ok(EventToServer::Hello { .. }) => Err(bad(&Ended::HelloOnce)),
            Ok(EventToServer::Boards { .. }) => {
                Err(bad(&Ended::MessageUnread { detail: format!("at most {MAX_BOARDS} tables") }))
            }
            Err(error) => Err(bad(&Ended::MessageUnread { detail: error.to_string() })),
        }
    }
}

async fn reached(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => pending().await,
    }
}

/// The boards when they have changed; none if the event was put away.
async fn next_boards(boards: Option<&mut watch::Receiver<Arc<Boards>>>) -> Option<Arc<Boards>> {
    let Some(boards) = boards else { return pending().await };
    boards.changed().await.ok()?;
    Some(Arc::clone(&boards.borrow_and_update()))
}

/// The latest round that everybody may see, how far it is, and whether tables are open for it.
fn stage_of(snapshot: &Snapshot) -> Option<(RoundNumber, Stage, bool)> {
    let round = snapshot.event().rounds.iter().rev().find(|round| round.stage != Stage::Draft)?;
    let tables = snapshot.has_tables(round.number);
    Some((round.number, round.stage, tables))
}

/// Players are reminded when a round was published, when it begins, and when their tables are open.
fn reminder(snapshot: &Snapshot, now: Option<(RoundNumber, Stage, bool)>) -> Option<Utf8Bytes> {
    let (round, stage, tables) = now?;
    let starts = snapshot.event().terms.start;
    match stage {
        Stage::Published | Stage::Running => {
            Some(EventToClient::Reminder { round, stage, starts, tables }.text())
        }
        Stage::Draft | Stage::Closed => None,
    }
}
