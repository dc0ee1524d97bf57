//! A display that nobody sees, and hands at its mouse and keyboard.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::programs::{Ends, find};

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
        let options =
            ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-fbdir"];
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

    /// The pixels of a part of the screen, row by row.
    pub(crate) fn look(&self, (left, top, width, height): Area) -> Vec<[u8; 3]> {
        let file = std::fs::read(&self.picture).unwrap();
        let word = |at: usize| {
            let bytes = file[4 * at..4 * at + 4].try_into().unwrap();
            usize::try_from(u32::from_be_bytes(bytes)).unwrap()
        };
        // The head says how long it is, how long a row is, and how many colours stand before the picture.
        let (head, bytes_per_line, colours) = (word(0), word(12), word(19));
        let begin = head + 12 * colours;
        let pixel = |x: usize, y: usize| {
            let at = begin + y * bytes_per_line + 4 * x;
            [file[at], file[at + 1], file[at + 2]]
        };
        (top..top + height)
            .flat_map(|y| (left..left + width).map(move |x| (x, y)))
            .map(|(x, y)| pixel(x, y))
            .collect()
    }
}
