//! A server on a port of its own, and clients for it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tandem_server::{Books, BotConfig, Bounds, Config, Server, Waits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything takes on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A folder that goes away with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tandem-it-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn config(data: &Path) -> Config {
    Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: data.to_path_buf(),
        store: None,
        peers: None,
        books: Books::default(),
        bounds: Bounds {
            connections: 100,
            tables: 100,
            open_tables: 100,
            reads: 10_000,
            ..Bounds::default()
        },
        waits: Waits::default(),
        bots: BotConfig { threads: Some(1), ..BotConfig::default() },
        trust_proxy: false,
        proxy_rtt: false,
        tls: None,
        lan: None,
        ics: None,
        names: Vec::new(),
        metrics: false,
    }
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// Where ICS clients find it.
    pub(crate) ics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start(config: Config) -> Running {
        let server = Server::open(config).await.unwrap();
        let (address, ics) = (server.address(), server.ics_address());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { address, ics, stop: Some(stop), task }
    }

    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.await.unwrap();
    }

    /// Status, head and body of the answer.
    pub(crate) async fn ask(&self, method: &str, path: &str, head: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        // The server may answer before it has read a body that is too large.
        let _ = stream.write_all(body).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let head = "Content-Type: application/json\r\n";
        self.ask("POST", path, head, body.to_string().as_bytes()).await
    }

    /// Makes a match; without lag, which a busy machine would make different each time.
    pub(crate) async fn make(&self, mut wish: Value) -> Made {
        wish["lag"] = json!(0);
        let answer = self.post("/api/matches", &wish).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let made = answer.json();
        Made { id: made["match"].as_str().unwrap().to_owned(), links: made["links"].clone() }
    }

    pub(crate) async fn connect(&self) -> Client {
        let url = format!("ws://{}/ws", self.address);
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        Client { socket, next: 1 }
    }

    pub(crate) async fn sit(&self, made: &Made, seat: &str, name: &str) -> Client {
        let mut client = self.connect().await;
        client.hello(&made.id, seat, Some(&made.secret(seat)), name).await;
        let welcome = client.hear("welcome").await;
        assert_eq!(welcome["seat"], seat);
        client.next = welcome["command"].as_u64().unwrap() + 1;
        client.hear("snapshot").await;
        client
    }

    /// Four players who are ready; each has heard the start.
    pub(crate) async fn four(&self, made: &Made) -> [Client; 4] {
        let mut clients = Vec::new();
        for seat in ["A", "a", "B", "b"] {
            clients.push(self.sit(made, seat, &format!("Player {seat}")).await);
        }
        for client in &mut clients {
            client.say(json!({ "type": "ready", "on": true })).await;
        }
        for client in &mut clients {
            let update = client.hear("update").await;
            assert_eq!(update["events"][0]["event"], "started");
        }
        clients.try_into().unwrap_or_else(|_| unreachable!())
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// A match that was made.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) links: Value,
}

impl Made {
    pub(crate) fn secret(&self, whose: &str) -> String {
        let link = self.links[whose].as_str().unwrap();
        link.split_once(&format!("#{whose}:")).unwrap().1.to_owned()
    }
}

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Client {
    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn say_raw(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// An answer to a ping that nobody sent.
    pub(crate) async fn pong(&mut self) {
        let _ = self.socket.send(Message::Pong(Vec::new().into())).await;
    }

    pub(crate) async fn hello(&mut self, id: &str, seat: &str, secret: Option<&str>, name: &str) {
        let mut hello = json!({ "type": "hello", "version": 2, "match": id, "name": name });
        match seat {
            "arbiter" | "spectator" => hello["role"] = seat.into(),
            seat => {
                hello["role"] = "seat".into();
                hello["seat"] = seat.into();
            }
        }
        if let Some(secret) = secret {
            hello["secret"] = secret.into();
        }
        self.say(hello).await;
    }

    /// The next message, or none when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.socket.next()).await;
            match next.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("{kind} before the end"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn act(&mut self, act: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.say(json!({ "type": "act", "id": id, "act": act })).await;
        id
    }

    /// Acts, and waits for the update that this brings about.
    pub(crate) async fn do_(&mut self, act: Value) -> Value {
        let id = self.act(act).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["ack"] == id || message["id"] == id {
                return message;
            }
        }
    }

    pub(crate) async fn play(&mut self, text: &str) -> Value {
        self.do_(json!({ "do": "move", "move": text })).await
    }

    pub(crate) async fn rule(&mut self, rule: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.say(json!({ "type": "rule", "id": id, "rule": rule })).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["ack"] == id || message["id"] == id {
                return message;
            }
        }
    }
}
