//! Reading: each record has its columns.

use tandem_referee::Points;

use super::{
    Abnormal, ForfeitedMatch, GivenBye, Trf, TrfError, TrfGame, TrfPlayer, TrfTeam, Worth,
};
use crate::codes::FileProblem;
use crate::crosstable::Apart;
use crate::ids::{PairingNumber, RoundNumber};
use crate::terms::Colour;

/// Teams and rounds of any event that there ever was.
const MAX_TEAMS: usize = 999;

pub(super) fn read(text: &str) -> Result<Trf, Vec<TrfError>> {
    let mut trf = Trf::default();
    let mut errors = Vec::new();
    let mut said_bye = false;
    for (at, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = Line { chars: text.trim_end().chars().collect() };
        if let Err(problem) = record(&mut trf, &line, at + 1, &mut said_bye) {
            errors.push(TrfError { line: at + 1, problem });
        }
    }
    if !said_bye {
        trf.of_game.bye = trf.of_game.win;
        trf.of_match.bye = trf.of_match.draw;
    }
    if trf.boards.is_empty() {
        trf.boards = vec![Colour::White, Colour::Black];
    }
    if errors.is_empty() {
        whole(&mut trf, &mut errors);
    }
    if errors.is_empty() { Ok(trf) } else { Err(errors) }
}

/// What a file as a whole must have: teams numbered without a gap, of players that exist.
fn whole(trf: &mut Trf, errors: &mut Vec<TrfError>) {
    let mut problem = |line: usize, problem: FileProblem| errors.push(TrfError { line, problem });
    if trf.teams.is_empty() {
        return problem(0, FileProblem::NoTeams {});
    }
    if trf.teams.len() > MAX_TEAMS {
        return problem(0, FileProblem::TooManyTeams { most: MAX_TEAMS as u32 });
    }
    trf.teams.sort_by_key(|team| team.number);
    for (at, team) in trf.teams.iter().enumerate() {
        if team.number.index() != at || team.number.0 == 0 {
            return problem(
                team.line,
                FileProblem::TeamNumber { number: team.number, wanted: at as u16 + 1 },
            );
        }
        for player in &team.players {
            if !trf.players.iter().any(|one| one.number == *player) {
                problem(team.line, FileProblem::UnknownPlayer { player: *player });
            }
        }
    }
    let teams = trf.teams.len();
    let named = trf.byes.iter().map(|bye| bye.team);
    let named = named.chain(trf.forfeits.iter().flat_map(|one| [one.white, one.black]));
    let named = named.chain(trf.abnormal.iter().flat_map(|one| one.teams.iter().copied()));
    let named = named.chain(trf.apart.iter().flat_map(|one| one.teams.iter().copied()));
    for team in named.filter(|team| team.0 == 0 || team.index() >= teams).collect::<Vec<_>>() {
        problem(0, FileProblem::UnknownTeam { team });
    }
}

