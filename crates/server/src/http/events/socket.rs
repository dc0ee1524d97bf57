//! A socket that tells whoever watches an event that it has changed.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tandem_event::{Moment, RoundNumber, Stage};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::super::App;
use super::super::error::ApiError;
use super::super::guard::ClientAddress;
use super::super::listen::Peer;
use super::super::path::PathId;
use super::event_id;
use crate::codes::{Ended, Problem};
use crate::events::{Handle, Shut, Snapshot, Viewer};
use crate::ids::Secret;
use crate::metrics::METRICS;
use crate::time::now_unix;
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

/// What a client says first, and nothing else.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum FromClient {
    Hello {
        #[serde(default)]
        secret: Option<Secret>,
    },
}

/// What it is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Tell {
    /// There is something new to be read.
    Changed {
        version: u64,
        stamp: u64,
        now: i64,
    },
    /// A round was published, or has begun.
    Reminder {
        round: RoundNumber,
        stage: Stage,
        /// When the first round is to begin.
        starts: Option<Moment>,
        /// Whether tables of the server are open.
        tables: bool,
    },
    Bye(Bye),
}

impl Tell {
    fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

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
                let bye = Tell::Bye(bye).text();
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
            Ok(FromClient::Hello { secret }) => secret,
            Err(_) => return bad(&Ended::HelloFirst),
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

async fn watch_on(socket: &mut WebSocket, handle: &Handle, secret: Option<Secret>) -> End {
    let mut shown: watch::Receiver<Arc<Snapshot>> = handle.watch();
    shown.mark_changed();
    let mut reminded: Option<(RoundNumber, Stage, bool)> = None;
    let mut first = true;
    let mut measure = interval(MEASURE);
    measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut unanswered, mut said) = (0, 0);
    loop {
        tokio::select! {
            changed = shown.changed() => {
                if changed.is_err() {
                    return stopping();
                }
                let snapshot = Arc::clone(&shown.borrow_and_update());
                // Who may see it may have changed too.
                let viewer = match snapshot.viewer(secret.as_ref()) {
                    Ok(viewer) => viewer,
                    Err(Shut::Unknown) => return unknown(),
                    Err(Shut::WrongLink) => return Some(Bye::new(ByeCode::Unauthorised, &Problem::WrongEventLink)),
                };
                let changed = Tell::Changed {
                    version: snapshot.version(),
                    stamp: snapshot.stamp,
                    now: now_unix(),
                };
                let mut texts = vec![changed.text()];
                let now = stage_of(&snapshot);
                if now != reminded && !first {
                    texts.extend(reminder(&snapshot, now));
                }
                (reminded, first) = (now, false);
                for text in texts {
                    match timeout(SEND_TIMEOUT, socket.send(Message::Text(text))).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) | Err(_) => return None,
                    }
                }
                // What comes meanwhile is told together.
                let at_work = matches!(viewer, Viewer::Organiser | Viewer::Arbiter);
                sleep(if at_work { DESK_PAUSE } else { PAUSE }).await;
            }
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return None,
                Some(Ok(Message::Pong(_) | Message::Ping(_))) => {
                    unanswered = 0;
                    said += 1;
                    if said > MAX_SAID {
                        return Some(Bye::new(ByeCode::TooFast, &Ended::TooManyMessages));
                    }
                }
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    return bad(&Ended::HelloOnce);
                }
            },
            _ = measure.tick() => {
                if unanswered >= SILENT {
                    return Some(Bye::new(ByeCode::Idle, &Ended::Silent));
                }
                unanswered += 1;
                match timeout(SEND_TIMEOUT, socket.send(Message::Ping(Vec::new().into()))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => return None,
                }
            }
        }
    }
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
            Some(Tell::Reminder { round, stage, starts, tables }.text())
        }
        Stage::Draft | Stage::Closed => None,
    }
}
