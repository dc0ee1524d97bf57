//! `tandem bpgn export`: games and moves as Parquet.

use std::fs::{self, File};
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use clap::Args;
use tandem_archive::{ExportError, Exporter, Rows, process};

use super::input::Inputs;
use super::progress::Progress;
use super::{Archive, ending};
use crate::failure::Failure;
use crate::library::Library;

/// Writes two tables, games.parquet and moves.parquet, that share the number of the game.
///
/// Exit code 1 if a game is bad, 2 if a file can't be read.
///
/// In DuckDB, say: SELECT white_a, count(*) FROM 'games.parquet' GROUP BY 1;
#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    archive: Archive,
    /// Output folder for the tables (created if missing)
    #[arg(long, value_name = "FOLDER")]
    parquet: PathBuf,
}

impl Export {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.archive.reading.books(library)?;
        let inputs = Inputs::new(&self.archive.files);
        // Nothing that can be read is no archive of zero games.
        if inputs.sources.is_empty() {
            return Err(Failure::Impossible(inputs.failures.join("\ntandem: ")));
        }
        let folder = self.parquet.display();
        fs::create_dir_all(&self.parquet)
            .map_err(|error| Failure::Impossible(format!("{folder} can't be made: {error}")))?;
        let create = |name: &str| {
            let path = self.parquet.join(name);
            File::create(&path).map(BufWriter::new).map_err(|error| {
                Failure::Impossible(format!("{} can't be written: {error}", path.display()))
            })
        };
        let unwritable = |error: ExportError| Failure::Impossible(error.to_string());
        let mut exporter = Exporter::new(create("games.parquet")?, create("moves.parquet")?)
            .map_err(unwritable)?;
        let options = self.archive.options();
        let mut progress = Progress::new(inputs.bytes, &options.bytes);
        let mut failures = inputs.failures;
        let (mut games, mut bad, mut broken) = (0, 0, None);
        let work = |name: &str, game| Rows::of_game(name, &game, books.book_for(&game));
        process(inputs.sources, &options, work, |report| {
            for rows in &report.games {
                games += 1;
                bad += u64::from(rows.is_bad());
                if broken.is_none() {
                    broken = exporter.write(rows).err();
                }
            }
            if let Some(failure) = report.failure {
                failures.push(format!("{} can't be read: {failure}", report.name));
            }
            progress.show(games, bad);
        });
        progress.clear();
        if let Some(error) = broken {
            return Err(unwritable(error));
        }
        exporter.finish().map_err(unwritable)?;
        for failure in &failures {
            eprintln!("tandem: {failure}");
        }
        writeln!(stdout(), "{games} games, {bad} bad")?;
        ending(&failures, bad)
    }
}
