//! A progress bar on a terminal, and nothing elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How wide the bar is.
const BAR: u64 = 30;

/// Shows how much has been read. It needs no clock: it is drawn when a percent is full.
pub(super) struct Progress {
    on: bool,
    total: Option<u64>,
    bytes: Arc<AtomicU64>,
    shown: Option<u64>,
}

impl Progress {
    pub(super) fn new(total: Option<u64>, bytes: &Arc<AtomicU64>) -> Progress {
        let on = stderr().is_terminal();
        Progress {
            on,
            total: total.filter(|total| *total > 0),
            bytes: Arc::clone(bytes),
            shown: None,
        }
    }

    /// Tells what has been done so far.
    pub(super) fn show(&mut self, games: u64, bad: u64) {
        if !self.on {
            return;
        }
        let bytes = self.bytes.load(Ordering::Relaxed);
        let step = match self.total {
            Some(total) => bytes.min(total) * 100 / total,
            None => games / 1000,
        };
        if self.shown == Some(step) {
            return;
        }
        self.shown = Some(step);
        let bar = match self.total {
            Some(_) => {
                let full = usize::try_from(step * BAR / 100).unwrap_or(0);
                let empty = usize::try_from(BAR).unwrap_or(0) - full;
                format!("{}{} {step:3} %", "█".repeat(full), "░".repeat(empty))
            }
            None => format!("{} MiB", bytes >> 20),
        };
        // A terminal that can't be written is no reason to stop.
        let _ = write!(stderr(), "\r\x1b[K{bar}  {games} games, {bad} bad");
        let _ = stderr().flush();
    }

    /// Makes room for a line of output.
    pub(super) fn clear(&mut self) {
        if self.on && self.shown.take().is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
            let _ = stderr().flush();
        }
    }
}
