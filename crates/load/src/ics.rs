//! One player who speaks ICS: reads boards as text, makes a random legal move.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tandem_notation::Bfen;
use tandem_rules::{BoardId, Rulebook};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::player::{Pace, Played, Random, Start, wait};

pub(super) struct IcsPlayer {
    pub(super) server: SocketAddr,
    pub(super) from: SocketAddr,
    /// What opens the seat: `ID#A:SECRET`.
    pub(super) code: String,
    pub(super) name: String,
    pub(super) book: Arc<Rulebook>,
    pub(super) pace: Pace,
}

/// What is known of the own board.
#[derive(Default)]
struct Board {
    number: String,
    words: Vec<String>,
    stock: String,
}

impl IcsPlayer {
    async fn connect(&self) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.set_reuseaddr(true).ok()?;
        socket.bind(self.from).ok()?;
        let stream = socket.connect(self.server).await.ok()?;
        stream.set_nodelay(true).ok()?;
        Some(stream)
    }

    pub(super) async fn play(self, ready: &mpsc::UnboundedSender<()>, start: Start) -> Played {
        let mut played = Played::default();
        let Some(stream) = self.connect().await else {
            played.failed = true;
            let _ = ready.send(());
            return played;
        };
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let login = format!("{}\n\niset ms 1\n", self.name);
        played.failed = writer.write_all(login.as_bytes()).await.is_err();
        while let Ok(Some(line)) = lines.next_line().await {
            if line.contains("ms set.") {
                break;
            }
        }
        let _ = ready.send(());
        let Some(until) = start.given().await else { return played };
        let join = format!("join {}\n", self.code);
        played.failed |= writer.write_all(join.as_bytes()).await.is_err();
        let moves = self.moves(lines, &mut writer, &mut played);
        if tokio::time::timeout_at(until, moves).await == Ok(false) {
            played.failed = true;
        }
        played
    }

    /// Plays until the match ends; false if the connection broke.
    async fn moves(
        self,
        mut lines: tokio::io::Lines<BufReader<tokio::net::tcp::OwnedReadHalf>>,
        writer: &mut OwnedWriteHalf,
        played: &mut Played,
    ) -> bool {
        let mut random = Random::new(&self.code);
        let mut board = Board::default();
        let mut sent: Option<Instant> = None;
        let mut next: Option<Instant> = None;
        loop {
            tokio::select! {
                () = wait(next) => {
                    next = None;
                    let Some(text) = self.choose(&board, &mut random) else { continue };
                    sent = Some(Instant::now());
                    if writer.write_all(format!("{text}\n").as_bytes()).await.is_err() {
                        return false;
                    }
                }
                line = lines.next_line() => {
                    let Ok(Some(line)) = line else { return false };
                    let line = line.trim_start_matches("fics% ").trim();
                    if line.starts_with("Illegal move") {
                        played.refused += 1;
                        sent = None;
                    } else if line.starts_with("{Game") && !line.contains("Creating") {
                        return true;
                    } else if let Some(rest) = line.strip_prefix("<12> ") {
                        board.words = rest.split(' ').map(str::to_owned).collect();
                        board.number = board.words.get(15).cloned().unwrap_or_default();
                        let mine = board.words.get(18).is_some_and(|relation| relation == "1");
                        if !mine && let Some(at) = sent.take() {
                            let took = at.elapsed().as_micros();
                            played.confirmed.push((at, u32::try_from(took).unwrap_or(u32::MAX)));
                        }
                        next = mine.then(|| Instant::now() + self.thinking(&mut random));
                    } else if line.starts_with(&format!("<b1> game {} ", board.number)) {
                        board.stock = stock(line);
                    }
                }
            }
        }
    }

    fn thinking(&self, random: &mut Random) -> Duration {
        self.pace.thinking(random)
    }

    /// A random legal move of the board that was shown; nothing if there is none.
    fn choose(&self, board: &Board, random: &mut Random) -> Option<String> {
        let words = &board.words;
        let ranks = words.get(..8)?.join("/");
        let placement: String = ranks.replace('-', "1");
        let turn = words.get(8)?.to_lowercase();
        let rights: String = words
            .get(10..14)?
            .iter()
            .zip(["K", "Q", "k", "q"])
            .filter(|(has, _)| *has == "1")
            .map(|(_, letter)| letter)
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let half = format!("{placement}/{} {turn} {rights} -", board.stock);
        let bfen = Bfen::parse_lenient(&format!("{half} | {half}")).ok()?;
        let position = &bfen.boards[BoardId::A].position;
        let moves = position.by(&*self.book).legal_moves();
        let count = moves.len().max(1) as u64;
        let number = usize::try_from(random.next() % count).unwrap_or(0);
        moves.get(number).map(ToString::to_string)
    }
}

/// `white [PPN] black [q]` as BFEN has it: `PPNq`.
fn stock(line: &str) -> String {
    let inside = |word: &str| {
        let rest = line.split_once(word).map_or("", |(_, rest)| rest);
        rest.split_once(']').map_or("", |(letters, _)| letters).to_owned()
    };
    inside("white [") + &inside("black [").to_lowercase()
}
