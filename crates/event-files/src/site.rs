//! A copy of an event's pages for a club's own site: plain HTML in one language, nothing but files.

use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;
use tandem_event::{Met, Round, Stage, State, TieValue, Which};
use tandem_rules::book::Lang;

use crate::tables::{name, side_name, tie_breaks};

/// The words of the pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    standings: String,
    place: String,
    team: String,
    player: String,
    points: String,
    crosstable: String,
    round: String,
    table: String,
    white: String,
    result: String,
    bye: String,
    number: String,
    players: String,
}

static WORDS: LazyLock<[Words; 4]> = LazyLock::new(|| {
    [
        include_str!("../texts/en.json"),
        include_str!("../texts/nl.json"),
        include_str!("../texts/de.json"),
        include_str!("../texts/cs.json"),
    ]
    // A test reads them all, so a mistake never reaches a user.
    .map(|text| serde_json::from_str(text).expect("the texts are JSON"))
});

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#222;\
background:#fff}h1{font-size:1.6rem}nav a{margin-right:1rem}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ccc}td.n,th.n{text-align:right;\
font-variant-numeric:tabular-nums}.wide{overflow-x:auto}@media print{nav{display:none}}\n";

/// The files of the copy, by their names: `index.html` has the standings, each round its own page.
#[must_use]
pub fn site(state: &State, lang: Lang) -> Vec<(String, String)> {
    let words = &WORDS[lang as usize];
    let shown = || state.rounds.iter().filter(|round| round.stage != Stage::Draft);
    let mut links = format!("<a href=\"index.html\">{}</a>", escape(&words.standings));
    if !state.terms.system.of_players() {
        let _ = write!(links, "<a href=\"crosstable.html\">{}</a>", escape(&words.crosstable));
    }
    for round in shown() {
        let (word, number) = (escape(&words.round), round.number);
        let _ = write!(links, "<a href=\"round-{number}.html\">{word} {number}</a>");
    }
    let page = |heading: &str, body: &str| {
        let (name, heading) = (escape(&state.terms.name), escape(heading));
        let about = [&state.terms.place, &state.terms.date].map(|text| escape(text));
        let about: Vec<_> = about.into_iter().filter(|text| !text.is_empty()).collect();
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\">\n<title>{name}: {heading}</title>\n\
             <link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n<h1>{name}</h1>\n<p>{}</p>\n\
             <nav>{links}</nav>\n<main>\n<h2>{heading}</h2>\n<div class=\"wide\">\n{body}</div>\n</main>\n</body>\n</html>\n",
            lang.code(),
            about.join(" · "),
        )
    };
    let mut files = vec![
        ("style.css".to_owned(), STYLE.to_owned()),
        ("index.html".to_owned(), page(&words.standings, &standings(state, words))),
    ];
    if !state.terms.system.of_players() {
        let text = page(&words.crosstable, &crosstable(state, words));
        files.push(("crosstable.html".to_owned(), text));
    }
    for round in shown() {
        let heading = format!("{} {}", words.round, round.number);
        let text = page(&heading, &pairings(state, round, words));
        files.push((format!("round-{}.html", round.number), text));
    }
    files
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// `2½`, as people write it.
fn points(thousandths: i64) -> String {
    match (thousandths / 1000, thousandths % 1000) {
        (0, 500) => "½".to_owned(),
        (whole, 500) => format!("{whole}½"),
        _ => TieValue(thousandths).to_string(),
    }
}

