//! Somebody else's engine as a process: lines to it, lines from it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::program::locate;

/// What comes from a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line.
    Line(String),
    /// It has closed its output: it is dead or dying.
    End,
}

/// A running engine. It dies with this value.
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
}

/// Lines longer than this are cut: no engine has that much to say.
const LONGEST: usize = 8_192;

impl Process {
    /// Starts a program; what it prints goes to `tell`, from a thread of its own, until `tell`
    /// says that nobody listens.
    ///
    /// # Errors
    /// The program can't be started.
    pub fn start(
        command: &[String],
        tell: impl Fn(Output) -> bool + Send + 'static,
    ) -> std::io::Result<Process> {
        let (program, arguments) = match command {
            [program, arguments @ ..] => (program, arguments),
            [] => return Err(std::io::Error::other("no program is named")),
        };
        let mut child = Command::new(locate(program))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(BufReader::new(output), tell));
        }
        let input = child.stdin.take().map(|pipe| {
            let (input, lines) = channel();
            // A hung engine fills its pipe: that must not hang the table.
            thread::spawn(move || write(pipe, &lines));
            input
        });
        Ok(Process { child, input })
    }

    /// As the system knows it.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines; those that a dead process no longer reads are lost.
    pub fn send(&self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            if let Some(input) = &self.input {
                let _ = input.send(line);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send(["quit".to_owned()]);
        self.input = None;
        // It had its chance to leave by itself with earlier matches; now it must.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(pipe, "{line}").and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read(mut output: impl BufRead, tell: impl Fn(Output) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut output, &mut line) {
            Ok(true) => {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if !tell(Output::Line(text)) {
                    return;
                }
            }
            Ok(false) | Err(_) => break,
        }
    }
    tell(Output::End);
}

/// Reads a line, the rest of an endless one thrown away; false at the end.
fn read_line(output: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    loop {
        let chunk = output.fill_buf()?;
        if chunk.is_empty() {
            return Ok(!line.is_empty());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(chunk.len(), |at| at + 1);
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&chunk[..taken.min(room)]);
        output.consume(taken);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_written_to_and_read() {
        let (lines, got) = channel();
        let command = ["cat".to_owned()];
        let process = Process::start(&command, move |output| lines.send(output).is_ok()).unwrap();
        process.send(["hello".to_owned(), "\u{fffd}".to_owned()]);
        assert_eq!(got.recv(), Ok(Output::Line("hello".to_owned())));
        assert_eq!(got.recv(), Ok(Output::Line("\u{fffd}".to_owned())));
        drop(process);
    }

    #[test]
    fn a_process_that_dies_says_so_and_one_that_is_missing_does_not_start() {
        let (lines, got) = channel();
        let command = ["true".to_owned()];
        let process = Process::start(&command, move |output| lines.send(output).is_ok()).unwrap();
        assert_eq!(got.recv(), Ok(Output::End));
        process.send(["into the void".to_owned()]);
        assert!(Process::start(&["no-such-engine-anywhere".to_owned()], |_| true).is_err());
        assert!(Process::start(&[], |_| true).is_err());
    }

    #[test]
    fn an_endless_line_is_cut() {
        let text = vec![b'x'; 3 * LONGEST];
        let mut input = BufReader::new(&text[..]);
        let mut line = Vec::new();
        assert!(read_line(&mut input, &mut line).unwrap());
        assert_eq!(line.len(), LONGEST);
    }
}
