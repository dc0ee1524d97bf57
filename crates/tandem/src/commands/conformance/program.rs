//! The program that is tried: a script in, JSON out, within a time.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::failure::Failure;

/// No script of ours makes a referee say more than this.
const MAX_OUTPUT: u64 = 16 << 20;

/// Somebody's referee.
pub(super) struct Program {
    command: String,
    within: Duration,
}

impl Program {
    pub(super) fn new(command: &str, within: Duration) -> Program {
        Program { command: command.to_owned(), within }
    }

    /// What the program prints for a script, or what is wrong with that.
    pub(super) fn referee(&self, script: &str) -> Result<Result<Vec<Value>, String>, Failure> {
        // The program takes the shell's place, so that it is what is ended if it takes too long.
        let child = Command::new("sh")
            .args(["-c", &format!("exec {}", self.command)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| {
            Failure::Impossible(format!("'{}' can't be started: {error}", self.command))
        })?;
        let output = self.output(&mut child, script);
        // A program that has closed its output but runs on has said all that it will.
        let _ = child.kill();
        let status = child.wait().ok();
        let Some((stdout, stderr)) = output else {
            return Ok(Err(format!("no end after {} s", self.within.as_secs())));
        };
        // What a shell says of a command that is not there or may not be run.
        if let Some(code @ (126 | 127)) = status.and_then(|status| status.code())
            && stdout.is_empty()
        {
            let said = stderr.trim();
            return Err(Failure::Impossible(format!(
                "'{}' can't be started (exit code {code}): {said}",
                self.command
            )));
        }
        Ok(read(&stdout).and_then(|objects| match (objects.is_empty(), stderr.trim()) {
            (true, "") => Err("nothing was printed".to_owned()),
            (true, said) => Err(format!("nothing was printed but, as an error, '{said}'")),
            (false, _) => Ok(objects),
        }))
    }

    /// Both outputs, if they end in time.
    fn output(&self, child: &mut Child, script: &str) -> Option<(String, String)> {
        let (mut stdin, stdout, stderr) =
            (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
        let script = script.to_owned();
        // A program need not read to the end: then the rest goes nowhere.
        thread::spawn(move || drop(stdin.write_all(script.as_bytes())));
        let (say, errors) = mpsc::channel();
        thread::spawn(move || drop(say.send(all(stderr))));
        let (say, heard) = mpsc::channel();
        thread::spawn(move || drop(say.send(all(stdout))));
        let stdout = heard.recv_timeout(self.within).ok()?;
        // Errors are for people: they aren't waited for as long.
        let stderr = errors.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        Some((stdout, stderr))
    }
}

fn all(from: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = from.take(MAX_OUTPUT).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read(stdout: &str) -> Result<Vec<Value>, String> {
    let lines = stdout.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            serde_json::from_str(line).map_err(|_| {
                let start: String = line.chars().take(80).collect();
                format!("a line is no JSON: {start}")
            })
        })
        .collect()
}