/// A table with headings; columns of numbers stand to the right.
fn table(headings: &[(String, bool)], rows: &[Vec<String>]) -> String {
    let class = |number: bool| if number { " class=\"n\"" } else { "" };
    let mut out = "<table>\n<thead><tr>".to_owned();
    for (heading, number) in headings {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(*number), escape(heading));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (cell, (_, number)) in row.iter().zip(headings) {
            let _ = write!(out, "<td{}>{}</td>", class(*number), escape(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    out
}

fn standings(state: &State, words: &Words) -> String {
    let lines = state.standings(true);
    let of_players = state.terms.system.of_players();
    let who = if of_players { &words.player } else { &words.team };
    let mut headings = vec![(words.place.clone(), true), (who.clone(), false)];
    if !of_players {
        headings.push((words.players.clone(), false));
    }
    headings.push((words.points.clone(), true));
    headings.extend(tie_breaks(state, &lines).into_iter().map(|code| (code.to_owned(), true)));
    let row = |line: &tandem_event::Standing| {
        let mut row = vec![line.place.to_string(), name(state, line)];
        if !of_players {
            let team = state.team_by_number(line.number).and_then(|team| state.teams.get(&team));
            let names = team.into_iter().flat_map(|team| &team.players);
            let names: Vec<&str> = names.map(|player| state.player_name(*player)).collect();
            row.push(names.join(", "));
        }
        row.push(points(i64::from(line.points.0)));
        row.extend(line.values.iter().map(|value| points(value.0)));
        row
    };
    table(&headings, &lines.iter().map(row).collect::<Vec<_>>())
}

fn crosstable(state: &State, words: &Words) -> String {
    let cross = state.cross_table(true);
    let mut headings = vec![(words.number.clone(), true), (words.team.clone(), false)];
    headings.extend((1..=cross.played()).map(|round| (round.to_string(), true)));
    let row = |row: &tandem_event::Row| {
        let cells = row.cells.iter().map(|cell| {
            let points = points(i64::from(cell.points(cross.primary).0));
            match cell.met {
                Met::Played { opponent, .. } => format!("{opponent}: {points}"),
                Met::Forfeit { opponent, .. } => format!("{opponent}: {points} f"),
                Met::Bye | Met::FullBye | Met::HalfBye => format!("– {points}"),
                Met::Nothing => String::new(),
            }
        });
        [row.number.to_string(), row.name.clone()].into_iter().chain(cells).collect()
    };
    table(&headings, &cross.rows.iter().map(row).collect::<Vec<_>>())
}

fn pairings(state: &State, round: &Round, words: &Words) -> String {
    let headings = [
        (words.table.clone(), true),
        (words.team.clone(), false),
        (words.team.clone(), false),
        (words.white.clone(), false),
        (words.result.clone(), true),
    ];
    let played = round.pairings.iter().map(|pairing| {
        let side = |which: Which| side_name(state, &pairing.sides[which.index()]);
        let white = pairing.legs.first().map_or_else(String::new, |leg| side(leg.white));
        let [first, second] = pairing.score();
        let result = if pairing.finished() {
            format!("{} : {}", points(i64::from(first.0)), points(i64::from(second.0)))
        } else {
            String::new()
        };
        vec![pairing.table.to_string(), side(Which::First), side(Which::Second), white, result]
    });
    let byes = round.byes.iter().map(|bye| {
        let who = bye.team.map(|team| state.team_name(team));
        let who = who.or_else(|| bye.player.map(|player| state.player_name(player)));
        let who = who.unwrap_or_default().to_owned();
        vec![String::new(), who, words.bye.clone(), String::new(), String::new()]
    });
    table(&headings, &played.chain(byes).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use tandem_event::{BookRef, By, Command, Event, Moment, Terms};

    use super::*;
    use crate::{Entries, read_text};

    #[test]
    fn a_copy_in_each_language_shows_names_as_text_and_no_draft() {
        let by = || By::Program;
        let terms = Terms::new("Cup <1>", BookRef::builtin("fer"), "seed").expect("terms");
        let mut event = Event::new(Moment(0), by(), terms).expect("an event");
        let pupil = |mut team: tandem_event::NewTeam| {
            team.players[0].belongs = Some(tandem_event::Belongs::Pupil);
            team
        };
        let Ok(Entries::Teams(teams)) = read_text("<b>Rooks</b>: Ann, Bob\nCas + Dee\nEva + Fay\n")
        else {
            panic!("teams")
        };
        let teams = teams.into_iter().map(pupil).collect();
        for command in [Command::EnterTeams { teams }, Command::Draft] {
            event.act(Moment(0), by(), &command).expect("done");
        }
        assert_eq!(site(&event, Lang::En).len(), 3, "the draft is nobody's");
        event.act(Moment(0), by(), &Command::Publish).expect("published");
        for lang in Lang::ALL {
            let files = site(&event, lang);
            let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["style.css", "index.html", "crosstable.html", "round-1.html"]);
            for (name, text) in files.iter().skip(1) {
                assert!(text.contains("Cup &lt;1&gt;") && !text.contains("<b>"), "{name}: {text}");
                assert!(
                    text.contains(&format!("lang=\"{}\"", lang.code()))
                        && !text.contains("<script")
                );
            }
            assert!(files[1].1.contains("&lt;b&gt;Rooks&lt;/b&gt;"), "{}", files[1].1);
        }
    }
}
