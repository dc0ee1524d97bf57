//! The games that the benches read.

use std::fs;
use std::path::{Path, PathBuf};

use tandem_notation::bpgn::{Clock, Game, GameResult, MoveNumber, Ply, Written, write_game};
use tandem_notation::replay::{Replay, tidy};
use tandem_notation::{Letters, bpgn};
use tandem_rules::{BoardId, BySeat, Millis, Rulebook, Seat};

/// All games of the collection in one text, or games made up by random play.
pub(crate) fn games() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut text = Vec::new();
    for path in paths {
        text.extend(fs::read(path).unwrap_or_default());
        text.push(b'\n');
    }
    if text.is_empty() {
        println!("the collection of games is not there: the games are made up");
        text = (1..=50).flat_map(|seed| made_up(seed).into_bytes()).collect();
    }
    text
}

/// A game of random legal moves.
fn made_up(seed: u64) -> String {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let mut replay = Replay::new(&book);
    let mut game = Game::default();
    for seat in Seat::ALL {
        game.tags.set(bpgn::name_tag(seat), &format!("Player {seat}"));
    }
    game.tags.set("TimeControl", "180+0");
    let mut dice = seed;
    let mut throw = |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % sides.max(1)
    };
    let mut left = BySeat::new_with(|_| Millis::from_secs(180));
    let mut numbers = BySeat::<u32>::default();
    for _ in 0..120 {
        let board = BoardId::ALL[throw(2)];
        let position = replay.position(board);
        let moves = position.by(&book).legal_moves();
        let Some(&m) = moves.get(throw(moves.len())) else { continue };
        let seat = Seat::new(board, position.turn());
        numbers[seat] += 1;
        left[seat] -= Millis(throw(2000) as i64);
        let number = MoveNumber { number: numbers[seat], seat };
        let plus = replay.san(seat, m);
        game.main.plies.push(Ply {
            number,
            written: Written::San(plus),
            glyph: None,
            clock: Some(Clock::Left(left[seat])),
            remarks: Vec::new(),
            place: bpgn::Place::default(),
        });
        replay.play_move(number, m);
        if let Some(end) = replay.ended(board) {
            game.result = end.mated.map_or(GameResult::Draw, |seat| GameResult::win(!seat.team()));
            break;
        }
    }
    write_game(&game, Letters::English)
}

/// The games in their cleanest form, which every program reads.
pub(crate) fn tidied(games: &[u8]) -> Vec<Game> {
    let book = Rulebook::builtin("fics").expect("a built-in book");
    let mut games: Vec<Game> = bpgn::Reader::new(games).flatten().collect();
    for game in &mut games {
        tidy(game, &book);
    }
    games
}

/// The same games as PGN: the letters of the seats go, and the lag, whose tag is too long for
/// other readers.
pub(crate) fn as_pgn(games: &[Game]) -> Vec<u8> {
    let mut pgn = Vec::new();
    for game in games {
        let mut game = game.clone();
        game.tags.remove("Lag");
        let written = write_game(&game, Letters::English);
        let mut inside = false;
        let bytes = written.as_bytes();
        for (i, &byte) in bytes.iter().enumerate() {
            match byte {
                b'{' | b'[' => inside = true,
                b'}' | b']' => inside = false,
                b'A' | b'B' | b'a' | b'b'
                    if !inside && bytes.get(i + 1) == Some(&b'.') && bytes[i - 1] != b' ' =>
                {
                    continue;
                }
                _ => {}
            }
            pgn.push(byte);
        }
    }
    pgn
}

/// A file with a line for each half-move, board and SAN, and an empty line behind each game.
pub(crate) fn moves_file(games: &[Game]) -> PathBuf {
    let mut text = String::new();
    for game in games.iter().filter(|game| game.tags.fen().is_none()) {
        for ply in &game.main.plies {
            if let Written::San(plus) = &ply.written {
                text.push_str(&format!("{} {plus}\n", ply.seat().board()));
            }
        }
        text.push('\n');
    }
    let path = std::env::temp_dir().join(format!("tandem-bench-{}.txt", std::process::id()));
    fs::write(&path, text).expect("the folder for temporary files can be written");
    path
}
