//! Real ICS clients on a display of their own play whole matches at the door. They need Debian's `xboard`, `sjeng`,
//! `eboard`, `xdotool` and `xvfb`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![allow(clippy::disallowed_methods, reason = "tests wait for things to happen")]

mod eboard;
mod programs;
mod screen;
mod terminal;
mod xboard;

use std::sync::Arc;

use eboard::Eboard;
use programs::{Server, folder, installed, moves_in_pgn, moves_of, without_signs};
use screen::Screen;
use tandem_notation::Bfen;
use tandem_rules::{BoardId, Rulebook};
use terminal::Terminal;
use xboard::{Plays, Xboard};

#[test]
fn four_xboards_with_sjeng_play_a_match_by_themselves() {
    if !installed(&["xboard", "sjeng", "Xvfb"]) {
        return;
    }
    let folder = folder("zippy");
    let server = Server::start(&folder);
    let screen = Screen::open(&folder);
    let names = ["Alfa", "Bravo", "Charlie", "Delta"];
    let start = |name: &&str| Xboard::start(&screen, server.ics, &folder, name, Plays::Sjeng);
    let mut boards: Vec<Xboard> = names.iter().map(start).collect();
    // Zippy accepts partners and matches; the rest is automatic.
    boards[0].say("partner Bravo");
    boards[0].hear("agrees to be your partner");
    boards[2].say("partner Delta");
    boards[2].hear("agrees to be your partner");
    boards[0].say("match Charlie 1 0 bughouse");
    for board in &mut boards {
        board.hear("Creating unrated bughouse match.");
    }
    // Each hears of both ends, whichever is told first.
    for board in &mut boards {
        let ended = board.hear("} ");
        assert!(ended.contains("{Game"), "{ended}");
        board.hear("No ratings adjustment done.");
    }
    let record = server.record();
    assert!(record.matches(". ").count() >= 20, "too short:\n{record}");
}

/// What a board looks like to somebody who looks on: `<12>` and `<b1>`, in words.
struct Shown {
    words: Vec<String>,
    stock: String,
}

impl Shown {
    /// Reads the next board that a terminal is shown; none if the game is over.
    fn next(terminal: &mut Terminal) -> Option<Shown> {
        if terminal.hear_first(&["\n\r<12> ", "\n\r{Game "]) == 1 {
            return None;
        }
        let board = terminal.line("<12> ");
        let stock = terminal.line("<b1> ");
        let inside = |word: &str| {
            let rest = stock.split_once(word).map_or("", |(_, rest)| rest);
            rest.split_once(']').map_or("", |(letters, _)| letters).to_owned()
        };
        let stock = inside("white [") + &inside("black [").to_lowercase();
        Some(Shown { words: board.split(' ').map(str::to_owned).collect(), stock })
    }

    fn white_moves(&self) -> bool {
        self.words[9] == "W"
    }

    /// Some legal move, another for each number.
    fn some_move(&self, book: &Rulebook, number: usize) -> Option<String> {
        let rights: String = ["K", "Q", "k", "q"]
            .iter()
            .zip(&self.words[11..15])
            .filter(|(_, has)| *has == "1")
            .map(|(letter, _)| *letter)
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let ranks = self.words[1..9].join("/").replace('-', "1");
        let half = format!("{ranks}/{} {} {rights} -", self.stock, self.words[9].to_lowercase());
        let bfen = Bfen::parse_lenient(&format!("{half} | {half}")).unwrap();
        let moves = bfen.boards[BoardId::A].position.by(book).legal_moves();
        let chosen = moves.get(number % moves.len().max(1))?;
        Some(chosen.to_string())
    }
}

