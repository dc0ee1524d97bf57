//! `tandem bpgn format | positions | table | plot`: games written in another form.

use std::io::{Read, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use tandem_archive::Shelf;
use tandem_notation::bpgn::{Game, Problem, Reader, write_game};
use tandem_notation::replay::{Checked, check, follow, tidy};
use tandem_notation::{Letters, in_columns, svg};
use tandem_rules::Rulebook;

use super::input::Inputs;
use super::{NO_GAMES, Reading};
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
    /// Piece letters to write: en, cs, nl or de
    #[arg(long, default_value = "en")]
    letters: Letters,
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Print both boards after every half-move as BFEN, with the clocks where the file has them.
#[derive(Args)]
pub(crate) struct Positions {
    #[command(flatten)]
    reading: Reading,
    /// A file of games; an empty line stands between them
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Print a readable score sheet: one row per move, one column per player.
#[derive(Args)]
pub(crate) struct Table {
    #[command(flatten)]
    reading: Reading,
    /// Piece letters to write: en, cs, nl or de
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

    /// Prints each game in another form: `form` gives the text and what the replay found, `gap`
    /// stands between games.
    fn rewrite(
        mut self,
        books: &Shelf,
        gap: &str,
        form: impl Fn(&mut Game, &Rulebook) -> (String, Checked),
    ) -> Result<(), Failure> {
        let mut out = stdout().lock();
        while let Some(mut game) = self.next()? {
            let book = books.book_for(&game);
            let (text, checked) = form(&mut game, book);
            self.tell(game.error().or(checked.error()));
            if self.games > 1 {
                out.write_all(gap.as_bytes())?;
            }
            out.write_all(text.as_bytes())?;
        }
        self.finish()
    }

    fn finish(mut self) -> Result<(), Failure> {
        if let Some(problem) = self.reader.stray_problems().first() {
            self.wrong = true;
            eprintln!("{}:{}: {problem}", self.name, problem.place.line);
        }
        if self.games == 0 {
            return Err(Failure::Wrong(format!("{}: {NO_GAMES}", self.name)));
        }
        if self.wrong { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
    }
}

impl Format {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        // Each game is written with the empty line that ends it.
        File::open(&self.file, &self.reading)?.rewrite(&books, "", |game, book| {
            let checked = tidy(game, book);
            (write_game(game, self.letters), checked)
        })
    }
}

impl Positions {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        File::open(&self.file, &self.reading)?.rewrite(&books, "\n", |game, book| {
            // Times since the start become times left.
            tidy(game, book);
            let mut lines = String::new();
            let checked = follow(game, book, |_, bfen| {
                lines.push_str(&bfen);
                lines.push('\n');
            });
            (lines, checked)
        })
    }
}

impl Table {
    pub(crate) fn run(self, library: &Library) -> Result<(), Failure> {
        let books = self.reading.books(library)?;
        File::open(&self.file, &self.reading)?.rewrite(&books, "\n", |game, book| {
            let checked = tidy(game, book);
            (in_columns(game, self.letters), checked)
        })
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
            return if file.wrong { Err(Failure::AlreadyReported(1)) } else { Ok(()) };
        }
        let (name, games) = (&file.name, file.games);
        Err(Failure::Wrong(format!("{name} has {games} games, there is no game {}", self.game)))
    }
}
