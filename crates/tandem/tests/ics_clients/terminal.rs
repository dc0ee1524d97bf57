//! Somebody at a plain terminal.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::programs::TIMEOUT;

pub(crate) struct Terminal {
    stream: TcpStream,
    heard: String,
}

impl Terminal {
    /// Connects and logs in.
    pub(crate) fn enter(port: u16, name: &str) -> Terminal {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let mut terminal = Terminal { stream, heard: String::new() };
        terminal.say(&format!("{name}\n"));
        terminal.hear("**** Starting FICS session as");
        terminal.hear("fics% ");
        terminal
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.stream, "{line}").unwrap();
    }

    /// Reads until this has come, and gives what came before it.
    pub(crate) fn hear(&mut self, text: &str) -> String {
        self.hear_first(&[text]);
        let at = self.heard.find(text).unwrap_or(0);
        let rest = self.heard.split_off(at + text.len());
        std::mem::replace(&mut self.heard, rest)
    }

    /// Reads until one of these has come, and tells which is first; nothing of it is taken away.
    pub(crate) fn hear_first(&mut self, texts: &[&str]) -> usize {
        let mut chunk = [0_u8; 4096];
        loop {
            let places = texts.iter().enumerate();
            let found = places.filter_map(|(which, text)| Some((self.heard.find(text)?, which)));
            if let Some((_, which)) = found.min() {
                return which;
            }
            let read = self.stream.read(&mut chunk);
            let read = read.unwrap_or_else(|error| panic!("no {texts:?}: {error}\n{}", self.heard));
            assert!(read > 0, "closed before {texts:?}:\n{}", self.heard);
            self.heard.push_str(&String::from_utf8_lossy(&chunk[..read]));
        }
    }

    /// Reads a line that begins so, and gives all of it.
    pub(crate) fn line(&mut self, begins: &str) -> String {
        self.hear(&format!("\n\r{begins}"));
        let rest = self.hear("\n\r");
        // The line's end may begin the next one.
        self.heard.insert_str(0, "\n\r");
        format!("{begins}{}", rest.trim_end())
    }
}