fn record(trf: &mut Trf, line: &Line, at: usize, said_bye: &mut bool) -> Result<(), FileProblem> {
    let words = || line.from(5).trim().to_owned();
    match line.text(1, 3).as_str() {
        "001" => trf.players.push(player(line)?),
        "012" => trf.name = words(),
        "022" => trf.place = words(),
        "042" => trf.date = words(),
        "092" => trf.kind = words(),
        "142" => trf.rounds = Some(line.number(5, line.chars.len())?),
        "152" => trf.initial = Some(colour(&words()).ok_or(FileProblem::Colour {})?),
        "162" => *said_bye |= worth(line, &mut trf.of_game)?,
        "362" => *said_bye |= worth(line, &mut trf.of_match)?,
        "192" => trf.code = words().to_uppercase(),
        "202" | "212" => {
            let codes = words();
            let codes = codes.split([' ', ',']).filter(|code| !code.is_empty());
            trf.tie_breaks = codes.map(str::to_owned).collect();
        }
        "352" => {
            let colours =
                words().chars().map(|one| colour(&one.to_string())).collect::<Option<Vec<_>>>();
            trf.boards =
                colours.filter(|colours| !colours.is_empty()).ok_or(FileProblem::Colour {})?;
        }
        "310" => trf.teams.push(team(line, at)?),
        "013" if !trf.teams.iter().any(|team| team.match_points.is_some()) => {
            let number = PairingNumber(trf.teams.len() as u16 + 1);
            let players = line.numbers(37, 5)?;
            trf.teams.push(TrfTeam {
                line: at,
                number,
                name: line.text(5, 36).trim().to_owned(),
                players,
                match_points: None,
                game_points: None,
                rank: 0,
            });
        }
        "240" => {
            let (kind, round) =
                (line.char(5).to_ascii_uppercase(), RoundNumber(line.number(7, 9)?));
            let kind = if kind == ' ' { 'Z' } else { kind };
            let teams = line.numbers(11, 5)?;
            trf.byes.extend(teams.into_iter().map(|team| GivenBye {
                round,
                team: PairingNumber(team),
                kind,
            }));
        }
        "320" => {
            trf.bye = Some([line.points(5, 8)?, line.points(10, 13)?]);
            for (at, team) in line.numbers_with_gaps(15, 4)?.into_iter().enumerate() {
                let round = RoundNumber(at as u16 + 1);
                trf.byes.extend((team > 0).then_some(GivenBye {
                    round,
                    team: PairingNumber(team),
                    kind: 'P',
                }));
            }
        }
        "330" => trf.forfeits.push(forfeit(line)?),
        "299" => trf.abnormal.push(Abnormal {
            kind: line.char(5).to_ascii_uppercase(),
            match_points: line.points(8, 11)?,
            game_points: line.points(14, 17)?,
            round: RoundNumber(line.number_or(20, 22, 0)?),
            teams: line.numbers(24, 5)?.into_iter().map(PairingNumber).collect(),
        }),
        "260" => {
            let from = RoundNumber(line.number(5, 7)?);
            let to = RoundNumber(line.number_or(9, 11, 0)?.max(from.0));
            let teams = line.numbers(13, 5)?.into_iter().map(PairingNumber).collect();
            trf.apart.push(Apart { from, to, teams });
        }
        "250" => return Err(FileProblem::Acceleration {}),
        // Other records say nothing that pairings or standings rest on.
        _ => {}
    }
    Ok(())
}

fn player(line: &Line) -> Result<TrfPlayer, FileProblem> {
    let mut games = Vec::new();
    let mut from = 92;
    while from + 7 <= line.chars.len() {
        games.push(game(line, from)?);
        from += 10;
    }
    // A result in the last columns of a line may stand alone.
    while games.last() == Some(&None) {
        games.pop();
    }
    let rating = line.number_or(49, 52, 0)?;
    let birth = line.text(70, 73).trim().parse().ok();
    Ok(TrfPlayer {
        number: line.number(5, 8)?,
        name: line.text(15, 47).trim().to_owned(),
        rating: (rating > 0).then_some(rating),
        birth_year: birth.filter(|year| *year > 1000),
        games,
        rank: line.number_or(86, 89, 0)?,
        points: line.points(81, 84)?,
    })
}

fn game(line: &Line, from: usize) -> Result<Option<TrfGame>, FileProblem> {
    if line.text(from, from + 7).trim().is_empty() {
        return Ok(None);
    }
    let colour = match line.char(from + 5).to_ascii_lowercase() {
        'w' => Some(Colour::White),
        'b' => Some(Colour::Black),
        _ => None,
    };
    let result = line.char(from + 7).to_ascii_uppercase();
    if !"1=0UWDLX?+FH-ZA ".contains(result) {
        return Err(FileProblem::Result { result: result.to_string() });
    }
    Ok(Some(TrfGame { opponent: line.number_or(from, from + 3, 0)?, colour, result }))
}

fn team(line: &Line, at: usize) -> Result<TrfTeam, FileProblem> {
    let told = |from, to| match line.text(from, to).trim() {
        "" => Ok(None),
        _ => line.points(from, to).map(Some),
    };
    Ok(TrfTeam {
        line: at,
        number: PairingNumber(line.number(5, 7)?),
        name: line.text(9, 40).trim().to_owned(),
        players: line.numbers(74, 5)?,
        match_points: told(55, 60)?,
        game_points: told(62, 67)?,
        rank: line.number_or(69, 71, 0)?,
    })
}

