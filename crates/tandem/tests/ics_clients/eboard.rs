//! eboard, by mouse and keyboard. What it says and hears is in its log, what it shows on the screen.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::programs::{Ends, find, text_of, until};
use super::screen::{Area, HEIGHT, Screen, WIDTH};

/// The colours of its squares, as its settings have them.
const LIGHT: [u8; 3] = [0xe7, 0xcf, 0x93];
const DARK: [u8; 3] = [0x9e, 0x86, 0x61];
const BLACK: [u8; 3] = [0; 3];
const WHITE: [u8; 3] = [255; 3];
/// How long a window takes to see a click or a key, at most; then it is done again.
const REACTION: Duration = Duration::from_secs(15);

/// Where the board is on the screen. Everything else has its place beside it, whatever the fonts are.
#[derive(Clone, Copy)]
struct Board {
    left: usize,
    top: usize,
    /// The side of a square.
    side: usize,
}

impl Board {
    /// Finds the board by the colours of its squares.
    fn find(screen: &Screen) -> Option<Board> {
        let pixels = screen.picture().look((0, 0, WIDTH, HEIGHT));
        let squares = pixels.iter().enumerate().filter(|(_, color)| [LIGHT, DARK].contains(color));
        let places: Vec<(usize, usize)> = squares.map(|(at, _)| (at % WIDTH, at / WIDTH)).collect();
        let (left, right) =
            (places.iter().map(|at| at.0).min()?, places.iter().map(|at| at.0).max()?);
        let (top, bottom) =
            (places.iter().map(|at| at.1).min()?, places.iter().map(|at| at.1).max()?);
        // There is a line between squares.
        let side = (right - left + 2) / 8;
        (side > 8 && (bottom - top + 2) / 8 == side).then_some(Board { left, top, side })
    }

    fn corner(self, square: &str) -> (usize, usize) {
        let bytes = square.as_bytes();
        let (file, rank) = (usize::from(bytes[0] - b'a'), usize::from(b'8' - bytes[1]));
        (self.left + self.side * file, self.top + self.side * rank)
    }

    fn middle(self, square: &str) -> (usize, usize) {
        let (x, y) = self.corner(square);
        (x + self.side / 2, y + self.side / 2)
    }

    /// Where White's clock is.
    fn clock(self) -> Area {
        let (right, bottom) = (self.left + 8 * self.side, self.top + 8 * self.side);
        (right + self.side / 3, bottom - self.side, 2 * self.side, self.side * 3 / 4)
    }

    /// Where what was passed to White lies.
    fn stock(self) -> Area {
        let right = self.left + 8 * self.side;
        (right + self.side / 3, self.top + self.side * 9 / 2, 2 * self.side, self.side)
    }

    /// The line where commands are typed, below the board.
    fn entry(self) -> (usize, usize) {
        (self.left + 7 * self.side, self.top + 9 * self.side)
    }
}

pub(crate) struct Eboard<'s> {
    _process: Ends,
    screen: &'s Screen,
    home: PathBuf,
    board: Board,
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
        screen.hand(&["search", "--sync", "--onlyvisible", "--name", "eboard"]);
        let board = until("eboard's board", || Board::find(screen));
        let eboard = Eboard { _process: process, screen, home, board };
        // The menu of servers, and the first of those that are known.
        eboard.repeat("DirectConnection::open", || {
            eboard.put_mouse_away();
            screen.hand(&["key", "alt+p", "Down", "Right", "Return"]);
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

    /// Nothing of the board is behind the mouse then, and keys reach the line for commands.
    fn put_mouse_away(&self) {
        let (x, y) = self.board.entry();
        self.screen.hand(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    /// Types a line.
    pub(crate) fn say(&self, line: &str) {
        self.put_mouse_away();
        self.screen.hand(&["type", "--delay", "15", line]);
        self.screen.hand(&["key", "Return"]);
        self.hear(&format!("WROTE: {line}"));
    }

    /// Moves a man by two clicks, as White.
    pub(crate) fn plays(&self, from: &str, to: &str) {
        self.repeat(&format!("WROTE: {from}{to}"), || {
            self.screen.click(self.board.middle(from), 1);
            self.screen.click(self.board.middle(to), 1);
        });
    }

    /// Drops the only man that was passed, by the menu of a square; `drop` is what eboard says then.
    pub(crate) fn drops(&self, drop: &str) {
        let (_, to) = drop.split_once('@').unwrap();
        self.repeat(&format!("WROTE: {drop}"), || {
            self.screen.click(self.board.middle(to), 3);
            // The first that can be chosen is the only one.
            self.screen.hand(&["key", "Down", "Return"]);
        });
    }

    /// What stands on every square, from a8 to h1, as it is shown now.
    fn shown(&self) -> Vec<Stands> {
        let picture = self.screen.picture();
        let squares = (1..=8).rev().flat_map(|rank| ('a'..='h').map(move |f| format!("{f}{rank}")));
        let stands = |square: String| {
            let (x, y) = self.board.corner(&square);
            let (edge, side) = (self.board.side / 7, self.board.side);
            let pixels = picture.look((x + edge, y + edge, side - 2 * edge, side - 2 * edge));
            // Sets of men are nearly white and nearly black; no square is.
            let bright = pixels.iter().filter(|pixel| pixel.iter().all(|part| *part >= 240));
            let dim = pixels.iter().filter(|pixel| pixel.iter().all(|part| *part <= 30));
            match (bright.count(), dim.count()) {
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
        self.put_mouse_away();
        until(style12, || (self.shown() == told).then_some(()));
    }

    /// Shows the partner's board: behind one's own and the console.
    pub(crate) fn turns_to_partner(&self) {
        self.screen.hand(&["key", "F5", "F4", "F4"]);
    }

    /// Shows one's own board again.
    pub(crate) fn turns_back(&self) {
        self.screen.hand(&["key", "F5"]);
    }

    /// Waits until the own clock runs: it is drawn black on white, and goes on.
    pub(crate) fn clock_runs(&self) {
        let look = || Some(self.screen.picture().look(self.board.clock()));
        let runs = |clock: &Vec<[u8; 3]>| count(clock, WHITE) > clock.len() / 2;
        let first = until("a clock that runs", || look().filter(runs));
        until("a clock that goes on", || look().filter(|clock| runs(clock) && *clock != first));
    }

    /// Waits until something lies in the stock, or nothing: it has a ground of its own.
    pub(crate) fn stock(&self, something: bool) {
        until("the stock", || {
            let pixels = self.screen.picture().look(self.board.stock());
            let lies = count(&pixels, BLACK) < pixels.len() / 2;
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

fn count(pixels: &[[u8; 3]], color: [u8; 3]) -> usize {
    pixels.iter().filter(|pixel| **pixel == color).count()
}
