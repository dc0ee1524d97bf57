//! Games and moves as Parquet, for DuckDB, Polars, Spark and their like.
//!
//! Two tables: a row a game, and a row a half-move with the number of its game.

mod rows;
mod table;
mod times;

use std::io::Write;

use parquet::errors::ParquetError;
use tandem_notation::bpgn::Game;
use tandem_rules::Rulebook;

use rows::{GAME_COLUMNS, GameRow, MOVE_COLUMNS, MoveRow};
use table::Table;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
#[error("the Parquet file can't be written: {0}")]
pub struct ExportError(#[from] ParquetError);

/// A game as rows of the two tables, without its number.
#[derive(Debug)]
pub struct Rows {
    game: GameRow,
    moves: Vec<MoveRow>,
}

impl Rows {
    /// The rows of a game, replayed by a book. The move with an
    /// error is marked as not legal; what follows it is not judged, and has no coordinates.
    #[must_use]
    pub fn of_game(file: &str, game: &Game, book: &Rulebook) -> Rows {
        let (game, moves) = rows::of_game(file, game, book);
        Rows { game, moves }
    }

    /// Whether the game has an error.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.game.error.is_some()
    }
}

/// Writes the two tables. Memory stays small: rows leave in groups.
pub struct Exporter<W: Write + Send> {
    games: Table<W>,
    moves: Table<W>,
    count: i64,
}

impl<W: Write + Send> Exporter<W> {
    /// Begins the two tables.
    ///
    /// # Errors
    /// They can't be written.
    pub fn new(games: W, moves: W) -> Result<Exporter<W>, ExportError> {
        Ok(Exporter {
            games: Table::new(games, &GAME_COLUMNS)?,
            moves: Table::new(moves, &MOVE_COLUMNS)?,
            count: 0,
        })
    }

    /// Adds a game. Games are numbered from 1.
    ///
    /// # Errors
    /// It can't be written.
    pub fn write(&mut self, rows: &Rows) -> Result<(), ExportError> {
        self.count += 1;
        self.games.push(&rows.game.cells(self.count))?;
        for (ply, row) in (1..).zip(&rows.moves) {
            self.moves.push(&row.cells(self.count, ply))?;
        }
        Ok(())
    }

    /// Ends both tables and tells how many games they have.
    ///
    /// # Errors
    /// They can't be written.
    pub fn finish(self) -> Result<i64, ExportError> {
        self.games.finish()?;
        self.moves.finish()?;
        Ok(self.count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use tandem_notation::bpgn::Reader;

    use super::*;

    #[test]
    fn what_is_exported_can_be_read_by_others() {
        let text = "[WhiteA \"Ann\"]\n[WhiteAElo \"2100\"]\n[Date \"2012.06.14\"]\n[TimeControl \"60+0\"]\n\
                    1A. e4 {59.5} 1a. d5 2A. exd5 1B. e4 1b. P@e3 {Ann resigns} *\n\
                    [Event \"bad\"]\n1A. e4 1a. Ke5 *\n";
        let book = Rulebook::builtin("fics").unwrap();
        let folder = std::env::temp_dir().join(format!("tandem-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (games, moves) = (folder.join("games.parquet"), folder.join("moves.parquet"));
        let create = |path| File::create(path).unwrap();
        let mut exporter = Exporter::new(create(&games), create(&moves)).unwrap();
        for game in Reader::new(text.as_bytes()) {
            exporter.write(&Rows::of_game("x.bpgn", &game.unwrap(), &book)).unwrap();
        }
        assert_eq!(exporter.finish().unwrap(), 2);
        let read = |path| SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let column = |reader: &SerializedFileReader<File>, name: &str| {
            let schema = reader.metadata().file_metadata().schema_descr_ptr();
            schema.columns().iter().position(|column| column.name() == name).unwrap()
        };
        let games = read(&games);
        let row = games.get_row_iter(None).unwrap().next().unwrap().unwrap();
        assert_eq!(row.get_string(column(&games, "white_a")).unwrap(), "Ann");
        assert_eq!(row.get_int(column(&games, "white_a_elo")).unwrap(), 2100);
        assert_eq!(row.get_string(column(&games, "result")).unwrap(), "0-1");
        assert_eq!(row.get_int(column(&games, "winner")).unwrap(), 2);
        let moves = read(&moves);
        let rows: Vec<_> = moves.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 7);
        assert_eq!(rows[2].get_string(column(&moves, "uci")).unwrap(), "e4d5");
        assert_eq!(rows[2].get_string(column(&moves, "captured")).unwrap(), "p");
        assert_eq!(rows[4].get_string(column(&moves, "san")).unwrap(), "P@e3");
        let text = |row: usize, name: &str| rows[row].get_string(column(&moves, name)).unwrap();
        let seats: Vec<_> = (0..rows.len()).map(|row| text(row, "seat").as_str()).collect();
        let expected =
            ["white_a", "black_a", "white_a", "white_b", "black_b", "white_a", "black_a"];
        assert_eq!(seats, expected);
        // The pawn came to the stock on board B, and is gone when it is dropped.
        assert_eq!((text(3, "white_stock").as_str(), text(3, "black_stock").as_str()), ("", "P"));
        assert_eq!(text(4, "black_stock"), "");
        let legal = |row: usize| rows[row].get_bool(column(&moves, "legal")).ok();
        assert_eq!([legal(4), legal(5), legal(6)], [Some(true), Some(true), Some(false)]);
        let key = |row: usize| rows[row].get_long(column(&moves, "position_key")).unwrap();
        // Both games begin alike.
        assert_eq!(key(0), key(5));
        assert_ne!(key(0), key(2));
        // At board B White moves with a pawn in the enemy's stock.
        assert_ne!(key(0), key(3));
        assert_eq!(rows[0].get_long(column(&moves, "think_ms")).unwrap(), 500);
        assert_eq!(rows[0].get_long(column(&moves, "elapsed_ms")).unwrap(), 500);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
