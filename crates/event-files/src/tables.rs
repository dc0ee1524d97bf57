//! Standings and pairings as CSV.

use tandem_event::{RoundNumber, Standing, State, TieBreak, TieValue, Which};

/// Points as a decimal number.
fn points(thousandths: i32) -> String {
    TieValue(i64::from(thousandths)).to_string()
}

/// The name of a line of the standings: the team's, or the player's where players are paired.
pub(crate) fn name(state: &State, line: &Standing) -> String {
    if state.terms.system.of_players() {
        let player = state.players.values().find(|player| player.number == Some(line.number));
        return player.map_or_else(String::new, |player| player.person.name.clone());
    }
    state
        .team_by_number(line.number)
        .map_or_else(String::new, |team| state.team_name(team).to_owned())
}

/// The headings of the tie-breaks that the standings show.
pub(crate) fn tie_breaks(state: &State, lines: &[Standing]) -> Vec<&'static str> {
    let all = if state.terms.system.of_players() {
        state.player_tie_breaks()
    } else {
        state.terms.tie_breaks.clone()
    };
    let shown = lines.first().map_or(0, |line| line.values.len());
    all.into_iter().take(shown).map(TieBreak::code).collect()
}

/// The standings: place, number, name, points, tie-breaks.
#[must_use]
pub fn standings_csv(state: &State) -> String {
    let lines = state.standings(true);
    let mut rows = vec![["Place", "Number", "Name", "Points"].map(str::to_owned).to_vec()];
    rows[0].extend(tie_breaks(state, &lines).into_iter().map(str::to_owned));
    for line in &lines {
        let mut row = vec![
            line.place.to_string(),
            line.number.to_string(),
            name(state, line),
            points(line.points.0),
        ];
        row.extend(line.values.iter().map(TieValue::to_string));
        rows.push(row);
    }
    write(&rows)
}

/// A round: table, the first-named side, the other, who has White on the first board, the score.
#[must_use]
pub fn pairings_csv(state: &State, round: RoundNumber) -> String {
    let mut rows =
        vec![["Table", "First", "Second", "White on board 1", "Score"].map(str::to_owned).to_vec()];
    let Some(round) = state.round(round) else { return write(&rows) };
    for pairing in &round.pairings {
        let side = |which: Which| side_name(state, &pairing.sides[which.index()]);
        let white = pairing.legs.first().map_or_else(String::new, |leg| side(leg.white));
        let score = if pairing.finished() {
            let [first, second] = pairing.score();
            format!("{}-{}", points(first.0), points(second.0))
        } else {
            String::new()
        };
        rows.push(vec![
            pairing.table.to_string(),
            side(Which::First),
            side(Which::Second),
            white,
            score,
        ]);
    }
    for bye in &round.byes {
        let who = bye.team.map(|team| state.team_name(team).to_owned());
        let who = who.or_else(|| bye.player.map(|player| state.player_name(player).to_owned()));
        rows.push(vec![
            String::new(),
            who.unwrap_or_default(),
            String::new(),
            String::new(),
            String::new(),
        ]);
    }
    write(&rows)
}

pub(crate) fn side_name(state: &State, side: &tandem_event::Side) -> String {
    match side.team {
        Some(team) => state.team_name(team).to_owned(),
        None => side.boards.map(|player| state.player_name(player).to_owned()).join(" & "),
    }
}

fn write(rows: &[Vec<String>]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        // Memory never fails to be written.
        let _ = writer.write_record(row.iter().map(|cell| guarded(cell)));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A name that a table program would take for a formula is written as text.
fn guarded(cell: &str) -> String {
    if cell.starts_with(['=', '+', '@', '\t'])
        || (cell.starts_with('-') && cell.parse::<f64>().is_err())
    {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}
