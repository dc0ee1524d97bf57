//! Somebody at a terminal: a plain connection to the door for ICS clients.

use std::net::SocketAddr;

use tandem_server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::support::{Folder, TIMEOUT, config};

/// A server with such a door.
pub(crate) fn with_door(folder: &Folder) -> Config {
    Config { ics: Some("127.0.0.1:0".parse().unwrap()), ..config(&folder.0) }
}

/// Somebody at a terminal.
pub(crate) struct Terminal {
    pub(crate) stream: TcpStream,
    pub(crate) heard: String,
}

impl Terminal {
    pub(crate) async fn connect(address: SocketAddr) -> Terminal {
        let stream = TcpStream::connect(address).await.unwrap();
        Terminal { stream, heard: String::new() }
    }

    pub(crate) async fn enter(address: SocketAddr, name: &str) -> Terminal {
        let mut terminal = Terminal::connect(address).await;
        terminal.say(&format!("{name}\n")).await;
        terminal.hear("**** Starting FICS session as").await;
        terminal.hear("fics% ").await;
        terminal
    }

    pub(crate) async fn say(&mut self, line: &str) {
        self.stream.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// Reads until this has come; what came before it is given back.
    pub(crate) async fn hear(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.heard.find(text) {
                let rest = self.heard.split_off(at + text.len());
                return std::mem::replace(&mut self.heard, rest);
            }
            let mut chunk = [0_u8; 4096];
            let read = timeout(TIMEOUT, self.stream.read(&mut chunk)).await;
            let read = read.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.heard)).unwrap();
            assert!(read > 0, "the line was closed before {text:?}: {:?}", self.heard);
            self.heard.push_str(&String::from_utf8_lossy(&chunk[..read]));
        }
    }

    /// Makes a move and sees it.
    pub(crate) async fn plays(&mut self, text: &str, long: &str) {
        self.say(text).await;
        self.hear(&format!(" {long} (")).await;
        self.hear("fics% ").await;
    }
}
