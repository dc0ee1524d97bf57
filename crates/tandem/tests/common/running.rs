//! `tandem serve` as a process, on a folder that may outlive it.

#![allow(dead_code, reason = "no test uses all of it")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

pub(crate) struct Running {
    pub(crate) process: Child,
    pub(crate) output: BufReader<ChildStdout>,
    pub(crate) address: String,
}

impl Running {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Running {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .args(arguments)
            .env("TANDEM_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Tandem is running at http://");
        let address = address.expect("it starts").trim_matches('/').to_owned();
        Running { process, output, address }
    }

    /// SIGKILL: no handler runs, nothing is flushed, nobody is told.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    pub(crate) fn terminate(&mut self) -> std::process::ExitStatus {
        self.signal("-TERM");
        self.process.wait().unwrap()
    }
}

impl Running {
    /// Ends it, unless it has ended.
    pub(crate) fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}
