//! UCI: `UCI_Variant bughouse`, stocks in brackets, drops as `N@f3`.

use std::mem;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{Coordinates, Millis, Move, OtherBoard, Position, Rulebook};

use super::fen::parse_fen;
use super::go::Go;
use super::{Effect, Setting};
use crate::bot::{Dice, as_seen, choose, last_look};
use crate::engine::Engine;
use crate::laws::Laws;
use crate::level::{Level, Strength};
use crate::score::{Score, mate_distance};
use crate::search::{Limits, Problem, Progress, Report, Timer};
use crate::stakes::Stakes;

/// What a GUI can set.
#[derive(Clone, Debug)]
pub struct Options {
    /// The book to play by.
    pub book: Arc<Rulebook>,
    /// How strong to play.
    pub strength: Strength,
    /// How many lines to show.
    pub lines: usize,
    /// The other board, where a promotion may take a piece.
    pub other_board: Option<Position>,
}

/// A search that a GUI asks for.
#[derive(Clone, Debug)]
pub struct Task {
    /// The board.
    pub position: Position,
    /// [`Position::repetition_key`] of the positions before.
    pub earlier: Vec<u64>,
    /// How to play.
    pub options: Options,
    /// After so many nodes.
    pub nodes: Option<u64>,
    /// After this depth.
    pub depth: Option<u32>,
    /// Once a mate in so many moves is found.
    pub mate: Option<u32>,
    /// About this long.
    pub soft: Option<Millis>,
    /// No longer than this.
    pub hard: Option<Millis>,
}

impl Task {
    /// Searches, telling each line as it is found, and returns what was found and what is played:
    /// a lower level may choose another move than the best.
    pub fn run(
        &self,
        engine: &mut Engine,
        timer: Timer<'_>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> (Report, Option<Move>) {
        let skill = self.options.strength.skill();
        let mut dice = Dice::new(self.position.repetition_key());
        let seen = as_seen(&self.position, skill, &mut dice);
        let laws = Laws::of(&self.options.book);
        let other = self.options.other_board.as_ref();
        let problem = Problem {
            position: &seen,
            laws: &laws,
            other: other.map(|position| OtherBoard { position, ended: false }),
            earlier: &self.earlier,
            stakes: Stakes::default(),
            lines: skill.lines(self.options.lines),
        };
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let limits = Limits {
            nodes: least(self.nodes, skill.nodes),
            depth: self.depth.into_iter().chain(skill.depth).min(),
            soft: self.soft,
            hard: self.hard,
            mate: self.mate,
            mating_drops: skill.looks_for_mates(),
            timer,
            stop,
        };
        let report = engine.search_and_tell(&problem, limits, tell);
        if skill.is_careful() {
            return (report, None);
        }
        let moves: Vec<_> = report.lines.iter().map(|line| (line.best, line.score)).collect();
        let mut chosen = choose(&self.position, &moves, skill, &mut dice);
        if !skill.is_hasty(&mut dice) {
            chosen = chosen.map(|m| last_look(&self.position, problem.other, &laws, m, &mut 0));
        }
        (report, chosen)
    }
}

/// The engine's side of UCI.
pub struct Uci {
    options: Options,
    position: Position,
    earlier: Vec<u64>,
    /// Whether the reply that is expected is told with the best move.
    offers_ponder: bool,
    /// How strong it is by `Level`.
    level: Level,
    /// How strong it is by UCI's number; whether that counts.
    elo: i32,
    limits_strength: bool,
    state: State,
}

/// What the engine is doing.
enum State {
    Idle,
    /// It searches, and says the best move when it has found it.
    Thinking,
    /// It searches in the opponent's time; with what limits in its own.
    Pondering(Box<Task>),
    /// It has searched all that it was asked to in the opponent's time; what it will answer.
    Pondered(String),
    /// The expected move was made: the search in the opponent's time ends, then this one begins.
    Hit(Box<Task>),
}

