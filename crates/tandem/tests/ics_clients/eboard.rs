//! eboard, by mouse and keyboard. What it says and hears is in its log, what it shows on the screen.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::programs::{Ends, find, text_of, until};
use super::screen::{Area, Screen};

/// Where things are in its window, which is at the screen's upper left corner as nobody manages windows there.
const PEER: (usize, usize) = (25, 15);
const BOOKMARKS: (usize, usize) = (80, 64);
const FIRST_BOOKMARK: (usize, usize) = (530, 64);
const ENTRY: (usize, usize) = (400, 550);
const MAIN_BOARD: (usize, usize) = (755, 46);
const OTHER_BOARD: (usize, usize) = (755, 100);
/// The upper left corner of the board, and the side of a square.
const BOARD: (usize, usize) = (2, 35);
const SIDE: usize = 57;
/// The own clock, and what was passed.
const CLOCK: Area = (474, 424, 160, 60);
const STOCK: Area = (465, 290, 150, 60);
/// From the square that was clicked to the rook of the menu that opens there.
const ROOK: (usize, usize) = (49, 62);
/// How long a window takes to see a click, at most; then it is clicked again.
const REACTION: Duration = Duration::from_secs(3);

pub(crate) struct Eboard<'s> {
    _process: Ends,
    screen: &'s Screen,
    home: PathBuf,
}

/// What stands on a square, as far as colours tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Nothing,
    White,
    Black,
}

