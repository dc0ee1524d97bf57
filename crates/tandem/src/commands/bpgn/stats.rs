//! `tandem bpgn stats`: what a heap of games has in common.

use std::io::{Write, stdout};

use clap::Args;
use serde_json::json;
use tandem_archive::process;

use super::input::Inputs;
use super::progress::Progress;
use super::{Archive, Told};
use crate::failure::Failure;
use crate::library::Library;

/// Count games, results, endings, first moves, lengths and drops by piece.
///
/// Exit code 1 if a game is bad or a file has none, 2 if a file can't be read.
#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    archive: Archive,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.archive.reading.books(library)?;
        let inputs = Inputs::new(&self.archive.files);
        let options = self.archive.options();
        let mut progress = Progress::new(inputs.bytes, &options.bytes);
        let mut told = Told::new(inputs.failures);
        let mut all = tandem_archive::Stats::default();
        let work = |_: &str, game| tandem_archive::Stats::of_game(&game, books.book_for(&game));
        process(inputs.sources, &options, work, |report| {
            told.of(&report);
            for stats in report.games {
                all.add(stats);
            }
            progress.show(all.games, all.bad);
        });
        progress.clear();
        told.tell();
        // No games make no table of zeros.
        if all.games == 0 {
            return told.ending(0);
        }
        if self.json {
            let mut value = serde_json::to_value(&all).unwrap_or_default();
            value["average_length"] = json!((all.average_length() * 10.0).round() / 10.0);
            writeln!(stdout(), "{value}")?;
        } else {
            stdout().write_all(table(&all).as_bytes())?;
        }
        told.ending(all.bad)
    }
}

fn table(all: &tandem_archive::Stats) -> String {
    let mut text = String::new();
    let mut row = |name: &str, count: u64, of: u64| {
        let share = match of {
            0 => String::new(),
            of => format!("{:>8.1} %", count as f64 * 100.0 / of as f64),
        };
        text.push_str(format!("{name:<24}{count:>12}{share}").trim_end());
        text.push('\n');
    };
    row("games", all.games, 0);
    row("  bad, not counted", all.bad, 0);
    row("half-moves", all.half_moves, 0);
    row("  longest game", all.longest, 0);
    row("captures", all.captures, all.half_moves);
    let drops: u64 = all.drops.values().sum();
    row("drops", drops, all.half_moves);
    for (piece, count) in all.drops_in_order() {
        row(&format!("  {piece}"), count, drops);
    }
    let promotions: u64 = all.promotions.values().sum();
    row("promotions", promotions, 0);
    for (piece, count) in &all.promotions {
        row(&format!("  {piece}"), *count, promotions);
    }
    row("results", all.good(), 0);
    for (result, count) in &all.results {
        row(&format!("  {result}"), *count, all.good());
    }
    row("endings", all.good(), 0);
    for (ending, count) in &all.endings {
        row(&format!("  {ending}"), *count, all.good());
    }
    let firsts: u64 = all.first_moves.values().sum();
    row("first moves of White", firsts, 0);
    let mut moves: Vec<_> = all.first_moves.iter().collect();
    moves.sort_by_key(|(san, count)| (std::cmp::Reverse(**count), *san));
    for (san, count) in moves {
        row(&format!("  {san}"), *count, firsts);
    }
    text.push_str(&format!("{:<24}{:>12.1}\n", "half-moves a game", all.average_length()));
    text
}