const MAX_HASH: usize = 65_536;
const MAX_THREADS: usize = 256;
const MAX_LINES: usize = 64;

impl Uci {
    /// A fresh engine that plays by a book.
    #[must_use]
    pub fn new(book: Arc<Rulebook>) -> Uci {
        Uci {
            options: Options {
                book,
                strength: Level::STRONGEST.into(),
                lines: 1,
                other_board: None,
            },
            position: Position::default(),
            earlier: Vec::new(),
            offers_ponder: false,
            level: Level::STRONGEST,
            elo: Level::STRONGEST.elo(),
            limits_strength: false,
            state: State::Idle,
        }
    }

    /// Takes a line from the GUI.
    pub fn line(&mut self, line: &str) -> Vec<Effect<Task>> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None | Some("debug" | "register") => Vec::new(),
            Some("uci") => self.introduce(),
            Some("isready") => vec![say("readyok")],
            Some("ucinewgame") => {
                self.position = Position::default();
                self.earlier.clear();
                vec![Effect::Set(Setting::NewGame)]
            }
            Some("setoption") => self.set_option(words),
            Some("position") => self.set_position(words),
            Some("go") => self.go(words),
            Some("ponderhit") => self.ponder_hit(),
            Some("stop") => self.stop(),
            Some("quit") => vec![Effect::Quit],
            Some(_) => vec![complain(&format!("unknown command: {}", shorten(line)))],
        }
    }

    fn introduce(&self) -> Vec<Effect<Task>> {
        let books: String = BUILTIN_IDS.iter().map(|id| format!(" var {id}")).collect();
        let level = self.level.number();
        let (least, most) = (Level::WEAKEST.elo(), Level::STRONGEST.elo());
        [
            format!("id name Tandem {}", env!("CARGO_PKG_VERSION")),
            "id author the Tandem authors".to_owned(),
            "option name UCI_Variant type combo default bughouse var bughouse".to_owned(),
            format!("option name Book type combo default {}{books}", self.options.book.id()),
            format!("option name Level type spin default {level} min 1 max 8"),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!("option name UCI_Elo type spin default {most} min {least} max {most}"),
            format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"),
            format!("option name Hash type spin default 64 min 1 max {MAX_HASH}"),
            format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "option name Ponder type check default false".to_owned(),
            "option name OtherBoard type string default <empty>".to_owned(),
            "uciok".to_owned(),
        ]
        .into_iter()
        .map(Effect::Say)
        .collect()
    }

    fn set_option(&mut self, words: SplitAsciiWhitespace<'_>) -> Vec<Effect<Task>> {
        let (mut name, mut value): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut in_value = false;
        for word in words {
            match word {
                "name" if name.is_empty() && !in_value => {}
                "value" if !in_value => in_value = true,
                word if in_value => value.push(word),
                word => name.push(word),
            }
        }
        let (name, value) = (name.join(" ").to_ascii_lowercase(), value.join(" "));
        let number = |most: usize| value.parse().ok().filter(|n| (1..=most).contains(n));
        match name.as_str() {
            "uci_variant" if value == "bughouse" => Vec::new(),
            "uci_variant" => vec![complain("UCI_Variant: only bughouse is played")],
            "hash" => match number(MAX_HASH) {
                Some(megabytes) => vec![Effect::Set(Setting::Hash(megabytes))],
                None => vec![complain(&format!("Hash: a number from 1 to {MAX_HASH}"))],
            },
            "threads" => match number(MAX_THREADS) {
                Some(threads) => vec![Effect::Set(Setting::Threads(threads))],
                None => vec![complain(&format!("Threads: a number from 1 to {MAX_THREADS}"))],
            },
            "multipv" => match number(MAX_LINES) {
                Some(lines) => {
                    self.options.lines = lines;
                    Vec::new()
                }
                None => vec![complain(&format!("MultiPV: a number from 1 to {MAX_LINES}"))],
            },
            "level" => match value.parse().ok().and_then(|n: u8| Level::try_from(n).ok()) {
                Some(level) => {
                    self.level = level;
                    vec![Effect::Set(Setting::Level(level))]
                }
                None => vec![complain("Level: a number from 1 to 8")],
            },
            "book" => match Rulebook::builtin(&value.to_ascii_lowercase()) {
                Some(book) => {
                    self.options.book = Arc::new(book);
                    Vec::new()
                }
                None => vec![complain(&format!("Book: one of {}", BUILTIN_IDS.join(", ")))],
            },
            "uci_limitstrength" => match value.parse() {
                Ok(on) => {
                    self.limits_strength = on;
                    Vec::new()
                }
                Err(_) => vec![complain("UCI_LimitStrength: true or false")],
            },
            "uci_elo" => match value.parse() {
                Ok(elo) if (Level::WEAKEST.elo()..=Level::STRONGEST.elo()).contains(&elo) => {
                    self.elo = elo;
                    Vec::new()
                }
                _ => {
                    let (least, most) = (Level::WEAKEST.elo(), Level::STRONGEST.elo());
                    vec![complain(&format!("UCI_Elo: a number from {least} to {most}"))]
                }
            },
            "ponder" => match value.parse() {
                Ok(on) => {
                    self.offers_ponder = on;
                    Vec::new()
                }
                Err(_) => vec![complain("Ponder: true or false")],
            },
            "otherboard" if value.is_empty() || value == "<empty>" => {
                self.options.other_board = None;
                Vec::new()
            }
            "otherboard" => match parse_fen(&value) {
                Ok(position) => {
                    self.options.other_board = Some(position);
                    Vec::new()
                }
                Err(error) => vec![complain(&format!("OtherBoard: {error}"))],
            },
            _ => vec![complain(&format!("unknown option: {}", shorten(&name)))],
        }
    }

    fn set_position(&mut self, words: SplitAsciiWhitespace<'_>) -> Vec<Effect<Task>> {
        let words: Vec<&str> = words.collect();
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match words.first() {
            Some(&"startpos") => Ok(Position::default()),
            Some(&"fen") => parse_fen(&words[1..moves_at].join(" ")),
            _ => return vec![complain("position: startpos or fen expected")],
        };
        let mut position = match start {
            Ok(position) => position,
            Err(error) => return vec![complain(&format!("position: {error}"))],
        };
        let rules = *self.options.book.board_rules();
        let mut earlier = Vec::new();
        let mut complaint = Vec::new();
        if let Some(word) = words[1..moves_at].first().filter(|_| words[0] == "startpos") {
            complaint.push(complain(&format!("position: moves expected, not {}", shorten(word))));
        }
        for word in words.iter().skip(moves_at + 1) {
            match self.read_move(&position, word) {
                Ok(m) => {
                    earlier.push(position.repetition_key());
                    position.play_unchecked(m, &rules);
                }
                Err(why) => {
                    complaint.push(complain(&format!("position: {}: {why}", shorten(word))));
                    break;
                }
            }
        }
        // What could be read is kept: an answer to it is better than one to another position.
        (self.position, self.earlier) = (position, earlier);
        complaint
    }

    fn read_move(&self, position: &Position, word: &str) -> Result<Move, String> {
        let coordinates: Coordinates = word.parse().map_err(|why| format!("{why}"))?;
        let board = position.by(self.options.book.board_rules()).with_other(self.other_board());
        board.legal_move(coordinates).map_err(|why| why.to_string())
    }

    fn other_board(&self) -> Option<OtherBoard<'_>> {
        self.options.other_board.as_ref().map(|position| OtherBoard { position, ended: false })
    }

    /// How strong it plays now.
    fn strength(&self) -> Strength {
        if self.limits_strength { Strength::of_elo(self.elo) } else { self.level.into() }
    }

    fn go(&mut self, words: SplitAsciiWhitespace<'_>) -> Vec<Effect<Task>> {
        if !matches!(self.state, State::Idle) {
            return vec![complain("a search is under way: stop it first")];
        }
        let go = Go::read(words, self.position.turn());
        let task = Task {
            position: self.position.clone(),
            earlier: self.earlier.clone(),
            options: Options { strength: self.strength(), ..self.options.clone() },
            nodes: go.nodes,
            depth: go.depth,
            mate: go.mate,
            soft: go.soft,
            hard: go.hard,
        };
        let mut effects: Vec<_> = go.complaints.iter().map(|what| complain(what)).collect();
        // While the opponent thinks, time costs nothing.
        let now =
            if go.ponder { Task { soft: None, hard: None, ..task.clone() } } else { task.clone() };
        self.state = if go.ponder { State::Pondering(Box::new(task)) } else { State::Thinking };
        effects.push(Effect::Think(Box::new(now)));
        effects
    }

    /// The opponent made the move that was expected: now the clock runs.
    fn ponder_hit(&mut self) -> Vec<Effect<Task>> {
        match mem::replace(&mut self.state, State::Idle) {
            // The search ends and begins again with what it has learnt, and with a limit.
            State::Pondering(task) => {
                self.state = State::Hit(task);
                vec![Effect::Stop]
            }
            State::Pondered(best) => vec![Effect::Say(best)],
            other @ (State::Idle | State::Thinking | State::Hit(_)) => {
                self.state = other;
                Vec::new()
            }
        }
    }

    fn stop(&mut self) -> Vec<Effect<Task>> {
        match mem::replace(&mut self.state, State::Idle) {
            State::Pondered(best) => vec![Effect::Say(best)],
            State::Pondering(_) | State::Hit(_) | State::Thinking => {
                self.state = State::Thinking;
                vec![Effect::Stop]
            }
            State::Idle => vec![Effect::Stop],
        }
    }

    /// A line for what a search has found so far.
    #[must_use]
    pub fn info(progress: &Progress<'_>, elapsed: Millis) -> String {
        let speed = progress.nodes * 1_000 / u64::try_from(elapsed.0.max(1)).unwrap_or(1);
        let line: Vec<String> = progress.line.moves.iter().map(ToString::to_string).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {} \
             time {} pv {}",
            progress.depth,
            progress.deepest,
            progress.number,
            score_words(progress.line.score),
            progress.nodes,
            progress.table_fullness,
            elapsed.0,
            line.join(" ")
        )
    }

    /// The search has ended.
    pub fn found(&mut self, report: &Report, chosen: Option<Move>) -> Vec<Effect<Task>> {
        let best = chosen.or_else(|| report.best());
        let reply = report.lines.first().filter(|line| Some(line.best) == best);
        let reply = reply.and_then(|line| line.moves.get(1)).filter(|_| self.offers_ponder);
        let mut answer = best.map_or("bestmove (none)".to_owned(), |m| format!("bestmove {m}"));
        if let Some(reply) = reply {
            answer.push_str(&format!(" ponder {reply}"));
        }
        match mem::replace(&mut self.state, State::Idle) {
            State::Idle | State::Thinking => vec![Effect::Say(answer)],
            // A best move is told only once it is asked for.
            State::Pondering(_) => {
                self.state = State::Pondered(answer);
                Vec::new()
            }
            State::Hit(task) => {
                self.state = State::Thinking;
                vec![Effect::Think(task)]
            }
            State::Pondered(best) => {
                self.state = State::Pondered(best);
                Vec::new()
            }
        }
    }
}

fn score_words(score: Score) -> String {
    match mate_distance(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    }
}

fn say(line: &str) -> Effect<Task> {
    Effect::Say(line.to_owned())
}

fn complain(what: &str) -> Effect<Task> {
    Effect::Say(format!("info string {what}"))
}

/// Enough of a text to recognise it by.
pub(super) fn shorten(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}
