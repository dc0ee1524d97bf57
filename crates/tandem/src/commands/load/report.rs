//! What came of it.

use std::io::{Write, stdout};

use super::player::Played;
use crate::failure::Failure;

/// What all players measured.
#[derive(Debug, Default)]
pub(super) struct Report {
    confirmed: Vec<u32>,
    refused: usize,
    failed: usize,
}

impl Report {
    pub(super) fn add(&mut self, played: Played) {
        self.confirmed.extend(played.confirmed);
        self.refused += played.refused;
        self.failed += usize::from(played.failed);
    }

    /// Players whose connection failed or broke.
    pub(super) fn failed(&self) -> usize {
        self.failed
    }

    pub(super) fn print(
        &self,
        matches: usize,
        seconds: u64,
        memory: u64,
        empty: u64,
    ) -> Result<(), Failure> {
        let mut sorted = self.confirmed.clone();
        sorted.sort_unstable();
        let share = |percent: usize| {
            let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
            f64::from(sorted.get(at).copied().unwrap_or(0)) / 1000.0
        };
        let most = f64::from(sorted.last().copied().unwrap_or(0)) / 1000.0;
        let each = memory.saturating_sub(empty) / matches.max(1) as u64;
        let mut out = stdout().lock();
        writeln!(out, "matches      {matches}")?;
        writeln!(
            out,
            "moves        {} ({} a second)",
            sorted.len(),
            sorted.len() as u64 / seconds
        )?;
        writeln!(
            out,
            "confirmed    p50 {:.1} ms  p90 {:.1} ms  p99 {:.1} ms  most {most:.1} ms",
            share(50),
            share(90),
            share(99)
        )?;
        writeln!(out, "memory       {} MiB in all, {each} KiB a match", memory / 1024)?;
        writeln!(out, "refused      {}", self.refused)?;
        writeln!(out, "broken off   {}", self.failed)?;
        Ok(())
    }
}
