//! A server of a test's own, which ends with it.

#![allow(dead_code, reason = "no test uses all of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) output: BufReader<std::process::ChildStdout>,
    pub(crate) folder: PathBuf,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(name: &str, arguments: &[&str]) -> Server {
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
        let address =
            line.trim().strip_prefix("Tandem is running at http://").unwrap().trim_matches('/');
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        Server { process, output, folder, port }
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

    /// Asks it to stop, as a service manager does, and waits until it has.
    pub(crate) fn terminate(&mut self) -> std::process::ExitStatus {
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
