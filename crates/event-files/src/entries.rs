//! Entries: pasted, from CSV, from XLSX.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use tandem_event::{FileProblem, NewTeam, Person};

use crate::columns::{Column, column, fill, player};
use crate::decode::decode;

/// Who wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Teams.
    Teams(Vec<NewTeam>),
    /// Players without a team.
    Players(Vec<Person>),
}

/// A line that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryError {
    /// The line; 0 is the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub problem: FileProblem,
}

fn whole(problem: FileProblem) -> Vec<EntryError> {
    vec![EntryError { line: 0, problem }]
}

/// Entries of pasted text: a team a line, `Rooks & Co: Ann, Bob` or `Ann + Bob`; or a player a line. A table copied from
/// a program with headings is read by its headings.
///
/// # Errors
/// Every line that can't be read.
pub fn read_text(text: &str) -> Result<Entries, Vec<EntryError>> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let separated = ['\t', ';'].into_iter().find(|mark| first.contains(*mark));
    if let Some(mark) = separated {
        let rows: Vec<Vec<String>> = text
            .lines()
            .map(|line| line.split(mark).map(|cell| cell.trim().to_owned()).collect())
            .collect();
        return from_rows(&rows);
    }
    let (mut teams, mut players, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let (name, rest) = line.split_once(':').unwrap_or(("", line));
        let names: Vec<Person> = people(rest).collect();
        match names.len() {
            0 => errors.push(EntryError { line: at + 1, problem: FileProblem::NoPlayers {} }),
            1 if name.is_empty() => players.extend(names),
            _ => teams.push(NewTeam { name: name.trim().to_owned(), players: names }),
        }
    }
    // Where most are teams, a single name is a team that lacks somebody, and told as one.
    if !teams.is_empty() {
        teams.extend(
            players.drain(..).map(|one| NewTeam { name: String::new(), players: vec![one] }),
        );
    }
    match (errors.is_empty(), teams.is_empty(), players.is_empty()) {
        (false, ..) => Err(errors),
        (true, true, true) => Err(whole(FileProblem::NoPlayers {})),
        (true, false, _) => Ok(Entries::Teams(teams)),
        (true, true, false) => Ok(Entries::Players(players)),
    }
}

/// The people of a line: names apart by commas, `+`, `&` or `/`, a rating behind a name.
fn people(line: &str) -> impl Iterator<Item = Person> {
    line.split([',', '+', '&', '/', '\t', ';']).map(str::trim).filter(|name| !name.is_empty()).map(
        |name| {
            let rated = name.rsplit_once(' ').and_then(|(name, last)| {
                let rating = last
                    .trim_matches(['(', ')'])
                    .parse()
                    .ok()
                    .filter(|rating| (100..4000).contains(rating))?;
                Some(Person { rating: Some(rating), ..Person::named(name.trim()) })
            });
            rated.unwrap_or_else(|| Person::named(name))
        },
    )
}

/// Entries of a CSV file in any encoding, with commas, semicolons or tabs.
///
/// # Errors
/// Every line that can't be read.
pub fn read_csv(bytes: &[u8]) -> Result<Entries, Vec<EntryError>> {
    let text = decode(bytes);
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |mark: u8| first.bytes().filter(|byte| *byte == mark).count();
    let mark = [b'\t', b';', b','].into_iter().max_by_key(|mark| count(*mark)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(mark)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| whole(FileProblem::Unreadable { why: error.to_string() }))?;
        rows.push(record.iter().map(str::to_owned).collect());
    }
    from_rows(&rows)
}

/// Entries of the first sheet of an XLSX file.
///
/// # Errors
/// Every line that can't be read.
pub fn read_xlsx(bytes: &[u8]) -> Result<Entries, Vec<EntryError>> {
    let unreadable =
        |error: calamine::XlsxError| whole(FileProblem::Unreadable { why: error.to_string() });
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let sheet =
        book.sheet_names().into_iter().next().ok_or_else(|| whole(FileProblem::NoPlayers {}))?;
    let range = book.worksheet_range(&sheet).map_err(unreadable)?;
    let text = |cell: &Data| match cell {
        Data::Float(value) if value.fract() == 0.0 => format!("{value:.0}"),
        other => other.to_string(),
    };
    let rows: Vec<Vec<String>> = range.rows().map(|row| row.iter().map(text).collect()).collect();
    from_rows(&rows)
}

