//! The server under load: a process of its own, with a folder of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use serde_json::{Value, json};
use tandem_server::MatchId;

use crate::LoadError;
use crate::stuffed::stuff;

/// A server that ends with this.
pub(super) struct Child {
    process: process::Child,
    folder: PathBuf,
    pub(super) address: SocketAddr,
    /// Where ICS clients find it.
    pub(super) ics: SocketAddr,
    pub(super) stuffed: Option<MatchId>,
}

fn impossible(what: &str) -> impl Fn(std::io::Error) -> LoadError + '_ {
    move |error| LoadError::Impossible(format!("{what}: {error}"))
}

impl Child {
    /// Starts one; a stuffed match is there already if that is wanted.
    pub(super) fn start(program: &Path, matches: usize, stuffed: bool) -> Result<Child, LoadError> {
        let folder = std::env::temp_dir().join(format!("tandem-load-{}", process::id()));
        let stuffed = stuffed.then(|| stuff(&folder)).transpose()?;
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--ics", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .args(["--connections-per-address", "1000000", "--matches-per-address", "10000000"])
            .args(["--open-matches-per-address", "10000000", "--bots", "1000000"])
            .env("TANDEM_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(impossible("the server can't be started"))?;
        let mut lines = Vec::new();
        if let Some(out) = process.stdout.take() {
            let mut out = BufReader::new(out);
            for _ in 0..2 {
                let mut line = String::new();
                out.read_line(&mut line).map_err(impossible("the server is silent"))?;
                lines.push(line);
            }
        }
        let address = |at: usize| {
            let line = lines.get(at).map_or("", |line| line.trim().trim_end_matches('/'));
            let found = line.rsplit(['/', ' ']).next().and_then(|address| address.parse().ok());
            found.ok_or_else(|| LoadError::Impossible(format!("{matches} matches: no server")))
        };
        let (address, ics) = (address(0)?, address(1)?);
        Ok(Child { process, folder, address, ics, stuffed })
    }

    /// What the server holds in memory, in KiB.
    pub(super) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
    }
}

impl Child {
    /// The processor time that the server has used, in seconds.
    pub(super) fn work(&self) -> f64 {
        let path = format!("/proc/{}/stat", self.process.id());
        let stat = std::fs::read_to_string(path).unwrap_or_default();
        // After the name in parentheses; user and system time in hundredths.
        let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let field = |at: usize| fields.split(' ').nth(at).and_then(|text| text.parse::<f64>().ok());
        (field(11).unwrap_or(0.0) + field(12).unwrap_or(0.0)) / 100.0
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have ended by itself; its folder is of no use any more either way.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A match that was made.
pub(super) struct Made {
    pub(super) id: String,
    pub(super) seats: Vec<(char, String)>,
}

/// Makes a match with time enough for any load; with bots in all seats but one it is shorter, for
/// bots take their time from their clocks.
pub(super) async fn make(
    server: SocketAddr,
    book: &str,
    bot: Option<&str>,
) -> Result<Made, LoadError> {
    let (base, people) = if bot.is_some() { (120_000, 1) } else { (7_200_000, 4) };
    let time = json!({ "base": base, "increment": 0, "delay": 0 });
    let mut wish = json!({ "book": book, "time": time });
    if let Some(bot) = bot {
        wish["bots"] = json!({ "a": bot, "B": bot, "b": bot });
    }
    let asked = tokio::task::spawn_blocking(move || ask(server, &wish.to_string())).await;
    let answer = asked
        .map_err(|error| LoadError::Impossible(error.to_string()))?
        .map_err(impossible("no match could be made"))?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let made: Value = serde_json::from_str(body).unwrap_or_default();
    let secret = |seat: char| {
        let link = made["links"][seat.to_string()].as_str()?;
        Some((seat, link.rsplit(':').next()?.to_owned()))
    };
    let seats: Option<Vec<_>> = ['A', 'a', 'B', 'b'].into_iter().take(people).map(secret).collect();
    match (made["match"].as_str(), seats) {
        (Some(id), Some(seats)) => Ok(Made { id: id.to_owned(), seats }),
        _ => Err(LoadError::Impossible(format!("no match could be made: {body}"))),
    }
}

fn ask(server: SocketAddr, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(server)?;
    write!(
        stream,
        "POST /api/matches HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