impl<'s> Eboard<'s> {
    /// Starts one that knows where the door is, and logs in by this name.
    pub(crate) fn start(screen: &'s Screen, port: u16, folder: &Path, name: &str) -> Eboard<'s> {
        let home = folder.join("eboard");
        std::fs::create_dir_all(home.join(".eboard")).unwrap();
        let settings = format!(
            "AnimateMoves::0\nPlainSquares::1\nLightSqColor::e7cf93\nDarkSqColor::9e8661\n\
             Host,127.0.0.1,{port},FICS without timeseal\nFicsAutoLogin::0\nEnableSounds::0\n\
             AppendPlayed::1\nAppendFile::~/.eboard/mygames.pgn\nSeekGraph::0\nDrawHouseStock::1\n"
        );
        std::fs::write(home.join(".eboard/eboard.conf"), settings).unwrap();
        let process = Ends::start(
            Command::new(find("eboard").unwrap())
                .arg("-log")
                .env("HOME", &home)
                .env("DISPLAY", &screen.name)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let eboard = Eboard { _process: process, screen, home };
        screen.hand(&["search", "--sync", "--onlyvisible", "--name", "eboard"]);
        eboard.repeat("DirectConnection::open", || {
            screen.hand(&["key", "Escape", "Escape"]);
            screen.click(PEER, 1);
            sleep(REACTION / 6);
            let (x, y) = (BOOKMARKS.0.to_string(), BOOKMARKS.1.to_string());
            screen.hand(&["mousemove", &x, &y]);
            sleep(REACTION / 6);
            screen.click(FIRST_BOOKMARK, 1);
        });
        eboard.hear("Choose a name");
        eboard.say(name);
        eboard.hear("Press return to enter the server as");
        screen.hand(&["key", "Return"]);
        eboard.hear("Style 12 set.");
        eboard
    }

    fn log(&self) -> String {
        text_of(&self.home.join("LOG.eboard"))
    }

    /// Does something again and again, until it is in the log.
    fn repeat(&self, logged: &str, act: impl Fn()) {
        until(logged, || {
            act();
            let begun = std::time::Instant::now();
            while begun.elapsed() < REACTION {
                if self.log().contains(logged) {
                    return Some(());
                }
                sleep(REACTION / 30);
            }
            None
        });
    }

    /// Waits until the log has this.
    pub(crate) fn hear(&self, text: &str) {
        until(text, || self.log().contains(text).then_some(()));
    }

    /// Types a line.
    pub(crate) fn say(&self, line: &str) {
        self.screen.click(ENTRY, 1);
        self.screen.hand(&["type", "--delay", "15", line]);
        self.screen.hand(&["key", "Return"]);
        self.hear(&format!("WROTE: {line}"));
    }

    fn corner(square: &str) -> (usize, usize) {
        let bytes = square.as_bytes();
        let (file, rank) = (usize::from(bytes[0] - b'a'), usize::from(b'8' - bytes[1]));
        (BOARD.0 + SIDE * file, BOARD.1 + SIDE * rank)
    }

    fn middle(square: &str) -> (usize, usize) {
        let (x, y) = Eboard::corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// Moves a man by two clicks, as White.
    pub(crate) fn plays(&self, from: &str, to: &str) {
        self.repeat(&format!("WROTE: {from}{to}"), || {
            self.screen.click(Eboard::middle(from), 1);
            self.screen.click(Eboard::middle(to), 1);
        });
    }

    /// Drops a rook by the menu of a square.
    pub(crate) fn drops_rook(&self, to: &str) {
        let (x, y) = Eboard::middle(to);
        self.repeat(&format!("WROTE: R@{to}"), || {
            self.screen.hand(&["key", "Escape"]);
            self.screen.click((x, y), 3);
            sleep(REACTION / 6);
            self.screen.click((x + ROOK.0, y + ROOK.1), 1);
        });
    }

    /// What stands on every square, from a8 to h1, as it is shown now.
    fn board(&self) -> Vec<Stands> {
        let squares = (1..=8).rev().flat_map(|rank| ('a'..='h').map(move |f| format!("{f}{rank}")));
        let stands = |square: String| {
            let (x, y) = Eboard::corner(&square);
            let pixels = self.screen.look((x + 8, y + 8, SIDE - 16, SIDE - 16));
            let of = |color: [u8; 3]| pixels.iter().filter(|pixel| **pixel == color).count();
            match (of([255; 3]), of([0; 3])) {
                (0, 0) => Stands::Nothing,
                (white, black) if white > black => Stands::White,
                _ => Stands::Black,
            }
        };
        squares.map(stands).collect()
    }

    /// Waits until the board is shown that a `<12>` tells of.
    pub(crate) fn shows(&self, style12: &str) {
        let told: Vec<Stands> =
            style12.split(' ').skip(1).take(8).flat_map(str::chars).map(stands).collect();
        until(style12, || (self.board() == told).then_some(()));
    }

    /// Shows the partner's board, or one's own again.
    pub(crate) fn turn_to(&self, partner: bool) {
        self.screen.click(if partner { OTHER_BOARD } else { MAIN_BOARD }, 1);
    }

    /// Waits until the own clock runs: it is drawn black on white, and goes on.
    pub(crate) fn clock_runs(&self) {
        let look = || self.screen.look(CLOCK);
        let white = |pixels: &[[u8; 3]]| {
            pixels.iter().filter(|pixel| **pixel == [255; 3]).count() > pixels.len() / 2
        };
        let first = until("a clock that runs", || Some(look()).filter(|clock| white(clock)));
        until("a clock that goes on", || {
            Some(look()).filter(|clock| white(clock) && *clock != first)
        });
    }

    /// Waits until something lies in the stock, or nothing.
    pub(crate) fn stock(&self, something: bool) {
        until("the stock", || {
            let lies = self.screen.look(STOCK).contains(&[255; 3]);
            (lies == something).then_some(())
        });
    }

    /// The game that eboard has kept, once it is over.
    pub(crate) fn game(&self) -> String {
        let file = self.home.join(".eboard/mygames.pgn");
        until("the game that eboard keeps", || {
            Some(text_of(&file)).filter(|pgn| pgn.contains("\n\n1."))
        })
    }
}

fn stands(man: char) -> Stands {
    match man {
        '-' => Stands::Nothing,
        man if man.is_ascii_uppercase() => Stands::White,
        _ => Stands::Black,
    }
}
