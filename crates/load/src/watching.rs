//! Those who watch an event: its page, its boards, a table.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Where those who watch come from.
const WATCHERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 210);
/// Tables whose boards somebody sees at a time on the page of the event.
pub(super) const SHOWN: usize = 12;

/// What those who watch have heard.
#[derive(Default)]
pub(super) struct Heard {
    /// At a table.
    pub(super) tables: AtomicUsize,
    /// Of an event: its boards, and everything else.
    pub(super) boards: AtomicUsize,
    pub(super) changes: AtomicUsize,
    pub(super) broken: AtomicUsize,
}

/// What somebody watches.
#[derive(Clone)]
pub(super) enum Watched {
    /// One table, as its page does.
    Table { id: String },
    /// The event and the boards of some tables, as its page does.
    /// `secret`: the screen on the wall has one.
    Event { id: String, secret: Option<String>, tables: Vec<usize> },
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
            Watched::Event { tables, secret, .. } => {
                let hello = json!({ "type": "hello", "secret": secret });
                vec![hello, json!({ "type": "boards", "tables": tables })]
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

pub(super) async fn connect(server: SocketAddr, path: &str) -> Option<WebSocketStream<TcpStream>> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_reuseaddr(true).ok()?;
    socket.bind(SocketAddr::new(IpAddr::V4(WATCHERS), 0)).ok()?;
    let stream = socket.connect(server).await.ok()?;
    let url = format!("ws://{server}{path}");
    tokio_tungstenite::client_async(url, stream).await.ok().map(|(socket, _)| socket)
}

/// Watches until the end, and counts what is heard.
pub(super) async fn watch(server: SocketAddr, watched: Watched, heard: Arc<Heard>) {
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
