//! Programs that the tests start, and the server among them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than a match of one minute takes on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(400);
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(50);

/// Where a program is; Debian keeps games off the PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether all of these are installed; if not, it is said that a test could not be run.
#[expect(clippy::print_stderr, reason = "a test that can't run says so")]
pub(crate) fn installed(programs: &[&str]) -> bool {
    let missing: Vec<_> = programs.iter().filter(|program| find(program).is_none()).collect();
    if !missing.is_empty() {
        eprintln!("{missing:?} not installed: nothing was played by these");
    }
    missing.is_empty()
}

/// A program that ends with the test, and whatever it has started itself: an engine whose xboard was killed would go on
/// for ever.
pub(crate) struct Ends(Child);

impl Ends {
    pub(crate) fn start(command: &mut Command) -> Ends {
        Ends(command.process_group(0).spawn().unwrap())
    }

    pub(crate) fn stdin(&mut self) -> ChildStdin {
        self.0.stdin.take().unwrap()
    }

    pub(crate) fn stdout(&mut self) -> ChildStdout {
        self.0.stdout.take().unwrap()
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.wait();
    }
}

/// An empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ics-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Waits until there is something; `what` is said if it never comes.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < TIMEOUT, "never came: {what}");
        std::thread::sleep(PAUSE);
    }
}

/// What a file holds, nothing if there is none yet.
pub(crate) fn text_of(file: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned()
}

/// A server with a door.
pub(crate) struct Server {
    _process: Ends,
    http: u16,
    pub(crate) ics: u16,
    folder: PathBuf,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        let mut process = Ends::start(
            Command::new(env!("CARGO_BIN_EXE_tandem"))
                .args(["serve", "--listen", "127.0.0.1:0", "--ics", "127.0.0.1:0", "--data"])
                .arg(folder.join("data"))
                .env("TANDEM_LOG", "warn")
                .stdout(Stdio::piped()),
        );
        let mut output = BufReader::new(process.stdout());
        let mut port = || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap()
        };
        let (http, ics) = (port(), port());
        Server { _process: process, http, ics, folder: folder.to_owned() }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.http)).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.http
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())
    }

    /// The record of the match that ended last, which `tandem bpgn check` has nothing against.
    pub(crate) fn record(&self) -> String {
        let list: serde_json::Value =
            serde_json::from_str(&self.get("/api/matches?stage=over")).unwrap();
        let id = list[0]["id"].as_str().unwrap_or_else(|| panic!("{list}"));
        let bpgn = self.get(&format!("/api/matches/{id}/bpgn"));
        let file = self.folder.join("match.bpgn");
        std::fs::write(&file, &bpgn).unwrap();
        let check = Command::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["bpgn", "check"])
            .arg(&file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.status.success() && said.contains("1 games, 0 bad"), "{said}\n{bpgn}");
        bpgn
    }
}

/// The moves of a board in a record, `A` or `B`, in order.
pub(crate) fn moves_of(bpgn: &str, board: char) -> Vec<String> {
    let words: Vec<&str> = bpgn.split_whitespace().collect();
    let of_board = |number: &str| {
        let side = number.strip_suffix('.').and_then(|number| number.chars().last());
        side.is_some_and(|side| side.eq_ignore_ascii_case(&board))
            && number.starts_with(|first: char| first.is_ascii_digit())
    };
    words.windows(2).filter(|pair| of_board(pair[0])).map(|pair| pair[1].to_owned()).collect()
}

/// The moves of a PGN file's last game, as the program that wrote it understood them: signs of check
/// and mate are left out, which programs put as they like.
pub(crate) fn moves_in_pgn(pgn: &str) -> Vec<String> {
    let game = pgn.rsplit("\n\n").find(|part| part.trim_start().starts_with("1.")).unwrap_or("");
    let mut bare = String::new();
    let mut depth = 0;
    for c in game.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    let is_move = |word: &&str| {
        let end = matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*");
        !end && !word.ends_with('.') && !word.starts_with('$')
    };
    bare.split_whitespace()
        .map(|word| word.rsplit('.').next().unwrap_or(word))
        .filter(|word| !word.is_empty())
        .filter(is_move)
        .map(without_signs)
        .collect()
}

/// A move without what is said about check and mate.
pub(crate) fn without_signs(text: &str) -> String {
    text.trim_end_matches(['+', '#', '!', '?']).to_owned()
}
