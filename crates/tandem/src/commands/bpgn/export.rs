//! `tandem bpgn export`: games and moves as Parquet.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use tandem_archive::{ExportError, Exporter, Rows, process};

use super::input::Inputs;
use super::progress::Progress;
use super::{Archive, Told};
use crate::commands::output::{self, Whole};
use crate::failure::Failure;
use crate::library::Library;

/// Writes two tables, games.parquet and moves.parquet, that share the number of the game.
///
/// They come into their places when they are whole; without games none is written.
/// Exit code 1 if a game is bad or a file has none, 2 if a file can't be read.
///
/// In DuckDB, say: SELECT white_a, count(*) FROM 'games.parquet' GROUP BY 1;
#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    archive: Archive,
    /// Output folder for the tables (created if missing)
    #[arg(long, value_name = "FOLDER")]
    parquet: PathBuf,
    /// Overwrite the tables if they are there
    #[arg(long)]
    force: bool,
}

/// The folder of the tables, with what was made for it; that goes again unless tables come of it.
struct Folder<'a> {
    made: Vec<&'a Path>,
}

impl Folder<'_> {
    fn make(path: &Path) -> Result<Folder<'_>, Failure> {
        let folder = Folder { made: path.ancestors().take_while(|path| !path.exists()).collect() };
        fs::create_dir_all(path).map_err(|error| {
            Failure::Impossible(format!("{} can't be made: {error}", path.display()))
        })?;
        Ok(folder)
    }

    fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        for folder in &self.made {
            // Only an empty one goes.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Export {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.archive.reading.books(library)?;
        let inputs = Inputs::new(&self.archive.files);
        // Nothing that can be read is no archive of zero games.
        if inputs.sources.is_empty() {
            return Err(Failure::Impossible(inputs.failures.join("\ntandem: ")));
        }
        let places = ["games.parquet", "moves.parquet"].map(|name| self.parquet.join(name));
        for place in places.iter().filter(|place| place.exists()) {
            output::look(place, self.force)?;
        }
        let folder = Folder::make(&self.parquet)?;
        let [games_place, moves_place] = &places;
        let games_table = Whole::begin(games_place, self.force)?;
        let moves_table = Whole::begin(moves_place, self.force)?;
        let unwritable = |error: ExportError| Failure::Impossible(error.to_string());
        let mut exporter =
            Exporter::new(BufWriter::new(games_table.file()?), BufWriter::new(moves_table.file()?))
                .map_err(unwritable)?;
        let options = self.archive.options();
        let mut progress = Progress::new(inputs.bytes, &options.bytes);
        let mut told = Told::new(inputs.failures);
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
            told.of(&report);
            progress.show(games, bad);
        });
        progress.clear();
        if let Some(error) = broken {
            return Err(unwritable(error));
        }
        told.tell();
        if games > 0 {
            exporter.finish().map_err(unwritable)?;
            games_table.finish()?;
            moves_table.finish()?;
            folder.keep();
            writeln!(stdout(), "{games} games, {bad} bad")?;
        }
        told.ending(bad)
    }
}
