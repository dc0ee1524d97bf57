//! Against independent programs: every round of random events equals what gacrux pairs, tie-breaks and ranks too;
//! Berger's tables equal its own; matchings cost what networkx finds.
//!
//! `TANDEM_EVENTS=2000 cargo test -p tandem-event --test oracle` compares as many events; 100 without it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tandem_event::trf::{Trf, TrfGame, TrfPlayer, TrfTeam, Worth};
use tandem_event::*;
use tandem_referee::Points;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A Python that answers questions.
struct Oracle {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Oracle {
    fn start() -> Oracle {
        let python = root().join("target/python/bin/python");
        assert!(python.exists(), "{} is not there: ./.ci/setup makes it", python.display());
        let mut child = Command::new(python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python runs");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Oracle { child, to, from }
    }

    fn ask(&mut self, question: &Value) -> Value {
        writeln!(self.to, "{question}").expect("asked");
        let mut answer = String::new();
        self.from.read_line(&mut answer).expect("answered");
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("no answer to {question}"))
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Numbers that a seed makes, the same everywhere (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    fn pick<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.roll(some.len() as u64) as usize]
    }
}

/// A random event, played round by round with our own pairings.
struct Random {
    trf: Trf,
    /// Our pairings, round by round; the last may be that there is none.
    rounds: Vec<Option<Vec<[u16; 2]>>>,
}

const SYSTEMS: [&str; 3] = ["FIDE_TEAM_TYPEA", "FIDE_TEAM_TYPEB", "FIDE_TEAM"];
const SCORES: [&str; 4] = ["MP_GP", "GP_MP", "MP", "GP"];

fn random_event(seed: u64) -> Random {
    let mut dice = Dice(seed);
    let teams = 5 + dice.roll(36) as u16;
    let rounds = 3 + dice.roll(5) as u16;
    let worth = |win, draw, bye| Worth {
        win: Points(win),
        draw: Points(draw),
        loss: Points(0),
        bye: Points(bye),
        absent: Points(0),
    };
    let (win, draw) = dice.pick(&[(2000, 1000), (3000, 1000), (1000, 500)]);
    let mut trf = Trf {
        name: format!("Random event {seed}"),
        kind: "Swiss system for teams".to_owned(),
        rounds: Some(rounds),
        initial: Some(dice.pick(&[Colour::White, Colour::Black])),
        code: format!("{}_{}", dice.pick(&SYSTEMS), dice.pick(&SCORES)),
        boards: vec![Colour::White, Colour::Black],
        of_game: worth(1000, 500, 1000),
        of_match: worth(win, draw, dice.pick(&[win, draw])),
        ..Trf::default()
    };
    for number in 1..=teams {
        let players = [number * 2 - 1, number * 2];
        trf.players.extend(players.map(|number| TrfPlayer {
            number,
            name: format!("Player {number}"),
            rank: number,
            ..TrfPlayer::default()
        }));
        trf.teams.push(TrfTeam {
            line: 0,
            number: PairingNumber(number),
            name: format!("Team {number}"),
            players: players.to_vec(),
            match_points: None,
            game_points: None,
            rank: number,
        });
    }
    let mut event = Random { trf, rounds: Vec::new() };
    // Who comes late, who leaves early: the rounds they play in.
    let attendance: Vec<[u16; 2]> = (0..teams)
        .map(|_| {
            let from = if dice.one_in(12) { 1 + dice.roll(3) as u16 } else { 1 };
            let to = if dice.one_in(12) { 1 + dice.roll(u64::from(rounds)) as u16 } else { rounds };
            [from, to]
        })
        .collect();
    for round in 1..=rounds {
        if !event.play_round(round, &attendance, &mut dice) {
            break;
        }
    }
    event.tell_scores();
    event
}

impl Random {
    /// Whether the round could be paired.
    fn play_round(&mut self, round: u16, attendance: &[[u16; 2]], dice: &mut Dice) -> bool {
        let mut table = self.trf.table().expect("a table");
        let mut away: Vec<(u16, char)> = Vec::new();
        for row in &mut table.rows {
            let [from, to] = attendance[row.number.index()];
            row.here = (from..=to).contains(&round);
            if !row.here {
                // Who has left, or has not come yet, has zero points or stands nowhere. Gacrux 1.11 fails on an empty
                // cell where game points decide, so there it is always written.
                let empty = dice.one_in(2) && !self.trf.code.contains("GP");
                away.push((row.number.0, if empty { ' ' } else { 'Z' }));
            } else if dice.one_in(25) {
                row.here = false;
                away.push((row.number.0, dice.pick(&['H', 'Z', 'F'])));
            }
        }
        if table.rows.iter().filter(|row| row.here).count() < 2 {
            return false;
        }
        // Every row has the rounds before, also where nothing stands.
        for row in &mut table.rows {
            row.cells.resize(usize::from(round) - 1, Cell::nothing());
        }
        let Ok(paired) = swiss(&table) else {
            self.rounds.push(None);
            return false;
        };
        let pair = |one: &Paired| [one.white.0, one.black.map_or(0, |black| black.0)];
        self.rounds.push(Some(paired.iter().map(pair).collect()));
        for (team, kind) in away.into_iter().filter(|(_, kind)| *kind != ' ') {
            self.set(team, round, [kind; 2], None);
        }
        for [white, black] in paired.iter().map(pair) {
            match black {
                0 => self.set(white, round, ['U'; 2], None),
                _ => self.result(white, black, round, dice),
            }
        }
        true
    }

