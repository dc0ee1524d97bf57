//! Somebody else's engine as a process: lines to it, lines from it.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::program::locate;

/// What comes from a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line.
    Line(String),
    /// It has closed its output, and is dead or dying, or it printed without end.
    End,
}

/// A running engine. It dies with this value, and so does whatever it has started.
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    printed: Arc<AtomicUsize>,
}

/// Lines longer than this are cut: no engine has that much to say.
const LONGEST: usize = 8_192;
/// Whoever prints more than this without being spoken to is not listened to any more.
const MAX: usize = 16 << 20;
/// So much a line counts besides what is in it: short ones are work too.
const LINE: usize = 64;

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
            // A shell script has the engine as its child: both are of one group.
            .process_group(0)
            .spawn()?;
        let printed = Arc::new(AtomicUsize::new(0));
        if let Some(output) = child.stdout.take() {
            let printed = printed.clone();
            thread::spawn(move || read(BufReader::new(output), &printed, tell));
        }
        let input = child.stdin.take().map(|pipe| {
            let (input, lines) = channel();
            // A hung engine fills its pipe: that must not hang the table.
            thread::spawn(move || write(pipe, &lines));
            input
        });
        Ok(Process { child, input, printed })
    }

    /// As the system knows it.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines; those that a dead process no longer reads are lost.
    pub fn send(&self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.printed.store(0, Ordering::Relaxed);
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
        // Its number is not given to another process before it was waited for.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
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

fn read(mut output: impl BufRead, printed: &AtomicUsize, tell: impl Fn(Output) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match read_line(&mut output, printed, &mut line) {
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

/// Reads a line, the rest of a long one thrown away; false at the end, and when too much is `printed`.
fn read_line(
    output: &mut impl BufRead,
    printed: &AtomicUsize,
    line: &mut Vec<u8>,
) -> std::io::Result<bool> {
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
        if printed.fetch_add(taken + LINE, Ordering::Relaxed) > MAX {
            return Ok(false);
        }
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

    fn start(script: &str) -> (Process, Receiver<Output>) {
        let (lines, got) = channel();
        let command = ["sh", "-c", script].map(str::to_owned);
        let process = Process::start(&command, move |output| lines.send(output).is_ok()).unwrap();
        (process, got)
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = vec![b'x'; 3 * LONGEST];
        let mut input = BufReader::new(&text[..]);
        let mut line = Vec::new();
        assert!(read_line(&mut input, &AtomicUsize::new(0), &mut line).unwrap());
        assert_eq!(line.len(), LONGEST);
    }

    #[test]
    fn whoever_prints_without_end_is_not_listened_to() {
        let (_process, got) = start("while :; do printf xxxxxxxxxxxxxxxx; done | cat");
        assert_eq!(got.recv(), Ok(Output::End), "a line without end");
        let (_process, got) = start("yes");
        let lines = got.iter().take_while(|output| *output != Output::End).count();
        assert!((100_000..MAX / LINE).contains(&lines), "{lines}");
    }

    #[test]
    fn who_is_spoken_to_may_print_more() {
        let (process, got) = start("while read -r line; do yes \"$line\" | head -n 200000; done");
        for word in ["one", "two", "three"] {
            process.send([word.to_owned()]);
            assert_eq!(
                got.iter()
                    .take(200_000)
                    .filter(|output| *output == Output::Line(word.to_owned()))
                    .count(),
                200_000
            );
        }
    }

    #[test]
    fn what_is_not_text_is_read_all_the_same() {
        let (_process, got) = start("printf 'm\\303\\nv\\377e\\n'");
        assert_eq!(got.recv(), Ok(Output::Line("m\u{fffd}".to_owned())));
        assert_eq!(got.recv(), Ok(Output::Line("v\u{fffd}e".to_owned())));
    }

    /// Whether a process is there, if only as something dead that nobody asked after.
    fn exists(process: &str) -> bool {
        std::path::Path::new("/proc").join(process).exists()
    }

    #[test]
    fn who_does_not_quit_is_killed_with_all_that_it_started() {
        let stubborn = "trap '' TERM INT HUP PIPE; exec >&-; while :; do sleep 1; done";
        let (process, got) =
            start(&format!("sh -c \"echo \\$\\$; {stubborn}\" & echo $$; wait; wait"));
        let names: Vec<String> = got
            .iter()
            .take(2)
            .map(|output| match output {
                Output::Line(name) => name,
                Output::End => String::new(),
            })
            .collect();
        assert!(names.iter().all(|name| exists(name)), "{names:?}");
        let own = process.id().to_string();
        assert!(names.contains(&own));
        drop(process);
        assert!(!exists(&own), "it was waited for");
        // The other one's father is gone; whoever inherits it lets it go when it is dead.
        let other = names.iter().find(|name| **name != own).unwrap();
        while exists(other) && !is_dead(other) {
            thread::yield_now();
        }
    }

    fn is_dead(process: &str) -> bool {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        state.rsplit(") ").next().is_none_or(|rest| rest.starts_with(['Z', 'X']))
    }
}