/// Rows with headings; or without, if the first row names nobody's column: then team and players, or players.
fn from_rows(rows: &[Vec<String>]) -> Result<Entries, Vec<EntryError>> {
    let full = |row: &Vec<String>| row.iter().any(|cell| !cell.trim().is_empty());
    let Some(first) = rows.iter().position(full) else {
        return Err(whole(FileProblem::NoPlayers {}));
    };
    let columns: Vec<Option<Column>> = rows[first].iter().map(|heading| column(heading)).collect();
    let headed = columns.iter().flatten().any(|column| matches!(column, Column::Name(_)));
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let columns = if headed {
        columns
    } else {
        usual_columns(widest).ok_or_else(|| whole(FileProblem::NoColumns {}))?
    };
    let teams =
        columns.iter().flatten().any(|column| matches!(column, Column::Team | Column::Name(1..)));
    let (mut of_teams, mut of_players, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (at, row) in
        rows.iter().enumerate().skip(first + usize::from(headed)).filter(|(_, row)| full(row))
    {
        let mut name = String::new();
        let mut people = [Person::default(), Person::default(), Person::default()];
        for (column, value) in
            columns.iter().zip(row).filter_map(|(column, value)| Some(((*column)?, value)))
        {
            match player(column) {
                Some(which) => fill(&mut people[which], column, value),
                None => name = value.trim().to_owned(),
            }
        }
        let named: Vec<Person> =
            people.into_iter().filter(|person| !person.name.is_empty()).collect();
        match named.len() {
            0 => errors.push(EntryError { line: at + 1, problem: FileProblem::NoPlayers {} }),
            _ if teams => of_teams.push(NewTeam { name, players: named }),
            _ => of_players.extend(named),
        }
    }
    match (errors.is_empty(), of_teams.is_empty(), of_players.is_empty()) {
        (false, ..) => Err(errors),
        (true, true, true) => Err(whole(FileProblem::NoPlayers {})),
        (true, false, _) => Ok(Entries::Teams(of_teams)),
        (true, true, false) => Ok(Entries::Players(of_players)),
    }
}

/// Without headings: one column is players, two are a team's players, three and four its name and players.
fn usual_columns(width: usize) -> Option<Vec<Option<Column>>> {
    let columns = match width {
        1 => vec![Column::Name(0)],
        2 => vec![Column::Name(0), Column::Name(1)],
        3 => vec![Column::Team, Column::Name(0), Column::Name(1)],
        4 => vec![Column::Team, Column::Name(0), Column::Name(1), Column::Name(2)],
        _ => return None,
    };
    Some(columns.into_iter().map(Some).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn teams(entries: Result<Entries, Vec<EntryError>>) -> Vec<(String, Vec<String>)> {
        let Ok(Entries::Teams(teams)) = entries else { panic!("teams expected: {entries:?}") };
        let names =
            |team: NewTeam| (team.name, team.players.into_iter().map(|one| one.name).collect());
        teams.into_iter().map(names).collect()
    }

    #[test]
    fn pasted_names() {
        let read = teams(read_text("Rooks & Co: Ann, Bob\n\nCas + Dee\nThree: Eva/Fay/Gus\n"));
        assert_eq!(read[0], ("Rooks & Co".to_owned(), vec!["Ann".to_owned(), "Bob".to_owned()]));
        assert_eq!(read[1].1, ["Cas", "Dee"]);
        assert_eq!(read[2].1.len(), 3);
        let Ok(Entries::Players(players)) = read_text("Ann 1850\nBob (1500)\nCas\n") else {
            panic!("players")
        };
        assert_eq!(
            players.iter().map(|one| one.rating).collect::<Vec<_>>(),
            [Some(1850), Some(1500), None]
        );
        assert!(read_text(" \n\n").is_err());
    }

    #[test]
    fn csv_with_headings_in_four_languages() {
        for text in [
            "Team,Player 1,Rating 1,Player 2,Rating 2\nRooks,Ann,1800,Bob,1700\n",
            "Team;Speler 1;Rating 1;Speler 2;Rating 2\nRooks;Ann;1800;Bob;1700\n",
            "Mannschaft;Spieler 1;DWZ 1;Spieler 2;DWZ 2\nRooks;Ann;1800;Bob;1700\n",
            "Tým\tHráč 1\tElo 1\tHráč 2\tElo 2\nRooks\tAnn\t1800\tBob\t1700\n",
        ] {
            let Ok(Entries::Teams(teams)) = read_csv(text.as_bytes()) else { panic!("{text}") };
            assert_eq!(
                (teams[0].name.as_str(), teams[0].players[1].rating),
                ("Rooks", Some(1700)),
                "{text}"
            );
        }
        let quoted = teams(read_csv(b"Team,Player 1,Player 2\n\"Rooks, and Co\",Ann,Bob\n"));
        assert_eq!(quoted[0].0, "Rooks, and Co");
    }

    #[test]
    fn a_line_without_names_is_told() {
        let errors =
            read_csv(b"Team,Player 1,Player 2\nRooks,Ann,Bob\nLone,,\n").expect_err("line 3");
        assert_eq!(errors, [EntryError { line: 3, problem: FileProblem::NoPlayers {} }]);
        assert!(read_csv(b"").is_err());
        assert!(read_xlsx(b"no workbook").is_err());
    }
}
