//! `tandem bpgn format | positions | table | plot`: games written in another form.

use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use tandem_notation::bpgn::{Game, Problem, Reader, write_game};
use tandem_notation::replay::{check, follow, tidy};
use tandem_notation::{Letters, svg, table};

use super::Reading;
use super::input::Inputs;
use crate::failure::Failure;
use crate::library::Library;

/// Rewrites games in one clean form: tags in standard order, moves in the shortest SAN with time
/// left, the result of the standard. Comments, annotations and variations are kept.
///
/// A game that can't be replayed is rewritten as far as it goes, and named.
#[derive(Args)]
pub(crate) struct Format {
    #[command(flatten)]
    reading: Reading,
    /// In whose letters to write: en, cs, nl or de
    #[arg(long, default_value = "en")]
    letters: Letters,
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints the BFEN of both boards after every half-move, with the clocks where they are told.
#[derive(Args)]
pub(crate) struct Positions {
    #[command(flatten)]
    reading: Reading,
    /// A file of games; an empty line stands between them
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints the score sheet: a row a move, a column a player.
#[derive(Args)]
pub(crate) struct Table {
    #[command(flatten)]
    reading: Reading,
    /// In whose letters to write: en, cs, nl or de
    #[arg(long, default_value = "en")]
    letters: Letters,
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Draws who was ahead on the clock, the balance of material and the stocks, as SVG.
#[derive(Args)]
pub(crate) struct Plot {
    #[command(flatten)]
    reading: Reading,
    /// Which game of the file
    #[arg(long, default_value_t = 1, value_name = "N")]
    game: u64,
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A file that is gone through game by game, and what was wrong in it.
struct File {
    name: String,
    reader: Reader<Box<dyn Read + Send>>,
    games: u64,
    wrong: bool,
}

impl File {
    fn open(path: &Path, reading: &Reading) -> Result<File, Failure> {
        let name = match path.as_os_str() == "-" {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        let reader = Reader::with_letters(Inputs::one(path)?, reading.input_letters);
        Ok(File { name, reader, games: 0, wrong: false })
    }

    fn next(&mut self) -> Result<Option<Game>, Failure> {
        match self.reader.read_game() {
            Ok(Some(game)) => {
                self.games += 1;
                Ok(Some(game))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(Failure::Impossible(format!("{} can't be read: {error}", self.name))),
        }
    }

    /// Names what is wrong with the game that was read last.
    fn tell(&mut self, problem: Option<&Problem>) {
        let Some(problem) = problem else { return };
        self.wrong = true;
        let joint = if problem.at.is_some() { ", " } else { ": " };
        let (name, line, game) = (&self.name, problem.place.line, self.games);
        eprintln!("{name}:{line}: game {game}{joint}{problem}");
    }

    fn finish(mut self) -> Result<(), Failure> {
        if let Some(problem) = self.reader.stray_problems().first() {
            self.wrong = true;
            eprintln!("{}:{}: {problem}", self.name, problem.place.line);
        }
        if self.games == 0 {
            return Err(Failure::Wrong(format!("{}: no game is in it", self.name)));
        }
        if self.wrong { Err(Failure::Told(1)) } else { Ok(()) }
    }
}

impl Format {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        let mut file = File::open(&self.file, &self.reading)?;
        let mut out = stdout().lock();
        while let Some(mut game) = file.next()? {
            let book = books.book_for(&game);
            let checked = tidy(&mut game, book);
            file.tell(game.error().or(checked.error()));
            out.write_all(write_game(&game, self.letters).as_bytes())?;
        }
        file.finish()
    }
}

impl Positions {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        let mut file = File::open(&self.file, &self.reading)?;
        let mut out = stdout().lock();
        while let Some(mut game) = file.next()? {
            if file.games > 1 {
                writeln!(out)?;
            }
            let book = books.book_for(&game);
            // Times since the start become times left.
            tidy(&mut game, book);
            let mut lines = String::new();
            let checked = follow(&game, book, |_, bfen| {
                lines.push_str(&bfen);
                lines.push('\n');
            });
            out.write_all(lines.as_bytes())?;
            file.tell(game.error().or(checked.error()));
        }
        file.finish()
    }
}

impl Table {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        let mut file = File::open(&self.file, &self.reading)?;
        let mut out = stdout().lock();
        while let Some(mut game) = file.next()? {
            if file.games > 1 {
                writeln!(out)?;
            }
            let book = books.book_for(&game);
            let checked = tidy(&mut game, book);
            file.tell(game.error().or(checked.error()));
            out.write_all(table(&game, self.letters).as_bytes())?;
        }
        file.finish()
    }
}

impl Plot {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        let mut file = File::open(&self.file, &self.reading)?;
        while let Some(game) = file.next()? {
            if file.games < self.game {
                continue;
            }
            let book = books.book_for(&game);
            let checked = check(&game, book);
            file.tell(game.error().or(checked.error()));
            stdout().write_all(svg::plot(&game, book).as_bytes())?;
            return if file.wrong { Err(Failure::Told(1)) } else { Ok(()) };
        }
        let (name, games) = (&file.name, file.games);
        Err(Failure::Wrong(format!("{name} has {games} games, there is no game {}", self.game)))
    }
}
