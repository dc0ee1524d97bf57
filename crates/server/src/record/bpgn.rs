//! A match as BPGN.

use tandem_notation::Letters;
use tandem_notation::bpgn::{Tags, name_tag, write_game};
use tandem_notation::record::{MatchToWrite, write_match, write_scored};
use tandem_referee::{EventKind, Record};
use tandem_rules::Seat;

use crate::log::Seated;
use crate::table::Loaded;
use crate::view::{self, Happened};

/// The match so far as BPGN: what was claimed, taken back and ruled is there too, and
/// [`tandem_notation::record::read_match`] replays it through the referee. While the match goes on
/// it holds what everybody may see, or there is none. What was written down of moves on the table, each of them
/// found legal, is there when the match is over.
pub(crate) fn write(loaded: &Loaded) -> Option<String> {
    let viewer = loaded.game.record_viewer()?;
    let log: Vec<Record> =
        loaded.records.iter().filter_map(|record| record.seen_by(viewer)).collect();
    let terms = &loaded.record.terms;
    let options: Vec<(String, String)> =
        terms.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    let settings = loaded.game.settings();
    let tags = tags(loaded);
    let played = MatchToWrite { tags, settings, options: &options, log: &log };
    let game = match super::scores_to_show(loaded) {
        Some(scores) => write_scored(&played, scores),
        None => write_match(&played),
    };
    Some(write_game(&game, Letters::English))
}

fn tags(loaded: &Loaded) -> Tags {
    let terms = &loaded.record.terms;
    let mut tags = Tags::default();
    let title = if terms.title.is_empty() { "Tandem match" } else { &terms.title };
    tags.push("Event", title.to_owned());
    tags.push("Site", "?".to_owned());
    let (date, time) = date(loaded.record.created);
    tags.push("Date", date);
    tags.push("Time", time);
    for seat in Seat::ALL {
        let name = loaded.record.seats[seat].recorded();
        tags.push(name_tag(seat), name.unwrap_or_else(|| "?".to_owned()));
    }
    let played = |line: &&view::Line| !line.undone && line.clock.is_some();
    let lines: Vec<&view::Line> = loaded.sheet.lines().iter().filter(played).collect();
    if lines.iter().any(|line| line.lag.is_some()) {
        let lags: Vec<_> =
            lines.iter().map(|line| line.lag.map_or(0, |lag| lag.0).to_string()).collect();
        tags.push("Lag", lags.join(" "));
    }
    if let Some(seating) = seating(loaded) {
        tags.push("Seating", seating);
    }
    tags
}

/// Who played where from when on, in seconds since the start: `0 A Ann; 83.2 A Bot 5 for Ann`.
fn seating(loaded: &Loaded) -> Option<String> {
    let began = loaded.events.iter().find_map(|logged| match logged.event.referee()?.kind {
        EventKind::Started => Some(logged.event.referee()?.at),
        _ => None,
    })?;
    let lines = loaded.events.iter().filter_map(|logged| match &logged.event {
        Happened::Seated(seated) => Some(seated),
        Happened::Referee(_) => None,
    });
    let lines: Vec<String> = lines
        .map(|Seated { at, seat, name, bot }| {
            // What separates the lines is no part of a name.
            let name = name.as_deref().map(|name| name.replace(';', ","));
            let who = match (name, bot) {
                (Some(name), Some(bot)) => format!("{} for {name}", bot.kind_name()),
                (None, Some(bot)) => bot.kind_name(),
                (Some(name), None) => name,
                (None, None) => "?".to_owned(),
            };
            format!("{} {seat} {who}", *at - began)
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("; "))
}

/// Day and time of a moment since 1970, as BPGN writes them.
fn date(unix: i64) -> (String, String) {
    let seconds = unix.div_euclid(1000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // The civil calendar from a count of days: eras of 400 years that begin in March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (
        format!("{year:04}.{month:02}.{day:02}"),
        format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60),
    )
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(date(0), ("1970.01.01".to_owned(), "00:00:00".to_owned()));
        assert_eq!(date(951_782_400_000).0, "2000.02.29");
        assert_eq!(date(1_763_245_801_001), ("2025.11.15".to_owned(), "22:30:01".to_owned()));
    }
}
