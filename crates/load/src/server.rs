//! The server under load: a process of its own, with a folder of its own.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use serde_json::{Value, json};
use tandem_server::MatchId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use crate::LoadError;
use crate::stuffed::stuff;

/// As many matches are made from one address.
const PER_MAKER: usize = 50;

/// The site that a server is a node of.
pub(super) struct Site<'s> {
    /// The address of PostgreSQL.
    pub(super) store: &'s str,
    /// The file with the words that its nodes know, if there are several.
    pub(super) secret: Option<&'s Path>,
}

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
    /// Starts the one of a number, with a folder of its own or as a node of a site; a stuffed match is there already if that
    /// is wanted.
    pub(super) fn start(
        program: &Path,
        number: usize,
        stuffed: bool,
        site: Option<&Site<'_>>,
    ) -> Result<Child, LoadError> {
        let folder = std::env::temp_dir().join(format!("tandem-load-{}-{number}", process::id()));
        let stuffed = stuffed.then(|| stuff(&folder)).transpose()?;
        let mut command = Command::new(program);
        if let Some(site) = site {
            // Where no list of processes shows it.
            command.env("TANDEM_STORE", site.store);
        }
        if let Some(secret) = site.and_then(|site| site.secret) {
            command.args(["serve", "--peers", "127.0.0.1:0", "--peer-secret"]).arg(secret);
        } else {
            command.arg("serve");
        }
        let mut process = command
            .args(["--listen", "127.0.0.1:0", "--ics", "127.0.0.1:0", "--data"])
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
            found.ok_or_else(|| LoadError::Impossible("the server does not start".to_owned()))
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

/// Makes the match of a number with time enough for any load; with bots in all seats but one it is shorter, for
/// bots take their time from their clocks.
pub(super) async fn make(
    server: SocketAddr,
    number: usize,
    book: &str,
    bot: Option<&str>,
) -> Result<Made, LoadError> {
    let (base, people) = if bot.is_some() { (120_000, 1) } else { (7_200_000, 4) };
    let time = json!({ "base": base, "increment": 0, "delay": 0 });
    let mut wish = json!({ "book": book, "time": time });
    if let Some(bot) = bot {
        wish["bots"] = json!({ "a": bot, "B": bot, "b": bot });
    }
    let answer = ask(server, address(number), "POST /api/matches", &wish.to_string()).await?;
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

/// Looks at the match of a number: the node that is asked has it from then on, if none had.
pub(super) async fn look(server: SocketAddr, number: usize, id: &str) -> Result<(), LoadError> {
    ask(server, address(number), &format!("GET /api/matches/{id}"), "").await?;
    Ok(())
}

/// Whose address makes the match of a number: what an address makes and reads is counted, so there are many.
fn address(number: usize) -> SocketAddr {
    let [.., high, low] = (number / PER_MAKER).to_be_bytes();
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 1, high, low)), 0)
}

async fn ask(
    server: SocketAddr,
    from: SocketAddr,
    what: &str,
    body: &str,
) -> Result<String, LoadError> {
    let asked = converse(server, from, what, body).await;
    asked.map_err(impossible("the server does not answer"))
}

async fn converse(
    server: SocketAddr,
    from: SocketAddr,
    what: &str,
    body: &str,
) -> std::io::Result<String> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(from)?;
    let mut stream = socket.connect(server).await?;
    let request = format!(
        "{what} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
