//! xboard, by its console.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use super::programs::{Ends, TIMEOUT, find, text_of, until};
use super::screen::Screen;

/// Who plays at an xboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plays {
    /// Sjeng, by Zippy, all by itself.
    Sjeng,
    /// Whoever types at the console.
    Console,
}

pub(crate) struct Xboard {
    _process: Ends,
    console: ChildStdin,
    heard: Receiver<String>,
    games: PathBuf,
}

/// The lines of what a program prints.
fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (line, heard) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            if line.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    heard
}

impl Xboard {
    /// Starts one that logs in by this name, and waits until it has said all that it says after that.
    pub(crate) fn start(
        screen: &Screen,
        port: u16,
        folder: &Path,
        name: &str,
        plays: Plays,
    ) -> Xboard {
        let logon = folder.join(format!("{name}.logon"));
        std::fs::write(&logon, format!("{name}\n\n")).unwrap();
        let games = folder.join(format!("{name}.pgn"));
        let mut command = Command::new(find("xboard").unwrap());
        command
            .args(["-ics", "-icshost", "127.0.0.1", "-icsport", &port.to_string()])
            .args(["-icshelper", "", "-icslogon"])
            .arg(&logon)
            .args(["-autoflag", "-autoSaveGames", "true", "-saveGameFile"])
            .arg(&games)
            .args(["-debug", "-nameOfDebugFile"])
            .arg(folder.join(format!("{name}.debug")));
        match plays {
            Plays::Sjeng => {
                let zippy = ["-zp", "-zippyVariants", "normal,bughouse", "-zippyBughouse", "2"];
                command.args(zippy).arg("-fcp").arg(find("sjeng").unwrap()).arg("-xponder");
            }
            Plays::Console => {
                command.args(["-ncp", "-backgroundObserve", "true", "-dualBoard", "true"]);
            }
        }
        command.env("HOME", folder).env("DISPLAY", &screen.name);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Ends::start(&mut command);
        let console = process.stdin();
        let heard = lines(process.stdout());
        let mut xboard = Xboard { _process: process, console, heard, games };
        xboard.hear("**** Starting FICS session as");
        xboard.hear("width set to");
        xboard
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.console, "{line}").unwrap();
        self.console.flush().unwrap();
    }

    /// Waits for a line with this in it.
    pub(crate) fn hear(&mut self, text: &str) -> String {
        let mut seen = String::new();
        loop {
            match self.heard.recv_timeout(TIMEOUT) {
                Ok(line) if line.contains(text) => return line,
                Ok(line) => seen.push_str(&line),
                Err(error) => panic!("no {text:?}: {error}\n{seen}"),
            }
        }
    }

    /// The game that xboard has kept, once it is over.
    pub(crate) fn game(&self) -> String {
        until("the game that xboard keeps", || {
            Some(text_of(&self.games)).filter(|pgn| pgn.contains("\n\n1."))
        })
    }
}
