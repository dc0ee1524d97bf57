//! The cross table of a TRF file.

use tandem_referee::Points;
use tandem_rules::book::{Counts, PointScale};

use super::{Trf, TrfError, TrfGame, TrfTeam, Worth};
use crate::codes::FileProblem;
use crate::crosstable::{Cell, CrossTable, Met, Row};
use crate::ids::{PairingNumber, RoundNumber};
use crate::terms::{Colour, ColourModel, TieBreak};

impl Trf {
    /// The cross table.
    ///
    /// # Errors
    /// A system that is not one of ours, or points that do not add up.
    pub fn table(&self) -> Result<CrossTable, Vec<TrfError>> {
        let whole = |problem| vec![TrfError { line: 0, problem }];
        let system = System::of(&self.code)
            .ok_or_else(|| whole(FileProblem::System { system: self.code.clone() }))?;
        let played = self.played();
        let mut errors = Vec::new();
        let mut rows = Vec::new();
        for team in &self.teams {
            let next = RoundNumber(played).next();
            let mut row = Row {
                number: team.number,
                name: team.name.clone(),
                here: self.given(team, next).is_none_or(Met::was_paired),
                cells: (1..=played).map(|round| self.cell(team, RoundNumber(round))).collect(),
                besides: [Points(0); 2],
            };
            for one in self
                .abnormal
                .iter()
                .filter(|one| one.kind == ' ' && one.teams.contains(&team.number))
            {
                row.besides = [row.besides[0] + one.match_points, row.besides[1] + one.game_points];
            }
            errors.extend(wrong_scores(team, &row));
            rows.push(row);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let scale =
            |worth: Worth| PointScale { win: worth.win.0, draw: worth.draw.0, loss: worth.loss.0 };
        Ok(CrossTable {
            rows,
            rounds: self.rounds.unwrap_or(0),
            primary: system.primary,
            secondary: system.secondary,
            colours: system.colours,
            initial: self.initial.unwrap_or_else(|| self.initial_shown()),
            of_match: scale(self.of_match),
            of_game: scale(self.of_game),
            boards: u8::try_from(self.boards.len()).unwrap_or(u8::MAX),
            all_meet: system.all_meet,
            apart: self.apart.clone(),
        })
    }

    /// The tie-breaks of the file that are known; points themselves are none.
    #[must_use]
    pub fn known_tie_breaks(&self) -> Vec<TieBreak> {
        self.tie_breaks.iter().filter_map(|code| TieBreak::from_code(code)).collect()
    }

    /// The last round in which a match is recorded.
    #[must_use]
    pub fn played(&self) -> u16 {
        let most = self.players.iter().map(|player| player.games.len()).max().unwrap_or(0) as u16;
        let forfeited = self.forfeits.iter().map(|one| one.round.0).max().unwrap_or(0);
        let paired = |round: &u16| {
            let game = |game: &TrfGame| game.opponent > 0;
            let games =
                self.players.iter().filter_map(|player| player.games.get(usize::from(*round) - 1));
            games.flatten().any(game) || self.forfeits.iter().any(|one| one.round.0 == *round)
        };
        (1..=most.max(forfeited)).rev().find(paired).unwrap_or(0)
    }

    fn team_of(&self, player: u16) -> Option<PairingNumber> {
        self.teams.iter().find(|team| team.players.contains(&player)).map(|team| team.number)
    }

    /// The games of a team in a round, board by board.
    fn games(&self, team: &TrfTeam, round: RoundNumber) -> Vec<TrfGame> {
        let games = |number: &u16| {
            let player = self.players.iter().find(|player| player.number == *number)?;
            player.games.get(round.index()).copied().flatten()
        };
        team.players.iter().filter_map(games).take(self.boards.len()).collect()
    }

    /// What a file says that a team did in a round, if it says anything.
    fn given(&self, team: &TrfTeam, round: RoundNumber) -> Option<Met> {
        let forfeit = self
            .forfeits
            .iter()
            .find(|one| one.round == round && [one.white, one.black].contains(&team.number));
        if let Some(forfeit) = forfeit {
            let white = forfeit.white == team.number;
            return Some(Met::Forfeit {
                opponent: if white { forfeit.black } else { forfeit.white },
                colour: if white { Colour::White } else { Colour::Black },
                won: forfeit.came[usize::from(!white)],
            });
        }
        let games = self.games(team, round);
        let opponent = games.iter().find_map(|game| self.team_of(game.opponent));
        let Some(opponent) = opponent else {
            let bye = self.byes.iter().find(|bye| bye.round == round && bye.team == team.number);
            let kind = bye.map(|bye| bye.kind).or_else(|| games.first().map(|game| game.result));
            return kind.map(|kind| match kind {
                'P' | 'U' => Met::Bye,
                'F' | '+' => Met::FullBye,
                'H' => Met::HalfBye,
                _ => Met::Nothing,
            });
        };
        let colour = self.colour(&games).unwrap_or(Colour::White);
        let points = |of: PairingNumber| {
            let team = self.teams.get(of.index());
            team.map_or(Points(0), |team| self.game_points(&self.games(team, round)))
        };
        let (own, other) = (points(team.number), points(opponent));
        // Without a game that was played the match was not; but two teams that both scored did play.
        let played = games.iter().any(|game| played(game.result)) || (own.0 > 0 && other.0 > 0);
        Some(if played {
            Met::Played { opponent, colour }
        } else {
            Met::Forfeit { opponent, colour, won: own > other }
        })
    }

    /// The team's colour on the first board, from the first game that has one.
    fn colour(&self, games: &[TrfGame]) -> Option<Colour> {
        games.iter().zip(&self.boards).find_map(|(game, board)| {
            let colour = game.colour?;
            Some(if *board == Colour::White { colour } else { colour.other() })
        })
    }

    fn game_points(&self, games: &[TrfGame]) -> Points {
        games.iter().map(|game| self.of_result(game.result)).fold(Points(0), |sum, one| sum + one)
    }

    /// What a result, as written, is worth.
    fn of_result(&self, result: char) -> Points {
        match result {
            '1' | 'W' | '+' | 'F' => self.of_game.win,
            '=' | 'D' | 'H' | 'X' | '?' => self.of_game.draw,
            '0' | 'L' => self.of_game.loss,
            'U' => self.of_game.bye,
            _ => self.of_game.absent,
        }
    }

    fn cell(&self, team: &TrfTeam, round: RoundNumber) -> Cell {
        let Some(met) = self.given(team, round) else { return Cell::nothing() };
        let games = self.games(team, round);
        let boards = self.boards.len();
        let (match_points, on_boards) = match met {
            Met::Played { opponent, .. } => {
                let own = self.game_points(&games);
                let other = self
                    .teams
                    .get(opponent.index())
                    .map_or(Points(0), |other| self.game_points(&self.games(other, round)));
                let of_match = match own.cmp(&other) {
                    std::cmp::Ordering::Greater => self.of_match.win,
                    std::cmp::Ordering::Less => self.of_match.loss,
                    std::cmp::Ordering::Equal if own.0 > 0 => self.of_match.draw,
                    std::cmp::Ordering::Equal => self.of_match.loss,
                };
                (of_match, games.iter().map(|game| self.of_result(game.result)).collect())
            }
            Met::Forfeit { won: true, .. } | Met::FullBye => {
                (self.of_match.win, vec![self.of_game.win; boards])
            }
            Met::Bye => (self.of_match.bye, vec![self.of_game.bye; boards]),
            Met::HalfBye => (self.of_match.draw, vec![self.of_game.draw; boards]),
            Met::Forfeit { won: false, .. } | Met::Nothing => {
                (self.of_match.absent, vec![self.of_game.absent; boards])
            }
        };
        let game_points = on_boards.iter().fold(Points(0), |sum, one| sum + *one);
        let mut cell = Cell { met, match_points, game_points, boards: on_boards };
        if let (Met::Bye, Some([match_points, game_points])) = (met, self.bye) {
            (cell.match_points, cell.game_points) = (match_points, game_points);
        }
        let given = |one: &&super::Abnormal| {
            one.kind != ' ' && one.round == round && one.teams.contains(&team.number)
        };
        if let Some(one) = self.abnormal.iter().find(given) {
            (cell.match_points, cell.game_points) = (one.match_points, one.game_points);
        }
        cell
    }

    /// The colour that the first round shows to have been drawn (C.04.6, 4.3.1).
    fn initial_shown(&self) -> Colour {
        let first = self.teams.iter().find_map(|team| match self.given(team, RoundNumber(1))? {
            Met::Played { opponent, colour } if team.number < opponent => {
                Some((team.number, colour))
            }
            _ => None,
        });
        match first {
            Some((number, colour)) if number.0 % 2 == 1 => colour,
            Some((_, colour)) => colour.other(),
            None => Colour::White,
        }
    }
}

fn played(result: char) -> bool {
    matches!(result, '1' | '=' | '0' | 'W' | 'D' | 'L' | 'X' | '?')
}

/// Points that a line tells and that its results don't make.
fn wrong_scores(team: &TrfTeam, row: &Row) -> Vec<TrfError> {
    let sum = |of: Counts, besides: Points| {
        row.cells.iter().map(|cell| cell.points(of)).fold(besides, |sum, one| sum + one)
    };
    let mut wrong = Vec::new();
    let mut check = |told: Option<Points>, is: Points| {
        // A file whose totals are all 0 just does not tell them.
        if let Some(told) = told.filter(|told| *told != is && told.0 != 0) {
            let problem = FileProblem::WrongScore { team: team.number, told, is };
            wrong.push(TrfError { line: team.line, problem });
        }
    };
    check(team.match_points, sum(Counts::Match, row.besides[0]));
    check(team.game_points, sum(Counts::Games, row.besides[1]));
    wrong
}

/// What a code of record `192` says.
struct System {
    colours: ColourModel,
    primary: Counts,
    secondary: bool,
    all_meet: bool,
}

impl System {
    fn of(code: &str) -> Option<System> {
        let all_meet = code.contains("ROUNDROBIN");
        let custom = code.is_empty() || code.starts_with("CUSTOM_TEAM");
        if !(all_meet || custom || code.starts_with("FIDE_TEAM")) || code.contains("BAKU") {
            return None;
        }
        let colours = match code {
            _ if code.contains("TYPEB") => ColourModel::TypeB,
            "FIDE_TEAM" | "" => ColourModel::TypeA,
            _ if code.contains("TYPEA") || custom || all_meet => ColourModel::TypeA,
            _ => ColourModel::None,
        };
        let (primary, secondary) = match code {
            _ if code.ends_with("_MP_GP") => (Counts::Match, true),
            _ if code.ends_with("_GP_MP") => (Counts::Games, true),
            _ if code.ends_with("_MP") => (Counts::Match, false),
            _ if code.ends_with("_GP") => (Counts::Games, false),
            // C.04.6, 1.2.2: match points, and game points for colours.
            _ => (Counts::Match, true),
        };
        Some(System { colours, primary, secondary, all_meet })
    }
}
