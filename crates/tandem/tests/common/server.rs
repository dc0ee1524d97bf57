//! A server of a test's own, which ends with it.

#![allow(dead_code, reason = "no test uses all of it")]

#[path = "running.rs"]
mod running;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use running::Running;

pub(crate) struct Server {
    running: Running,
    pub(crate) folder: PathBuf,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(name: &str, arguments: &[&str]) -> Server {
        let folder = std::env::temp_dir().join(format!("tandem-{name}-{}", std::process::id()));
        let running = Running::start(&folder, arguments);
        let port = running.address.rsplit(':').next().unwrap().parse().unwrap();
        Server { running, folder, port }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> String {
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
}

impl Deref for Server {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.running
    }
}

impl DerefMut for Server {
    fn deref_mut(&mut self) -> &mut Running {
        &mut self.running
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
