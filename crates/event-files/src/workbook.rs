//! The whole event as a workbook: standings, cross table, a sheet a round.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tandem_event::{Met, Stage, State, Which};

use crate::tables::{name, side_name, tie_breaks};

/// The event as XLSX.
///
/// # Errors
/// What the writer says; no event that there was made it say anything.
pub fn workbook(state: &State) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    standings(state, book.add_worksheet(), &bold)?;
    if !state.terms.system.of_players() {
        cross_table(state, book.add_worksheet(), &bold)?;
    }
    for round in state.rounds.iter().filter(|round| round.stage != Stage::Draft) {
        let sheet = book.add_worksheet();
        sheet.set_name(format!("Round {}", round.number))?;
        headings(sheet, &bold, &["Table", "First", "Second", "Score", ""])?;
        let mut row = 1;
        for pairing in &round.pairings {
            sheet.write_number(row, 0, f64::from(pairing.table.0))?;
            for which in Which::BOTH {
                let column = 1 + which.index() as u16;
                sheet.write_string(row, column, side_name(state, &pairing.sides[which.index()]))?;
                if pairing.finished() {
                    let score = pairing.score()[which.index()];
                    sheet.write_number(row, column + 2, f64::from(score.0) / 1000.0)?;
                }
            }
            row += 1;
        }
        for bye in &round.byes {
            let who = bye
                .team
                .map(|team| state.team_name(team))
                .or(bye.player.map(|one| state.player_name(one)));
            sheet.write_string(row, 1, who.unwrap_or_default())?;
            row += 1;
        }
        sheet.autofit();
    }
    book.save_to_buffer()
}

fn headings(sheet: &mut Worksheet, bold: &Format, names: &[&str]) -> Result<(), XlsxError> {
    for (at, name) in names.iter().enumerate() {
        sheet.write_string_with_format(0, at as u16, *name, bold)?;
    }
    Ok(())
}

fn standings(state: &State, sheet: &mut Worksheet, bold: &Format) -> Result<(), XlsxError> {
    sheet.set_name("Standings")?;
    let lines = state.standings(true);
    let mut names = vec!["Place", "Number", "Name", "Points"];
    names.extend(tie_breaks(state, &lines));
    headings(sheet, bold, &names)?;
    for (at, line) in lines.iter().enumerate() {
        let row = at as u32 + 1;
        sheet.write_number(row, 0, f64::from(line.place))?;
        sheet.write_number(row, 1, f64::from(line.number.0))?;
        sheet.write_string(row, 2, name(state, line))?;
        sheet.write_number(row, 3, f64::from(line.points.0) / 1000.0)?;
        for (at, value) in line.values.iter().enumerate() {
            sheet.write_number(row, 4 + at as u16, value.0 as f64 / 1000.0)?;
        }
    }
    sheet.autofit();
    Ok(())
}

fn cross_table(state: &State, sheet: &mut Worksheet, bold: &Format) -> Result<(), XlsxError> {
    sheet.set_name("Cross table")?;
    let table = state.cross_table(true);
    let mut names = vec!["Number".to_owned(), "Name".to_owned()];
    names.extend((1..=table.played()).map(|round| format!("Round {round}")));
    headings(sheet, bold, &names.iter().map(String::as_str).collect::<Vec<_>>())?;
    for (at, row) in table.rows.iter().enumerate() {
        let line = at as u32 + 1;
        sheet.write_number(line, 0, f64::from(row.number.0))?;
        sheet.write_string(line, 1, row.name.as_str())?;
        for (at, cell) in row.cells.iter().enumerate() {
            let points = tandem_event::TieValue(i64::from(cell.points(table.primary).0));
            let text = match cell.met {
                Met::Played { opponent, .. } => format!("{opponent}: {points}"),
                Met::Forfeit { opponent, .. } => format!("{opponent}: {points} f"),
                Met::Bye | Met::FullBye | Met::HalfBye => format!("– {points}"),
                Met::Nothing => String::new(),
            };
            sheet.write_string(line, 2 + at as u16, text)?;
        }
    }
    sheet.autofit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader, Xlsx};
    use tandem_event::{BookRef, By, Command, Entered, Event, Moment, Terms};
    use tandem_rules::book::Counts;

    use super::*;
    use crate::{Entries, pairings_csv, read_text, read_xlsx, standings_csv};

    fn by() -> By {
        By::Desk { name: "laptop".to_owned() }
    }

    fn played() -> Event {
        let terms = Terms::new("Saturday", BookRef::builtin("minerva"), "seed").expect("terms");
        let mut event = Event::new(Moment(0), by(), terms).expect("an event");
        let Ok(Entries::Teams(teams)) =
            read_text("=Sum: Ann, Bob\nCas + Dee\nEva + Fay\nGus + Han\n")
        else {
            panic!("teams")
        };
        for command in
            [Command::EnterTeams { teams }, Command::Draft, Command::Publish, Command::Start]
        {
            event.act(Moment(1), by(), &command).expect("done");
        }
        let round = event.latest().expect("a round").clone();
        for pairing in &round.pairings {
            let entered = Entered::Match([tandem_event::Points(1000), tandem_event::Points(0)]);
            let result =
                Command::Result { round: round.number, table: pairing.table, leg: 0, entered };
            event.act(Moment(2), by(), &result).expect("a result");
        }
        event.act(Moment(3), by(), &Command::Close).expect("closed");
        event
    }

    #[test]
    fn the_workbook_opens_again() {
        let event = played();
        let bytes = workbook(&event).expect("a workbook");
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).expect("a workbook");
        assert_eq!(book.sheet_names(), ["Standings", "Cross table", "Round 1"]);
        let range = book.worksheet_range("Standings").expect("a sheet");
        let line = range.rows().nth(1).expect("a line");
        assert_eq!((&line[0], &line[3]), (&Data::Float(1.0), &Data::Float(1.0)));
        assert_eq!(range.height(), 5);
        assert_eq!(event.scoring().counts, Counts::Match);
    }

    #[test]
    fn a_sheet_of_entries_is_read() {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (at, row) in
            [["Team", "Player 1", "Rating 1", "Player 2"], ["Rooks", "Ann", "1850", "Bob"]]
                .iter()
                .enumerate()
        {
            for (column, text) in row.iter().enumerate() {
                match text.parse::<f64>() {
                    Ok(number) => {
                        sheet.write_number(at as u32, column as u16, number).expect("written")
                    }
                    Err(_) => sheet.write_string(at as u32, column as u16, *text).expect("written"),
                };
            }
        }
        let bytes = book.save_to_buffer().expect("a workbook");
        let Ok(Entries::Teams(teams)) = read_xlsx(&bytes) else { panic!("teams") };
        assert_eq!((teams[0].name.as_str(), teams[0].players[0].rating), ("Rooks", Some(1850)));
    }

    #[test]
    fn a_name_is_no_formula() {
        let event = played();
        assert!(standings_csv(&event).contains("'=Sum"), "{}", standings_csv(&event));
        let csv = pairings_csv(&event, tandem_event::RoundNumber(1));
        assert_eq!(csv.lines().count(), 3, "{csv}");
        assert!(csv.contains("1-0"), "{csv}");
    }
}
