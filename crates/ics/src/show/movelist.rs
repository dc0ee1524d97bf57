//! `moves`: a game so far.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Millis};

use crate::table::{Done, Table};
use crate::text::move_time;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// A date as FICS writes it, of milliseconds since 1970: `Sat May  2, 07:03 UTC 2026`.
pub(crate) fn date(unix: Millis) -> String {
    let minutes = unix.0.div_euclid(60_000);
    let (days, minutes) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let (year, month, day) = civil(days);
    let name = DAYS[usize::try_from(days.rem_euclid(7)).unwrap_or(0)];
    let month = MONTHS[usize::try_from(month - 1).unwrap_or(0)];
    format!("{name} {month} {day:2}, {:02}:{:02} UTC {year}", minutes / 60, minutes % 60)
}

/// Year, month and day of a day counted from 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// The moves of a game, as xboard and eboard read them.
pub(crate) fn movelist(table: &Table, board: BoardId, ms: bool, unix: Millis) -> Vec<String> {
    let (white, black) = table.names(board);
    let (minutes, increment) = table.time();
    let mut lines = vec![
        format!("Movelist for game {}:", table.numbers[board]),
        String::new(),
        format!("{white} (UNR) vs. {black} (UNR) --- {}", date(unix)),
        format!(
            "Unrated bughouse match, initial time: {minutes} minutes, increment: {increment} seconds."
        ),
        String::new(),
        format!("Move  {white:<21}   {black:<21}").trim_end().to_owned(),
        "----  ---------------------   ---------------------".to_owned(),
    ];
    let cell = |done: &Done| {
        let took = format!("({})", move_time(done.took, ms));
        format!("{:<8}{took:<12}", done.san)
    };
    let mut moves = table.moves[board].iter().peekable();
    let mut number = 0;
    while let Some(done) = moves.next() {
        number += 1;
        let mut row = format!("{number:3}.  ");
        if done.color == Color::White {
            row.push_str(&format!("{:<24}", cell(done)));
            if let Some(reply) = moves.next_if(|next| next.color == Color::Black) {
                row.push_str(&cell(reply));
            }
        } else {
            row.push_str(&format!("{:<24}{}", "...", cell(done)));
        }
        lines.push(row.trim_end().to_owned());
    }
    let ended = match table.game.game(board).verdict.as_ref() {
        Some(verdict) => format!("      {{{}}} {}", verdict.reason, verdict.result.as_str()),
        None => "      {Still in progress} *".to_owned(),
    };
    lines.push(ended);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_fics_does() {
        assert_eq!(date(Millis(0)), "Thu Jan  1, 00:00 UTC 1970");
        // 2026-05-02 07:03 UTC.
        assert_eq!(date(Millis(1_777_705_380_000)), "Sat May  2, 07:03 UTC 2026");
        assert_eq!(date(Millis(951_782_400_000)), "Tue Feb 29, 00:00 UTC 2000");
    }
}