    /// A result at random: played, with both games lost now and then, or not played.
    fn result(&mut self, white: u16, black: u16, round: u16, dice: &mut Dice) {
        let [a, b] = match dice.roll(20) {
            0 => [['+'; 2], ['-'; 2]],
            1 => [['-'; 2], ['+'; 2]],
            2 if dice.one_in(3) => [['-'; 2], ['-'; 2]],
            _ => {
                let mut game = || {
                    dice.pick(&[
                        ['1', '0'],
                        ['1', '0'],
                        ['=', '='],
                        ['0', '1'],
                        ['0', '1'],
                        ['0', '0'],
                    ])
                };
                let (first, second) = (game(), game());
                [[first[0], second[0]], [first[1], second[1]]]
            }
        };
        self.set(white, round, a, Some((black, Colour::White)));
        self.set(black, round, b, Some((white, Colour::Black)));
    }

    fn set(&mut self, team: u16, round: u16, results: [char; 2], against: Option<(u16, Colour)>) {
        for (board, result) in results.into_iter().enumerate() {
            let number = usize::from(team) * 2 - 2 + board;
            let (opponent, colour) = match against {
                None => (0, None),
                Some((other, colour)) => {
                    let colour = if board == 0 { colour } else { colour.other() };
                    (other * 2 - 1 + board as u16, Some(colour))
                }
            };
            let games = &mut self.trf.players[number].games;
            games.resize(usize::from(round), None);
            games[usize::from(round) - 1] = Some(TrfGame { opponent, colour, result });
        }
    }

