//! `tandem serve` as a service manager and a club see it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Server {
    process: Child,
    output: BufReader<std::process::ChildStdout>,
    folder: PathBuf,
    port: u16,
}

impl Server {
    fn start(name: &str, arguments: &[&str]) -> Server {
        let folder = std::env::temp_dir().join(format!("tandem-{name}-{}", std::process::id()));
        let mut process = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .args(arguments)
            .env("TANDEM_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Tandem is at http://").unwrap().trim_matches('/');
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        Server { process, output, folder, port }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    fn terminate(&mut self) -> std::process::ExitStatus {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.process.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn sigterm_stops_it_cleanly_with_everything_in_one_file() {
    let mut server = Server::start("term", &[]);
    // A table in memory, bots at it, an open connection: all of it is put away.
    let wish = "{\"book\":\"fics\",\"bots\":{\"A\":\"8\",\"a\":\"8\",\"B\":\"8\",\"b\":\"8\"}}";
    let made = server.ask("POST", "/api/matches", wish);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    let _idle = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let status = server.terminate();
    assert_eq!(status.code(), Some(0), "{status}");
    let log = server.folder.join("tandem.sqlite-wal");
    assert_eq!(std::fs::metadata(log).map_or(0, |log| log.len()), 0, "nothing is left in the log");
}

#[test]
fn lan_listens_everywhere_and_shows_a_qr_code() {
    let mut server = Server::start("lan", &["--lan"]);
    assert!(server.ask("GET", "/healthz", "").ends_with("ok\n"), "by loopback too");
    server.terminate();
    let mut rest = String::new();
    server.output.read_to_string(&mut rest).unwrap();
    assert!(rest.lines().count() > 10 && rest.contains('█'), "{rest}");
}

#[test]
fn what_it_exports_is_accepted_by_bpgn_check() {
    let server = Server::start("export", &[]);
    let wish = "{\"book\":\"minerva\",\"flag\":\"automatic\",\
                \"time\":{\"base\":1500,\"increment\":0,\"delay\":0},\
                \"bots\":{\"A\":\"1\",\"a\":\"3\",\"B\":\"1\",\"b\":\"3\"}}";
    let made = server.ask("POST", "/api/matches", wish);
    let id = made.split("\"match\":\"").nth(1).unwrap().split('"').next().unwrap();
    let state = format!("/api/matches/{id}");
    while !server.ask("GET", &state, "").contains("\"phase\":\"over\"") {
        std::thread::yield_now();
    }
    let answer = server.ask("GET", &format!("/api/matches/{id}/bpgn"), "");
    let file = server.folder.join("match.bpgn");
    std::fs::write(&file, answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let check = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["bpgn", "check"])
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&check.stderr);
    assert!(check.status.success(), "{text}{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn an_engine_that_can_not_be_understood_is_one_clear_sentence() {
    let output = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["serve", "--engine", "mine=telnet:x"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("NAME=PROTOCOL:COMMAND"), "{text}");
}