/// `W 1.0    D 0.5`: whether it says what the bye is worth.
fn worth(line: &Line, worth: &mut Worth) -> Result<bool, FileProblem> {
    let mut said_bye = false;
    let mut from = 6;
    while from <= line.chars.len() {
        let points = || line.points(from + 1, from + 4);
        match line.char(from).to_ascii_uppercase() {
            'W' => worth.win = points()?,
            'D' => worth.draw = points()?,
            'L' => worth.loss = points()?,
            'A' => worth.absent = points()?,
            'P' => {
                worth.bye = points()?;
                said_bye = true;
            }
            _ => {}
        }
        from += 9;
    }
    Ok(said_bye)
}

fn forfeit(line: &Line) -> Result<ForfeitedMatch, FileProblem> {
    let came = match line.text(5, 6).to_uppercase().as_str() {
        "10" | "WL" | "WZ" | "+-" => [true, false],
        "01" | "LW" | "ZW" | "-+" => [false, true],
        "00" | "LL" | "ZZ" | "--" => [false, false],
        result => return Err(FileProblem::Result { result: result.to_owned() }),
    };
    Ok(ForfeitedMatch {
        round: RoundNumber(line.number(8, 10)?),
        white: PairingNumber(line.number(12, 14)?),
        black: PairingNumber(line.number(16, 18)?),
        came,
    })
}

fn colour(word: &str) -> Option<Colour> {
    match word.to_lowercase().as_str() {
        "w" | "white" | "white1" => Some(Colour::White),
        "b" | "black" | "black1" => Some(Colour::Black),
        _ => None,
    }
}

/// A line by its columns, the first being 1.
struct Line {
    chars: Vec<char>,
}

impl Line {
    fn text(&self, from: usize, to: usize) -> String {
        self.chars.iter().skip(from - 1).take((to + 1).saturating_sub(from)).collect()
    }

    fn from(&self, from: usize) -> String {
        self.chars.iter().skip(from - 1).collect()
    }

    fn char(&self, at: usize) -> char {
        self.chars.get(at - 1).copied().unwrap_or(' ')
    }

    fn number(&self, from: usize, to: usize) -> Result<u16, FileProblem> {
        let text = self.text(from, to);
        text.trim()
            .parse()
            .map_err(|_| FileProblem::Number { text: text.trim().to_owned(), column: from as u32 })
    }

    fn number_or(&self, from: usize, to: usize, otherwise: u16) -> Result<u16, FileProblem> {
        match self.text(from, to).trim() {
            "" => Ok(otherwise),
            _ => self.number(from, to),
        }
    }

    /// Points in whole thousandths: `2.5`.
    fn points(&self, from: usize, to: usize) -> Result<Points, FileProblem> {
        let text = self.text(from, to);
        let text = text.trim();
        let wrong = || FileProblem::Number { text: text.to_owned(), column: from as u32 };
        if text.is_empty() {
            return Ok(Points(0));
        }
        let (minus, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |text: &str| text.chars().all(|one| one.is_ascii_digit());
        if whole.len() > 5
            || part.len() > 3
            || !all_digits(whole)
            || !all_digits(part)
            || digits.is_empty()
        {
            return Err(wrong());
        }
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| wrong())? };
        let part: i32 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
        Ok(Points(minus * (whole * 1000 + part)))
    }

    /// Numbers in columns of a width, from a column on; empty ones are left out.
    fn numbers(&self, from: usize, width: usize) -> Result<Vec<u16>, FileProblem> {
        let all = self.numbers_with_gaps(from, width)?;
        Ok(all.into_iter().filter(|number| *number > 0).collect())
    }

    fn numbers_with_gaps(&self, from: usize, width: usize) -> Result<Vec<u16>, FileProblem> {
        let mut numbers = Vec::new();
        let mut at = from;
        while at <= self.chars.len() {
            numbers.push(self.number_or(at, at + width - 2, 0)?);
            at += width;
        }
        Ok(numbers)
    }
}