    /// Totals in all lines, as other programs want them.
    fn tell_scores(&mut self) {
        let table = self.trf.table().expect("a table");
        for (team, row) in self.trf.teams.iter_mut().zip(&table.rows) {
            let sum = |of| table.points(row, of, row.cells.len());
            team.match_points = Some(sum(tandem_rules::book::Counts::Match));
            team.game_points = Some(sum(tandem_rules::book::Counts::Games));
        }
        let of = self.trf.of_game;
        for player in &mut self.trf.players {
            let worth = |game: &TrfGame| match game.result {
                '1' | '+' | 'F' => of.win.0,
                '=' | 'H' => of.draw.0,
                'U' => of.bye.0,
                _ => 0,
            };
            player.points = Points(player.games.iter().flatten().map(worth).sum());
        }
    }
}

const TIE_BREAKS: [(&str, TieBreak); 9] = [
    ("DE", TieBreak::DirectEncounter),
    ("MPVGP", TieBreak::OtherPoints),
    ("BH/C1", TieBreak::BuchholzCut1),
    ("BH/C2", TieBreak::BuchholzCut2),
    ("BH/M1", TieBreak::MedianBuchholz),
    ("BH", TieBreak::Buchholz),
    ("SB", TieBreak::SonnebornBerger),
    ("BC", TieBreak::BoardCount),
    ("WIN:MP", TieBreak::Wins),
];

fn thousandths(text: &str) -> i64 {
    let value: f64 = text.parse().unwrap_or_else(|_| panic!("{text} is no number"));
    (value * 1000.0).round() as i64
}

/// What differs in an event.
fn differences(seed: u64, oracle: &mut Oracle) -> (usize, Vec<String>) {
    let event = random_event(seed);
    let text = event.trf.write();
    let trf = Trf::read(&text).unwrap_or_else(|errors| panic!("event {seed}: {errors:?}\n{text}"));
    let table = trf.table().unwrap_or_else(|errors| panic!("event {seed}: {errors:?}\n{text}"));
    let played = event.rounds.iter().filter(|round| round.is_some()).count();
    let codes: Vec<_> =
        std::iter::once("PTS").chain(TIE_BREAKS.iter().map(|(code, _)| *code)).collect();
    let numbers: Vec<_> = (1..=played).collect();
    let answer =
        oracle.ask(&json!({"ask": "event", "trf": text, "rounds": numbers, "played": played, "tie_breaks": codes}));
    let mut wrong = Vec::new();
    for (at, ours) in event.rounds.iter().flatten().enumerate() {
        let theirs = &answer["rounds"][at];
        if *theirs != json!(ours) {
            wrong.push(format!(
                "event {seed} ({}), round {}: ours {ours:?}, theirs {theirs}",
                trf.code,
                at + 1
            ));
        }
    }
    let ours = standings(&table, &TIE_BREAKS.map(|(_, one)| one), &Besides::default());
    for line in answer["standings"].as_array().expect("standings") {
        let number = line[0].as_u64().expect("a number") as u16;
        let standing = ours.iter().find(|one| one.number.0 == number).expect("the team");
        let values: Vec<i64> = line[2]
            .as_array()
            .expect("values")
            .iter()
            .map(|one| thousandths(one.as_str().expect("text")))
            .collect();
        let mut own = vec![i64::from(standing.points.0)];
        own.extend(standing.values.iter().map(|value| value.0));
        if values != own {
            wrong.push(format!(
                "event {seed} ({}), team {number}: ours {own:?}, theirs {values:?}",
                trf.code
            ));
        }
        if line[1].as_u64() != Some(u64::from(standing.place)) {
            wrong.push(format!(
                "event {seed}, team {number}: place {} here, {} there",
                standing.place, line[1]
            ));
        }
    }
    (played, wrong)
}

#[test]
fn random_events_equal_what_gacrux_pairs() {
    let events: u64 =
        std::env::var("TANDEM_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let from: u64 =
        std::env::var("TANDEM_FROM").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut oracle = Oracle::start();
    let (mut rounds, mut wrong) = (0, Vec::new());
    for seed in from..from + events {
        let (played, differs) = differences(seed, &mut oracle);
        rounds += played;
        wrong.extend(differs);
        if events > 100 && (seed + 1) % 100 == 0 {
            eprintln!("{} events, {rounds} rounds, {} differences", seed + 1 - from, wrong.len());
        }
    }
    eprintln!("{events} events, {rounds} rounds, {} differences", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong[..wrong.len().min(20)].join("\n"));
}

#[test]
fn berger_tables_equal_those_of_gacrux() {
    let mut oracle = Oracle::start();
    for teams in 2..=40u16 {
        let theirs = oracle.ask(&json!({"ask": "berger", "teams": teams}));
        let rounds = teams + teams % 2 - 1;
        for round in 1..=rounds {
            let ours: Vec<[u16; 2]> =
                berger(teams, round).into_iter().map(|(a, b)| [a, b]).collect();
            assert_eq!(theirs[usize::from(round) - 1], json!(ours), "{teams} teams, round {round}");
        }
    }
}
