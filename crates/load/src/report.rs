//! What came of it.

use std::io::{self, Write};

use tokio::time::Instant;

use crate::crowd::Told;
use crate::flood::Flooded;
use crate::player::Played;
use crate::reader::Read;

/// What all players measured.
#[derive(Debug, Default)]
pub(super) struct Report {
    confirmed: Vec<(Instant, u32)>,
    refused: usize,
    failed: usize,
}

impl Report {
    pub(super) fn add(&mut self, played: Played) {
        self.confirmed.extend(played.confirmed);
        self.refused += played.refused;
        self.failed += usize::from(played.failed);
    }

    /// What a crowd measured that began then.
    pub(super) fn add_crowd(&mut self, begun: Instant, told: Told) {
        self.confirmed.extend(told.confirmed.into_iter().map(|took| (begun, took)));
        self.refused += told.refused;
        self.failed += told.failed;
    }

    /// Moves that were confirmed.
    pub(super) fn moves(&self) -> usize {
        self.confirmed.len()
    }

    /// Players whose connection failed or broke.
    pub(super) fn failed(&self) -> usize {
        self.failed
    }

    pub(super) fn print(
        &self,
        out: &mut dyn Write,
        matches: usize,
        seconds: u64,
        memory: u64,
        empty: u64,
    ) -> io::Result<()> {
        let sorted = sorted(self.confirmed.iter().map(|(_, took)| *took));
        let most = f64::from(sorted.last().copied().unwrap_or(0)) / 1000.0;
        let each = memory.saturating_sub(empty) / matches.max(1) as u64;
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
            share(&sorted, 50),
            share(&sorted, 90),
            share(&sorted, 99)
        )?;
        writeln!(out, "memory       {} MiB in all, {each} KiB a match", memory / 1024)?;
        writeln!(out, "refused      {}", self.refused)?;
        writeln!(out, "broken off   {}", self.failed)?;
        Ok(())
    }

    /// What players who speak ICS saw, beside the others.
    pub(super) fn print_ics(&self, out: &mut dyn Write) -> io::Result<()> {
        let sorted = sorted(self.confirmed.iter().map(|(_, took)| *took));
        writeln!(
            out,
            "by ICS       p50 {:.1} ms  p90 {:.1} ms  p99 {:.1} ms  ({} moves, {} refused, {} broken off)",
            share(&sorted, 50),
            share(&sorted, 90),
            share(&sorted, 99),
            sorted.len(),
            self.refused,
            self.failed
        )?;
        Ok(())
    }

    /// What the players saw while nobody disturbed them and while somebody did, who is called so.
    /// `is_busy` tells which a time was. Gives how many times as long the last of a hundred then waits.
    pub(super) fn compare(
        &self,
        out: &mut dyn Write,
        disturbed: &str,
        is_busy: impl Fn(Instant) -> bool,
    ) -> io::Result<f64> {
        let (busy, quiet): (Vec<_>, Vec<_>) =
            self.confirmed.iter().copied().partition(|(sent, _)| is_busy(*sent));
        let mut last = [0.0; 2];
        for (at, (name, moves)) in [("quiet", quiet), (disturbed, busy)].into_iter().enumerate() {
            let sorted = sorted(moves.into_iter().map(|(_, took)| took));
            last[at] = share(&sorted, 99);
            writeln!(
                out,
                "{name:<12} p50 {:.1} ms  p90 {:.1} ms  p99 {:.1} ms  ({} moves)",
                share(&sorted, 50),
                share(&sorted, 90),
                last[at],
                sorted.len()
            )?;
        }
        Ok(last[1] / last[0].max(0.001))
    }
}

/// What visitors were told, and what that did to the players.
pub(super) fn print_read(out: &mut dyn Write, read: &[Read], times: f64) -> io::Result<()> {
    let sum = |count: fn(&Read) -> usize| read.iter().map(count).sum::<usize>();
    writeln!(
        out,
        "read         {} answered, {} sent away, {} failed; p99 with readers {times:.2} times the quiet one",
        sum(|read| read.answered),
        sum(|read| read.sent_away),
        sum(|read| read.failed),
    )
}

/// What floods came to, and what that did to the players.
pub(super) fn print_flooded(
    out: &mut dyn Write,
    flooded: &[Flooded],
    times: f64,
) -> io::Result<()> {
    let sum = |count: fn(&Flooded) -> usize| flooded.iter().map(count).sum::<usize>();
    writeln!(
        out,
        "flood        {} lines sent, {} answered, {} broken off; p99 beside it {times:.2} times the quiet one",
        sum(|flooded| flooded.sent),
        sum(|flooded| flooded.answered),
        sum(|flooded| flooded.failed),
    )
}

pub(super) fn sorted(times: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sorted: Vec<u32> = times.collect();
    sorted.sort_unstable();
    sorted
}

/// What so many of a hundred did not exceed, in milliseconds.
pub(super) fn share(sorted: &[u32], percent: usize) -> f64 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    f64::from(sorted.get(at).copied().unwrap_or(0)) / 1000.0
}
