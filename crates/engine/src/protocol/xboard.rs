//! The XBoard protocol with its bughouse commands: `variant bughouse`, `holding`, `partner`,
//! `ptell`, `time`, `otim`.

use std::sync::Arc;

use tandem_referee::{Act, Message};
use tandem_rules::shakmaty::{Color, Piece, Role};
use tandem_rules::{BoardId, Coordinates, Millis, Position, Rulebook, Seat, Stock};

use super::fen::parse_fen;
use super::words::{partner_words, read_partner};
use super::{Effect, Setting};
use crate::bot::{Decision, Next};
use crate::level::Level;
use crate::score::mate_distance;
use crate::search::Progress;
use crate::team::View;

/// The engine's side of the XBoard protocol.
pub struct XBoard {
    book: Arc<Rulebook>,
    position: Position,
    /// The positions before, to take moves back.
    past: Vec<Position>,
    /// The colour that the engine plays; none in force mode.
    side: Option<Color>,
    clocks: [Option<Millis>; 2],
    base: Millis,
    increment: Millis,
    move_time: Option<Millis>,
    partner: bool,
    thinking: bool,
    /// Whether the GUI wants to see the thinking.
    posts: bool,
}

impl XBoard {
    /// A fresh engine that plays by a book.
    #[must_use]
    pub fn new(book: Arc<Rulebook>) -> XBoard {
        XBoard {
            book,
            position: Position::default(),
            past: Vec::new(),
            side: Some(Color::Black),
            clocks: [None; 2],
            base: Millis::from_secs(120),
            increment: Millis::ZERO,
            move_time: None,
            partner: false,
            thinking: false,
            posts: false,
        }
    }

