//! Writing: the same columns.

use std::fmt::Write;

use tandem_referee::Points;

use super::{Trf, TrfGame, TrfPlayer, TrfTeam, Worth};
use crate::terms::Colour;

impl Trf {
    /// The file as TRF16: players and teams, without what TRF26 added.
    #[must_use]
    pub fn write_16(&self) -> String {
        let mut out = String::new();
        for (key, text) in [
            ("012", self.name.clone()),
            ("022", self.place.clone()),
            ("042", self.date.clone()),
            ("062", self.players.len().to_string()),
            ("082", self.teams.len().to_string()),
            ("092", self.kind.clone()),
        ] {
            if !text.is_empty() {
                let _ = writeln!(out, "{key} {text}");
            }
        }
        for player in &self.players {
            let _ = writeln!(out, "{}", player_line(player).trim_end());
        }
        for team in &self.teams {
            let players: String =
                team.players.iter().map(|player| format!("{player:>4} ")).collect();
            let _ = writeln!(out, "{}", format!("013 {}{players}", cut(&team.name, 32)).trim_end());
        }
        out
    }

    /// The file as text. It reads back as what it was written from.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        let mut line = |key: &str, text: &str| {
            if !text.is_empty() {
                let _ = writeln!(out, "{key} {text}");
            }
        };
        line("012", &self.name);
        line("022", &self.place);
        line("042", &self.date);
        line("062", &self.players.len().to_string());
        line("082", &self.teams.len().to_string());
        line("092", &self.kind);
        line("142", &self.rounds.map(|rounds| rounds.to_string()).unwrap_or_default());
        line("152", self.initial.map(letter).unwrap_or_default());
        line("162", &worth(self.of_game));
        line("192", &self.code);
        line("212", &self.tie_breaks.join(","));
        line("352", &self.boards.iter().map(|colour| letter(*colour)).collect::<String>());
        line("362", &worth(self.of_match));
        for player in &self.players {
            out.push_str(player_line(player).trim_end());
            out.push('\n');
        }
        for team in &self.teams {
            out.push_str(team_line(team).trim_end());
            out.push('\n');
        }
        for bye in &self.byes {
            let _ = writeln!(out, "240 {} {:>3} {:>4}", bye.kind, bye.round, bye.team);
        }
        for one in &self.abnormal {
            let teams: Vec<_> = one.teams.iter().map(|team| format!("{team:>4}")).collect();
            let (match_points, game_points) = (points(one.match_points), points(one.game_points));
            let _ = writeln!(
                out,
                "299 {}  {match_points:>4}  {game_points:>4}  {:>3} {}",
                one.kind,
                one.round,
                teams.join(" ")
            );
        }
        for one in &self.apart {
            let teams: Vec<_> = one.teams.iter().map(|team| format!("{team:>4}")).collect();
            let _ = writeln!(out, "260 {:>3} {:>3} {}", one.from, one.to, teams.join(" "));
        }
        out
    }
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "W",
        Colour::Black => "B",
    }
}

/// `2.5`, with as many decimals as it needs.
pub(super) fn points(points: Points) -> String {
    let (minus, value) = (if points.0 < 0 { "-" } else { "" }, points.0.unsigned_abs());
    match value % 1000 {
        part if part % 100 == 0 => format!("{minus}{}.{}", value / 1000, part / 100),
        part => format!("{minus}{}.{part:03}", value / 1000),
    }
}

fn worth(worth: Worth) -> String {
    let one = |letter: char, value: Points| format!("{letter}{:>4}", points(value));
    let parts = [
        one('W', worth.win),
        one('D', worth.draw),
        one('L', worth.loss),
        one('P', worth.bye),
        one('A', worth.absent),
    ];
    format!(" {}", parts.join("    "))
}

/// A name in so many columns.
fn cut(name: &str, width: usize) -> String {
    let short: String =
        name.chars().map(|one| if one.is_control() { ' ' } else { one }).take(width).collect();
    format!("{short:<width$}")
}

fn player_line(player: &TrfPlayer) -> String {
    let some = |number: Option<u16>| number.map(|number| number.to_string()).unwrap_or_default();
    let mut line = format!(
        "001 {:>4}      {} {:>4} {:3} {:>11} {:<10} {:>4} {:>4}",
        player.number,
        cut(&player.name, 33),
        some(player.rating),
        "",
        "",
        some(player.birth_year),
        points(player.points),
        player.rank,
    );
    for game in &player.games {
        line.push_str(&match game {
            None => " ".repeat(10),
            Some(TrfGame { opponent: 0, result, .. }) => format!("  0000 - {result}"),
            Some(TrfGame { opponent, colour, result }) => {
                let colour = match colour {
                    Some(Colour::White) => 'w',
                    Some(Colour::Black) => 'b',
                    None => '-',
                };
                format!("  {opponent:>4} {colour} {result}")
            }
        });
    }
    line
}

fn team_line(team: &TrfTeam) -> String {
    let told = |value: Option<Points>| value.map(points).unwrap_or_default();
    let players: Vec<_> = team.players.iter().map(|player| format!("{player:>4}")).collect();
    format!(
        "310 {:>3} {} {:5} {:>6} {:>6} {:>6} {:>3}  {}",
        team.number.0,
        cut(&team.name, 32),
        "",
        "",
        told(team.match_points),
        told(team.game_points),
        team.rank,
        players.join(" "),
    )
}
