//! A display that nobody sees, and hands at its mouse and keyboard.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::programs::{Ends, find};

pub(crate) const WIDTH: usize = 1280;
pub(crate) const HEIGHT: usize = 900;

/// A part of the screen: left, top, width, height.
pub(crate) type Area = (usize, usize, usize, usize);

pub(crate) struct Screen {
    _process: Ends,
    pub(crate) name: String,
    /// What is on it, as Xvfb keeps it: a picture of the kind XWD.
    picture: PathBuf,
}

impl Screen {
    pub(crate) fn open(folder: &Path) -> Screen {
        let size = format!("{WIDTH}x{HEIGHT}x24");
        let options = ["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp", "-fbdir"];
        let mut process = Ends::start(
            Command::new(find("Xvfb").unwrap())
                .args(options)
                .arg(folder)
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        BufReader::new(process.stdout()).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        Screen { _process: process, name, picture: folder.join("Xvfb_screen0") }
    }

    /// Mouse and keyboard, by xdotool.
    pub(crate) fn hand(&self, words: &[&str]) {
        let done = Command::new(find("xdotool").unwrap())
            .args(words)
            .env("DISPLAY", &self.name)
            .status()
            .unwrap();
        assert!(done.success(), "xdotool {words:?}");
    }

    pub(crate) fn click(&self, (x, y): (usize, usize), button: u8) {
        let (x, y, button) = (x.to_string(), y.to_string(), button.to_string());
        self.hand(&["mousemove", &x, &y]);
        self.hand(&["click", &button]);
    }

    /// What is shown now.
    pub(crate) fn picture(&self) -> Picture {
        Picture(std::fs::read(&self.picture).unwrap())
    }
}

/// What a screen showed.
pub(crate) struct Picture(Vec<u8>);

impl Picture {
    /// The pixels of a part of it, row by row: red, green, blue.
    pub(crate) fn look(&self, (left, top, width, height): Area) -> Vec<[u8; 3]> {
        let Picture(file) = self;
        let word = |at: usize| {
            let bytes = file[4 * at..4 * at + 4].try_into().unwrap();
            usize::try_from(u32::from_be_bytes(bytes)).unwrap()
        };
        // The head says how long it is, how long a row is, and how many colours stand before the picture.
        let (head, bytes_per_line, colours) = (word(0), word(12), word(19));
        let begin = head + 12 * colours;
        let pixel = |x: usize, y: usize| {
            let at = begin + y * bytes_per_line + 4 * x;
            [file[at + 2], file[at + 1], file[at]]
        };
        (top..top + height)
            .flat_map(|y| (left..left + width).map(move |x| (x, y)))
            .map(|(x, y)| pixel(x, y))
            .collect()
    }
}