    /// Takes a line from the GUI.
    pub fn line(&mut self, line: &str) -> Vec<Effect<View>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer"
            | "name" | "rating" | "ics" | "bk" | "hint" | "pause" | "resume" | "white"
            | "black" | "." | "egtpath" | "exclude" | "include" => Vec::new(),
            "post" | "nopost" => {
                self.posts = word == "post";
                Vec::new()
            }
            "protover" => introduce(self.book.id()),
            "ping" => vec![Effect::Say(format!("pong {rest}"))],
            "new" => self.new_game(),
            "variant" => self.variant(rest),
            "quit" => vec![Effect::Quit],
            "force" => {
                self.side = None;
                self.drop_thought()
            }
            "go" => {
                self.side = Some(self.position.turn());
                self.think()
            }
            "playother" => {
                self.side = Some(!self.position.turn());
                self.drop_thought()
            }
            "?" if self.thinking => vec![Effect::Stop],
            "?" => Vec::new(),
            "level" => self.level(rest),
            "st" => self.seconds_a_move(rest),
            "sd" => Vec::new(),
            "time" => self.clock(0, rest),
            "otim" => self.clock(1, rest),
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "holding" => self.holding(rest),
            "partner" => {
                self.partner = !rest.is_empty();
                Vec::new()
            }
            // What the partner says is for the player: the driver passes it on.
            "ptell" | "draw" => Vec::new(),
            "result" => {
                self.side = None;
                self.drop_thought()
            }
            "memory" => setting(rest, Setting::Hash),
            "cores" => setting(rest, Setting::Threads),
            "option" => self.option(rest),
            "usermove" => self.user_move(rest),
            _ if word.parse::<Coordinates>().is_ok() => self.user_move(word),
            _ => vec![Effect::Say(format!("Error (unknown command): {}", shorten(line)))],
        }
    }

    /// What the partner means by a line, if it is one of theirs.
    #[must_use]
    pub fn heard(&self, line: &str) -> Vec<Message> {
        match line.trim().strip_prefix("ptell ") {
            Some(text) => read_partner(text),
            None => Vec::new(),
        }
    }

    /// What is thought about now, if it is the engine's turn: after a word of the partner, or
    /// when it sat and its time is up.
    pub fn think(&mut self) -> Vec<Effect<View>> {
        if self.side != Some(self.position.turn()) {
            return Vec::new();
        }
        self.thinking = true;
        vec![Effect::Think(Box::new(self.view()))]
    }

    /// The engine has decided.
    pub fn decided(&mut self, decision: &Decision) -> Vec<Effect<View>> {
        self.thinking = false;
        let mut effects = Vec::new();
        for act in &decision.acts {
            if let Act::Say { say: message } = act
                && self.partner
            {
                effects.push(Effect::Say(format!("tellics ptell {}", partner_words(message))));
            }
        }
        if let Next::Play { m, .. } = decision.next
            && self.side == Some(self.position.turn())
            && self.position.by(self.book.board_rules()).is_legal(m)
        {
            self.past.push(self.position.clone());
            self.position.play_unchecked(m, self.book.board_rules());
            effects.push(Effect::Say(format!("move {m}")));
        }
        effects
    }

    /// Whether the GUI wants to see the thinking.
    #[must_use]
    pub fn posts(&self) -> bool {
        self.posts
    }

    /// A line of thinking: depth, score in hundredths of a pawn, time in hundredths of a second, nodes,
    /// and the moves. A mate is told as 100000 and the moves to it.
    #[must_use]
    pub fn thinking(progress: &Progress<'_>, elapsed: Millis) -> String {
        let score = match mate_distance(progress.line.score) {
            Some(moves) if moves < 0 => i64::from(moves) - 100_000,
            Some(moves) => i64::from(moves) + 100_000,
            None => i64::from(progress.line.score),
        };
        let line: Vec<String> = progress.line.moves.iter().map(ToString::to_string).collect();
        let (depth, nodes) = (progress.depth, progress.nodes);
        format!("{depth} {score} {} {nodes} {}", elapsed.0 / 10, line.join(" "))
    }

    /// A fixed time for each move, if the GUI set one.
    #[must_use]
    pub fn move_time(&self) -> Option<Millis> {
        self.move_time
    }

    fn view(&self) -> View {
        let seat = Seat::new(BoardId::A, self.position.turn());
        let mut view = View::alone(self.book.clone(), seat, self.position.clone());
        view.own.earlier = self.past.iter().map(Position::repetition_key).collect();
        view.clocks[seat] = Some(self.clocks[0].unwrap_or(self.base));
        view.clocks[seat.opponent()] = Some(self.clocks[1].unwrap_or(self.base));
        view.increment = self.increment;
        view
    }

    fn drop_thought(&mut self) -> Vec<Effect<View>> {
        self.thinking = false;
        vec![Effect::Drop]
    }

    fn new_game(&mut self) -> Vec<Effect<View>> {
        self.position = Position::default();
        self.past.clear();
        self.side = Some(Color::Black);
        self.clocks = [None; 2];
        self.move_time = None;
        let mut effects = self.drop_thought();
        effects.push(Effect::Set(Setting::NewGame));
        effects
    }

    fn variant(&mut self, name: &str) -> Vec<Effect<View>> {
        match name {
            "bughouse" | "normal" => Vec::new(),
            _ => vec![Effect::Say(format!("Error (unsupported variant): {}", shorten(name)))],
        }
    }

    fn level(&mut self, rest: &str) -> Vec<Effect<View>> {
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [_, base, increment] = words[..] else { return bad("level", rest) };
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => seconds_of(minutes, 60).zip(seconds_of(seconds, 1)),
            None => seconds_of(base, 60).zip(Some(Millis::ZERO)),
        };
        let Some(((minutes, seconds), increment)) = base.zip(increment.parse().ok()) else {
            return bad("level", rest);
        };
        self.base = minutes + seconds;
        self.increment = increment;
        self.move_time = None;
        Vec::new()
    }

    fn seconds_a_move(&mut self, rest: &str) -> Vec<Effect<View>> {
        match rest.parse::<Millis>() {
            Ok(time) if time > Millis::ZERO => {
                self.move_time = Some(time);
                Vec::new()
            }
            _ => bad("st", rest),
        }
    }

    fn clock(&mut self, whose: usize, rest: &str) -> Vec<Effect<View>> {
        match rest.parse::<i64>() {
            Ok(hundredths) => {
                self.clocks[whose] = Some(Millis(hundredths.clamp(0, 8_640_000) * 10));
                Vec::new()
            }
            Err(_) => bad("time", rest),
        }
    }

    fn set_board(&mut self, rest: &str) -> Vec<Effect<View>> {
        match parse_fen(rest) {
            Ok(position) => {
                self.position = position;
                self.past.clear();
                self.drop_thought()
            }
            Err(error) => vec![Effect::Say(format!("tellusererror Illegal position: {error}"))],
        }
    }

    fn undo(&mut self, moves: usize) -> Vec<Effect<View>> {
        for _ in 0..moves {
            if let Some(position) = self.past.pop() {
                self.position = position;
            }
        }
        self.drop_thought()
    }

    /// `holding [N] [] WN`: both stocks, and what just came.
    fn holding(&mut self, rest: &str) -> Vec<Effect<View>> {
        let mut parts = rest.split('[').skip(1).map(|part| part.split(']').next());
        let (Some(Some(white)), Some(Some(black))) = (parts.next(), parts.next()) else {
            return bad("holding", rest);
        };
        let (Some(white), Some(black)) = (stock(white), stock(black)) else {
            return bad("holding", rest);
        };
        let before = *self.position.stocks();
        *self.position.stock_mut(Color::White) = white;
        *self.position.stock_mut(Color::Black) = black;
        if before == *self.position.stocks() || self.side != Some(self.position.turn()) {
            return Vec::new();
        }
        // What was thought with the old stock no longer counts.
        self.think()
    }

    fn option(&mut self, rest: &str) -> Vec<Effect<View>> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "level" => match value.trim().parse().ok().and_then(|n: u8| Level::try_from(n).ok()) {
                Some(level) => vec![Effect::Set(Setting::Level(level))],
                None => bad("option Level", value),
            },
            "book" => match Rulebook::builtin(value.trim()) {
                Some(book) => {
                    self.book = Arc::new(book);
                    Vec::new()
                }
                None => bad("option Book", value),
            },
            _ => bad("option", rest),
        }
    }

    fn user_move(&mut self, word: &str) -> Vec<Effect<View>> {
        let rules = self.book.board_rules();
        let read = word
            .parse::<Coordinates>()
            .map_err(|why| why.to_string())
            .and_then(|m| self.position.by(rules).legal_move(m).map_err(|why| why.to_string()));
        match read {
            Ok(m) => {
                self.past.push(self.position.clone());
                self.position.play_unchecked(m, rules);
                self.think()
            }
            Err(why) => vec![Effect::Say(format!("Illegal move ({why}): {}", shorten(word)))],
        }
    }
}