#[test]
fn one_xboard_by_script_plays_with_three_bots() {
    if !installed(&["xboard", "Xvfb"]) {
        return;
    }
    let folder = folder("alone");
    let server = Server::start(&folder);
    let screen = Screen::open(&folder);
    let book = Arc::new(Rulebook::builtin("fics").unwrap());
    let mut anna = Xboard::start(&screen, server.ics, &folder, "Anna", Plays::Console);
    // Somebody looks on, so that the script knows what is legal.
    let mut watcher = Terminal::enter(server.ics, "Watcher");
    anna.say("partner Bot2");
    anna.hear("Bot2 agrees to be your partner.");
    anna.say("match Bot1 3 0 white bughouse");
    anna.hear("{Game 1 (Anna vs. Bot1) Creating unrated bughouse match.}");
    watcher.say("observe Anna");
    watcher.hear("You are now observing game 1.");
    anna.say("ptell +q");
    anna.hear("(told Bot2, who is playing)");
    let mut made = 0;
    while made < 12 {
        let Some(shown) = Shown::next(&mut watcher) else { break };
        if !shown.white_moves() {
            continue;
        }
        // It may be waiting in check for what could still come.
        let Some(text) = shown.some_move(&book, 7 * made + 3) else { break };
        anna.say(&text);
        made += 1;
    }
    anna.say("resign");
    anna.hear("{Game 1 (Anna vs. Bot1) ");
    anna.hear("No ratings adjustment done.");
    // xboard has kept the game that the server has.
    let record = server.record();
    let pgn = anna.game();
    let recorded: Vec<String> = moves_of(&record, 'A').iter().map(|m| without_signs(m)).collect();
    assert_eq!(moves_in_pgn(&pgn), recorded, "{pgn}\n{record}");
    assert!(recorded.len() >= 2 * made - 1, "{recorded:?}");
}

#[test]
fn eboard_shows_boards_stocks_and_clocks_and_plays_by_mouse() {
    if !installed(&["eboard", "xdotool", "Xvfb"]) {
        return;
    }
    let folder = folder("eboard");
    let server = Server::start(&folder);
    let screen = Screen::open(&folder);
    let emil = Eboard::start(&screen, server.ics, &folder, "Emil");
    let [mut bert, mut cleo, mut dora] =
        ["Bert", "Cleo", "Dora"].map(|name| Terminal::enter(server.ics, name));
    emil.say("partner Bert");
    bert.hear("offers to be your bughouse partner");
    bert.say("accept");
    emil.hear("Bert agrees to be your partner.");
    cleo.say("partner Dora");
    dora.hear("offers to be your bughouse partner");
    dora.say("accept");
    cleo.hear("agrees");
    emil.say("match Cleo 5 0 white bughouse");
    cleo.hear("Challenge: Emil");
    cleo.say("accept");
    emil.shows(&cleo.line("<12> "));
    emil.clock_runs();
    emil.stock(false);
    emil.plays("e2", "e4");
    cleo.hear(" P/e2-e4 (");
    cleo.say("e5");
    emil.shows(&cleo.line("<12> "));
    // Bert takes a rook of Dora's: it is Emil's.
    let mut there = String::new();
    for (text, long) in [
        ("g4", "g2-g4"),
        ("b6", "b7-b6"),
        ("a3", "a2-a3"),
        ("Bb7", "c8-b7"),
        ("a4", "a3-a4"),
        ("Bxh1", "b7-h1"),
    ] {
        let white = text == "g4" || text.starts_with('a');
        if white { &mut dora } else { &mut bert }.say(text);
        bert.hear(long);
        while !there.contains(long) {
            there = dora.line("<12> ");
        }
    }
    emil.stock(true);
    // eboard looks on at the partner's board by itself.
    emil.turns_to_partner();
    emil.shows(&there);
    emil.turns_back();
    emil.drops("R@h5");
    cleo.hear(" R/@@-h5 (");
    emil.stock(false);
    cleo.say("Nc6");
    emil.shows(&cleo.line("<12> "));
    emil.say("ptell +q");
    bert.hear("Emil (your partner) tells you: +q");
    emil.plays("h5", "h7");
    cleo.hear(" R/h5-h7 (");
    cleo.say("resign");
    emil.hear("{Game 1 (Emil vs. Cleo) Cleo resigns} 1-0");
    let record = server.record();
    let pgn = emil.game();
    let recorded: Vec<String> = moves_of(&record, 'A').iter().map(|m| without_signs(m)).collect();
    assert_eq!(recorded, ["e4", "e5", "R@h5", "Nc6", "Rxh7"], "{record}");
    assert_eq!(moves_in_pgn(&pgn), recorded, "{pgn}");
}
