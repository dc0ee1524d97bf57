//! One player: waits for its turn, thinks a little, makes a random legal move.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// How long a player thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) fastest: u64,
    pub(super) slowest: u64,
}

impl Pace {
    /// How long a player thinks about this move.
    pub(super) fn thinking(self, random: &mut Random) -> Duration {
        let spread = self.slowest - self.fastest + 1;
        Duration::from_millis(self.fastest + random.next() % spread)
    }
}

/// The start of all matches, and how long after it one of them begins.
pub(super) struct Start {
    /// Told at the start: until when is played.
    pub(super) until: watch::Receiver<Instant>,
    pub(super) after: Duration,
}

impl Start {
    /// Waits until the match begins, and gives until when is played; none if it never begins.
    pub(super) async fn given(mut self) -> Option<Instant> {
        self.until.changed().await.ok()?;
        let until = *self.until.borrow();
        tokio::time::sleep(self.after).await;
        Some(until)
    }
}

/// Numbers that look random, the same for the same seed.
pub(super) struct Random(u64);

impl Random {
    /// Any seed will do, as long as those of players differ.
    pub(super) fn new(seed: &str) -> Random {
        let mix = |sum: u64, byte: u8| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
        Random(seed.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// What a player measured.
#[derive(Debug, Default)]
pub(super) struct Played {
    /// When a move was sent, and how long it took to see it confirmed, in microseconds.
    pub(super) confirmed: Vec<(Instant, u32)>,
    pub(super) refused: usize,
    pub(super) failed: bool,
}

/// As much of a message as a player needs.
#[derive(Deserialize)]
struct Heard<'m> {
    #[serde(rename = "type")]
    kind: &'m str,
    #[serde(default)]
    ack: Option<u64>,
    #[serde(default)]
    you: Option<You<'m>>,
}

#[derive(Deserialize)]
struct You<'m> {
    #[serde(default, borrow)]
    moves: &'m str,
}

pub(super) struct Player {
    server: SocketAddr,
    from: SocketAddr,
    id: String,
    seat: char,
    secret: String,
    pace: Pace,
    random: Random,
}

impl Player {
    pub(super) fn new(
        server: SocketAddr,
        from: SocketAddr,
        id: String,
        seat: char,
        secret: String,
        pace: Pace,
    ) -> Player {
        let random = Random::new(&format!("{id}{seat}"));
        Player { server, from, id, seat, secret, pace, random }
    }

    /// Comes to a table that begins when all four are there, and plays until a time.
    pub(super) async fn play_at_once(self, until: Instant) -> Played {
        let mut played = Played::default();
        let Some(mut socket) = connect(self.server, self.from, &self.id).await else {
            played.failed = true;
            return played;
        };
        let hello = self.hello();
        let playing = async {
            socket.send(Message::text(hello)).await.is_ok()
                && self.moves(&mut socket, &mut played).await
        };
        let ended = tokio::time::timeout_at(until, playing).await;
        if ended == Ok(false) {
            played.failed = true;
        }
        played
    }

    fn hello(&self) -> String {
        let hello = json!({
            "type": "hello", "version": 2, "match": self.id, "role": "seat",
            "seat": self.seat.to_string(), "secret": self.secret, "name": format!("Load {}", self.seat),
        });
        hello.to_string()
    }

    pub(super) async fn play(self, ready: &mpsc::UnboundedSender<()>, start: Start) -> Played {
        let mut played = Played::default();
        let Some(mut socket) = connect(self.server, self.from, &self.id).await else {
            played.failed = true;
            let _ = ready.send(());
            return played;
        };
        if socket.send(Message::text(self.hello())).await.is_err() {
            played.failed = true;
        }
        let _ = ready.send(());
        // Nobody is ready before everybody sits. Meanwhile pings are answered.
        let mut given = pin!(start.given());
        let until = loop {
            tokio::select! {
                until = &mut given => match until {
                    Some(until) => break until,
                    None => return played,
                },
                message = socket.next() => if !matches!(message, Some(Ok(_))) {
                    played.failed = true;
                    return played;
                },
            }
        };
        if socket.send(Message::text("{\"type\":\"ready\",\"on\":true}")).await.is_err() {
            played.failed = true;
        }
        if tokio::time::timeout_at(until, self.moves(&mut socket, &mut played)).await == Ok(false) {
            played.failed = true;
        }
        played
    }

    /// Plays until the match ends; false if the connection broke.
    async fn moves(mut self, socket: &mut WebSocketStream<TcpStream>, played: &mut Played) -> bool {
        let mut command = 0;
        let mut sent: Option<Instant> = None;
        let mut next: Option<(Instant, String)> = None;
        loop {
            let due = next.as_ref().map(|(at, _)| *at);
            tokio::select! {
                () = wait(due) => {
                    let Some((_, text)) = next.take() else { continue };
                    command += 1;
                    let act = format!(
                        "{{\"type\":\"act\",\"id\":{command},\"act\":{{\"do\":\"move\",\"move\":\"{text}\"}}}}"
                    );
                    sent = Some(Instant::now());
                    if socket.send(Message::text(act)).await.is_err() {
                        return false;
                    }
                }
                message = socket.next() => {
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(_)) => continue,
                        Some(Err(_)) | None => return false,
                    };
                    let Ok(heard) = serde_json::from_str::<Heard<'_>>(&text) else { continue };
                    match heard.kind {
                        "bye" => return false,
                        "refused" => {
                            played.refused += 1;
                            sent = None;
                        }
                        _ => {}
                    }
                    if heard.ack == Some(command)
                        && let Some(sent) = sent.take()
                    {
                        let took = sent.elapsed().as_micros();
                        played.confirmed.push((sent, u32::try_from(took).unwrap_or(u32::MAX)));
                    }
                    let Some(you) = heard.you else { continue };
                    if you.moves.is_empty() {
                        next = None;
                    } else if sent.is_none() {
                        let choice = self.choose(you.moves).to_owned();
                        let at = match next.take() {
                            // The turn has begun already; only the choice is new.
                            Some((at, _)) => at,
                            None => Instant::now() + self.pace.thinking(&mut self.random),
                        };
                        next = Some((at, choice));
                    }
                }
            }
        }
    }

    fn choose<'m>(&mut self, moves: &'m str) -> &'m str {
        let count = moves.bytes().filter(|byte| *byte == b' ').count() + 1;
        let number = usize::try_from(self.random.next() % count as u64).unwrap_or(0);
        moves.split(' ').nth(number).unwrap_or_default()
    }
}

/// A line to a match.
pub(super) async fn connect(
    server: SocketAddr,
    from: SocketAddr,
    id: &str,
) -> Option<WebSocketStream<TcpStream>> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_reuseaddr(true).ok()?;
    socket.bind(from).ok()?;
    let stream = socket.connect(server).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let url = format!("ws://{server}/ws?match={id}");
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let opened = tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await;
    opened.ok().map(|(socket, _)| socket)
}

pub(super) async fn wait(until: Option<Instant>) {
    match until {
        Some(until) => tokio::time::sleep_until(until).await,
        None => std::future::pending().await,
    }
}