fn introduce(book: &str) -> Vec<Effect<View>> {
    let books: Vec<String> = tandem_rules::book::BUILTIN_IDS
        .iter()
        .map(|id| if *id == book { format!("*{id}") } else { (*id).to_owned() })
        .collect();
    [
        "feature done=0".to_owned(),
        format!("feature myname=\"Tandem {}\"", env!("CARGO_PKG_VERSION")),
        "feature variants=\"bughouse,normal\" ping=1 setboard=1 playother=1 usermove=1".to_owned(),
        "feature san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=0 colors=0".to_owned(),
        "feature ics=1 name=1 memory=1 smp=1 debug=1".to_owned(),
        "feature option=\"Level -spin 8 1 8\"".to_owned(),
        format!("feature option=\"Book -combo {}\"", books.join(" /// ")),
        "feature done=1".to_owned(),
    ]
    .into_iter()
    .map(Effect::Say)
    .collect()
}

fn stock(letters: &str) -> Option<Stock> {
    letters
        .chars()
        .map(|letter| Piece::from_char(letter).map(|piece| piece.role))
        .map(|role| role.filter(|role| *role != Role::King))
        .collect()
}

fn seconds_of(word: &str, each: i64) -> Option<Millis> {
    let count: i64 = word.parse().ok().filter(|count| (0..=100_000).contains(count))?;
    Some(Millis::from_secs(count * each))
}

fn setting(rest: &str, make: impl Fn(usize) -> Setting) -> Vec<Effect<View>> {
    match rest.parse::<usize>() {
        Ok(number) if number > 0 => vec![Effect::Set(make(number.min(65_536)))],
        _ => bad("a number", rest),
    }
}

fn bad(what: &str, found: &str) -> Vec<Effect<View>> {
    vec![Effect::Say(format!("Error (can't read {what}): {}", shorten(found)))]
}

fn shorten(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}
